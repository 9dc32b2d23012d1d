import { listPlaceholders } from '../../model/content/merge-fields.ts';
import { Failure, type FieldFault, invalidField, invalidFields } from '../../model/failure.ts';
import { fieldsBesideVariables, stepContent } from '../../model/template/step-content.ts';
import type { MailTemplate } from '../../model/template/template.ts';
import type { StepOf, TriggerType } from '../../model/workflow/definition.ts';
import { mergeFieldFaults } from '../../model/workflow/reading/merge-fields.ts';
import type { FixedMail, VersionMail } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { type FoundVersion, findVersion, newestVersion } from '../templates/find-template.ts';

type MailStep = StepOf<'send_email'>;

/** A step with content. @property template null for a step with content of its own */
type FilledStep = { step: MailStep; template: MailTemplate | null };

/**
 * Reads the published version of a step's template and writes the step's values into it.
 * @throws Failure validation_error that names each fault of the step
 */
export async function fillStep(
  store: OrganizationStore,
  step: MailStep,
  trigger: TriggerType,
): Promise<FilledStep> {
  const { key, config } = step;
  if (config.template === undefined) return { step, template: null };
  const path = `steps.${key}`;
  const { template, version } = await findStepVersion(store, config.template.name, `${path}.template`);
  const { content, faults } = stepContent(version, config.template.variables);
  const wrong = faults.map(
    ({ name, message }): FieldFault => ({ path: `${path}.variables.${name}`, code: 'invalid', message }),
  );
  const written = fieldsBesideVariables(version)
    .map((name) => `{{${name}}}`)
    .join(' ');
  for (const message of mergeFieldFaults(written, { trigger, inMail: true })) {
    wrong.push({ path: `${path}.template`, code: 'invalid', message });
  }
  if (wrong.length > 0) throw invalidFields(wrong);
  return {
    step: {
      ...step,
      config: {
        ...config,
        ...content,
        from: config.from ?? version.from,
        replyTo: config.replyTo ?? version.replyTo,
      },
    },
    template: { id: template.id, version: version.version },
  };
}

async function findStepVersion(store: OrganizationStore, name: string, path: string): Promise<FoundVersion> {
  try {
    return await findVersion(store, name, undefined);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.failure === 'not_found') throw invalidField(path, 'is no template of this organization');
    throw invalidField(path, 'has no published version; publish it with publish_template');
  }
}

/** Restores the content that an earlier activation fixed, because a resumed workflow keeps its version. */
export async function fillFixedStep(
  { massBodies }: OrganizationStore,
  step: MailStep,
  mail: VersionMail | undefined,
): Promise<FilledStep | null> {
  const shared = mail?.fixed && (await massBodies.byId(mail.body));
  if (!mail?.fixed || !shared) return null;
  const { template, subject, preview, replyTo } = mail.fixed;
  const { postalAddress: _, ...body } = shared.body;
  return {
    step: { ...step, config: { ...step.config, subject, preview, replyTo, body, from: mail.from } },
    template,
  };
}

/** Returns the sender of a step's template; null without one. */
export async function findTemplateSender(
  store: OrganizationStore,
  { template: given }: MailStep['config'],
): Promise<string | null> {
  const template = given && (await store.templates.byIdOrName(given.name));
  return (template && (await newestVersion(store, template)))?.from ?? null;
}

export function fixMail({ config }: MailStep, template: MailTemplate): FixedMail {
  const { subject, preview, replyTo, body } = config;
  return {
    template,
    replyTo,
    subject,
    preview,
    placeholders: listPlaceholders([subject, preview, body.source]),
  };
}
