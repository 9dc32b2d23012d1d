import { type FailureName, failures } from '../../../model/failure.ts';
import type { Streams } from '../streams.ts';
import type { Refusal } from '../tools/remote-tools.ts';
import { formatRefusal } from './format-result.ts';

/** Replaces remedies of the catalogue, because they name REST paths. */
const commandRemedies: Partial<Record<FailureName, string>> = {
  missing_api_key: 'Pass a token of the server with --token, or set POSTHOUSE_API_KEY.',
  invalid_api_key: 'Pass another token with --token, or set POSTHOUSE_API_KEY.',
  conflict: 'Check the state of the resource, and run the command again.',
  rate_limit_exceeded: 'Wait a minute, and run the command again.',
  service_unavailable: 'Check the URL and that the server runs, and run the command again.',
  internal_server_error: 'Run the command again. If it fails again, look in the log of the server.',
};

/** Prints a refusal with its remedy for a person, or as JSON for a program. */
export function writeRefusal(
  { err }: Streams,
  refusal: Refusal,
  { command, isForPerson }: { command: string; isForPerson: boolean },
): void {
  if (!isForPerson) err.write(`${JSON.stringify(refusal, null, 2)}\n`);
  else err.write(`${formatRefusal(refusal)}${findRemedy(refusal.name, command)}\n`);
}

function findRemedy(name: string, command: string): string {
  if (name === 'validation_error') return `For the accepted values, run ${command} --help.`;
  if (!Object.hasOwn(failures, name)) return `For help, run ${command} --help.`;
  const known = name as FailureName;
  return commandRemedies[known] ?? failures[known].remedy.replaceAll('`', '');
}
