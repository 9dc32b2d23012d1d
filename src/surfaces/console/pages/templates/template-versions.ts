import { getTemplate } from '../../../../../tools/templates/get-template.ts';
import { diffLines } from '../../../../model/text/diff-lines.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { page } from '../../layout.ts';
import { badge, columns, type ListRow, linkButton, list, sheet } from '../../look/parts.ts';
import { mailFrame } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { templateHead, templatePath } from './edit-template.ts';
import { describeType, type TemplateAnswer } from './template-form.ts';

/** The versions of a template, and the changes between two of them. `version` null is the draft. */
export async function showVersions(visit: Visit): Promise<HttpAnswer> {
  const { request, parameters, organization } = visit;
  const draft = await visit.call(getTemplate, { template: parameters.id });
  const chosen = readVersion(request.query.get('version'), draft);
  const shown =
    chosen === null ? draft : await visit.call(getTemplate, { template: draft.id, version: chosen });
  const before = chosen === null ? draft.published_version : chosen > 1 ? chosen - 1 : null;
  const earlier =
    before === null ? null : await visit.call(getTemplate, { template: draft.id, version: before });
  const row = (version: number | null, time: string): ListRow => {
    const title = version === null ? 'Draft' : `Version ${String(version)}`;
    const href = templatePath(
      draft,
      version === null ? '/versions?version=draft' : `/versions?version=${String(version)}`,
    );
    const isPublished = version !== null && version === draft.published_version;
    return {
      body: html`${version === chosen ? html`<b>${title}</b>` : html`<a href="${href}">${title}</a>`}<small>${renderTime(time, organization.timezone)}</small>`,
      end: isPublished ? badge('ok', 'Published', 'ok') : null,
    };
  };
  const rows = list([
    ...(draft.unpublished_changes ? [row(null, draft.updated_at)] : []),
    ...draft.versions.map(({ version, published_at }) => row(version, published_at)),
  ]);
  const name = chosen === null ? 'the draft' : `version ${String(chosen)}`;
  const src = templatePath(draft, `/frame${chosen === null ? '' : `?version=${String(chosen)}`}`);
  return await page(visit, {
    ...templateHead(draft),
    title: `Versions of ${draft.name}`,
    heading: html`Versions of ${foreign(draft.name)}`,
    crumb: { href: templatePath(draft), title: draft.name },
    sub: 'Your apps send the newest published version.',
    body: columns(
      html`${changesSheet(earlier, shown, name)}${sheet({ title: 'Email', bare: true, body: mailFrame(src) })}`,
      sheet({ title: 'Versions', bare: true, body: rows }),
    ),
    also: {
      tool: getTemplate,
      input: { template: draft.name, ...(chosen !== null && { version: chosen }) },
      ask: 'What changed in the last version of this template?',
    },
  });
}

/** Defaults to the draft if it has changes, and otherwise to the newest version. */
function readVersion(
  text: string | null,
  { published_version: newest, unpublished_changes: isChanged }: TemplateAnswer,
): number | null {
  if (text === 'draft') return null;
  if (text !== null && /^\d{1,4}$/.test(text)) return Number(text);
  return isChanged ? null : newest;
}

function changesSheet(before: TemplateAnswer | null, after: TemplateAnswer, name: string): Html {
  if (before === null) {
    return sheet({
      title: 'Changes',
      body: html`<p class="quiet">There is no earlier version to compare with.</p>`,
    });
  }
  const title = `Changes from version ${String(before.version)} to ${name}`;
  const lines = diffLines(inLines(before), inLines(after));
  if (lines === null) {
    return sheet({
      title,
      body: html`<p class="quiet">The text is too long to compare line by line. See the email below.</p>`,
    });
  }
  if (lines.every(({ kind }) => kind === 'same')) {
    return sheet({ title, body: html`<p class="quiet">The two versions are identical.</p>` });
  }
  const tags = { same: 'span', added: 'ins', removed: 'del' } as const;
  const marked = lines.map(({ kind, text }) => {
    const inside = html`${text === '' ? ' ' : text}`;
    return { markup: `<${tags[kind]}>${inside.markup}</${tags[kind]}>` };
  });
  return sheet({
    title,
    aside: linkButton(templatePath(after), 'Edit the draft', { look: 'tiny' }),
    bare: true,
    body: html`<div class="diff">${marked}</div>`,
  });
}

function inLines({
  subject,
  preview,
  from,
  reply_to,
  variables,
  html: written,
  markdown,
  tiptap,
}: TemplateAnswer): string {
  return [
    `Subject: ${subject}`,
    ...(preview === null ? [] : [`Preview text: ${preview}`]),
    ...(from === null ? [] : [`From: ${from}`]),
    ...(reply_to === null ? [] : [`Replies go to: ${reply_to}`]),
    ...variables.map(
      ({ name, type, required, sample }) =>
        `Placeholder ${name}: ${describeType(type)}, ${required ? 'required' : 'optional'}${sample === null ? '' : `, sample ${String(sample)}`}`,
    ),
    '',
    written ?? markdown ?? JSON.stringify(tiptap, null, 2),
  ].join('\n');
}
