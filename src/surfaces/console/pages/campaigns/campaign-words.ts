import { bounceCause } from '../../../../model/email/bounce.ts';
import { failures } from '../../../../model/failure.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { wordForPerson } from '../../../../model/text/tool-remedies.ts';
import { asSentence } from '../../form-faults.ts';
import { capitalize, inDigits, inPercent } from '../../number-words.ts';

/** Names of the fields in forms and messages. */
export const campaignFieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  subject: 'Subject',
  preview: 'Preview text',
  fromName: 'Sender name',
  fromEmail: 'Sender address',
  replyTo: 'Replies go to',
  content: 'Body',
  html: 'Body',
  markdown: 'Body',
  tiptap: 'Body',
  audience: 'Audience',
  throttle: 'Emails per hour',
  tracking: 'Tracking',
  abTest: 'A/B test',
  scheduledAt: 'Time',
  timezone: 'Time zone',
  to: 'Address',
  url: 'Link',
};

export const skipWords: Readonly<Record<string, string>> = {
  pending: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced before',
  complained: 'Marked an email as spam',
  suppressed: 'Suppressed',
  rate_limited: 'Mailed too often recently',
  not_allowed: 'Not an allowed recipient',
  send_cap: 'Over the daily limit',
  content_blocked: 'Blocked by the content check',
  content_not_verified: 'Content could not be checked',
  storage_full: 'Storage is full',
  campaign_ended: 'The campaign was ended',
  after_acceptance: 'Suppressed or cancelled later',
};

/** Why a person was left out, in words. */
export function describeSkipReason(reason: string): string {
  return skipWords[reason] ?? asLabel(reason);
}

/** The cause of a bounce, and whether another try can help. */
export function describeBounce({ type, kind }: { type: string; kind: string }): string {
  return `Bounced ${type === 'soft' ? 'temporarily' : 'permanently'}: ${bounceCause(kind)}`;
}

/** Sentences of failures for assistants and programs, in words of the console. */
const problemWords: readonly (readonly [string, string])[] = [
  [
    failures.missing_unsubscribe_url.sentence,
    'The email has no visible unsubscribe link. Add [Unsubscribe]({{unsubscribeUrl}}) to the body',
  ],
  [
    failures.audience_empty.sentence,
    'No subscriber in the audience can receive it now. Choose another audience, or add subscribers',
  ],
  [
    failures.domain_not_verified.sentence,
    'The domain of the sender address is not verified. Add it under Domains, or use another sender',
  ],
  ['subject is required to send', 'It has no subject yet'],
  [
    'fromEmail is required to send, or default_from of the organization',
    'It has no sender address yet, and the organization has no default sender',
  ],
  ['content is required to send', 'It has no body yet'],
];

/** Why a campaign cannot be sent, for a person. */
export function describeProblem(problem: string): string {
  let worded = wordForPerson(problem);
  for (const [sentence, words] of problemWords) worded = worded.replaceAll(sentence, words);
  return asSentence(worded);
}

const warningWords: readonly (readonly [RegExp, string])[] = [
  [/No audience is set: all ACTIVE subscribers will receive it/, 'All subscribers will receive it'],
  [/\bACTIVE\b/g, 'active'],
  [/send_campaign would refuse it/g, 'so the campaign cannot be sent'],
  [/; get_subscriber shows why/g, ''],
  [
    /of its mails had mode test: their delivery was simulated/,
    'of its emails went to test addresses, so their delivery was simulated',
  ],
  [/audience\.filter/g, 'The filter'],
  [/audience\.segmentId/g, 'The audience'],
  [/audience\.tags\.\w+\[\d+\]/g, 'A tag of the audience'],
];

export function describeWarning(warning: string): string {
  let worded = wordForPerson(warning);
  for (const [found, words] of warningWords) worded = worded.replaceAll(new RegExp(found, 'g'), words);
  return asSentence(worded);
}

/** The audience in words, without the names of states. */
export function describeAudienceText(text: string): string {
  return text
    .replace(/^ALL subscribers who are ACTIVE$/, 'All active subscribers')
    .replace(/^ACTIVE subscribers/, 'Active subscribers');
}

function asLabel(name: string): string {
  const text = name.replaceAll('_', ' ').toLowerCase();
  return capitalize(text);
}

/** Below this many people, counts say more than percentages. */
export const shareFrom = 100;

/** A share of people: a percentage, or a count of few people. */
export function describeShare(count: number, of: number): string {
  if (of < shareFrom) return inDigits(count);
  return inPercent(Math.min(1, count / of));
}

/** Day and time in a zone: `Fri 15 May 2026, 09:00`. */
export function describeMoment(at: number | string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(new Date(at));
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')}`;
}

/** Value of a `datetime-local` field. */
export function localValue(at: number | string, timeZone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(at));
  return text.replace(' ', 'T');
}

/** A name in a button or a question of a dialog. */
export function named(name: string): string {
  return quoted(name, nameCharactersMax);
}

const nameCharactersMax = 60;
