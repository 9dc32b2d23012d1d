import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Outcome } from '../../src/contract/invoke.ts';
import type { Door } from '../../src/engine/context/caller.ts';
import { Failure } from '../../src/model/failure.ts';
import type { OrganizationRecord } from '../../src/model/organization/organization.ts';
import type { TokenScope } from '../../src/model/organization/token.ts';
import { openPlatform, type SimulatedPlatform, usualDoor } from '../world/platform.ts';
import { databases } from '../world/postgres/databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

/** A platform, and an organization in it that no other test uses. */
export type Place = {
  platform: SimulatedPlatform;
  organization: OrganizationRecord;
  /** The secret of the organization's first token, which is `full_access`. */
  token: string;
  /** Uses a tool as the organization's operator; answers its output. */
  use(tool: string, input?: unknown): Promise<Answer>;
  /** The same, with whether the answer is new and whether it is an old one. */
  outcome(tool: string, input?: unknown, more?: { idempotencyKey?: string; door?: Door }): Promise<Outcome>;
  /** What a tool is refused with. */
  refusal(tool: string, input?: unknown, scopes?: readonly TokenScope[]): Promise<Failure>;
  http: SimulatedPlatform['http'];
};

/** Runs the same tests on SQLite and on PostgreSQL, each test in an organization of its own. */
export function onBothDatabases(tests: (place: () => Place) => void): void {
  describe.each(databases)('on %s', (_name, open) => {
    let platform: SimulatedPlatform;
    let place: Place;
    let organizations = 0;

    beforeAll(async () => {
      platform = await openPlatform({ database: await open() });
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
