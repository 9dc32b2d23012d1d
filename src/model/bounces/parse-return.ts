import { isAutoReply } from './auto-reply.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { readMimeParts } from './mime-parts.ts';
import { type FeedbackReport, readArf } from './parse-arf.ts';
import { readDsn } from './parse-dsn.ts';
import { readPlainBounce, readTextBounce } from './parse-text-bounce.ts';
import { remoteText } from './remote-text.ts';

export type Returned =
  | { kind: 'delivery'; reports: readonly DeliveryReport[] }
  | { kind: 'feedback'; report: FeedbackReport }
  | { kind: 'auto_reply' }
  | { kind: 'unreadable' };

/**
 * Reads a message sent to a return path. Order: formal reports, known text forms, automatic replies, and last, texts
 * that look like a bounce, because automatic replies do as well.
 *
 * @param octets the whole message, one character per byte
 * @param nullSender whether the envelope has the null sender
 */
export function readReturn(octets: string, nullSender: boolean): Returned {
  const message = readMimeParts(octets);
  const feedback = readArf(message);
  if (feedback) return { kind: 'feedback', report: tidyFeedback(feedback) };
  const reports = readDsn(message);
  if (reports.length > 0) return { kind: 'delivery', reports: reports.map(tidyDelivery) };
  const text = readTextBounce(message);
  if (text) return { kind: 'delivery', reports: [tidyDelivery(text)] };
  if (isAutoReply(message)) return { kind: 'auto_reply' };
  const plain = readPlainBounce(message, nullSender);
  return plain ? { kind: 'delivery', reports: [tidyDelivery(plain)] } : { kind: 'unreadable' };
}

const reasonCharactersMax = 2_000;
const nameCharactersMax = 320;

function tidyDelivery(report: DeliveryReport): DeliveryReport {
  return {
    ...report,
    text: remoteText(report.text, reasonCharactersMax),
    recipients: report.recipients.map((address) => remoteText(address, nameCharactersMax)),
    by: report.by === null ? null : remoteText(report.by, nameCharactersMax),
  };
}

function tidyFeedback({ type, by, names }: FeedbackReport): FeedbackReport {
  return {
    type: remoteText(type, nameCharactersMax),
    by: by === null ? null : remoteText(by, nameCharactersMax),
    names,
  };
}
