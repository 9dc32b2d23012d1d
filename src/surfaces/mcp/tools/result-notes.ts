import type { Tool } from '../../../contract/tool.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { ambientDelivery } from '../../../engine/sending/preview-send.ts';
import { pausedSentence } from '../../../model/organization/sending-pause.ts';
import {
  unapprovedCountedMinutes,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../../model/sending/unapproved-people.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { forPeopleNotes } from '../content/for-people.ts';

type Answer = { whole: Fields; shown: Fields; approvedFor?: number | undefined };
/** `forPeople`: tools without assistant access. */
type Tools = { offered: (tool: string) => boolean; forPeople: ReadonlySet<string> };

const remarksOn: Readonly<Record<string, (answer: Answer, tools: Tools) => string[]>> = {
  create_token: ofAssistant,
  get_approval: answerWaits,
  list_subscribers: leftOutAttributes,
  read_docs: ({ whole }, { forPeople }) => forPeopleNotes(String(whole.markdown), forPeople),
  revoke_token: (_answer, tools) => stillListed(tools),
  save_subscribers: notActive,
  search_docs: inExcerpts,
  send_campaign: beginsAtOnce,
  verify_email_address: ({ whole }, tools) => suppressed([whole], tools),
  verify_email_addresses: (answer, tools) => [
    ...leftOutChecks(answer, tools),
    ...suppressed(answer.whole.data, tools),
  ],
  wait_for_approval: answerWaits,
};

export function resultNotes(tool: Tool, answer: Answer, tools: Tools): string[] {
  return Object.hasOwn(remarksOn, tool.name) ? remarksOn[tool.name]!(answer, tools) : [];
}

/** The result says `deleted`, but the token remains listed. */
function stillListed({ offered }: Tools): string[] {
  return offered('list_tokens') ? ['It no longer works; list_tokens still shows it, with revoked_at.'] : [];
}

/** The documentation is written for people too and names tools without assistant access. */
function inExcerpts({ whole }: Answer, { forPeople }: Tools): string[] {
  const texts = entriesOf(whole.hits).map(
    ({ heading, anchor, excerpt }) => `${heading} ${anchor} ${excerpt}`,
  );
  return forPeopleNotes(texts.join('\n'), forPeople);
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
function beginsAtOnce({ whole, approvedFor }: Answer, { offered }: Tools): string[] {
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

function leftOutChecks(answer: Answer, { offered }: Tools): string[] {
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

function suppressed(data: unknown, { offered }: Tools): string[] {
  const some = entriesOf(data).some(({ code }) => code === 'SUPPRESSED');
  return some && offered('get_suppression')
    ? ['To see why an address is SUPPRESSED, call get_suppression.']
    : [];
}

function entriesOf(data: unknown): Fields[] {
  return Array.isArray(data) ? data.filter(isFields) : [];
}

/** Notes for a send whose mail does not reach real mailboxes, which the result itself does not say. */
export async function sentNotes(
  { settings: { delivery }, store }: Pick<Engine, 'settings' | 'store'>,
  caller: Caller,
  tool: Tool,
): Promise<string[]> {
  if (tool.effect !== 'send') return [];
  switch (ambientDelivery({ delivery }, caller)) {
    case 'live':
      return (await isPaused(store, caller)) ? [pausedSentence] : [];
    case 'test':
      return ['This API token has mode test: no real mail is sent, and delivery_mode is always test.'];
    case 'captured':
      return [
        `Sending is off ${delivery === 'capture' ? 'on this server' : 'for this organization'}: mail to real addresses is captured (delivery_mode captured) and not sent. Only the operator can turn sending on; then retry_email sends a captured email.`,
      ];
  }
}

/** Returns false if the database fails: the mail was accepted, so the result must be returned. */
async function isPaused({ organizations }: Engine['store'], { organization }: Caller): Promise<boolean> {
  try {
    return (await organizations.sending([organization.key])).get(organization.key)?.isPaused ?? false;
  } catch {
    return false;
  }
}
