import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertAsAsked } from '../../src/engine/approval/permit-checks.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { changeOrganization } from '../../src/engine/organizations/change-organization.ts';
import { organizationWarnings } from '../../src/engine/subscribers/organization-warnings.ts';
import {
  changedOrganization,
  type OrganizationRecord,
  OrganizationWithWarnings,
  organizationAnswer,
  organizationFields,
} from '../../src/model/organization/organization.ts';
import { OrganizationRecords } from '../../src/store/records/access/organizations.ts';
import { organizationExample } from './organization-example.ts';

const Settings = z.strictObject(z.object(organizationFields).partial().shape);

export const updateOrganizationSettings = defineTool({
  name: 'update_organization_settings',
  title: 'Update organization settings',
  summary: 'Change settings of your organization.',
  advice:
    'Omitted settings keep their values. Only the operator of the server can change the plan or turn sending on.',
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
  async asks({ engine, caller }, change) {
    return consequencesOf(engine, caller.organization, change);
  },
  async run(scope, change) {
    const { key } = scope.caller.organization;
    const answer = await scope.commit(async ({ queries }) => {
      const known = (await new OrganizationRecords(queries).hold(key)) ?? scope.fail('not_found');
      await assertAsAsked(scope, change, consequencesOf(scope.engine, known, change));
      const changed = (await changeOrganization(queries, key, change, scope.now)) ?? scope.fail('not_found');
      const warnings = await organizationWarnings(scope.engine.settings, queries, changed);
      return { ...organizationAnswer(changed, scope.engine.settings), warnings };
    });
    scope.engine.forgetCallers();
    scope.engine.wake();
    return answer;
  },
});

/**
 * Mail of people and programs needs no approval, so changes to its words and to double opt-in do, even while sending is off. Filling
 * in an empty setting needs none, unless opt-in requests are sent without it. A server that captures all mail never asks.
 */
function consequencesOf(
  { settings }: Pick<Scope['engine'], 'settings'>,
  known: OrganizationRecord,
  change: z.output<typeof Settings>,
): string[] | null {
  if (settings.delivery === 'capture') return null;
  const next = changedOrganization(known, change);
  const { defaultReplyTo, defaultFrom, name, postalAddress, doubleOptIn } = next;
  const changesMail = (before: string | null, after: string | null): boolean =>
    before !== after && (before !== null || known.doubleOptIn);
  const sentences: string[] = [];
  if (defaultReplyTo && defaultReplyTo !== known.defaultReplyTo) {
    sentences.push(
      `Replies to mail without reply_to go to ${defaultReplyTo}, for all senders of the organization`,
    );
  }
  if (name !== known.name) sentences.push(`Opt-in requests show the organization name ${name}`);
  if (changesMail(known.defaultFrom, defaultFrom))
    sentences.push(
      `Opt-in requests and mail without a sender come from ${defaultFrom ?? 'no default sender'}`,
    );
  if (changesMail(known.postalAddress, postalAddress))
    sentences.push(
      `Opt-in requests and new campaigns show ${postalAddress === null ? 'no address' : `the address ${postalAddress}`}`,
    );
  const looks = [
    ...(next.logo?.file === known.logo?.file ? [] : [next.logo ? 'a new logo' : 'no logo']),
    ...(next.accentColor === (known.accentColor ?? null)
      ? []
      : [next.accentColor ? `the accent color ${next.accentColor}` : 'no accent color']),
  ];
  if (looks.length > 0) sentences.push(`Opt-in requests and public pages show ${looks.join(' and ')}`);
  if (doubleOptIn && !known.doubleOptIn)
    sentences.push(
      `Each new subscriber gets an opt-in request for ${name} from ${defaultFrom ?? 'the default sender'}`,
    );
  return sentences.length === 0 ? null : sentences;
}
