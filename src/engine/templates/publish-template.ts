import { Failure, invalidFields } from '../../model/failure.ts';
import { publishFaults } from '../../model/template/publish-faults.ts';
import { pickContent, type TemplateRecord, templateLimits } from '../../model/template/template.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { EditOvertaken, retryEdit } from '../context/retry-edit.ts';
import type { Scope } from '../context/scope.ts';
import { findTemplate } from './find-template.ts';
import { verifyTemplate } from './verify-template.ts';

type Published = { template: TemplateRecord; badges: readonly Badge[] };

/** Fixes the draft as the next version. An unchanged draft keeps its version. @throws Failure for content that no mail may have */
export async function publishTemplate(scope: Scope, idOrName: string): Promise<Published> {
  return await retryEdit(scope.signal, async () => {
    const draft = await findTemplate(scope.store, idOrName);
    const faults = publishFaults(draft);
    if (faults.length > 0) throw invalidFields(faults);
    const badges = await verifyTemplate(scope, draft);
    return await scope.commit(async ({ templates }) => {
      const held = (await templates.hold(draft.id)) ?? scope.fail('not_found');
      // Another edit has replaced the verified content.
      if (held.revision !== draft.revision) throw new EditOvertaken();
      if (!held.isChanged) return { template: held, badges };
      const version = (held.publishedVersion ?? 0) + 1;
      if (version > templateLimits.versions) {
        throw new Failure('conflict', {
          message: `A template has at most ${templateLimits.versions.toLocaleString('en')} versions; copy its content to a new template`,
        });
      }
      await templates.addVersion(held.key, { ...pickContent(held), version, publishedAt: scope.now });
      const next = { ...held, publishedVersion: version, isChanged: false, updatedAt: scope.now };
      await templates.update(held, next);
      return { template: next, badges };
    });
  });
}
