import { hash } from 'node:crypto';
import { z } from 'zod';
import { ActiveOrganizations } from '../../../src/concurrency/active-organizations.ts';
import { LargeTurns } from '../../../src/concurrency/large-turns.ts';
import { UnauthenticatedTurns } from '../../../src/concurrency/unauthenticated-turns.ts';
import { listFields, listSchema } from '../../../src/contract/list.ts';
import { defineTool, type Tool } from '../../../src/contract/tool.ts';
import { type CallerCache, callerCache } from '../../../src/engine/auth/authenticate.ts';
import { requestWindows } from '../../../src/engine/auth/request-windows.ts';
import type { Engine } from '../../../src/engine/context/scope.ts';
import { secretBox } from '../../../src/engine/context/secret-box.ts';
import { type PlanName, planNames } from '../../../src/model/limits/plan.ts';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import type { TokenRecord } from '../../../src/store/records/access/tokens.ts';
import { OrganizationStore, storeOn } from '../../../src/store/store.ts';
import { publicPages } from '../../../src/surfaces/http/public-pages.ts';
import type { Phase } from '../../../src/surfaces/http/request-pipeline.ts';
import type { Route } from '../../../src/surfaces/http/request-response.ts';
import { createHttpDoor, type HttpDoor } from '../../../src/surfaces/http/server.ts';
import { adminToolRoutes } from '../../../src/surfaces/rest/admin-tools.ts';
import { openApi, openApiRoutes } from '../../../src/surfaces/rest/openapi.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { v2Routes } from '../../../src/surfaces/rest/v2/routes.ts';
import { toolRoutes } from '../../../src/surfaces/rest/v2/tools.ts';
import type { World } from '../../../src/world/world.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';
import { seededIds } from '../../world/simulated/ids.ts';

/**
 * A platform with the HTTP door and little else: the real door, database, authentication and budgets, and a
 * few tools that each show one feature of a binding. The catalogue has its own tests.
 */
export type SmallPlatform = {
  door: HttpDoor;
  engine: Engine;
  clock: SimulatedClock;
  callers: CallerCache;
  organization: OrganizationRecord;
  /** A token of `organization` with every scope but `admin`. */
  token: string;
  /** Logged internal errors. */
  errors: unknown[];
  setPhase(phase: Phase): void;
  addOrganization(plan: PlanName): Promise<OrganizationRecord>;
  addToken(organization: OrganizationRecord, fields?: Partial<TokenRecord>): Promise<string>;
  ask(method: string, path: string, options?: AskOptions): Promise<Reply>;
  close(): Promise<void>;
};

type AskOptions = {
  token?: string | null;
  headers?: Record<string, string>;
  /** Serialized as JSON, except strings and bytes. */
  body?: unknown;
  peer?: string;
};
// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
export type Reply = { status: number; headers: Headers; body: any; text: string };

const platformUrl = 'http://posthouse.example';

