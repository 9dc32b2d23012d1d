import { describe, expect, test } from 'vitest';
import { countAudience, viewAudience } from '../../src/engine/audience/count-audience.ts';
import { resolveAudience, resolveRuleAlone } from '../../src/engine/audience/resolve-audience.ts';
import { type Audience, allActive } from '../../src/model/campaign/campaign.ts';
import type { EmailEventType } from '../../src/model/email/lifecycle.ts';
import { dayMs, isoInstant } from '../../src/model/instant.ts';
import type { Comparison, Rule } from '../../src/model/segment/rule.ts';
import { RuleInput } from '../../src/model/segment/rule-input.ts';
import type { Attributes, SubscriberRecord } from '../../src/model/subscriber/subscriber.ts';
import { calculateSliceRows, calculateSliceSize } from '../../src/store/audience/audience-slice-size.ts';
import {
  type AudienceTerms,
  audienceCondition,
  type RuleTerm,
} from '../../src/store/audience/audience-sql.ts';
import type { Value } from '../../src/store/database.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';
import { randomRuns, type SeededRandom, seededRandom } from '../world/simulated/random.ts';

/** Names and values with a special meaning in SQL, LIKE, JSON or a JSON path. */
const hostile = [
  `a"b`,
  `it's`,
  'a.b',
  'a[0]',
  '$',
  '$.x',
  '%',
  '_',
  '\\',
  'a\\"b',
  'ünïcode 🎈',
  `'; DROP TABLE subscribers; --`,
  '$1',
  '#-1',
  ' ',
  'null',
  'constructor',
];

type Person = {
  record: SubscriberRecord;
  tags: readonly string[];
  events: readonly { name: string; at: number }[];
  openedAt: number | null;
  /** Names of campaigns of which they opened a mail. */
  opened: readonly string[];
  /** The state of their recipient row of each campaign, by its name. */
  fates: Readonly<Record<string, LineFate>>;
};

/** State of a recipient row: waiting, skipped, or the last event of its mail. */
type LineFate = 'waiting' | 'passed over' | EmailEventType;
const lineFates: readonly LineFate[] = [
  'waiting',
  'passed over',
  'queued',
  'delivery_delayed',
  'sent',
  'delivered',
  'opened',
  'complained',
  'bounced',
  'failed',
  'suppressed',
  'canceled',
];
/** In the ended campaign, queued mail is being cancelled; in the other it will be sent. */
const reaching: Readonly<Record<string, readonly LineFate[]>> = {
  spring: ['queued', 'delivery_delayed', 'sent', 'delivered', 'opened', 'complained'],
  autumn: ['sent', 'delivered', 'opened', 'complained'],
};

const names = ['Ada', 'ada', 'ADA', 'Émile', 'émile', 'O%Brien', 'a_b', '', null];
const plans = [
  'pro',
  'Pro',
  'pro plan',
  '',
  '10',
  'true',
  '2026-01-05',
  '2025-06-01T00:00:00.000Z',
  ...hostile,
];
const numbers = [0, -1, 9, 10, 10.5, 1e21, 1e-7, 2 ** 60, Number.MAX_SAFE_INTEGER];
const attributeNames = ['plan', 'age', ...hostile];
const tagNames = ['news', 'beta', 'none has it'];
const eventNames = ['signed up', 'paid', 'never'];
const campaignNames = ['spring', 'autumn'];
/** Age of every first open, by campaign. */
const openedDaysAgo: Readonly<Record<string, number>> = { spring: 40, autumn: 5 };

function attributeValue(random: SeededRandom): Attributes[string] {
  const kind = random.integer(8);
  if (kind < 4) return random.pick(plans);
  if (kind < 6) return random.pick(numbers);
  return kind === 6 ? random.uniform() < 0.5 : null;
}

function someOf<T>(random: SeededRandom, choices: readonly T[]): T[] {
  return choices.filter(() => random.uniform() < 0.4);
}

