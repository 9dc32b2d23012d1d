import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveRuleAlone } from '../../src/engine/audience/resolve-audience.ts';
import { dayMs, hourMs, isoInstant } from '../../src/model/instant.ts';
import { evaluateRule, type RuleFacts } from '../../src/model/segment/evaluate-rule.ts';
import type { Rule } from '../../src/model/segment/rule.ts';
import { RuleInput } from '../../src/model/segment/rule-input.ts';
import { subscriberSources, subscriberStatuses } from '../../src/model/subscriber/subscriber.ts';
import type { Person } from '../../src/model/workflow/facts.ts';
import { audienceCondition } from '../../src/store/audience/audience-sql.ts';
import type { Value } from '../../src/store/database.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';
import { randomRuns } from '../world/simulated/random.ts';

const seed = 15_000;
const peopleInScene = 120;
const rulesTried = randomRuns(700);

/**
 * Few words, so that rules match some people; with letters of more than one octet, of two UTF-16 units, and
 * words of SQL.
 */
const words = [
  'ada',
  'Ada',
  'ÉMILE',
  'émile',
  'a_b',
  '%',
  "it's",
  '10',
  'true',
  'null',
  '🎈a',
  '￿',
  'ſ',
  'K',
];
const dates = ['2026-01-05', '2026-01-05T10:00:00.000Z', 'abcd-ef-gh', '🎈bcd-ef-gh', '2999-01-01'];
const numbers = [0, -1, 9, 10, 10.5, 1e21, 1e-7, 2 ** 60, Number.MAX_SAFE_INTEGER, -1.5e300];
const attributeNames = ['plan', 'a.b', '$.x', 'constructor', 'ünïcode 🎈'];
const tagNames = ['News', 'beta'];
const eventNames = ['signed up', 'paid'];
const campaignNames = ['spring', 'autumn'];

const text = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(...dates),
  fc.string({ unit: fc.constantFrom('a', 'A', 'z', 'É', '🎈', '￿', '"', '\\', ' ', '_'), maxLength: 6 }),
);
const someText = text.filter((one) => one.length > 0);
const part = fc.oneof(
  fc.constantFrom('a', 'A', 'É', 'é', '%', '_', '🎈', '@', '.com', 'ad', 'Ext', '"', 'l'),
  someText.filter((one) => one.length <= 64),
);
/** Whole days and hours, so that times can equal the bounds of rules exactly. */
const ago = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map((days) => days * dayMs),
  fc.integer({ min: 0, max: 48 }).map((hours) => hours * hourMs),
);
const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const attributeValue = (now: number) =>
  fc.oneof(
    text,
    fc.constantFrom(...numbers),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    ago.map((ms) => isoInstant(now - ms)),
    ago.map((ms) => isoInstant(now - ms).slice(0, 10)),
  );

const personIn = (now: number) =>
  fc.record({
    firstName: perhaps(text),
    lastName: perhaps(text),
    attributes: fc.dictionary(fc.constantFrom(...attributeNames), attributeValue(now), {
      noNullPrototype: true,
    }),
    status: fc.constantFrom(...subscriberStatuses),
    source: fc.constantFrom(...subscriberSources),
    externalId: perhaps(fc.constantFrom('Ext-', 'ext-', 'É')),
    timezone: perhaps(fc.constantFrom('Europe/Berlin', 'UTC')),
    locale: perhaps(fc.constantFrom('pt-BR', 'de')),
    createdAt: ago.map((ms) => now - ms),
    updatedAt: ago.map((ms) => now - ms),
    lastActivityAt: perhaps(ago.map((ms) => now - ms)),
    lastOpenedAt: perhaps(ago.map((ms) => now - ms)),
    lastClickedAt: perhaps(ago.map((ms) => now - ms)),
    tags: fc.subarray(tagNames),
    events: fc.array(fc.record({ name: fc.constantFrom(...eventNames), at: ago.map((ms) => now - ms) }), {
      maxLength: 3,
    }),
    opened: fc.subarray(campaignNames),
    clicked: fc.subarray(campaignNames),
  });
type Made = ReturnType<typeof personIn> extends fc.Arbitrary<infer One> ? One : never;

