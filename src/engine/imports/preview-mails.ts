import { createHash } from 'node:crypto';
import { formatMailbox } from '../../model/address.ts';
import type { ImportCounts } from '../../model/import/counts.ts';
import type { KnownImport } from '../../model/import/import.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { assertApproved, type Permitted } from '../approval/permit-checks.ts';
import { shownText } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import { ambientDelivery, buildPreview } from '../sending/preview-send.ts';
import { confirmationDraft, confirmationSender, confirmationTexts } from '../subscribers/opt-in-mail.ts';

/** Null for none. All PENDING rows count, because a reason not to ask now may end before the import reaches the row. */
export async function previewImportMails(
  scope: Pick<Scope, 'engine' | 'caller' | 'store' | 'now'>,
  counts: ImportCounts,
  about: unknown,
): Promise<PreviewedSend | null> {
  if (counts.pending === 0) return null;
  const { engine, caller } = scope;
  const { organization } = caller;
  const from = confirmationSender(engine.settings, organization);
  // Mail to test recipients never leaves, whatever the delivery mode.
  const isToFixtures = counts.pendingReal === 0;
  const ambient = ambientDelivery(engine.settings, caller);
  const sample =
    from === null
      ? null
      : confirmationDraft(engine, organization, { email: 'reader@example.com', locale: null });
  const preview = buildPreview({
    tool: 'import_subscribers',
    from,
    subjects: sample === null ? [] : [sample.subject],
    text: await shownText(scope as Scope, sample?.body),
    fates: { skipped: new Map(), mailed: { length: counts.pending } },
    atLeast: false,
    to: [],
    delivery: ambient === 'live' && isToFixtures ? 'test' : ambient,
    scheduledAt: null,
    badges: [],
    refusal: null,
    warnings: [
      'Double opt-in: each new subscriber without consent gets an opt-in request by mail',
      `${counts.created} of ${counts.rows} rows would create subscribers`,
      ...warningsOfSettings(engine.settings, caller, true),
      ...(from === null
        ? ['There is no sender address for opt-in requests yet: they may be sent later']
        : []),
    ],
  });
  return { preview, bulk: counts.pending > 1, about: aboutMails(scope, organization, about) };
}

/** Call it in the starting transaction. @throws Failure confirmation_required after a change since the approval */
export async function assertImportApproved(
  scope: Permitted & Pick<Scope, 'engine' | 'caller'>,
  { queries, organization: key }: OrganizationStore,
  about: unknown,
): Promise<void> {
  await assertApproved(scope, async () => {
    const organization = await new OrganizationRecords(queries).byKey(key);
    return aboutMails(scope, organization ?? scope.caller.organization, about);
  });
}

/** Hashes a file whose parts can still be replaced; null for a complete file. */
export async function hashUpload(
  { importFiles }: Pick<OrganizationStore, 'importFiles'>,
  known: KnownImport | undefined,
): Promise<string | null> {
  if (known?.state.status !== 'uploading') return null;
  const digest = createHash('sha256');
  for await (const { content } of importFiles.pieces(known.record.key)) digest.update(`${content}\n`);
  return digest.digest('base64url');
}

function aboutMails(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  organization: Scope['caller']['organization'],
  about: unknown,
): unknown {
  const from = confirmationSender(engine.settings, organization);
  return {
    of: about,
    from: from && formatMailbox(from),
    mails: confirmationTexts(organization),
    delivery: ambientDelivery(engine.settings, { organization, token: caller.token }),
  };
}