export async function openSmallPlatform(
  options: {
    plan?: PlanName;
    routes?: readonly Route[];
    trustedProxies?: readonly string[];
    connectionLimits?: { max: number; perAddressMax: number };
  } = {},
): Promise<SmallPlatform> {
  const clock = simulatedClock();
  const database = await migratedSqlite();
  const store = storeOn(database);
  const errors: unknown[] = [];
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: (facts: unknown) => errors.push(facts) };
  const ids = seededIds(7, clock);
  const callers = callerCache({ store, clock, log });
  const activeOrganizations = new ActiveOrganizations(clock);
  const engine = {
    store,
    world: { clock, ids, log } as unknown as World,
    settings: {
      baseUrl: platformUrl,
      delivery: 'capture',
      requireVerifiedDomain: false,
      testRunners: [],
      guardScope: 'organization',
    },
    activeOrganizations,
    largeTurns: new LargeTurns(clock, activeOrganizations),
    bulkTurns: new LargeTurns(clock, activeOrganizations),
    unauthenticatedTurns: new UnauthenticatedTurns(),
    answering: new Set(),
    secretBox: secretBox('the secret of a small platform'),
    wake: quiet,
    forgetCallers: () => callers.clear(),
  } as unknown as Engine;
  let phase: Phase = 'ready';
  const catalogue = smallCatalogue();
  const envelopes = { v1: v1Envelope, v2: v2Envelope };
  const door = createHttpDoor({
    engine,
    ...(options.connectionLimits && { connectionLimits: options.connectionLimits }),
    routes: [
      ...v2Routes({ engine, catalogue }),
      ...toolRoutes({ engine, catalogue }),
      ...adminToolRoutes({ engine, catalogue }),
      ...publicPages({
        phase: () => phase,
        outage: database.outage,
        details: async () => null,
        prove: () => null,
      }),
      ...openApiRoutes(async () => openApi({ catalogue, baseUrl: platformUrl, version: '2.1.0', envelopes })),
      ...(options.routes ?? []),
    ],
    callers,
    windows: requestWindows(database.counters, clock),
    envelopes,
    trustedProxies: options.trustedProxies ?? [],
    phase: () => phase,
  });

  const addOrganization = async (plan: PlanName): Promise<OrganizationRecord> =>
    await store.organizations.add({
      id: ids.id('org'),
      name: plan,
      plan,
      sendingEnabled: false,
      defaultFrom: null,
      timezone: 'UTC',
      doubleOptIn: false,
      postalAddress: null,
      createdAt: clock.now(),
    });
  const addToken: SmallPlatform['addToken'] = async (organization, fields = {}) => {
    const secret = ids.secret();
    await new OrganizationStore(database.reader, organization.key).tokens.add(
      {
        id: ids.id('tok'),
        name: 'a test',
        prefix: secret.slice(0, 12),
        scopes: ['full_access'],
        domainId: null,
        mode: 'live',
        allowedRecipients: null,
        sendCap: null,
        ipAllowlist: null,
        lastUsedAt: null,
        createdAt: clock.now(),
        expiresAt: null,
        revokedAt: null,
        mintedBy: null,
        assistant: false,
        ...fields,
      },
      hash('sha256', secret),
    );
    return secret;
  };

  const organization = await addOrganization(options.plan ?? 'enterprise');
  const platformToken = await addToken(organization);
  return {
    door,
    engine,
    clock,
    callers,
    organization,
    token: platformToken,
    errors,
    setPhase(next) {
      phase = next;
    },
    addOrganization,
    addToken,
    async ask(method, path, { token = platformToken, headers = {}, body, peer } = {}) {
      const response = await door.fetch(
        new Request(platformUrl + path, {
          method,
          headers: {
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: bodyOf(body) }),
        }),
        peer,
      );
      const text = await response.text();
      const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
        text,
      };
    },
    async close() {
      await callers.close();
      await database.close();
    },
  };
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

const Thing = z.object({
  object: z.literal('thing'),
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  triggerWorkflows: z.boolean(),
});
type Thing = z.infer<typeof Thing>;

const example = { input: {}, output: {} };

