import { parseMailbox } from '../address.ts';
import { answerIn, type DeliveryAction, type DeliveryReport, deliveryActions } from './delivery-report.ts';
import { findFieldValue, type HeaderFields, readHeaderFields } from './header-fields.ts';
import type { ReturnedMessage } from './mime-parts.ts';

const recipientsMax = 50;
/** Lines per part. Fifty recipients have about five hundred. */
const linesMax = 4_000;

/**
 * Reads a delivery status notification (RFC 3464; RFC 6533 for internationalized addresses). Accepts a
 * `text/plain` part of a `multipart/report` if every line is a field and no required field is missing.
 */
export function readDsn(message: ReturnedMessage): DeliveryReport[] {
  const labelled = message.parts.filter(({ type }) => statusTypes.has(type));
  if (labelled.length > 0 || message.type !== 'multipart/report') return reportsIn(labelled);
  return reportsIn(message.parts.filter(({ type, text }) => type === 'text/plain' && isStatus(text)));
}

const statusTypes: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
]);

const fieldLine = /^[!-9;-~]{1,76}[ \t]*:|^[ \t]/;
/** RFC 3464 2.2.2, 2.3.2, 2.3.3 and 2.3.4. */
const requiredFields = ['reporting-mta', 'final-recipient', 'action', 'status'];

function isStatus(text: string): boolean {
  const lines = text.split('\n', linesMax).filter((line) => line.trim() !== '');
  if (!lines.every((line) => fieldLine.test(line))) return false;
  const fields = readHeaderFields(lines);
  return requiredFields.every((name) => fields.has(name));
}

function reportsIn(parts: ReturnedMessage['parts']): DeliveryReport[] {
  const reports: DeliveryReport[] = [];
  for (const { text } of parts) {
    const [message, ...recipients] = fieldGroups(text);
    if (message === undefined) continue;
    for (const fields of recipients) {
      if (reports.length === recipientsMax) return reports;
      const report = readRecipient(fields, message);
      if (report) reports.push(report);
    }
  }
  return reports;
}

/** Some servers omit the empty lines (RFC 3464 2.1), so a recipient field always starts a group. */
function fieldGroups(text: string): HeaderFields[] {
  // Without fields about the message, the first group is empty.
  const groups: string[][] = [[]];
  let named = new Set<string>();
  for (const line of text.split('\n', linesMax)) {
    const current = groups.at(-1)!;
    const name = recipientField.exec(line)?.[1]?.toLowerCase();
    const again = name !== undefined && (groups.length === 1 || named.has(name));
    const blank = line.trim() === '';
    if (again || (blank && current.length > 0)) {
      if (groups.length > recipientsMax) break;
      groups.push(blank ? [] : [line]);
      named = new Set();
    } else if (!blank) current.push(line);
    if (name !== undefined) named.add(name);
  }
  return groups.map((lines) => readHeaderFields(lines));
}

const recipientField = /^(original|final)-recipient[ \t]*:/i;

function readRecipient(fields: HeaderFields, message: HeaderFields): DeliveryReport | null {
  const statusText = findFieldValue(fields, 'status') ?? '';
  const status = /^\s*([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(statusText)?.[1] ?? null;
  const action = actionOf(findFieldValue(fields, 'action'), status);
  const recipients = [
    findFieldValue(fields, 'original-recipient'),
    findFieldValue(fields, 'final-recipient'),
  ].flatMap((value) => (value === null ? [] : [addressIn(value)]));
  if (action === null || recipients.length === 0) return null;

  const diagnostic = wordsAfterType(findFieldValue(fields, 'diagnostic-code') ?? '');
  const answer = answerIn(diagnostic);
  // `5.0.0` only means failure; the status in the remote diagnostic contains the reason.
  const enhanced = status !== null && !status.endsWith('.0.0') ? status : (answer.enhanced ?? status);
  const digit = Number(enhanced?.[0] ?? 0);
  return {
    action,
    code: answer.code ?? (digit === 4 || digit === 5 ? digit * 100 + 50 : 550),
    enhanced,
    text: answer.text === '' ? statusText : answer.text,
    recipients,
    by: nameAfterType(findFieldValue(fields, 'remote-mta') ?? findFieldValue(message, 'reporting-mta')),
    wordsAlone: answer.code === null && (enhanced === null || enhanced.endsWith('.0.0')),
  };
}

/** A comment may follow the action. Without an action, the class of the status decides. */
function actionOf(text: string | null, status: string | null): DeliveryAction | null {
  const word = /^[a-z]+/.exec(text?.trim().toLowerCase() ?? '')?.[0];
  if (word !== undefined) return deliveryActions.find((action) => action === word) ?? null;
  return status === null ? null : status[0] === '5' ? 'failed' : status[0] === '4' ? 'delayed' : 'delivered';
}

/** A `utf-8` address may contain escaped code points: `j\x{F6}rg@example.com` (RFC 6533 3). */
function addressIn(value: string): string {
  const text = value
    .replace(/^[\w-]{1,20}\s*;/, '')
    .trim()
    .replace(/^</, '');
  const end = text.indexOf('>');
  const written = (end < 0 ? text : text.slice(0, end)).replace(
    /\\x\{([0-9A-Fa-f]{2,6})\}/g,
    (whole, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
  const read = parseMailbox(written);
  return read.ok ? read.mailbox.key : written.toLowerCase();
}

function wordsAfterType(value: string): string {
  return value.replace(/^[\w-]{1,40}\s*;\s*/, '').trim();
}

function nameAfterType(value: string | null): string | null {
  const name = value === null ? '' : wordsAfterType(value).split(/\s/, 1)[0]!;
  return name === '' ? null : name;
}
