import type { Answer, Resolver } from '../dns/resolver.ts';
import type { Traces } from './traces.ts';

const types = {
  mx: 'MX',
  addresses: 'A/AAAA',
  txt: 'TXT',
  cname: 'CNAME',
  names: 'PTR',
  tlsa: 'TLSA',
} as const satisfies Partial<Record<keyof Resolver, string>>;

/** Records a span per look-up; use below the cache. PTR names are left out, because they are addresses. */
export function tracedResolver(resolver: Resolver, traces: Traces): Resolver {
  const traced =
    <Found>(kind: keyof typeof types, ask: (name: string) => Promise<Answer<Found>>) =>
    (name: string) =>
      lookUp(traces, kind, name, () => ask(name));
  const { apart, fresh } = resolver;
  return {
    mx: traced('mx', resolver.mx),
    addresses: traced('addresses', resolver.addresses),
    txt: traced('txt', resolver.txt),
    cname: traced('cname', resolver.cname),
    names: traced('names', resolver.names),
    tlsa: traced('tlsa', resolver.tlsa),
    ...(fresh && { fresh: tracedResolver(fresh, traces) }),
    ...(apart && { apart: (of) => tracedResolver(apart(of), traces) }),
  };
}

function lookUp<Found>(
  traces: Traces,
  kind: keyof typeof types,
  name: string,
  ask: () => Promise<Answer<Found>>,
): Promise<Answer<Found>> {
  const attributes = {
    'posthouse.dns.type': types[kind],
    ...(kind !== 'names' && { 'dns.question.name': name }),
  };
  return traces.span(`lookup ${types[kind]}`, { kind: 'client', attributes }, async (span) => {
    const answer = await ask();
    span.set({ 'posthouse.dns.answer': answer.kind });
    // A name that does not exist is a valid answer.
    if (answer.kind === 'unavailable') span.fail('unavailable');
    return answer;
  });
}
