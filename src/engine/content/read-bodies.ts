import { hash } from 'node:crypto';
import type { Turn } from '../../concurrency/fair-turns.ts';
import { KeptAnswers } from '../../concurrency/kept-answers.ts';
import type { Body } from '../../model/content/body.ts';
import type { TrackedTarget } from '../../model/content/links/tracked-links.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { ReadAttachment } from '../../model/message/reading/read-mime.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import { loadBody } from './load-body.ts';
import { createSystemLinks, deadLinks, type Links } from './system-links.ts';

type ReadBodies = { html: string; text: string; attachments: readonly ReadAttachment[] };
type DnsProbe = Pick<Turn, 'rank' | 'signal'>;

const nothing: ReadBodies = { html: '', text: '', attachments: [] };
const octetsPerCharacter = 2;
const octetsPerEntry = 500;

const memoryOf = perEngine(({ world: { clock } }) => ({
  bodies: new KeptAnswers<ReadBodies>(
    clock,
    ({ html, text, attachments }) =>
      (html.length + text.length) * octetsPerCharacter + (attachments.length + 1) * octetsPerEntry,
  ),
  targets: new KeptAnswers<readonly TrackedTarget[]>(clock, (targets) =>
    targets.reduce(
      (octets, { source }) => octets + source.length * 2 * octetsPerCharacter + octetsPerEntry,
      octetsPerEntry,
    ),
  ),
}));

/** Rendered, or parsed from the submitted message. Null when the content was deleted after its retention time. */
export async function readBodies(
  engine: Engine,
  email: EmailRecord,
  links: Links,
  { rank, signal }: DnsProbe,
): Promise<ReadBodies | null> {
  const { rendering } = engine.world;
  const { body, preview, organization: tenant, mergeValues } = email;
  const { bodies } = memoryOf(engine);
  if (body.kind === 'removed') return null;
  if (body.kind !== 'mime') {
    const written = await loadBody(engine, email);
    if (written === null) return nothing;
    // Includes all content, so that the cache never returns a mail as it was before an erasure.
    const place = placeOf([
      email.id,
      links,
      written.kind,
      written.source,
      written.postalAddress ?? null,
      preview,
      mergeValues,
    ]);
    return await bodies.answer(tenant, place, signal, async (wanted) => {
      const linked = links === 'working' ? createSystemLinks(engine, email) : deadLinks(engine);
      const values = { ...mergeValues, ...linked };
      const turn = { tenant, rank, signal: wanted };
      return { ...(await rendering.render({ body: written, preview, values }, turn)), attachments: [] };
    });
  }
  const raw = await engine.store.forOrganization(tenant).rawMessages.byId(body.source);
  // The person was erased meanwhile.
  if (raw === undefined) return nothing;
  return await bodies.answer(tenant, placeOf([email.id, body.source]), signal, async (wanted) => {
    const { html, text, attachments } = await rendering.read(raw, { tenant, rank, signal: wanted });
    return { html, text, attachments };
  });
}

/** The result holds no recipient's values, so all recipients of a body share it. */
export async function findTrackedTargets(
  engine: Engine,
  organization: number,
  body: Body,
  { rank, signal }: DnsProbe,
): Promise<readonly TrackedTarget[]> {
  const place = placeOf([body.kind, body.source, body.postalAddress ?? null]);
  return await memoryOf(engine).targets.answer(organization, place, signal, (wanted) =>
    engine.world.rendering.targets(body, { tenant: organization, rank, signal: wanted }),
  );
}

/** Clears the cache of an organization that erased a subscriber. */
export function forgetBodies(engine: Engine, organization: number): void {
  memoryOf(engine).bodies.forget(organization);
}

function placeOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64');
}

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
