import { hash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { lacksScope } from '../../contract/authorize.ts';
import { readIdempotencyKey } from '../../contract/idempotency.ts';
import { invoke } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { CallerCache } from '../../engine/auth/authenticate.ts';
import type { RequestWindows } from '../../engine/auth/request-windows.ts';
import type { Caller, Proof } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { type Refusal, SmtpRecipientCheck } from '../../engine/sending/check-smtp-recipient.ts';
import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import { budgetKey } from '../../model/limits/ip-budget.ts';
import { plans, retryAfterSeconds } from '../../model/limits/request-budget.ts';
import { messageFingerprint } from '../../model/message/message-fingerprint.ts';
import { idempotencyKeyIn } from '../../model/message/submitted-message.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import type { TlsPair } from '../../world/tls-pair.ts';
import { type AuthThrottle, authThrottle } from './auth-throttle.ts';
import type {
  SmtpClient,
  SmtpCredentials,
  SmtpLimits,
  SmtpPolicy,
  SmtpSender,
  SmtpTransaction,
  SmtpVisit,
} from './policy.ts';
import { refusal, replies } from './replies.ts';
import { reply, type SmtpReply } from './reply.ts';
import { smtpServer } from './server.ts';

type SmtpDoorOptions = {
  engine: Engine;
  tool: Tool;
  callers: CallerCache;
  windows: RequestWindows;
  tls: TlsPair;
  limits?: Partial<SmtpLimits>;
  /** Only for benchmarks, whose programs can neither authenticate nor encrypt; no configuration sets it. */
  everyClientIs?: Caller;
};

export type SmtpDoor = {
  listen(places: {
    host: string;
    starttlsPort?: number;
    tlsPort?: number;
  }): Promise<{ starttls: AddressInfo | null; tls: AddressInfo | null }>;
  /** Finishes messages in flight, sends 421, and closes the rest after `graceMs`. */
  drain(graceMs: number): Promise<void>;
};

/** SMTP submission (RFC 6409, RFC 8314): clients authenticate with an API token and submit whole messages. */
export function createSmtpDoor(options: SmtpDoorOptions): SmtpDoor {
  const { engine, everyClientIs } = options;
  const server = smtpServer({
    policy: submissionPolicy(options),
    hostName: engine.settings.hostName,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    tls: createSecureContext({ ...options.tls, minVersion: 'TLSv1.2' }),
    signsIn: everyClientIs === undefined,
    unauthenticatedTurns: everyClientIs === undefined ? engine.unauthenticatedTurns : null,
    clock: engine.world.clock,
    log: engine.world.log.child({ room: 'smtp' }),
  });
  return {
    async listen({ host, starttlsPort, tlsPort }) {
      const open = async (port: number | undefined, implicitTls: boolean) =>
        port === undefined ? null : await server.listen({ host, port, implicitTls });
      return { starttls: await open(starttlsPort, false), tls: await open(tlsPort, true) };
    },
    drain: (graceMs) => server.drain(graceMs),
  };
}

export function submissionPolicy(options: Omit<SmtpDoorOptions, 'tls' | 'limits'>): SmtpPolicy {
  const guesses = authThrottle();
  return { visit: (client) => new Submission(options, client, guesses) };
}

const guessesPerConnectionMax = 5;

const messageRequired = 'emails.send';

class Submission implements SmtpVisit {
  readonly #options: Omit<SmtpDoorOptions, 'tls' | 'limits'>;
  readonly #client: SmtpClient;
  readonly #guesses: AuthThrottle;
  #wrongGuesses = 0;
  #secret = '';
  /** Caller of this transaction. Authenticated again at each MAIL, so that a revoked token stops within a second. */
  #caller: Caller | null = null;
  #foresight: SmtpRecipientCheck | null = null;

  constructor(options: Omit<SmtpDoorOptions, 'tls' | 'limits'>, client: SmtpClient, guesses: AuthThrottle) {
    this.#options = options;
    this.#client = client;
    this.#guesses = guesses;
  }

  async signIn({ password }: SmtpCredentials): Promise<SmtpReply> {
    const { clock, log } = this.#options.engine.world;
    const address = budgetKey(this.#client.ip);
    const credential = hash('sha256', password, 'base64url');
    const verdict = this.#guesses.judge(address, credential, clock.monotonic());
    if (this.#wrongGuesses >= guessesPerConnectionMax || verdict.kind === 'refuse') return this.#shutOut();
    const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
    if (verdict.kind === 'look late') await wait(verdict.waitMs);
    const proof = await this.#options.callers.prove(password, this.#client.ip);
    if (proof.kind === 'proved') {
      this.#secret = password;
      this.#guesses.right(address, credential, clock.monotonic());
      return replies.signedIn;
    }
    this.#wrongGuesses += 1;
    const waitMs = this.#guesses.wrong(address, credential, clock.monotonic());
    if (verdict.kind === 'look late') return this.#shutOut();
    log.info({ ip: this.#client.ip, failure: proof.kind }, 'SMTP authentication failed');
    if (waitMs > 0) await wait(waitMs);
    return notProved(proof);
  }

  #shutOut(): SmtpReply {
    this.#options.engine.world.log.warn(
      { ip: this.#client.ip },
      'SMTP client blocked after too many wrong passwords',
    );
    return replies.tooManyGuesses;
  }

  /** An organization has a single share of memory, regardless of its number of addresses. */
  holder(): string | null {
    return this.#caller && `organization ${this.#caller.organization.key}`;
  }

  async sender({ path, smtpUtf8 }: Pick<SmtpSender, 'path' | 'smtpUtf8'>): Promise<SmtpReply> {
    // Accepts the null sender, which read receipts use (RFC 8098 section 2.1). Outgoing mail has our own return path.
    const read = path === '' ? null : parseMailbox(path);
    if (read && !read.ok) return reply(553, '5.1.7', read.message);
    if (read && lacksSmtpUtf8(read.mailbox, smtpUtf8)) return replies.smtpUtf8First;
    const { engine } = this.#options;
    const proved = await this.#prove();
    if ('code' in proved) return proved;
    if (!scopesAllow(proved.scopes, messageRequired)) return refusal(lacksScope(messageRequired));
    const beyond = await this.#spendBudget(proved.organization);
    if (beyond) return refusal(beyond);
    engine.activeOrganizations.noteActivity(proved.organization.key);
    this.#caller = proved;
    this.#foresight = new SmtpRecipientCheck(engine, proved);
    return replies.senderTaken;
  }

  async #prove(): Promise<Caller | SmtpReply> {
    const { everyClientIs, callers, engine } = this.#options;
    if (everyClientIs) return everyClientIs;
    const proof = await callers.prove(this.#secret, this.#client.ip);
    if (proof.kind !== 'proved') return notProved(proof);
    const { token, organization } = proof;
    return { door: 'smtp', organization, token, scopes: token.scopes, requestId: engine.world.ids.id('msg') };
  }

  /** A message counts as a single request of the organization. */
  async #spendBudget({ key, plan }: OrganizationRecord): Promise<Failure | null> {
    const { windows, engine } = this.#options;
    const limit = plans[plan].requestsPerWindow;
    const window = await windows.spend(key);
    if (window.used <= limit) return null;
    const now = engine.world.clock.now();
    return new Failure('rate_limit_exceeded', {
      retryAfterSeconds: retryAfterSeconds({ windowStart: window.windowStart, now }),
    });
  }

  async recipient({ path }: { path: string }, { sender }: SmtpTransaction): Promise<SmtpReply> {
    const mailbox = readRecipient(path);
    if ('code' in mailbox) return mailbox;
    if (lacksSmtpUtf8(mailbox, sender.smtpUtf8)) return replies.smtpUtf8First;
    const refused = await this.#foresight!.refusalOf(mailbox, this.#options.engine.world.clock.now());
    return refused ? refusalOfRecipient(refused) : replies.recipientTaken;
  }

  async message(message: { header: string; body: string }, transaction: SmtpTransaction): Promise<SmtpReply> {
    const organization = this.#caller!.organization.key;
    const octets = message.header.length + message.body.length;
    return await this.#options.engine.largeTurns.take({ organization, octets }, () =>
      this.#submit(message, transaction),
    );
  }

  async #submit(message: { header: string; body: string }, transaction: SmtpTransaction): Promise<SmtpReply> {
    const { engine, tool } = this.#options;
    const caller = this.#caller!;
    const { sender, recipients } = transaction;
    try {
      const key = idempotencyKeyIn(message.header);
      const { output } = await invoke(
        engine,
        tool,
        caller,
        {
          sender: sender.path,
          recipients: recipients.map(({ path, notify, originalRecipient }) => ({
            address: path,
            ...(notify === null ? {} : { notify }),
            ...(originalRecipient === null ? {} : { original_recipient: originalRecipient }),
          })),
          header: message.header,
          body: message.body,
          protocol: this.#protocol(sender.smtpUtf8),
          ...(sender.returned === null ? {} : { return: sender.returned }),
          ...(sender.envelopeId === null ? {} : { envelope_id: sender.envelopeId }),
        },
        key === null
          ? undefined
          : {
              place: `smtp:${tool.name}`,
              key: readIdempotencyKey(key),
              // Programs generate a message again when they retry, with another date and other boundaries.
              about: { recipients: recipients.map(({ path }) => path), message: messageFingerprint(message) },
            },
      );
      const { ids } = output as { ids: readonly [string, ...string[]] };
      engine.world.log.info(
        { requestId: caller.requestId, organization: caller.organization.id, ip: this.#client.ip, ids },
        'message accepted over SMTP',
      );
      return reply(250, '2.0.0', `Ok: queued as ${ids[0]}`);
    } catch (error) {
      if (error instanceof Failure) return refusal(error);
      throw error;
    }
  }

  /** RFC 3848, RFC 6531 section 4.3. */
  #protocol(utf8: boolean): string {
    const { extended, tls } = this.#client;
    if (!extended) return 'SMTP';
    const signedIn = this.#options.everyClientIs ? '' : 'A';
    return `${utf8 ? 'UTF8SMTP' : 'ESMTP'}${tls ? 'S' : ''}${signedIn}`;
  }
}

function notProved({ kind }: Exclude<Proof, { kind: 'proved' }>): SmtpReply {
  return kind === 'unknown' ? replies.badCredentials : replies.wrongAddress;
}

/** Parses an envelope recipient, which must be a bare address. */
function readRecipient(path: string): Mailbox | SmtpReply {
  const read = parseMailbox(path);
  if (!read.ok) return reply(553, '5.1.3', read.message);
  if (read.mailbox.displayName !== null || path.trim().endsWith('>')) return replies.needsRecipient;
  return read.mailbox;
}

const ascii = /^[\0-\x7f]*$/;

/** RFC 6531 section 3.6. Only the local part counts, because a domain has an ASCII form. */
function lacksSmtpUtf8({ local }: Mailbox, smtpUtf8: boolean): boolean {
  return !smtpUtf8 && !ascii.test(local);
}

function refusalOfRecipient(refused: Refusal): SmtpReply {
  const { failure } = refused;
  if (failure === 'RECIPIENT_RATE_LIMITED') {
    return refusal(new Failure(failure, { retryAfterSeconds: refused.retryAfterSeconds }));
  }
  return refusal(new Failure(failure, failure === 'restricted_api_key' ? { message: refused.message } : {}));
}
