import { classifyReply, giveUp, type ReplyClass } from '../delivery/reply-class.ts';

/** Outcome for one recipient (RFC 3464 2.3.3). */
export const deliveryActions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
export type DeliveryAction = (typeof deliveryActions)[number];

/** One recipient of a delivery report. All fields are untrusted text. */
export type DeliveryReport = {
  action: DeliveryAction;
  /** Received or given by the reporting server. */
  code: number;
  enhanced: string | null;
  text: string;
  /** Lower-case addresses: as we wrote it, and after forwarding. */
  recipients: readonly string[];
  by: string | null;
  /** Classified by its words alone, without a code or a status. */
  wordsAlone: boolean;
};

/** `nothing`: relayed or expanded, which proves neither delivery nor failure. */
export type DeliveryVerdict =
  | { kind: 'delivered'; report: DeliveryReport }
  | { kind: 'delayed'; report: DeliveryReport; means: ReplyClass }
  | { kind: 'bounced'; report: DeliveryReport; means: ReplyClass }
  | { kind: 'nothing' };

/** If a report names several recipients (an alias), the entries for ours count, and the mildest wins. */
export function judgeReports(reports: readonly DeliveryReport[], recipient: string): DeliveryVerdict {
  const ours = reports.filter(({ recipients }) => recipients.includes(recipient));
  let mildest: DeliveryVerdict | null = null;
  for (const report of ours.length > 0 ? ours : reports) {
    const verdict = verdictOn(report);
    if (mildest === null || severity(verdict) < severity(mildest)) mildest = verdict;
  }
  return mildest ?? { kind: 'nothing' };
}

function verdictOn(report: DeliveryReport): DeliveryVerdict {
  switch (report.action) {
    case 'delivered':
      return { kind: 'delivered', report };
    case 'relayed':
    case 'expanded':
      return { kind: 'nothing' };
    case 'delayed':
      return { kind: 'delayed', report, means: classifyReply({ stage: 'final', ...asked(report, 4) }) };
    case 'failed':
      return { kind: 'bounced', report, means: meaningOfFailure(report) };
  }
}

/** A temporary reply means that the other server gave up. Words alone never suppress at once: they can be quoted. */
function meaningOfFailure(report: DeliveryReport): ReplyClass {
  const temporary = Math.floor(report.code / 100) === 4 || report.enhanced?.startsWith('4.') === true;
  const means = classifyReply({ stage: 'final', ...asked(report, temporary ? 4 : 5) });
  if (means.class !== 'bounced') return giveUp(means);
  if (report.wordsAlone && means.suppresses === 'now') {
    return { ...means, hardness: 'soft', suppresses: 'streak' };
  }
  return means;
}

function asked({ code, enhanced, text }: DeliveryReport, digit: 4 | 5) {
  return {
    code: Math.floor(code / 100) === digit ? code : digit * 100 + 50,
    enhanced: enhanced === null || enhanced.startsWith('2.') ? '' : `${digit}${enhanced.slice(1)}`,
    text,
  };
}

function severity(verdict: DeliveryVerdict): number {
  if (verdict.kind === 'delivered') return 0;
  if (verdict.kind === 'nothing') return 1;
  if (verdict.kind === 'delayed') return 2;
  return verdict.means.hardness === 'hard' ? 4 : 3;
}

type Answer = { code: number | null; enhanced: string | null; text: string };

/** The middle number of a status is 0 to 7 (RFC 3463 3), which excludes software versions. */
const statusAnywhere = /(?<![\d.])([245]\.[0-7]\.\d{1,3})(?![\d.])/;
const describeCode = /(?:^|[:;#(>] ?|<<< ?)([45]\d\d)(?:[ -]|$)/;
const codeBeforeStatus = /(?:^|[\s:;#(>])([45]\d\d)[ -]#?\(?([45]\.[0-7]\.\d{1,3})(?![\d.])/;

/** Finds code and status in `550 5.1.1 …`, `host mx said: 550-5.1.1 …`, `… (#5.1.1)`. */
export function answerIn(text: string): Answer {
  const line = text.replace(/\s+/g, ' ').trim();
  const both = codeBeforeStatus.exec(line);
  if (both) return { code: Number(both[1]), enhanced: both[2]!, text: line };
  return {
    code: Number(describeCode.exec(line)?.[1] ?? 0) || null,
    enhanced: statusAnywhere.exec(line)?.[1] ?? null,
    text: line,
  };
}
