import { afterAll, beforeAll, expect, it } from 'vitest';
import { stdioTo } from './stdio-wire.ts';
import { answerOf, initialize, type Json, openWire, request, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

const serverInfo = 'io.modelcontextprotocol/serverInfo';
/** Size limit of an icon in the response that opens a connection. */
const introductionCharactersMax = 600;
/** Signature of a PNG file; the first chunk has its width and height. */
const pngSignature = '89504e470d0a1a0a';
const widthAt = 16;
const heightAt = 20;

it('a server introduces itself with an inline icon in both revisions of the protocol', async () => {
  const session = (await answerOf(await wire.post(initialize()))).result.serverInfo;
  const discovered = (await answerOf(await wire.ask('server/discover'))).result._meta[serverInfo];
  // The SDK, not the fast path, answers a request with a log level.
  const logLevel = { 'io.modelcontextprotocol/logLevel': 'info' };
  const through = (await answerOf(await wire.ask('server/discover', { _meta: logLevel }))).result._meta;
  const stdio = stdioTo(wire.posthouse);
  const piped = (await stdio.ask(initialize())).result.serverInfo;
  await stdio.end();
  expect([discovered, through[serverInfo], piped]).toEqual([session, session, session]);

  const [icon, ...more] = session.icons as Json[];
  expect(more).toEqual([]);
  expect(JSON.stringify(session).length).toBeLessThanOrEqual(introductionCharactersMax);
  const [, base64] = /^data:image\/png;base64,([\w+/]+=*)$/.exec(icon.src)!;
  const png = Buffer.from(base64!, 'base64');
  expect(png.toString('hex', 0, 8)).toBe(pngSignature);
  expect(icon).toMatchObject({
    mimeType: 'image/png',
    sizes: [`${png.readUInt32BE(widthAt)}x${png.readUInt32BE(heightAt)}`],
  });
});

it('a server sends its icon in no other response', async () => {
  const logLevel = { 'io.modelcontextprotocol/logLevel': 'info' };
  for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
    for (const _meta of [{}, logLevel]) {
      const { result } = await answerOf(await wire.ask(method, { _meta }));
      expect(Object.keys(result._meta[serverInfo]), method).toEqual(['name', 'title', 'version']);
    }
  }
  const tools = (await answerOf(await wire.post(request('tools/list')))).result.tools as Json[];
  expect(tools.filter((tool) => 'icons' in tool)).toEqual([]);
});