function person(random: SeededRandom, index: number, id: string, now: number): Person {
  const attributes: Attributes = {};
  for (const name of someOf(random, attributeNames)) attributes[name] = attributeValue(random);
  const time = () => now - random.integer(90) * dayMs;
  return {
    record: {
      key: 0,
      id,
      email: `${random.pick(['ada', 'bob', 'o%b', 'a_b'])}${index}@${random.pick(['example.com', 'mail.test'])}`,
      firstName: random.pick(names),
      lastName: random.pick(names),
      attributes,
      tagIds: [],
      status: random.pick(['ACTIVE', 'ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']),
      externalId: random.uniform() < 0.5 ? null : `Ext-${index}`,
      source: random.pick(['API', 'IMPORT', 'FORM']),
      timezone: random.pick([null, 'Europe/Berlin']),
      locale: random.pick([null, 'pt-BR', 'de']),
      consent: null,
      createdAt: time(),
      updatedAt: time(),
      unsubscribedAt: null,
      unsubscribedBecause: null,
      lastActivityAt: random.pick([null, time()]),
    },
    tags: someOf(random, tagNames.slice(0, 2)),
    events: someOf(random, eventNames.slice(0, 2)).flatMap((name) =>
      Array.from({ length: 1 + random.integer(4) }, () => ({ name, at: time() })),
    ),
    openedAt: random.pick([null, time()]),
    opened: someOf(random, campaignNames),
    fates: Object.fromEntries(campaignNames.map((name) => [name, random.pick(lineFates)])),
  };
}

/** The ids of the scene's tags and campaigns, by name. */
type Scene = {
  people: Person[];
  now: number;
  tagIds: Map<string, string>;
  campaignIds: Map<string, string>;
  store: OrganizationStore;
};

async function sceneIn({ platform, organization }: Place, seed: number, size: number): Promise<Scene> {
  const random = seededRandom(seed);
  const { engine } = platform.platform;
  const now = platform.clock.now();
  const make = (index: number) => person(random, index, engine.world.ids.id('sub'), now);
  const people = Array.from({ length: size }, (_, index) => make(index));
  const tagIds = new Map(tagNames.map((name) => [name, engine.world.ids.id('tag')]));
  const campaignIds = new Map(campaignNames.map((name) => [name, engine.world.ids.id('cmp')]));
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, organization.key);
    const tags = await store.tags.add(
      [...tagIds].map(([name, id]) => ({ id, name, description: null, color: null, createdAt: now })),
    );
    const tagKeys = new Map(tags.map(({ name, key }) => [name, key]));
    for (const [name, id] of campaignIds) {
      await queries.insert(
        `INSERT INTO campaigns (id, organization, name, audience, status, paused, timezone, badges, revision, gathering,
           search, created_at, updated_at, started_at, sent_at)`,
        [
          [
            id,
            organization.key,
            name,
            '{}',
            name === 'spring' ? 'SENT' : 'ARCHIVED',
            0,
            'UTC',
            '[]',
            1,
            0,
            name,
            now,
            now,
            now,
            name === 'spring' ? now : null,
          ],
        ],
      );
    }
    const keys = await store.subscribers.add(people.map(({ record }) => record));
    for (const { record, tags: had, events, openedAt, opened, fates } of people) {
      record.key = keys.get(record.email)!;
      await queries.run('UPDATE subscribers SET last_opened_at = $2 WHERE key = $1', [record.key, openedAt]);
      await queries.insert(
        'INSERT INTO subscriber_tags (subscriber, tag, created_at)',
        had.map((name) => [record.key, tagKeys.get(name)!, now]),
      );
      await queries.insert(
        `INSERT INTO events (id, organization, subscriber, subscriber_id, email, name, properties, occurred_at, received_at)`,
        events.map(({ name, at }) => [
          engine.world.ids.id('evt'),
          organization.key,
          record.key,
          record.id,
          record.email,
          name,
          '{}',
          at,
          at,
        ]),
      );
      for (const name of campaignNames) {
        const campaign = await store.campaigns.keyOf(campaignIds.get(name)!);
        const fate = fates[name]!;
        const emailId = fate === 'waiting' || fate === 'passed over' ? null : engine.world.ids.id('eml');
        const state = emailId !== null ? 1 : fate === 'waiting' ? 0 : 2;
        await queries.insert(
          'INSERT INTO campaign_recipients (campaign, subscriber, state, changed_at, opened_at, email_id)',
          [
            [
              campaign!,
              record.key,
              state,
              now,
              opened.includes(name) ? now - openedDaysAgo[name]! * dayMs : null,
              emailId,
            ],
          ],
        );
        if (emailId === null) continue;
        await queries.insert(
          `INSERT INTO emails (id, organization, source, delivery_mode, last_event, last_event_at, last_event_machine,
             created_at, from_text, to_text, to_key, subject, message_id, body_kind, body)`,
          [
            [
              emailId,
              organization.key,
              'campaign',
              'live',
              fate,
              now,
              0,
              now,
              '',
              '',
              '',
              '',
              emailId,
              'html',
              '',
            ],
          ],
        );
      }
    }
  });
  return { people, now, tagIds, campaignIds, store: engine.store.forOrganization(organization.key) };
}

