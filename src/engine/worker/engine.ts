import { ActiveOrganizations } from '../../concurrency/active-organizations.ts';
import { LargeTurns } from '../../concurrency/large-turns.ts';
import { MailWatch } from '../../concurrency/mail-watch.ts';
import { octetBudget } from '../../concurrency/octet-budget.ts';
import { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';
import type { Database } from '../../store/database.ts';
import { countingMail } from '../../store/records/mail/email-metrics.ts';
import { noticingMail } from '../../store/records/mail/mail-notice.ts';
import { countingStorage } from '../../store/records/mail/storage.ts';
import { writingChanges } from '../../store/records/permits/assistant-changes.ts';
import { type Store, storeOn } from '../../store/store.ts';
import { takingNotes } from '../../store/transaction-notes.ts';
import type { World } from '../../world/world.ts';
import { audienceViews } from '../audience/view-send.ts';
import { type CallerCache, callerCache } from '../auth/authenticate.ts';
import { renderingInTurn } from '../content/rendering-in-turn.ts';
import type { Documentation } from '../context/documentation.ts';
import type { Engine } from '../context/scope.ts';
import { secretBox } from '../context/secret-box.ts';
import type { Settings } from '../context/settings.ts';
import { meteringMail } from '../ledger/count-mail.ts';
import { acceptQueue } from '../sending/accept-email.ts';
import { type OutageWatch, watchOutage } from './watch-outage.ts';
import { Worker } from './worker.ts';

/** A mail in flight takes about four times its octets, because it is composed, signed and written. */
const mailInFlightOctetsMax = 96 * 1024 * 1024;
const organizationInFlightOctetsMax = 32 * 1024 * 1024;

type EngineRoom = { engine: Engine; worker: Worker; callers: CallerCache; store: Store; watch: OutageWatch };

/** Creates the engine with its worker, which is not started. */
export function createEngine({
  database: written,
  world: given,
  settings,
  secret,
  documentation,
  acceptGroupMax,
}: {
  database: Database;
  world: World;
  settings: Settings;
  secret: string;
  documentation: Documentation;
  acceptGroupMax?: number;
}): EngineRoom {
  const activeOrganizations = new ActiveOrganizations(given.clock);
  const world: World = {
    ...given,
    rendering: renderingInTurn(given.rendering, given.clock, activeOrganizations),
  };
  const mailWatch = new MailWatch(world.clock);
  const database = takingNotes(written, [
    countingMail(meteringMail(world)),
    writingChanges(),
    countingStorage,
    noticingMail((organization) => mailWatch.changed(organization)),
  ]);
  const store = storeOn(database);
  const watch = watchOutage(database, world);
  const callers = callerCache({ store, clock: world.clock, log: world.log });
  const box = secretBox(secret);
  const engine: Engine = {
    store,
    world,
    settings,
    accept: acceptQueue({
      database,
      clock: world.clock,
      activeOrganizations,
      ids: world.ids,
      settings,
      secretBox: box,
      wake: () => worker.wake(),
      meters: world.meters,
      traces: world.traces,
      ...(acceptGroupMax === undefined ? {} : { groupDraftsMax: acceptGroupMax }),
    }),
    activeOrganizations,
    largeTurns: new LargeTurns(world.clock, activeOrganizations),
    bulkTurns: new LargeTurns(world.clock, activeOrganizations),
    stopping: { now: false },
    unauthenticatedTurns: new UnauthenticatedTurns(),
    answering: new Set(),
    audienceViews: audienceViews(world.clock),
    mailWatch,
    mailInFlight: octetBudget(mailInFlightOctetsMax, organizationInFlightOctetsMax),
    documentation,
    secretBox: box,
    wake: () => worker.wake(),
    forgetCallers: () => callers.clear(),
  };
  const worker = new Worker(engine);
  watch.whenOver(() => worker.databaseIsBack());
  return { engine, worker, callers, store, watch };
}
