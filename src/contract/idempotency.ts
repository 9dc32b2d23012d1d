import { hash } from 'node:crypto';
import type { Caller } from '../engine/context/caller.ts';
import type { IdempotencyRecord } from '../engine/context/idempotency-record.ts';
import type { Engine } from '../engine/context/scope.ts';
import { Failure } from '../model/failure.ts';
import { canonicalJson } from '../model/text/canonical-json.ts';
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

/** The memory of one request: its place, and a fingerprint of its body that does not depend on field order. */
export function memoryFor(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  request: IdempotencyRequest,
): IdempotencyRecord {
  // A secret is answered again to the token that made it and to no other, whatever key and body the other sends.
  const asker = tool.secretAnswer ? `\n${caller.token?.id ?? caller.person?.id ?? 'operator'}` : '';
  return {
    place: request.place,
    key: request.key,
    fingerprint: hash('sha256', canonicalJson(request.about ?? input) + asker, 'base64url'),
    write(answer) {
      const text = JSON.stringify(answer);
      return tool.secretAnswer ? engine.secretBox.seal('idempotency', text) : text;
    },
  };
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
