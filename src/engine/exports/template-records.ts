import { isoInstant } from '../../model/instant.ts';
import { templateAnswer } from '../../model/template/template.ts';
import { jsonLines, listPages, type PageOf, type SectionScope } from './section.ts';

/** Per page, because each may have megabytes. */
const templatesMax = 5;

export const templatesPage: PageOf<SectionScope> = listPages(
  ({ store }, request) => store.templates.page(request),
  async (rows, { store }) => {
    const records = [];
    for (const { id } of rows) {
      const template = await store.templates.byIdOrName(id);
      if (template) records.push(templateAnswer(template));
    }
    return records;
  },
  templatesMax,
);

export const templateVersionsPage: PageOf<SectionScope> = async ({ store }, after) => {
  const versions = await store.templates.nextVersions(Number(after ?? 0), templatesMax);
  const records = versions.map(({ key: _, templateId, name, body, replyTo, publishedAt, ...version }) => ({
    template_id: templateId,
    name,
    ...version,
    reply_to: replyTo,
    [body.kind]: body.kind === 'tiptap' ? JSON.parse(body.source) : body.source,
    published_at: isoInstant(publishedAt),
  }));
  const last = versions.at(-1);
  return { text: jsonLines(records), rows: records.length, next: last ? String(last.key) : null };
};