const span = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((days) => `${days} days`),
  fc.integer({ min: 1, max: 48 }).map((hours) => `${hours} hours`),
  fc.constantFrom('1 month', '8 weeks', '1 year'),
);
const bare = fc.constantFrom('exists' as const, 'is_empty' as const).map((operator) => ({ operator }));
const inText = fc.array(someText, { minLength: 1, maxLength: 4 });
const asText = fc.oneof(
  fc.record({ operator: fc.constantFrom('eq', 'neq'), value: someText }),
  fc.record({ operator: fc.constant('in'), value: inText }),
  fc.record({ operator: fc.constantFrom('contains', 'starts_with', 'ends_with'), value: part }),
  bare,
);
const order = fc.constantFrom('gt', 'gte', 'lt', 'lte');
const asTime = (now: number) =>
  fc.oneof(
    fc.record({ operator: order, value: ago.map((ms) => isoInstant(now - ms)) }),
    fc.record({ operator: fc.constantFrom('within', 'longer_ago'), value: span }),
    bare,
  );
const asAttribute = (now: number) =>
  fc.oneof(
    asText,
    fc.record({ operator: fc.constantFrom('eq', 'neq'), value: attributeValue(now) }),
    fc.record({
      operator: fc.constant('in'),
      value: fc.array(fc.oneof(text, fc.constantFrom(...numbers), fc.boolean()), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    fc.record({ operator: order, value: fc.oneof(fc.constantFrom(...numbers), someText) }),
    fc.record({ operator: fc.constantFrom('within', 'longer_ago'), value: span }),
  );
const among = <T extends string>(names: readonly T[]) =>
  fc.oneof(
    fc.record({ operator: fc.constantFrom('eq', 'neq'), value: fc.constantFrom(...names) }),
    fc.record({ operator: fc.constant('in'), value: fc.subarray([...names], { minLength: 1 }) }),
  );
const field = (names: readonly string[], how: fc.Arbitrary<object>) =>
  fc.tuple(fc.constantFrom(...names), how).map(([name, comparison]) => ({ field: name, ...comparison }));

function ruleIn(now: number, campaignIds: readonly string[]): fc.Arbitrary<object> {
  const comparison: fc.Arbitrary<object> = fc.oneof(
    field(['email', 'firstName', 'lastName', 'locale', 'timezone', 'externalId'], asText),
    field(['createdAt', 'updatedAt', 'lastActivityAt', 'email_opened', 'email_clicked'], asTime(now)),
    field(['status'], among(subscriberStatuses)),
    field(['source'], among(subscriberSources)),
    field(
      attributeNames.map((name) => `attributes.${name}`),
      asAttribute(now),
    ),
    field(['tags'], fc.oneof(among(['News', 'NEWS', 'beta']), bare)),
    field(
      eventNames.map((name) => `event.${name}`),
      asTime(now),
    ),
    field(['email_opened', 'email_clicked'], among(campaignIds)),
  );
  return fc.letrec<{ rule: object }>((tie) => ({
    rule: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      comparison,
      fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    ),
  })).rule;
}

type Scene = { store: OrganizationStore; now: number; people: RuleFacts[]; campaignIds: string[] };

async function sceneIn({ platform, organization }: Place): Promise<Scene> {
  const { engine } = platform.platform;
  const now = platform.clock.now();
  const made = fc.sample(personIn(now), { seed, numRuns: peopleInScene });
  const people: RuleFacts[] = [];
  const campaignIds = campaignNames.map(() => engine.world.ids.id('cmp'));
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, organization.key);
    const tags = await store.tags.add(
      tagNames.map((name) => ({
        id: engine.world.ids.id('tag'),
        name,
        description: null,
        color: null,
        createdAt: now,
      })),
    );
    for (const [index, id] of campaignIds.entries()) {
      await queries.insert(
        `INSERT INTO campaigns (id, organization, name, audience, status, paused, timezone, badges, revision, gathering,
           search, created_at, updated_at, started_at, sent_at)`,
        [
          [
            id,
            organization.key,
            campaignNames[index]!,
            '{}',
            'SENT',
            0,
            'UTC',
            '[]',
            1,
            0,
            '',
            now,
            now,
            now,
            now,
          ],
        ],
      );
    }
    const campaignKeys = new Map(await store.campaigns.keysOf(campaignIds));
    const records = made.map((one, index) => recordOf(one, index, engine.world.ids.id('sub')));
    const keys = await store.subscribers.add(records);
    for (const [index, one] of made.entries()) {
      const record = records[index]!;
      const key = keys.get(record.email)!;
      await queries.run('UPDATE subscribers SET last_opened_at = $2, last_clicked_at = $3 WHERE key = $1', [
        key,
        one.lastOpenedAt,
        one.lastClickedAt,
      ]);
      const had = tags.filter(({ name }) => one.tags.includes(name));
      await queries.insert(
        'INSERT INTO subscriber_tags (subscriber, tag, created_at)',
        had.map((tag) => [key, tag.key, now]),
      );
      await queries.insert(
        `INSERT INTO events (id, organization, subscriber, subscriber_id, email, name, properties, occurred_at, received_at)`,
        one.events.map(({ name, at }) => [
          engine.world.ids.id('evt'),
          organization.key,
          key,
          record.id,
          record.email,
          name,
          '{}',
          at,
          at,
        ]),
      );
      await queries.insert(
        'INSERT INTO campaign_recipients (campaign, subscriber, state, changed_at, opened_at, clicked_at)',
        campaignNames.map((name, at) => [
          campaignKeys.get(campaignIds[at]!)!,
          key,
          1,
          now,
          one.opened.includes(name) ? now : null,
          one.clicked.includes(name) ? now : null,
        ]),
      );
      const { tagIds: _, ...rest } = record;
      const person: Person = {
        ...rest,
        key,
        tags: had.map(({ id, name }) => ({ id, name })),
        lastOpenedAt: one.lastOpenedAt,
        lastClickedAt: one.lastClickedAt,
      };
      people.push({
        person,
        eventCount: (name) => one.events.filter((event) => event.name === name).length,
        lastEventAt: (name) =>
          one.events
            .filter((event) => event.name === name)
            .reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null),
        reactionAt: (kind, id) => {
          const reached = kind === 'email_opened' ? one.opened : one.clicked;
          return reached.includes(campaignNames[campaignIds.indexOf(id)]!) ? now : null;
        },
        trigger: null,
        properties: null,
      });
    }
  });
  return { store: engine.store.forOrganization(organization.key), now, people, campaignIds };
}

