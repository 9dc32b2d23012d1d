import type { KeptBody } from '../../model/content/body.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { previewLimits } from '../../model/sending/send-preview.ts';
import { stripInvisible } from '../../model/text/strip-invisible.ts';
import { cutText } from '../../model/text/text.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import type { Scope } from '../context/scope.ts';
import { readBodies } from './read-bodies.ts';
import { deadLinks, openFields } from './system-links.ts';

/** What a mail says, as far as a preview of its send shows it: enough to see which mail it is, and no more to pay for. */

/**
 * The beginning of a mail that is still to be accepted: its plain part with its merge fields open, so that it shows nothing
 * that is kept of a person. It is rendered once, and what was rendered lately is not parsed again.
 *
 * @param body left out where there is none
 * @returns null where it could not be rendered in time: a preview without its text is better than none
 */
export async function shownText(
  { engine, caller, signal }: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  body: KeptBody | null | undefined,
): Promise<string | null> {
  if (!body || body.kind === 'mime' || body.kind === 'shared' || body.kind === 'removed') return null;
  const mail = { body, preview: null, values: openFields(engine, body.source) };
  const turn = { tenant: caller.organization.key, rank: 'look', signal } as const;
  return await beginning(async () => {
    const { text } = await engine.world.rendering.render(mail, turn);
    const dead = Object.entries(deadLinks(engine));
    return dead.reduce((open, [name, link]) => open.replaceAll(link, `{{${name}}}`), text);
  });
}

/** The same of a mail that was accepted, with what was filled in; null for callers who may not read mails. */
export async function acceptedText(
  { engine, caller, signal }: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  email: EmailRecord,
): Promise<string | null> {
  if (!scopesAllow(caller.scopes, 'emails.read')) return null;
  return await beginning(
    async () => (await readBodies(engine, email, 'dead', { rank: 'look', signal }))?.text ?? '',
  );
}

async function beginning(read: () => Promise<string>): Promise<string | null> {
  try {
    // What cannot be seen takes no room of what can.
    return cutText(stripInvisible(await read()).trim(), previewLimits.textCharacters);
  } catch (error) {
    if (error instanceof RenderingBusy) return null;
    throw error;
  }
}

/** Says that not all recipients get the text that is shown. */
export function otherTexts(bodies: readonly (KeptBody | null)[]): string[] {
  const different = new Set(bodies.map((body) => body?.source));
  return different.size > 1 ? [`The text is that of one of ${different.size} different mails`] : [];
}