/** Returns the sorted addresses found by the database. */
async function found({ store, now }: Scene, terms: AudienceTerms): Promise<string[]> {
  const values: Value[] = [store.organization];
  const condition = audienceCondition(terms, store.queries.dialect, values, now);
  const rows = await store.queries.all<{ email: string }>(
    `SELECT email FROM subscribers WHERE organization = $1${condition}`,
    values,
  );
  return rows.map(({ email }) => email).sort();
}

async function foundBy(scene: Scene, rule: Rule): Promise<string[]> {
  return await found(scene, await resolveRuleAlone(scene.store, rule));
}

/** Returns the matching people by a plain implementation. */
function expected({ people, now }: Scene, rule: Rule): string[] {
  return people
    .filter((one) => passes(one, rule, now))
    .map(({ record }) => record.email)
    .sort();
}

function passes(one: Person, rule: Rule, now: number): boolean {
  if ('and' in rule) return rule.and.every((part) => passes(one, part, now));
  if ('or' in rule) return rule.or.some((part) => passes(one, part, now));
  if (rule.operator === 'neq') return !passes(one, { ...rule, operator: 'eq' }, now);
  if (rule.operator === 'is_empty') return !passes(one, { ...rule, operator: 'exists' }, now);
  if (rule.operator === 'count_lt') return !passes(one, { ...rule, operator: 'count_gte' }, now);
  const wanted = [rule.value].flat();
  if (rule.field === 'tags') {
    return rule.operator === 'exists'
      ? one.tags.length > 0
      : wanted.some((tag) => one.tags.includes(String(tag)));
  }
  if (rule.field.startsWith('event.')) {
    const times = one.events.filter(({ name }) => `event.${name}` === rule.field).map(({ at }) => at);
    if (rule.operator === 'count_gte') return countOf(times, rule, now) >= Number(rule.value);
    return passesTime(times.length === 0 ? null : Math.max(...times), rule, now);
  }
  if (rule.field === 'email_opened') {
    if (rule.operator === 'eq' || rule.operator === 'in') {
      return wanted.some((campaign) => one.opened.includes(String(campaign)));
    }
    if (rule.operator === 'count_gte') {
      const times = one.opened.map((name) => now - openedDaysAgo[name]! * dayMs);
      return countOf(times, rule, now) >= Number(rule.value);
    }
    return passesTime(one.openedAt, rule, now);
  }
  if (rule.field === 'email_reached') {
    return wanted.some((campaign) => reaching[String(campaign)]!.includes(one.fates[String(campaign)]!));
  }
  if (rule.field.endsWith('At')) {
    return passesTime(one.record[rule.field as 'createdAt' | 'lastActivityAt'], rule, now);
  }
  if (rule.field.startsWith('attributes.')) {
    const name = rule.field.slice('attributes.'.length);
    const value = Object.hasOwn(one.record.attributes, name) ? one.record.attributes[name]! : null;
    return passesAttribute(value, rule, now);
  }
  const text = one.record[rule.field as 'email' | 'externalId'];
  if (rule.operator === 'exists') return text !== null && text !== '';
  if (text === null) return false;
  if (rule.field === 'externalId' && (rule.operator === 'eq' || rule.operator === 'in')) {
    return wanted.includes(text);
  }
  return passesText(text, rule, fold);
}

