import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import type { OutgoingMessage } from '../../../src/world/mail/mail.ts';
import type { ContentVerifier } from '../../../src/world/verifier.ts';
import { addGrant } from '../../world/grants.ts';
import { accepted, refused } from '../../world/mail/capture-mail.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { sqliteImage } from '../../world/postgres/migrated-sqlite.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import type { Json } from '../assistant.ts';

/**
 * An active organization with approved campaigns and workflows and an assistant that holds a token. It is
 * built once; each chain gets a copy, so that a chain depends only on its seed.
 */

/** Every subject and text carries a label, so that a delivered mail names the call that wrote it. */
export const labelPattern = /\bnote-\d+\b/g;
export const labelOf = (number: number): string => `note-${number}`;
/** Labels below belong to the organization, the others to the calls of a chain. */
export const firstLabelOfChains = 100;

/** Domain of the real mailboxes. */
export const realDomain = 'mailbox.dev';
export const person = (index: number): string => `p-${index}@${realDomain}`;
/** People that no assistant names: the organization itself starts workflows for them. */
const organicPeople = [0, 1].map((index) => `organic-${index}@${realDomain}`);
const readers = Array.from({ length: 14 }, (_, index) => person(index));
const others = Array.from({ length: 15 }, (_, index) => person(index + readers.length));
export const people = [...readers, ...others];
/** An address that may get no mail. */
export const suppressed = others[3]!;
/** Positions in `ids` of a campaign or workflow with a certain status. */
export const positions = { draft: 0, paused: 2, planned: 3, manual: 2 };
export const tags = ['readers', 'vip', 'slow', 'rare'];
export const from = 'Acme <hello@acme.dev>';
export const leave = '[Leave]({{unsubscribeUrl}})';

/** Approved content: its mail may be sent to these people, from a time on. */
export type Standing = { label: string; to: string[]; notBefore: number };

/** Facts about the organization that a chain starts from. */
type Facts = {
  at: number;
  token: { id: string; secret: string };
  /** Ids of all resources, by prefix. */
  ids: Record<string, string[]>;
  /** Labels of campaigns, whose mail is never a direct send. */
  campaignLabels: string[];
  standing: Standing[];
  /** People signed up, tagged and tracked by the organization itself. */
  organic: string[];
};

export type Organization = Omit<Facts, 'at'> & {
  simulated: SimulatedPlatform;
  /** Mail that the network received, in order. */
  delivered: Delivered[];
  /** Calls a tool as the operator. */
  operate(tool: string, input?: object): Promise<Json>;
  /** Runs every job that is due. */
  work(): Promise<void>;
};

/** A mail as a mailbox received it. */
export type Delivered = {
  to: string;
  /** Epoch milliseconds. */
  at: number;
  /** Its Date header: when it was accepted, which is earlier where mail waited. */
  date: number;
  subject: string;
  /** Its subject and bodies. */
  text: string;
};

const beforeWorkMs = 20;

/** Passes all content, because the test is only about recipients. */
const verifier: ContentVerifier = {
  verify: async () => ({ verdict: 'pass', blockReasons: [], badges: [], guidance: '' }),
};

let built: Promise<{ image: Uint8Array; facts: Facts }> | undefined;

/** Opens a copy of the organization. The caller closes it. */
export async function openOrganization(options: OpenOptions): Promise<Organization> {
  built ??= build();
  const { image, facts } = await built;
  const clock = simulatedClock(facts.at);
  const simulated = await openPlatform({
    ...options,
    verifier,
    clock,
    database: openSqlite(':memory:', image),
  });
  return { ...structuredClone(facts), ...placeOf(simulated) };
}

function placeOf(
  simulated: SimulatedPlatform,
): Pick<Organization, 'simulated' | 'delivered' | 'operate' | 'work'> {
  const { clock, mailbox, platform, organization } = simulated;
  const delivered: Delivered[] = [];
  mailbox.script = (message) => {
    delivered.push(deliveredOf({ ...message, ...message.compiled?.rendered() }, clock.now()));
    return accepted;
  };
  return {
    simulated,
    delivered,
    async operate(tool, input = {}) {
      const now = (await platform.engine.store.organizations.byKey(organization.key))!;
      return (await simulated.call(tool, input, { caller: simulated.caller('v2', now) })).output as Json;
    },
    async work() {
      // Jobs run later than the calls before them, because a change at the exact time of an approval counts as shown.
      await clock.advance(beforeWorkMs);
      while ((await simulated.deliver()) > 0);
    },
  };
}

function deliveredOf(message: OutgoingMessage, at: number): Delivered {
  const { to, subject, html, text, raw, from, replyTo, date } = message;
  const parts = raw ? [raw.header, raw.body] : [subject, html, text, from.displayName, replyTo?.address];
  return { to: to.address.toLowerCase(), at, date, subject, text: parts.filter(Boolean).join('\n') };
}

async function build(): Promise<{ image: Uint8Array; facts: Facts }> {
  let facts: Facts;
  const image = await sqliteImage(async (database) => {
    await migrate(database);
    const simulated = await openPlatform({ database, verifier, seed: 1 });
    facts = await fill(simulated, placeOf(simulated));
    await simulated.close();
  });
  return { image, facts: facts! };
}

type Place = Pick<Organization, 'operate' | 'work'>;

