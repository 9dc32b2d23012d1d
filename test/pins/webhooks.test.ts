import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pin, webhookPromises } from '../../scripts/pin-webhooks.ts';
import { payloadOctetsMax } from '../../src/model/webhook/bounded-text.ts';
import { payloadSchema, samplePayload, webhookKindNames } from '../../src/model/webhook/kinds.ts';

test('webhook payloads match their pin', () => {
  expect(webhookPromises()).toEqual(JSON.parse(readFileSync(pin, 'utf8')));
});

test('the sample of every kind fits its schema, has no extra field, and is small', () => {
  for (const kind of webhookKindNames) {
    const sample = samplePayload(kind);
    expect(payloadSchema(kind).parse(sample), kind).toEqual(sample);
    expect(Buffer.byteLength(JSON.stringify(sample)), kind).toBeLessThan(payloadOctetsMax);
    expect(kind).toMatch(/^[a-z]+(?:\.[a-z_]+){1,2}$/);
  }
});
