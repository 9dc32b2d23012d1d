import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countedRuns, countedStep } from '../../src/model/workflow/counts.ts';
import type { Database } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { systemClock } from '../../src/world/clock.ts';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { firstToken } from '../world/platform.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';
import { type Program, startProgram } from '../world/programs/program.ts';
import { seededRandom } from '../world/simulated/random.ts';

/** `npm run test:long` kills more often, among more people. */
const kills = Number(process.env.KILLS ?? 2);
const people = Number(process.env.PEOPLE ?? 60);
const seed = Number(process.env.SEED ?? 20_261_125);
const inHandMax = 100;
/** The path of each person, in this order, through the steps below. */
const path = ['welcome', 'again', 'tag', 'ripe', 'wait', 'note', 'event', 'nudge'];
const mailsEach = path.filter((step) => ['welcome', 'again', 'nudge'].includes(step)).length;

const mail = (key: string) => ({
  key,
  type: 'send_email',
  from: 'Acme <hello@acme.dev>',
  subject: key,
  markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
});
const series = {
  name: 'Series',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  steps: [
    mail('welcome'),
    mail('again'),
    { key: 'tag', type: 'add_tag', tag: 'ripe' },
    {
      key: 'ripe',
      type: 'condition',
      rule: { field: 'tags', operator: 'eq', value: 'ripe' },
      yes: [
        { key: 'wait', type: 'delay', duration: '1 minute' },
        { key: 'note', type: 'update_subscriber', attributes: { noted: true } },
        { key: 'event', type: 'track_event', name: 'series.over', properties: {} },
        mail('nudge'),
      ],
    },
  ],
};

test.each(['SQLite', 'PostgreSQL'])(
  `on %s, ${kills} kills of two workers take each of ${people} people through every step once (seed ${seed})`,
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-kill-workflows-'));
    const fresh = kind === 'PostgreSQL' ? await freshPostgres() : null;
    const sink = await mailSink();
    const random = seededRandom(seed);
    const start = (role: 'api' | 'worker') =>
      startProgram({
        dataDir: folder,
        relayUrl: sink.url,
        role,
        ...(fresh && { databaseUrl: fresh.url }),
      });
    // No run moves before everyone has entered.
    const api = await start('api');
    const { id } = await post(api, '/workflows', series);
    await post(api, `/workflows/${id}/activate`, {});
    for (let index = 0; index < people; index += 1) {
      await post(api, '/events', { name: 'user.signed_up', email: `reader-${index}@mailbox.dev` });
    }
    await api.stop();

    const database = fresh ? await openPostgres(fresh.url) : openSqlite(join(folder, 'posthouse.sqlite'));
    let workers: Program[] = await Promise.all([start('worker'), start('worker')]);

    for (let round = 0; round < kills; round += 1) {
      const point = Math.floor(((round + random.uniform()) / kills) * people * path.length);
      while ((await amountOf(database, 'workflow_visits')) < point) await hasten(database);
      const victim = Math.floor(random.uniform() * workers.length);
      await workers[victim]!.kill();
      // This would happen by itself twenty seconds after the death; the surviving one loses its job too.
      await hasten(database, `kind = 'run_workflows'`);
      workers = [...workers.filter((_, index) => index !== victim), await start('worker')];
    }
    while ((await amountOf(database, `workflow_states WHERE ended_at IS NOT NULL`)) < people) {
      await hasten(database);
    }
    for (const worker of workers) expect(await worker.stop()).toBe(0);
    await hasten(database, `kind = 'deliver_email'`);
    const last = await start('worker');
    while ((await amountOf(database, `jobs WHERE kind = 'deliver_email'`)) > 0);
    await last.stop();

    const visits = await database.reader.all<{ run: number }>(
      `SELECT run, count(*) AS steps, count(DISTINCT step) AS different, count(DISTINCT email_id) AS mails
       FROM workflow_visits GROUP BY run`,
      [],
    );
    expect(visits).toHaveLength(people);
    for (const { run, ...of } of visits) {
      expect({ run, ...of }).toEqual({
        run,
        steps: path.length,
        different: path.length,
        mails: mailsEach,
      });
    }
    expect(await amountOf(database, 'emails')).toBe(people * mailsEach);
    expect(await amountOf(database, `events WHERE name = 'series.over'`)).toBe(people);
    expect(await statsOf(database, id)).toEqual({ started: people, COMPLETED: people, mailed: people });
    const mails = mailsByAddress(sink);
    expect(mails.size).toBe(people);
    for (const [address, ids] of mails) expect([address, ids.size]).toEqual([address, mailsEach]);
    // The relay may have accepted mails in flight at a kill although our program does not know it.
    expect(sink.messages.length - people * mailsEach).toBeLessThanOrEqual(kills * inHandMax);
    await database.close();
    await sink.close();
    await fresh?.drop();
    await rm(folder, { recursive: true });
  },
);

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
async function post({ url }: Program, path: string, body: unknown): Promise<any> {
  const response = await fetch(`${url}/api/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`);
  return answer;
}

/** @param of a table, and a condition for its rows */
async function amountOf({ reader }: Database, of: string): Promise<number> {
  // SQLite answers synchronously: without this the mail server of this process would get no turn.
  await new Promise((resolve) => setImmediate(resolve));
  const row = await reader.get<{ amount: number }>(`SELECT count(*) AS amount FROM ${of}`, []);
  return Number(row!.amount);
}

/** Ends the one-minute wait of the runs in it. @param jobs also ends the leases of these */
async function hasten(database: Database, jobs: string | null = null): Promise<void> {
  // Later than any time a worker may have read meanwhile.
  const soon = systemClock().now() + 500;
  const waiting = `workflow_states WHERE step = 'wait' AND wait IS NOT NULL`;
  const late = `jobs WHERE kind = 'run_workflows' AND attempt_open = 0 AND run_at > ${soon}`;
  // Writes in a loop would keep the workers from the lock of a SQLite file.
  if (jobs === null && (await amountOf(database, waiting)) + (await amountOf(database, late)) === 0) return;
  await database.transaction(async (queries) => {
    await queries.run(
      `UPDATE workflow_states SET arrived_at = arrived_at - 60000, wait = NULL, due_at = $1
       WHERE step = 'wait' AND wait IS NOT NULL`,
      [soon],
    );
    await queries.run(
      `UPDATE jobs SET run_at = $1 WHERE kind = 'run_workflows' AND attempt_open = 0 AND run_at > $1`,
      [soon],
    );
    if (jobs !== null) await queries.run(`UPDATE jobs SET run_at = 0 WHERE attempt_open = 1 AND ${jobs}`, []);
  });
}

/** Counts of a workflow's runs. */
async function statsOf({ reader }: Database, id: string): Promise<Record<string, number>> {
  const rows = await new OrganizationStore(reader, 1).counts.readAll([
    countedRuns(id, 'started'),
    countedRuns(id, 'COMPLETED'),
    countedStep(id, 'nudge', 'mailed'),
  ]);
  return Object.fromEntries([...rows].map(([name, amount]) => [name.split(' ')[1]!, amount]));
}

/** The Message-IDs of each address. */
function mailsByAddress(sink: MailSink): Map<string, Set<string>> {
  const mails = new Map<string, Set<string>>();
  for (const { recipients, raw } of sink.messages) {
    const id = /^Message-ID:\s*(<[^>]+>)/im.exec(raw.subarray(0, 4_096).toString('latin1'))?.[1] ?? '';
    mails.set(recipients[0]!, (mails.get(recipients[0]!) ?? new Set()).add(id));
  }
  return mails;
}