function passesAttribute(value: Attributes[string], rule: Comparison, now: number): boolean {
  const wanted = [rule.value].flat() as (string | number | boolean | null)[];
  switch (rule.operator) {
    case 'exists':
      return value !== null && value !== '';
    case 'eq':
    case 'in':
      return wanted.includes(value);
    case 'within':
      return (
        typeof value === 'string' &&
        /^.{4}-..-../u.test(value) &&
        bytes(value, isoInstant(now - spanMs(rule))) >= 0 &&
        bytes(value, isoInstant(now)) <= 0
      );
    case 'longer_ago':
      return (
        typeof value === 'string' &&
        /^.{4}-..-../u.test(value) &&
        bytes(value, isoInstant(now - spanMs(rule))) < 0
      );
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const [bound] = wanted;
      if (typeof value === 'number' && typeof bound === 'number') return inOrder(value - bound, rule);
      return typeof value === 'string' && typeof bound === 'string' && inOrder(bytes(value, bound), rule);
    }
    default:
      return typeof value === 'string' && passesText(value, rule, fold);
  }
}

function passesText(text: string, { operator, value }: Comparison, same: (text: string) => string): boolean {
  const wanted = [value].flat().map((one) => same(String(one)));
  if (operator === 'contains') return same(text).includes(wanted[0]!);
  if (operator === 'starts_with') return same(text).startsWith(wanted[0]!);
  if (operator === 'ends_with') return same(text).endsWith(wanted[0]!);
  return wanted.includes(same(text));
}

function passesTime(at: number | null, rule: Comparison, now: number): boolean {
  if (rule.operator === 'exists') return at !== null;
  if (at === null) return false;
  if (rule.operator === 'longer_ago') return at < now - spanMs(rule);
  return rule.operator === 'within'
    ? at >= now - spanMs(rule)
    : inOrder(at - Date.parse(String(rule.value)), rule);
}

function inOrder(difference: number, { operator }: Comparison): boolean {
  if (operator === 'gt') return difference > 0;
  if (operator === 'gte') return difference >= 0;
  return operator === 'lt' ? difference < 0 : difference <= 0;
}

function countOf(times: readonly number[], { within }: Comparison, now: number): number {
  const since = within === undefined ? 0 : now - spanMs({ value: within });
  return times.filter((at) => at >= since).length;
}

function spanMs({ value }: Pick<Comparison, 'value'>): number {
  return Number(String(value).split(' ')[0]) * dayMs;
}

function bytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function fold(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Generates a valid rule; tags and campaigns are named as in the scene. */
function randomRule(random: SeededRandom, depth: number, now: number): Rule {
  const shape = random.uniform();
  if (depth > 0 && shape < 0.5) {
    const parts = Array.from({ length: 1 + random.integer(3) }, () => randomRule(random, depth - 1, now));
    return shape < 0.25 ? { and: parts } : { or: parts };
  }
  const span = () => `${1 + random.integer(80)} days`;
  const time = () => isoInstant(now - random.integer(90) * dayMs);
  const timed = (): Pick<Comparison, 'operator' | 'value'> =>
    random.pick([
      { operator: random.pick(['gt', 'gte', 'lt', 'lte'] as const), value: time() },
      { operator: random.pick(['within', 'longer_ago'] as const), value: span() },
      { operator: random.pick(['exists', 'is_empty'] as const) },
    ]);
  const counted = (): Pick<Comparison, 'operator' | 'value'> => ({
    operator: random.pick(['count_gte', 'count_lt'] as const),
    value: 1 + random.integer(3),
  });
  const worded = (words: readonly string[]): Pick<Comparison, 'operator' | 'value'> =>
    random.pick([
      {
        operator: random.pick(['eq', 'neq', 'contains', 'starts_with', 'ends_with'] as const),
        value: random.pick(words),
      },
      { operator: 'in' as const, value: [random.pick(words), random.pick(words)] },
      { operator: random.pick(['exists', 'is_empty'] as const) },
    ]);
  switch (random.integer(9)) {
    case 0:
      return {
        field: random.pick(['firstName', 'lastName']),
        ...worded(['ada', 'Ad', 'ÉMILE', 'émile', '%', '_']),
      };
    case 1:
      return { field: 'email', ...worded(['ADA', '@example.com', '%', '_', 'mail.test', 'bob1@mail.test']) };
    case 2:
      return { field: 'externalId', ...worded(['Ext-3', 'ext-3', '-', 'EXT']) };
    case 3:
      return { field: random.pick(['createdAt', 'lastActivityAt', 'email_opened']), ...timed() };
    case 4:
      return random.pick<Rule>([
        { field: 'tags', operator: random.pick(['eq', 'neq', 'contains']), value: random.pick(tagNames) },
        { field: 'tags', operator: 'in', value: ['news', 'none has it'] },
        { field: 'tags', operator: random.pick(['exists', 'is_empty']) },
      ]);
    case 5:
      return random.pick<Rule>([
        { field: `event.${random.pick(eventNames)}`, ...timed() },
        { field: `event.${random.pick(eventNames)}`, ...counted() },
        { field: `event.${random.pick(eventNames)}`, ...counted(), within: span() },
      ]);
    case 6:
      return random.pick<Rule>([
        { field: 'email_opened', operator: random.pick(['eq', 'neq']), value: random.pick(campaignNames) },
        { field: 'email_opened', operator: 'in', value: campaignNames },
        { field: 'email_opened', ...counted(), within: span() },
        { field: 'email_opened', ...counted() },
        { field: 'email_reached', operator: random.pick(['eq', 'neq']), value: random.pick(campaignNames) },
        { field: 'email_reached', operator: 'in', value: campaignNames },
        { field: 'status', operator: random.pick(['eq', 'neq']), value: 'ACTIVE' },
        { field: 'source', operator: 'in', value: ['API', 'FORM'] },
      ]);
    default: {
      const field = `attributes.${random.pick(attributeNames)}`;
      return random.pick<Rule>([
        { field, ...worded(plans.filter((word) => word !== '')) },
        { field, operator: random.pick(['eq', 'neq']), value: attributeValue(random) },
        { field, operator: 'in', value: [10, '10', true] },
        { field, operator: random.pick(['gt', 'gte', 'lt', 'lte']), value: random.pick(numbers) },
        { field, operator: random.pick(['gt', 'gte', 'lt', 'lte']), value: random.pick(hostile) },
        { field, operator: random.pick(['within', 'longer_ago']), value: '365 days' },
      ]);
    }
  }
}

const namesCampaigns = ['email_opened', 'email_reached'];

/** The rule with ids for the campaigns it names, as a caller writes them. */
function withIds(rule: Rule, { campaignIds }: Scene): Rule {
  if ('and' in rule) return { and: rule.and.map((part) => withIds(part, { campaignIds } as Scene)) };
  if ('or' in rule) return { or: rule.or.map((part) => withIds(part, { campaignIds } as Scene)) };
  if (!namesCampaigns.includes(rule.field) || !['eq', 'neq', 'in'].includes(rule.operator)) return rule;
  const ids = [rule.value].flat().map((name) => campaignIds.get(String(name))!);
  return { ...rule, value: rule.operator === 'in' ? ids : ids[0]! };
}

const rulesTried = randomRuns(600);
const people = 120;

onBothDatabases((place) => {
  describe('a rule', () => {
    test('matches the same subscribers as a plain implementation', async () => {
      const seed = 20_261;
      const scene = await sceneIn(place(), seed, people);
      const random = seededRandom(seed);
      let matched = 0;
      for (let index = 0; index < rulesTried; index += 1) {
        const rule = randomRule(random, 3, scene.now);
        const read = RuleInput.parse(withIds(rule, scene));
        const wanted = expected(scene, rule);
        expect(await foundBy(scene, read), `seed ${seed}, rule ${index}: ${JSON.stringify(rule)}`).toEqual(
          wanted,
        );
        if (wanted.length > 0 && wanted.length < people) matched += 1;
      }
      // Rules that everyone or no person matches would prove little.
      expect(matched).toBeGreaterThan(rulesTried / 3);
    }, 60_000);

    test('takes any attribute name and value literally', async () => {
      const scene = await sceneIn(place(), 7, people);
      for (const name of hostile) {
        for (const value of hostile) {
          const rule: Rule = { field: `attributes.${name}`, operator: 'eq', value };
          expect(await foundBy(scene, rule), `${name} = ${value}`).toEqual(expected(scene, rule));
        }
        const has: Rule = { field: `attributes.${name}`, operator: 'exists' };
        const having = expected(scene, has);
        expect(having.length).toBeGreaterThan(0);
        expect(await foundBy(scene, has), name).toEqual(having);
      }
    });

    test('may have 100 comparisons in eight levels', async () => {
      const scene = await sceneIn(place(), 9, 10);
      const list = Array.from(
        { length: 100 },
        (_, index): Rule => ({
          field: 'attributes.plan',
          operator: 'in',
          value: Array.from({ length: 100 }, () => `${index}`.repeat(100)),
        }),
      );
      let rule: Rule = { and: list };
      for (let depth = 2; depth < 8; depth += 1) rule = { or: [rule] };
      expect(await foundBy(scene, RuleInput.parse(rule))).toEqual([]);
    });
  });

  describe('an audience', () => {
    const audience = (more: Partial<Audience>): Audience => ({ ...allActive, ...more });
    const tags = (more: Partial<Audience['tags']>) => audience({ tags: { ...allActive.tags, ...more } });
    const all = ({ people: them }: Scene) => them.map(({ record }) => record.email).sort();
    const meant = async (scene: Scene, of: Audience) =>
      await found(scene, await resolveAudience(scene.store, of));

    test('without terms contains all subscribers, and fewer with each term', async () => {
      const scene = await sceneIn(place(), 3, 60);
      const news = scene.tagIds.get('news')!;
      const beta = scene.tagIds.get('beta')!;
      const having = (test: (one: Person) => boolean) =>
        scene.people
          .filter(test)
          .map(({ record }) => record.email)
          .sort();
      expect(await meant(scene, allActive)).toEqual(all(scene));
      expect(await meant(scene, tags({ any: [news, beta] }))).toEqual(having((one) => one.tags.length > 0));
      expect(await meant(scene, tags({ all: [news, beta] }))).toEqual(having((one) => one.tags.length === 2));
      expect(await meant(scene, tags({ any: [news], none: [beta] }))).toEqual(
        having((one) => one.tags.includes('news') && !one.tags.includes('beta')),
      );
      const { id, email } = scene.people[5]!.record;
      expect(await meant(scene, audience({ subscriberIds: [id, 'sub_unknown'] }))).toEqual([email]);
      const filter: Rule = { field: 'email', operator: 'neq', value: email };
      expect(await meant(scene, audience({ subscriberIds: [id], filter }))).toEqual([]);
    });

    test('above the limit of one scan is counted completely, with a sample of the recipients', async () => {
      const here = place();
      const { engine } = here.platform.platform;
      const scene = await sceneIn(here, 8, 600);
      const { store, now } = scene;
      const known: Rule = { field: 'email', operator: 'exists' };
      // Each person takes so many comparisons that one scan covers at most 250.
      const filter: Rule = { and: Array.from({ length: 100 }, () => known) };
      const counts: [Audience, (one: Person) => boolean][] = [
        [audience({ filter }), () => true],
        [{ ...tags({ any: [scene.tagIds.get('news')!] }), filter }, (one) => one.tags.includes('news')],
        [{ ...tags({ none: [scene.tagIds.get('news')!] }), filter }, (one) => !one.tags.includes('news')],
        [
          audience({ filter, subscriberIds: scene.people.slice(0, 300).map(({ record }) => record.id) }),
          (one) => scene.people.indexOf(one) < 300,
        ],
      ];
      for (const [of, meantBy] of counts) {
        const terms = await resolveAudience(store, of);
        const wanted = scene.people.filter(meantBy);
        expect(await countAudience(store, terms, now)).toBe(wanted.length);
        const view = await viewAudience(engine, store, terms, now);
        const active = wanted.filter(({ record }) => record.status === 'ACTIVE');
        expect([view.count, view.sample.length, view.complete]).toEqual([active.length, 5, true]);
        const skipped = [...view.skipped.values()].reduce((sum, { count }) => sum + count, 0);
        expect(skipped).toBe(wanted.length - active.length);
        for (const { id } of view.sample) expect(active.map(({ record }) => record.id)).toContain(id);
      }
    });

    test('never grows when a tag or segment is deleted', async () => {
      const scene = await sceneIn(place(), 4, 20);
      const news = scene.tagIds.get('news')!;
      const gone = `tag_${'0'.repeat(26)}`;
      const withNews = await meant(scene, tags({ any: [news] }));
      expect(withNews.length).toBeGreaterThan(0);
      expect(await meant(scene, tags({ any: [gone] }))).toEqual([]);
      expect(await meant(scene, tags({ any: [gone, news] }))).toEqual(withNews);
      expect(await meant(scene, tags({ all: [gone, news] }))).toEqual([]);
      // The excluded people are no longer known, so it matches no subscriber, even with another term.
      expect(await meant(scene, tags({ none: [gone] }))).toEqual([]);
      expect(await meant(scene, tags({ any: [news], none: [gone, news] }))).toEqual([]);
      expect(await meant(scene, audience({ segmentId: 'seg_gone' }))).toEqual([]);
      expect(await foundBy(scene, { field: 'tags', operator: 'eq', value: gone })).toEqual([]);
      expect(await foundBy(scene, { field: 'tags', operator: 'in', value: [gone, news] })).toEqual(withNews);
      const without: Rule = { field: 'tags', operator: 'neq', value: gone };
      expect(await foundBy(scene, without)).toEqual([]);
      const known: Rule = { field: 'email', operator: 'exists' };
      expect(await foundBy(scene, { or: [{ and: [without] }, known] })).toEqual([]);
      for (const operator of ['eq', 'neq', 'in'] as const) {
        const value = operator === 'in' ? ['cmp_gone'] : 'cmp_gone';
        for (const field of namesCampaigns) {
          expect([field, await foundBy(scene, { field, operator, value })]).toEqual([field, []]);
        }
      }
    });

    test('of one organization contains no subscriber of another organization', async () => {
      const here = place();
      const theirs = await sceneIn(here, 5, 20);
      const { organization } = await here.platform.addOrganization('Another');
      const ours = await sceneIn({ ...here, organization }, 6, 20);
      const { id: segmentId } = await here.use('create_segment', {
        name: 'Theirs',
        rule: { field: 'status', operator: 'neq', value: 'PENDING' },
      });
      expect(await meant(ours, tags({ any: [theirs.tagIds.get('news')!] }))).toEqual([]);
      expect(await meant(ours, tags({ all: [theirs.tagIds.get('news')!] }))).toEqual([]);
      expect(await meant(ours, audience({ segmentId }))).toEqual([]);
      expect(await meant(theirs, audience({ segmentId }))).not.toEqual([]);
      const subscriberIds = theirs.people.map(({ record }) => record.id);
      expect(await meant(ours, audience({ subscriberIds }))).toEqual([]);
      const campaign = theirs.campaignIds.get('spring')!;
      for (const field of namesCampaigns) {
        expect(await foundBy(ours, { field, operator: 'eq', value: campaign })).toEqual([]);
      }
      expect(await foundBy(ours, { field: 'tags', operator: 'eq', value: 'news' })).toEqual(
        expected(ours, { field: 'tags', operator: 'eq', value: 'news' }),
      );
    });
  });

  test('a scan over long attributes uses short slices and misses no subscriber', async () => {
    const scene = await sceneIn(place(), 7, 60);
    const { store, now } = scene;
    const long = JSON.stringify({ text: `${'a'.repeat(16_000)}B` });
    const half = scene.people.slice(0, 30).map(({ record }) => record.key);
    for (const key of half) {
      await place().platform.platform.engine.store.database.transaction((queries) =>
        queries.run('UPDATE subscribers SET attributes = $1 WHERE key = $2', [long, key]),
      );
    }
    const sought = { field: 'attributes.text', operator: 'contains', value: 'AAAAb' } as const;
    const rule: Rule = { or: Array(20).fill(sought) };
    const terms = await resolveRuleAlone(store, rule);
    let slices = 0;
    let amount = 0;
    for (let after: number | null = 0; after !== null; slices += 1) {
      const slice: Awaited<ReturnType<typeof store.audiences.slice>> = await store.audiences.slice(
        terms,
        now,
        after,
      );
      for (const part of slice.parts) amount += part.amount;
      after = slice.next;
    }
    expect(amount).toBe(30);
    // A row of 16 KiB is a slice of its own; the others fit into one.
    expect([slices >= 30, slices <= 32]).toEqual([true, true]);
    const listed = await store.subscribers.list({ segment: { terms, now } }).page({ limit: 50 });
    expect(listed.rows.map(({ key }) => key)).toEqual([...half].sort((a, b) => b - a));
  });
});

describe('a slice of a scan', () => {
  const rulesOf = (...rules: RuleTerm[]): AudienceTerms => ({
    isEmpty: false,
    anyTags: [],
    allTags: [],
    noTags: [],
    rules,
    subscriberIds: null,
  });
  const plain: RuleTerm = { field: 'email', operator: 'contains', value: 'a' };
  const attribute: RuleTerm = { field: 'attributes.a', operator: 'eq', value: 'a' };
  const sought: RuleTerm = { field: 'attributes.a', operator: 'contains', value: 'a' };
  const opened: RuleTerm = {
    field: 'email_opened',
    operator: 'in',
    value: [],
    keys: Array.from({ length: 100 }, (_, key) => key),
  };

  test('is long for cheap rules and short for expensive rules', () => {
    expect(calculateSliceSize(rulesOf())).toEqual({ rows: 5_000, octets: null });
    expect(calculateSliceSize(rulesOf(plain))).toEqual({ rows: 2_500, octets: null });
    expect(calculateSliceSize(rulesOf({ or: Array(100).fill(attribute) })).rows).toBeLessThan(50);
    expect(calculateSliceSize(rulesOf({ or: Array(5).fill(opened) })).rows).toBeLessThan(20);
    const once = calculateSliceSize(rulesOf(sought)).octets!;
    expect(calculateSliceSize(rulesOf({ or: Array(20).fill(sought) })).octets).toBe(once / 20);
    expect(calculateSliceRows(rulesOf({ or: Array(20).fill(sought) }))).toBeLessThan(5);
    const count: RuleTerm = { field: 'event.paid', operator: 'count_gte', value: 2 };
    expect(calculateSliceSize(rulesOf(count)).rows).toBeGreaterThan(1_000);
    expect(calculateSliceSize(rulesOf({ or: Array(100).fill({ ...count, value: 1_000 }) })).rows).toBe(1);
  });
});
