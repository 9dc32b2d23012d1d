import type { EmailRecord } from '../model/email/email.ts';
import { readMime } from '../model/message/read-mime.ts';
import type { Engine } from './scope.ts';

/** Both bodies of a mail as it is looked at: rendered from its source, or read out of the message that was submitted. */
export async function readBodies(
  engine: Engine,
  email: EmailRecord,
): Promise<{ html: string; text: string }> {
  const { body, preview } = email;
  if (body.kind !== 'mime') {
    return await engine.world.rendering.render({ body, preview, values: email.mergeValues ?? {} });
  }
  const raw = await engine.store.forOrganization(email.organization).rawMessages.byId(body.source);
  // It is kept only as long as the mail may have to be sent again.
  if (raw === undefined) return { html: '', text: '' };
  const { html, text } = await readMime(raw);
  return { html, text };
}
