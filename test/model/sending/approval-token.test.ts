import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretBox } from '../../../src/engine/context/secret-box.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import {
  type ApprovalKind,
  chanceBytes,
  readApprovalToken,
  type Seal,
  writeApprovalToken,
} from '../../../src/model/sending/approval-token.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const secret = 'the secret of these tests, long enough';
const sealWith = (text: string): Seal => {
  const { mac } = secretBox(text);
  return (part, about) => mac(`confirmation ${part}`, about);
};
const seal = sealWith(secret);
const kinds: ApprovalKind[] = ['argument', 'first_question', 'second_question', 'page'];
const said = { kind: kinds[0]!, recipients: 48_201, expiresAt: Date.UTC(2026, 4, 4) + 15 * minuteMs };
const bound = { holder: '1\ntok_1\nsend_campaign', about: 'a fingerprint' };
const written = (chance = randomBytes(chanceBytes)) => writeApprovalToken(said, bound, chance, seal);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const prefix = 'confirm_';
const macAt = 26;
/** Changes a token's bytes and signs it again with a valid MAC. */
function sealedAnew(change: (bytes: Buffer) => void): string {
  const bytes = Buffer.from(written().slice(prefix.length), 'base64url');
  change(bytes);
  seal('whole', bytes.toString('base64url', 0, macAt)).copy(bytes, macAt, 0, bytes.length - macAt);
  return prefix + bytes.toString('base64url');
}

describe('a confirmation token', () => {
  test('has 64 characters that models copy reliably, in a stable layout', () => {
    // Literal, because the next version must read the tokens of this version; changes only with the layout's version.
    const token = written(Buffer.from([1, 2, 3, 4]));
    expect(token).toBe('confirm_EAGd8FaXoAAAvEkBAgMEGi_oFGMy43PvTn5Gy2H9zBoD9ZtnSaYIMn7B');
    expect(token).toMatch(/^confirm_[A-Za-z0-9_-]{56}$/);
  });

  test('decodes to its content in any process with the same secret', () => {
    const elsewhere = sealWith(secret);
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.oneof(fc.nat(0xffff_fffe), fc.constantFrom(0, 1, 0xffff_fffe, Number.POSITIVE_INFINITY)),
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        fc.string(),
        fc.string(),
        fc.uint8Array({ minLength: chanceBytes, maxLength: chanceBytes }),
        (kind, recipients, expiresAt, holder, about, chance) => {
          const confirmation = { kind, recipients, expiresAt };
          const token = writeApprovalToken(confirmation, { holder, about }, Buffer.from(chance), seal);
          expect(token).toHaveLength(64);
          const read = readApprovalToken(token, elsewhere)!;
          expect(read).toMatchObject(confirmation);
          expect([read.isFor(holder), read.isOf({ holder, about })]).toEqual([true, true]);
        },
      ),
    );
  });

  test('with any character changed, removed or added is invalid', () => {
    const token = written();
    for (let at = 0; at < token.length; at += 1) {
      for (const letter of `${alphabet}=+/ .`) {
        if (letter === token[at]) continue;
        const turned = token.slice(0, at) + letter + token.slice(at + 1);
        expect([turned, readApprovalToken(turned, seal)]).toEqual([turned, null]);
      }
      const shorter = token.slice(0, at) + token.slice(at + 1);
      expect([shorter, readApprovalToken(shorter, seal)]).toEqual([shorter, null]);
    }
    for (const more of [`${token}A`, `${token}\n`, ` ${token}`, token.toLowerCase(), `"${token}"`]) {
      expect([more, readApprovalToken(more, seal)]).toEqual([more, null]);
    }
  });

  test('of another secret, version or unknown kind is invalid', () => {
    expect(readApprovalToken(written(), sealWith('the secret of another instance'))).toBeNull();
    expect(
      readApprovalToken(
        sealedAnew(() => {}),
        seal,
      ),
    ).not.toBeNull();
    for (let first = 0; first < 256; first += 1) {
      const token = sealedAnew((bytes) => bytes.writeUInt8(first));
      const known = first >= 0x10 && first <= 0x13;
      expect([first, readApprovalToken(token, seal)?.kind]).toEqual([
        first,
        known ? kinds[first & 0xf] : undefined,
      ]);
    }
  });

  test('is valid only for its holder and its preview together', () => {
    const read = readApprovalToken(written(), seal)!;
    const other = { holder: '1\ntok_2\nsend_campaign', about: 'another fingerprint' };
    expect([read.isFor(bound.holder), read.isFor(other.holder)]).toEqual([true, false]);
    expect(read.isOf(bound)).toBe(true);
    expect(read.isOf({ ...bound, about: other.about })).toBe(false);
    // The short mark of the holder still matches no other caller.
    expect(read.isOf({ ...bound, holder: other.holder })).toBe(false);
  });

  test('does not reveal that another token is for the same send', () => {
    const marks = [1, 2].flatMap((chance) => {
      const bytes = Buffer.from(written(Buffer.alloc(chanceBytes, chance)).slice(prefix.length), 'base64url');
      return [bytes.toString('hex', 15, 18), bytes.toString('hex', 18, 26)];
    });
    expect(new Set(marks).size).toBe(4);
  });

  test('has a unique id, even for the same preview at the same time', () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => {
      const chance = Buffer.alloc(chanceBytes);
      chance.writeUInt32BE(index);
      return readApprovalToken(written(chance), seal)!.id;
    });
    expect(new Set(ids).size).toBe(1_000);
  });

  test('cannot be forged', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 90 }),
          fc
            .uint8Array({ minLength: 42, maxLength: 42 })
            .map((bytes) => prefix + Buffer.from(bytes).toString('base64url')),
        ),
        (text) => readApprovalToken(text, seal) === null,
      ),
      { numRuns: randomRuns(500) },
    );
  });
});
