import type { Clock } from '../../concurrency/clock.ts';
import { KeptAnswers } from '../../concurrency/kept-answers.ts';
import { secondMs } from '../../model/instant.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { isAlive } from '../../model/process-life.ts';
import { explainError } from '../../model/text/explain-error.ts';
import { instanceValue } from '../../store/records/instance/instance.ts';
import { listProcesses, type ProcessRecord } from '../../store/records/instance/processes.ts';
import { queueState } from '../../store/records/mail/queue-state.ts';
import { version } from '../../version.ts';
import type { Caller } from '../context/caller.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import { operatesServer } from '../organizations/operates-server.ts';
import { backedUpName } from '../organizations/restored-copy.ts';
import {
  examineDkim,
  examineDns,
  examineFromVerification,
  examineMail,
  examinePublicAddress,
  examineSending,
  examineTokens,
} from './examine-mail.ts';
import { examineOwnName, examineReturns } from './examine-names.ts';
import {
  examineConfirmations,
  examineIntegrations,
  examineOrganizationNames,
  examineWebhooks,
  examineWorkflows,
} from './examine-organizations.ts';
import { examineProcesses, processesShownMax } from './examine-processes.ts';
import { examineClock, examineKept, examineQueue } from './examine-storage.ts';
import { examineVerifier } from './examine-verifier.ts';
import { type Finding, fail, type Patient } from './finding.ts';
import { judgeDisk } from './judge-disk.ts';

export type Examination<Examined extends Patient = Patient> = {
  name: string;
  examine(patient: Examined): Promise<Finding[]>;
};

/** Findings that name no organization. */
const serverExaminations: readonly Examination[] = [
  { name: 'clock', examine: examineClock },
  { name: 'DNS', examine: examineDns },
  { name: 'mail', examine: examineMail },
  { name: 'own name', examine: examineOwnName },
  { name: 'bounces', examine: examineReturns },
  { name: 'queue', examine: examineQueue },
  { name: 'processes', examine: examineProcesses },
  { name: 'From addresses', examine: examineFromVerification },
  { name: 'content verifier', examine: examineVerifier },
  { name: 'public address', examine: examinePublicAddress },
];

const organizationExaminations: readonly Examination[] = [
  { name: 'API tokens', examine: examineTokens },
  { name: 'sending', examine: examineSending },
  { name: 'DKIM', examine: examineDkim },
  { name: 'storage', examine: examineKept },
  { name: 'webhooks', examine: examineWebhooks },
  { name: 'workflows', examine: examineWorkflows },
  { name: 'organization name', examine: examineOrganizationNames },
  { name: 'double opt-in', examine: examineConfirmations },
  { name: 'integrations', examine: examineIntegrations },
];

/** A valid set-up waits at most for a slow relay. Beyond this limit a check counts as failed. */
const examinationMsMax = 20 * secondMs;

export async function examineInTime<Examined extends Patient>(
  patient: Examined,
  clock: Pick<Clock, 'after'>,
  { name, examine }: Examination<Examined>,
): Promise<Finding[]> {
  let cancel = (): void => {};
  const late = new Promise<Finding[]>((resolve) => {
    cancel = clock.after(examinationMsMax, () =>
      resolve([fail(name, `No answer within ${examinationMsMax / secondMs} s.`)]),
    );
  });
  try {
    return await Promise.race([examine(patient), late]);
  } catch (error) {
    return [fail(name, `This check failed: ${explainError(error)}.`)];
  } finally {
    cancel();
  }
}

/** `server` is null for a caller who may see only their own organization. Instants are epoch milliseconds. */
type SetupReport = {
  examinedAt: number;
  findings: (Finding & { about: 'server' | 'organization' })[];
  server: {
    version: string;
    database: 'sqlite' | 'postgres';
    queue: { due: number; later: number; running: number; oldestDueAt: number | null };
    processes: (ProcessRecord & { isAlive: boolean })[];
    diskFreeOctets: number | null;
    backedUpAt: string | null;
  } | null;
};

const reports = perEngine((engine) => new KeptAnswers<SetupReport>(engine.world.clock, () => reportOctets));
const reportOctets = 10_000;

/** Examines the running server, or only the caller's organization. Concurrent calls share an examination, which is kept for a minute. */
export async function examineServer(
  engine: Engine,
  caller: Pick<Caller, 'door' | 'organization' | 'scopes' | 'person'>,
  signal?: AbortSignal,
): Promise<SetupReport> {
  const isOperator = await operatesServer(engine, caller);
  const { key } = caller.organization;
  return await reports(engine).answer(key, isOperator ? 'server' : 'organization', signal, () =>
    examine(engine, isOperator ? null : caller.organization),
  );
}

async function examine(engine: Engine, organization: OrganizationRecord | null): Promise<SetupReport> {
  const {
    settings,
    world,
    store: { database },
  } = engine;
  const patient: Patient = { settings, generations: null, world, database, organization };
  const run = async (examinations: readonly Examination[]): Promise<Finding[]> =>
    (await Promise.all(examinations.map((one) => examineInTime(patient, world.clock, one)))).flat();
  const [own, shared, server] = await Promise.all([
    run(organizationExaminations),
    organization === null ? run(serverExaminations) : [],
    organization === null ? readServer(engine) : null,
  ]);
  const disk =
    server?.diskFreeOctets == null ? [] : [judgeDisk(server.diskFreeOctets, 'the disk of the database')];
  return {
    examinedAt: world.clock.now(),
    findings: [
      ...[...shared, ...disk].map((finding) => ({ ...finding, about: 'server' as const })),
      ...own.map((finding) => ({ ...finding, about: 'organization' as const })),
    ],
    server,
  };
}

/** No organization has this key, so these reads take turns with every organization's. */
const allOrganizations = 0;

async function readServer({
  store: { database },
  world,
}: Engine): Promise<NonNullable<SetupReport['server']>> {
  const { reader, figures } = database;
  const now = world.clock.now();
  const states = await queueState(reader.away(allOrganizations), now);
  const processes = await listProcesses(reader, processesShownMax);
  const sum = (name: 'due' | 'later' | 'running'): number =>
    states.reduce((total, state) => total + Number(state[name]), 0);
  const oldest = states.flatMap(({ oldestDue }) => (oldestDue === null ? [] : [Number(oldestDue)]));
  return {
    version,
    database: reader.dialect.name,
    queue: {
      due: sum('due'),
      later: sum('later'),
      running: sum('running'),
      oldestDueAt: oldest.length === 0 ? null : Math.min(...oldest),
    },
    processes: processes.map((one) => ({ ...one, isAlive: isAlive(one, now) })),
    diskFreeOctets: (await figures.upkeep()).freeOctets,
    backedUpAt: (await instanceValue(reader, backedUpName)) ?? null,
  };
}
