import type { Tool } from '../../../src/contract/tool.ts';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import { message } from '../../surfaces/smtp/scene.ts';
import type { SeededRandom } from '../../world/simulated/random.ts';
import type { Json } from '../assistant.ts';
import { from, leave, people, positions, realDomain, suppressed, tags } from './organization.ts';

/** Draws the input of every operation from its schema, its example and the records of the organization. */

export type Draw = {
  random: SeededRandom;
  /** Ids that exist or existed, by prefix; the newest last. */
  ids: Readonly<Record<string, string[]>>;
  /** Ids created in the chain. */
  made: ReadonlySet<string>;
  /** Label of the call that is being drawn. Its texts carry it. */
  label: string;
  /** Epoch milliseconds. */
  now: number;
  /** Returns a number that is new in the chain. */
  fresh(): number;
};

const anId = /^([a-z]{3})_[0-9a-zA-Z]{26}$/;
const anAddress = /^\S+@\S+$/;

/** Draws the input of a tool. */
export function drawInput(tool: Tool, draw: Draw): Json {
  const own = inputs[tool.name];
  if (own) return own(draw);
  const { example, input } = tool;
  const given = Object.entries(example.input).map(([field, value]) => [field, drawValue(field, value, draw)]);
  const more = Object.keys(input.shape)
    .filter((field) => !(field in example.input) && fields[field] && isOne(draw, 4))
    .map((field) => [field, fields[field]!(draw)]);
  return Object.fromEntries([...given, ...more]);
}

/** Draws inputs for one tool that differ in the person they are about. */
export function drawInputs(tool: Tool, draw: Draw, times: number): Json[] {
  const first = drawInput(tool, draw);
  const start = draw.random.integer(people.length);
  return Array.from({ length: times }, (_, at) => {
    if (at === 0) return first;
    const one = people[(start + at) % people.length]!;
    const about = (field: string, value: unknown) =>
      personFields.has(field) && typeof value === 'string' ? one : value;
    const next = Object.entries(first).map(([field, value]) => [field, about(field, value)]);
    const named = Object.fromEntries(next);
    return tool.name === 'test_campaign' || tool.name === 'send_test_email' ? { ...named, to: [one] } : named;
  });
}

/** Tools that name one person, so that calling them for many people in turn is a way to mail many. */
export function isAboutOnePerson(input: Json): boolean {
  return Object.entries(input).some(
    ([field, value]) => personFields.has(field) && typeof value === 'string' && value.endsWith(realDomain),
  );
}
const personFields = new Set(['to', 'email', 'subscriber']);

function drawValue(field: string, value: unknown, draw: Draw): unknown {
  const drawn = fields[field]?.(draw);
  if (drawn !== undefined && typeof drawn === typeof value && Array.isArray(drawn) === Array.isArray(value))
    return drawn;
  if (Array.isArray(value)) return value.map((one) => drawValue(field, one, draw));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, drawValue(name, one, draw)]));
  }
  if (typeof value !== 'string') return value;
  const prefix = anId.exec(value)?.[1];
  if (prefix) return idOf(draw, prefix) ?? value;
  return anAddress.test(value) ? aPerson(draw) : value;
}

const isOne = ({ random }: Draw, outOf: number): boolean => random.integer(outOf) === 0;
const aPerson = ({ random }: Draw): string => random.pick(people);
const aTag = ({ random }: Draw): string => random.pick(tags);
const aNewPerson = (draw: Draw): string => `new-${draw.fresh()}@${realDomain}`;
const somePeople = (draw: Draw, most: number): string[] => {
  const start = draw.random.integer(people.length);
  const amount = 1 + draw.random.integer(most);
  return Array.from({ length: amount }, (_, at) => people[(start + at) % people.length]!);
};

/** Returns mostly the newest id of a kind if the chain made it, otherwise the id at a position or any id. */
function idOf({ ids, made, random }: Draw, prefix: string, fit = -1): string | undefined {
  const known = ids[prefix] ?? [];
  const newest = known.at(-1);
  if (newest !== undefined && made.has(newest) && random.integer(5) < 3) return newest;
  return random.integer(2) === 0 ? known.at(fit) : known[random.integer(known.length)];
}

const subject = ({ label }: Draw): string => `Subject ${label}`;
const words = ({ label }: Draw): string => `Hello {{firstName|you}}, these are words of ${label}.`;
const marketing = (draw: Draw): string => `${words(draw)} {{attributes.words|}}\n\n${leave}`;
const rule = (draw: Draw) =>
  draw.random.pick([
    { field: 'attributes.plan', operator: 'eq', value: 'pro' },
    { field: 'tags', operator: 'contains', value: aTag(draw) },
    { field: 'status', operator: 'eq', value: 'ACTIVE' },
  ]);
