import { dayMs, hourMs } from '../../model/instant.ts';
import { publishingTargets } from '../../model/sending-domain/published-records.ts';
import type { SendingDomain } from '../../model/sending-domain/sending-domain.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { domainsWithoutCheck } from '../../store/records/permits/domains.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';
import type { Engine } from '../context/scope.ts';
import { checkDomain, keepCheck, logBreak } from './check-domain.ts';
import { forgetSigners } from './domain-signers.ts';
import { makeEd25519Key } from './make-dkim-key.ts';

/** Each check moves randomly by up to half of the spread, so that checks do not coincide. */
const lookEveryMs = dayMs;
const lookSpreadMs = 4 * hourMs;
const lookAgainMs = hourMs;
/** Bounds how long a transaction holds the writer. */
const stretchDomains = 500;

export async function addDomainCheck(
  queries: Queries,
  ids: Ids,
  organization: number,
  domainId: string,
  now: number,
): Promise<void> {
  const runAt = nextLookAt(ids, now);
  await addJobs(queries, [{ organization, kind: 'check_domain', subject: domainId, runAt }], now);
}

/** Adds jobs for domains older than the daily check, spread over a day. */
export async function addMissingDomainChecks(engine: Engine): Promise<void> {
  const { clock, ids } = engine.world;
  const { database } = engine.store;
  let after = 0;
  for (;;) {
    const domains = await domainsWithoutCheck(database.reader, after, stretchDomains);
    const last = domains.at(-1);
    if (!last) return;
    after = last.key;
    const now = clock.now();
    await database.transaction((queries) =>
      addJobs(
        queries,
        domains.map(({ organization, id }) => ({
          organization,
          kind: 'check_domain' as const,
          subject: id,
          runAt: now + Math.floor(ids.uniform() * lookEveryMs),
        })),
        now,
      ),
    );
  }
}

export async function recheckDomain(engine: Engine, job: Job): Promise<void> {
  const { store, world, settings } = engine;
  const targets = publishingTargets(settings);
  const before = await store.forOrganization(job.organization).domains.byId(job.subject);
  if (!before) {
    await store.database.transaction((queries) => finishJob(queries, job));
    return;
  }
  const now = world.clock.now();
  const after = await checkDomain(world, job.organization, await withBothKeys(engine, before), targets, now);
  const next = nextLookAt(world.ids, now);
  const written = await store.database.transaction(async (queries) => {
    const kept = await keepCheck(new OrganizationStore(queries, job.organization), before, after, now);
    await retryJob(queries, job, kept ? next : now + lookAgainMs);
    return kept;
  });
  if (!written) return;
  forgetSigners(engine, before.name);
  logBreak(world, before, after, targets);
}

/** Domains from before Ed25519 support get an Ed25519 key. */
async function withBothKeys(engine: Engine, domain: SendingDomain): Promise<SendingDomain> {
  const { rsa, ed25519 } = domain.dkim;
  if (ed25519 !== null) return domain;
  return { ...domain, dkim: { rsa, ed25519: await makeEd25519Key(rsa, engine.secretBox) } };
}

export async function afterBrokenRecheck(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + lookAgainMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}

function nextLookAt(ids: Ids, now: number): number {
  return now + lookEveryMs + Math.floor((ids.uniform() - 0.5) * lookSpreadMs);
}
