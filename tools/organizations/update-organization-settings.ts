import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { changeOrganization } from '../../src/engine/organizations/change-organization.ts';
import { ambientDelivery } from '../../src/engine/sending/preview-send.ts';
import { organizationWarnings } from '../../src/engine/subscribers/organization-warnings.ts';
import {
  changedOrganization,
  type OrganizationRecord,
  OrganizationWithWarnings,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization/organization.ts';
import { organizationExample } from './organization-example.ts';

const Settings = z.strictObject(z.object(organizationFields).partial().shape);

export const updateOrganizationSettings = defineTool({
  name: 'update_organization_settings',
  title: 'Update organization settings',
  summary: 'Change settings of your organization.',
  advice: 'Only the operator changes plan and sending_enabled.',
  toolset: 'admin',
  input: Settings,
  output: OrganizationWithWarnings,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'organization.write',
  rest: { route: 'PATCH /organization' },
  example: {
    input: { default_from: 'Acme <hello@acme.example>', timezone: 'Europe/Lisbon' },
    output: { ...organizationExample, warnings: [] },
  },
  async asks({ caller, engine }, change) {
    const sentences = sentencesOf(
      caller.organization,
      change,
      ambientDelivery(engine.settings, { ...caller, token: null }),
    );
    return sentences.length === 0 ? null : sentences;
  },
  async run(scope, change) {
    const { key } = scope.caller.organization;
    const answer = await scope.commit(async ({ queries }) => {
      const changed = (await changeOrganization(queries, key, change, scope.now)) ?? scope.fail('not_found');
      const warnings = await organizationWarnings(scope.engine.settings, queries, changed);
      return { ...organizationAnswer(changed), warnings };
    });
    scope.engine.forgetCallers();
    scope.engine.wake();
    return answer;
  },
});

/**
 * States what a change does to mail that others cause later. Opt-in requests need no approval of their own, so their words and whether
 * they are sent do, once mail leaves. A setting that was empty is no change of theirs.
 */
function sentencesOf(
  known: OrganizationRecord,
  change: z.output<typeof Settings>,
  delivery: ReturnType<typeof ambientDelivery>,
): string[] {
  const { defaultReplyTo, defaultFrom, name, postalAddress, doubleOptIn } = changedOrganization(
    known,
    change,
  );
  const sentences: string[] = [];
  if (defaultReplyTo && defaultReplyTo !== known.defaultReplyTo) {
    sentences.push(
      `Replies to mail that names no reply_to go to ${defaultReplyTo}, of every sender of the organization`,
    );
  }
  if (delivery !== 'live') return sentences;
  if (name !== known.name) sentences.push(`Opt-in requests name the organization ${name}`);
  if (defaultFrom && known.defaultFrom && defaultFrom !== known.defaultFrom)
    sentences.push(`Opt-in requests and mail that names no sender come from ${defaultFrom}`);
  if (postalAddress && known.postalAddress && postalAddress !== known.postalAddress)
    sentences.push(`Opt-in requests and new campaigns show the address ${postalAddress}`);
  if (doubleOptIn && !known.doubleOptIn)
    sentences.push(
      `Each new subscriber gets an opt-in request in the name of ${name}, from ${defaultFrom ?? 'the default sender'}`,
    );
  return sentences;
}
