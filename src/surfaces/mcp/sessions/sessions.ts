import { hash } from 'node:crypto';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { hourMs, minuteMs } from '../../../model/instant.ts';
import { changedLists } from '../protocol/capabilities.ts';
import { type Client, clientOf } from '../protocol/client.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import { errorCodes } from '../protocol/revisions.ts';
import type { ServerDefinition } from '../protocol/server-definition.ts';
import { eventQuota } from './event-quota.ts';
import { callerNow, mayTheSame, reauthorizeEveryMs } from './reauthorize.ts';
import { type Connection, sessionConnection } from './session-connection.ts';

/**
 * Sessions of clients up to 2025-11-25 over HTTP. Their only use is a conversation: a server that asks its client
 * something in the middle of a call, tells it of changes, and lets it take up a broken stream again.
 *
 * The id of a session holds, sealed, what its handshake agreed on. So any process can go on with a session that another
 * one opened, and one that was put away to save memory comes back by itself; only what is under way at that moment (an
 * unanswered question, a stream) belongs to one process, and proxies that spread clients should keep them by this header.
 */
export type Sessions = {
  /** The id of a new session. @param params of its `initialize` */
  open(caller: Caller, params: Fields): string;
  /**
   * The session of an id, for the caller that opened it; null for any other, and when it was ended or is too old.
   * @param offerNow the offer as of now: a stream outlives what its caller may do
   */
  find(id: string, caller: Caller, offerNow: (caller: Caller) => ServerDefinition): Session | null;
  /** Ends every stream on which a client only listens or is waited for; requests in flight are answered first. */
  closeAll(): Promise<void>;
};

export type Session = {
  client: Client;
  /** Answered outside the SDK and not yet done: request id -> how to stop it. */
  underWay: Map<unknown, AbortController>;
  /** Whether there is something that `serve` made, and that has to hear of what its client says. */
  isServed(): boolean;
  /** Through the SDK: questions to the client, streams, everything that is not plain. */
  serve(request: Request, message?: unknown): Promise<Response>;
  /**
   * The id no longer opens a session in this process, as long as it lives and does not see ten thousand others ended. What is
   * remembered is not shared: another process, or this one restarted, would take the id up again from a client that holds
   * both it and the token that opened it, until its day is over.
   */
  end(): Promise<void>;
};

/** What a handshake agreed on. */
type Negotiated = { organization: number; token: string | null; at: number; params: Fields };

const sessionLifeMs = 24 * hourMs;
const idleMs = 30 * minuteMs;
const sessionsMax = 1_000;
const sessionsOfOneOrganizationMax = 200;
/** Ended ids are remembered here; beyond it the one that was ended first is forgotten. */
const endedMax = 10_000;
/** Of what a client declares this much is worth keeping in an id that comes back with each request. */
const approvalCharactersMax = 2_000;
const purpose = 'mcp session';

type Living = Session & {
  negotiated: Negotiated;
  caller: Caller;
  /** The caller whose tools and prompts its client knows of. */
  known: Caller;
  offerNow: (caller: Caller) => ServerDefinition;
  usedAt: number;
  connection: Promise<Connection> | null;
};