function recordOf(one: Made, index: number, id: string) {
  const { firstName, lastName, attributes, status, source, timezone, locale } = one;
  const { createdAt, updatedAt, lastActivityAt } = one;
  return {
    ...{ firstName, lastName, attributes, status, source, timezone, locale },
    ...{ createdAt, updatedAt, lastActivityAt },
    key: 0,
    id,
    email: `${['ada', 'o%b', 'a_b', 'z'][index % 4]}${index}@example.com`,
    externalId: one.externalId === null ? null : `${one.externalId}${index}`,
    tagIds: [],
    consent: null,
    unsubscribedAt: null,
    unsubscribedBecause: null,
  };
}

async function foundBy({ store, now }: Scene, rule: Rule): Promise<string[]> {
  const values: Value[] = [store.organization];
  const terms = await resolveRuleAlone(store, rule);
  const condition = audienceCondition(terms, store.queries.dialect, values, now);
  const rows = await store.queries.all<{ email: string }>(
    `SELECT email FROM subscribers WHERE organization = $1${condition}`,
    values,
  );
  return rows.map(({ email }) => email).sort();
}

onBothDatabases((place) => {
  describe('a rule evaluated in memory', () => {
    test('matches exactly the subscribers that the database finds', async () => {
      const scene = await sceneIn(place());
      let telling = 0;
      await fc.assert(
        fc.asyncProperty(ruleIn(scene.now, scene.campaignIds), async (given) => {
          const rule = RuleInput.parse(given);
          const holding = scene.people
            .filter((facts) => evaluateRule(rule, facts, scene.now).holds)
            .map(({ person }) => person.email)
            .sort();
          expect(holding).toEqual(await foundBy(scene, rule));
          if (holding.length > 0 && holding.length < peopleInScene) telling += 1;
        }),
        { seed, numRuns: rulesTried },
      );
      // Rules that everyone or no person matches would prove little.
      expect(telling).toBeGreaterThan(rulesTried / 3);
    }, 120_000);
  });
});
