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
 * Sessions of clients up to 2025-11-25. The session id contains the sealed handshake, so any process can continue a
 * session. Pending elicitations and open streams live in a single process, so load balancers should route by the header.
 */
export type Sessions = {
  /** @param params of its `initialize` */
  open(caller: Caller, params: Fields): string;
  /**
   * Returns null for another caller, or if the session ended or expired.
   * @param offerNow builds the current offer, because a stream may outlive the caller's rights
   */
  find(id: string, caller: Caller, offerNow: (caller: Caller) => ServerDefinition): Session | null;
  /** Ends every stream that only listens or waits for the client. Requests in flight are answered first. */
  closeAll(): Promise<void>;
};

export type Session = {
  client: Client;
  /** Requests in progress outside the SDK, by request id. */
  underWay: Map<unknown, AbortController>;
  /** Returns true if an SDK connection exists, which must receive the client's messages. */
  isServed(): boolean;
  /** Handles a message through the SDK: elicitation, streams, and everything the fast path cannot handle. */
  serve(request: Request, message?: unknown): Promise<Response>;
  /**
   * The list of ended ids is not shared: until the session expires after a day, another process or a restarted one
   * would accept the id again from a client with the same token.
   */
  end(): Promise<void>;
};

type Negotiated = { organization: number; token: string | null; at: number; params: Fields };

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
  negotiated: Negotiated;
  caller: Caller;
  /** The caller at the time of the client's last known lists. */
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
      // The client should open a new session instead of waiting for changes that are no longer watched.
      onBlind: () => void session.end(),
    });
  }

  /** A failed connection is created again by the next message. */
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

  /** Removes the session from memory. Fast-path requests in progress continue. */
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
    // The map is in order of last use, oldest first.
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

  /** Keeps a session with an open stream. Never throws. */
  async function putAwayIdle(id: string, session: Living): Promise<void> {
    // Without a connection there is no stream.
    const connection = await session.connection?.catch(() => null);
    if (connection?.isHeard()) return;
    if (clock.now() - session.usedAt > idleMs) await putAway(id);
  }

  function keep(id: string, session: Living): void {
    living.delete(id);
    living.set(id, session);
  }

  /** Checks open streams regularly, because a caller that loses access must lose the stream. */
  function tick(): void {
    cancelTick = null;
    void (async () => {
      for (const [id, session] of [...living]) if (session.connection) await judge(id, session);
    })().finally(() => {
      const connected = [...living.values()].some(({ connection }) => connection !== null);
      if (connected && !draining) cancelTick ??= clock.after(reauthorizeEveryMs, tick);
    });
  }

  /** Never throws. A failed check is repeated on the next tick and does not stop the checks of other sessions. */
  async function judge(id: string, session: Living): Promise<void> {
    const before = session.caller;
    try {
      const latest = await callerNow(before);
      // A concurrent request has authenticated the caller already.
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
      // The id alone does not authenticate: only the token that opened the session may use it.
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
      // The id was not sealed by this server for this purpose, so there is no such session.
      return null;
    }
  }
}

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

/** A stream opened now would be closed again. The retry reaches another process, or this process after its restart. */
function drainingResponse(): Response {
  const error = { code: errorCodes.refused, message: 'This server is stopping' };
  const headers = { 'Retry-After': '1' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 503, headers });
}
