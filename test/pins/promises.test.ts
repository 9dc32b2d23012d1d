import { expect, test } from 'vitest';
import { toolPromise, webhookPromise } from '../../scripts/pins/promises.ts';
import { toJsonSchema } from '../../src/contract/description/json-schema.ts';
import { payloadOctetsMax } from '../../src/model/webhook/bounded-text.ts';
import { payloadSchema, samplePayload, webhookKindNames } from '../../src/model/webhook/kinds.ts';
import { catalogue } from '../../tools/index.ts';
import { RecordForms, readPin, readPins } from './checkout/pinned-promises.ts';

/**
 * The promises of each tool and each webhook, as literals, so that a client of one version works with the next. A schema that occurs in
 * several of them is pinned once, in `records/`. A pin changes in the commit that changes the promise: `npm run pins`.
 */
const toolPins = readPins('tools');
const webhookPins = readPin('webhooks.json') as Record<string, unknown>;
const recordPins = readPins('records');
const records = new RecordForms(recordPins);
const tools = new Map(
  catalogue.map((tool) => [
    tool.name,
    records.refer(toolPromise(tool), toolPins.get(tool.name), `the tool ${tool.name}`),
  ]),
);
const webhooks = new Map(
  webhookKindNames.map((kind) => [
    kind,
    records.refer(webhookPromise(kind), webhookPins[kind], `the webhook ${kind}`),
  ]),
);

test('every tool has a pin, and every pin belongs to a tool', () => {
  expect([...toolPins.keys()].sort()).toEqual([...tools.keys()].sort());
});

test.each([...tools])('the tool %s keeps its promise', (name, promise) => {
  expect(promise).toEqual(toolPins.get(name));
});

test('every kind of webhook has a pin, and every pin belongs to a kind', () => {
  expect(Object.keys(webhookPins).sort()).toEqual([...webhooks.keys()].sort());
});

test.each([...webhooks])('the webhook %s keeps its promise', (kind, promise) => {
  expect(promise).toEqual(webhookPins[kind]);
});

test.each([...recordPins])('the record %s keeps its schema', (name, pin) => {
  const forms = records.forms.get(name)!;
  expect(forms, `no promise refers to records/${name}.json: run npm run pins`).not.toEqual([]);
  for (const { schema, owners } of forms) {
    expect(schema, `records/${name}.json differs in ${owners.join(', ')}`).toEqual(pin);
  }
});

test.each(webhookKindNames)('the payload of %s has the envelope of every webhook', (kind) => {
  const { properties, ...schema } = toJsonSchema(payloadSchema(kind), 'output');
  const fields = ['type', 'timestamp', 'created_at', 'data'];
  expect(schema).toEqual({ type: 'object', required: fields, additionalProperties: false });
  expect(properties).toEqual({
    type: { type: 'string', const: kind },
    timestamp: { type: 'string', format: 'date-time', description: 'Time of the event' },
    created_at: { type: 'string', format: 'date-time', description: 'Equal to timestamp' },
    data: expect.anything(),
  });
});

const sampleAt = '2026-11-21T09:30:05.000Z';

test('the sample of every kind fits its schema, has no extra field, and is small', () => {
  for (const kind of webhookKindNames) {
    const sample = samplePayload(kind);
    expect(payloadSchema(kind).parse(sample), kind).toEqual(sample);
    const { data: _, ...envelope } = sample;
    expect(envelope).toEqual({ type: kind, timestamp: sampleAt, created_at: sampleAt });
    expect(Buffer.byteLength(JSON.stringify(sample)), kind).toBeLessThan(payloadOctetsMax);
    expect(kind).toMatch(/^[a-z]+(?:\.[a-z_]+){1,2}$/);
  }
});
