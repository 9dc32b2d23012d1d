import type { ApprovalRecord } from '../../model/approval/approval.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PreviewedSend, ShownMail } from '../../model/sending/send-preview.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

export const keptMailsLimits = {
  mails: 10,
  characters: 400_000,
  /** Text of a mail whose HTML is too long. */
  textCharacters: 20_000,
  listed: 1_000,
} as const;

/** `html` is null if it was too long. */
export type KeptMail = Omit<ShownMail, 'html'> & { html: string | null };

export type KeptMails = {
  /** Number of mails in the send; fewer may be stored. */
  count: number;
  note: string | null;
  mails: readonly KeptMail[];
  list?: readonly string[] | undefined;
};

const sealedFor = 'mails of an approval';

/** Never throws, because a decision does not depend on the stored mails. */
export async function keepMails(
  { store, secretBox, world }: Pick<Engine, 'store' | 'secretBox' | 'world'>,
  { key }: Pick<OrganizationRecord, 'key'>,
  { id }: Pick<ApprovalRecord, 'id'>,
  { mails, list }: Pick<PreviewedSend, 'mails' | 'list'>,
): Promise<void> {
  if (!mails?.count && !list) return;
  try {
    const read = mails ? await readMails(mails) : { count: 0, note: null, mails: [] };
    const kept: KeptMails = { ...read, list: list?.slice(0, keptMailsLimits.listed) };
    const sealed = secretBox.seal(sealedFor, JSON.stringify(kept));
    await store.database.transaction((queries) =>
      new OrganizationStore(queries, key).approvals.keepMails(id, sealed),
    );
  } catch (error) {
    world.log.warn({ approval: id, err: error }, 'the mails of an approval could not be kept');
  }
}

async function readMails({ count, note, show }: NonNullable<PreviewedSend['mails']>): Promise<KeptMails> {
  const { signal } = new AbortController();
  const kept: KeptMail[] = [];
  let left: number = keptMailsLimits.characters;
  for (let index = 0; index < Math.min(count, keptMailsLimits.mails); index += 1) {
    const mail = await show(index, signal);
    if (mail === null) continue;
    const fits = mail.html.length + mail.text.length <= left;
    const one = fits
      ? mail
      : { ...mail, html: null, text: mail.text.slice(0, keptMailsLimits.textCharacters) };
    left -= one.text.length + (one.html?.length ?? 0);
    if (left < 0) break;
    kept.push(one);
  }
  return { count, note: note ?? null, mails: kept };
}

export async function keptMails(
  { store, secretBox }: Pick<Engine, 'store' | 'secretBox'>,
  { key }: Pick<OrganizationRecord, 'key'>,
  { id }: Pick<ApprovalRecord, 'id'>,
): Promise<KeptMails | null> {
  const sealed = await store.forOrganization(key).approvals.mailsOf(id);
  return sealed === '' ? null : openMails({ secretBox }, sealed);
}

/** @throws Error for mails sealed with another secret */
export function openMails({ secretBox }: Pick<Engine, 'secretBox'>, sealed: string): KeptMails {
  return JSON.parse(secretBox.open(sealedFor, sealed)) as KeptMails;
}
