import { createHash } from 'node:crypto';
import * as ext from '@modelcontextprotocol/ext-apps/app-bridge';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import {
  toolUiMeta,
  uiExtension,
  uiMimeType,
  uiResources,
} from '../../../../src/surfaces/mcp/apps/ui-resources.ts';
import { catalogue } from '../../../../tools/index.ts';

const bytesMax = 30_000;

type Element = { name: string; attribs: Record<string, string>; children: (Element & { data?: string })[] };

function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const walk = (node: Element): void => {
    if (node.attribs) found.push(node);
    for (const child of node.children ?? []) walk(child);
  };
  walk(parseDocument(html) as unknown as Element);
  return found;
}

const pages = uiResources.map((resource) => ({ ...resource, html: resource.text() }));

describe('the MCP apps', () => {
  it('are exactly the apps that tools declare in their protocol metadata', () => {
    const uris = uiResources.map(({ uri }) => uri).sort();
    const named = [...new Set(catalogue.flatMap(({ app }) => app ?? []))].sort();
    expect(named).toEqual(uris);
    expect(uris).toEqual([
      'ui://posthouse/approval',
      'ui://posthouse/campaign-report',
      'ui://posthouse/email-preview',
    ]);
    const tool = catalogue.find(({ name }) => name === 'preview_campaign')!;
    expect(toolUiMeta(tool)).toEqual({
      ui: { resourceUri: 'ui://posthouse/email-preview', visibility: ['model', 'app'] },
      [ext.RESOURCE_URI_META_KEY]: 'ui://posthouse/email-preview',
    });
    expect(ext.getToolUiResourceUri({ _meta: toolUiMeta(tool) } as never)).toBe(
      'ui://posthouse/email-preview',
    );
    expect(toolUiMeta({})).toBeUndefined();
    expect([uiMimeType, uiExtension]).toEqual([ext.RESOURCE_MIME_TYPE, 'io.modelcontextprotocol/ui']);
  });

  it.each(pages)(
    '$uri is small, deterministic and complete',
    ({ html, text, title, mimeType, description }) => {
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(bytesMax);
      expect(text()).toBe(html);
      expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true);
      expect(html).toContain(`<title>${title}</title>`);
      expect([mimeType, description.length > 20]).toEqual(['text/html;profile=mcp-app', true]);
    },
  );

  it.each(pages)(
    '$uri makes no request, and both its metadata and its policy forbid network access',
    ({ html, _meta }) => {
      expect(_meta.ui.csp).toEqual({
        connectDomains: [],
        resourceDomains: [],
        frameDomains: [],
        baseUriDomains: [],
      });
      const elements = elementsOf(html);
      const [policy, ...more] = elements.filter(({ attribs }) => attribs['http-equiv']);
      expect([policy!.attribs['http-equiv'], more]).toEqual(['Content-Security-Policy', []]);
      const [script, ...others] = elements.filter(({ name }) => name === 'script');
      const hash = createHash('sha256').update(script!.children[0]!.data!).digest('base64');
      expect([others, policy!.attribs.content]).toEqual([
        [],
        `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`,
      ]);
      // The policy must precede the content it restricts.
      expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style'));
      for (const { name, attribs } of elements) {
        expect(['link', 'base', 'object', 'embed', 'form', 'img']).not.toContain(name);
        expect(Object.keys(attribs).filter((one) => /^(on|src|href|action|background)/.test(one))).toEqual(
          [],
        );
      }
      expect(
        html.match(/https?:\/\/[^\s'"]+/g)?.filter((url) => url !== 'http://www.w3.org/2000/svg') ?? [],
      ).toEqual([]);
    },
  );

  it.each(pages)('$uri never inserts data as markup', ({ html }) => {
    for (const way of [
      'innerHTML',
      'insertAdjacentHTML',
      'document.write',
      'eval(',
      'new Function',
      'setHTML',
      'localStorage',
      'fetch(',
      'XMLHttpRequest',
      'WebSocket',
      'sendBeacon',
      'import(',
    ]) {
      expect([way, html.includes(way)]).toEqual([way, false]);
    }
    // Only the mail preview is written, into a frame without scripts.
    const written = html.match(/\bouterHTML\b|\.srcdoc\s*=/g) ?? [];
    expect(written.length).toBe(html.includes('<iframe') ? 2 : 0);
    for (const { attribs } of elementsOf(html).filter(({ name }) => name === 'iframe')) {
      expect(attribs).toMatchObject({ sandbox: '', referrerpolicy: 'no-referrer' });
    }
  });

  it.each(pages)('$uri uses only methods of the protocol', ({ html }) => {
    const spoken = new Set(
      html.match(/'(ui\/[\w/-]+|ping|resources\/read|tools\/call)'/g)?.map((one) => one.slice(1, -1)),
    );
    const known = [
      ext.INITIALIZE_METHOD,
      ext.INITIALIZED_METHOD,
      ext.TOOL_RESULT_METHOD,
      ext.TOOL_CANCELLED_METHOD,
      ext.HOST_CONTEXT_CHANGED_METHOD,
      ext.RESOURCE_TEARDOWN_METHOD,
      ext.SIZE_CHANGED_METHOD,
    ] as string[];
    const ofSome = [ext.OPEN_LINK_METHOD, 'resources/read', 'tools/call'] as string[];
    expect([...spoken].filter((method) => ![...known, ...ofSome].includes(method))).toEqual([]);
    expect(known.filter((method) => !spoken.has(method))).toEqual([]);
    // The only tool an app calls reads the pending approval.
    const called = html.match(/'tools\/call', \{ name: '(\w+)'/g) ?? [];
    expect(called.length).toBe(html.match(/tools\/call/g)?.length ?? 0);
    expect(called.every((one) => one.endsWith(`'get_approval'`))).toBe(true);
    expect(html).toContain(`'${ext.LATEST_PROTOCOL_VERSION}'`);
    expect(ext.SUPPORTED_PROTOCOL_VERSIONS).toContain(ext.LATEST_PROTOCOL_VERSION);
  });
});
