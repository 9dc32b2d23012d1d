/**
 * `npm run conformance` runs the official suite against our server builder with the required fixtures, at
 * both revisions with requirements, and against the built program for every required scenario without
 * fixtures and for its authorization server, with the toolsets of POSTHOUSE_MCP_TOOLSETS. Exits with 1 if a
 * required scenario fails.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkAuthorization } from './authorization-check.ts';
import { startBuilt } from './built-program.ts';
import { startFixtures } from './fixture-server.ts';

const suite = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const revisions = ['2025-11-25', '2026-07-28'] as const;

/** Required scenarios that need no fixture, or only in some checks. */
const withoutFixtures: Readonly<Record<(typeof revisions)[number], readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'server-sse-multiple-streams',
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-unsupported-methods',
  ],
};
/**
 * Scenarios not required by a revision but run anyway; the suite runs those of extensions only when forced.
 */
const alsoHeld: Readonly<Record<(typeof revisions)[number], readonly string[]>> = {
  '2025-11-25': ['server-session-lifecycle'],
  '2026-07-28': [
    'http-header-validation',
    'sep-2640-skills-directory',
    'sep-2640-skills-enumeration',
    'sep-2640-skills-manifest',
  ],
};

/**
 * Scenarios of the tasks extension, on the fixtures. Excluded: tasks that the server requires, and
 * notifications, which our server does not have.
 */
const ofTasks: readonly string[] = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-mrtr-input',
  'tasks-mrtr-composition',
];

const only = process.argv[2];
const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
let failed = 0;
let passed = 0;

/** Runs the suite with these arguments; reports failures. */
async function hold(what: string, words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [suite, 'server', ...words, '--output-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const untestable = code === 0 ? [] : await untestableOf(said);
  // The suite exits normally after skipped scenarios.
  const held = !said.includes('SKIPPED: scenario') && (code === 0 || untestable.length > 0);
  report(what, held, said);
  for (const check of untestable) console.log(`        but for ${check}, which needs a fixture`);
}

function report(what: string, held: boolean, output: string): void {
  if (held) passed += 1;
  else failed += 1;
  console.log(`${held ? 'passed' : 'FAILED'}  ${what}`);
  if (!held || only !== undefined) console.log(output);
}

type Check = { id: string; status: string; details?: { untestable?: boolean } };

/**
 * Returns the checks that the suite could not run because they name a fixture; empty if any other check
 * failed.
 */
async function untestableOf(said: string): Promise<string[]> {
  const results = /Results saved to (\S+)/.exec(said)?.[1];
  if (results === undefined) return [];
  const checks = JSON.parse(await readFile(join(results, 'checks.json'), 'utf8')) as Check[];
  const failures = checks.filter(({ status }) => status === 'FAILURE');
  return failures.every(({ details }) => details?.untestable === true) ? failures.map(({ id }) => id) : [];
}

const fixtures = await startFixtures();
for (const revision of revisions) {
  const words =
    only === undefined ? ['--requirements', revision] : ['--scenario', only, '--spec-version', revision];
  await hold(`all that ${revision} requires, on the fixtures`, ['--url', fixtures.url, ...words]);
}
for (const scenario of only === undefined ? ofTasks : []) {
  const words = ['--url', fixtures.url, '--scenario', scenario, '--spec-version', '2026-07-28', '--force'];
  await hold(`${scenario}, on the fixtures`, words);
}
await fixtures.stop();

if (only === undefined) {
  const built = await startBuilt(folder);
  for (const revision of revisions) {
    for (const scenario of [...withoutFixtures[revision], ...alsoHeld[revision]]) {
      const forced = alsoHeld[revision].includes(scenario) ? ['--force'] : [];
      const words = ['--url', built.url, '--scenario', scenario, '--spec-version', revision, ...forced];
      await hold(`${scenario} of ${revision}, on the built program`, words);
    }
  }
  const { passed: authorized, output } = await checkAuthorization(suite, { issuer: built.issuer, folder });
  report('authorization server scenarios, on the built program', authorized, output);
  await built.stop();
}
await rm(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
