import type { RenewedPreview } from '../../../../contract/held-call.ts';
import { keptMails } from '../../../../engine/approval/kept-mails.ts';
import type { Approval } from '../../../../model/approval/approval.ts';
import { displayStatus } from '../../../../model/approval/approval-words.ts';
import { idPrefixes } from '../../../../model/id.ts';
import { type DiffLine, diffLines } from '../../../../model/text/diff-lines.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import type { ShownMails } from '../../../approvals/shown-mails.ts';
import { type Html, html } from '../../../public/html.ts';
import { icon, type ListRow, list, sheet } from '../../look/parts.ts';
import { capitalize, inDigits, inNumber } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';

/** Share of equal lines from which two mails count as versions of one text. */
const sharedMin = 0.3;

/** Compares the mail with the latest declined request of this kind by the same assistant. */
export async function declinedDifference(
  { engine, organization }: Visit,
  { question, previewed }: RenewedPreview,
  mails: ShownMails,
): Promise<Html | null> {
  if (previewed === null || question.status !== 'pending' || mails.count === 0) return null;
  const declined = await engine.store.forOrganization(organization.key).approvals.declinedBefore(question);
  const before = declined && (await keptMails(engine, organization, declined))?.mails[0];
  const now = before && (await mails.show(0));
  if (!before || !now) return null;
  const lines = diffLines(inLines(before), inLines(now));
  const same = lines?.filter(({ kind }) => kind === 'same').length ?? 0;
  if (!lines || same === lines.length || same < lines.length * sharedMin) return null;
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return sheet({
    title: 'Changes since a declined request',
    aside: html`<span class="small quiet">${inNumber(count('removed'), 'line')} removed, ${String(count('added'))} added</span>`,
    bare: true,
    body: html`<div class="diff">${lines.map(renderLine)}</div>`,
  });
}

function inLines({ subject, text }: { subject: string; text: string }): string {
  return stripInvisible(`Subject: ${subject}\n${text}`).replace(/\n{2,}/g, '\n');
}

function renderLine({ kind, text }: DiffLine): Html {
  const shown = text === '' ? html`&nbsp;` : foreign(text);
  if (kind === 'added') return html`<ins>${shown}</ins>`;
  return kind === 'removed' ? html`<del>${shown}</del>` : html`<span>${shown}</span>`;
}

const resultsShown = 10;

/** Objects that an approved call created or changed, with their current state. */
export async function resultSheet({ engine, organization }: Visit, approval: Approval): Promise<Html | null> {
  const { ids, states = [] } = approval;
  if (displayStatus(approval) !== 'done' || ids.length === 0) return null;
  const shown = ids.slice(0, resultsShown);
  const names = await objectNames(engine.store.database.reader, organization.key, shown);
  const standing = new Map(
    states.map(({ id, status, paused }) => [id, paused ? `${status}, paused` : status]),
  );
  const emails = ids.filter((id) => kindOf(id) === idPrefixes.email);
  const rows = shown.map((id): ListRow => {
    const { title, path, picture } = resultKinds[kindOf(id)] ?? {
      title: 'Record',
      path: null,
      picture: 'file',
    };
    const number = emails.length > 1 && kindOf(id) === idPrefixes.email ? ` ${emails.indexOf(id) + 1}` : '';
    const name = names.get(id)?.name;
    const words = html`${title}${number}${name === undefined ? null : html` ${foreign(stripInvisible(name))}`}`;
    const state = standing.get(id)?.toLowerCase().replaceAll('_', ' ');
    return {
      state: 'ok',
      sign: icon(picture),
      body: html`${path === null ? words : html`<a href="${path}/${id}">${words}</a>`}${
        state === undefined ? null : html`<small>${capitalize(state)}</small>`
      }${kindOf(id) === idPrefixes.campaign ? html`<small><a href="/console/emails?campaign=${id}">Show its emails</a></small>` : null}`,
    };
  });
  const more = ids.length - resultsShown;
  return sheet({
    title: 'Result',
    bare: true,
    body: list(rows),
    footer: more > 0 ? html`<span>and ${inDigits(more)} more</span>` : null,
  });
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf('_'));
}

type ResultKind = { title: string; path: string | null; picture: Parameters<typeof icon>[0] };

const resultKinds: Readonly<Record<string, ResultKind>> = {
  [idPrefixes.email]: { title: 'Email', path: '/console/emails', picture: 'email' },
  [idPrefixes.campaign]: { title: 'Campaign', path: '/console/campaigns', picture: 'campaign' },
  [idPrefixes.workflow]: { title: 'Workflow', path: '/console/workflows', picture: 'workflow' },
  [idPrefixes.template]: { title: 'Template', path: '/console/templates', picture: 'template' },
  [idPrefixes.subscriber]: { title: 'Subscriber', path: '/console/subscribers', picture: 'person' },
  [idPrefixes.segment]: { title: 'Segment', path: '/console/segments', picture: 'segment' },
  [idPrefixes.domain]: { title: 'Domain', path: '/console/domains', picture: 'domain' },
  [idPrefixes.token]: { title: 'Token', path: '/console/developers/tokens', picture: 'key' },
  [idPrefixes.webhook]: { title: 'Webhook', path: '/console/developers/webhooks', picture: 'webhook' },
  [idPrefixes.integration]: {
    title: 'Integration',
    path: '/console/developers/integrations',
    picture: 'link',
  },
  [idPrefixes.import]: { title: 'Import', path: '/console/imports', picture: 'import' },
  [idPrefixes.tag]: { title: 'Tag', path: null, picture: 'tag' },
  [idPrefixes.event]: { title: 'Event', path: null, picture: 'event' },
  [idPrefixes.suppression]: { title: 'Suppression', path: null, picture: 'suppressed' },
};
