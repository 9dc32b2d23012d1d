import { parseMailbox } from '../../model/address.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import type { AskedChange } from '../../model/sending/send-preview.ts';
import { consentInWords } from '../../model/subscriber/consent-in-words.ts';
import type { SubscriberSave } from '../../model/subscriber/subscriber.ts';
import type { SuppressionRecord } from '../../model/subscriber/suppression.ts';
import type { Scope } from '../context/scope.ts';

/** What a person reads about a change that is no send, before an assistant makes it: sentences of ours with names of theirs. */

/** Addresses named in a sentence; the count is whole. */
const namedMax = 3;

/** Those of some addresses that a mail could really reach: what is done to test recipients needs no yes. */
export function realAmong(
  { engine: { settings } }: Pick<Scope, 'engine'>,
  addresses: readonly string[],
): string[] {
  return addresses.filter((address) => {
    const read = parseMailbox(address);
    return !read.ok || fixtureRule(read.mailbox, settings.testRunners) === null;
  });
}

/** A few of them by name, and how many there are. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).join(', ');
  return names.length > namedMax ? `${shown} and ${names.length - namedMax} more` : shown;
}

/** The whole list for the approver, where the sentences name some of it. */
function listOf(names: readonly string[]): Pick<AskedChange, 'list'> {
  return names.length > namedMax ? { list: names } : {};
}

/**
 * What a yes to a change covers: its input, what a person read of it, and what it mails besides.
 * @param of null where it mails no one
 */
export function aboutAsked(of: unknown, input: unknown, sentences: readonly string[]): unknown {
  return { of, input, sentences };
}

/** Who of some people left or complained and would be mailed again, and by what consent. @returns null where it is no one */
export async function resubscribeSentences(
  scope: Pick<Scope, 'engine' | 'store' | 'caller'>,
  saves: readonly Pick<SubscriberSave, 'email' | 'consent' | 'doubleOptIn'>[],
): Promise<AskedChange | null> {
  if (saves.length === 0) return null;
  const known = await scope.store.subscribers.findAll(saves.map(({ email }) => email));
  const left = known.filter(({ status }) => status === 'UNSUBSCRIBED' || status === 'COMPLAINED');
  const real = realAmong(
    scope,
    left.map(({ email }) => email),
  );
  if (real.length === 0) return null;
  const complained = left.filter(({ status }) => status === 'COMPLAINED').length;
  const saveOf = new Map(saves.map((save) => [save.email, save]));
  const each = real.map((email) => `${email}: ${comesBackBy(scope, saveOf.get(email)!)}`);
  return {
    sentences: [
      `Brings back ${real.length === 1 ? 'a person who' : `${real.length} people who`} left: ${someOf(real)}`,
      ...(complained > 0 ? [`${complained} of them complained about mail`] : []),
      ...each.slice(0, namedMax),
    ],
    ...listOf(each),
  };
}

function comesBackBy(
  { caller }: Pick<Scope, 'caller'>,
  { consent, doubleOptIn }: Pick<SubscriberSave, 'consent' | 'doubleOptIn'>,
): string {
  const confirms = doubleOptIn ?? caller.organization.doubleOptIn;
  const then = confirms ? 'PENDING until they confirm by mail' : 'ACTIVE at once, without an opt-in request';
  return `${consentInWords(consent)}; ${then}`;
}

/** What mail goes out again once some suppressions are gone. @returns null where they are of test recipients alone */
export function releasedSentences(
  scope: Pick<Scope, 'engine'>,
  suppressions: readonly Pick<SuppressionRecord, 'email' | 'origin'>[],
  consent: SubscriberSave['consent'],
): AskedChange | null {
  const real = realAmong(scope, [...new Set(suppressions.map(({ email }) => email))]);
  if (real.length === 0) return null;
  const origins = [...new Set(suppressions.map(({ origin }) => origin.replaceAll('_', ' ')))];
  return {
    sentences: [
      `Lets ${real.length === 1 ? 'an address' : `${real.length} addresses`} get mail again: ${someOf(real)}`,
      `Why they got none: ${origins.join(', ')}`,
      ...(consent ? [`By ${consentInWords(consent)}`] : []),
    ],
    ...listOf(real),
  };
}
