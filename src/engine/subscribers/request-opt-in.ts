import { parseMailbox } from '../../model/address.ts';
import type { Failure } from '../../model/failure.ts';
import {
  confirmationLimits,
  confirmationLimitsOfMailbox,
  recordRequest,
} from '../../model/subscriber/confirmation.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { addJobsOnTerms } from '../../store/jobs.ts';
import {
  lockOptInRequests,
  type OptInRequestRow,
  readOptInRequests,
  saveOptInRequests,
} from '../../store/records/people/opt-in-requests.ts';
import { type SendCount, saveSendCounts } from '../../store/records/permits/send-caps.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { assertMayMail } from '../approval/permit-checks.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { SendPermit } from '../context/send-permit.ts';
import { conditionsOfRequest } from './opt-in-conditions.ts';
import { optInLimits } from './opt-in-limits.ts';

type ToAsk = Pick<SubscriberRecord, 'id' | 'email' | 'status'>;

export type AskScene = {
  engine: Pick<Engine, 'secretBox' | 'settings'>;
  caller: Pick<Caller, 'organization' | 'token'>;
  store: OrganizationStore;
  now: number;
  permit: SendPermit;
};

/**
 * Limits repeats per address and per mailbox across organizations, because a form filled in with another
 * person's address must not fill their mailbox. Requests of mode `test` do not count.
 * @param before addresses that the same write already sent requests to
 * @throws Failure restricted_api_key or rate_limit_exceeded by the token; confirmation_required by the permit
 */
export async function requestOptIn(
  scene: AskScene,
  saved: readonly ToAsk[],
  before: readonly string[] = [],
): Promise<string[]> {
  const pending = saved.filter(({ status }) => status === 'PENDING');
  if (pending.length === 0) return [];
  const { engine, caller, store, now } = scene;
  const { queries, organization } = store;
  const { asked: toAsk, refused, questions } = await judgeOptInRequests(scene, pending, 'hold');
  if (refused[0]) throw refused[0];
  if (toAsk.length === 0) return [];
  const asked = toAsk.map(({ email }) => email);
  assertMayMail(scene, [...before, ...asked]);
  await saveOptInRequests(queries, questions.noted());
  await saveSendCounts(queries, questions.counts());
  await addJobsOnTerms(
    queries,
    toAsk.map(({ id: subject, email }) => ({
      organization,
      kind: 'send_confirmation' as const,
      subject,
      runAt: now,
      terms: conditionsOfRequest(engine, caller, email, { permit: scene.permit, chain: store.origin.chain }),
    })),
    now,
  );
  return asked;
}

/** Decides which subscribers get an opt-in request. @param reading `hold` locks the marks and the token's cap; `look` is for previews */
export async function judgeOptInRequests<Saved extends ToAsk>(
  scene: Omit<AskScene, 'permit'>,
  saved: readonly Saved[],
  reading: 'hold' | 'look',
): Promise<{ asked: Saved[]; refused: Failure[]; questions: OptInRequests }> {
  const pending = saved.filter(({ status }) => status === 'PENDING');
  const questions = await optInRequestsTo(scene, pending, reading, reading);
  const asked: Saved[] = [];
  const refused: Failure[] = [];
  for (const one of pending) {
    const fate = questions.ask(one.email);
    if (fate === 'asked') asked.push(one);
    else if (fate !== 'left alone') refused.push(fate);
  }
  return { asked, refused, questions };
}

/** Requests are judged in the order of the calls. */
export type OptInRequests = {
  ask(email: string): 'asked' | 'left alone' | Failure;
  noted(): OptInRequestRow[];
  counts(): SendCount[];
};

/** `hold` locks the marks of the addresses (`asks`) or the token's cap (`cap`); `look` only reads. */
export async function optInRequestsTo(
  { engine, caller, store, now }: Omit<AskScene, 'permit'>,
  people: readonly Pick<ToAsk, 'email'>[],
  asks: 'hold' | 'look',
  cap: 'hold' | 'look',
): Promise<OptInRequests> {
  const marks = new Map(people.map(({ email }) => [email, marksOf(engine, caller, email)]));
  const wanted = new Set([...marks.values()].flatMap(({ address, mailbox }) => [address, mailbox]));
  const read = asks === 'hold' ? lockOptInRequests : readOptInRequests;
  const held = new Map((await read(store.queries, [...wanted])).map((row) => [row.mark, row]));
  const limits = await optInLimits(engine.settings, store, caller, now, cap);
  const noted = new Map<string, OptInRequestRow>();
  return {
    ask(email) {
      const { address, mailbox } = marks.get(email)!;
      const ofAddress = recordRequest(held.get(address), now, confirmationLimits);
      const ofMailbox = recordRequest(held.get(mailbox), now, confirmationLimitsOfMailbox);
      if (ofAddress === null || ofMailbox === null) return 'left alone';
      const refusal = limits.judge(email);
      if (refusal) return refusal;
      for (const row of [
        { mark: address, ...ofAddress },
        { mark: mailbox, ...ofMailbox },
      ]) {
        held.set(row.mark, row);
        noted.set(row.mark, row);
      }
      return 'asked';
    },
    noted: () => [...noted.values()],
    counts: limits.counts,
  };
}

/** Sends a request if a change made the subscriber PENDING, or moved a PENDING one to a new address. @throws Failure */
export async function askAfterChange(
  scene: AskScene,
  known: SubscriberRecord,
  next: SubscriberRecord,
): Promise<boolean> {
  return isNewToAsk(known, next) && (await requestOptIn(scene, [next])).length > 0;
}

export function isNewToAsk(known: ToAsk, next: ToAsk): boolean {
  return next.status === 'PENDING' && (known.status !== 'PENDING' || known.email !== next.email);
}

/** MACs, because marks outlive the subscriber. Mode `test` reaches no recipient, so its marks are separate per organization. */
function marksOf(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { organization, token }: AskScene['caller'],
  email: string,
): { address: string; mailbox: string } {
  const markOf = (text: string): string => secretBox.macText('asked to confirm', text);
  const { key } = organization;
  if (token?.mode !== 'test') {
    return { address: markOf(`${key}\n${email}`), mailbox: markOf(mailboxOf(email)) };
  }
  return {
    address: markOf(`test\n${key}\n${email}`),
    mailbox: markOf(`test mailbox\n${key}\n${mailboxOf(email)}`),
  };
}

/** Equal for all spellings of an address. */
function mailboxOf(email: string): string {
  const read = parseMailbox(email);
  return read.ok ? read.mailbox.guardKey : email;
}