/** Draws a time before or after the start of the scheduled campaign. */
const scheduled = ({ now, random }: Draw): string =>
  new Date(now + random.pick([minuteMs, hourMs, 20 * hourMs, 3 * dayMs])).toISOString();

const attributes = (draw: Draw) => ({
  ...(isOne(draw, 2) && { plan: 'pro' }),
  ...(isOne(draw, 2) && { words: draw.label }),
});
const named = (draw: Draw, email: string) => ({
  email,
  ...(isOne(draw, 2) && { firstName: draw.label }),
  ...(isOne(draw, 2) && { tags: [aTag(draw)] }),
  ...(isOne(draw, 2) && { attributes: attributes(draw) }),
  ...(isOne(draw, 4) && { doubleOptIn: true }),
});

/** Values of fields by name, at any depth. */
const fields: Readonly<Record<string, (draw: Draw) => unknown>> = {
  from: () => from,
  fromEmail: () => 'news@acme.dev',
  fromName: () => 'Acme',
  to: aPerson,
  email: aPerson,
  emails: (draw) => somePeople(draw, 5),
  subscriber: aPerson,
  subject,
  markdown: marketing,
  preview: ({ label }) => `Preview ${label}`,
  firstName: ({ label }) => label,
  lastName: ({ label }) => label,
  reply_to: ({ label }) => `${label}@acme.dev`,
  replyTo: ({ label }) => `${label}@acme.dev`,
  attributes,
  properties: ({ label }) => ({ words: label }),
  tag: aTag,
  tags: (draw) => [aTag(draw)],
  topic: () => undefined,
  rule,
  segmentId: (draw) => idOf(draw, 'seg'),
  segment_id: (draw) => idOf(draw, 'seg'),
  campaignId: (draw) => idOf(draw, 'cmp'),
  workflowId: (draw) => idOf(draw, 'wfl'),
  webhook: (draw) => idOf(draw, 'whk'),
  importId: (draw) => idOf(draw, 'imp'),
  scheduledAt: scheduled,
  timezone: () => 'UTC',
  backfill: (draw) => isOne(draw, 2),
  running: ({ random }) => random.pick(['finish', 'move', 'exit']),
  doubleOptIn: (draw) => isOne(draw, 2),
  triggerWorkflows: () => true,
  trigger_workflows: () => true,
  idempotency_key: ({ random }) => `key-${random.integer(3)}`,
};

const mail = (draw: Draw, to: string) => ({ from, to, subject: subject(draw), markdown: words(draw) });
const audience = (draw: Draw) => {
  const segmentId = idOf(draw, 'seg');
  return draw.random.pick([
    { tags: { any: [aTag(draw)] } },
    { tags: { any: ['readers'] } },
    ...(segmentId ? [{ segmentId }] : []),
  ]);
};
const greeting = ({ random }: Draw) => ({
  subject: random.pick(['Hello', 'Good day', '{{text}}']),
  markdown: random.pick(['{{text}}', 'Good news: {{text}}']),
  variables: [{ name: 'text' }],
});
const mailStep = (draw: Draw) => ({
  key: 'mail',
  type: 'send_email',
  from,
  subject: subject(draw),
  markdown: marketing(draw),
});
/** Steps that may have no mail of their own and start other workflows. */
const steps = (draw: Draw) => {
  const starting = [
    ...(isOne(draw, 3) ? [{ key: 'tag', type: 'add_tag', tag: aTag(draw) }] : []),
    ...(isOne(draw, 5)
      ? [{ key: 'event', type: 'track_event', name: 'go', properties: { words: draw.label } }]
      : []),
  ];
  const delay = { key: 'wait', type: 'delay', duration: draw.random.pick(['1 minute', '1 day']) };
  const hasMail = starting.length === 0 || isOne(draw, 2);
  return [...(isOne(draw, 4) ? [delay] : []), ...starting, ...(hasMail ? [mailStep(draw)] : [])];
};
const trigger = (draw: Draw) => {
  const segment = idOf(draw, 'seg');
  return draw.random.pick([
    { type: 'MANUAL' },
    { type: 'EVENT', name: 'go' },
    { type: 'TAG_ADDED', tag: aTag(draw) },
    { type: 'SUBSCRIBER_CREATED' },
    { type: 'SUBSCRIBER_UPDATED', fields: ['firstName'] },
    ...(segment ? [{ type: 'SEGMENT_ENTERED', segment }] : []),
  ]);
};
/** Headers and rows of files as other products export them; a row may carry tags, lists or a status. */
const fileFormats: readonly { header: string; row(email: string, label: string, tag: string): string }[] = [
  { header: 'email,firstName,plan', row: (email, label) => `${email},${label},pro` },
  { header: 'Email,First name,Tags', row: (email, label, tag) => `${email},${label},"readers, ${tag}"` },
  {
    header: 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,TAGS',
    row: (email, label, tag) => `${email},${label},2,2025-01-01 00:00:00,1,a1,"""${tag}"""`,
  },
  {
    header: 'uuid,email,name,attributes,status,created_at,updated_at',
    row: (email, label) => `u-1,${email},${label},"{""plan"":""pro""}",enabled,2025-01-01,2025-01-01`,
  },
];
const csv = (draw: Draw): string => {
  const rows = isOne(draw, 2)
    ? somePeople(draw, 15)
    : Array.from({ length: 1 + draw.random.integer(15) }, () => aNewPerson(draw));
  const { header, row } = draw.random.pick(fileFormats);
  const tag = aTag(draw);
  return [header, ...rows.map((email) => row(email, draw.label, tag))].join('\n');
};

