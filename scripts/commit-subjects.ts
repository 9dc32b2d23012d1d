/**
 * `node scripts/commit-subjects.ts [BASE]` checks the subjects of the commits since BASE, by default the merge base with
 * `origin/main`: at most 72 characters, a verb in the imperative first, no full stop. Prints nothing in a clone without BASE.
 */
import { execFileSync } from 'node:child_process';

const charactersMax = 72;
/** First words that are not imperative: articles, participles, and the prefixes of conventional commits. */
const notImperative = /^(?:An?|The|This|It|[A-Za-z]+(?:ing|ed)|[a-z]+(?:\([^)]*\))?!?:)$/;
/** Verbs that look like participles. */
const verbs = new Set([
  'Bring',
  'Embed',
  'Feed',
  'Need',
  'Seed',
  'Shed',
  'Speed',
  'Spring',
  'String',
  'Swing',
]);

function git(...command: string[]): string {
  return execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function baseOf(): string | null {
  try {
    return process.argv[2] ?? git('merge-base', 'HEAD', 'origin/main');
  } catch {
    return null;
  }
}

function faultOf(subject: string): string | null {
  const [first = ''] = subject.split(' ');
  if (subject.length > charactersMax)
    return `has ${subject.length} characters, at most ${charactersMax} are allowed`;
  if (!/^[A-Z]/.test(first) || (notImperative.test(first) && !verbs.has(first)))
    return 'does not start with a verb, such as "Add" or "Fix"';
  if (subject.endsWith('.')) return 'ends with a full stop';
  return null;
}

const base = baseOf();
const subjects =
  base === null ? [] : git('log', '--no-merges', '--format=%s', `${base}..HEAD`).split('\n').filter(Boolean);
for (const subject of subjects) {
  const fault = faultOf(subject);
  if (fault === null) continue;
  console.error(`The commit subject "${subject}" ${fault}.`);
  process.exitCode = 1;
}
