import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { inject } from 'vitest';
import { openApiDocument } from '../../../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../../tools/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read the way a client reads it
export type Described = any;

/**
 * The contract, as a client reads it. It is made once for all processes of a run of tests, because that takes most of a second;
 * what uses a simulated platform by itself, as the evals do, shares it with no other process.
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
  // At once, so that no other process reads half of it.
  renameSync(mine, file);
  return document;
}
