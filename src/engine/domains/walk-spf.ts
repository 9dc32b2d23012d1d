import type { SpfCost } from '../../model/sending-domain/dns-probe.ts';
import { type SpfAsk, spfAsks, spfRecordsIn } from '../../model/sending-domain/spf-record.ts';
import type { Answer, Resolver } from '../../world/dns/resolver.ts';

/** Far beyond SPF's limit of 10; also ends circular includes. */
const lookupsWalkedMax = 20;

export type Asking = Pick<Resolver, 'txt' | 'cname' | 'mx' | 'addresses'>;

/** Follows a record as a receiver does if nothing matches (RFC 7208 4.6.4). Counts unanswered look-ups. */
export async function walkSpf(ask: Asking, domain: string, record: string): Promise<SpfCost> {
  const voidNames = new Set<string>();
  const brokenIncludes = new Set<string>();
  let lookups = 0;
  let more = false;
  let level: SpfAsk[] = spfAsks(record, domain);
  while (level.length > 0 && !more) {
    const asked = level.slice(0, lookupsWalkedMax - lookups);
    more = asked.length < level.length;
    lookups += level.length > asked.length ? asked.length + 1 : asked.length;
    const below = await Promise.all(asked.map(follow));
    level = below.flat();
  }
  return { lookups, more, voidNames: [...voidNames], brokenIncludes: [...brokenIncludes] };

  async function follow({ mechanism, target }: SpfAsk): Promise<SpfAsk[]> {
    if (target === null) return [];
    const included = mechanism === 'include' || mechanism === 'redirect';
    if (!included) {
      // ptr look-ups depend on the sending host.
      if (mechanism === 'ptr') return [];
      if (isVoid(mechanism === 'mx' ? await ask.mx(target) : await ask.addresses(target)))
        voidNames.add(target);
      return [];
    }
    const answer = await ask.txt(target);
    if (answer.kind === 'unavailable') return [];
    const [text, second] = answer.kind === 'found' ? spfRecordsIn(answer.value) : [];
    if (text !== undefined && second === undefined) return spfAsks(text, target);
    brokenIncludes.add(target);
    return [];
  }
}

function isVoid({ kind }: Answer<unknown>): boolean {
  return kind === 'none' || kind === 'no_such_domain';
}
