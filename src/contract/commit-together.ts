import { createBatcher } from '../concurrency/batcher.ts';
import type { Caller } from '../engine/context/caller.ts';
import { type IdempotencyRecord, remember } from '../engine/context/idempotency-record.ts';
import { perEngine } from '../engine/context/per-engine.ts';
import type { Engine } from '../engine/context/scope.ts';
import { assertStorage } from '../engine/organizations/assert-storage.ts';
import { Failure } from '../model/failure.ts';
import type { CauseChain } from '../model/sending/mail-cause.ts';
import { DatabaseUnavailable } from '../store/outage.ts';
import { OrganizationStore } from '../store/store.ts';

/** Bounds how long a transaction holds the writer. */
const callsMax = 100;

/** Returns an answer or a refusal for each part. */
type Work<Part, Answer> = (
  store: OrganizationStore,
  parts: readonly Part[],
) => Promise<readonly (Answer | Failure)[]>;

type Call<Part, Answer> = {
  caller: Caller;
  cause: CauseChain;
  memory: IdempotencyRecord | null;
  now: number;
  part: Part;
  work: Work<Part, Answer>;
};

type AnyCall = Call<never, unknown>;
type Group = { waiting: number; add(call: AnyCall): Promise<unknown> };

/** Groups with waiting calls. */
const groupsOf = perEngine(() => new Map<string, Group>());

/** Commits a call with the calls of the same tool, caller and `alike` that wait too. @throws Failure of this call alone */
export async function commitTogether<Part, Answer>(
  engine: Engine,
  tool: string,
  alike: string,
  call: Call<Part, Answer>,
): Promise<Answer> {
  const groups = groupsOf(engine);
  const key = `${tool} ${call.caller.organization.key} ${alike} ${JSON.stringify(call.cause)}`;
  const group = groups.get(key) ?? createGroup(engine);
  groups.set(key, group);
  group.waiting += 1;
  try {
    return orThrow((await group.add(call as unknown as AnyCall)) as Answer | Failure);
  } finally {
    group.waiting -= 1;
    if (group.waiting === 0) groups.delete(key);
  }
}

export async function workAlone<Part, Answer>(
  store: OrganizationStore,
  part: Part,
  work: Work<Part, Answer>,
): Promise<Answer> {
  return orThrow((await work(store, [part]))[0]!);
}

function orThrow<Answer>(answer: Answer | Failure): Answer {
  if (answer instanceof Failure) throw answer;
  return answer;
}

/** One commit at a time, because alike calls change the same rows, and a group grows while the last one commits. */
function createGroup(engine: Engine): Group {
  const limits = { sizeMax: callsMax, inFlightMax: 1, turnsMax: 0, mayBeDone };
  const { add } = createBatcher<AnyCall, unknown>(limits, (take) => commitCalls(engine, take));
  return { waiting: 0, add };
}

/** The commit may have succeeded, and a retry would write twice. */
function mayBeDone(error: unknown): boolean {
  return error instanceof DatabaseUnavailable;
}

async function commitCalls(
  { store: { database }, secretBox }: Engine,
  take: () => readonly AnyCall[],
): Promise<readonly unknown[]> {
  return await database.transaction(async (queries) => {
    const calls = take();
    const { caller, cause, work, now } = calls[0]!;
    const { key: organization } = caller.organization;
    const parts = calls.map(({ part }) => part);
    const answers = await work(new OrganizationStore(queries, organization).startedBy(cause), parts);
    await assertStorage(queries, caller.organization);
    const remembered = calls.flatMap(({ memory }, index) => {
      const answer = answers[index];
      return memory === null || answer instanceof Failure ? [] : [{ organization, memory, answer }];
    });
    await remember(queries, secretBox, remembered, now);
    return answers;
  });
}
