import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordEmailEvents } from '../../src/engine/ledger/record-email-events.ts';
import type { Rule } from '../../src/model/segment/rule.ts';
import { type Definition, type Step, weekdays } from '../../src/model/workflow/definition.ts';
import { definitionAnswer } from '../../src/model/workflow/definition-answer.ts';
import type { Person } from '../../src/model/workflow/facts.ts';
import { readDefinition } from '../../src/model/workflow/read-definition.ts';
import type { TriggerEvent } from '../../src/model/workflow/runs/entry.ts';
import { type Act, simulate, type TimedAct } from '../../src/model/workflow/runs/simulate.ts';
import type { Database } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { readPeople } from '../../src/store/records/workflows/workflow-facts.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import {
  known,
  monday,
  simulationOf,
  someActs,
  someBeginning,
  someDefinition,
  somePerson,
} from '../model/workflow/run-scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { migratedSqlite } from '../world/postgres/migrated-sqlite.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';
import { simulatedClock } from '../world/simulated/clock.ts';

/** `npm run test:long` simulates more workflows. */
const scenesWanted = Number(process.env.SCENES ?? 30);
const seed = Number(process.env.SEED ?? 20_261_125);
/** Workflows that run side by side in one organization. */
const together = 30;
const hourMs = 3_600_000;
const horizonMs = 120 * 24 * hourMs;

const someScene: fc.Arbitrary<Scene> = fc
  .record({
    definition: someDefinition.map(savable).filter(canBeSaved),
    person: somePerson,
    triggerEvent: someBeginning,
    acts: someActs,
  })
  .map((scene) => ({
    ...scene,
    // In reality, events at the exact instant of a mail have no fixed order.
    acts: scene.acts.map((act) => ('afterMs' in act ? { ...act, afterMs: act.afterMs + 1 } : act)),
  }));
type Scene = { definition: Definition; person: Person; triggerEvent: TriggerEvent; acts: Act[] };
type Playing = Scene & { index: number; email: string; key: number; id: string; person: Person };

test.each(['SQLite', 'PostgreSQL'])(
  `on %s, runs take the path that the simulation predicts (seed ${seed})`,
  async (kind) => {
    for (let batch = 0; batch * together < scenesWanted; batch += 1) {
      const fresh = kind === 'PostgreSQL' ? await freshPostgres() : null;
      const database = fresh ? await openPostgres(fresh.url) : await migratedSqlite();
      const platform = await openPlatform({
        database,
        clock: simulatedClock(monday - hourMs),
        seed: batch + 1,
      });
      const numRuns = Math.min(together, scenesWanted - batch * together);
      await playAll(platform, fc.sample(someScene, { numRuns, seed: seed + batch }), batch);
      await platform.close();
      await fresh?.drop();
    }
  },
);

async function playAll(platform: SimulatedPlatform, scenes: readonly Scene[], batch: number): Promise<void> {
  const { clock, organization } = platform;
  const { database } = platform.platform.engine.store;
  const store = new OrganizationStore(database.reader, organization.key);
  for (const tag of ['vip', 'news']) {
    const email = `${tag}@example.com`;
    await platform.call('create_subscriber', { email });
    await platform.call('add_subscriber_tags', { subscriber: email, tags: [tag] });
  }
  const labels = await database.reader.all<{ id: string; name: string }>('SELECT id, name FROM tags', []);
  const playing: Playing[] = [];
  for (const [index, scene] of scenes.entries()) playing.push(await begin(platform, store, scene, index));
  await clock.advance(hourMs);
  for (const { email, index, triggerEvent } of playing) {
    await platform.call('track_event', {
      name: `began-${index}`,
      email,
      properties: triggerEvent.properties,
    });
  }

  const acts = playing.flatMap((scene) =>
    scene.acts.flatMap((act) => ('at' in act ? [{ at: act.at, act: act as TimedAct, scene }] : [])),
  );
  const reactions: { at: number; emailId: string; type: 'opened' | 'clicked' }[] = [];
  const end = monday + horizonMs;
  for (let now = monday; now <= end; ) {
    for (const { act, scene } of acts.filter(({ at }) => at === now)) await happen(platform, scene, act);
    for (const { emailId, type } of reactions.filter(({ at }) => at === now)) {
      await database.transaction((queries) =>
        recordEmailEvents(new OrganizationStore(queries, organization.key), emailId, [
          { type, at: now, machine: false, details: {} },
        ]),
      );
    }
    await platform.platform.worker.runDue();
    for (const { subscriber, step, email_id: emailId } of await mailsAt(database, now)) {
      const scene = playing.find(({ key }) => key === subscriber)!;
      for (const act of scene.acts) {
        if (!('afterMs' in act) || act.step !== step) continue;
        reactions.push({ at: now + act.afterMs, emailId, type: act.type === 'open' ? 'opened' : 'clicked' });
      }
    }
    const dueAt = await nextDue(database);
    const next = Math.min(
      dueAt ?? end + 1,
      ...[...acts, ...reactions].map(({ at }) => at).filter((at) => at > now),
    );
    expect(next, 'a run is due that no step was taken of').toBeGreaterThan(now);
    await clock.advance(next - now);
    now = next;
  }

  for (const { index, definition, person, triggerEvent, acts: ofScene, email } of playing) {
    const { data: runs } = (
      await platform.call('list_workflow_runs', {
        workflowId: playing[index]!.id,
      })
    ).output as { data: { id: string }[] };
    const run = runs[0] && (await store.workflowRuns.byId(runs[0].id));
    expect(run, `${batch}/${index} ${email} began`).toBeDefined();
    const visits = await store.workflowRuns.visitsOf(run!.run.key);
    const said = simulate(
      { ...definition, trigger: { type: 'EVENT', name: `began-${index}`, filter: null } },
      person,
      simulationOf({
        run: run!.run.id,
        labels,
        known,
        triggerEvent: { ...triggerEvent, type: 'EVENT', name: `began-${index}` } as TriggerEvent,
        acts: ofScene,
        horizonMs,
      }),
      monday,
    );
    expect(
      {
        index,
        visits: visits.map(({ step, arrivedAt, leftAt, via }) => `${step} ${arrivedAt} ${leftAt} ${via}`),
        ended: run!.state.ended,
        endedAt: run!.state.endedAt,
      },
      JSON.stringify({ batch, index, acts: ofScene, definition }),
    ).toEqual({
      index,
      visits: said.visits
        .filter(({ leftAt }) => leftAt !== null)
        .map(({ step, arrivedAt, leftAt, via }) => `${step} ${arrivedAt} ${leftAt} ${via ?? 'end'}`),
      ended: said.state!.ended,
      endedAt: said.state!.endedAt,
    });
  }
}

