import { type Fields, isFields } from '../../../model/text/fields.ts';

/** Keeps the faults whole, because their paths are needed to fence untrusted names in the message. */
export function faultsOnce<Refusal extends Fields>(refusal: Refusal): Refusal {
  const { message, details } = refusal;
  if (!Array.isArray(details) || !details.some((fault) => isSaid(fault, message))) return refusal;
  return { ...refusal, message: `${placesOf(details)} wrong: see details` };
}

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

function isSaid(fault: unknown, message: unknown): boolean {
  if (!isFields(fault) || typeof message !== 'string' || typeof fault.message !== 'string') return false;
  const { path } = fault;
  return message === `${path === '' ? 'The body' : path} ${fault.message}`;
}
