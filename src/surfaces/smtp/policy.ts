import type { RawMessage } from '../../model/message/raw-message.ts';
import type { SmtpReply } from './reply.ts';

/** The server handles the protocol. The policy decides who may send to which recipient, and accepts the message. */
export type SmtpPolicy = {
  visit(client: SmtpClient): SmtpVisit;
};

/** The connected client. The object lives as long as the connection; `tls` and `name` change. */
export type SmtpClient = {
  /** IPv4 even if the socket maps it into IPv6. */
  readonly ip: string;
  readonly tls: boolean;
  /** Name from EHLO or HELO, empty before. Clients may claim any name. */
  readonly name: string;
  readonly extended: boolean;
};

/** Methods are called one at a time, in command order. An exception is our fault: it is logged and answered with 451. */
export type SmtpVisit = {
  /** Account for the memory of the next message; null for the client's address. */
  holder?(): string | null;
  /** If undefined, AUTH is not offered, and mail is accepted without authentication. */
  signIn?(credentials: SmtpCredentials): SmtpReply | Promise<SmtpReply>;
  /** A valid MAIL command. A positive reply starts a transaction. */
  sender(sender: SmtpSender): SmtpReply | Promise<SmtpReply>;
  /** A valid RCPT command. A positive reply adds the recipient. `transaction` contains the earlier recipients. */
  recipient(recipient: SmtpRecipient, transaction: SmtpTransaction): SmtpReply | Promise<SmtpReply>;
  /** A complete message. A positive reply promises durable storage, because the client then deletes the message. */
  message(message: RawMessage, transaction: SmtpTransaction): SmtpReply | Promise<SmtpReply>;
};

export type SmtpCredentials = { user: string; password: string };

export type SmtpTransaction = { readonly sender: SmtpSender; readonly recipients: readonly SmtpRecipient[] };

export type SmtpSender = {
  /** As written between the angle brackets, not parsed as an address. Empty for the null sender. */
  path: string;
  /** SIZE (RFC 1870), in octets. */
  size: number | null;
  body: '7BIT' | '8BITMIME' | null;
  smtpUtf8: boolean;
  /** RET and ENVID (RFC 3461 sections 4.3 and 4.4). */
  returned: 'FULL' | 'HDRS' | null;
  envelopeId: string | null;
};

export type SmtpRecipient = {
  /** As written between the angle brackets, not parsed as an address. */
  path: string;
  /** NOTIFY and ORCPT (RFC 3461 sections 4.1 and 4.2). */
  notify: readonly ('NEVER' | 'SUCCESS' | 'FAILURE' | 'DELAY')[] | null;
  originalRecipient: string | null;
};

export type SmtpLimits = {
  /** Maximum octets of a message, announced as SIZE. */
  messageBytesMax: number;
  textLineOctetsMax: number;
  recipientsMax: number;
  /** When all are in use, the address with the most connections loses its oldest idle one. */
  connectionsMax: number;
  /** Limit per IPv4 address or IPv6 /64. */
  connectionsPerAddressMax: number;
  /**
   * Memory for all messages being received; beyond it, a message is deferred with 452. Each holder, by
   * default a client's address, may use a quarter, but at least enough for one message.
   */
  heldBytesMax: number;
};
