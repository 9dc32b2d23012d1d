import type { Ran } from '../../../contract/held-call.ts';
import { type ApprovalRecord, approvalLimits, approvalStatus } from '../../../model/approval/approval.ts';
import {
  approvalWords,
  displayStatus,
  factWords,
  sentence,
  statusSentences,
} from '../../../model/approval/approval-words.ts';
import { describeName, describeRecipient, formatList } from '../../../model/approval/describe-mails.ts';
import { describePreview } from '../../../model/approval/describe-preview.ts';
import { subjectCharactersMax } from '../../../model/email/send-body.ts';
import type { Failure } from '../../../model/failure.ts';
import type { OrganizationRecord } from '../../../model/organization/organization.ts';
import { quoted } from '../../../model/text/quoted.ts';
import type { Result } from '../../approvals/result-addresses.ts';
import type { ShownMails } from '../../approvals/shown-mails.ts';
import { formatResult } from '../output/format-result.ts';

/** Untrusted text is quoted or printed behind a bar, so that it can neither imitate nor cover our own text. */

const refusalCharactersMax = 500;

type Zone = Pick<OrganizationRecord, 'timezone'>;

export function formatRow(question: ApprovalRecord, title: string, zone: Zone): string {
  return `${question.id}  ${title}\n  ${askedBy(question, zone)} ${sentence(statusSentences.pending, { until: describeTime(question.expiresAt, zone) })}`;
}

/** Formats pending calls as a table for a terminal. */
export function formatPending(
  pending: readonly { question: ApprovalRecord; title: string }[],
  zone: Zone,
  columns: number,
): string {
  const data = pending.map(({ question, title }) => ({
    id: question.id,
    call: title,
    open_until: describeTime(question.expiresAt, zone),
    asked_by: describeAsker(question),
  }));
  return formatResult({ data }, columns);
}

function askedBy(question: ApprovalRecord, zone: Zone): string {
  const at = describeTime(question.askedAt, zone);
  return sentence(approvalWords.asked, { who: describeAsker(question), at });
}

function describeAsker({ token, client }: ApprovalRecord): string {
  const { operator, token: tokenWords, program } = approvalWords;
  const asker = token === null ? operator : sentence(tokenWords, { name: quoted(token.name) });
  return client === null ? asker : sentence(program, { who: asker, client: quoted(client) });
}

function describeTime(at: number, { timezone: timeZone }: Zone): string {
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return `${shown.format(at)} (${timeZone})`;
}

export type Seen = {
  question: ApprovalRecord;
  title: string;
  organization: Zone;
  now: number;
  hasChanged: boolean;
  refusal: Failure | null;
};

export function describeQuestion({ question, title, organization, now, hasChanged, refusal }: Seen): string {
  const { because, preview } = question.shown;
  const asks = [
    `${question.id}: ${standing(question, organization, now)}`,
    askedBy(question, organization),
    because === undefined ? '' : `${because}.`,
    hasChanged ? 'The call has changed since the assistant asked. This is what it would do now.' : '',
  ].filter((line) => line !== '');
  const does = [
    describePreview(title, preview, 'all'),
    ...(refusal === null
      ? []
      : [`The call would be refused now: ${quoted(refusal.message, refusalCharactersMax)}`]),
  ];
  return `${[...asks, '', ...does].join('\n')}\n`;
}

function standing(question: ApprovalRecord, zone: Zone, now: number): string {
  const { decidedAt, decidedBy, word, outcome, expiresAt } = question;
  const { by, atTerminal, decidedAt: at, withWords } = approvalWords;
  const who = decidedBy === null ? atTerminal : sentence(by, { name: quoted(decidedBy.name) });
  const when = decidedAt === null ? who : sentence(at, { by: who, at: describeTime(decidedAt, zone) });
  const words = word === null ? null : quoted(word, approvalLimits.wordCharactersMax);
  return sentence(statusSentences[displayStatus({ ...question, status: approvalStatus(question, now) })], {
    until: describeTime(expiresAt, zone),
    by: words === null ? when : sentence(withWords, { by: when, word: words }),
    outcome: outcome ?? '',
  });
}

export async function describeMails({ count, note, list, show }: ShownMails): Promise<string> {
  const whole = list === undefined ? '' : `\n${formatList(list)}`;
  if (count === 0) return whole;
  const lines: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const mail = await show(index);
    lines.push(
      `  ${index + 1}. ${mail === null ? 'stored as a raw message, which is not shown' : `${describeName(mail)}${describeRecipient(mail)}: ${quoted(mail.subject, subjectCharactersMax)}`}`,
    );
  }
  const title = count === 1 ? 'The mail' : `${count.toLocaleString('en')} mails`;
  return `${whole}\n${title}. ${note} To read a mail, add --mail N.\n${lines.join('\n')}\n`;
}

export function describeResults(results: readonly Result[]): string {
  if (results.length === 0) return '';
  const lines = results.map(
    ({ id, url, status }) =>
      `  ${id}${status === undefined ? '' : ` (${status})`}${url === undefined ? '' : `: GET ${url}`}`,
  );
  return `\n${factWords.result}:\n${lines.join('\n')}\n`;
}

export function describeOutcome(ran: Ran): string {
  switch (ran.kind) {
    case 'done':
      return 'Approved. The call succeeded.';
    case 'released':
      return 'Released. The organization can now send this content.';
    case 'meanwhile':
      return 'Approved. The assistant has already run the call.';
    case 'left':
      return 'Approved. It runs when the assistant makes the call again.';
    case 'changed':
      return 'The call has changed since you saw it, so nothing was done. It waits for a new decision.';
    case 'refused':
      return `You approved the call, but it was refused: ${quoted(ran.failure.message, refusalCharactersMax)}`;
  }
}
