import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uiResources } from '../../src/surfaces/mcp/apps/ui-resources.ts';

/** MCP Apps (2026-01-26) requires this policy of hosts for an app without network access. */
const hostPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'";

/**
 * Embeds an app like an assistant’s client: in a frame, with a handshake. `window.host` records the messages of
 * the app and sends messages to it; `can` in the URL names further capabilities of the host. Frame and page have
 * the same origin, so that a test can inspect the app; the app does not depend on it.
 */
const hostPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A host</title><style>body{margin:0}iframe{display:block;width:100%;height:600px;border:0}</style></head><body><iframe id="app" title="App"></iframe><script>
const frame = document.getElementById('app');
const query = new URLSearchParams(location.search);
const context = { theme: query.get('theme') ?? undefined, locale: 'en', timeZone: 'UTC', displayMode: 'inline' };
const host = { heard: [], answers: [], resources: {}, results: {}, opened: [], opens: {}, ready: false };
const can = Object.fromEntries((query.get('can') ?? '').split(' ').map((one) => [one, {}]));
window.host = host;
host.tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
host.result = (structuredContent, more = {}) => host.tell({ method: 'ui/notifications/tool-result', params: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, ...more } });
addEventListener('message', ({ data, source }) => {
  if (source !== frame.contentWindow) { host.stray = data; return; }
  host.heard.push(data);
  if (data.method === 'ui/initialize') {
    host.tell({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'test', version: '1' }, hostCapabilities: { serverResources: {}, ...can }, hostContext: context } });
  } else if (data.method === 'resources/read') {
    host.tell({ id: data.id, result: { contents: [{ uri: data.params.uri, text: host.resources[data.params.uri] }] } });
  } else if (data.method === 'tools/call') {
    host.tell({ id: data.id, result: host.results[data.params.name] });
  } else if (data.method === 'ui/open-link') {
    host.opened.push(data.params.url);
    host.tell({ id: data.id, result: host.opens });
  } else if (data.method === 'ui/notifications/initialized') host.ready = true;
  else if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px';
  else if (data.method === undefined) host.answers.push(data);
});
frame.src = '/app?' + query;
</script></body></html>`;

export type AppHost = {
  port: number;
  /**
   * Requested paths other than those of host and app: everything that an app or a mail in it tried to reach.
   */
  reached: string[];
  close(): Promise<void>;
};

/** Serves the host and the apps, and answers any other request under any name. */
export async function serveApps(): Promise<AppHost> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://apps.example');
    const app = uiResources.find(({ uri }) => uri === url.searchParams.get('uri'));
    const html = { 'content-type': 'text/html; charset=utf-8' };
    if (request.headers.host === 'apps.example' && url.pathname === '/host') {
      response.writeHead(200, html).end(hostPage);
    } else if (request.headers.host === 'apps.example' && url.pathname === '/app' && app) {
      // Some hosts do not restrict an app.
      const policy = url.searchParams.has('careless') ? {} : { 'content-security-policy': hostPolicy };
      response.writeHead(200, { ...html, ...policy }).end(app.text());
    } else {
      if (url.pathname !== '/favicon.ico') reached.push(`${request.headers.host}${request.url}`);
      response.writeHead(200, html).end('<script>parent.__xss=1;top.__xss=1</script>');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    reached,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