export function mcpSessions(engine: Engine): Sessions {
  const { clock, log } = engine.world;
  const living = new Map<string, Living>();
  const ended = new Set<string>();
  const room = eventQuota();
  let cancelTick: (() => void) | null = null;
  let draining = false;

  function connect(id: string, session: Living): Promise<Connection> {
    cancelTick ??= clock.after(reauthorizeEveryMs, tick);
    return sessionConnection(engine, {
      id,
      organization: session.negotiated.organization,
      room,
      opening: session.negotiated.params,
      current: () => session.offerNow(session.caller),
      // Its client should start again rather than wait for changes that are no longer watched.
      onBlind: () => void session.end(),
    });
  }

  /** One that could not be made is made again by the next message. */
  function connectionOf(id: string, session: Living): Promise<Connection> {
    if (session.connection) return session.connection;
    const connection = connect(id, session);
    session.connection = connection;
    connection.catch(() => {
      if (session.connection === connection) session.connection = null;
    });
    return connection;
  }

  function sessionOf(
    id: string,
    negotiated: Negotiated,
    caller: Caller,
    offerNow: Living['offerNow'],
  ): Living {
    const session: Living = {
      negotiated,
      caller,
      known: caller,
      offerNow,
      usedAt: clock.now(),
      connection: null,
      client: clientOf(negotiated.params),
      underWay: new Map(),
      isServed: () => session.connection !== null,
      async serve(request, message) {
        if (draining && request.method === 'GET') return drainingResponse();
        return await (await connectionOf(id, session)).serve(request, message);
      },
      async end() {
        ended.add(markOf(id));
        if (ended.size > endedMax) ended.delete(ended.values().next().value!);
        for (const stop of session.underWay.values()) stop.abort();
        await putAway(id);
      },
    };
    return session;
  }

  /** What is answered outside of its connection goes on: the session only leaves the memory. */
  async function putAway(id: string, ending: 'close' | 'drain' = 'close'): Promise<void> {
    const session = living.get(id);
    living.delete(id);
    if (!session?.connection) return;
    try {
      await (await session.connection)[ending]();
    } catch (error) {
      log.debug({ err: error }, 'an mcp session could not be closed');
    }
  }

  function makeRoom(organization: number): void {
    const now = clock.now();
    let ofOrganization = 0;
    // In the order of their last use, oldest first.
    for (const [id, session] of living) {
      if (session.negotiated.organization === organization) ofOrganization += 1;
      if (now - session.usedAt > idleMs) void putAwayIdle(id, session);
    }
    const oldest = (mine: boolean): string | undefined => {
      for (const [id, { negotiated }] of living)
        if (!mine || negotiated.organization === organization) return id;
      return undefined;
    };
    const gone =
      ofOrganization >= sessionsOfOneOrganizationMax
        ? oldest(true)
        : living.size >= sessionsMax
          ? oldest(false)
          : undefined;
    if (gone !== undefined) void putAway(gone);
  }

  /** Who listens is not idle. Never throws. */
  async function putAwayIdle(id: string, session: Living): Promise<void> {
    // Without a connection no client listens.
    const connection = await session.connection?.catch(() => null);
    if (connection?.isHeard()) return;
    if (clock.now() - session.usedAt > idleMs) await putAway(id);
  }

  function keep(id: string, session: Living): void {
    living.delete(id);
    living.set(id, session);
  }

  /** A stream outlives the request that opened it: a caller that lost the right to it loses the stream. */
  function tick(): void {
    cancelTick = null;
    void (async () => {
      for (const [id, session] of [...living]) if (session.connection) await judge(id, session);
    })().finally(() => {
      const connected = [...living.values()].some(({ connection }) => connection !== null);
      if (connected && !draining) cancelTick ??= clock.after(reauthorizeEveryMs, tick);
    });
  }

  /** Never throws: what could not be looked at now is looked at by the next tick, and the others are in any case. */
  async function judge(id: string, session: Living): Promise<void> {
    const before = session.caller;
    try {
      const latest = await callerNow(before);
      // A request that came meanwhile has proved its caller by itself.
      if (session.caller !== before) return;
      if (latest === null) return await putAway(id);
      session.caller = latest;
      if (mayTheSame(session.known, latest)) return;
      const changed = changedLists(session.offerNow(session.known), session.offerNow(latest));
      session.known = latest;
      const connection = await session.connection;
      for (const list of changed) await connection?.tellChanged(list);
    } catch (error) {
      log.warn({ err: error }, 'an open mcp session could not be looked at');
    }
  }

  return {
    open(caller, params) {
      const negotiated: Negotiated = {
        organization: caller.organization.key,
        token: caller.token?.id ?? null,
        at: clock.now(),
        params: shortened(params),
      };
      return engine.secretBox.seal(purpose, JSON.stringify(negotiated));
    },
    find(id, caller, offerNow) {
      const known = living.get(id);
      const negotiated = known?.negotiated ?? opened(id);
      if (negotiated === null || ended.has(markOf(id)) || clock.now() - negotiated.at > sessionLifeMs)
        return null;
      // Possession of a handle is not authentication: only whose token opened it may go on.
      if (
        negotiated.organization !== caller.organization.key ||
        negotiated.token !== (caller.token?.id ?? null)
      ) {
        return null;
      }
      if (!known) makeRoom(negotiated.organization);
      const session = known ?? sessionOf(id, negotiated, caller, offerNow);
      Object.assign(session, { caller, offerNow, usedAt: clock.now() });
      keep(id, session);
      return session;
    },
    async closeAll() {
      draining = true;
      cancelTick?.();
      cancelTick = null;
      await Promise.all([...living.keys()].map((id) => putAway(id, 'drain')));
    },
  };

  function opened(id: string): Negotiated | null {
    try {
      return JSON.parse(engine.secretBox.open(purpose, id));
    } catch {
      // Not sealed here, or not by this purpose: there is no such session.
      return null;
    }
  }
}

/** Of an `initialize` what a session needs; the rest of a long one is left out. */
function shortened(params: Fields): Fields {
  const { protocolVersion, capabilities, clientInfo } = params;
  const whole = { protocolVersion, capabilities, clientInfo };
  if (JSON.stringify(whole).length <= approvalCharactersMax) return whole;
  const { name } = clientOf(params);
  const elicitation = isFields(capabilities) && isFields(capabilities.elicitation) ? { elicitation: {} } : {};
  return { protocolVersion, capabilities: elicitation, clientInfo: { name, version: '' } };
}

function markOf(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** A stream opened now would only be closed again: the client finds another process, or this one restarted. */
function drainingResponse(): Response {
  const error = { code: errorCodes.refused, message: 'This server is stopping' };
  const headers = { 'Retry-After': '1' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 503, headers });
}
