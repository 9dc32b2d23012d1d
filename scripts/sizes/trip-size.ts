/**
 * Prints how many source files and functions an operation runs through: `npx node scripts/sizes/trip-size.ts`. V8's precise
 * coverage counts them on a warm simulated platform, which shows how much code a reader has to follow. `--files` also lists
 * the files and functions of each trip.
 */
import { Session } from 'node:inspector/promises';
import { assistantOf } from '../../test/spec/assistants/assistant.ts';
import { firstToken, openPlatform } from '../../test/world/platform.ts';

const root = new URL('../../', import.meta.url).href;
const source = `${root}src/`;
const tools = `${root}tools/`;

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

/** Runs a trip and returns the names of its functions by file. */
async function measure(trip: () => Promise<unknown>): Promise<ReadonlyMap<string, readonly string[]>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await trip();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const files = new Map<string, readonly string[]>();
  for (const { url, functions } of result) {
    if (!url.startsWith(source) && !url.startsWith(tools)) continue;
    const run = functions.filter(
      ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
    );
    const names = run.map(({ functionName }) => functionName);
    if (names.length > 0) files.set(url.slice(root.length), names);
  }
  return files;
}

// Each trip runs twice, because its first run compiles code and fills caches.
for (const trip of Object.values(trips)) await trip();
console.log('trip                   files  functions');
for (const [name, trip] of Object.entries(trips)) {
  const files = await measure(trip);
  const functions = [...files.values()].flat().length;
  console.log(`${name.padEnd(22)} ${String(files.size).padStart(5)}  ${String(functions).padStart(9)}`);
  if (!process.argv.includes('--files')) continue;
  for (const [file, names] of [...files].sort()) console.log(`    ${file}: ${names.join(' ')}`);
}
session.disconnect();
await platform.close();
