/**
 * Prints how many source files and functions an operation runs through: `npx node scripts/sizes/trip-size.ts`. V8's precise
 * coverage counts them on a warm simulated platform, which shows how much code a reader has to follow.
 */
import { Session } from 'node:inspector/promises';
import { assistantOf } from '../../test/spec/assistants/assistant.ts';
import { firstToken, openPlatform } from '../../test/world/platform.ts';

const source = new URL('../../src/', import.meta.url).href;
const tools = new URL('../../tools/', import.meta.url).href;

const platform = await openPlatform();
const assistant = assistantOf(platform);
const mail = {
  from: 'Acme <hello@acme.dev>',
  to: 'ada@mailbox.dev',
  subject: 'Hello',
  html: '<p>Hello Ada</p>',
};

const trips: Readonly<Record<string, () => Promise<unknown>>> = {
  'a send over REST v2': () => platform.http('POST', '/api/v2/emails', { token: firstToken, body: mail }),
  'one delivery': () => platform.deliver(),
  'a send over MCP': () => assistant.call('send_email', mail),
  'a list over REST v2': () => platform.http('GET', '/api/v2/emails?limit=1', { token: firstToken }),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');

async function sizeOf(trip: () => Promise<unknown>): Promise<{ files: number; functions: number }> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await trip();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ours = result.filter(({ url }) => url.startsWith(source) || url.startsWith(tools));
  const run = ours.map(({ functions }) =>
    functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  return {
    files: run.filter((functions) => functions.length > 0).length,
    functions: run.reduce((sum, functions) => sum + functions.length, 0),
  };
}

// Each trip runs twice, because its first run compiles code and fills caches.
for (const trip of Object.values(trips)) await trip();
console.log('trip                   files  functions');
for (const [name, trip] of Object.entries(trips)) {
  const { files, functions } = await sizeOf(trip);
  console.log(`${name.padEnd(22)} ${String(files).padStart(5)}  ${String(functions).padStart(9)}`);
}
session.disconnect();
await platform.close();
