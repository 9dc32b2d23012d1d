import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Outcome } from '../../src/contract/invoke.ts';
import type { Door } from '../../src/engine/context/caller.ts';
import { Failure } from '../../src/model/failure.ts';
import type { OrganizationRecord } from '../../src/model/organization/organization.ts';
import type { TokenScope } from '../../src/model/organization/token.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform, usualDoor } from '../world/platform.ts';
import { databases } from '../world/postgres/databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

/** A platform, and an organization used by only one test. */
export type Place = {
  platform: SimulatedPlatform;
  organization: OrganizationRecord;
  /** Secret of the organization's first token, which has `full_access`. */
  token: string;
  /** Calls a tool as the organization's operator; returns its output. */
  use(tool: string, input?: unknown): Promise<Answer>;
  /** Like `use`, but also returns whether the object was created and whether the result was replayed. */
  outcome(tool: string, input?: unknown, more?: { idempotencyKey?: string; door?: Door }): Promise<Outcome>;
  /** Returns the failure of a refused call. */
  refusal(tool: string, input?: unknown, scopes?: readonly TokenScope[]): Promise<Failure>;
  http: SimulatedPlatform['http'];
};

/** Runs the tests on SQLite and on PostgreSQL, each test in its own organization. */
export function onBothDatabases(
  tests: (place: () => Place) => void,
  options: Pick<OpenOptions, 'mcp'> = {},
): void {
  describe.each(databases)('on %s,', (_name, open) => {
    let platform: SimulatedPlatform;
    let place: Place;
    let organizations = 0;

    beforeAll(async () => {
      platform = await openPlatform({ ...options, database: await open() });
    });
    beforeEach(async () => {
      organizations += 1;
      place = await placeIn(platform, `Organization ${organizations}`);
    });
    afterAll(async () => {
      await platform.close();
    });

    tests(() => place);
  });
}

async function placeIn(platform: SimulatedPlatform, name: string): Promise<Place> {
  const { organization, token } = await platform.addOrganization(name);
  const outcome: Place['outcome'] = async (
    tool,
    input = {},
    { idempotencyKey, door = usualDoor(tool) } = {},
  ) => {
    const now = (await platform.platform.engine.store.organizations.byKey(organization.key))!;
    return await platform.call(tool, input, {
      caller: platform.caller(door, now),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  };
  return {
    platform,
    organization,
    token,
    outcome,
    use: async (tool, input) => (await outcome(tool, input)).output,
    async refusal(tool, input = {}, scopes) {
      const caller = platform.caller(usualDoor(tool), organization, scopes);
      const result = await platform.call(tool, input, { caller }).then(
        () => null,
        (error: unknown) => error,
      );
      if (result instanceof Failure) return result;
      throw new Error(`${tool} was not refused`, { cause: result });
    },
    http: (method, path, options = {}) => platform.http(method, path, { token, ...options }),
  };
}
