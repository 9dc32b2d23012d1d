import { describe, expect, test } from 'vitest';
import {
  checkAfter,
  deriveDomainStatus,
  letsSign,
  patienceMs,
  type RecordCheck,
  type RecordStatus,
  recordStatuses,
  type Sight,
  sendingStatuses,
} from '../../../src/model/sending-domain/record-status.ts';

const sights: Sight[] = ['right', 'wrong', 'missing', 'unavailable'];
const now = 1_800_000_000_000;

describe('the status of a DNS record after a check', () => {
  test('is verified for a correct record and failed for a wrong record, whatever it was before', () => {
    for (const status of recordStatuses) {
      const before = { status, found: [], since: now };
      expect(checkAfter(before, 'right', ['a'], now).status, status).toBe('verified');
      expect(checkAfter(before, 'wrong', ['b'], now).status, status).toBe('failed');
    }
  });

  test('is a temporary failure only if it was verified, and a missing record never verifies it', () => {
    for (const status of recordStatuses) {
      for (const sight of ['missing', 'unavailable'] as const) {
        const after = checkAfter({ status, found: [], since: now }, sight, null, now).status;
        const known = status === 'verified' || status === 'temporary_failure';
        expect(after === 'temporary_failure', `${status} ${sight}`).toBe(known);
        expect(after, `${status} ${sight}`).not.toBe('verified');
      }
    }
  });

  test('becomes failed after a record was missing for three days, and never because DNS is unavailable', () => {
    for (const status of ['pending', 'temporary_failure'] as const) {
      const since = now - patienceMs;
      const before = { status, found: [], since, seen: 'missing' as const, missingSince: since };
      expect(checkAfter(before, 'missing', [], now)).toEqual(before);
      expect(checkAfter(before, 'missing', [], now + 1)).toEqual({
        status: 'failed',
        found: [],
        since: now + 1,
        seen: 'missing',
        missingSince: since,
      });
      expect(checkAfter(before, 'unavailable', null, now + patienceMs)).toEqual(before);
    }
  });

  test('does not count the time in which DNS does not answer', () => {
    const trouble = checkAfter(checkAfter(undefined, 'right', ['a'], now), 'unavailable', null, now + 1);
    const back = checkAfter(trouble, 'missing', [], now + 2 * patienceMs);
    expect(back.status).toBe('temporary_failure');
    expect(checkAfter(back, 'missing', [], now + 3 * patienceMs).status).toBe('temporary_failure');
    expect(checkAfter(back, 'missing', [], now + 3 * patienceMs + 1).status).toBe('failed');
  });

  test('keeps the last found value until DNS returns another', () => {
    const before = checkAfter(undefined, 'right', ['a'], now);
    expect(checkAfter(before, 'unavailable', null, now + 1).found).toEqual(['a']);
    expect(checkAfter(before, 'unavailable', null, now + 1).seen).toBe('right');
    expect(checkAfter(before, 'missing', [], now + 1).found).toEqual([]);
  });

  test('lets its key sign unless receivers cannot check the signature', () => {
    expect(letsSign(undefined)).toBe(true);
    const looked = (...seen: Sight[]) =>
      seen.reduce<RecordCheck | undefined>((check, sight) => checkAfter(check, sight, [], now), undefined);
    expect(letsSign(looked('unavailable'))).toBe(true);
    expect(letsSign(looked('right'))).toBe(true);
    expect(letsSign(looked('right', 'unavailable'))).toBe(true);
    expect(letsSign(looked('missing'))).toBe(false);
    expect(letsSign(looked('missing', 'unavailable'))).toBe(false);
    expect(letsSign(looked('wrong'))).toBe(false);
    expect(letsSign(looked('right', 'wrong'))).toBe(false);
    // A record that was verified keeps signing for a while: unsigned mail would fail DMARC at once.
    expect(letsSign(looked('right', 'missing'))).toBe(true);
    const tired = checkAfter(looked('right', 'missing'), 'missing', [], now + patienceMs + 1);
    expect(letsSign(tired)).toBe(false);
  });

  test('keeps the time of its start', () => {
    let check = checkAfter(undefined, 'right', ['a'], now);
    for (const sight of sights) {
      const next = checkAfter(check, sight, [], check.since + 5);
      expect(next.since, sight).toBe(next.status === check.status ? check.since : check.since + 5);
      check = next;
    }
  });
});

describe('the status of a domain', () => {
  const status = (dkim: RecordStatus, spf: RecordStatus, dmarc: RecordStatus) =>
    deriveDomainStatus([
      { record: 'DKIM', counts: true, status: dkim },
      { record: 'DKIM', counts: false, status: 'pending' },
      { record: 'SPF', counts: true, status: spf },
      { record: 'DMARC', counts: false, status: dmarc },
    ]);

  test('equals the status of its DKIM record until that is verified, and then depends on the other records', () => {
    for (const dkim of recordStatuses) {
      for (const spf of recordStatuses) {
        for (const dmarc of recordStatuses) {
          const result = status(dkim, spf, dmarc);
          const expected =
            dkim !== 'verified'
              ? dkim
              : spf === 'verified'
                ? 'verified'
                : spf === 'failed' || spf === 'temporary_failure'
                  ? 'partially_failed'
                  : 'partially_verified';
          expect(result, `${dkim} ${spf} ${dmarc}`).toBe(expected);
          const signed = dkim === 'verified' || dkim === 'temporary_failure';
          expect(sendingStatuses.includes(result), `${dkim} ${spf} ${dmarc}`).toBe(signed);
        }
      }
    }
  });

  test('is not_started without any record', () => {
    expect(deriveDomainStatus([])).toBe('not_started');
  });
});
