import { hash } from 'node:crypto';
import { type AskerMark, askerMark } from '../../../engine/approval/ask-person.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { hourMs, minuteMs } from '../../../model/instant.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { changedLists } from '../protocol/capabilities.ts';
import { errorCodes } from '../protocol/revisions.ts';
import type { ServerDefinition } from '../protocol/server-definition.ts';
import { type Client, readClient } from '../protocol/server-definition.ts';
import { eventQuota } from './event-quota.ts';
import { callerNow, hasSameScopes, reauthorizeEveryMs } from './reauthorize.ts';
import { type Connection, openConnection } from './session-connection.ts';

export type Session = {
  client: Client;
  /** Requests in progress outside the SDK, by request id. */
  underWay: Map<unknown, AbortController>;
  /** Returns true if an SDK connection exists, which must receive the client's messages. */
  isServed(): boolean;
  /** Handles a message through the SDK: elicitation, streams, and everything the fast path cannot handle. */
  serve(request: Request, message?: unknown): Promise<Response>;
  /** Ended ids are not shared: another process accepts the id again, until it expires after a day. */
  end(): Promise<void>;
};

type Negotiated = { caller: AskerMark; at: number; params: Fields };

const sessionLifeMs = 24 * hourMs;
const idleMs = 30 * minuteMs;
const sessionsMax = 1_000;
const sessionsOfOneOrganizationMax = 200;
/** Number of ended ids to remember; the oldest are forgotten first. */
const endedMax = 10_000;
/** Maximum length of the declared capabilities, because the id is sent with each request. */
const approvalCharactersMax = 2_000;
const purpose = 'mcp session';

type Living = Session & {
  id: string;
  negotiated: Negotiated;
  caller: Caller;
  /** The caller at the time of the client's last known lists. */
  known: Caller;
  offerNow: (caller: Caller) => ServerDefinition;
  usedAt: number;
  connection: Promise<Connection> | null;
};

/**
 * Sessions of clients up to 2025-11-25. The id contains the sealed handshake, so any process can continue a
 * session. Elicitations and streams live in one process, so load balancers should route by the header.
 */
