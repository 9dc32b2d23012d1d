/**
 * `node scripts/test-summary.ts FILE` summarizes a JSON report of vitest. The first line is `PASSED FAILED`; each failed test follows
 * with its file and the beginning of its message. A file that failed without a failed test counts as one.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The used fields of the report. */
interface Summary {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Maximum characters of a failure message: an assertion with the first lines of its stack. */
const messageLengthMax = 2_000;

const indented = (text: string) =>
  text
    .slice(0, messageLengthMax)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

const summary = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Summary;
const failures: string[] = [];
for (const file of summary.testResults) {
  const path = relative(process.cwd(), file.name);
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  for (const test of failed)
    failures.push(`${path}: ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`);
  // A file that does not load, or whose process was killed, fails without a failed test.
  if (file.status === 'failed' && failed.length === 0)
    failures.push(`${path}\n${indented(file.message || 'ended before its tests did')}`);
}
console.log(`${summary.numPassedTests} ${failures.length}`);
for (const failure of failures) console.log(failure);
