import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '../../src/model/instant.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { migratedSqlite } from '../world/postgres/migrated-sqlite.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';
import { randomRuns, seededRandom } from '../world/simulated/random.ts';
import { adversaryIn } from './approvals-moves.ts';
import { openApprovals } from './approvals-scene.ts';

/**
 * An assistant with a token, its whole transcript and every door tries to mail people without an approval: at
 * most ten people in 15 minutes get mail, and approved mail is sent as shown, once.
 */

const movesOfLongRun = 800;
const moves = { SQLite: randomRuns(movesOfLongRun), PostgreSQL: randomRuns(120) };
const firstSeed = Number(process.env.SEED ?? 20_261_126);
/** Mails of each kind in an average run. */
const leftMin = 2;
/** Number of moves after which all due mail is delivered and checked. */
const movesBetweenLooks = 20;

const workflowPaused = 'a workflow has paused itself';
/** Counts over all runs, because a single run of a daily seed may lack any of them. */
const seen = { runs: 0, longRuns: 0, agreed: 0, unasked: 0, changed: 0, paused: 0 };
const longRuns = 4;

afterAll(() => {
  // Otherwise the runs would prove nothing.
  expect(seen.agreed, 'mails that a person approved').toBeGreaterThanOrEqual(leftMin * seen.runs);
  expect(seen.unasked, 'mails by the allowance').toBeGreaterThanOrEqual(leftMin * seen.runs);
  if (seen.longRuns < longRuns) return;
  expect(seen.changed, 'approvals of changed sends').toBeGreaterThan(0);
  expect(seen.paused, 'workflows let through unasked').toBeGreaterThan(0);
});

describe.each([
  { on: 'SQLite', confirmBy: 'console', moves: moves.SQLite, seed: firstSeed },
  { on: 'SQLite', confirmBy: 'client', moves: moves.SQLite, seed: firstSeed + 1 },
  { on: 'SQLite', confirmBy: 'console', moves: moves.SQLite, seed: firstSeed + 2 },
  { on: 'SQLite', confirmBy: 'client', moves: moves.SQLite, seed: firstSeed + 3 },
  { on: 'PostgreSQL', confirmBy: 'console', moves: moves.PostgreSQL, seed: firstSeed + 4 },
  { on: 'PostgreSQL', confirmBy: 'client', moves: moves.PostgreSQL, seed: firstSeed + 5 },
] as const)(
  '$moves moves on $on, decided by the $confirmBy with seed $seed,',
  ({ on, confirmBy, moves, seed }) => {
    test('mail no more unapproved recipients than the allowance', async () => {
      const fresh = on === 'PostgreSQL' ? await freshPostgres() : null;
      onTestFinished(() => fresh?.drop());
      const database = fresh ? await openPostgres(fresh.url) : await migratedSqlite();
      const scene = await openApprovals(database, confirmBy);
      const adversary = adversaryIn(scene, seededRandom(seed), confirmBy);
      for (let move = 1; move <= moves; move += 1) {
        await adversary.move();
        if (move % movesBetweenLooks > 0 && move < moves) continue;
        for (let step = 0; step < 3; step += 1) {
          await scene.deliver();
          await scene.clock.advance(minuteMs);
        }
        await scene.operate('update_organization', { id: scene.organization.id, sending_enabled: true });
        const faults = await scene.ledger.faults();
        const story = `seed ${seed}, move ${move}\n${adversary.trail.slice(0, 60).join('\n')}`;
        expect(faults, story).toEqual([]);
      }
      const { agreed, unasked, changed } = scene.ledger.counts;
      seen.runs += 1;
      if (moves >= movesOfLongRun) seen.longRuns += 1;
      seen.agreed += agreed;
      seen.unasked += unasked;
      seen.changed += changed;
      seen.paused += scene.log.filter(({ message }) => message === workflowPaused).length;
      expect(scene.log.filter(({ level }) => level === 'error')).toEqual([]);
    });
  },
);

test('a file whose parts are replaced during its approval needs a new approval', async () => {
  const scene = await openApprovals(await migratedSqlite(), 'console');
  await scene.operate('update_organization_settings', { double_opt_in: true });
  const { id: importId } = await scene.operate('import_subscribers');
  const upload = async (...emails: string[]): Promise<void> => {
    const content = Buffer.from(['email', ...emails].join('\n')).toString('base64');
    await scene.operate('add_import_part', { importId, part: 1, content });
  };
  await upload('ada@mailbox.dev', 'bob@mailbox.dev');
  const program = { can: 'none', way: 'http 2026-07-28' } as const;
  const { answer } = await scene.root.speak(program, 'import_subscribers', { importId });
  const { id } = answer.details.approval;
  const act = () => upload('eve@mailbox.dev', 'dan@mailbox.dev');
  expect(await scene.person.decide(id, 'approve', { act, atOnce: false })).toBe(false);
  expect((await scene.operate('get_import', { importId })).status).toBe('uploading');
  expect(await scene.person.decide(id, 'approve')).toBe(true);
  await scene.deliver();
  expect(await scene.ledger.faults()).toEqual([]);
  expect(scene.mailbox.messages.map(({ to }) => to.address).sort()).toEqual([
    'dan@mailbox.dev',
    'eve@mailbox.dev',
  ]);
});
