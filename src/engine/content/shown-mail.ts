import { formatMailbox, type Mailbox, parseMailbox } from '../../model/address.ts';
import { fillMergeFields } from '../../model/content/merge-fields.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../model/email/send-body.ts';
import type { PreviewedSend, ShownMail } from '../../model/sending/send-preview.ts';
import { cutAtCodeUnits } from '../../model/text/text.ts';
import type { Scope } from '../context/scope.ts';
import { type Draft, shownReplyTo } from '../context/submission.ts';
import { massBody } from './load-body.ts';
import { renderShown, shownValues } from './shown-text.ts';
import { deadLinks } from './system-links.ts';

export type UnaddressedMail = Omit<Draft, 'to'> & {
  /** Distinguishes several mails, such as the steps of a workflow. */
  name?: string;
  /** Values are bounded and without links. */
  isBulk?: boolean;
};

type Here = Pick<Scope, 'engine' | 'store' | 'caller'>;

/** Disables platform links, so that no viewer can unsubscribe. Null for raw MIME or removed content. */
export async function shownMail(
  { engine, store, caller }: Here,
  draft: (UnaddressedMail & { to: Mailbox | null }) | undefined,
  signal: AbortSignal,
): Promise<ShownMail | null> {
  if (!draft) return null;
  const { name, preview, from, to, subject } = draft;
  const { organization } = caller;
  const isShared = draft.body.kind === 'shared';
  const body = isShared ? (await massBody(engine, organization.key, draft.body.source))?.body : draft.body;
  if (!body || body.kind === 'mime' || body.kind === 'shared' || body.kind === 'removed') return null;
  const texts = [subject, preview, body.source];
  const [subscriber] = to === null ? [] : await store.subscribers.findAll([to.key]);
  const recipient = subscriber ?? (to && { email: to.address });
  const { values: given, isBulk = false } = draft;
  const values = shownValues(caller, body, texts, recipient, { given, isBulk });
  const filled = (text: string, charactersMax: number): string =>
    cutAtCodeUnits(fillMergeFields(text, { ...values, ...deadLinks(engine) }, 'header'), charactersMax);
  const beginning = preview === null ? null : filled(preview, previewCharactersMax);
  const rendered = await renderShown({ engine, caller, signal }, { body, preview: beginning, values });
  const replyTo = shownReplyTo(draft, organization);
  return {
    ...rendered,
    ...(name !== undefined && { name }),
    from: formatMailbox(from),
    to: to?.address ?? null,
    ...(subscriber && { subscriberId: subscriber.id }),
    ...(replyTo !== undefined && { replyTo }),
    subject: filled(subject, subjectCharactersMax),
  };
}

export function mailsTo(scope: Here, drafts: readonly Draft[]): NonNullable<PreviewedSend['mails']> {
  return {
    count: drafts.length,
    show: async (index, signal) => await shownMail(scope, drafts[index], signal),
  };
}

/** Combines each mail of a campaign or workflow with each recipient. Without recipients, the mails show their defaults. */
export function mailsAmong(
  scope: Here,
  mails: readonly UnaddressedMail[],
  emails: readonly string[],
  note: string,
): NonNullable<PreviewedSend['mails']> {
  const people = emails.flatMap((email) => {
    const read = parseMailbox(email);
    return read.ok ? [read.mailbox] : [];
  });
  return {
    count: mails.length * Math.max(1, people.length),
    note,
    async show(index, signal) {
      const mail = mails[index % mails.length];
      if (!mail) return null;
      const to = people[Math.floor(index / mails.length)] ?? null;
      return await shownMail(scope, { ...mail, to, isBulk: !mail.transactional }, signal);
    },
  };
}
