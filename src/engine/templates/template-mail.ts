import { readStoredMailbox } from '../../model/address.ts';
import type { MergeFields } from '../../model/content/merge-fields.ts';
import { type AddFault, type ReadSend, readEnvelope } from '../../model/email/send-body.ts';
import { type FieldFault, invalidField } from '../../model/failure.ts';
import type { MailTemplate } from '../../model/template/template.ts';
import { type LinkedBody, linkVariables, withLinkValues } from '../../model/template/template-links.ts';
import { readVariables } from '../../model/template/variables.ts';
import { assertApproved } from '../approval/permit-checks.ts';
import type { Scope } from '../context/scope.ts';
import { approvedSubject } from '../sending/preview-send.ts';
import { type FoundVersion, findVersion } from './find-template.ts';

/** A version as it is sent: its links may begin with variables. */
export type SentTemplate = FoundVersion & { linked: LinkedBody; from: string };

type TemplateMail = ReadSend & { values: MergeFields; template: MailTemplate };

/** @throws Failure as `findVersion` does, and validation_error without a sender */
export async function loadTemplate(
  { store, caller }: Pick<Scope, 'store' | 'caller'>,
  { template, version, from }: { template: string; version?: number | undefined; from?: string | undefined },
): Promise<SentTemplate> {
  const found = await findVersion(store, template, version);
  const sender = from ?? found.version.from ?? caller.organization.defaultFrom;
  if (!sender) {
    throw invalidField(
      'from',
      'is required, because neither the template nor the organization has a sender',
      'required',
    );
  }
  return { ...found, linked: linkVariables(found.version), from: sender };
}

type Given = {
  to: string | string[];
  reply_to?: string | undefined;
  variables?: Readonly<Record<string, unknown>> | undefined;
};

/** @param path of the mail in a batch @throws Failure as `readSend` does; validation_error names every variable */
export function readTemplateMail(
  { template, version, linked, from }: SentTemplate,
  { to, reply_to, variables = {} }: Given,
  path = '',
): TemplateMail {
  const read = readVariables(version.variables, variables, 'variables');
  const envelope = readEnvelope({ from, to, reply_to }, addAll(read.faults), path);
  return {
    ...envelope,
    replyTo: envelope.replyTo ?? readStoredMailbox(version.replyTo),
    subject: version.subject,
    preview: version.preview,
    body: linked.body,
    values: withLinkValues(read.values, linked),
    template: { id: template.id, version: version.version },
  };
}

function addAll(faults: readonly FieldFault[]): (fault: AddFault) => void {
  return (fault) => {
    for (const { path, message, code } of faults) fault(path, message, code);
  };
}

/** Everything that an approval of the call covers. A version never changes, so its number is enough. */
export function aboutSend(
  { template, version, from }: SentTemplate,
  input: Readonly<Record<string, unknown>>,
) {
  return { ...input, template: template.id, version: version.version, from };
}

/** @throws Failure confirmation_required if the version, the sender or the input differs from the approved one */
export async function assertApprovedSend(
  scope: Scope,
  sent: SentTemplate,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  await assertApproved(scope, async () => approvedSubject(scope, aboutSend(sent, input)));
}
