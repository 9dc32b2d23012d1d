import {
  deliverySentences,
  factLabels,
  factWords,
  sentence,
} from '../../../../model/approval/approval-words.ts';
import type { Failure } from '../../../../model/failure.ts';
import { classifyReach, type Preview, type SendPreview } from '../../../../model/sending/send-preview.ts';
import { describeReason, describeRetryTerms, type Skipped } from '../../../../model/sending/skipped.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import { aboutBadge } from '../../../../model/verification/content/verdict.ts';
import type { ShownMails } from '../../../approvals/shown-mails.ts';
import { type Html, html } from '../../../public/html.ts';
import { icon, type ListRow, list, notice, sheet } from '../../look/parts.ts';
import { mailFrame, mailNumberIn } from '../../mail-frame.ts';
import { capitalize, inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { factList, foreign, inMarkup, renderSender, renderTime } from '../../shown.ts';
import { describeAudienceText, describeWarning } from '../campaigns/campaign-words.ts';

/** The effect of a call. Counts are totals. Untrusted text is isolated and contains nothing invisible. */

export function changesSheet(preview: Preview, listed: readonly string[] | undefined): Html | null {
  if (preview.object !== 'change_preview') return null;
  const rows = preview.changes.map((change) => ({
    sign: icon('edit'),
    body: foreign(stripInvisible(change)),
  }));
  const whole = wholeList(listed);
  return sheet({
    title: factWords.title,
    bare: true,
    body: html`${list(rows)}${whole && html`<div class="pad">${whole}</div>`}`,
  });
}

export function deliveryNotice(visit: Visit, preview: Preview): Html | null {
  if (preview.object === 'change_preview' || classifyReach(preview) === 'sentBefore') return null;
  const { delivery, scheduled_at } = preview;
  const isReal = delivery === 'live' || delivery === 'mixed';
  const when =
    classifyReach(preview) !== 'sent'
      ? null
      : scheduled_at === null
        ? html`Starts as soon as you approve.`
        : html`Starts ${whenOf(preview, visit.organization.timezone)}.`;
  return notice({
    state: isReal ? 'ok' : 'test',
    picture: isReal ? 'send' : 'captured',
    title: `${deliverySentences[delivery]}.`,
    ...(when && { text: when }),
    isCalm: true,
  });
}

/** Shows the time in the zone of the call or the organization, and in UTC. */
function whenOf(
  { scheduled_at: at, scheduled_local: local }: Pick<SendPreview, 'scheduled_at' | 'scheduled_local'>,
  timezone: string,
): Html {
  if (at === null) return html`${factWords.atOnce}`;
  const here =
    local === undefined
      ? html`${renderTime(at, timezone)} (${timezone})`
      : html`<time datetime="${at}">${local}</time>`;
  return html`${here}, <span class="quiet">${renderTime(at, 'UTC')} UTC</span>`;
}

/** Shows a single mail as a real recipient would get it, in a sandboxed frame. */
export async function emailSheet(
  visit: Visit,
  preview: Preview | undefined,
  mails: ShownMails,
  isOpen: boolean,
): Promise<Html | null> {
  const number = mailNumberIn(visit, mails.count);
  const shown = mails.count === 0 ? null : await mails.show(number - 1);
  const facts =
    preview === undefined || preview.object === 'change_preview' ? null : sendFacts(preview, visit);
  if (shown === null) return facts && sheet({ title: 'The email', body: factList(facts) });
  const { id } = visit.parameters;
  const to = (n: number, text: string): Html | null =>
    n < 1 || n > mails.count
      ? null
      : html`<a class="btn tiny" href="/console/approvals/${id!}?mail=${String(n)}#mail">${text}</a>`;
  const pages =
    mails.count === 1
      ? null
      : html`<nav class="pages" aria-label="Emails">${to(number - 1, 'Previous')}${to(number + 1, 'Next')}</nav>`;
  const own = factList([
    shown.name === undefined ? null : ['Version', foreign(stripInvisible(shown.name))],
    [factWords.to, shown.to === null ? html`no real recipient` : foreign(shown.to)],
    [factLabels.from, renderSender(stripInvisible(shown.from))],
    shown.replyTo === undefined ? null : [factLabels.reply_to, foreign(stripInvisible(shown.replyTo))],
    [factLabels.subjects, html`<b>${foreign(stripInvisible(shown.subject))}</b>`],
  ]);
  const email = sheet({
    title: mails.count === 1 ? 'The email' : `Email ${number} of ${inDigits(mails.count)}`,
    aside: pages,
    bare: true,
    id: 'mail',
    body: html`<div class="pad"><p class="small quiet">${mails.note}</p><div class="section0">${own}</div></div>${mailFrame(`/console/approvals/${id!}/mails/${number}`)}`,
  });
  const isMany = preview?.object === 'send_preview' && preview.subjects.length > 1;
  const repeated: (typeof factLabels)[keyof typeof factLabels][] = [
    ...(isMany ? [] : [factLabels.from, factLabels.subjects]),
    ...(isMany || preview?.object !== 'send_preview' || preview.reply_to !== shown.replyTo
      ? []
      : [factLabels.reply_to]),
    // The notice above says it while the request is open.
    ...(isOpen ? [factLabels.scheduled_at] : []),
  ];
  const common = facts?.filter((row) => row !== null && !repeated.includes(row[0])) ?? [];
  return common.length === 0 ? email : html`${email}${sheet({ title: 'This send', body: factList(common) })}`;
}

type Fact = readonly [label: (typeof factLabels)[keyof typeof factLabels], value: Html] | null;

function sendFacts(preview: SendPreview, { organization }: Visit): readonly Fact[] {
  const { from, reply_to, subjects, subjects_more, ab_test } = preview;
  return [
    ab_test === undefined ? null : [factLabels.ab_test, foreign(stripInvisible(ab_test))],
    classifyReach(preview) === 'sent'
      ? [factLabels.scheduled_at, whenOf(preview, organization.timezone)]
      : null,
    from === null ? null : [factLabels.from, renderSender(stripInvisible(from))],
    reply_to === undefined ? null : [factLabels.reply_to, foreign(stripInvisible(reply_to))],
    subjects.length === 0
      ? null
      : [
          factLabels.subjects,
          html`${subjects.map((subject) => html`${foreign(stripInvisible(subject))}<br>`)}${subjects_more === undefined ? null : sentence(factWords.others, { count: inDigits(subjects_more) })}`,
        ],
  ];
}

export function audienceSheet(preview: Preview, listed: readonly string[] | undefined): Html | null {
  if (preview.object === 'change_preview') return null;
  const { recipients, at_least, to, audience, skipped } = preview;
  const amount = inDigits(recipients);
  const count = at_least ? sentence(factWords.atLeast, { count: amount }) : amount;
  const reach = classifyReach(preview);
  const reached =
    reach === 'sent'
      ? html`<strong>${count}</strong> ${recipients === 1 ? 'person' : 'people'}${audience === undefined ? null : html`: ${foreign(stripInvisible(describeAudienceText(audience)))}`}${toSome(to, recipients)}`
      : html`${reach === 'fromNowOn' && recipients === 0 ? 'Everyone who triggers it from now on' : capitalize(sentence(factWords[reach], { count }))}${audience === undefined ? null : html`<br>${foreign(stripInvisible(audience))}`}`;
  const left =
    skipped.length === 0
      ? null
      : html`<ul class="small mid why">${skipped.map((one) => html`<li><span>${describeLeftOut(one)}</span><b>− ${inDigits(one.count)}</b></li>`)}<li class="sum"><span>Will receive it</span><b>${count}</b></li></ul>`;
  return sheet({ title: 'Audience', body: html`<p>${reached}</p>${left}${wholeList(listed)}` });
}

const leftOutWords: Readonly<Record<string, string>> = {
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
  pending: 'Not confirmed yet',
  rate_limited: 'Mailed too often recently',
  not_allowed: 'Not an allowed recipient of this assistant',
  send_cap: 'Over the send limit',
  content_blocked: 'Blocked by the content check',
  content_not_verified: 'Content could not be checked',
  storage_full: 'Storage is full',
};

function describeLeftOut(skipped: Skipped): string {
  const terms = describeRetryTerms(skipped);
  const reason = leftOutWords[skipped.reason] ?? capitalize(describeReason(skipped));
  return terms === '' ? reason : `${reason} (${terms})`;
}

function toSome(to: readonly string[], recipients: number): Html | null {
  if (to.length === 0) return null;
  const shown = html`${to.map((address, index) => html`${index === 0 ? '' : ', '}${foreign(address)}`)}`;
  const more = recipients - to.length;
  const all = more <= 0 ? shown : inMarkup(factWords.more, { shown, count: html`${inDigits(more)}` });
  return html`<br><span class="small mid">${all}</span>`;
}

export function wholeList(listed: readonly string[] | undefined): Html | null {
  if (listed === undefined) return null;
  return html`<details class="section0"><summary>${sentence(factWords.whole, { count: inDigits(listed.length) })}</summary><ul class="small">
${listed.map((one) => html`<li>${foreign(stripInvisible(one))}</li>\n`)}</ul></details>`;
}

export function checksSheet(preview: Preview, refusal: Failure | null): Html | null {
  if (preview.object === 'change_preview') return null;
  const findings: ListRow[] = [
    ...(refusal ? [{ state: 'bad' as const, sign: icon('bad'), body: html`${refusal.message}` }] : []),
    ...preview.badges.map((badge): ListRow => {
      const about = aboutBadge(badge);
      return {
        state: 'warn',
        sign: icon('warn'),
        body: html`${badge.label}${about === undefined ? null : html` (${foreign(stripInvisible(about))})`}`,
      };
    }),
    ...preview.warnings.map(findingRow),
  ];
  const passed: ListRow = {
    state: 'ok',
    sign: icon('ok'),
    body: html`No findings in the content or the audience`,
  };
  return sheet({ title: 'Checks', bare: true, body: list(findings.length === 0 ? [passed] : findings) });
}

/** A fact is no warning. The steps of a workflow keep their lines. */
function findingRow(warning: string): ListRow {
  const lines = stripInvisible(warning).split('\n');
  const isFact = lines.length > 1 || facts.test(warning);
  const body =
    lines.length > 1
      ? html`${lines.map((line) => html`<div>${foreign(line.trim())}</div>`)}`
      : foreign(endsWithUrl.test(warning) ? stripInvisible(warning) : describeWarning(lines[0]!));
  return isFact ? { sign: icon('info'), body } : { state: 'warn', sign: icon('warn'), body };
}

/** A full stop would look like a part of the URL. */
const endsWithUrl = /https?:\/\/\S+$/;
const facts = /^(?:From now on, |In the last |In it now: |No mail is sent: |New target: |Target until now: )/;
