import { Failure, invalidFields } from '../../model/failure.ts';
import type { AskedChange } from '../../model/sending/send-preview.ts';
import { publishFaults } from '../../model/template/publish-faults.ts';
import { pickContent, type TemplateRecord, templateLimits } from '../../model/template/template.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { assertAsAsked } from '../approval/permit-checks.ts';
import { EditOvertaken, retryEdit } from '../context/retry-edit.ts';
import type { Scope } from '../context/scope.ts';
import { describePublication } from './describe-change.ts';
import { findTemplate } from './find-template.ts';
import { verifyTemplate } from './verify-template.ts';

type Published = { template: TemplateRecord; badges: readonly Badge[] };

type Request = { template: string };

/** Fixes the draft as the next version. An unchanged draft keeps its version. @throws Failure for content that no mail may have */
export async function publishTemplate(scope: Scope, request: Request): Promise<Published> {
  return await retryEdit(scope.signal, async () => {
    const draft = await findTemplate(scope.store, request.template);
    const badges = await verifyDraft(scope, draft);
    // Outside the transaction, because a mail is rendered.
    const asked = scope.permit.kind === 'open' ? null : await describePublication(scope, draft);
    return await scope.commit(async ({ templates }) => {
      const held = (await templates.hold(draft.id)) ?? scope.fail('not_found');
      // Another edit has replaced the verified content.
      if (held.revision !== draft.revision) throw new EditOvertaken();
      if (!held.isChanged) return { template: held, badges };
      await assertAsAsked(scope, request, asked);
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

/** Describes the publication to its approver. Null if the draft is published already. @throws Failure as `publishTemplate` does */
export async function askToPublish(scope: Scope, { template }: Request): Promise<AskedChange | null> {
  const draft = await findTemplate(scope.store, template);
  await verifyDraft(scope, draft);
  return await describePublication(scope, draft);
}

async function verifyDraft(scope: Scope, draft: TemplateRecord): Promise<readonly Badge[]> {
  const faults = publishFaults(draft);
  if (faults.length > 0) throw invalidFields(faults);
  return await verifyTemplate(scope, draft);
}
