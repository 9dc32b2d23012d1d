import { hash } from 'node:crypto';
import { canonicalJson } from '../model/canonical-json.ts';
import { Failure } from '../model/failure.ts';
import { minuteMs } from '../model/instant.ts';
import type { ForeseenSend } from '../model/sending/send-preview.ts';
import { noteConfirmationUsed } from '../store/records/confirmations-used.ts';
import type { Caller, Engine, Scope } from './scope.ts';

/**
 * Confirmations of sends: sealed texts that say what was shown to a person and to whom it may be used. Nothing is kept of
 * one until it is used, so minting is free; each is good for one send.
 */

const confirmationMs = 15 * minuteMs;
/** An audience that has grown by more than this since it was agreed to is another audience. */
const growthMax = 0.01;
const purpose = 'confirmation';
const idBytes = 12;
/** 132 bits of a hash that is only compared with itself: it says whom a confirmation is for. */
const holderCharacters = 22;
const tokenCharactersMax = 512;

/**
 * In whose hand a confirmation is: an assistant's, as an argument; or a client's, as the state of a question that it puts
 * to its person, the first one or the one after the content changed. One does not stand for another.
 */
export type ConfirmationKind = 'argument' | 'first_question' | 'second_question';
const kinds: readonly ConfirmationKind[] = ['argument', 'first_question', 'second_question'];

export type Confirmation = {
  id: string;
  kind: ConfirmationKind;
  /** Whose, and for which tool: the organization, the token (or the operator) and the tool in one hash. */
  holder: string;
  /** Fingerprint of what would be sent. */
  about: string;
  /** How many people were agreed to; infinite where they were told only that there are at least so many. */
  recipients: number;
  /** Epoch milliseconds. */
  expiresAt: number;
};

/** What a person has agreed to: a fingerprint of it, and how many people; infinite as above. */
export type Agreed = Pick<Confirmation, 'about' | 'recipients'>;

/** Why a confirmation confirms nothing. */
export type ConfirmationFault = 'expired' | 'used' | 'changed' | 'invalid';

/** What a confirmation is bound to: equal for equal values, whatever the order of their fields. */
export function fingerprintOf(about: unknown): string {
  return hash('sha256', canonicalJson(about), 'base64url');
}

/** A confirmation of what is foreseen, good for this caller and this tool. */
export function mintConfirmation(
  { world, secretBox }: Engine,
  caller: Caller,
  tool: string,
  { about, preview }: ForeseenSend,
  kind: ConfirmationKind,
): { token: string; expiresAt: number } {
  const expiresAt = world.clock.now() + confirmationMs;
  const parts = [
    world.ids.bytes(idBytes).toString('base64url'),
    kinds.indexOf(kind),
    holderOf(caller, tool),
    fingerprintOf(about),
    preview.at_least ? Number.POSITIVE_INFINITY : preview.recipients,
    expiresAt,
  ];
  return { token: secretBox.seal(purpose, parts.join('.')), expiresAt };
}

/** What a text says that was minted here, whoever it is for; null for any other text. */
export function readConfirmation(
  { secretBox }: Pick<Engine, 'secretBox'>,
  token: string,
): Confirmation | null {
  const text = opened(secretBox, token);
  const parts = text?.split('.');
  if (parts?.length !== 6) return null;
  const [id, kind, holder, about, recipients, expiresAt] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    id,
    kind: kinds[Number(kind)]!,
    holder,
    about,
    recipients: Number(recipients),
    expiresAt: Number(expiresAt),
  };
}

function opened(secretBox: Engine['secretBox'], token: string): string | null {
  if (token.length > tokenCharactersMax) return null;
  try {
    return secretBox.open(purpose, token);
  } catch {
    // The box says by an error that the text was not sealed here.
    return null;
  }
}

/** Why `token` does not confirm what is foreseen now, or the confirmation that it is. It is not used up by asking. */
export function judgeConfirmation(
  engine: Engine,
  caller: Caller,
  tool: string,
  foreseen: ForeseenSend,
  token: string,
):
  | { ok: true; confirmation: Confirmation }
  | { ok: false; fault: ConfirmationFault; kind?: ConfirmationKind } {
  const confirmation = readConfirmation(engine, token);
  if (!confirmation || confirmation.holder !== holderOf(caller, tool)) return { ok: false, fault: 'invalid' };
  const { kind } = confirmation;
  if (confirmation.expiresAt <= engine.world.clock.now()) return { ok: false, fault: 'expired', kind };
  const grown = isMoreThan(foreseen.preview.recipients, confirmation.recipients);
  if (grown || confirmation.about !== fingerprintOf(foreseen.about)) {
    return { ok: false, fault: 'changed', kind };
  }
  return { ok: true, confirmation };
}

/** Whether so many people are another audience than the `agreed` many a person agreed to. */
export function isMoreThan(people: number, agreed: number): boolean {
  return people > agreed * (1 + growthMax);
}

/**
 * How many people a campaign is held to that this invocation has sent: of those a person agreed to; null for any number,
 * on the word of an operator or where they could not be counted; undefined where an assistant's call needed nobody's
 * word, which changes nothing that was agreed to before.
 */
export function agreedRecipients({
  agreed,
  caller,
}: Pick<Scope, 'agreed' | 'caller'>): number | null | undefined {
  if (agreed === undefined) return caller.door === 'mcp' ? undefined : null;
  return Number.isFinite(agreed.recipients) ? agreed.recipients : null;
}

/**
 * Uses a confirmation up, before the send is tried: a crash between the two sends nothing, and never twice.
 * @returns false when it was used before, by whomever
 */
export async function useConfirmation(
  { store: { database } }: Pick<Engine, 'store'>,
  { organization }: Pick<Caller, 'organization'>,
  confirmation: Pick<Confirmation, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return await database.transaction((queries) =>
    noteConfirmationUsed(queries, organization.key, confirmation),
  );
}

/**
 * To be asked where what is sent was read and can change no more.
 * @param agreed what a person agreed to; undefined where nobody was asked
 * @throws Failure confirmation_required when this is not it
 */
export async function assertAgreed(agreed: Agreed | undefined, about: () => Promise<unknown>): Promise<void> {
  if (agreed === undefined || agreed.about === fingerprintOf(await about())) return;
  throw new Failure('confirmation_required', {
    message: 'Nothing was sent: it was changed after the person had confirmed it',
    details: { reason: 'changed' },
  });
}

function holderOf({ organization, token }: Caller, tool: string): string {
  const holder = `${organization.key}\n${token?.id ?? 'operator'}\n${tool}`;
  return hash('sha256', holder, 'base64url').slice(0, holderCharacters);
}
