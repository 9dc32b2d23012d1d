/** How every tool is used once in a seeded organization: what there is, and what each is asked. */
import type { Fields } from '../../../src/surfaces/mcp/protocol/fields.ts';
import { addGrant } from '../../world/grants.ts';
import { accepted } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { dayMs } from '../scene.ts';

export type Seeded = {
  simulated: SimulatedPlatform;
  /** Everything is allowed to it, the operator's tools included. */
  token: string;
  emailId: string;
  /** A mail that was given up. */
  failedId: string;
  segmentId: string;
  /** SENT, with recipients. */
  sentId: string;
};

const peopleCount = 25;

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Made = any;

export const letter = {
  from: 'Acme <hello@acme.dev>',
  subject: 'Your receipt',
  markdown: 'Thank you, {{firstName|you}}.',
};
const campaign = {
  name: 'May',
  subject: 'News of May',
  fromEmail: 'news@acme.dev',
  markdown: 'Hello {{firstName|you}}\n\n[Leave]({{unsubscribeUrl}})',
};
const sentence = 'A garden opens again in May, and everybody is invited to come and see it. ';

const minuteMs = 60_000;
/** Longer than any mail is tried. */
const triesDays = 7;

/** People, mails, campaigns and all the rest. The test that opens it closes it. */
export async function seeded(): Promise<Seeded> {
  const simulated = await openPlatform();
  const { token } = await simulated.addToken(simulated.organization, { scopes: ['full_access', 'admin'] });
  const make = maker(simulated);
  await make('add_domain', { name: 'acme.dev' });
  const failedId = await givenUp(simulated);
  for (let index = 0; index < peopleCount; index += 1) {
    await make('create_subscriber', {
      email: `person${index}@example.com`,
      firstName: `Person ${index}`,
      tags: ['newsletter'],
      attributes: { note: sentence.repeat(10) },
    });
  }
  await make('track_event', { name: 'order.paid', email: 'person0@example.com', properties: { amount: 42 } });
  const emailId = (await make('send_email', { ...letter, to: 'person0@example.com' })).id;
  for (let index = 0; index < peopleCount; index += 1) {
    await make('send_email', { ...letter, subject: `${sentence}${index}`, to: `person${index}@example.com` });
  }
  const segmentId = (
    await make('create_segment', {
      name: 'Active',
      rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
    })
  ).id;
  const sentId = (await make('create_campaign', { ...campaign, audience: { tags: { any: ['newsletter'] } } }))
    .id;
  await make('send_campaign', { campaignId: sentId });
  await make('add_suppression', { email: 'left@elsewhere.dev' });
  for (let round = 0; round < 4; round += 1) {
    await simulated.deliver();
    await simulated.clock.advance(minuteMs);
  }
  return { simulated, token, emailId, failedId, segmentId, sentId };
}

async function givenUp(simulated: SimulatedPlatform): Promise<string> {
  simulated.mailbox.script = () => {
    throw new Error('the way out is broken');
  };
  const { id } = await maker(simulated)('send_email', { ...letter, to: 'grace@takes-mail.com' });
  for (let days = 0; days < triesDays; days += 1) {
    await simulated.clock.advance(dayMs);
    await simulated.deliver();
  }
  simulated.mailbox.script = () => accepted;
  return id;
}

function maker(simulated: SimulatedPlatform) {
  return async (tool: string, input: Fields): Promise<Made> => (await simulated.call(tool, input)).output;
}

type Question = (seeded: Seeded) => Fields | Promise<Fields>;

/** A draft of its own for a tool that changes one. */
async function draft({ simulated }: Seeded, fields: Fields = {}): Promise<{ campaignId: string }> {
  const audience = { tags: { any: ['newsletter'] } };
  const { id } = await maker(simulated)('create_campaign', { ...campaign, audience, ...fields });
  return { campaignId: id };
}

/** One that is on its way, to be stopped. */
async function underWay(seeded: Seeded, fields: Fields = {}): Promise<{ campaignId: string }> {
  const named = await draft(seeded, fields);
  await maker(seeded.simulated)('send_campaign', named);
  await seeded.simulated.deliver();
  return named;
}

