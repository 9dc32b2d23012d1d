import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type PasskeyRecord, type RelyingParty, resolveRelyingParty } from '../../model/person/passkey.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { signInLimits } from '../../model/person/session.ts';
import { answerChallenge, findPasskey } from '../../store/records/access/passkeys.ts';
import { personOfKey } from '../../store/records/access/people.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { auditPerson } from './audit-person.ts';
import { newChallenge, openedChallenge } from './challenges.ts';
import { beginSession, hashOfSecret, type Visitor } from './sessions.ts';
import type { SignInOutcome } from './sign-in-links.ts';

/** WebAuthn passkeys for sign-in and approvals. The library is loaded on first use, to keep the start fast. */

/** An answer with attestation `none` is below two thousand octets. */
export const passkeyAnswerOctetsMax = 16 * 1024;

/** Null if browsers support no passkeys at the server's address. */
export function relyingParty({ settings }: Pick<Engine, 'settings'>): RelyingParty | null {
  return resolveRelyingParty(settings.baseUrl);
}

/** Proof that the person is present: a signed-in browser alone cannot add a second passkey. */
export type Presence = 'proved' | 'unproved';

function registers({ id }: Pick<PersonRecord, 'id'>, presence: Presence): string {
  return `${id} ${presence}`;
}

export async function registrationOptions(
  engine: Engine,
  person: PersonRecord,
  presence: Presence,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; sealed: string } | null> {
  const party = relyingParty(engine);
  if (party === null) return null;
  const { challenge, sealed } = newChallenge(engine, 'register', registers(person, presence));
  const known = await engine.store.forOrganization(person.organization).passkeys.of(person.key);
  const options: PublicKeyCredentialCreationOptionsJSON = {
    rp: { id: party.id, name: 'Posthouse' },
    user: {
      id: Buffer.from(person.id).toString('base64url'),
      name: person.email ?? person.name,
      displayName: person.name,
    },
    challenge,
    pubKeyCredParams: signatureAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: signInLimits.challengeMs,
    attestation: 'none',
    // Discoverable, so that signing in needs no name.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId: id }) => ({ id, type: 'public-key' })),
  };
  return { options, sealed };
}

/** EdDSA, ES256 and RS256 (RFC 9053 2, RFC 8812 2). */
const signatureAlgorithms = [-8, -7, -257];

/** @returns the error as a sentence; null on success */
export async function addPasskey(
  engine: Engine,
  person: PersonRecord,
  { sealed, answer, name }: { sealed: string; answer: string; name: string },
  visitor: Visitor,
): Promise<string | null> {
  const party = relyingParty(engine);
  const proved = openedChallenge(engine, 'register', registers(person, 'proved'), sealed);
  const opened = proved ?? openedChallenge(engine, 'register', registers(person, 'unproved'), sealed);
  const response = readAnswer<RegistrationResponseJSON>(answer);
  if (party === null || opened === null || response === null) return 'That took too long; try again.';
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: opened.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: signatureAlgorithms,
  }).catch(() => null);
  if (!verified?.verified) return 'The passkey could not be checked, so it was not added.';
  const { credential } = verified.registrationInfo;
  const now = engine.world.clock.now();
  return await engine.store.database.transaction(async (queries) => {
    if (!(await answerChallenge(queries, hashOfSecret(opened.challenge), opened.until))) {
      return 'This passkey was added already.';
    }
    const store = new OrganizationStore(queries, person.organization);
    const { passkeys, people } = store;
    // Serializes concurrent requests of one person.
    await people.holdAll();
    const known = await passkeys.of(person.key);
    if (known.length > 0 && proved === null) return 'Show a passkey that you have before you add another.';
    if (known.length >= signInLimits.passkeysPerPersonMax) {
      return `You have ${signInLimits.passkeysPerPersonMax} passkeys; remove one first.`;
    }
    const id = engine.world.ids.id('pky');
    const added = await passkeys.add({
      id,
      person: person.key,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAt: now,
      usedAt: null,
    });
    if (!added) return 'This passkey was added already.';
    await auditPerson(engine, store, person, { tool: 'add_passkey', about: [id], ...visitor });
    return null;
  });
}

export async function removePasskey(
  engine: Engine,
  person: PersonRecord,
  id: string,
  visitor: Visitor,
): Promise<boolean> {
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, person.organization);
    if (!(await store.passkeys.delete(person.key, id))) return false;
    await auditPerson(engine, store, person, { tool: 'remove_passkey', about: [id], ...visitor });
    return true;
  });
}

export async function listPasskeys({ store }: Engine, person: PersonRecord): Promise<PasskeyRecord[]> {
  return await store.forOrganization(person.organization).passkeys.of(person.key);
}

export function signInOptions(
  engine: Engine,
): { options: PublicKeyCredentialRequestOptionsJSON; sealed: string } | null {
  const party = relyingParty(engine);
  if (party === null) return null;
  const { challenge, sealed } = newChallenge(engine, 'sign in', '');
  return { options: requestOptions(party, challenge, []), sealed };
}

