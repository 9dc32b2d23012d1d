import { plainHost } from '../host-name.ts';
import { isPlainHost } from '../text/machine-value.ts';
import type { Answered } from './dns-probe.ts';

export function pointsTo(answered: readonly string[], target: string): boolean {
  return answered.some((host) => plainHost(host) === plainHost(target));
}

/** Returns null if the record is correct or merely missing. */
export function cnameAdvice(
  { texts, others = [] }: Pick<Answered, 'texts' | 'others'>,
  target: string,
): string | null {
  const [pointed] = texts;
  if (pointed === undefined) {
    if (others.length === 0) return null;
    const addressed = others.includes('A or AAAA')
      ? ' If the DNS provider proxies this name with its own addresses, switch the proxy off for it.'
      : '';
    return `Other records stand at this name (${others.join(', ')}), and a CNAME has to be alone. Delete them, then publish this one.${addressed}`;
  }
  if (pointsTo(texts, target)) return null;
  const host = plainHost(pointed);
  if (host.startsWith(`${plainHost(target)}.`)) {
    return `The DNS provider has added the domain to the target. Enter it with a dot at its end: ${target}.`;
  }
  return `It points to ${isPlainHost(host) ? host : 'another name'}. Change it to ${target}.`;
}
