import { type Failure, type FailureName, type FieldFault, failures } from '../../model/failure.ts';
import { receivedFault } from '../../model/message/submitted-message.ts';
import { StorageFull } from '../../model/organization/storage.ts';
import type { ContentRefusal } from '../../model/verification/content-refusal.ts';
import type { MessageFault } from './line-reader.ts';
import { reply, type SmtpReply } from './reply.ts';

/** Codes follow RFC 5321 section 4.2.3, RFC 4954 section 6 and RFC 3463. A client may rely on the first digit alone. */
export const replies = {
  done: reply(250, '2.0.0', 'Ok'),
  reset: reply(250, '2.0.0', 'Forgotten'),
  goodbye: reply(221, '2.0.0', 'Goodbye'),
  help: reply(214, '2.0.0', 'EHLO, STARTTLS, AUTH PLAIN or LOGIN, MAIL, RCPT, DATA, QUIT'),
  senderTaken: reply(250, '2.1.0', 'Ok'),
  recipientTaken: reply(250, '2.1.5', 'Ok'),
  notVerified: reply(252, '2.1.5', 'Recipients are not verified here; send to find out'),
  startTls: reply(220, '2.0.0', 'Go ahead'),
  startMessage: reply(354, null, 'Send the message; end it with a dot on a line of its own'),
  /** The challenges of AUTH LOGIN are base64 for `Username:` and `Password:`. */
  askUser: reply(334, null, 'VXNlcm5hbWU6'),
  askPassword: reply(334, null, 'UGFzc3dvcmQ6'),
  askCredentials: reply(334, null, ''),
  signedIn: reply(235, '2.7.0', 'Welcome'),

  unknownCommand: reply(500, '5.5.1', 'There is no such command'),
  notOffered: reply(502, '5.5.1', 'This command is not offered'),
  unreadableCommand: reply(
    500,
    '5.5.2',
    'A command is one line that ends in CR LF, without control characters',
  ),
  longCommand: reply(500, '5.5.2', 'The command line is too long'),
  helloFirst: reply(503, '5.5.1', 'Greet with EHLO first'),
  senderFirst: reply(503, '5.5.1', 'Name the sender with MAIL first'),
  recipientFirst: reply(554, '5.5.1', 'There are no valid recipients; name one with RCPT first'),
  senderTwice: reply(503, '5.5.1', 'The sender was named already'),
  tlsAlready: reply(503, '5.5.1', 'This connection is encrypted already'),
  tlsInTransaction: reply(503, '5.5.1', 'Not in the middle of a transaction'),
  signedInAlready: reply(503, '5.5.1', 'You are signed in already'),
  signInNotNow: reply(503, '5.5.1', 'Not in the middle of a transaction'),
  tlsFirst: reply(530, '5.7.0', 'Encrypt the connection with STARTTLS first'),
  signInFirst: reply(530, '5.7.0', 'Sign in with AUTH first; the password is an API token'),
  tlsForSignIn: reply(538, '5.7.11', 'Encrypt the connection with STARTTLS before AUTH'),
  unknownMechanism: reply(504, '5.5.4', 'Sign in with AUTH PLAIN or AUTH LOGIN'),
  notBase64: reply(501, '5.5.2', 'This cannot be read as base64'),
  signInCancelled: reply(501, '5.7.0', 'Signing in was cancelled'),
  badCredentials: reply(
    535,
    '5.7.8',
    'The password has to be an API token that is known and neither expired nor revoked',
  ),
  wrongAddress: reply(535, '5.7.8', 'This API token may not be used from this address'),
  noArgument: reply(501, '5.5.4', 'This command takes no argument'),
  needsName: reply(501, '5.5.4', 'Say who you are: EHLO and a host name'),
  needsSender: reply(501, '5.5.4', 'Write MAIL FROM:<address>'),
  needsRecipient: reply(501, '5.5.4', 'Write RCPT TO:<address>'),
  smtpUtf8First: reply(553, '5.6.7', 'A non-ASCII address needs the SMTPUTF8 parameter on MAIL FROM'),
  unknownParameter: reply(555, '5.5.4', 'A parameter is not known here'),
  badParameter: reply(501, '5.5.4', 'A parameter has a value that cannot be read, or occurs twice'),
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients; send to the others in another transaction'),
  tooLarge: reply(552, '5.3.4', 'The message is larger than SIZE allows, attachments counted as encoded'),
  noRoom: reply(452, '4.3.1', 'Too much mail is being taken at this moment; try again shortly'),

  tooManyFaults: reply(421, '4.7.0', 'Too many commands could not be taken; goodbye'),
  tooManyGuesses: reply(421, '4.7.0', 'Too many wrong passwords; try again later'),
  tooManyConnections: reply(421, '4.7.0', 'Too many connections; try again shortly'),
  placeNeeded: reply(
    421,
    '4.7.0',
    'Your address has most of the connections, and the place of this idle one is needed; connect again',
  ),
  notHttp: reply(421, '4.7.0', 'This is no web server; goodbye'),
  trailingInput: reply(421, '4.7.0', 'Commands came before the answer they have to wait for; goodbye'),
  tooSlow: reply(421, '4.4.2', 'Nothing came for too long; goodbye'),
  tooLittle: reply(421, '4.4.2', 'The message comes too slowly; goodbye'),
  stopping: reply(421, '4.3.2', 'The server is stopping; try again shortly'),
  ourFault: reply(451, '4.3.0', 'Something went wrong on our side; try again later'),
} as const satisfies Record<string, SmtpReply>;

