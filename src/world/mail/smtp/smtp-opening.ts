import { chooseMethod, SigningIn, withoutPassword } from './smtp-auth.ts';
import { type Capabilities, noCapabilities, readCapabilities } from './smtp-capabilities.ts';
import {
  classifyReplyCode,
  closing,
  type Dialogue,
  type DialoguePoint,
  type Fault,
  type Move,
  outOfStep,
  refusal,
  stageByPoint,
} from './smtp-dialogue.ts';
import { type RawReply, readReply } from './smtp-reply.ts';
import { type SmtpServer, serverName } from './smtp-server.ts';

/** @property encrypted whether the connection started with TLS */
export type OpeningTerms = {
  server: Pick<SmtpServer, 'host' | 'port' | 'tls' | 'credentials' | 'auth'>;
  ourName: string;
  encrypted: boolean;
};

export type Opened = { kind: 'opened'; capabilities: Capabilities };

type Asked = 'greeting' | 'EHLO' | 'HELO' | 'STARTTLS' | 'handshake' | 'AUTH';

/** Prepares a connection: greeting, EHLO or else HELO (RFC 5321 3.2), STARTTLS and EHLO again (RFC 3207), AUTH (RFC 4954). */
export class Opening implements Dialogue<Opened | Fault> {
  readonly #terms: OpeningTerms;
  readonly #by: string;
  #encrypted: boolean;
  #asked: Asked = 'greeting';
  #capabilities: Capabilities = noCapabilities;
  #signingIn: SigningIn | null = null;

  constructor(terms: OpeningTerms) {
    this.#terms = terms;
    this.#by = serverName(terms.server);
    this.#encrypted = terms.encrypted;
  }

  get point(): DialoguePoint {
    return pointOf[this.#asked];
  }

  begin(): Move<Opened | Fault> {
    return { next: 'listen' };
  }

  written(): void {}

  take(reply: RawReply, more: boolean): Move<Opened | Fault> {
    const kind = classifyReplyCode(reply);
    switch (this.#asked) {
      case 'greeting':
        if (kind === 'refused') return this.#refused(reply);
        // Any other success code would answer a command that was never sent.
        return reply.code === 220 ? this.#hello('EHLO') : this.#broken('its greeting is not one of SMTP');
      case 'EHLO':
        if (reply.code >= 500) return this.#hello('HELO');
        if (kind === 'refused') return this.#refused(reply);
        if (kind === 'go on') return this.#broken(outOfStep);
        this.#capabilities = readCapabilities(reply);
        return this.#encrypt();
      case 'HELO':
        if (kind === 'refused') return this.#refused(reply);
        if (kind === 'go on') return this.#broken(outOfStep);
        this.#capabilities = noCapabilities;
        return this.#encrypt();
      case 'STARTTLS':
        return this.#startTls(reply, kind, more);
      case 'handshake':
        return this.#broken(outOfStep);
      case 'AUTH':
        return this.#signIn(reply, kind);
    }
  }

  /** Asks for the capabilities again, because those before the handshake may be forged (RFC 3207 4.2). */
  secured(): Move<Opened | Fault> {
    this.#encrypted = true;
    this.#capabilities = noCapabilities;
    return this.#hello('EHLO');
  }

  lost(why: string): Fault {
    return { kind: 'unreachable', by: this.#by, stage: stageByPoint[this.point], why };
  }

  #hello(verb: 'EHLO' | 'HELO'): Move<never> {
    this.#asked = verb;
    return say(`${verb} ${this.#terms.ourName}`);
  }

  #encrypt(): Move<Opened | Fault> {
    const { tls } = this.#terms.server;
    if (this.#encrypted || tls === 'never') return this.#enter();
    if (this.#capabilities.startTls) {
      this.#asked = 'STARTTLS';
      return say('STARTTLS');
    }
    if (tls === 'opportunistic') return this.#enter();
    this.#asked = 'STARTTLS';
    return this.#broken('it does not offer TLS, which is required', 'quit');
  }

  #startTls(reply: RawReply, kind: 'done' | 'go on' | 'refused', more: boolean): Move<Opened | Fault> {
    if (reply.code === 220) {
      // Octets after the reply to STARTTLS may be injected, and would count as replies protected by TLS.
      if (more) return this.#broken('it went on in plain text after its answer to STARTTLS');
      this.#asked = 'handshake';
      return { next: 'secure' };
    }
    if (kind !== 'refused') return this.#broken(outOfStep);
    if (this.#terms.server.tls === 'opportunistic' && reply.code !== closing) return this.#enter();
    return this.#broken(readReply(reply).reply, 'quit');
  }

  #enter(): Move<Opened | Fault> {
    const { credentials, auth } = this.#terms.server;
    if (credentials === null) {
      return { next: 'end', end: { kind: 'opened', capabilities: this.#capabilities }, afterwards: 'keep' };
    }
    this.#asked = 'AUTH';
    const method = chooseMethod(this.#capabilities.auth, auth, this.#encrypted);
    if (method === null) {
      const what = auth === undefined ? 'AUTH' : `AUTH ${auth.toUpperCase()}`;
      return this.#broken(`the server does not offer ${what} here`, 'quit');
    }
    this.#signingIn = new SigningIn(method, credentials);
    return say(this.#signingIn.command);
  }

  #signIn(reply: RawReply, kind: 'done' | 'go on' | 'refused'): Move<Opened | Fault> {
    if (kind === 'done') {
      return { next: 'end', end: { kind: 'opened', capabilities: this.#capabilities }, afterwards: 'keep' };
    }
    if (kind === 'refused') {
      const refused = refusal(this.#by, 'auth', reply);
      const shown = withoutPassword(refused.reply, this.#terms.server.credentials!);
      return { next: 'end', end: { ...refused, reply: shown }, afterwards: 'quit' };
    }
    const answer = reply.code === 334 ? this.#signingIn!.answer(reply.lines[0]!.slice(4)) : null;
    return answer === null ? this.#broken(outOfStep) : say(answer);
  }

  #refused(reply: RawReply): Move<Fault> {
    return { next: 'end', end: refusal(this.#by, 'greeting', reply), afterwards: 'quit' };
  }

  #broken(why: string, afterwards: 'quit' | 'hang up' = 'hang up'): Move<Fault> {
    return { next: 'end', end: this.lost(why), afterwards };
  }
}

const pointOf = {
  greeting: 'greeting',
  EHLO: 'greeting',
  HELO: 'greeting',
  STARTTLS: 'tls',
  handshake: 'tls',
  AUTH: 'auth',
} as const satisfies Record<Asked, DialoguePoint>;

function say(line: string): Move<never> {
  return { next: 'write', text: `${line}\r\n`, message: null };
}
