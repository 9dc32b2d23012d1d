import type { RenewedPreview } from '../../contract/held-call.ts';
import { type KeptMail, keptMails } from '../../engine/approval/kept-mails.ts';
import type { Engine } from '../../engine/context/scope.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';

/** Mails of a call as real recipients would get them, and the full list it concerns: now, or when it was decided. */
export type ShownMails = {
  count: number;
  note: string;
  /** Full list of addresses or names if the preview shows only a few. */
  list?: readonly string[] | undefined;
  /** @param index from 0 */
  show(index: number): Promise<KeptMail | null>;
};

/** Returns the mails that a waiting call would send, or the mails a decision was based on. */
export async function shownMails(
  engine: Pick<Engine, 'store' | 'secretBox'>,
  organization: Pick<OrganizationRecord, 'key'>,
  { question, previewed }: RenewedPreview,
  signal: AbortSignal,
): Promise<ShownMails> {
  const { mails, list } = previewed ?? {};
  if (mails) {
    const {
      count,
      note = count === 1 ? 'Rendered for its recipient.' : 'Each mail is rendered for its recipient.',
    } = mails;
    return { count, note, list, show: (index) => mails.show(index, signal) };
  }
  const kept = previewed === null ? await keptMails(engine, organization, question) : null;
  if (kept === null) return { count: 0, note: '', list, show: async () => null };
  const { count, note, mails: shown } = kept;
  const some =
    shown.length < count ? ` Of ${count.toLocaleString('en')} mails ${shown.length} are kept.` : '';
  return {
    count: shown.length,
    list: kept.list,
    note: `As shown for the decision.${some}${note === null ? '' : ` ${note}`}`,
    show: async (index) => shown[index] ?? null,
  };
}
