import { BoundedMap } from '../../bounded-map.ts';
import { readTarget, registrableDomain } from '../reading/links.ts';
import { isFreeDomain } from '../role-and-free-addresses.ts';
import { imitationIn } from './imitations.ts';

const plainSenders = new BoundedMap<string, boolean>(1_000);

export function isPlainSender(domain: string): boolean {
  const known = plainSenders.get(domain);
  if (known !== undefined) return known;
  const registrable = registrableDomain(domain);
  const isPlain =
    imitationIn(domain, registrable) === null &&
    !isFreeDomain(registrable) &&
    readTarget(`https://${domain}`).faults.length === 0;
  plainSenders.set(domain, isPlain);
  return isPlain;
}
