import { expect, test } from 'vitest';
import { EditOvertaken, editAttemptsMax, retryEdit } from '../../../src/engine/context/retry-edit.ts';

const { signal } = new AbortController();

test('an edit that conflicts twice is committed at its third attempt', async () => {
  let attempts = 0;
  const answer = await retryEdit(signal, async () => {
    attempts += 1;
    if (attempts < 3) throw new EditOvertaken();
    return 'written';
  });
  expect([answer, attempts]).toEqual(['written', 3]);
});

test('an edit that conflicts at every attempt fails as temporarily unavailable, never as a conflict', async () => {
  let attempts = 0;
  const edit = retryEdit(signal, async () => {
    attempts += 1;
    throw new EditOvertaken();
  });
  await expect(edit).rejects.toMatchObject({ failure: 'service_unavailable', retryAfterSeconds: 1 });
  expect(attempts).toBe(editAttemptsMax);
});

test('an edit refused for another reason is not retried', async () => {
  let attempts = 0;
  const edit = retryEdit(signal, async () => {
    attempts += 1;
    throw new Error('something else');
  });
  await expect(edit).rejects.toThrow('something else');
  expect(attempts).toBe(1);
});

test('an edit is not retried after its caller cancelled', async () => {
  const cancelled = new AbortController();
  let attempts = 0;
  const edit = retryEdit(cancelled.signal, async () => {
    attempts += 1;
    cancelled.abort();
    throw new EditOvertaken();
  });
  await expect(edit).rejects.toThrow();
  expect(attempts).toBe(1);
});
