import type { EmailRecord } from '../model/email/email.ts';
import type { ReadAttachment } from '../model/message/read-mime.ts';
import { bodyOf } from './body-of.ts';
import type { Engine } from './scope.ts';
import { deadLinks, systemLinksOf } from './system-links.ts';

/**
 * Both bodies of a mail as it is looked at: rendered from its source, or read out of the message that was submitted.
 * @param links whether the platform's own links in it work, as they do for its recipient
 */
export async function readBodies(
  engine: Engine,
  email: EmailRecord,
  links: 'working' | 'dead',
): Promise<{ html: string; text: string; attachments: readonly ReadAttachment[] }> {
  const { rendering } = engine.world;
  const { body, preview } = email;
  if (body.kind !== 'mime') {
    const written = await bodyOf(engine, email);
    if (written === null) return { html: '', text: '', attachments: [] };
    const linked = links === 'working' ? systemLinksOf(engine, email) : deadLinks(engine);
    const values = { ...email.mergeValues, ...linked };
    const rendered = await rendering.render({ body: written, preview, values });
    return { ...rendered, attachments: [] };
  }
  const raw = await engine.store.forOrganization(email.organization).rawMessages.byId(body.source);
  // Its person was erased while the mail was being read.
  if (raw === undefined) return { html: '', text: '', attachments: [] };
  const { html, text, attachments } = await rendering.read(raw);
  return { html, text, attachments };
}
