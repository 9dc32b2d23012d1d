import type { EmailRecord } from '../model/email/email.ts';
import { type ReadAttachment, readMime } from '../model/message/read-mime.ts';
import type { Engine } from './scope.ts';

/** More than anybody attaches; a message made of thousands of parts is a bomb. */
const attachmentsShownMax = 100;

/** Both bodies of a mail as it is looked at: rendered from its source, or read out of the message that was submitted. */
export async function readBodies(
  engine: Engine,
  email: EmailRecord,
): Promise<{ html: string; text: string; attachments: readonly ReadAttachment[] }> {
  const { body, preview } = email;
  if (body.kind !== 'mime') {
    const rendered = await engine.world.rendering.render({ body, preview, values: email.mergeValues ?? {} });
    return { ...rendered, attachments: [] };
  }
  const raw = await engine.store.forOrganization(email.organization).rawMessages.byId(body.source);
  // Its person was erased while the mail was being read.
  if (raw === undefined) return { html: '', text: '', attachments: [] };
  const { html, text, attachments } = await readMime(raw);
  return { html, text, attachments: attachments.slice(0, attachmentsShownMax) };
}
