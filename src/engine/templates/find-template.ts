import { Failure, invalidField } from '../../model/failure.ts';
import type { TemplateRecord, TemplateVersion } from '../../model/template/template.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** @throws Failure not_found */
export async function findTemplate(
  { templates }: OrganizationStore,
  idOrName: string,
): Promise<TemplateRecord> {
  const template = await templates.byIdOrName(idOrName);
  if (!template) throw new Failure('not_found', { message: 'There is no template with this id or name' });
  return template;
}

/** Undefined before the first publication. */
export async function newestVersion(
  { templates }: Pick<OrganizationStore, 'templates'>,
  { key, publishedVersion }: TemplateRecord,
): Promise<TemplateVersion | undefined> {
  return publishedVersion === null ? undefined : await templates.version(key, publishedVersion);
}

export type FoundVersion = { template: TemplateRecord; version: TemplateVersion };

/** @param number the newest version if undefined @throws Failure not_found; conflict without a version; validation_error */
export async function findVersion(
  store: OrganizationStore,
  idOrName: string,
  number: number | undefined,
): Promise<FoundVersion> {
  const template = await findTemplate(store, idOrName);
  const { id, key, publishedVersion } = template;
  if (publishedVersion === null) {
    throw new Failure('conflict', {
      message: `The template ${id} has no published version; publish it with publish_template (POST /templates/${id}/publish)`,
      details: { template: id },
    });
  }
  const version = await store.templates.version(key, number ?? publishedVersion);
  if (version) return { template, version };
  throw invalidField('version', `must be a published version: 1 to ${publishedVersion}`);
}
