import { createHmac } from 'node:crypto';

/** Supported mechanisms: RFC 4616, the legacy LOGIN, RFC 2195, and OAuth 2.0 bearer tokens. */
export const authMethods = ['plain', 'login', 'cram-md5', 'xoauth2'] as const;
export type AuthMethod = (typeof authMethods)[number];

export type Credentials = { user: string; password: string };

/**
 * Chooses a mechanism that both sides support; null if there is none. Over TLS, the password may be sent in
 * plain, so that the server can store a hash; without TLS it must stay hidden. A bearer token is used only if
 * `named`, because it looks like any password.
 */
export function chooseMethod(
  offered: readonly string[],
  named: AuthMethod | undefined,
  encrypted: boolean,
): AuthMethod | null {
  const ours: readonly AuthMethod[] = encrypted
    ? ['plain', 'login', 'cram-md5']
    : ['cram-md5', 'plain', 'login'];
  const wanted = named === undefined ? ours : [named];
  return wanted.find((method) => offered.includes(method.toUpperCase())) ?? null;
}

/** RFC 5321 4.5.3.1.4, without CR LF. */
const commandOctetsMax = 510;

/** The client side of AUTH: the command first, then one answer per 334. */
export class SigningIn {
  /** Without CR LF. */
  readonly command: string;
  readonly #answers: ((challenge: Buffer) => string)[];

  constructor(method: AuthMethod, { user, password }: Credentials) {
    const name = `AUTH ${method.toUpperCase()}`;
    const opening = openings[method]?.(user, password);
    const whole = opening === undefined ? name : `${name} ${base64(opening)}`;
    // RFC 4954 4: an initial response that would make the line too long is sent on its own line.
    const fits = whole.length <= commandOctetsMax;
    this.command = fits ? whole : name;
    this.#answers = [];
    if (opening !== undefined && !fits) this.#answers.push(() => opening);
    if (method === 'login')
      this.#answers.push(
        () => user,
        () => password,
      );
    if (method === 'cram-md5') this.#answers.push((challenge) => cramMd5(user, password, challenge));
    // A rejected token is reported with a 334 and JSON. The refusal follows after an empty line.
    if (method === 'xoauth2') this.#answers.push(() => '');
  }

  /** Returns the answer to a 334 without CR LF; null if none is left. */
  answer(challenge: string): string | null {
    const next = this.#answers.shift();
    return next === undefined ? null : base64(next(Buffer.from(challenge, 'base64')));
  }
}

const openings: Partial<Record<AuthMethod, (user: string, password: string) => string>> = {
  plain: (user, password) => `\0${user}\0${password}`,
  xoauth2: (user, token) => `user=${user}\u0001auth=Bearer ${token}\u0001\u0001`,
};

function cramMd5(user: string, password: string, challenge: Buffer): string {
  return `${user} ${createHmac('md5', password).update(challenge).digest('hex')}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Removes the password from a reply, in case the server echoes it. */
export function withoutPassword(reply: string, { user, password }: Credentials): string {
  const secrets = [
    password,
    base64(password),
    base64(`\0${user}\0${password}`),
    base64(openings.xoauth2!(user, password)),
  ];
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reply);
}
