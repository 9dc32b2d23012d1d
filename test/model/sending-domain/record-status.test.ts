import { describe, expect, test } from 'vitest';
import {
  checkAfter,
  domainStatusOf,
  patienceMs,
  type RecordStatus,
  recordStatuses,
  type Sight,
  sendingStatuses,
} from '../../../src/model/sending-domain/record-status.ts';

const sights: Sight[] = ['right', 'wrong', 'missing', 'unavailable'];
const now = 1_800_000_000_000;

describe('a record after a look into DNS', () => {
  test('whatever it was: right verifies, wrong fails', () => {
    for (const status of recordStatuses) {
      const before = { status, found: [], since: now };
      expect(checkAfter(before, 'right', ['a'], now).status, status).toBe('verified');
      expect(checkAfter(before, 'wrong', ['b'], now).status, status).toBe('failed');
    }
  });

  test('only what was verified fails temporarily, and not seeing never verifies', () => {
    for (const status of recordStatuses) {
      for (const sight of ['missing', 'unavailable'] as const) {
        const after = checkAfter({ status, found: [], since: now }, sight, null, now).status;
        const known = status === 'verified' || status === 'temporary_failure';
        expect(after === 'temporary_failure', `${status} ${sight}`).toBe(known);
        expect(after, `${status} ${sight}`).not.toBe('verified');
      }
    }
  });

  test('patience ends for what is missing, never for what could not be asked', () => {
    for (const status of ['pending', 'temporary_failure'] as const) {
      const before = { status, found: [], since: now - patienceMs };
      expect(checkAfter(before, 'missing', [], now)).toEqual(before);
      expect(checkAfter(before, 'missing', [], now + 1)).toEqual({
        status: 'failed',
        found: [],
        since: now + 1,
      });
      expect(checkAfter(before, 'unavailable', null, now + patienceMs)).toEqual(before);
    }
  });

  test('what was found stays until DNS answers something else', () => {
    const before = checkAfter(undefined, 'right', ['a'], now);
    expect(checkAfter(before, 'unavailable', null, now + 1).found).toEqual(['a']);
    expect(checkAfter(before, 'missing', [], now + 1).found).toEqual([]);
  });

  test('the time of a status is that of its beginning', () => {
    let check = checkAfter(undefined, 'right', ['a'], now);
    for (const sight of sights) {
      const next = checkAfter(check, sight, [], check.since + 5);
      expect(next.since, sight).toBe(next.status === check.status ? check.since : check.since + 5);
      check = next;
    }
  });
});

describe('a domain by its records', () => {
  const status = (dkim: RecordStatus, spf: RecordStatus, dmarc: RecordStatus) =>
    domainStatusOf([
      { record: 'DKIM', counts: true, status: dkim },
      { record: 'DKIM', counts: false, status: 'pending' },
      { record: 'SPF', counts: true, status: spf },
      { record: 'DMARC', counts: false, status: dmarc },
    ]);

  test('without its DKIM record it is what that is; with it, the others tell whether it is whole', () => {
    for (const dkim of recordStatuses) {
      for (const spf of recordStatuses) {
        for (const dmarc of recordStatuses) {
          const told = status(dkim, spf, dmarc);
          const expected =
            dkim !== 'verified'
              ? dkim
              : spf === 'verified'
                ? 'verified'
                : spf === 'failed' || spf === 'temporary_failure'
                  ? 'partially_failed'
                  : 'partially_verified';
          expect(told, `${dkim} ${spf} ${dmarc}`).toBe(expected);
          const signed = dkim === 'verified' || dkim === 'temporary_failure';
          expect(sendingStatuses.includes(told), `${dkim} ${spf} ${dmarc}`).toBe(signed);
        }
      }
    }
  });

  test('a domain without any record has not begun', () => {
    expect(domainStatusOf([])).toBe('not_started');
  });
});
