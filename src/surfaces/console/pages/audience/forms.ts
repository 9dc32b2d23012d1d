/** Parts that the forms and lists of the audience share. */
import type { Failure, FieldFault } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import type { Html } from '../../../public/html.ts';
import { faultNotice } from '../../fields.ts';
import { correctable, rejectedFields } from '../../form-faults.ts';

export const rowsShown = 50;
export const queryCharactersMax = 200;

/** Roles that may change subscribers, segments, tags and imports. */
export const editors = ['author'] as const;

/** Acts, or shows the form again with the failure. */
export async function submitted(
  act: () => Promise<HttpAnswer>,
  showAgain: (fault: Failure) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  try {
    return await act();
  } catch (error) {
    return await showAgain(correctable(error));
  }
}

/** Returns the sentence of a failure for one field. @param path of the field, or of what contains it */
export function faultAt(fault: Failure | null, path: string): string | null {
  const found = rejectedFields(fault).find(
    (one) => one.path === path || one.path.startsWith(`${path}.`) || one.path.startsWith(`${path}[`),
  );
  return found ? sentence(found) : null;
}

/** A notice above a form that failed. The fields have their own sentences. */
export function failedNotice(fault: Failure | null): Html | null {
  if (fault === null) return null;
  const [first] = rejectedFields(fault);
  return faultNotice(first ? sentence(first) : fault.message);
}

function sentence({ path, message }: FieldFault): string {
  const [root = ''] = path.split(/[.[]/u);
  const said = `${labels[path] ?? labels[root] ?? 'This'} ${message}`;
  return said.endsWith('.') ? said : `${said}.`;
}

/** Names of tool fields as the pages call them. */
const labels: Readonly<Record<string, string>> = {
  email: 'The address',
  address: 'This',
  firstName: 'The first name',
  lastName: 'The last name',
  timezone: 'The time zone',
  locale: 'The language',
  externalId: 'Your ID for the person',
  attributes: 'An attribute',
  tags: 'A tag',
  tag: 'The tag',
  consent: 'The consent',
  name: 'The name',
  expires_at: 'The end date',
  columns: 'The columns',
  csv: 'The file',
  rule: 'A rule',
  add: 'A rule',
  addName: 'The name',
  json: 'This',
  filter: 'A rule',
  reason: 'The reason',
  description: 'The description',
};

/** A list returns its total to the console where that is cheap. */
export function readTotal(answer: object): number | undefined {
  const { total } = answer as { total?: number };
  return total;
}

/** Values of a comma-separated field. */
export function listIn(text: string): string[] {
  return text
    .split(/[,\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
