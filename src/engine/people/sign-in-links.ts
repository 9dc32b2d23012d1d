import { parseMailbox } from '../../model/address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { mayMailLink, signInLimits } from '../../model/person/session.ts';
import { signInMail } from '../../model/person/sign-in-mail.ts';
import { peopleAt, personOfKey } from '../../store/records/people.ts';
import { consumeLink, isLinkUsable } from '../../store/records/person-sessions.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { acceptedId } from '../context/submission.ts';
import { mailPerson, NotMailed } from './mail-person.ts';
import { beginSession, hashOfSecret, newSecret, type Visitor } from './sessions.ts';

/** Links that sign a person in, once and for five minutes: printed on the machine, or mailed to the person's address. */

/** The page that a link leads to; it shows a button, because scanners follow the links of a mail. */
export const signInLinkPath = '/console/sign-in/link';

/** A longer text is no secret of a link; it is not worth hashing. */
const secretCharactersMax = 200;

/** @returns the whole link, which is shown this once */
export async function printedLink(
  engine: Engine,
  store: OrganizationStore,
  person: Pick<PersonRecord, 'key'>,
  now: number,
): Promise<string> {
  const secret = newSecret(engine);
  await store.sessions.addLink({
    hash: hashOfSecret(secret),
    person: person.key,
    way: 'machine',
    returnPath: '/console',
    createdAt: now,
    expiresAt: now + signInLimits.linkMs,
  });
  return linkOf(engine, secret);
}

function linkOf({ settings }: Pick<Engine, 'settings'>, secret: string): string {
  return `${settings.baseUrl}${signInLinkPath}?key=${secret}`;
}

export async function isSignInLinkUsable(engine: Engine, secret: string): Promise<boolean> {
  if (secret.length > secretCharactersMax) return false;
  const { clock } = engine.world;
  return await isLinkUsable(engine.store.database.reader, hashOfSecret(secret), clock.now());
}

/** What a sign-in came to. */
export type SignInOutcome = { secret: string; returnPath: string };

/**
 * Signs in by a link. Of any number that come with one at the same time one does.
 * @returns null when it is unknown, used or too old
 */
export async function signInByLink(
  engine: Engine,
  secret: string,
  visitor: Visitor,
): Promise<SignInOutcome | null> {
  if (secret.length > secretCharactersMax) return null;
  const now = engine.world.clock.now();
  return await engine.store.database.transaction(async (queries) => {
    const used = await consumeLink(queries, hashOfSecret(secret), now);
    const person = used && (await personOfKey(queries, used.person));
    if (!used || person?.organization !== used.organization) return null;
    const store = new OrganizationStore(queries, used.organization);
    const session = await beginSession(engine, store, person, used.way, visitor);
    return { secret: session, returnPath: used.returnPath };
  });
}

/**
 * Mails a link to the people at an address. It reports nothing: a visitor must not learn whether there is such a
 * person. Nothing is mailed where no mail leaves, because the link would be read by who may read captured mail.
 */
export async function mailLinks(engine: Engine, address: string, returnPath: string): Promise<void> {
  const read = parseMailbox(address);
  if (!read.ok) return;
  const { store, settings } = engine;
  const people = await peopleAt(
    store.database.reader,
    read.mailbox.key,
    signInLimits.organizationsPerAddressMax,
  );
  if (settings.delivery === 'capture') return;
  for (const person of people) {
    const organization = await store.organizations.byKey(person.organization);
    if (organization?.sendingEnabled) await mailLink(engine, organization, person, returnPath);
  }
}

/** Nothing where the person is gone or has another address by now, or got links enough. */
async function mailLink(
  engine: Engine,
  organization: OrganizationRecord,
  person: PersonRecord,
  returnPath: string,
): Promise<void> {
  await mailPerson(engine, organization, person, {
    ...signInMail(organization.name),
    failed: 'a link for signing in could not be mailed',
    async alongside({ sessions, people }, [fate], now) {
      // Held, so that requests of one moment are counted one after the other.
      if (!(await people.hold(person))) throw new NotMailed();
      if (!mayMailLink(await sessions.mailed(person.key, now))) throw new NotMailed();
      await sessions.addLink({
        hash: hashOfSecret(mailedSecret(engine, acceptedId(fate))),
        person: person.key,
        way: 'mail',
        returnPath,
        createdAt: now,
        expiresAt: now + signInLimits.linkMs,
      });
    },
  });
}

/** The placeholder of the link in its mail. */
const linkField = 'signInUrl';

/**
 * What the mail of a link is filled with as it leaves. The link is nowhere before that: a mail is read by tokens that may read
 * mails, and with this one they would sign in as its person.
 */
export function mailedLinkOf(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { id, automatic, body }: Pick<EmailRecord, 'id' | 'automatic' | 'body'>,
): Record<string, string> {
  const isOne = automatic && body.kind === 'html' && body.source.includes(`{{${linkField}}}`);
  return isOne ? { [linkField]: linkOf(engine, mailedSecret(engine, id)) } : {};
}

function mailedSecret({ secretBox }: Pick<Engine, 'secretBox'>, emailId: string): string {
  return secretBox.mac('sign-in link', emailId).toString('base64url');
}
