import { BoundedMap } from '../../model/bounded-map.ts';
import { type Body, footedBody } from '../../model/content/body.ts';
import { footField } from '../../model/content/postal-address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { CampaignBodyRecord } from '../../store/records/campaigns/campaign-bodies.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';

/** Shared bodies never change, so entries never become stale. */
const rememberedMax = 50;

const memoryOf = perEngine(() => new BoundedMap<string, CampaignBodyRecord>(rememberedMax));

export async function massBody(
  engine: Engine,
  organization: number,
  id: string,
): Promise<CampaignBodyRecord | undefined> {
  const memory = memoryOf(engine);
  const place = `${organization} ${id}`;
  const known = memory.get(place);
  if (known) return known;
  const body = await engine.store.forOrganization(organization).massBodies.byId(id);
  if (body === undefined) return undefined;
  memory.set(place, body);
  return body;
}

/** Returns the author's body; null for a raw MIME message or removed content. */
export async function loadBody(
  engine: Engine,
  { organization, body, mergeValues }: EmailRecord,
): Promise<Body | null> {
  if (body.kind === 'mime' || body.kind === 'removed') return null;
  if (body.kind !== 'shared') return footedBody(body, mergeValues?.[footField] ?? null);
  return (await massBody(engine, organization, body.source))?.body ?? null;
}
