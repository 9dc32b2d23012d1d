import type { EmailRecord } from '../../model/email/email.ts';
import type { ReadAttachment } from '../../model/message/reading/read-mime.ts';
import type { Engine } from '../context/scope.ts';

/** @param number from 1, in the order of `attachments` in `get_email`. @returns null if it is missing or deleted */
export async function readAttachment(
  engine: Engine,
  { body, organization: tenant }: EmailRecord,
  number: number,
  signal: AbortSignal,
): Promise<(ReadAttachment & { content: Uint8Array }) | null> {
  if (body.kind !== 'mime') return null;
  const raw = await engine.store.forOrganization(tenant).rawMessages.byId(body.source);
  if (raw === undefined) return null;
  const { attachments } = await engine.world.rendering.read(raw, { tenant, rank: 'look', signal }, number);
  const found = attachments[number - 1];
  return found?.content ? { ...found, content: found.content } : null;
}
