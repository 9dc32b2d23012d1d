import { parseMailbox } from '../../model/address.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import type { AskedChange } from '../../model/sending/send-preview.ts';
import type { SubscriberSave, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import type { SuppressionRecord } from '../../model/subscriber/suppression.ts';
import { quoted } from '../../model/text/quoted.ts';
import type { Scope } from '../context/scope.ts';

/** Addresses named in a sentence, which states the full count. */
const namedMax = 3;

/** Changes to test recipients need no approval. */
export function selectRealRecipients(
  { engine: { settings } }: Pick<Scope, 'engine'>,
  addresses: readonly string[],
): string[] {
  return addresses.filter((address) => {
    const read = parseMailbox(address);
    return !read.ok || fixtureRule(read.mailbox, settings.testRunners) === null;
  });
}

export function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).join(', ');
  return names.length > namedMax ? `${shown} and ${names.length - namedMax} more` : shown;
}

function listOf(names: readonly string[]): Pick<AskedChange, 'list'> {
  return names.length > namedMax ? { list: names } : {};
}

/** Content of an approval. @param of is null if the change mails no one */
export function describeSubject(of: unknown, input: unknown, sentences: readonly string[]): unknown {
  return { of, input, sentences };
}

/** Names people who opted out, complained or have not confirmed but would be mailed, with their consent. Null for none. */
export async function resubscribeSentences(
  scope: Pick<Scope, 'engine' | 'store' | 'caller'>,
  saves: readonly Pick<SubscriberSave, 'email' | 'consent' | 'doubleOptIn'>[],
): Promise<AskedChange | null> {
  if (saves.length === 0) return null;
  const known = await scope.store.subscribers.findAll(saves.map(({ email }) => email));
  const saveOf = new Map(saves.map((save) => [save.email, save]));
  const realOf = (...statuses: SubscriberStatus[]): string[] =>
    selectRealRecipients(
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
      ...(left.length > 0 ? [`Brings back ${those(left)} left: ${nameSome(left)}`] : []),
      ...(complained > 0 ? [`${complained} of them complained about mail`] : []),
      ...(unconfirmed.length > 0
        ? [`Confirms in place of ${those(unconfirmed)} did not: ${nameSome(unconfirmed)}`]
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
  return `${describeConsent(consent)}; ${then}`;
}

/** @returns null for test recipients only */
export function releasedSentences(
  scope: Pick<Scope, 'engine'>,
  suppressions: readonly Pick<SuppressionRecord, 'email' | 'origin'>[],
  consent: SubscriberSave['consent'],
): AskedChange | null {
  const real = selectRealRecipients(scope, [...new Set(suppressions.map(({ email }) => email))]);
  if (real.length === 0) return null;
  const origins = [...new Set(suppressions.map(({ origin }) => origin.replaceAll('_', ' ')))];
  return {
    sentences: [
      `Lets ${real.length === 1 ? 'an address' : `${real.length} addresses`} get mail again: ${nameSome(real)}`,
      `Why they got none: ${origins.join(', ')}`,
      ...(consent ? [`By ${describeConsent(consent)}`] : []),
    ],
    ...listOf(real),
  };
}

function describeConsent(
  consent:
    | { at?: string | null | undefined; ip?: string | null | undefined; source?: string | null | undefined }
    | null
    | undefined,
): string {
  const { at, ip, source } = consent ?? {};
  const parts = [source ? quoted(source) : '', at ? `at ${at}` : '', ip ? `from ${quoted(ip)}` : ''];
  const said = parts.filter((part) => part !== '').join(', ');
  return said === '' ? 'no consent is recorded' : `consent as stated by the assistant: ${said}`;
}
