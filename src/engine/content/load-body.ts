import { type Body, footedBody } from '../../model/content/body.ts';
import { footField } from '../../model/content/postal-address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { CampaignBodyRecord } from '../../store/records/campaigns/campaign-bodies.ts';
import type { Engine } from '../context/scope.ts';

/** Shared bodies never change, so entries never become stale. */
const rememberedMax = 50;

const memories = new WeakMap<Engine, Map<string, CampaignBodyRecord>>();

export async function massBody(
  engine: Engine,
  organization: number,
  id: string,
): Promise<CampaignBodyRecord | undefined> {
  let memory = memories.get(engine);
  if (!memory) {
    memory = new Map();
    memories.set(engine, memory);
  }
  const place = `${organization} ${id}`;
  const known = memory.get(place);
  if (known) return known;
  const body = await engine.store.forOrganization(organization).massBodies.byId(id);
  if (body === undefined) return undefined;
  for (const oldest of memory.keys()) {
    if (memory.size < rememberedMax) break;
    memory.delete(oldest);
  }
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
