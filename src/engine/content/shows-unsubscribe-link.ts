import { hash } from 'node:crypto';
import type { Turn } from '../../concurrency/fair-turns.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Body } from '../../model/content/body.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { verificationUnavailable } from '../../model/verification/content-refusal.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';

/**
 * Whether readers see the link. Rendered, because placeholders in comments, styles or removed parts do not
 * count. @throws Failure content_verification_unavailable when the rendering queue is full
 */
export async function showsUnsubscribeLink(
  { world, settings }: Pick<Engine, 'world' | 'settings'>,
  body: Body,
  turn: Turn,
): Promise<boolean> {
  if (!body.source.includes('unsubscribeUrl')) return false;
  // Random, so that no author can write the mark into a body.
  const mark = `https://link.invalid/${world.ids.id('msg')}`;
  const values = { unsubscribeUrl: mark };
  return await world.rendering.shows({ body, preview: null, values }, mark, turn).catch((error: unknown) => {
    throw error instanceof RenderingBusy ? verificationUnavailable(settings.baseUrl) : error;
  });
}

const rememberedMax = 2_000;

const memoryOf = perEngine(() => new BoundedMap<string, true>(rememberedMax));

/** Cached variant for drafts. Negative results are not cached, because they may come from a timeout. @throws Failure */
export async function showedUnsubscribeLink(
  engine: Engine,
  { key: tenant }: Pick<OrganizationRecord, 'key'>,
  body: Body,
): Promise<boolean> {
  const memory = memoryOf(engine);
  const key = `${body.kind} ${hash('sha256', body.source, 'base64')}`;
  if (memory.has(key)) return true;
  if (!(await showsUnsubscribeLink(engine, body, { tenant, rank: 'look' }))) return false;
  memory.set(key, true);
  return true;
}
