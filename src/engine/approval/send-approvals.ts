import { hash } from 'node:crypto';
import { boundPeople, hasGrown } from '../../model/campaign/approved-people.ts';
import { minuteMs } from '../../model/instant.ts';
import {
  type ApprovalKind,
  chanceBytes,
  type ReadApproval,
  readApprovalToken,
  type Seal,
  writeApprovalToken,
} from '../../model/sending/approval-token.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { recordApprovalUse } from '../../store/records/permits/approved-sends.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/** Confirmation tokens are signed texts, stored only on use. Each allows one send. */

const confirmationMs = 15 * minuteMs;

export function calculateShownAt({ expiresAt }: Pick<ReadApproval, 'expiresAt'>): number {
  return expiresAt - confirmationMs;
}

export type ApprovalProblem = 'expired' | 'used' | 'changed' | 'invalid';

/** Independent of the order of fields. */
export function hashSubject(about: unknown): string {
  return hash('sha256', canonicalJson(about), 'base64url');
}

/** Valid for this caller and tool only. */
export function mintApproval(
  { world, secretBox }: Engine,
  caller: Caller,
  tool: string,
  previewed: PreviewedSend,
  kind: ApprovalKind,
): { token: string; expiresAt: number } {
  const expiresAt = (previewed.shownAt ?? world.clock.now()) + confirmationMs;
  const { about, recipients } = agreedBy(previewed);
  const token = writeApprovalToken(
    { kind, recipients, expiresAt },
    { holder: holderOf(caller, tool), about },
    world.ids.bytes(chanceBytes),
    sealOf(secretBox),
  );
  return { token, expiresAt };
}

/** Accepts the tokens of any caller; null for other text. */
export function readApproval({ secretBox }: Pick<Engine, 'secretBox'>, token: string): ReadApproval | null {
  return readApprovalToken(token, sealOf(secretBox));
}

/** Does not use the token up. */
export function judgeApproval(
  engine: Engine,
  caller: Caller,
  tool: string,
  previewed: PreviewedSend,
  token: string,
): { ok: true; confirmation: ReadApproval } | { ok: false; fault: ApprovalProblem; kind?: ApprovalKind } {
  const confirmation = readApproval(engine, token);
  const holder = holderOf(caller, tool);
  if (!confirmation?.isFor(holder)) return { ok: false, fault: 'invalid' };
  const { kind } = confirmation;
  if (confirmation.expiresAt <= engine.world.clock.now()) return { ok: false, fault: 'expired', kind };
  const grown = hasGrown(reachableOf(previewed), confirmation.recipients);
  const about = hashSubject(boundTo(previewed, confirmation.recipients));
  if (grown || !confirmation.isOf({ holder, about })) {
    return { ok: false, fault: 'changed', kind };
  }
  return { ok: true, confirmation };
}

/** `about` is a fingerprint of the mail and its recipients. */
export type Agreed = { about: string; recipients: number };

export function agreedBy(previewed: PreviewedSend): Agreed {
  const recipients = previewed.preview.at_least ? Number.POSITIVE_INFINITY : reachableOf(previewed);
  return { about: hashSubject(boundTo(previewed, recipients)), recipients };
}

export function isAsAgreed(previewed: PreviewedSend, { about, recipients }: Agreed): boolean {
  if (hasGrown(reachableOf(previewed), recipients)) return false;
  return hashSubject(boundTo(previewed, recipients)) === about;
}

function reachableOf({ reachable, preview }: PreviewedSend): number {
  return reachable ?? preview.recipients;
}

/** Includes the recipients only if the preview has their exact number. */
function boundTo({ about, people }: PreviewedSend, recipients: number): unknown {
  return people && Number.isFinite(recipients) ? { about, people: boundPeople(people) } : about;
}

/** Uses a confirmation up before the send, so a crash in between sends nothing. @returns false if it was used before */
export async function useApproval(
  { store: { database } }: Pick<Engine, 'store'>,
  { organization }: Pick<Caller, 'organization'>,
  confirmation: Pick<ReadApproval, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return await database.transaction((queries) => recordApprovalUse(queries, organization.key, confirmation));
}

/** Ignores a confirmation of another caller or tool. */
export async function declineApproval(
  engine: Pick<Engine, 'store' | 'secretBox'>,
  caller: Caller,
  tool: string,
  token: string,
): Promise<void> {
  const confirmation = readApproval(engine, token);
  if (confirmation?.isFor(holderOf(caller, tool))) await useApproval(engine, caller, confirmation);
}

function holderOf({ organization, token }: Caller, tool: string): string {
  return `${organization.key}\n${token?.id ?? 'operator'}\n${tool}`;
}

function sealOf({ mac }: Engine['secretBox']): Seal {
  return (part, text) => mac(`confirmation ${part}`, text);
}
