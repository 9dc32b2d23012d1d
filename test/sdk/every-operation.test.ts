import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkOperations } from '../../scripts/sdk/operations.ts';
import { offeredAt, type Tool } from '../../src/contract/tool.ts';
import type { Posthouse, Result } from '../../src/sdk/index.ts';
import { PosthouseError } from '../../src/sdk/index.ts';
import { openApiDocument } from '../../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../src/surfaces/rest/v2/envelope.ts';
import { VerifyAliasAnswer } from '../../src/surfaces/rest/v2/verify-alias.ts';
import { catalogue } from '../../tools/index.ts';
import { inputFor, letter, type Seeded, seeded } from '../spec/assistants/assistants-scene.ts';
import { clientOf } from './client-scene.ts';
import { examples } from './examples.ts';

type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: methods are called by their printed names
type AnyClient = any;

const operations = sdkOperations();

/** Kept for older clients, or another spelling of a method. */
const otherSpellings = new Set([
  'POST /api/v2/workflows/{workflowId}/dry-run',
  'POST /api/v2/webhooks/{webhook}/events/{message}/replay',
  'POST /api/v2/tools',
]);

test('every v2 operation of the contract is a method of the client', () => {
  const envelopes = { v1: v1Envelope, v2: v2Envelope };
  const { paths } = openApiDocument({
    catalogue,
    baseUrl: 'https://mail.acme.test',
    version: '0',
    envelopes,
  });
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v2/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .filter((operation) => !otherSpellings.has(operation));
  const covered = operations.map(({ http, path }) => `${http} /api/v2${path}`);
  expect(covered.sort()).toEqual(described.sort());
  expect(new Set(operations.map(({ tool }) => tool).filter(Boolean))).toEqual(
    new Set(catalogue.filter((tool) => tool.rest !== null && offeredAt(tool, 'v2'))),
  );
});

test('every operation has its own method and an example', () => {
  const names = operations.map(({ resource, method }) => `${resource}.${method}`);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(examples).sort()).toEqual(names.sort());
});

describe('against the server', () => {
  let scene: Seeded;
  let client: Posthouse;

  beforeAll(async () => {
    scene = await seeded();
    client = clientOf(scene.simulated, { token: scene.token, maxRetries: 0 });
  });
  afterAll(() => scene.simulated.close());

  const order = [...operations].sort(
    (one, other) => Number(one.http === 'DELETE') - Number(other.http === 'DELETE'),
  );

  test.each(order.map((operation) => ({ operation, name: `${operation.resource}.${operation.method}` })))(
    '$name works and returns what its schema describes',
    async ({ operation, name }) => {
      const { tool, resource, method, pathFields, input, inputIs, answerIs } = operation;
      const given = await argumentsFor(tool, name, scene);
      const rest = Object.fromEntries(Object.entries(given).filter(([field]) => !pathFields.includes(field)));
      const body = inputIs === 'array' ? Object.values(rest)[0] : inputIs === 'bytes' ? rest.content : rest;
      const result: Result<unknown, PosthouseError> = await (client as AnyClient)[resource][method](
        ...pathFields.map((field) => given[field]),
        ...(input ? [body] : []),
      );
      expect(result.error).toBeNull();
      expect(result.meta).toMatchObject({ requestId: expect.any(String), retries: 0 });
      if (answerIs === 'text') expect(result.data).toEqual(expect.any(String));
      else if (answerIs === 'bytes') expect(result.data).toBeInstanceOf(Uint8Array);
      else if (answerIs === 'stream')
        expect(await new Response(result.data as ReadableStream).text()).not.toBe('');
      else if (name === 'emails.verify')
        expect(VerifyAliasAnswer.strict().safeParse(result.data)).toMatchObject({ success: true });
      else if (tool) expect(tool.output.safeParse(result.data)).toMatchObject({ success: true });
    },
  );

  test.each(Object.entries(examples))(
    'the %s example succeeds, or fails only because of the records on this server',
    async (name, example) => {
      const { data, error } = (await example(client)) as Result<unknown, PosthouseError>;
      // At most two files of an organization may be downloaded at once.
      if (data instanceof ReadableStream) await data.cancel();
      // An example names records of its own, and some of its changes are already made.
      if (error?.name === 'validation_error') expect(needRecords).toContain(name);
      else if (error) expect(understood).toContain(error.name);
    },
  );
});

const understood = [
  'not_found',
  'conflict',
  'campaign_not_draft',
  'RECIPIENT_RATE_LIMITED',
  'restricted_api_key',
];