export async function signInByPasskey(
  engine: Engine,
  { sealed, answer, returnPath }: { sealed: string; answer: string; returnPath: string },
  visitor: Visitor,
): Promise<SignInOutcome | null> {
  const opened = openedChallenge(engine, 'sign in', '', sealed);
  if (opened === null) return null;
  const now = engine.world.clock.now();
  const proved = await prove(engine, opened.challenge, answer);
  if (proved === null) return null;
  return await engine.store.database.transaction(async (queries) => {
    if (!(await answerChallenge(queries, hashOfSecret(opened.challenge), opened.until))) return null;
    const { passkey, counter } = proved;
    const person = await personOfKey(queries, passkey.person);
    const store = new OrganizationStore(queries, passkey.organization);
    const held = await findPasskey(queries, passkey.credentialId, 'hold');
    if (person?.organization !== passkey.organization || !held || !counts(held.counter, counter)) return null;
    await store.passkeys.use(passkey.key, counter, now);
    return { secret: await beginSession(engine, store, person, 'passkey', visitor), returnPath };
  });
}

/** The browser returns the sealed challenge with the device's answer. */
export type SealedRequest = { options: PublicKeyCredentialRequestOptionsJSON; sealed: string };

/**
 * The challenge is a nonce plus the fingerprint (SHA-256 in base64url) of everything being approved, so a
 * signature is valid once, briefly, for this page. Null without a passkey or an address that supports it.
 */
export async function decisionChallenge(
  engine: Engine,
  person: PersonRecord,
  fingerprint: string,
): Promise<SealedRequest | null> {
  const { challenge: nonce, sealed } = newChallenge(engine, 'decision', decides(person, fingerprint));
  const options = await passkeyChallenge(engine, person, signedDecision(nonce, fingerprint));
  return options && { options, sealed };
}

export async function proveDecision(
  engine: Engine,
  person: PersonRecord,
  fingerprint: string,
  { sealed, answer }: { sealed: string; answer: string | null },
): Promise<PasskeyProof> {
  const opened = openedChallenge(engine, 'decision', decides(person, fingerprint), sealed);
  const once = opened && { ...opened, signed: signedDecision(opened.challenge, fingerprint) };
  return await provePasskey(engine, person, once, answer);
}

function decides({ id }: PersonRecord, fingerprint: string): string {
  return `${id} ${fingerprint}`;
}

function signedDecision(nonce: string, fingerprint: string): string {
  const parts = [nonce, fingerprint].map((part) => Buffer.from(part, 'base64url'));
  return Buffer.concat(parts).toString('base64url');
}

/** @returns null if the person has no passkey or the server's address supports none */
export async function passkeyChallenge(
  engine: Engine,
  person: Pick<PersonRecord, 'key' | 'organization'>,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = relyingParty(engine);
  if (party === null) return null;
  const passkeys = await engine.store.forOrganization(person.organization).passkeys.of(person.key);
  return passkeys.length === 0 ? null : requestOptions(party, challenge, passkeys);
}

export type PasskeyProof =
  | { kind: 'proved'; passkey: Pick<PasskeyRecord, 'id' | 'name'> }
  | { kind: 'none' }
  | { kind: 'refused' };

/** The challenge accepts one answer until `until` (epoch ms). The device signs `signed`. */
type OpenedChallenge = { challenge: string; until: number; signed: string };

/** `opened` is null for an expired challenge or another purpose, `answer` if the browser sent none. */
export async function provePasskey(
  engine: Engine,
  person: Pick<PersonRecord, 'key' | 'organization'>,
  opened: OpenedChallenge | null,
  answer: string | null,
): Promise<PasskeyProof> {
  if ((await passkeyChallenge(engine, person, '')) === null) return { kind: 'none' };
  const proved = opened === null || answer === null ? null : await prove(engine, opened.signed, answer);
  if (proved?.passkey.person !== person.key || proved.passkey.organization !== person.organization) {
    return { kind: 'refused' };
  }
  const { passkey, counter } = proved;
  const now = engine.world.clock.now();
  const counted = await engine.store.database.transaction(async (queries) => {
    const held = await findPasskey(queries, passkey.credentialId, 'hold');
    if (!held || !counts(held.counter, counter)) return false;
    if (!(await answerChallenge(queries, hashOfSecret(opened!.challenge), opened!.until))) return false;
    await new OrganizationStore(queries, passkey.organization).passkeys.use(passkey.key, counter, now);
    return true;
  });
  return counted ? { kind: 'proved', passkey: { id: passkey.id, name: passkey.name } } : { kind: 'refused' };
}

function requestOptions(
  { id }: RelyingParty,
  challenge: string,
  passkeys: readonly PasskeyRecord[],
): PublicKeyCredentialRequestOptionsJSON {
  return {
    rpId: id,
    challenge,
    timeout: signInLimits.challengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
  };
}

/** Returns the passkey that signed a challenge, with its device counter; null if none did. */
async function prove(
  engine: Engine,
  expectedChallenge: string,
  answer: string,
): Promise<{ passkey: PasskeyRecord; counter: number } | null> {
  const party = relyingParty(engine);
  const response = readAnswer<AuthenticationResponseJSON>(answer);
  if (party === null || response === null) return null;
  const passkey = await findPasskey(engine.store.database.reader, response.id, 'look');
  if (!passkey) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => null);
  return verified?.verified ? { passkey, counter: verified.authenticationInfo.newCounter } : null;
}

/** A counter that does not grow means a copied key (WebAuthn 6.1.1). Most devices do not count and send 0. */
function counts(before: number, now: number): boolean {
  return before === 0 && now === 0 ? true : now > before;
}

function readAnswer<Answer extends { id: string; response: object }>(text: string): Answer | null {
  if (text.length > passkeyAnswerOctetsMax) return null;
  try {
    const read = JSON.parse(text) as Partial<Answer> | null;
    const isOne = typeof read?.id === 'string' && typeof read.response === 'object' && read.response !== null;
    return isOne ? (read as Answer) : null;
  } catch {
    return null;
  }
}
