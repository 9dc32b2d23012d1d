import { type Fields, isFields } from '../protocol/fields.ts';

/**
 * A refusal that says each fault once. Its message is that of the first fault, for people who read no more than a line; an
 * assistant reads both. The faults stay whole, because by their paths untrusted names are fenced in the message too.
 */
export function faultsOnce<Refusal extends Fields>(refusal: Refusal): Refusal {
  const { message, details } = refusal;
  if (!Array.isArray(details) || !details.some((fault) => isSaid(fault, message))) return refusal;
  return { ...refusal, message: `${placesOf(details)} wrong: see details` };
}

/** So many places are named; the others stand in the details. */
const placesMax = 5;

function placesOf(faults: readonly unknown[]): string {
  const places = faults.map((fault) =>
    isFields(fault) && fault.path !== '' ? String(fault.path) : 'the arguments',
  );
  const named = [...new Set(places)];
  const more = named.length > placesMax ? ` and ${(named.length - placesMax).toLocaleString('en')} more` : '';
  const verb = named.length === 1 ? 'is' : 'are';
  return `${named.slice(0, placesMax).join(', ')}${more} ${verb}`;
}

/** Whether the message of a refusal is this fault with its field. */
function isSaid(fault: unknown, message: unknown): boolean {
  if (!isFields(fault) || typeof message !== 'string' || typeof fault.message !== 'string') return false;
  const { path } = fault;
  return message === `${path === '' ? 'The body' : path} ${fault.message}`;
}
