import type { ReplyClass } from '../delivery/reply-class.ts';
import type { EmailEvent, EmailRecord } from '../email/email.ts';
import { type EmailEventType, mayMove } from '../email/lifecycle.ts';
import { type DeliveryReport, type DeliveryVerdict, judgeReports } from './delivery-report.ts';
import { type FeedbackReport, feedbackWish } from './parse-arf.ts';
import { remoteText } from './remote-text.ts';
import { bounceBelievedMs, complaintBelievedMs } from './verp.ts';

/** @property via the relay; absent for a returned message */
export type ReturnedReport = { via?: string } & (
  | { kind: 'delivery'; reports: readonly DeliveryReport[] }
  | { kind: 'feedback'; report: Pick<FeedbackReport, 'type' | 'by'> }
);

type ReturnedMail = Pick<
  EmailRecord,
  'createdAt' | 'deliveryMode' | 'toKey' | 'lastEvent' | 'lastEventMachine'
>;

export const idleReasons = [
  'unknown_mail',
  /** Test and captured mail never left, so it cannot be returned. */
  'never_left',
  'too_late',
  'known_already',
  'says_nothing',
] as const;
export type IdleReason = (typeof idleReasons)[number];

type ReturnVerdict =
  | { kind: 'nothing'; why: IdleReason }
  | { kind: 'bounced'; means: ReplyClass; details: Record<string, unknown> }
  | { kind: 'delayed' | 'delivered' | 'complained'; details: Record<string, unknown> }
  | { kind: 'opted_out' };

/** Delay notes per mail. Some servers send one every hour. */
const delaysNotedMax = 10;

/** @param earlier the mail's events from the dialogue or earlier reports */
export function judgeReturn(
  mail: ReturnedMail,
  earlier: readonly EmailEvent[],
  returned: ReturnedReport,
  now: number,
): ReturnVerdict {
  if (mail.deliveryMode !== 'live') return { kind: 'nothing', why: 'never_left' };
  const believedMs = returned.kind === 'feedback' ? complaintBelievedMs : bounceBelievedMs;
  if (now > mail.createdAt + believedMs) return { kind: 'nothing', why: 'too_late' };
  return returned.kind === 'feedback'
    ? judgeFeedback(returned.report, earlier, returned.via ?? 'arf')
    : judgeDelivery(judgeReports(returned.reports, mail.toKey), mail, earlier, returned.via ?? 'dsn');
}

function judgeFeedback(
  { type, by }: Pick<FeedbackReport, 'type' | 'by'>,
  earlier: readonly EmailEvent[],
  via: string,
) {
  const wish = feedbackWish(type);
  if (wish === 'nothing') return { kind: 'nothing', why: 'says_nothing' } as const;
  if (has(earlier, 'complained')) return { kind: 'nothing', why: 'known_already' } as const;
  if (wish === 'opt_out') return { kind: 'opted_out' } as const;
  const details = {
    by: by === null ? null : remoteText(by, 200),
    via,
    feedback_type: remoteText(type, 40),
  };
  return { kind: 'complained', details } as const;
}

function judgeDelivery(
  verdict: DeliveryVerdict,
  mail: ReturnedMail,
  earlier: readonly EmailEvent[],
  via: string,
): ReturnVerdict {
  if (verdict.kind === 'nothing') return { kind: 'nothing', why: 'says_nothing' };
  const { report } = verdict;
  const details = {
    by: report.by === null ? null : remoteText(report.by, 255),
    via,
    message: remoteText(report.text),
  };
  const known: ReturnVerdict = { kind: 'nothing', why: 'known_already' };
  if (has(earlier, 'complained')) return known;
  if (verdict.kind === 'bounced') {
    const { means } = verdict;
    if (outdoneBy(earlier, means)) return known;
    const bounce = {
      type: means.hardness ?? 'soft',
      subType: means.kind ?? 'unknown',
      message: details.message,
    };
    return {
      kind: 'bounced',
      means,
      details: { ...details, kind: means.kind, enhanced: means.enhanced ?? null, bounce },
    };
  }
  const type = verdict.kind === 'delivered' ? 'delivered' : 'delivery_delayed';
  if (!mayMove(mail.lastEvent, type)) return known;
  if (verdict.kind === 'delivered') return { kind: 'delivered', details };
  const delays = earlier.filter((event) => event.type === 'delivery_delayed' && event.details.via === via);
  const said = delays.some((event) => event.details.message === details.message);
  if (said || delays.length >= delaysNotedMax) return known;
  const { means } = verdict;
  return { kind: 'delayed', details: { ...details, kind: means.kind, enhanced: means.enhanced ?? null } };
}

/** A mail bounces once; only a hard bounce overrides a soft one. */
function outdoneBy(earlier: readonly EmailEvent[], means: ReplyClass): boolean {
  const bounces = earlier.filter(({ type }) => type === 'bounced');
  if (means.hardness !== 'hard') return bounces.length > 0;
  return bounces.some(({ details }) => (details.bounce as { type?: string } | undefined)?.type !== 'soft');
}

function has(events: readonly EmailEvent[], wanted: EmailEventType): boolean {
  return events.some(({ type }) => type === wanted);
}
