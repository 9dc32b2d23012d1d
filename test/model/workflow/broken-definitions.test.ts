import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../src/model/workflow/read-definition.ts';
import { event, leave, mail, terms } from './scene.ts';

type Broken = [fault: string, given: unknown, path: string, step: string | null, says: RegExp];

const steps = (...given: unknown[]): unknown => ({ trigger: event, steps: given });
const trigger = (given: unknown, ...more: unknown[]): unknown => ({ trigger: given, steps: more });
const settings = (given: object): unknown => ({ trigger: event, steps: [], ...given });
const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
const condition = (given: unknown): unknown => ({ key: 'if', type: 'condition', rule: given });
const delay = (given: object): unknown => ({ key: 'wait', type: 'delay', ...given });
const flat = (given: unknown[], connections: unknown): unknown => ({
  trigger: event,
  steps: given,
  connections,
});
const a = { key: 'a', type: 'add_tag', tag: 'x' };
const b = { key: 'b', type: 'add_tag', tag: 'y' };
const out = { key: 'out', type: 'exit' };
const clicked = (value: unknown, operator = 'eq'): unknown => ({ field: 'email_clicked', operator, value });
const listsInside = (depth: number): unknown => {
  let list: unknown[] = [a];
  for (let level = 0; level < depth; level += 1) list = [{ type: 'condition', rule, yes: list }];
  return list;
};
const rulesInside = (depth: number): unknown => {
  let given: unknown = rule;
  for (let level = 0; level < depth; level += 1) given = { and: [given] };
  return given;
};
const dataInside = (depth: number): unknown => {
  let given: unknown = 1;
  for (let level = 0; level < depth; level += 1) given = { in: given };
  return given;
};

