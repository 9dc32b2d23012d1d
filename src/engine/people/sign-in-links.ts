import { parseMailbox } from '../../model/address.ts';
import { escapeHtml } from '../../model/content/escape-html.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { minuteMs } from '../../model/instant.ts';
import { nameLoopback } from '../../model/loopback.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { mayMailLink, signInLimits } from '../../model/person/session.ts';
import { peopleAt, personOfKey } from '../../store/records/access/people.ts';
import { consumeLink, isLinkUsable } from '../../store/records/access/person-sessions.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { acceptedId } from '../context/submission.ts';
import { mailPerson, NotMailed } from './mail-person.ts';
import { beginSession, hashOfSecret, newSecret, type Visitor } from './sessions.ts';

/** Links that sign a person in once, within five minutes: printed on the machine, or mailed. */

/** The page shows a button, because scanners follow links in mail. */
export const signInLinkPath = '/console/sign-in/link';

/** Longer texts are rejected unhashed. */
const secretCharactersMax = 200;

/** @returns the whole link, which is shown only once */
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
  return `${nameLoopback(settings.baseUrl)}${signInLinkPath}?key=${secret}`;
}

export async function isSignInLinkUsable(engine: Engine, secret: string): Promise<boolean> {
  if (secret.length > secretCharactersMax) return false;
  const { clock } = engine.world;
  return await isLinkUsable(engine.store.database.reader, hashOfSecret(secret), clock.now());
}

export type SignInOutcome = { secret: string; returnPath: string };

/** Works once, even for concurrent requests. Null when the link is unknown, used or expired. */
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
 * Returns nothing, because a visitor must not learn whether the person exists. In capture mode no link is
 * written, because anyone who reads captured mail could use it.
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

/** Skips a person who was removed, changed address or got too many links. */
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
      // The lock makes concurrent counts exact.
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

const linkField = 'signInUrl';

/** Fills the link into its mail only at delivery, because a token that may read mails could otherwise sign in as the person. */
export function fillSignInLink(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { id, automatic, body }: Pick<EmailRecord, 'id' | 'automatic' | 'body'>,
): Record<string, string> {
  const isOne = automatic && body.kind === 'html' && body.source.includes(`{{${linkField}}}`);
  return isOne ? { [linkField]: linkOf(engine, mailedSecret(engine, id)) } : {};
}

function mailedSecret({ secretBox }: Pick<Engine, 'secretBox'>, emailId: string): string {
  return secretBox.macText('sign-in link', emailId);
}

/** `{{signInUrl}}` is filled only when the mail leaves. */
function signInMail(organizationName: string): { subject: string; html: string } {
  const name = organizationName.replaceAll(/[{}]/g, '');
  const minutes = signInLimits.linkMs / minuteMs;
  return {
    subject: `Sign in to ${name}`,
    html: `<p>This link signs you in to ${escapeHtml(name)} at Posthouse. It works once and expires after ${minutes} minutes:</p>
<p><a href="{{signInUrl}}">Sign in</a></p>
<p>If you did not request this link, ignore this mail: no person can sign in without the link. Never share it, not even with an assistant.</p>`,
  };
}