async function fill(simulated: SimulatedPlatform, { operate, work }: Place): Promise<Facts> {
  const { clock, organization, mailbox } = simulated;
  const standing: Standing[] = [];
  const words = (label: string) => ({
    subject: `Subject ${label}`,
    markdown: `Hello {{firstName|you}}, these are words of ${label}. {{attributes.words|}} [Old](https://acme.dev/old)\n\n${leave}`,
  });
  let labels = 0;
  const next = (): string => labelOf(++labels);
  const ids: string[] = [];
  const make = async (tool: string, input: object): Promise<string> => {
    const made = await operate(tool, input);
    ids.push(made.id);
    return made.id;
  };

  await make('add_domain', { name: 'acme.dev' });
  for (const name of tags) await make('create_tag', { name });
  const subscribers = [
    ...readers.map((email, at) => ({
      email,
      tags: ['readers', ...(at < 4 ? ['vip'] : []), ...(at < 3 ? ['slow'] : [])],
      ...(at >= 10 && at < 15 && { attributes: { plan: 'pro' } }),
    })),
    ...[...others, ...organicPeople].map((email) => ({ email })),
  ];
  await operate('save_subscribers', { subscribers });
  for (const email of others.slice(0, 3)) await operate('unsubscribe_subscriber', { subscriber: email });
  await make('add_suppression', { email: suppressed });
  const isPro = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
  const segmentId = await make('create_segment', { name: 'pro', rule: isPro });
  await make('create_segment', { name: 'vips', rule: { field: 'tags', operator: 'contains', value: 'vip' } });

  const approvedWorkflow = async (
    trigger: { type: string; [field: string]: unknown },
    more: object = {},
    before: object[] = [],
  ) => {
    const label = next();
    const { subject, markdown } = words(label);
    const given = trigger.type === 'EVENT' || trigger.type === 'MANUAL' ? ' {{trigger.words|}}' : '';
    const mail = { key: 'mail', type: 'send_email', from, subject, markdown: markdown + given };
    const definition = {
      name: `Workflow ${label}`,
      trigger,
      steps: [...before, mail],
      reentry: 'EVERY_TIME',
      ...more,
    };
    const workflowId = await make('save_workflow', definition);
    await operate('activate_workflow', { workflowId });
    standing.push({ label, to: [...organicPeople], notBefore: 0 });
  };
  await approvedWorkflow({ type: 'EVENT', name: 'go' });
  await approvedWorkflow({ type: 'TAG_ADDED', tag: 'vip' }, {}, [{ type: 'delay', duration: '1 hour' }]);
  await approvedWorkflow({ type: 'MANUAL' });
  await approvedWorkflow({ type: 'SEGMENT_ENTERED', segment: segmentId });
  await approvedWorkflow({ type: 'SUBSCRIBER_CREATED' });
  await make('save_workflow', {
    name: 'A draft',
    trigger: { type: 'MANUAL' },
    steps: [{ key: 'mail', type: 'send_email', from, ...words(next()) }],
    reentry: 'EVERY_TIME',
  });

  const campaign = async (
    audience: object,
    more: object = {},
  ): Promise<{ campaignId: string; label: string }> => {
    const label = next();
    campaignLabels.push(label);
    const fields = {
      name: `Campaign ${label}`,
      fromEmail: 'news@acme.dev',
      audience,
      ...words(label),
      ...more,
    };
    return { campaignId: await make('create_campaign', fields), label };
  };
  const campaignLabels: string[] = [];
  await campaign({ tags: { any: ['readers'] } });
  await campaign({ tags: { any: ['vip'] } });
  const slow = await campaign(
    { tags: { any: ['slow'] } },
    { throttle: { perHour: 1 }, tracking: { clicks: true } },
  );
  await operate('send_campaign', { campaignId: slow.campaignId });
  await work();
  await operate('pause_campaign', { campaignId: slow.campaignId });

  const single = (to: string) => make('send_email', { from, to, ...words(next()) });
  mailbox.next(refused(552, 'rcpt', '5.2.2'));
  await single(person(5));
  await work();
  await operate('update_organization', { id: organization.id, sending_enabled: false });
  for (const index of [6, 7, 8]) await single(person(index));
  await operate('update_organization', { id: organization.id, sending_enabled: true });
  await make('import_subscribers', { csv: `email\nin-file@${realDomain}\n`, start: false });
  await make('save_webhook', { url: 'https://hooks.acme.dev/in', events: ['email.bounced'] });
  await make('create_integration', { provider: 'stripe', secret: 'whsec_of_an_endpoint' });
  const ofShop = await make('create_token', { name: 'Shop', scopes: ['emails.send'] });
  ids.push(await addGrant(simulated, ofShop, 'An assistant'));
  const token = await operate('create_token', {
    name: 'assistant',
    scopes: ['full_access', 'admin'],
    assistant: true,
  });
  await work();

  // It starts while a chain runs.
  const planned = await campaign({ tags: { any: ['readers'] } });
  const notBefore = clock.now() + 2 * dayMs;
  const scheduledAt = new Date(notBefore).toISOString();
  await operate('send_campaign', { campaignId: planned.campaignId, scheduledAt });
  standing.push({ label: planned.label, to: [...readers], notBefore });
  await clock.advance(hourMs);
  await work();
  return {
    at: clock.now(),
    token: { id: token.id, secret: token.token },
    ids: byPrefix([...ids, organization.id]),
    campaignLabels,
    standing,
    organic: [...organicPeople],
  };
}

/** Ids by the prefix that names their kind. */
function byPrefix(ids: readonly string[]): Record<string, string[]> {
  return Object.groupBy(ids, (id) => id.slice(0, 3)) as Record<string, string[]>;
}