/** Each fault in its context, with the expected path, step and repair. */
const broken: Broken[] = [
  // The definition as a whole.
  ['a text instead of an object', 'welcome', '', null, /object/],
  ['an unknown field', settings({ triger: event }), 'triger', null, /did you mean trigger/],
  ['steps that are not a list', { trigger: event, steps: {} }, 'steps', null, /list/],
  ['a step that is not an object', steps('delay'), 'steps[0]', null, /object/],
  [
    '151 steps',
    steps(...Array.from({ length: 151 }, () => ({ ...a, key: undefined }))),
    'steps[150]',
    null,
    /at most 150/,
  ],
  [
    'more than 64 KB',
    steps(
      ...Array.from({ length: 10 }, () => ({
        type: 'track_event',
        name: 'x',
        properties: { text: 'x'.repeat(8_000) },
      })),
    ),
    'steps',
    null,
    /65,536 bytes/,
  ],
  [
    'more than 5 MB of mails',
    steps(
      ...Array.from({ length: 6 }, () => ({
        type: 'send_email',
        subject: 'Hello',
        markdown: `[Leave]({{unsubscribeUrl}}) ${'x'.repeat(900_000)}`,
      })),
    ),
    'steps',
    null,
    /5,000,000 bytes/,
  ],
  [
    'lists a thousand deep',
    { trigger: event, steps: listsInside(1_000) },
    `steps${'[0].yes'.repeat(20)}`,
    null,
    /20 lists/,
  ],

  ['no trigger', { steps: [] }, 'trigger', null, /required.*EVENT/],
  ['a trigger that is a string', trigger('EVENT'), 'trigger', null, /object/],
  ['a trigger without a type', trigger({ name: 'x' }), 'trigger.type', null, /required/],
  ['an unknown trigger', trigger({ type: 'EVNT', name: 'x' }), 'trigger.type', null, /did you mean EVENT/],
  [
    'an event trigger without a name',
    trigger({ type: 'EVENT' }),
    'trigger.name',
    null,
    /required.*order\.paid/,
  ],
  [
    'an event that cannot be tracked',
    trigger({ type: 'EVENT', name: 'a/b' }),
    'trigger.name',
    null,
    /letters, digits/,
  ],
  [
    'a field of another trigger',
    trigger({ type: 'EVENT', name: 'x', tag: 'y' }),
    'trigger.tag',
    null,
    /not a field.*name/,
  ],
  [
    'a field next to config',
    trigger({ type: 'EVENT', config: { name: 'x' }, name: 'x' }),
    'trigger.name',
    null,
    /into config/,
  ],
  [
    'a config that is not an object',
    trigger({ type: 'EVENT', config: 'x' }),
    'trigger.config',
    null,
    /object/,
  ],
  [
    'an unknown field of a subscriber',
    trigger({ type: 'SUBSCRIBER_UPDATED', fields: ['firstname'] }),
    'trigger.fields[0]',
    null,
    /did you mean firstName/,
  ],
  ['a tag trigger without a tag', trigger({ type: 'TAG_ADDED' }), 'trigger.tag', null, /required/],
  [
    'SEGMENT_ENTERED without a segment',
    trigger({ type: 'SEGMENT_ENTERED' }),
    'trigger.segment',
    null,
    /the name or id of a segment/,
  ],
  [
    'segmentId instead of segment',
    trigger({ type: 'SEGMENT_ENTERED', segment: 'seg_1', segmentId: 'seg_1' }),
    'trigger.segmentId',
    null,
    /did you mean segment/,
  ],
  ['DATE without an attribute', trigger({ type: 'DATE' }), 'trigger.attribute', null, /birthday/],
  [
    'an offset that is not a number of days',
    trigger({ type: 'DATE', attribute: 'x', offset: '7 hours' }),
    'trigger.offset',
    null,
    /-7 days/,
  ],
  [
    'an offset of more than a year',
    trigger({ type: 'DATE', attribute: 'x', offset: '-366 days' }),
    'trigger.offset',
    null,
    /-7 days/,
  ],
  [
    'an invalid time of day',
    trigger({ type: 'DATE', attribute: 'x', at: '25:00' }),
    'trigger.at',
    null,
    /00:00 to 23:59/,
  ],
  [
    'a string as yearly',
    trigger({ type: 'DATE', attribute: 'x', yearly: 'yes' }),
    'trigger.yearly',
    null,
    /true or false/,
  ],
  ['SCHEDULE without cron', trigger({ type: 'SCHEDULE' }), 'trigger.cron', null, /required/],
  [
    'cron with six fields',
    trigger({ type: 'SCHEDULE', cron: '0 0 9 * * *' }),
    'trigger.cron',
    null,
    /five fields/,
  ],
  [
    'cron with an hour of 25',
    trigger({ type: 'SCHEDULE', cron: '0 25 * * *' }),
    'trigger.cron',
    null,
    /five fields/,
  ],
  [
    'cron every minute',
    trigger({ type: 'SCHEDULE', cron: '* * * * *' }),
    'trigger.cron',
    null,
    /every 5 minutes/,
  ],
  [
    'cron with four minutes over the hour',
    trigger({ type: 'SCHEDULE', cron: '2,58 * * * *' }),
    'trigger.cron',
    null,
    /every 5 minutes/,
  ],
  [
    'cron on the 30th of February',
    trigger({ type: 'SCHEDULE', cron: '0 9 30 2 *' }),
    'trigger.cron',
    null,
    /never comes/,
  ],
  [
    'an unknown trigger time zone',
    trigger({ type: 'SCHEDULE', cron: '0 9 * * *', timezone: 'Lisbon' }),
    'trigger.timezone',
    null,
    /IANA/,
  ],
  [
    'trigger.<x> of a trigger without properties',
    trigger({ type: 'TAG_ADDED', tag: 'x', filter: { field: 'trigger.plan', operator: 'exists' } }),
    'trigger.filter.field',
    null,
    /EVENT or MANUAL/,
  ],
  [
    'properties.<x> of a trigger without an event',
    trigger({ type: 'MANUAL', filter: { field: 'properties.plan', operator: 'exists' } }),
    'trigger.filter.field',
    null,
    /trigger\.<property>/,
  ],
  [
    'a mail of the workflow in the filter of its trigger',
    trigger({ ...event, filter: clicked('m') }, mail('m')),
    'trigger.filter.value',
    null,
    /before it starts/,
  ],

  ['an unknown reentry', settings({ reentry: 'ALWAYS' }), 'reentry', null, /ONCE, EVERY_TIME, event/],
  [
    'an event reentry key without a property',
    settings({ reentry: 'event.' }),
    'reentry',
    null,
    /such as event\.order_id/,
  ],
  ['a property alone as reentry', settings({ reentry: 'order_id' }), 'reentry', null, /event\.<property>/],
  [
    'the event itself as reentry key',
    { trigger: { type: 'EVENT', name: 'order.paid' }, reentry: 'event.order.paid' },
    'reentry',
    null,
    /names the event itself/,
  ],
  [
    'an event reentry key without an event trigger',
    { trigger: { type: 'MANUAL' }, reentry: 'event.order' },
    'reentry',
    null,
    /type EVENT/,
  ],
  [
    'an unknown reason to leave',
    settings({ exitOn: ['unsubscribed'] }),
    'exitOn[0]',
    null,
    /did you mean unsubscribe/,
  ],
  ['exitOn that is not a list', settings({ exitOn: 'bounce' }), 'exitOn', null, /list/],
  ['a goal that is not a rule', settings({ goal: 'paid' }), 'goal', null, /object/],
  ['a goal about a missing mail', settings({ goal: clicked('welcome') }), 'goal.value', null, /has none/],
  [
    'quiet hours that are not an object',
    settings({ quietHours: '21:00-08:00' }),
    'quietHours',
    null,
    /from: "21:00"/,
  ],
  [
    'quiet hours without an end',
    settings({ quietHours: { from: '21:00' } }),
    'quietHours.to',
    null,
    /required/,
  ],
  [
    'quiet hours of the whole day',
    settings({ quietHours: { from: '08:00', to: '08:00' } }),
    'quietHours.to',
    null,
    /differ/,
  ],
  [
    'quiet hours on an unknown day',
    settings({ quietHours: { from: '21:00', to: '08:00', days: ['Monday'] } }),
    'quietHours.days[0]',
    null,
    /did you mean mon/,
  ],
  ['mailsMax of 0', settings({ mailsMax: { count: 0, per: '7 days' } }), 'mailsMax.count', null, /from 1/],
  ['mailsMax without a period', settings({ mailsMax: { count: 1 } }), 'mailsMax.per', null, /required/],
  [
    'mailsMax with a period of two years',
    settings({ mailsMax: { count: 1, per: '2 years' } }),
    'mailsMax.per',
    null,
    /365 days/,
  ],
  ['an unknown time zone', settings({ timezone: 'Mars/Olympus' }), 'timezone', null, /IANA/],

  ['a step without a type', steps({ key: 'a', tag: 'x' }), 'steps[0].type', 'a', /required/],
  [
    'an unknown type',
    steps({ key: 'a', type: 'sendEmail' }),
    'steps[0].type',
    'a',
    /did you mean send_email/,
  ],
  [
    'the trigger as a step',
    steps({ key: 'a', type: 'trigger' }),
    'steps[0].type',
    'a',
    /field of the workflow/,
  ],
  ['a key with a blank', steps({ ...a, key: 'a b' }), 'steps[0].key', 'add_tag', /a-z/],
  ['a key of 65 characters', steps({ ...a, key: 'a'.repeat(65) }), 'steps[0].key', 'add_tag', /1 to 64/],
  ['two steps with one key', steps(a, { ...b, key: 'a' }), 'steps[1].key', 'a', /another step/],
  ['an unknown field of a step', steps({ ...a, tags: 'x' }), 'steps[0].tags', 'a', /did you mean tag/],
  [
    'a step field next to config',
    steps({ key: 'a', type: 'add_tag', config: { tag: 'x' }, tag: 'x' }),
    'steps[0].tag',
    'a',
    /into config/,
  ],
  [
    'a list that belongs to another step type',
    steps({ ...a, yes: [b] }),
    'steps[0].yes',
    'a',
    /belongs to a condition/,
  ],

  ['a mail without a subject', steps(mail('m', { subject: undefined })), 'steps[0].subject', 'm', /required/],
  ['a subject on two lines', steps(mail('m', { subject: 'a\nb' })), 'steps[0].subject', 'm', /line breaks/],
  [
    'a subject that is too long',
    steps(mail('m', { subject: 'a'.repeat(999) })),
    'steps[0].subject',
    'm',
    /998/,
  ],
  [
    'a mail without a body',
    steps(mail('m', { markdown: undefined })),
    'steps[0].markdown',
    'm',
    /exactly one/,
  ],
  [
    'a mail with two bodies',
    steps(mail('m', { html: `<a href="{{unsubscribeUrl}}">x</a>` })),
    'steps[0].markdown',
    'm',
    /exactly one/,
  ],
  [
    'a body one octet over 1 MB',
    steps(mail('m', { markdown: 'x'.repeat(1_000_001) })),
    'steps[0].markdown',
    'm',
    /1,000,000 bytes/,
  ],
  [
    'a Tiptap document with a script',
    steps(mail('m', { markdown: undefined, tiptap: { type: 'doc', content: [{ type: 'script' }] } })),
    'steps[0].tiptap.content[0].type',
    'm',
    /one of the nodes/,
  ],
  [
    'a marketing mail without an unsubscribe link',
    steps(mail('m', { markdown: 'Hi' })),
    'steps[0].markdown',
    'm',
    /\{\{unsubscribeUrl\}\}.*transactional/,
  ],
  [
    'an unknown merge field',
    steps(mail('m', { subject: 'Hi {{first_name}}' })),
    'steps[0].subject',
    'm',
    /did you mean \{\{firstName\}\}/,
  ],
  [
    'a {{trigger.<x>}} merge field but a trigger without properties',
    trigger({ type: 'TAG_ADDED', tag: 'x' }, mail('m', { markdown: `{{trigger.plan}} ${leave}` })),
    'steps[0].markdown',
    'm',
    /EVENT or MANUAL/,
  ],
  [
    'a sender that is not an address',
    steps(mail('m', { from: 'Acme' })),
    'steps[0].from',
    'm',
    /one mailbox/,
  ],
  [
    'reply_to instead of replyTo',
    steps(mail('m', { reply_to: 'a@acme.dev' })),
    'steps[0].reply_to',
    'm',
    /did you mean replyTo/,
  ],
  [
    'a string as transactional',
    steps(mail('m', { transactional: 'no' })),
    'steps[0].transactional',
    'm',
    /true or false/,
  ],

  ['a delay without a duration', steps(delay({})), 'steps[0].duration', 'wait', /required/],
  ['a duration without a unit', steps(delay({ duration: '3' })), 'steps[0].duration', 'wait', /3 days/],
  ['an ISO 8601 duration', steps(delay({ duration: 'P3D' })), 'steps[0].duration', 'wait', /3 days/],
  [
    'a duration of more than a year',
    steps(delay({ duration: '366 days' })),
    'steps[0].duration',
    'wait',
    /at most 365/,
  ],
  [
    'a duration and an end',
    steps(delay({ duration: '1 day', until: '2027-01-01' })),
    'steps[0].until',
    'wait',
    /one of the two/,
  ],
  ['a time of 25:00', steps(delay({ duration: '1 day', at: '25:00' })), 'steps[0].at', 'wait', /23:59/],
  ['a time of 9:00', steps(delay({ duration: '1 day', at: '9:00' })), 'steps[0].at', 'wait', /09:00/],
  [
    'an unknown weekday',
    steps(delay({ duration: '1 day', days: ['montag'] })),
    'steps[0].days[0]',
    'wait',
    /did you mean mon/,
  ],
  ['no weekday', steps(delay({ duration: '1 day', days: [] })), 'steps[0].days', 'wait', /left out/],
  [
    'an end that is not a date',
    steps(delay({ until: 'tomorrow' })),
    'steps[0].until',
    'wait',
    /attributes\.<name> or trigger\.<property>/,
  ],
  [
    'an end on the 30th of February',
    steps(delay({ until: '2027-02-30' })),
    'steps[0].until',
    'wait',
    /ISO date/,
  ],
  [
    'an end in a missing trigger property',
    trigger({ type: 'TAG_ADDED', tag: 'x' }, delay({ until: 'trigger.ends' })),
    'steps[0].until',
    'wait',
    /EVENT or MANUAL/,
  ],
  [
    'a past setting without an end',
    steps(delay({ duration: '1 day', past: 'exit' })),
    'steps[0].past',
    'wait',
    /without until/,
  ],
  [
    'an unknown past setting',
    steps(delay({ until: '2027-01-01', past: 'skip' })),
    'steps[0].past',
    'wait',
    /continue, exit/,
  ],

  [
    'a wait without an event',
    steps({ key: 'w', type: 'wait_for_event', timeout: '1 day' }),
    'steps[0].name',
    'w',
    /required/,
  ],
  [
    'a wait without an end',
    steps({ key: 'w', type: 'wait_for_event', name: 'x' }),
    'steps[0].timeout',
    'w',
    /required/,
  ],
  [
    'an invalid since setting',
    steps({ key: 'w', type: 'wait_for_event', name: 'x', timeout: '1 day', since: 'ever' }),
    'steps[0].since',
    'w',
    /run, now/,
  ],
  ['a condition without a rule', steps({ key: 'if', type: 'condition' }), 'steps[0].rule', 'if', /required/],
  [
    'a rule of an unknown field',
    steps(condition({ ...rule, field: 'firstname' })),
    'steps[0].rule.field',
    'if',
    /did you mean firstName/,
  ],
  [
    'a rule with an unknown operator',
    steps(condition({ ...rule, operator: 'equals' })),
    'steps[0].rule.operator',
    'if',
    /eq, neq/,
  ],
  [
    'a rule with another field',
    steps(condition({ ...rule, not: true })),
    'steps[0].rule.not',
    'if',
    /not a field of a rule/,
  ],
  [
    'a rule nested nine deep',
    steps(condition(rulesInside(1_000))),
    `steps[0].rule${'.and[0]'.repeat(8)}`,
    'if',
    /8 deep/,
  ],
  [
    'email_reached',
    steps(condition({ field: 'email_reached', operator: 'eq', value: 'cmp_1' })),
    'steps[0].rule.field',
    'if',
    /email_opened or email_clicked/,
  ],
  [
    'a rule about a campaign',
    steps(mail('m'), condition(clicked('cmp_1'))),
    'steps[1].rule.value',
    'if',
    /not a campaign/,
  ],
  [
    'a rule about a misspelled mail',
    steps(mail('welcome'), condition(clicked('welcom'))),
    'steps[1].rule.value',
    'if',
    /did you mean welcome/,
  ],
  [
    'a rule about a step that sends no mail',
    steps(a, condition({ or: [rule, clicked('a')] })),
    'steps[1].rule.or[1].value',
    'if',
    /sends no mail/,
  ],
  [
    'a rule about a later mail',
    steps(condition(clicked(['m'], 'in')), mail('m')),
    'steps[0].rule.value[0]',
    'if',
    /never sent before/,
  ],
  [
    'a rule about a mail on another path',
    steps({
      key: 'if',
      type: 'condition',
      rule,
      yes: [mail('m')],
      no: [{ key: 'if2', type: 'condition', rule: clicked('m') }],
    }),
    'steps[0].no[0].rule.value',
    'if2',
    /never sent before/,
  ],
  [
    'properties.<x> outside a wait',
    steps(condition({ field: 'properties.plan', operator: 'exists' })),
    'steps[0].rule.field',
    'if',
    /trigger\.<property>/,
  ],
  ['a branch without cases', steps({ key: 'b', type: 'branch' }), 'steps[0].cases', 'b', /required/],
  [
    'eleven cases',
    steps({ key: 'b', type: 'branch', cases: Array.from({ length: 11 }, () => ({ rule })) }),
    'steps[0].cases',
    'b',
    /1 to 10/,
  ],
  [
    'a case without a rule',
    steps({ key: 'b', type: 'branch', cases: [{ steps: [] }] }),
    'steps[0].cases[0].rule',
    'b',
    /required/,
  ],
  [
    'two cases with one name',
    steps({
      key: 'b',
      type: 'branch',
      cases: [
        { name: 'x', rule },
        { name: 'x', rule },
      ],
    }),
    'steps[0].cases[1].name',
    'b',
    /another case/,
  ],
  [
    'an invalid step inside a case',
    steps({ key: 'b', type: 'branch', cases: [{ rule, steps: [{ ...a, tag: '' }] }] }),
    'steps[0].cases[0].steps[0].tag',
    'a',
    /name or id/,
  ],
  [
    'shares of 90 %',
    steps({ key: 's', type: 'ab_split', percent: [50, 40] }),
    'steps[0].percent',
    's',
    /100 together.*90/,
  ],
  [
    'a single share',
    steps({ key: 's', type: 'ab_split', percent: [100] }),
    'steps[0].percent',
    's',
    /2 to 5/,
  ],
  [
    'a share of 0 %',
    steps({ key: 's', type: 'ab_split', percent: [100, 0] }),
    'steps[0].percent[1]',
    's',
    /at least 1/,
  ],
  [
    'a path without a share',
    steps({ key: 's', type: 'ab_split', percent: [50, 50], c: [a] }),
    'steps[0].c',
    's',
    /no share/,
  ],

  [
    'a tag with a merge field',
    steps({ ...a, tag: '{{attributes.plan}}' }),
    'steps[0].tag',
    'a',
    /merge fields/,
  ],
  [
    'an update without fields',
    steps({ key: 'u', type: 'update_subscriber' }),
    'steps[0].attributes',
    'u',
    /required/,
  ],
  [
    'a name outside fields',
    steps({ key: 'u', type: 'update_subscriber', firstName: 'x', attributes: { a: 1 } }),
    'steps[0].firstName',
    'u',
    /fields: \{"firstName"/,
  ],
  [
    'an address as a field',
    steps({ key: 'u', type: 'update_subscriber', fields: { email: 'a@b.dev' } }),
    'steps[0].fields.email',
    'u',
    /firstName, lastName/,
  ],
  [
    'an invalid time zone as a field',
    steps({ key: 'u', type: 'update_subscriber', fields: { timezone: 'Lisbon' } }),
    'steps[0].fields.timezone',
    'u',
    /IANA/,
  ],
  [
    'an attribute that is an object',
    steps({ key: 'u', type: 'update_subscriber', attributes: { plan: {} } }),
    'steps[0].attributes.plan',
    'u',
    /text, a number/,
  ],
  [
    'an attribute named __proto__',
    steps({ key: 'u', type: 'update_subscriber', attributes: JSON.parse('{"__proto__": 1}') }),
    'steps[0].attributes.__proto__',
    'u',
    /not allowed/,
  ],
  ['an event without a name', steps({ key: 't', type: 'track_event' }), 'steps[0].name', 't', /required/],
  [
    'properties of 16 KB',
    steps({ key: 't', type: 'track_event', name: 'x', properties: { x: 'y'.repeat(17_000) } }),
    'steps[0].properties',
    't',
    /16,384 bytes/,
  ],
  [
    'properties a million deep',
    steps({ key: 't', type: 'track_event', name: 'x', properties: dataInside(1_000_000) }),
    'steps[0].properties',
    't',
    /8 deep/,
  ],
  [
    'an unsubscribe link outside a mail',
    steps({ key: 't', type: 'track_event', name: 'x', properties: { url: '{{unsubscribeUrl}}' } }),
    'steps[0].properties',
    't',
    /mails alone/,
  ],
  ['a webhook without a URL', steps({ key: 'h', type: 'webhook' }), 'steps[0].url', 'h', /required/],
  [
    'a webhook over http',
    steps({ key: 'h', type: 'webhook', url: 'http://crm.acme.dev' }),
    'steps[0].url',
    'h',
    /https/,
  ],
  [
    'a webhook to a private network',
    steps({ key: 'h', type: 'webhook', url: 'https://127.0.0.1/x' }),
    'steps[0].url',
    'h',
    /public internet/,
  ],
  [
    'a webhook to this instance',
    steps({ key: 'h', type: 'webhook', url: 'https://post.example.com/x' }),
    'steps[0].url',
    'h',
    /this instance/,
  ],
  [
    'a merge field in the host of a webhook',
    steps({ key: 'h', type: 'webhook', url: 'https://{{trigger.host}}/x' }),
    'steps[0].url',
    'h',
    /put them into data/,
  ],
  [
    'a webhook with a method',
    steps({ key: 'h', type: 'webhook', url: 'https://crm.acme.dev/x', method: 'GET' }),
    'steps[0].method',
    'h',
    /always a POST/,
  ],
  [
    'an unsubscribe step with a field',
    steps({ key: 'u', type: 'unsubscribe', reason: 'x' }),
    'steps[0].reason',
    'u',
    /has none|it has key/,
  ],
  [
    'an exit with a very long reason',
    steps({ ...out, reason: 'x'.repeat(300) }),
    'steps[0].reason',
    'out',
    /200/,
  ],

  // Connections between steps.
  ['a goto to a missing step', steps({ ...a, goto: 'bb' }, b), 'steps[0].goto', 'a', /not the key/],
  ['a goto that comes first', steps({ goto: 'a' }, a), 'steps[0].goto', null, /come first/],
  ['a goto with other fields', steps(a, { goto: 'a', tag: 'x' }), 'steps[1].tag', null, /goto/],
  ['a goto of an exit', steps(a, { ...out, goto: 'a' }), 'steps[1].goto', 'out', /ends the run/],
  ['a step behind an exit', steps(out, a), 'steps[1]', 'a', /never reached/],
  [
    'a step after an exit',
    steps({ key: 'if', type: 'condition', rule, yes: [out, a] }, b),
    'steps[0].yes[1]',
    'a',
    /never reached/,
  ],
  [
    'a step after two exits',
    steps({ key: 'if', type: 'condition', rule, yes: [out], no: [{ type: 'exit' }] }, a),
    'steps[1]',
    'a',
    /never reached/,
  ],
  ['a loop without a delay', steps(a, { ...b, goto: 'a' }), 'steps[0]', 'a', /a → b.*at least 1 hour/],
  [
    'a loop with a delay of 59 minutes',
    steps(a, delay({ duration: '59 minutes', at: undefined }), { ...b, goto: 'a' }),
    'steps[0]',
    'a',
    /1 hour/,
  ],
  ['a step that goes to itself', steps({ ...a, goto: 'a' }), 'steps[0]', 'a', /1 hour/],
  [
    'a loop over the event of a wait',
    steps({ key: 'w', type: 'wait_for_event', name: 'x', timeout: '7 days', received: [{ goto: 'w' }] }),
    'steps[0]',
    'w',
    /1 hour/,
  ],

  // The flat form.
  ['connections that are not a list', flat([a], {}), 'connections', null, /list/],
  ['a connection that is not an object', flat([a], ['a']), 'connections[0]', null, /object/],
  [
    'a step without a key in a flat definition',
    flat([{ type: 'add_tag', tag: 'x' }], []),
    'steps[0].key',
    'add_tag',
    /required/,
  ],
  [
    'a connection from a missing step',
    flat([a], [{ from: 'c', to: 'a' }]),
    'connections[0].from',
    null,
    /not the key/,
  ],
  [
    'a connection from the trigger',
    flat([a], [{ from: 'trigger', to: 'a' }]),
    'connections[0].from',
    null,
    /first step/,
  ],
  [
    'a connection to a missing step',
    flat([mail('welcome'), b], [{ from: 'b', to: 'welcom' }]),
    'connections[0].to',
    'b',
    /did you mean welcome/,
  ],
  [
    'a connection with an unknown field',
    flat([a, b], [{ from: 'a', to: 'b', label: 'x' }]),
    'connections[0].label',
    'a',
    /from, to, type/,
  ],
  [
    'a connection from an exit',
    flat(
      [a, out],
      [
        { from: 'a', to: 'out' },
        { from: 'out', to: 'a' },
      ],
    ),
    'connections[1].from',
    'out',
    /ends the run/,
  ],
  [
    'a path of another step type',
    flat([a, b], [{ from: 'a', to: 'b', type: 'condition_met' }]),
    'connections[0].type',
    'a',
    /default/,
  ],
  [
    'an untyped path of a condition',
    flat([condition(rule), b], [{ from: 'if', to: 'b' }]),
    'connections[0].type',
    'if',
    /condition_met, condition_not_met/,
  ],
  [
    'a path of a missing case',
    flat([{ key: 'b1', type: 'branch', cases: [{ rule }] }, b], [{ from: 'b1', to: 'b', type: 'case:2' }]),
    'connections[0].type',
    'b1',
    /case:1, default/,
  ],
  [
    'two paths with the same type',
    flat(
      [a, b, out],
      [
        { from: 'a', to: 'b' },
        { from: 'a', to: 'out' },
      ],
    ),
    'connections[1].type',
    'a',
    /second default/,
  ],
  [
    'step lists in a flat definition',
    flat([{ ...(condition(rule) as object), yes: [b] }], []),
    'steps[0].yes',
    'if',
    /leave connections out/,
  ],
  [
    'steps of a case in a flat definition',
    flat([{ key: 'b1', type: 'branch', cases: [{ rule, steps: [b] }] }], []),
    'steps[0].cases[0].steps',
    'b1',
    /leave connections out/,
  ],
  ['goto beside connections', flat([{ ...a, goto: 'a' }], []), 'steps[0].goto', 'a', /leave connections out/],
  ['a step that no connection leads to', flat([a, b], []), 'steps[1]', 'b', /never reached/],
];

describe('a workflow definition', () => {
  it('is rejected for more than sixty different faults', () => {
    expect(new Set(broken.map(([fault]) => fault)).size).toBe(broken.length);
    expect(broken.length).toBeGreaterThan(60);
  });

  it.each(broken)('with %s is rejected', (_fault, given, path, step, says) => {
    const read = readDefinition(given, terms);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.faults).toContainEqual(
      expect.objectContaining({ path, step, message: expect.stringMatching(says) }),
    );
    // One cause is not reported many times.
    expect(read.faults.length).toBeLessThanOrEqual(2);
  });

  it('is rejected with all its faults in one response', () => {
    const read = readDefinition(
      {
        trigger: { type: 'TAG_ADDED' },
        exitOn: ['x'],
        steps: [delay({ duration: 'soon' }), { key: 'm', type: 'send_email' }, { type: 'addtag' }],
      },
      terms,
    );
    expect(read.ok ? [] : read.faults.map(({ path }) => path)).toEqual([
      'trigger.tag',
      'exitOn[0]',
      'steps[2].type',
      'steps[0].duration',
      'steps[1].subject',
      'steps[1].markdown',
    ]);
  });
});
