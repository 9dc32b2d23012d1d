import { createSecureContext } from 'node:tls';
import { invoke } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { readReturnPath } from '../../engine/delivery/return-path.ts';
import { mayBeComplaint } from '../../model/bounces/parse-arf.ts';
import { type Returned, readReturn } from '../../model/bounces/parse-return.ts';
import type { ReturnPath } from '../../model/bounces/verp.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';
import type { TlsPair } from '../../world/tls-pair.ts';
import type { SmtpLimits, SmtpPolicy, SmtpTransaction } from './policy.ts';
import { reply, type SmtpReply } from './reply.ts';
import { type SmtpServer, smtpServer } from './server.ts';

/**
 * SMTP listener for bounces and complaints. Any server may connect, but an address needs our MAC. Messages
 * are never answered by mail, so there is no backscatter and no loop. Unreadable messages are only logged.
 */

/** Fits our largest message plus the report around it. */
const messageBytesMax = 12 * 1024 * 1024;
/** Reports may quote mail damaged in transit, with lines over the SMTP limit. */
const textLineOctetsMax = 64 * 1024;

const inboundLimits: SmtpLimits = {
  messageBytesMax,
  textLineOctetsMax,
  recipientsMax: 10,
  connectionsMax: 200,
  connectionsPerAddressMax: 20,
  heldBytesMax: 4 * messageBytesMax,
};

/**
 * The standard addresses of every domain (RFC 5321 section 4.5.1, RFC 2142 section 2), and `fbl` for mailbox
 * providers that send all complaints to a single address. Such a complaint must name its mail.
 */
const serviceNames = ['postmaster', 'abuse', 'fbl'];

const senderTaken = reply(250, '2.1.0', 'Ok');
const recipientTaken = reply(250, '2.1.5', 'Ok');
const noted = reply(250, '2.0.0', 'Ok');
const noSuchAddress = reply(550, '5.1.1', 'There is no such address here');
const noRelay = reply(550, '5.7.1', 'This server takes what comes back to its own mail, and nothing else');
const notAReport = reply(
  550,
  '5.7.1',
  'This mailbox is not read; it only accepts reports about mail sent from here',
);

/** @param options.tls certificate for STARTTLS, or null to offer none */
export function createInboundDoor({
  engine,
  tool,
  tls,
}: {
  engine: Engine;
  tool: Tool;
  tls: TlsPair | null;
}): SmtpServer {
  const { bounceDomain, hostName } = engine.settings;
  if (bounceDomain === null) throw new Error('there is no bounce domain to listen for');
  const { clock, log } = engine.world;
  const policy = inboundPolicy({ engine, bounceDomain, tool });
  return smtpServer({
    policy,
    hostName,
    limits: inboundLimits,
    tls: tls && createSecureContext({ ...tls, minVersion: 'TLSv1.2' }),
    signsIn: false,
    unauthenticatedTurns: engine.unauthenticatedTurns,
    clock,
    log,
  });
}

type Recipient = { kind: 'return'; path: ReturnPath } | { kind: 'service' };

/** @param options.bounceDomain domain of the service addresses */
function inboundPolicy({
  engine,
  bounceDomain,
  tool,
}: {
  engine: Engine;
  bounceDomain: string;
  tool: Tool;
}): SmtpPolicy {
  const domain = bounceDomain.toLowerCase();

  const recipientOf = (path: string): Recipient | SmtpReply => {
    const at = path.lastIndexOf('@');
    const local = (at < 0 ? path : path.slice(0, at)).toLowerCase();
    // A return path is valid in any domain, because a sending domain may have its own name for this server.
    const returned = readReturnPath(engine, local);
    if (returned) return { kind: 'return', path: returned };
    // Only postmaster may come without a domain (RFC 5321 section 4.1.1.3).
    if (at < 0 ? local !== 'postmaster' : path.slice(at + 1).toLowerCase() !== domain) return noRelay;
    return serviceNames.includes(local) ? { kind: 'service' } : noSuchAddress;
  };

  const record = async (path: ReturnPath, returned: Returned): Promise<void> => {
    const { store, world } = engine;
    const facts = { email: path.id, returned: returned.kind };
    const organization = await store.organizations.byKey(path.organization);
    if (!organization || returned.kind === 'auto_reply' || returned.kind === 'unreadable') {
      world.log.info(facts, 'a report had no effect');
      return;
    }
    const caller = {
      door: 'smtp' as const,
      organization,
      token: null,
      scopes: [tool.needs],
      requestId: world.ids.id('msg'),
    };
    const report =
      returned.kind === 'delivery'
        ? { kind: 'delivery', reports: returned.reports }
        : { kind: 'feedback', report: { type: returned.report.type, by: returned.report.by } };
    const { output } = await invoke(engine, tool, caller, { id: path.id, returned: report });
    const { recorded, why } = output as { recorded: string; why: string | null };
    world.log.info({ ...facts, recorded, why }, 'a returned message was processed');
  };

  const take = async (message: RawMessage, { sender, recipients }: SmtpTransaction): Promise<SmtpReply> => {
    const paths = new Map<string, ReturnPath>();
    for (const { path } of recipients) {
      const recipient = recipientOf(path);
      if ('kind' in recipient && recipient.kind === 'return') paths.set(recipient.path.id, recipient.path);
    }
    if (paths.size === 0 && !mayBeComplaint(message)) return notAReport;
    const returned = readReturn(`${message.header}\r\n${message.body}`, sender.path === '');
    // A complaint sent to a service address must name a return path with a valid MAC.
    if (paths.size === 0 && returned.kind === 'feedback') {
      const named = returned.report.names.map((name) => readReturnPath(engine, name)).find(Boolean);
      if (named) paths.set(named.id, named);
    }
    if (paths.size === 0) return notAReport;
    for (const path of paths.values()) await record(path, returned);
    return noted;
  };

  return {
    visit: () => ({
      sender: () => senderTaken,
      recipient: ({ path }) => {
        const recipient = recipientOf(path);
        return 'kind' in recipient ? recipientTaken : recipient;
      },
      message: (message, transaction) => take(message, transaction),
    }),
  };
}