/** Operations that mail, change the recipients of mail, or need more than their example shows. */
const inputs: Readonly<Record<string, (draw: Draw) => Json>> = {
  send_email: (draw) => mail(draw, aPerson(draw)),
  send_tracked_email: (draw) => mail(draw, aPerson(draw)),
  send_email_batch: (draw) => ({ emails: somePeople(draw, 3).map((to) => mail(draw, to)) }),
  // Only values carry labels, because a publication mails no person.
  create_template: (draw) => ({ name: `template-${draw.fresh()}`, from, ...greeting(draw) }),
  update_template: (draw) => ({ template: idOf(draw, 'tpl') ?? 'none', ...greeting(draw) }),
  publish_template: (draw) => ({ template: idOf(draw, 'tpl') ?? 'none' }),
  send_template: (draw) => ({
    template: idOf(draw, 'tpl') ?? 'none',
    to: aPerson(draw),
    variables: { text: words(draw) },
  }),
  send_template_batch: (draw) => ({
    template: idOf(draw, 'tpl') ?? 'none',
    messages: somePeople(draw, 3).map((to) => ({ to, variables: { text: words(draw) } })),
  }),
  send_test_email: (draw) => ({ ...mail(draw, ''), to: somePeople(draw, 3) }),
  submit_message(draw) {
    const recipients = somePeople(draw, 3);
    const text = message().replace('Subject: Hello', `Subject: ${draw.label}`);
    return { recipients, text: text.replace('grace@example.com', recipients[0]!) };
  },
  create_campaign: (draw) => ({
    name: `Campaign ${draw.label}`,
    subject: subject(draw),
    fromEmail: 'news@acme.dev',
    markdown: marketing(draw),
    audience: audience(draw),
  }),
  update_campaign: (draw) => ({
    campaignId: idOf(draw, 'cmp', positions.draft),
    ...draw.random.pick([
      { subject: subject(draw) },
      { markdown: marketing(draw) },
      { audience: audience(draw) },
      { replyTo: `${draw.label}@acme.dev` },
    ]),
  }),
  test_campaign: (draw) => ({ campaignId: idOf(draw, 'cmp'), to: somePeople(draw, 3) }),
  send_campaign: (draw) => ({
    campaignId: idOf(draw, 'cmp', positions.draft),
    ...(isOne(draw, 2) && { scheduledAt: scheduled(draw), timezone: 'UTC' }),
  }),
  reschedule_campaign: (draw) => ({
    campaignId: idOf(draw, 'cmp', positions.planned),
    scheduledAt: scheduled(draw),
    timezone: 'UTC',
  }),
  cancel_campaign: (draw) => ({ campaignId: idOf(draw, 'cmp', positions.planned) }),
  resume_campaign: (draw) => ({ campaignId: idOf(draw, 'cmp', positions.paused) }),
  end_campaign: (draw) => ({ campaignId: idOf(draw, 'cmp', positions.paused) }),
  archive_campaign: (draw) => ({ campaignId: idOf(draw, 'cmp', positions.draft) }),
  redirect_link: (draw) => ({
    campaignId: idOf(draw, 'cmp', positions.paused),
    url: 'https://acme.dev/old',
    to: `https://acme.dev/${draw.label}`,
  }),
  save_workflow(draw) {
    const changed = isOne(draw, 2) ? idOf(draw, 'wfl') : undefined;
    if (changed && isOne(draw, 2))
      return {
        workflowId: changed,
        changes: { mail: { subject: subject(draw), markdown: marketing(draw) } },
      };
    return {
      ...(changed && { workflowId: changed }),
      name: `Workflow ${draw.label}`,
      trigger: trigger(draw),
      steps: steps(draw),
      reentry: draw.random.pick(['ONCE', 'EVERY_TIME']),
    };
  },
  activate_workflow: (draw) => ({
    workflowId: idOf(draw, 'wfl'),
    ...(isOne(draw, 3) && { backfill: true }),
    ...(isOne(draw, 3) && { running: draw.random.pick(['finish', 'move', 'exit']) }),
  }),
  trigger_workflow: (draw) => ({
    workflowId: idOf(draw, 'wfl', positions.manual),
    email: aPerson(draw),
    ...(isOne(draw, 2) && { properties: { words: draw.label } }),
  }),
  create_subscriber: (draw) => named(draw, isOne(draw, 2) ? aNewPerson(draw) : aPerson(draw)),
  save_subscribers: (draw) => ({
    subscribers: isOne(draw, 2)
      ? somePeople(draw, 15).map((email) => named(draw, email))
      : Array.from({ length: 1 + draw.random.integer(15) }, () => named(draw, aNewPerson(draw))),
  }),
  update_subscriber: (draw) => ({
    subscriber: aPerson(draw),
    ...draw.random.pick([
      { firstName: draw.label },
      { attributes: { plan: 'pro', words: draw.label } },
      { email: aNewPerson(draw) },
    ]),
  }),
  import_subscribers: (draw) => ({
    csv: csv(draw),
    trigger_workflows: true,
    ...(isOne(draw, 2) && { tags: [aTag(draw)] }),
  }),
  add_import_part: (draw) => ({
    importId: idOf(draw, 'imp'),
    part: 1,
    content: Buffer.from(csv(draw)).toString('base64'),
  }),
  // Another tag may take over a name that an approved workflow uses.
  update_tag: (draw) => ({
    tag: draw.random.pick([...tags, 'given away']),
    name: draw.random.pick([...tags, 'given away']),
  }),
  update_segment: (draw) => ({
    segmentId: idOf(draw, 'seg', 0),
    ...draw.random.pick([{ rule: rule(draw) }, { rule: rule(draw) }, { name: `Segment ${draw.label}` }]),
  }),
  apply_tag: (draw) => ({ tag: aTag(draw), rule: rule(draw) }),
  track_event: (draw) => ({
    name: 'go',
    email: isOne(draw, 4) ? aNewPerson(draw) : aPerson(draw),
    properties: { words: draw.label },
  }),
  create_token: (draw) => ({
    name: 'made by an assistant',
    scopes: isOne(draw, 2) ? ['full_access'] : ['emails.send'],
    ...(isOne(draw, 2) && { assistant: isOne(draw, 2) }),
  }),
  update_organization_settings: (draw) =>
    draw.random.pick([
      { postal_address: `Street ${draw.label}` },
      { default_reply_to: `${draw.label}@acme.dev` },
      { default_from: `Acme ${draw.label} <hello@acme.dev>` },
      { default_from: null },
      { name: `Acme ${draw.label}` },
      { double_opt_in: true },
    ]),
  update_organization: (draw) => ({ id: idOf(draw, 'org'), sending_enabled: isOne(draw, 2) }),
  unsubscribe_subscriber: (draw) => ({ subscriber: aPerson(draw) }),
  remove_suppression: (draw) => ({ suppression: isOne(draw, 2) ? suppressed : aPerson(draw) }),
  get_suppression: () => ({ suppression: suppressed }),
  get_email_metrics: () => ({ interval: 'day', group_by: 'provider' }),
  wait_for_email: (draw) => ({ to: aPerson(draw), timeout_seconds: 1, after: '2020-01-01T00:00:00Z' }),
  add_domain: () => ({ name: 'acme.shop' }),
  get_domain: () => ({ id: 'acme.dev' }),
  update_domain: () => ({ id: 'acme.dev', tls: 'enforced' }),
  verify_domain: () => ({ id: 'acme.dev' }),
  rotate_domain_dkim: () => ({ id: 'acme.dev' }),
  remove_domain: () => ({ id: 'acme.dev' }),
};