async function begin(
  platform: SimulatedPlatform,
  store: OrganizationStore,
  scene: Scene,
  index: number,
): Promise<Playing> {
  const email = `person-${index}@example.com`;
  const { definition } = scene;
  const { timezone, attributes, firstName } = scene.person;
  await platform.call('create_subscriber', { email, firstName, timezone, attributes });
  const trigger = { type: 'EVENT', config: { name: `began-${index}` } };
  const saved = await platform.call('save_workflow', {
    name: email,
    ...definitionAnswer(definition),
    trigger,
  });
  const { id } = saved.output as { id: string };
  await platform.call('activate_workflow', { workflowId: id });
  const row = await store.queries.get<{ key: number }>('SELECT key FROM subscribers WHERE email = $1', [
    email,
  ]);
  const { key } = row!;
  const people = await readPeople(store.queries, store.organization, [key], 'look');
  return { ...scene, index, email, id, key, person: people.get(key)! };
}

/** The same with senders and bodies, without unreachable steps, and with reactions to existing mails. */
function savable(definition: Definition): Definition {
  const reached = new Set<string>();
  const ways = (from: string) => definition.connections.filter((way) => way.from === from);
  for (const open = [definition.start!]; open.length > 0; ) {
    const key = open.pop()!;
    if (reached.has(key)) continue;
    reached.add(key);
    open.push(...ways(key).map(({ to }) => to));
  }
  const steps = definition.steps.filter(({ key }) => reached.has(key));
  const mails = steps.filter(({ type }) => type === 'send_email').map(({ key }) => key);
  const rule = (given: Rule): Rule => {
    if (!('field' in given)) return given;
    if (given.field !== 'email_opened' && given.field !== 'email_clicked') return given;
    const value = mails.includes(String(given.value)) ? String(given.value) : mails[0];
    return value === undefined ? { field: 'event.paid', operator: 'exists' } : { ...given, value };
  };
  const goal = definition.goal === null ? null : rule(definition.goal);
  const { quietHours } = definition;
  return {
    ...definition,
    goal,
    quietHours: quietHours && {
      ...quietHours,
      days: quietHours.days.length > 0 ? quietHours.days : [...weekdays],
    },
    connections: definition.connections.filter(({ from }) => reached.has(from)),
    steps: steps.map((step): Step => {
      if (step.type === 'condition') return { ...step, config: { rule: rule(step.config.rule) } };
      if (step.type === 'branch') {
        const cases = step.config.cases.map((one) => ({ ...one, rule: rule(one.rule) }));
        return { ...step, config: { cases } };
      }
      if (step.type !== 'send_email') return step;
      const body = { kind: 'markdown' as const, source: `Hello. [Leave]({{unsubscribeUrl}})` };
      return { ...step, config: { ...step.config, from: 'Acme <hello@acme.dev>', body } };
    }),
  };
}

function canBeSaved(definition: Definition): boolean {
  const terms = { allowPrivate: false, ownHost: 'posthouse.example', timezone: 'UTC' };
  return readDefinition(definitionAnswer(definition), terms).ok;
}

async function happen({ call }: SimulatedPlatform, { email }: Playing, act: TimedAct): Promise<void> {
  switch (act.type) {
    case 'event':
      await call('track_event', { email, name: act.name, properties: act.properties });
      return;
    case 'add_tag':
      await call('add_subscriber_tags', { subscriber: email, tags: [act.tag] });
      return;
    case 'remove_tag':
      await call('remove_subscriber_tags', { subscriber: email, tags: [act.tag] });
      return;
    default:
      throw new Error(`nothing plays ${act.type}`);
  }
}

type MailRow = { subscriber: number; step: string; email_id: string };

async function mailsAt({ reader }: Database, now: number): Promise<MailRow[]> {
  return await reader.all<MailRow>(
    `SELECT subscriber, workflow_visits.step, email_id FROM workflow_visits
     JOIN workflow_states ON workflow_states.run = workflow_visits.run
     WHERE left_at = $1 AND email_id IS NOT NULL`,
    [now],
  );
}

async function nextDue({ reader }: Database): Promise<number | null> {
  const row = await reader.get<{ at: number | null }>('SELECT min(due_at) AS at FROM workflow_states', []);
  return row?.at ?? null;
}
