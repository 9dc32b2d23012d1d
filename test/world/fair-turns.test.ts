import { expect, test } from 'vitest';
import { FairTurns, type Turn, TurnsFull } from '../../src/world/fair-turns.ts';

/** Works that are done in their turn, each ended by hand. */
function scene() {
  const turns = new FairTurns();
  const done: string[] = [];
  const end: (() => void)[] = [];
  const add = (name: string, turn: Turn) =>
    turns.take(turn, async () => {
      done.push(name);
      await new Promise<void>((resolve) => end.push(resolve));
    });
  const finish = async () => {
    for (let ended = 0; ended < end.length; ended += 1) {
      end[ended]!();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { add, done, finish };
}

const draft = (lane: string): Turn => ({ lane, urgent: false });
const mail = (lane: string): Turn => ({ lane, urgent: true });

test('lanes take turns, however much one of them has to do', async () => {
  const { add, done, finish } = scene();
  for (let index = 0; index < 20; index += 1) void add(`a${index}`, mail('a'));
  for (const lane of ['b', 'c']) void add(lane, mail(lane));
  await finish();
  expect(done.slice(0, 5)).toEqual(['a0', 'a1', 'b', 'c', 'a2']);
  expect(done).toHaveLength(22);
});

test('what is urgent comes first, and what is not comes all the same', async () => {
  const { add, done, finish } = scene();
  void add('first', draft('a'));
  void add('draft', draft('a'));
  for (const lane of ['b', 'c', 'd', 'e']) void add(lane, mail(lane));
  await finish();
  expect(done).toEqual(['first', 'b', 'c', 'd', 'draft', 'e']);
});

test('a lane has four drafts waiting at most, and nobody else is refused for it', async () => {
  const { add, done, finish } = scene();
  const ofA = Array.from({ length: 60 }, (_, index) => add(`a${index}`, draft('a')));
  const outcomes = Promise.allSettled(ofA);
  const others = Promise.all([add('b', draft('b')), add('mail', mail('a'))]);
  await finish();
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(55);
  await others;
  expect(done).toEqual(['a0', 'mail', 'a1', 'b', 'a2', 'a3', 'a4']);
});

test('drafts of many lanes leave places for what is urgent', async () => {
  const { add, finish } = scene();
  const drafts = Promise.allSettled(Array.from({ length: 200 }, (_, lane) => add('draft', draft(`${lane}`))));
  const mails = Promise.allSettled(Array.from({ length: 100 }, () => add('mail', mail('x'))));
  await finish();
  const refusedOf = async (outcomes: typeof drafts) =>
    (await outcomes).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(await refusedOf(drafts)).toHaveLength(99);
  const late = await refusedOf(mails);
  expect(late).toHaveLength(1);
  expect(late[0]).toBeInstanceOf(TurnsFull);
});

test('what fails leaves its turn to the next', async () => {
  const turns = new FairTurns();
  const failing = turns.take(mail('a'), () => Promise.reject(new Error('broken')));
  const next = turns.take(mail('a'), async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
