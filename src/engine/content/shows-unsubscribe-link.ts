import { hash } from 'node:crypto';
import type { Turn } from '../../concurrency/fair-turns.ts';
import type { Body } from '../../model/content/body.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { verificationUnavailable } from '../../model/verification/content-refusal.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import type { Engine } from '../context/scope.ts';

/**
 * Whether every reader of this body sees `{{unsubscribeUrl}}`: as the whole target of a link that shows, or as text. It is
 * rendered as a mail would be and read as its recipient does, so that a placeholder in a comment, in a style, in another
 * address, in what is hidden or folded up on some screen or in whatever is taken out does not count.
 * @param turn whose work it is, for what is too much to be done in place
 * @throws Failure content_verification_unavailable when too many wait to be rendered
 */
export async function showsUnsubscribeLink(
  { world, settings }: Pick<Engine, 'world' | 'settings'>,
  body: Body,
  turn: Turn,
): Promise<boolean> {
  if (!body.source.includes('unsubscribeUrl')) return false;
  // Random each time, so that no author can write it into a body in the place of the link.
  const mark = `https://link.invalid/${world.ids.id('msg')}`;
  const values = { unsubscribeUrl: mark };
  return await world.rendering.shows({ body, preview: null, values }, mark, turn).catch((error: unknown) => {
    throw error instanceof RenderingBusy ? verificationUnavailable(settings.baseUrl) : error;
  });
}

/** Bodies of drafts that were seen to show it; each is some hundred octets. */
const rememberedMax = 2_000;

const memories = new WeakMap<Engine, Set<string>>();

/**
 * The same for a draft that is being written or looked at, which is asked again and again. Only that it shows is remembered:
 * that it does not may be the doing of a moment in which it took too long to be rendered. A send checks again.
 *
 * @throws Failure as `showsUnsubscribeLink` does
 */
export async function showedUnsubscribeLink(
  engine: Engine,
  { key: tenant }: Pick<OrganizationRecord, 'key'>,
  body: Body,
): Promise<boolean> {
  let memory = memories.get(engine);
  if (!memory) {
    memory = new Set();
    memories.set(engine, memory);
  }
  const key = `${body.kind} ${hash('sha256', body.source, 'base64')}`;
  if (memory.has(key)) return true;
  if (!(await showsUnsubscribeLink(engine, body, { tenant, rank: 'look' }))) return false;
  for (const oldest of memory) {
    if (memory.size < rememberedMax) break;
    memory.delete(oldest);
  }
  memory.add(key);
  return true;
}