export const messageFaults: Readonly<Record<MessageFault, SmtpReply>> = {
  bare: reply(554, '5.6.0', [
    'Every line must end in CR LF, but this message contains a bare CR or LF. To send CR LF:',
    'Python smtplib: send_message(), or sendmail() with str, not bytes; curl: --crlf; swaks: no --no-data-fixup',
    'PHP: PHPMailer or Symfony Mailer; Go: Client.Data(); openssl s_client: -crlf; nc: -C; more in the SMTP guide',
  ]),
  nul: reply(554, '5.6.0', 'The message holds an octet 0'),
  'long line': reply(554, '5.6.0', 'The message has a line that is too long'),
  large: replies.tooLarge,
  full: replies.noRoom,
};

type Status = readonly [code: number, enhanced: string];

const unfitMessage: Status = [554, '5.6.0'];
const notAllowed: Status = [550, '5.7.1'];

/** Codes of failures whose HTTP status maps to the wrong code. */
const statuses: Readonly<Partial<Record<FailureName, Status>>> = {
  // Only assistants need confirmations.
  confirmation_required: notAllowed,
  // The client has disconnected, so this code is never sent.
  cancelled: [451, '4.3.0'],
  content_verification_failed: notAllowed,
  content_verification_unavailable: [451, '4.7.1'],
  missing_api_key: [530, '5.7.0'],
  invalid_api_key: [535, '5.7.8'],
  invalid_signature: [554, '5.7.1'],
  not_found: [550, '5.1.1'],
  method_not_allowed: [502, '5.5.1'],
  conflict: [451, '4.3.0'],
  concurrent_idempotent_requests: [451, '4.3.0'],
  payload_too_large: [552, '5.3.4'],
  RECIPIENT_RATE_LIMITED: [450, '4.7.1'],
};

function statusOf(name: FailureName): Status {
  const { status } = failures[name];
  if (status === 429) return [451, '4.7.0'];
  if (status >= 500) return [451, '4.3.0'];
  return status === 403 ? notAllowed : unfitMessage;
}

/** Mail loops have their own code (RFC 3463 section 3.5). */
export function refusal(
  failure: Pick<Failure, 'failure' | 'message' | 'details' | 'fields' | 'retryAfterSeconds'>,
): SmtpReply {
  const [code, enhanced] =
    failure instanceof StorageFull
      ? storageFull
      : isLoop(failure.details)
        ? loop
        : (statuses[failure.failure] ?? statusOf(failure.failure));
  const named = failure.failure === 'RECIPIENT_RATE_LIMITED' ? ` (${failure.failure})` : '';
  const after =
    failure.retryAfterSeconds === undefined ? '' : `; try again in ${failure.retryAfterSeconds} s`;
  const sentence = `${failure.message}${named}${after}`;
  const hint = contentHint(failure.fields);
  return reply(code, enhanced, hint === null ? sentence : [sentence, ...hint]);
}

function contentHint(fields: Failure['fields']): string[] | null {
  if (fields === undefined) return null;
  const { guidance, documentationUrl } = fields as ContentRefusal;
  return [guidance, documentationUrl];
}

const loop: Status = [554, '5.4.6'];
/** 4.2.2 means "mailbox full" (RFC 3463 section 3.3): the organization's storage may have room later. */
const storageFull: Status = [452, '4.2.2'];

function isLoop(details: unknown): boolean {
  return Array.isArray(details) && details.some(({ path }: FieldFault) => path === receivedFault);
}
