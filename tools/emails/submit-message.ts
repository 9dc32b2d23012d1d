import { z } from 'zod';
import { inTurns } from '../../src/concurrency/pieces.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId, sendFailures } from '../../src/engine/context/submission.ts';
import { verifiedMessage } from '../../src/engine/sending/verify-send.ts';
import { type Mailbox, parseMailbox } from '../../src/model/address.ts';
import type { EmailNote } from '../../src/model/email/email.ts';
import { invalidField, invalidFields } from '../../src/model/failure.ts';
import { type FittedMessage, fitLines } from '../../src/model/message/fit-lines.ts';
import {
  readSubmittedHeader,
  receivedLine,
  senderDomainsIn,
} from '../../src/model/message/submitted-message.ts';

/** The same limit as in one SMTP transaction. */
const recipientsMax = 50;
const messageOctetsMax = 10 * 1024 * 1024;

export const submitMessage = defineTool({
  name: 'submit_message',
  title: 'Submit a message',
  summary: 'Send a complete MIME message to the recipients in its envelope.',
  toolset: 'core',
  doors: ['smtp'],
  input: z.strictObject({
    sender: z.string().describe('Envelope sender; empty for the null return path'),
    recipients: z
      .array(
        z.strictObject({
          address: z.string(),
          notify: z.array(z.enum(['NEVER', 'SUCCESS', 'FAILURE', 'DELAY'])).optional(),
          original_recipient: z.string().optional(),
        }),
      )
      .min(1)
      .max(recipientsMax),
    header: z
      .string()
      .max(messageOctetsMax)
      .describe('Header lines ending in CR LF, one character per octet'),
    body: z
      .string()
      .max(messageOctetsMax)
      .describe('The content after the empty line, one character per octet'),
    protocol: z.string().describe('Transmission type (RFC 3848)'),
    return: z.enum(['FULL', 'HDRS']).optional(),
    envelope_id: z.string().optional(),
  }),
  output: z.object({ ids: z.array(z.string()) }),
  failures: sendFailures,
  effect: 'send',
  needs: 'emails.send',
  rest: null,
  example: {
    input: {
      sender: 'hello@acme.example',
      recipients: [{ address: 'ada@example.com' }],
      header: 'From: Acme <hello@acme.example>\r\nTo: ada@example.com\r\nSubject: Your receipt\r\n',
      body: 'Thank you\r\n',
      protocol: 'ESMTPSA',
    },
    output: { ids: ['eml_01kaa0xq5v8m3c2n7r4t6w9yzb'] },
  },
  async run(scope, input) {
    const { settings, world } = scope.engine;
    const recipients = readRecipients(input.recipients.map(({ address }) => address));
    const fitted = await inTurns(fitLines({ header: input.header, body: input.body }));
    if (!fitted.ok) throw invalidField(fitted.path, fitted.why);
    const read = readSubmittedHeader(fitted.message.header);
    const id = world.ids.id('raw');
    const sender = parseMailbox(input.sender);
    const alsoFrom = [
      ...senderDomainsIn(fitted.message.header),
      ...(sender.ok ? [sender.mailbox.domain] : []),
    ];
    const { from, replyTo, keepsReplyTo, subject, preview, named } = read;
    const { header: written, body } = fitted.message;
    const badges = await verifiedMessage(scope, read, { header: written, body }, recipients);
    // All recipients get the same Message-ID, because they may answer each other.
    const made = read.messageId === null ? `<${id}@${from.domain}>` : read.messageId;
    const header = receivedLine(settings.hostName, input.protocol, id, scope.now) + read.kept;
    return await scope.accept({
      source: 'smtp',
      mode: 'strict',
      raw: { id, message: { header, body } },
      drafts: recipients.map((mailbox) => ({
        from,
        alsoFrom,
        to: { ...mailbox, displayName: named.get(mailbox.key) ?? null },
        replyTo,
        ...(keepsReplyTo && { keepsReplyTo }),
        subject,
        preview,
        body: { kind: 'mime', source: id },
        messageId: made,
        badges,
        notes: reencodedNotes(fitted, scope.now),
      })),
      answer: (fates) => ({ ids: fates.map(acceptedId) }),
    });
  },
});

/** Timeline note for a message with lines over 998 octets. */
function reencodedNotes({ parts, fields }: FittedMessage & { ok: true }, now: number): EmailNote[] {
  if (parts === 0 && fields.length === 0) return [];
  const details = { message: reencodedSentence, parts, header_fields: fields.slice(0, namedFieldsMax) };
  return [{ type: 'reencoded', at: now, machine: false, details }];
}

const reencodedSentence =
  'The message had lines over 998 octets, which no server has to accept (RFC 5322 2.1.1)';
const namedFieldsMax = 20;

/** Removes duplicate mailboxes. @throws Failure validation_error */
function readRecipients(addresses: readonly string[]): Mailbox[] {
  const mailboxes = new Map<string, Mailbox>();
  for (const [index, address] of addresses.entries()) {
    const read = parseMailbox(address);
    if (!read.ok) {
      const path = `recipients[${index}].address`;
      throw invalidFields([{ path, code: 'invalid', message: `is not one mailbox: ${read.message}` }]);
    }
    if (!mailboxes.has(read.mailbox.key)) mailboxes.set(read.mailbox.key, read.mailbox);
  }
  return [...mailboxes.values()];
}
