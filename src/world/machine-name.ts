import { hostname } from 'node:os';

const charactersMax = 100;

/** Name of this machine or container, for the operator. */
export function machineName(): string {
  return hostname().slice(0, charactersMax);
}
