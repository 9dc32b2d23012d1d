/** Seeds an organization and provides one valid input for every tool. */
import type { Tool } from '../../../src/contract/tool.ts';
import type { Fields } from '../../../src/model/text/fields.ts';
import { declinedQuestion } from '../../engine/approval/questions.ts';
import { addGrant } from '../../world/grants.ts';
import { accepted } from '../../world/mail/capture-mail.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { dayMs } from '../scene.ts';

export type Seeded = {
  simulated: SimulatedPlatform;
  /** Has every scope, including the operator's tools. */
  token: string;
  emailId: string;
  /** A mail whose delivery was given up. */
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
/** A message as a mail program writes it. */
const withAttachment = {
  sender: 'hello@acme.dev',
  recipients: [{ address: 'person0@example.com' }],
  header:
    'From: hello@acme.dev\r\nTo: person0@example.com\r\nSubject: Your receipt\r\nMIME-Version: 1.0\r\n' +
    'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=receipt.txt\r\n',
  body: 'Thank you\r\n',
  protocol: 'ESMTPSA',
};
const sentence = 'A garden opens again in May, and all are invited to come and see it. ';

const minuteMs = 60_000;
/** Longer than delivery of any mail is attempted. */
const triesDays = 7;

/** A question that a person has declined. */
async function declined({ simulated }: Seeded): Promise<string> {
  return await declinedQuestion(simulated);
}

/** Opens a platform with people, mails, campaigns and every other resource. The caller closes it. */
export async function seeded(options: OpenOptions = {}): Promise<Seeded> {
  const simulated = await openPlatform(options);
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

type Input = (seeded: Seeded) => Fields | Promise<Fields>;

/** A separate draft for tools that change a draft. */
async function draft({ simulated }: Seeded, fields: Fields = {}): Promise<{ campaignId: string }> {
  const audience = { tags: { any: ['newsletter'] } };
  const { id } = await maker(simulated)('create_campaign', { ...campaign, audience, ...fields });
  return { campaignId: id };
}

/** A SENDING campaign, for tools that stop it. */
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

/** The input of a tool, created when it is needed: its example, with existing records. */
export async function inputFor({ name, example }: Tool, seeded: Seeded): Promise<Fields> {
  const made = await inputs[name]?.(seeded);
  if (made !== undefined) return made;
  const existing: Fields = {
    subscriber: 'person1@example.com',
    tag: 'newsletter',
    campaignId: seeded.sentId,
    segmentId: seeded.segmentId,
  };
  // A list is called without the filters of its example, so that it is long.
  const isList = name.startsWith('list_');
  const given = Object.entries(example.input as Fields).filter(([field]) => !isList || field in existing);
  return Object.fromEntries(given.map(([field, value]) => [field, existing[field] ?? value]));
}

/** Inputs of tools that cannot use their example, because its records have to be created first. */
const inputs: Readonly<Record<string, Input>> = {
  save_subscribers: () => ({ subscribers: [{ email: 'more@example.com' }, { email: 'no address' }] }),
  track_event: () => ({ name: 'order.paid', email: 'person1@example.com' }),
  list_subscriber_events: () => ({ subscriber: 'person0@example.com' }),
  create_tag: () => ({ name: 'customers', color: '#1f6feb' }),
  get_email: ({ emailId }) => ({ id: emailId }),
  get_email_source: ({ emailId }) => ({ id: emailId }),
  get_email_attachment: async ({ simulated }) => {
    const { output } = await simulated.call('submit_message', withAttachment, {
      caller: simulated.caller('smtp'),
    });
    return { id: (output as { ids: string[] }).ids[0], n: 1 };
  },
  wait_for_email: () => ({ to: 'person1@example.com' }),
  retry_email: ({ failedId }) => ({ id: failedId }),
  release_emails: async (seeded) => {
    const { id } = seeded.simulated.organization;
    await another(seeded, 'update_organization', { id, sending_enabled: false });
    await another(seeded, 'send_email', { ...letter, to: 'ada@takes-mail.com' });
    await another(seeded, 'update_organization', { id, sending_enabled: true });
    return {};
  },
  create_subscriber: () => ({ email: 'new@example.com', doubleOptIn: true, tags: ['newsletter'] }),
  update_subscriber: () => ({ subscriber: 'person1@example.com', lastName: 'Lovelace' }),
  delete_subscriber: () => ({ subscriber: 'more@example.com' }),
  apply_tag: () => ({ tag: 'customers', rule }),
  update_tag: () => ({ tag: 'customers', description: 'They bought something' }),
  delete_tag: () => ({ tag: 'customers' }),
  update_segment: ({ segmentId }) => ({ segmentId, name: 'All active' }),
  delete_segment: async (seeded) => ({
    segmentId: (await another(seeded, 'create_segment', { name: 'Short-lived', rule })).id,
  }),
  update_campaign: async (seeded) => ({ ...(await draft(seeded)), subject: 'News of June' }),
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
  reschedule_campaign: async (seeded) => {
    const named = await draft(seeded);
    await another(seeded, 'send_campaign', { ...named, scheduledAt: '2031-05-04T09:00' });
    return { ...named, scheduledAt: '2031-06-04T09:00' };
  },
  end_campaign: (seeded) => underWay(seeded, slowly),
  redirect_link: async (seeded) => {
    const markdown = `${campaign.markdown}\n\n[News](https://acme.dev/old)`;
    const named = await underWay(seeded, { ...slowly, markdown, tracking: { clicks: true } });
    return { ...named, url: 'https://acme.dev/old', to: 'https://acme.dev/new' };
  },
  archive_campaign: (seeded) => draft(seeded),
  restore_campaign: async (seeded) => {
    const named = await draft(seeded);
    await another(seeded, 'archive_campaign', named);
    return named;
  },
  delete_campaign: (seeded) => draft(seeded),
  import_subscribers: () => ({
    csv: 'email\nada@elsewhere.dev\n',
    consent: { source: 'a fair' },
    start: false,
  }),
  get_import: (seeded) => waiting(seeded),
  add_import_part: async (seeded) => ({
    importId: (await another(seeded, 'import_subscribers', { start: false })).id,
    part: 1,
    content: Buffer.from('email\neve@elsewhere.dev\n').toString('base64'),
  }),
  get_import_errors: (seeded) => waiting(seeded),
  cancel_import: (seeded) => waiting(seeded),
  add_domain: () => ({ name: 'acme.shop' }),
  get_domain: () => ({ id: 'acme.dev' }),
  update_domain: () => ({ id: 'acme.dev', tls: 'enforced' }),
  verify_domain: () => ({ id: 'acme.dev' }),
  rotate_domain_dkim: () => ({ id: 'acme.shop' }),
  remove_domain: () => ({ id: 'acme.shop' }),
  get_suppression: () => ({ suppression: 'left@elsewhere.dev' }),
  remove_suppression: () => ({ suppression: 'left@elsewhere.dev' }),
  list_webhook_deliveries: async (seeded) => {
    const webhook = await webhookOf(seeded);
    await another(seeded, 'test_webhook', { webhook });
    return { webhook };
  },
  replay_webhook_deliveries: async (seeded) => ({ webhook: await webhookOf(seeded) }),
  test_webhook: async (seeded) => ({ webhook: await webhookOf(seeded) }),
  simulate_workflow: async (seeded) => ({ ...(await workflowOf(seeded)), subscriber: 'person1@example.com' }),
  activate_workflow: (seeded) => workflowOf(seeded),
  pause_workflow: (seeded) => atWork(seeded),
  get_workflow: (seeded) => workflowOf(seeded),
  trigger_workflow: async (seeded) => ({ ...(await atWork(seeded)), email: 'person1@example.com' }),
  list_workflow_runs: (seeded) => entered(seeded),
  get_workflow_run: async (seeded) => {
    const { workflowId } = await entered(seeded);
    const { data } = await another(seeded, 'list_workflow_runs', { workflowId });
    return { workflowId, runId: data[0].id };
  },
  cancel_workflow_runs: async (seeded) => ({ ...(await entered(seeded)), all: true }),
  retry_workflow_runs: (seeded) => entered(seeded),
  archive_workflow: (seeded) => workflowOf(seeded),
  delete_workflow: (seeded) => workflowOf(seeded),
  get_webhook: async (seeded) => ({ id: await webhookOf(seeded) }),
  delete_webhook: async (seeded) => ({ id: await webhookOf(seeded) }),
  rotate_webhook_secret: async (seeded) => ({ id: await webhookOf(seeded) }),
  get_webhook_event: async (seeded) => {
    const webhook = await webhookOf(seeded);
    await another(seeded, 'test_webhook', { webhook });
    const { data } = await another(seeded, 'list_webhook_deliveries', { webhook });
    return { webhook, message: data[0].id };
  },
  create_integration: () => ({
    provider: 'stripe',
    secret: 'whsec_of_an_endpoint',
    mapping: { tags: ['customer'] },
  }),
  get_integration: (seeded) => connection(seeded),
  update_integration: async (seeded) => ({ ...(await connection(seeded)), name: 'Shop' }),
  delete_integration: (seeded) => connection(seeded),
  list_integration_events: (seeded) => connection(seeded),
  replay_integration_events: (seeded) => connection(seeded),
  get_approval: async (seeded) => ({ id: await declined(seeded) }),
  wait_for_approval: async (seeded) => ({ id: await declined(seeded) }),
  get_token: async (seeded) => await named(seeded),
  update_token: async (seeded) => ({ ...(await named(seeded)), send_cap: { per_day: 10 } }),
  rotate_token: (seeded) => named(seeded),
  revoke_token: (seeded) => named(seeded),
  revoke_grant: async (seeded) => {
    const { id } = await named(seeded);
    return { id: await addGrant(seeded.simulated, id, 'An assistant') };
  },
  update_organization: async (seeded) => ({
    id: (await another(seeded, 'create_organization', { name: 'Third' })).organization.id,
    plan: 'premium',
  }),
};

async function workflowOf(seeded: Seeded): Promise<{ workflowId: string }> {
  const steps = [
    { type: 'add_tag', tag: 'newsletter' },
    { type: 'delay', duration: '3 days' },
  ];
  const { id } = await another(seeded, 'save_workflow', {
    name: 'Readers',
    trigger: { type: 'MANUAL' },
    steps,
  });
  return { workflowId: id };
}

/** An ACTIVE workflow. */
async function atWork(seeded: Seeded): Promise<{ workflowId: string }> {
  const workflow = await workflowOf(seeded);
  await another(seeded, 'activate_workflow', workflow);
  return workflow;
}

/** A workflow with a run. */
async function entered(seeded: Seeded): Promise<{ workflowId: string }> {
  const workflow = await atWork(seeded);
  await another(seeded, 'trigger_workflow', { ...workflow, email: 'person2@example.com' });
  await seeded.simulated.deliver();
  return workflow;
}

/** An import that has not started. */
async function waiting(seeded: Seeded): Promise<{ importId: string }> {
  const csv = 'email\nbob@elsewhere.dev\n';
  return { importId: (await another(seeded, 'import_subscribers', { csv, start: false })).id };
}

async function webhookOf(seeded: Seeded): Promise<string> {
  return (await another(seeded, 'save_webhook', { url: 'https://hooks.acme.dev/in', events: ['email.*'] }))
    .id;
}

async function connection(seeded: Seeded): Promise<{ id: string }> {
  const { id } = await another(seeded, 'create_integration', { provider: 'postmark' });
  return { id };
}

async function named(seeded: Seeded): Promise<{ id: string }> {
  const { id } = await another(seeded, 'create_token', {
    name: 'A token',
    scopes: ['emails.send'],
    assistant: true,
  });
  return { id };
}
