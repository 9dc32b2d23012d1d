import { dayMs, hourMs } from '../../model/instant.ts';
import { publishingTargets } from '../../model/sending-domain/published-records.ts';
import type { SendingDomain } from '../../model/sending-domain/sending-domain.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { domainsWithoutCheck } from '../../store/records/domains.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';
import type { Engine } from '../context/scope.ts';
import { checkDomain, keepCheck, logBreak } from './check-domain.ts';
import { forgetSigners } from './domain-signers.ts';
import { makeEd25519Key } from './make-dkim-key.ts';

/** From one look to the next; chance moves each by up to half of the spread, so that looks do not meet. */
const lookEveryMs = dayMs;
const lookSpreadMs = 4 * hourMs;
/** After a fault of ours, or when the domain was changed during the look. */
const lookAgainMs = hourMs;
/** Domains given a job in one transaction: bounds how long it holds the writer. */
const stretchDomains = 500;

/** Writes down the first look at a domain, in the transaction that adds it. */
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

/**
 * Gives a job to every domain that has none: those that are older than the daily look. Spread over a day, since
 * they all come at once.
 */
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

/** Looks at a sending domain's records in DNS again, every day for as long as the domain exists. */
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

/** A domain that was added when there was one kind of key gets the other, its record to be looked at at once. */
async function withBothKeys(engine: Engine, domain: SendingDomain): Promise<SendingDomain> {
  const { rsa, ed25519 } = domain.dkim;
  if (ed25519 !== null) return domain;
  return { ...domain, dkim: { rsa, ed25519: await makeEd25519Key(rsa, engine.secretBox) } };
}

/** A look that broke on a fault of ours is made an hour later. */
export async function afterBrokenRecheck(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + lookAgainMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}

function nextLookAt(ids: Ids, now: number): number {
  return now + lookEveryMs + Math.floor((ids.uniform() - 0.5) * lookSpreadMs);
}
