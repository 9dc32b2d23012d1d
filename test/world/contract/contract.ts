import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { inject } from 'vitest';
import { openApiDocument } from '../../../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../../tools/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read the way a client reads it
export type Described = any;

/**
 * Returns the contract as a client reads it. One test run builds it once, because that takes most of a
 * second; programs outside Vitest, such as the evals, build their own.
 */
export function readContract(): Described {
  const file = process.env.VITEST === undefined ? null : inject('contractFile');
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const document = openApiDocument({
    catalogue,
    baseUrl: 'http://posthouse.example',
    version: '2.1.0',
    envelopes: { v1: v1Envelope, v2: v2Envelope },
  });
  if (file === null) return document;
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(document));
  // Renamed in one step, so that no other process reads a partial file.
  renameSync(mine, file);
  return document;
}