/**
 * Their examples name a subscriber, segment or tag that does not exist here, or a consent that this address
 * needs.
 */
const needRecords = [
  'events.track',
  'campaigns.create',
  'suppressions.remove',
  'suppressions.removeMany',
  'integrations.create',
  'exports.downloadRecipients',
];

/** The arguments of a method: the example for assistants, or made here if the tool is not offered to them. */
async function argumentsFor(tool: Tool | null, name: string, scene: Seeded): Promise<Fields> {
  const own = await inputs[name]?.(scene);
  if (own) return own;
  return tool ? ((await inputFor(tool, scene)) as Fields) : {};
}

const use = async ({ simulated }: Seeded, tool: string, input: Fields): Promise<AnyClient> =>
  (await simulated.call(tool, input)).output;

const manual = {
  name: 'Readers',
  trigger: { type: 'MANUAL' },
  steps: [{ type: 'delay', duration: '3 days' }],
};

async function webhook(scene: Seeded): Promise<string> {
  return (await use(scene, 'save_webhook', { url: 'https://hooks.acme.dev/in', events: ['email.*'] })).id;
}

async function uploading(scene: Seeded): Promise<Fields> {
  const started = await use(scene, 'import_subscribers', {
    csv: 'email\nada@elsewhere.dev\nno address\n',
    start: false,
  });
  return { importId: started.id };
}

async function withRun(scene: Seeded): Promise<Fields> {
  const { id } = await use(scene, 'save_workflow', manual);
  await use(scene, 'activate_workflow', { workflowId: id });
  await use(scene, 'trigger_workflow', { workflowId: id, email: 'person3@example.com' });
  await scene.simulated.deliver();
  return { workflowId: id };
}

const inputs: Readonly<Record<string, (scene: Seeded) => Fields | Promise<Fields>>> = {
  'emails.wait': () => ({ to: 'person0@example.com', after: '2020-01-01T00:00:00Z', timeout_seconds: 1 }),
  'emails.batch': () => ({ emails: [{ ...letter, to: 'ada@example.com' }] }),
  'exports.subscriber': () => ({ subscriber: 'person1@example.com' }),
  'exports.organization': () => ({}),
  'exports.downloadRecipients': ({ sentId }) => ({ campaign: sentId }),
  'exports.downloadSubscriber': () => ({ subscriber: 'person1@example.com' }),
  'imports.list': () => ({}),
  'imports.errors': uploading,
  'imports.cancel': uploading,
  'imports.addPart': async (scene) => {
    const { id } = await use(scene, 'import_subscribers', { file_name: 'a.csv' });
    return { importId: id, part: 1, content: 'email\nada@elsewhere.dev\n' };
  },
  'subscribers.runs': () => ({ subscriber: 'person1@example.com' }),
  'runs.cancel': async (scene) => ({ ...(await withRun(scene)), all: true }),
  'runs.retry': withRun,
  'workflows.archive': async (scene) => ({ workflowId: (await use(scene, 'save_workflow', manual)).id }),
  'workflows.delete': async (scene) => ({ workflowId: (await use(scene, 'save_workflow', manual)).id }),
  'workflows.create': () => manual,
  'workflows.update': async (scene) => ({
    workflowId: (await use(scene, 'save_workflow', manual)).id,
    name: 'Later',
  }),
  'webhooks.update': async (scene) => ({ id: await webhook(scene), description: 'Shop' }),
  'webhooks.get': async (scene) => ({ id: await webhook(scene) }),
  'webhooks.delete': async (scene) => ({ id: await webhook(scene) }),
  'webhooks.rotateSecret': async (scene) => ({ id: await webhook(scene) }),
  'webhooks.event': async (scene) => {
    const id = await webhook(scene);
    const { message_id, id: own, ...tested } = await use(scene, 'test_webhook', { webhook: id });
    const listed = await use(scene, 'list_webhook_deliveries', { webhook: id });
    return { webhook: id, message: listed.data[0]?.id ?? message_id ?? own ?? tested };
  },
  'tools.get': () => ({ name: 'get_organization' }),
  'tools.run': () => ({ name: 'get_organization' }),
};

test('a method throws a TypeError for an invalid id and sends no request', () => {
  const client = clientOf({} as never);
  for (const id of ['', '.', '..', undefined, null, {}]) {
    expect(() => client.emails.get(id as string)).toThrow(TypeError);
  }
  expect(new PosthouseError({ name: 'x', message: 'y', statusCode: 0 })).toBeInstanceOf(Error);
});
