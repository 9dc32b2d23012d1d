import { createHash, hash } from 'node:crypto';
import { inTurns, type Pieces } from '../concurrency/pieces.ts';
import type { Caller } from '../engine/context/caller.ts';
import type { IdempotencyRecord } from '../engine/context/idempotency-record.ts';
import type { Engine } from '../engine/context/scope.ts';
import { Failure } from '../model/failure.ts';
import { canonicalJson, canonicalJsonParts } from '../model/text/canonical-json.ts';
import { answerOfErased } from '../store/records/mail/idempotency.ts';
import type { Tool } from './tool.ts';

export const keyLengthMax = 256;
const printable = /^[\x20-\x7e]+$/;

export type IdempotencyRequest = {
  /** Method and path, or the tool's name at doors without paths. */
  place: string;
  key: string;
  /** Identifies a repeat, if not the whole input. */
  about?: unknown;
};

/** Hashed per turn of the event loop, which takes a millisecond or two. */
const pieceCharacters = 256 * 1024;

type RememberedAnswer = { output: unknown; created: boolean };

/** Bare, or quoted as in draft-ietf-httpapi-idempotency-key-header. @throws Failure invalid_idempotency_key */
export function readIdempotencyKey(text: string): string {
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  const key = quoted ? text.slice(1, -1) : text;
  if (key.length < 1 || key.length > keyLengthMax || !printable.test(key)) {
    throw new Failure('invalid_idempotency_key');
  }
  return key;
}

export function memoryFor(
  engine: Engine,
  tool: Tool,
  { place, key }: IdempotencyRequest,
  fingerprint: string,
): IdempotencyRecord {
  return {
    place,
    key,
    fingerprint,
    write(answer) {
      const text = JSON.stringify(answer);
      return tool.secretAnswer ? engine.secretBox.seal('idempotency', text) : text;
    },
  };
}

/** Independent of field order. Returns a promise for tools with large bodies. */
export function fingerprintCall(tool: Tool, caller: Caller, about: unknown): string | Promise<string> {
  // A secret answer is repeated only to the same token, even for an equal key.
  const asker = tool.secretAnswer ? `\n${caller.token?.id ?? caller.person?.id ?? 'operator'}` : '';
  const takesLargeBodies = tool.rest?.bodyBytesMax !== undefined;
  if (takesLargeBodies) return inTurns(fingerprintInPieces(about, asker));
  return hash('sha256', canonicalJson(about) + asker, 'base64url');
}

/** Yields between pieces, because ten megabytes at once block the event loop for 60 ms. */
export function* fingerprintInPieces(about: unknown, asker: string): Pieces<string> {
  const hashing = createHash('sha256');
  let text = '';
  for (const part of canonicalJsonParts(about)) {
    text += part;
    if (text.length < pieceCharacters) continue;
    hashing.update(text);
    text = '';
    yield;
  }
  return hashing.update(text + asker).digest('base64url');
}

/** Null for a new key. @throws invalid_idempotent_request for another body, or an erased person's answer */
export async function replayAnswer(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  memory: IdempotencyRecord,
): Promise<RememberedAnswer | null> {
  const found = await engine.store
    .forOrganization(caller.organization.key)
    .idempotency.find(memory.place, memory.key, engine.world.clock.now());
  if (!found) return null;
  if (found.answer === answerOfErased) {
    throw new Failure('invalid_idempotent_request', {
      message:
        'This Idempotency-Key was used for a request about a person who has since been erased; use a new key',
    });
  }
  if (found.fingerprint !== memory.fingerprint) throw new Failure('invalid_idempotent_request');
  const text = tool.secretAnswer ? engine.secretBox.open('idempotency', found.answer) : found.answer;
  return JSON.parse(text);
}
