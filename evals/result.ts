import type { EvalTask, Group, Transcript } from './task.ts';

/** The result of one run of one task, written as a line of JSON. */
export type Result = {
  task: string;
  group: Group;
  /** `script`, `person at the door`, or the name of a model. */
  driver: string;
  repeat: number;
  passed: boolean;
  fault: string | null;
  calls: number;
  /** Refused calls, except for calls that only needed an approval. */
  errors: number;
  unknownArguments: string[];
  confirmations: number;
  tokensIn: number;
  tokensOut: number;
  answer: string;
  /** Called tools, each with its refusal if there was one. */
  steps: string[];
};

export function resultOf(
  { id, group }: EvalTask,
  driver: string,
  repeat: number,
  fault: string | null,
  { calls, confirmations, answer }: Transcript,
  { tokensIn = 0, tokensOut = 0 }: { tokensIn?: number; tokensOut?: number } = {},
): Result {
  return {
    task: id,
    group,
    driver,
    repeat,
    passed: fault === null,
    fault,
    calls: calls.length,
    errors: calls.filter(({ refused }) => refused !== null && refused !== 'confirmation_required').length,
    unknownArguments: calls.flatMap(({ unknownArguments }) => unknownArguments),
    confirmations,
    tokensIn,
    tokensOut,
    answer,
    steps: calls.map(({ tool, refused }) => (refused === null ? tool : `${tool}: ${refused}`)),
  };
}

export function lineOf(result: Result): string {
  const { task, passed, fault, calls, errors, unknownArguments, tokensIn, tokensOut } = result;
  const facts = [
    counted(calls, 'call'),
    errors > 0 && counted(errors, 'error'),
    unknownArguments.length > 0 && `unknown arguments: ${unknownArguments.join(', ')}`,
    tokensIn + tokensOut > 0 && `${tokensIn.toLocaleString('en')} + ${tokensOut.toLocaleString('en')} tokens`,
  ].filter((fact) => fact !== false);
  return `${passed ? 'passed' : 'FAILED'}  ${task.padEnd(24)} ${facts.join(', ')}${passed ? '' : `\n        ${fault}`}`;
}

export function totalsOf(results: readonly Result[]): string[] {
  const groups = [...new Set(results.map(({ group }) => group))];
  const rows = groups.map((group) =>
    totalOf(
      group,
      results.filter((one) => one.group === group),
    ),
  );
  return [...rows, totalOf('all', results)];
}

function totalOf(name: string, results: readonly Result[]): string {
  const sum = (of: (result: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
  const tokens = sum(({ tokensIn, tokensOut }) => tokensIn + tokensOut);
  return [
    name.padEnd(14),
    `${sum(({ passed }) => Number(passed))} of ${results.length} passed`,
    `${counted(
      sum(({ calls }) => calls),
      'call',
    )}, ${counted(
      sum(({ errors }) => errors),
      'error',
    )}`,
    ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
  ].join('  ');
}

function counted(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`;
}
