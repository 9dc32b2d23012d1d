import { listTemplates } from '../../../../../tools/templates/list-templates.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { doneNotice } from '../../fields.ts';
import { page } from '../../layout.ts';
import { emptyState, linkButton, sheet } from '../../look/parts.ts';
import { lead, olderCursor, pager, table } from '../../look/tables.ts';
import { isAuthor, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { templateBadge } from './template-states.ts';

const path = '/console/templates';
const shownMax = 50;

export async function showTemplates(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const after = request.query.get('after') || undefined;
  const { data, has_more } = await visit.call(listTemplates, { ...(after && { after }), limit: shownMax });
  const add = isAuthor(visit)
    ? linkButton(`${path}/new`, 'New template', { look: 'main', picture: 'add' })
    : null;
  const nothing = emptyState({
    picture: 'template',
    title: 'No templates yet',
    text: 'A template is an email with placeholders, such as an order confirmation. Your app fills them in and sends it.',
    actions: add,
  });
  const rows = table({
    caption: 'Templates',
    columns: [
      { title: 'Template', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Version', kind: 'n' },
      { title: 'Changed', kind: 'n' },
    ],
    rows: data.map((template) => [
      lead(`${path}/${template.id}`, foreign(template.name), foreign(template.subject)),
      templateBadge(template),
      template.published_version === null ? null : String(template.published_version),
      renderTime(template.updated_at, organization.timezone),
    ]),
  });
  return await page(visit, {
    title: 'Templates',
    sub: 'Emails with placeholders that your app fills in and sends.',
    acts: data.length === 0 ? null : add,
    body: html`${doneNotice(visit, { deleted: 'Deleted.' })}${sheet({
      bare: true,
      body: data.length === 0 ? nothing : rows,
      footer: pager(path, {}, { older: olderCursor({ data, has_more }), isFirst: after === undefined }),
    })}`,
    also: { tool: listTemplates, input: {}, ask: 'Which templates have unpublished changes?' },
  });
}
