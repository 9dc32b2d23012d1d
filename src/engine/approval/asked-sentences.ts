import { parseMailbox } from '../../model/address.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import type { AskedChange } from '../../model/sending/send-preview.ts';
import { consentInWords } from '../../model/subscriber/consent-in-words.ts';
import type { SubscriberSave, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
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

/**
 * Names the people who left, complained or have not confirmed and would be mailed, and by what consent.
 * @returns null if there are none
 */
export async function resubscribeSentences(
  scope: Pick<Scope, 'engine' | 'store' | 'caller'>,
  saves: readonly Pick<SubscriberSave, 'email' | 'consent' | 'doubleOptIn'>[],
): Promise<AskedChange | null> {
  if (saves.length === 0) return null;
  const known = await scope.store.subscribers.findAll(saves.map(({ email }) => email));
  const saveOf = new Map(saves.map((save) => [save.email, save]));
  const realOf = (...statuses: SubscriberStatus[]): string[] =>
    realAmong(
      scope,
      known.filter(({ status }) => statuses.includes(status)).map(({ email }) => email),
    );
  const left = realOf('UNSUBSCRIBED', 'COMPLAINED');
  const complained = realOf('COMPLAINED').length;
  const unconfirmed = realOf('PENDING').filter((email) => !mustConfirm(scope, saveOf.get(email)!));
  const people = [...left, ...unconfirmed];
  if (people.length === 0) return null;
  const those = ({ length }: readonly string[]): string =>
    length === 1 ? 'a person who' : `${length} people who`;
  const each = people.map((email) => `${email}: ${comesBackBy(scope, saveOf.get(email)!)}`);
  return {
    sentences: [
      ...(left.length > 0 ? [`Brings back ${those(left)} left: ${someOf(left)}`] : []),
      ...(complained > 0 ? [`${complained} of them complained about mail`] : []),
      ...(unconfirmed.length > 0
        ? [`Confirms in place of ${those(unconfirmed)} did not: ${someOf(unconfirmed)}`]
        : []),
      ...each.slice(0, namedMax),
    ],
    ...listOf(each),
  };
}

function mustConfirm(
  { caller }: Pick<Scope, 'caller'>,
  { doubleOptIn }: Pick<SubscriberSave, 'doubleOptIn'>,
): boolean {
  return doubleOptIn ?? caller.organization.doubleOptIn;
}

function comesBackBy(
  scope: Pick<Scope, 'caller'>,
  { consent, doubleOptIn }: Pick<SubscriberSave, 'consent' | 'doubleOptIn'>,
): string {
  const then = mustConfirm(scope, { doubleOptIn })
    ? 'PENDING until they confirm by mail'
    : 'ACTIVE at once, without an opt-in request';
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
