import { escapeHtml } from '../content/escape-html.ts';
import { minuteMs } from '../instant.ts';
import type { OrganizationRecord } from '../organization/organization.ts';
import { isChangeAlone, type SendPreview } from '../sending/send-preview.ts';
import { withoutUnpairedBidi } from '../text/bidi.ts';
import { quoted } from '../text/quoted.ts';
import { type ApprovalRecord, approvalLimits, approvalUrl, contentReview } from './approval.ts';
import { approvalWords } from './approval-words.ts';
import { describePreview } from './describe-preview.ts';

/** The link leads to a page for signed-in people, because scanners and tokens also read mail. */
export function approvalMail(
  question: Pick<ApprovalRecord, 'id' | 'tool' | 'token' | 'client' | 'shown' | 'expiresAt'>,
  {
    title,
    organization,
    baseUrl,
  }: { title: string; organization: Pick<OrganizationRecord, 'name' | 'timezone'>; baseUrl: string },
): { subject: string; html: string } {
  const { token, client, expiresAt } = question;
  const name = plain(organization.name);
  const isReview = question.tool === contentReview.tool;
  const operator = isReview ? 'the operator' : approvalWords.operator;
  const who = token === null ? operator : `the token ${quoted(token.name)}`;
  const program = client === null ? '' : `, from the program ${quoted(client)}`;
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: organization.timezone,
  }).format(expiresAt);
  const words = describePreview(title, inShort(question.shown.preview), 'page').split('\n');
  return {
    subject: isReview ? `Content of ${name} needs a review` : `An assistant of ${name} asks: ${title}`,
    html: `<p>${isReview ? `Content of ${escapeHtml(name)} is not sent before a person has reviewed it.` : `An assistant of ${escapeHtml(name)} needs a decision by a person.`} Requested by ${foreign(who)}${foreign(program)}:</p>
<p>${words.map(foreign).join('<br>\n')}</p>
<p><a href="${escapeHtml(approvalUrl(baseUrl, question.id))}">${approvalWords.decideOnPage}</a>, until ${until} (${escapeHtml(organization.timezone)}).</p>
<p>Opening the link decides nothing: you sign in, review the effect, and approve or decline. Requests within the next ${approvalLimits.mailedEveryMs / minuteMs} minutes are not mailed; the approvals page lists all of them.</p>`,
  };
}

/** Leaves out the content of the mail, because the approver reads it on the page. */
function inShort(preview: SendPreview): SendPreview {
  const warnings = isChangeAlone(preview) ? preview.warnings : [];
  return { ...preview, text: null, to: [], badges: [], warnings };
}

/** Defuses untrusted text: no merge fields, no links, and no bidirectional controls. */
function foreign(text: string): string {
  return escapeHtml(
    withoutUnpairedBidi(plain(text))
      .replaceAll(/\.(?=\S)/g, '[.]')
      .replaceAll('://', ' '),
  );
}

function plain(text: string): string {
  return text.replaceAll(/[{}]/g, '');
}
