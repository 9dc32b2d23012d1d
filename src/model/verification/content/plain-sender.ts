import { readTarget, registrableOf } from '../reading/links.ts';
import { isFreeDomain } from '../role-and-free-addresses.ts';
import { imitationIn } from './imitations.ts';

/** Cache of checked sender names; they are few and repeat. */
const plainSenders = new Map<string, boolean>();
const plainSendersMax = 1_000;

/** Whether a sender's domain imitates no brand, is no free mail domain, and is written plainly. */
export function isPlainSender(domain: string): boolean {
  const known = plainSenders.get(domain);
  if (known !== undefined) return known;
  const registrable = registrableOf(domain);
  const isPlain =
    imitationIn(domain, registrable) === null &&
    !isFreeDomain(registrable) &&
    readTarget(`https://${domain}`).faults.length === 0;
  if (plainSenders.size >= plainSendersMax) plainSenders.clear();
  plainSenders.set(domain, isPlain);
  return isPlain;
}
