import type { Clock } from '../../concurrency/clock.ts';
import type { Ids } from '../ids.ts';
import { askServer, type Exchange } from './dns-exchange.ts';
import {
  aliasesMax,
  type DnsRecord,
  type DnsType,
  failureIn,
  isDnsName,
  readAnswers,
  withoutFinalDot,
} from './dns-message.ts';
import type { DnsServer, DnsServers } from './dns-servers.ts';

/** @property timeoutMs total time of a look-up */
type DnsAsking = { servers: DnsServers; clock: Clock; ids: Pick<Ids, 'bytes'>; timeoutMs: number };

type Found<Type extends DnsType> =
  | { kind: 'found'; records: DnsRecord<Type>[]; secure: boolean; ttlSeconds: number }
  | { kind: 'none' | 'no_such_domain'; secure: boolean; ttlSeconds?: number }
  | { kind: 'unavailable'; why: string };

/** Timeouts of 1, 2 and 4 parts of the total. Retries a single server too, because datagrams get lost. */
const attemptsMax = 3;
const partsOfTime = 2 ** attemptsMax - 1;

/** Looks up one record type of one name, without a final dot. Never throws. */
export async function lookUp<Type extends DnsType>(
  asking: DnsAsking,
  name: string,
  type: Type,
): Promise<Found<Type>> {
  const { clock, timeoutMs } = asking;
  const patience = new AbortController();
  const cancel = clock.after(timeoutMs, () => patience.abort());
  try {
    let owner = name;
    let secure = true;
    let ttlSeconds = Number.POSITIVE_INFINITY;
    // Recursive servers follow aliases themselves. This handles servers that do not.
    for (let aliases = 0; aliases <= aliasesMax; aliases++) {
      if (!isDnsName(owner)) return { kind: 'no_such_domain', secure: false };
      const reply = await askInTurn(asking, owner, type, patience.signal);
      if (reply.kind === 'failed') return { kind: 'unavailable', why: reply.why };
      const facts = readAnswers(reply.message, owner, type);
      if (facts.kind === 'failed') return { kind: 'unavailable', why: facts.why };
      secure &&= reply.message.flag_ad && reply.server.trusted;
      ttlSeconds = Math.min(ttlSeconds, facts.ttlSeconds ?? ttlSeconds);
      if (facts.kind === 'found') return { kind: 'found', records: facts.records, secure, ttlSeconds };
      if (facts.kind !== 'elsewhere') {
        return { kind: facts.kind, secure, ...(facts.ttlSeconds !== undefined && { ttlSeconds }) };
      }
      owner = withoutFinalDot(facts.target);
    }
    return { kind: 'unavailable', why: 'the names point at each other without end' };
  } finally {
    cancel();
    patience.abort();
  }
}

type Reply = Extract<Exchange, { kind: 'replied' }> & { server: DnsServer };

/** Asks the servers one after the other. An earlier server may still answer, and the first answer counts. */
function askInTurn(
  { servers, clock, ids, timeoutMs }: DnsAsking,
  name: string,
  type: DnsType,
  patience: AbortSignal,
): Promise<Reply | Extract<Exchange, { kind: 'failed' }>> {
  const order = servers.inOrder();
  const enough = new AbortController();
  const signal = AbortSignal.any([patience, enough.signal]);
  const waiting: DnsServer[] = [];
  let attempts = 0;
  let cancel = () => {};

  return new Promise((resolve) => {
    const end = (outcome: Reply | Extract<Exchange, { kind: 'failed' }>) => {
      cancel();
      if (outcome.kind === 'replied') servers.answered(outcome.server, waiting);
      else if (patience.aborted) servers.allSilent();
      enough.abort();
      resolve(outcome);
    };
    const attempt = () => {
      cancel();
      const server = order[attempts % order.length]!;
      const waitMs = (timeoutMs * 2 ** attempts) / partsOfTime;
      attempts += 1;
      waiting.push(server);
      if (attempts < attemptsMax) cancel = clock.after(waitMs, attempt);
      void askServer(server, name, type, ids, signal).then((exchange) => {
        if (enough.signal.aborted) return;
        waiting.splice(waiting.indexOf(server), 1);
        const why = faultOf(exchange);
        if (exchange.kind === 'replied' && why === null) return end({ ...exchange, server });
        const failed = { kind: 'failed' as const, why: why ?? '' };
        if (patience.aborted) return end(failed);
        // Another server may know the answer. The same server would repeat itself.
        if (attempts < Math.min(order.length, attemptsMax)) attempt();
        else if (waiting.length === 0) end(failed);
      });
    };
    attempt();
  });
}

function faultOf(exchange: Exchange): string | null {
  return exchange.kind === 'failed' ? exchange.why : failureIn(exchange.message);
}
