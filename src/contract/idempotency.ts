import { createHash, hash } from 'node:crypto';
import { inTurns, type Pieces } from '../concurrency/pieces.ts';
import type { Caller } from '../engine/context/caller.ts';
import type { IdempotencyRecord } from '../engine/context/idempotency-record.ts';
import type { Engine } from '../engine/context/scope.ts';
import { Failure } from '../model/failure.ts';
import { canonicalJson, canonicalJsonParts } from '../model/text/canonical-json.ts';
import { answerOfErased } from '../store/records/idempotency.ts';
import type { Tool } from './tool.ts';

export const keyLengthMax = 256;
const printable = /^[\x20-\x7e]+$/;

/** A caller's wish that repeating a request does nothing twice. */
export type IdempotencyRequest = {
  /** Where the key holds: method and path, or the tool's name at doors without paths. */
  place: string;
  key: string;
  /** What makes two requests the same, where it is not the whole input. */
  about?: unknown;
};

/** Characters that are hashed in one turn of the event loop: a millisecond or two. */
const pieceCharacters = 256 * 1024;

type RememberedAnswer = { output: unknown; created: boolean };

/**
 * Reads an `Idempotency-Key`: bare, as every client sends it, or as a quoted string, as
 * draft-ietf-httpapi-idempotency-key-header has it.
 * @throws Failure invalid_idempotency_key
 */
export function readIdempotencyKey(text: string): string {
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  const key = quoted ? text.slice(1, -1) : text;
  if (key.length < 1 || key.length > keyLengthMax || !printable.test(key)) {
    throw new Failure('invalid_idempotency_key');
  }
  return key;
}

/** The memory of one request: its place, and the fingerprint of its body. */
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

/** Fingerprint of a request's body that does not depend on the order of its fields; a promise where the body may be large. */
export function fingerprintOf(tool: Tool, caller: Caller, about: unknown): string | Promise<string> {
  // The answer holds a secret: it is repeated only to the same token, whatever key and body another one sends.
  const asker = tool.secretAnswer ? `\n${caller.token?.id ?? caller.person?.id ?? 'operator'}` : '';
  const takesLargeBodies = tool.rest?.bodyBytesMax !== undefined;
  if (takesLargeBodies) return inTurns(fingerprintInPieces(about, asker));
  return hash('sha256', canonicalJson(about) + asker, 'base64url');
}

/** Hashes the same text and yields between its pieces, because ten megabytes in one go block the event loop for 60 ms. */
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

/**
 * The answer an earlier request with this key got, or null.
 * @throws Failure invalid_idempotent_request when that request had another body, or its answer named a person who was
 *   erased: it is neither repeated nor made again
 */
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
        'This Idempotency-Key was used for a request about a person who was erased since; use another key for a new request',
    });
  }
  if (found.fingerprint !== memory.fingerprint) throw new Failure('invalid_idempotent_request');
  const text = tool.secretAnswer ? engine.secretBox.open('idempotency', found.answer) : found.answer;
  return JSON.parse(text);
}