async function another({ simulated }: Seeded, tool: string, input: Fields): Promise<Made> {
  return await maker(simulated)(tool, input);
}

const slowly = { throttle: { perHour: 1 } };
const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };

/** What each tool is asked: an input it can answer, made when it is its turn. */
export const questions: Readonly<Record<string, Question>> = {
  send_email: () => ({ ...letter, to: 'person1@example.com' }),
  send_email_batch: () => ({
    emails: [1, 2].map((index) => ({ ...letter, to: `person${index}@example.com` })),
  }),
  send_test_email: () => ({ ...letter, to: ['person1@example.com'] }),
  list_emails: () => ({}),
  get_email: ({ emailId }) => ({ id: emailId }),
  retry_email: ({ failedId }) => ({ id: failedId }),
  release_emails: async (seeded) => {
    const { id } = seeded.simulated.organization;
    await another(seeded, 'update_organization', { id, sending_enabled: false });
    await another(seeded, 'send_email', { ...letter, to: 'ada@takes-mail.com' });
    await another(seeded, 'update_organization', { id, sending_enabled: true });
    return {};
  },
  verify_email_address: () => ({ email: 'ada@gmial.com' }),
  verify_email_addresses: () => ({ emails: ['ada@gmial.com', 'no address'] }),
  verify_content: () => letter,
  create_subscriber: () => ({ email: 'new@example.com', doubleOptIn: true, tags: ['newsletter'] }),
  list_subscribers: () => ({}),
  get_subscriber: () => ({ subscriber: 'person1@example.com' }),
  update_subscriber: () => ({ subscriber: 'person1@example.com', lastName: 'Lovelace' }),
  unsubscribe_subscriber: () => ({ subscriber: 'person24@example.com', reason: 'Asked by phone' }),
  add_subscriber_tags: () => ({ subscriber: 'person1@example.com', tags: ['vip'] }),
  remove_subscriber_tags: () => ({ subscriber: 'person1@example.com', tags: ['vip'] }),
  list_subscriber_events: () => ({ subscriber: 'person0@example.com' }),
  save_subscribers: () => ({ subscribers: [{ email: 'more@example.com' }, { email: 'no address' }] }),
  delete_subscriber: () => ({ subscriber: 'more@example.com' }),
  track_event: () => ({ name: 'order.paid', email: 'person1@example.com' }),
  list_tags: () => ({}),
  create_tag: () => ({ name: 'customers', color: '#1f6feb' }),
  get_tag: () => ({ tag: 'newsletter' }),
  update_tag: () => ({ tag: 'customers', description: 'They bought something' }),
  delete_tag: () => ({ tag: 'customers' }),
  list_segments: () => ({}),
  create_segment: () => ({ name: 'Pro', rule }),
  get_segment: ({ segmentId }) => ({ segmentId }),
  update_segment: ({ segmentId }) => ({ segmentId, name: 'Everybody active' }),
  delete_segment: async (seeded) => ({
    segmentId: (await another(seeded, 'create_segment', { name: 'Short-lived', rule })).id,
  }),
  create_campaign: () => ({ ...campaign, name: 'June' }),
  list_campaigns: () => ({}),
  get_campaign: ({ sentId }) => ({ campaignId: sentId }),
  update_campaign: async (seeded) => ({ ...(await draft(seeded)), subject: 'News of June' }),
  preview_campaign: ({ sentId }) => ({ campaignId: sentId, subscriber: 'person0@example.com' }),
  preview_campaign_audience: ({ sentId }) => ({ campaignId: sentId }),
  test_campaign: async (seeded) => ({ ...(await draft(seeded)), to: ['person1@example.com'] }),
  send_campaign: (seeded) => draft(seeded),
  cancel_campaign: async (seeded) => {
    const named = await draft(seeded);
    await another(seeded, 'send_campaign', { ...named, scheduledAt: '2031-05-04T09:00' });
    return named;
  },
  pause_campaign: (seeded) => underWay(seeded, slowly),
  resume_campaign: async (seeded) => {
    const named = await underWay(seeded, slowly);
    await another(seeded, 'pause_campaign', named);
    return named;
  },
  end_campaign: (seeded) => underWay(seeded, slowly),
  redirect_link: async (seeded) => {
    const markdown = `${campaign.markdown}\n\n[News](https://acme.dev/old)`;
    const named = await underWay(seeded, { ...slowly, markdown, tracking: { clicks: true } });
    return { ...named, link: 'https://acme.dev/old', url: 'https://acme.dev/new' };
  },
  duplicate_campaign: ({ sentId }) => ({ campaignId: sentId }),
  archive_campaign: (seeded) => draft(seeded),
  restore_campaign: async (seeded) => {
    const named = await draft(seeded);
    await another(seeded, 'archive_campaign', named);
    return named;
  },
  list_campaign_recipients: ({ sentId }) => ({ campaignId: sentId }),
  get_campaign_report: ({ sentId }) => ({ campaignId: sentId }),
  delete_campaign: (seeded) => draft(seeded),
  add_domain: () => ({ name: 'acme.shop' }),
  list_domains: () => ({}),
  get_domain: () => ({ id: 'acme.dev' }),
  update_domain: () => ({ id: 'acme.dev', tls: 'enforced' }),
  verify_domain: () => ({ id: 'acme.dev' }),
  rotate_domain_dkim: () => ({ id: 'acme.shop' }),
  remove_domain: () => ({ id: 'acme.shop' }),
  add_suppression: () => ({ email: 'gone@elsewhere.dev' }),
  list_suppressions: () => ({}),
  get_suppression: () => ({ suppression: 'left@elsewhere.dev' }),
  remove_suppression: () => ({ suppression: 'left@elsewhere.dev' }),
  add_suppressions: () => ({ emails: ['away@elsewhere.dev'], origin: 'bounce' }),
  remove_suppressions: () => ({ emails: ['away@elsewhere.dev'] }),
  import_suppressions: () => ({ csv: 'email,origin\nada@elsewhere.dev,complaint\nno address,manual\n' }),
  export_suppressions: () => ({}),
  create_integration: () => ({
    provider: 'stripe',
    secret: 'whsec_of_an_endpoint',
    mapping: { tags: ['customer'] },
  }),
  list_integrations: () => ({}),
  get_integration: (seeded) => connection(seeded),
  update_integration: async (seeded) => ({ ...(await connection(seeded)), name: 'Shop' }),
  delete_integration: (seeded) => connection(seeded),
  list_integration_events: (seeded) => connection(seeded),
  replay_integration_events: (seeded) => connection(seeded),
  create_token: () => ({ name: 'Shop', scopes: ['emails.send'], send_cap: { per_day: 5_000 } }),
  list_tokens: () => ({}),
  get_token: async (seeded) => await named(seeded),
  update_token: async (seeded) => ({ ...(await named(seeded)), send_cap: { per_day: 10 } }),
  rotate_token: (seeded) => named(seeded),
  revoke_token: (seeded) => named(seeded),
  list_grants: () => ({}),
  revoke_grant: async (seeded) => {
    const { id } = await named(seeded);
    return { id: await addGrant(seeded.simulated, id, 'An assistant') };
  },
  get_organization: () => ({}),
  update_organization_settings: () => ({ timezone: 'Europe/Lisbon' }),
  list_audit_log: () => ({}),
  create_organization: () => ({ name: 'Another' }),
  list_organizations: () => ({}),
  update_organization: async (seeded) => ({
    id: (await another(seeded, 'create_organization', { name: 'Third' })).organization.id,
    plan: 'premium',
  }),
};

async function connection(seeded: Seeded): Promise<{ id: string }> {
  const { id } = await another(seeded, 'create_integration', { provider: 'postmark' });
  return { id };
}

async function named(seeded: Seeded): Promise<{ id: string }> {
  const { id } = await another(seeded, 'create_token', { name: 'A token', scopes: ['emails.send'] });
  return { id };
}