/** Tools that list, create, change, send and refuse things. Each call makes a new set with its own memory. */
function smallCatalogue(): readonly Tool[] {
  const things = new Map<string, Thing>();
  const make = (name: string): Thing => {
    const id = `thing_${things.size + 1}`;
    const thing: Thing = { object: 'thing', id, name, tags: [], triggerWorkflows: true };
    things.set(id, thing);
    return thing;
  };
  const attributes = z.record(z.string(), z.unknown()).optional();

  return [
    defineTool({
      name: 'list_things',
      title: 'List things',
      summary: 'Answers what it was asked',
      toolset: 'core',
      input: z.strictObject({
        ...listFields,
        status: z.enum(['NEW', 'OLD']).optional(),
        tag: z.array(z.string()).optional(),
        weight: z.number().nullable().optional(),
        verbose: z.boolean().default(false),
      }),
      output: listSchema(z.unknown()),
      failures: [],
      effect: 'read',
      needs: 'tags.read',
      rest: { route: 'GET /things', aliases: ['GET /objects'] },
      example,
      run: async (_scope, input) => ({ object: 'list' as const, data: [input], has_more: false }),
    }),
    defineTool({
      name: 'get_thing',
      title: 'Get a thing',
      summary: 'One thing',
      toolset: 'core',
      input: z.strictObject({ thing: z.string() }),
      output: Thing,
      failures: ['not_found'],
      effect: 'read',
      needs: 'tags.read',
      rest: { route: 'GET /things/{thing}' },
      example,
      run: async ({ fail }, { thing }) => things.get(thing) ?? fail('not_found'),
    }),
    defineTool({
      name: 'create_thing',
      title: 'Create a thing',
      summary: 'A new thing, or the old one of that name',
      toolset: 'core',
      input: z.strictObject({
        name: z.string().min(1).max(20),
        attributes,
        triggerWorkflows: z.boolean().default(true),
      }),
      output: Thing,
      failures: [],
      effect: 'write',
      needs: 'tags.write',
      rest: { route: 'POST /things' },
      example,
      run: async (scope, { name, triggerWorkflows }) =>
        await scope.commit(async () => {
          const old = [...things.values()].find((thing) => thing.name === name);
          if (old) return old;
          scope.created();
          return Object.assign(make(name), { triggerWorkflows });
        }),
    }),
    defineTool({
      name: 'update_thing',
      title: 'Update a thing',
      summary: 'Changes a thing',
      toolset: 'core',
      input: z.strictObject({
        thing: z.string(),
        name: z.string().optional(),
        triggerWorkflows: z.boolean().default(true),
      }),
      output: Thing,
      failures: ['not_found'],
      effect: 'write',
      needs: 'tags.write',
      rest: { route: 'PATCH /things/{thing}' },
      example,
      run: async ({ commit, fail }, { thing, triggerWorkflows, name }) =>
        await commit(async () => {
          const old = things.get(thing) ?? fail('not_found');
          return { ...old, name: name ?? old.name, triggerWorkflows };
        }),
    }),
    defineTool({
      name: 'remove_thing_tags',
      title: 'Remove tags',
      summary: 'Answers the tags it was given',
      toolset: 'core',
      input: z.strictObject({ thing: z.string(), tags: z.array(z.string()).min(1) }),
      output: z.object({ object: z.literal('thing'), id: z.string(), tags: z.array(z.string()) }),
      failures: [],
      effect: 'destroy',
      needs: 'tags.write',
      rest: { route: 'DELETE /things/{thing}/tags' },
      example,
      run: async (_scope, { thing, tags }) => ({ object: 'thing' as const, id: thing, tags }),
    }),
    defineTool({
      name: 'create_things',
      title: 'Create things',
      summary: 'Several at once',
      toolset: 'core',
      input: z.strictObject({
        things: z
          .array(z.strictObject({ name: z.string() }))
          .min(1)
          .max(3),
        validation: z.enum(['strict', 'permissive']).default('strict'),
      }),
      output: z.object({ data: z.array(z.object({ id: z.string() })), validation: z.string() }),
      failures: [],
      effect: 'write',
      needs: 'tags.write',
      rest: {
        route: 'POST /things/batch',
        bodyAs: 'things',
        headers: { 'x-batch-validation': 'validation' },
        bodyBytesMax: 4_096,
      },
      example,
      run: async ({ commit }, { things: wanted, validation }) =>
        await commit(async () => ({ data: wanted.map(({ name }) => ({ id: make(name).id })), validation })),
    }),
    defineTool({
      name: 'send_thing',
      title: 'Send a thing',
      summary: 'A new thing at every call.',
      advice: 'Nothing is sent.',
      toolset: 'campaigns',
      input: z.strictObject({ name: z.string() }),
      output: Thing,
      failures: ['RECIPIENT_RATE_LIMITED'],
      effect: 'send',
      needs: 'emails.send',
      rest: { route: 'POST /things/send' },
      example,
      async run(scope, { name }) {
        if (name === 'too often') {
          scope.fail('RECIPIENT_RATE_LIMITED', {
            details: { reason: 'short', retry_after: 30 },
            retryAfterSeconds: 30,
          });
        }
        return await scope.commit(async () => make(name));
      },
    }),
    defineTool({
      name: 'break_thing',
      title: 'Break a thing',
      summary: 'Fails by a fault of ours',
      toolset: 'core',
      input: z.strictObject({}),
      output: z.object({ ok: z.boolean() }),
      failures: [],
      effect: 'write',
      needs: 'tags.write',
      rest: { route: 'POST /things/break' },
      example,
      run: async () => {
        throw new Error('the secret inside');
      },
    }),
    defineTool({
      name: 'verify_email_address',
      title: 'Verify an address',
      summary: 'Finds every address good',
      toolset: 'core',
      input: z.strictObject({ email: z.string() }),
      output: z.object({
        object: z.literal('verification'),
        email: z.string(),
        valid: z.boolean(),
        error: z.null(),
        code: z.null(),
      }),
      failures: [],
      effect: 'read',
      needs: 'emails.send',
      rest: { route: 'POST /verify', aliases: ['POST /emails/verify'] },
      example,
      run: async (_scope, { email }) => ({
        object: 'verification' as const,
        email,
        valid: true,
        error: null,
        code: null,
      }),
    }),
    defineTool({
      name: 'change_plan',
      title: 'Change the plan',
      summary: 'For operators',
      toolset: 'admin',
      input: z.strictObject({ plan: z.enum(planNames) }),
      output: z.object({ plan: z.string() }),
      failures: ['not_found'],
      effect: 'write',
      needs: 'admin',
      rest: null,
      doors: ['tools', 'cli'],
      example,
      run: async ({ commit, fail }, { plan }) =>
        await commit(async () => (plan === 'free' ? fail('not_found') : { plan })),
    }),
  ];
}
