import { formatMailbox } from '../../model/address.ts';
import { bulkValues } from '../../model/content/bulk-values.ts';
import { fillMergeFields, mergeValuesFor, placeholdersOf } from '../../model/content/merge-fields.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../model/email/send-body.ts';
import type { ShownMail } from '../../model/sending/send-preview.ts';
import { beginningOf } from '../../model/text/text.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft } from '../context/submission.ts';
import { deadLinks } from './system-links.ts';

/**
 * A mail that waits for a person, as its recipient would get it, with what is known of them filled in. Links of the platform
 * lead nowhere, so that looking at it neither counts nor unsubscribes.
 *
 * @returns null where there is none, or only as a whole message
 */
export async function shownMail(
  { engine, store, caller }: Pick<Scope, 'engine' | 'store' | 'caller'>,
  draft: Draft | undefined,
  signal: AbortSignal,
): Promise<ShownMail | null> {
  if (!draft) return null;
  const { body, preview, from, to, subject } = draft;
  if (body.kind === 'mime' || body.kind === 'shared' || body.kind === 'removed') return null;
  const { names } = placeholdersOf([subject, preview, body.source]);
  const [subscriber] = names.length === 0 ? [] : await store.subscribers.findAll([to.key]);
  const recipient = subscriber ?? { email: to.address };
  const known = bulkValues({ ...mergeValuesFor(names, recipient), ...draft.values });
  const values = { ...known, ...deadLinks(engine) };
  const filled = (text: string, charactersMax: number): string =>
    beginningOf(fillMergeFields(text, values, 'header'), charactersMax);
  const rendered = await engine.world.rendering.render(
    { body, preview: preview === null ? null : filled(preview, previewCharactersMax), values },
    { tenant: caller.organization.key, rank: 'look', signal },
  );
  return {
    ...rendered,
    from: formatMailbox(from),
    to: to.address,
    subject: filled(subject, subjectCharactersMax),
  };
}
