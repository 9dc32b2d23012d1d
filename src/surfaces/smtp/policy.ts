import type { RawMessage } from '../../model/message/raw-message.ts';
import type { SmtpReply } from './reply.ts';

/**
 * What a listener does with what its clients ask for. The server reads the protocol: order of commands, syntax, sizes,
 * TLS; a policy decides who may send what to which recipient, and takes the message. Each listener has its own.
 */
export type SmtpPolicy = {
  /** A client connected: what it asks for from now on is asked of the answer. */
  visit(client: SmtpClient): SmtpVisit;
};

/** Who is at the other end. One object for a whole connection; `tls` and `name` change while it lasts. */
export type SmtpClient = {
  /** IPv4 also where the socket has it mapped into IPv6. */
  readonly ip: string;
  readonly tls: boolean;
  /** What the client called itself in EHLO or HELO; the empty string before. A client may claim any name. */
  readonly name: string;
  /** Whether it greeted with EHLO. */
  readonly extended: boolean;
};

/**
 * One connection. Its functions are called one at a time, in the order of the commands; each answers with the reply that
 * the client gets. A throw is a fault of ours: logged, and answered 451.
 */
export type SmtpVisit = {
  /**
   * The owner of the memory that the next message takes, where that is known better than by the address of the
   * client; null where it is not.
   */
  holder?(): string | null;
  /** Left out where clients do not sign in: then AUTH is not offered, and mail is taken without it. */
  signIn?(credentials: SmtpCredentials): SmtpReply | Promise<SmtpReply>;
  /** MAIL, well-formed and in order. A yes begins a transaction. */
  sender(sender: SmtpSender): SmtpReply | Promise<SmtpReply>;
  /** RCPT, well-formed and in order. A yes adds the recipient. `transaction` has those that were added before. */
  recipient(recipient: SmtpRecipient, transaction: SmtpTransaction): SmtpReply | Promise<SmtpReply>;
  /** A whole message, fit to be kept. A yes says that it is on the disk: the client will forget it. */
  message(message: RawMessage, transaction: SmtpTransaction): SmtpReply | Promise<SmtpReply>;
};

export type SmtpCredentials = { user: string; password: string };

/** Recipients and sender of one message. There is at least one recipient when the message comes. */
export type SmtpTransaction = { readonly sender: SmtpSender; readonly recipients: readonly SmtpRecipient[] };

/** MAIL FROM. */
export type SmtpSender = {
  /** As written between the angle brackets, not yet read as an address; the empty string is the null sender. */
  path: string;
  /** SIZE (RFC 1870), in octets. */
  size: number | null;
  body: '7BIT' | '8BITMIME' | null;
  smtpUtf8: boolean;
  /** RET and ENVID (RFC 3461 4.3, 4.4). */
  returned: 'FULL' | 'HDRS' | null;
  envelopeId: string | null;
};

/** RCPT TO. */
export type SmtpRecipient = {
  /** As written between the angle brackets, not yet read as an address. */
  path: string;
  /** NOTIFY and ORCPT (RFC 3461 4.1, 4.2). */
  notify: readonly ('NEVER' | 'SUCCESS' | 'FAILURE' | 'DELAY')[] | null;
  originalRecipient: string | null;
};

/** What a listener can and bears. */
export type SmtpLimits = {
  /** Octets of a message, offered as SIZE. */
  messageBytesMax: number;
  /** Octets of one line of a message, with its CR LF. */
  textLineOctetsMax: number;
  recipientsMax: number;
  /** When all are taken, the address with most of them gives up its oldest idle one. */
  connectionsMax: number;
  /** Of one IPv4 address, or one /64 of IPv6. */
  connectionsPerAddressMax: number;
  /**
   * Octets of all messages that are being taken, together; beyond it a message is put off with 452. One holder, by
   * default a client's address, has a quarter of it, but always enough for one message.
   */
  heldBytesMax: number;
};