export class Sessions {
  readonly #engine: Engine;
  /** In order of last use, oldest first. */
  readonly #living = new Map<string, Living>();
  readonly #ended = new Set<string>();
  readonly #room = eventQuota();
  #cancelTick: (() => void) | null = null;
  #draining = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  open(caller: Caller, params: Fields): string {
    const negotiated: Negotiated = {
      caller: askerMark(caller),
      at: this.#engine.world.clock.now(),
      params: shortened(params),
    };
    return this.#engine.secretBox.seal(purpose, JSON.stringify(negotiated));
  }

  /** Returns null for another caller, or if the session ended. `offerNow` reflects the current rights. */
  find(id: string, caller: Caller, offerNow: Living['offerNow']): Session | null {
    const now = this.#engine.world.clock.now();
    const living = this.#living.get(id);
    const negotiated = living?.negotiated ?? this.#unseal(id);
    if (negotiated === null || this.#ended.has(markOf(id)) || now - negotiated.at > sessionLifeMs)
      return null;
    // The id alone does not authenticate: only the token and OAuth grant that opened the session may use it.
    if (String(negotiated.caller) !== String(askerMark(caller))) return null;
    if (!living) this.#makeRoom(caller.organization.key);
    const session = living ?? this.#create(id, negotiated, caller, offerNow);
    Object.assign(session, { caller, offerNow, usedAt: now });
    // Moves the session to the end of the map.
    this.#living.delete(id);
    this.#living.set(id, session);
    return session;
  }

  /** Ends every stream that only listens or waits for the client. Requests in flight are answered first. */
  async closeAll(): Promise<void> {
    this.#draining = true;
    this.#cancelTick?.();
    this.#cancelTick = null;
    await Promise.all([...this.#living.values()].map((session) => this.#putAway(session, 'drain')));
  }

  #unseal(id: string): Negotiated | null {
    try {
      return JSON.parse(this.#engine.secretBox.open(purpose, id));
    } catch {
      // The id was not sealed by this server for this purpose, so there is no such session.
      return null;
    }
  }

  #create(id: string, negotiated: Negotiated, caller: Caller, offerNow: Living['offerNow']): Living {
    const session: Living = {
      id,
      negotiated,
      caller,
      known: caller,
      offerNow,
      usedAt: this.#engine.world.clock.now(),
      connection: null,
      client: readClient(negotiated.params),
      underWay: new Map(),
      isServed: () => session.connection !== null,
      serve: (request, message) => this.#serve(session, request, message),
      end: () => this.#end(session),
    };
    return session;
  }

  async #serve(session: Living, request: Request, message: unknown): Promise<Response> {
    if (this.#draining && request.method === 'GET') return drainingResponse();
    return await (await this.#connect(session)).serve(request, message);
  }

  async #end(session: Living): Promise<void> {
    this.#ended.add(markOf(session.id));
    if (this.#ended.size > endedMax) this.#ended.delete(this.#ended.values().next().value!);
    for (const stop of session.underWay.values()) stop.abort();
    await this.#putAway(session);
  }

  /** A failed connection is created again by the next message. */
  #connect(session: Living): Promise<Connection> {
    if (session.connection) return session.connection;
    this.#checkLater();
    const connection = openConnection(this.#engine, {
      id: session.id,
      organization: session.caller.organization.key,
      room: this.#room,
      opening: session.negotiated.params,
      current: () => session.offerNow(session.caller),
      // The client should open a new session instead of waiting for changes that are no longer watched.
      onBlind: () => void session.end(),
    });
    session.connection = connection;
    connection.catch(() => {
      if (session.connection === connection) session.connection = null;
    });
    return connection;
  }

  /** Removes the session from memory. Fast-path requests in progress continue. */
  async #putAway({ id }: Living, ending: 'close' | 'drain' = 'close'): Promise<void> {
    const session = this.#living.get(id);
    this.#living.delete(id);
    if (!session?.connection) return;
    try {
      await (await session.connection)[ending]();
    } catch (error) {
      this.#engine.world.log.debug({ err: error }, 'an mcp session could not be closed');
    }
  }

  #makeRoom(organization: number): void {
    const now = this.#engine.world.clock.now();
    const sessions = [...this.#living.values()];
    for (const session of sessions) if (now - session.usedAt > idleMs) void this.#putAwayIdle(session);
    const own = sessions.filter(({ caller }) => caller.organization.key === organization);
    const isFull = this.#living.size >= sessionsMax;
    const oldest = own.length >= sessionsOfOneOrganizationMax ? own[0] : isFull ? sessions[0] : undefined;
    if (oldest) void this.#putAway(oldest);
  }

  /** Keeps a session with an open stream. Never throws. */
  async #putAwayIdle(session: Living): Promise<void> {
    // Without a connection there is no stream.
    const connection = await session.connection?.catch(() => null);
    if (connection?.isHeard()) return;
    if (this.#engine.world.clock.now() - session.usedAt > idleMs) await this.#putAway(session);
  }

  #checkLater(): void {
    this.#cancelTick ??= this.#engine.world.clock.after(reauthorizeEveryMs, () => void this.#checkAll());
  }

  /** Checks open streams regularly, because a caller that loses access must lose the stream. */
  async #checkAll(): Promise<void> {
    this.#cancelTick = null;
    for (const session of [...this.#living.values()]) if (session.connection) await this.#check(session);
    const isConnected = this.#living.values().some(({ connection }) => connection !== null);
    if (isConnected && !this.#draining) this.#checkLater();
  }

  /** Never throws. A failed check is repeated on the next tick and does not stop the checks of other sessions. */
  async #check(session: Living): Promise<void> {
    const before = session.caller;
    try {
      const latest = await callerNow(before);
      // A concurrent request has authenticated the caller already.
      if (session.caller !== before) return;
      if (latest === null) return await this.#putAway(session);
      session.caller = latest;
      if (hasSameScopes(session.known, latest)) return;
      const changed = changedLists(session.offerNow(session.known), session.offerNow(latest));
      session.known = latest;
      const connection = await session.connection;
      for (const list of changed) await connection?.tellChanged(list);
    } catch (error) {
      this.#engine.world.log.warn({ err: error }, 'an open mcp session could not be checked');
    }
  }
}

function shortened(params: Fields): Fields {
  const { protocolVersion, capabilities, clientInfo } = params;
  const whole = { protocolVersion, capabilities, clientInfo };
  if (JSON.stringify(whole).length <= approvalCharactersMax) return whole;
  const { name } = readClient(params);
  const elicitation = isFields(capabilities) && isFields(capabilities.elicitation) ? { elicitation: {} } : {};
  return { protocolVersion, capabilities: elicitation, clientInfo: { name, version: '' } };
}

function markOf(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** A stream opened now would be closed again. The retry reaches another process, or this process after its restart. */
function drainingResponse(): Response {
  const error = { code: errorCodes.refused, message: 'This server is stopping' };
  const headers = { 'Retry-After': '1' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 503, headers });
}
