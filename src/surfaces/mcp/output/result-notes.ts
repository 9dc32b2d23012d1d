import type { Tool } from '../../../contract/tool.ts';
import {
  unapprovedCountedMinutes,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../../model/sending/unapproved-people.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';

type Answer = { whole: Fields; shown: Fields; approvedFor?: number | undefined };
type Offered = (tool: string) => boolean;

const remarksOn: Readonly<Record<string, (answer: Answer, offered: Offered) => string[]>> = {
  create_token: ofAssistant,
  get_approval: answerWaits,
  list_subscribers: leftOutAttributes,
  revoke_token: (_answer, offered) => stillListed(offered),
  save_subscribers: notActive,
  send_campaign: beginsAtOnce,
  verify_email_address: ({ whole }, offered) => suppressed([whole], offered),
  verify_email_addresses: (answer, offered) => [
    ...leftOutChecks(answer, offered),
    ...suppressed(answer.whole.data, offered),
  ],
  wait_for_approval: answerWaits,
};

export function resultNotes(tool: Tool, answer: Answer, offered: Offered): string[] {
  return Object.hasOwn(remarksOn, tool.name) ? remarksOn[tool.name]!(answer, offered) : [];
}

/** The result says `deleted`, but the token remains listed. */
function stillListed(offered: Offered): string[] {
  return offered('list_tokens') ? ['It no longer works; list_tokens still shows it, with revoked_at.'] : [];
}

/** The flag is set without being requested. */
function ofAssistant({ whole }: Answer): string[] {
  if (whole.assistant !== true) return [];
  return [
    `assistant is true, because an assistant created this token. Without approval it can mail at most ${unapprovedPeopleMax} people in ${unapprovedCountedMinutes} minutes and ${unapprovedPeopleADayMax} in 24 hours over any interface, counted together with your token. Calls that need approval work only over MCP.`,
  ];
}

/** The approval performed the call, so its result and any secret must be fetched by repeating the call. */
function answerWaits({ whole }: Answer): string[] {
  const { tool, answer_until: until } = whole;
  if (typeof tool !== 'string' || typeof until !== 'string') return [];
  return [
    `The call was executed. To read the result of ${tool}, including any secret, repeat the call with exactly the same arguments by ${until}. This works once and changes nothing. If something it depends on has changed, it counts as a new call.`,
  ];
}

/** SCHEDULED for the current time looks like waiting, and the counts are still missing. */
function beginsAtOnce({ whole, approvedFor }: Answer, offered: Offered): string[] {
  const { status, scheduledAt, updatedAt } = whole;
  if (status !== 'SCHEDULED' || scheduledAt !== updatedAt) return [];
  const many = approvedFor !== undefined && Number.isFinite(approvedFor);
  const people = many ? `, to at most the ${approvedFor.toLocaleString('en')} that your person approved` : '';
  const look = offered('get_campaign')
    ? '; get_campaign shows its status, and the number of recipients in stats'
    : '';
  return [`Sending starts immediately${people}${look}.`];
}

function leftOutAttributes(answer: Answer): string[] {
  return isLeftOut('attributes', answer)
    ? ['Omitted for length: attributes; request them with detail full, or use a smaller limit.']
    : [];
}

function leftOutChecks(answer: Answer, offered: Offered): string[] {
  if (entriesOf(answer.shown.data).length === 0 || !isLeftOut('checks', answer)) return [];
  const way = offered('verify_email_address') ? '; verify_email_address returns them for one address' : '';
  return [`Omitted for length: checks${way}.`];
}

function isLeftOut(field: string, { whole, shown }: Answer): boolean {
  const has = ({ data }: Fields) => entriesOf(data).some((entry) => entry[field] !== undefined);
  return has(whole) && !has(shown);
}

/** `updated` sounds like success although an unsubscribed contact stays unsubscribed. */
function notActive({ whole }: Answer): string[] {
  const amounts = new Map<string, number>();
  for (const { status } of entriesOf(whole.data)) {
    if (typeof status === 'string' && status !== 'ACTIVE')
      amounts.set(status, (amounts.get(status) ?? 0) + 1);
  }
  if (amounts.size === 0) return [];
  const named = [...amounts].map(([status, amount]) => `${amount.toLocaleString('en')} ${status}`).join(', ');
  return [`Not ACTIVE, so they get no campaigns: ${named}.`];
}

function suppressed(data: unknown, offered: Offered): string[] {
  const some = entriesOf(data).some(({ code }) => code === 'SUPPRESSED');
  return some && offered('get_suppression')
    ? ['To see why an address is SUPPRESSED, call get_suppression.']
    : [];
}

function entriesOf(data: unknown): Fields[] {
  return Array.isArray(data) ? data.filter(isFields) : [];
}
