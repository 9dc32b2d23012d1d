import { createLocalJWKSet, decodeJwt, decodeProtectedHeader } from 'jose';
import { readArguments } from '../../src/contract/description/tool-description.ts';
import { readIdempotencyKey } from '../../src/contract/idempotency.ts';
import { readBy, unsoundField } from '../../src/contract/validation-errors.ts';
import { hideLinks } from '../../src/engine/content/hide-links.ts';
import { peopleIn } from '../../src/engine/context/person-mark.ts';
import { secretBox } from '../../src/engine/context/secret-box.ts';
import { formatMbox } from '../../src/engine/exports/organization-sections.ts';
import { mailboxCharactersMax, parseMailbox } from '../../src/model/address.ts';
import { cleanNote } from '../../src/model/approval/approval.ts';
import { describePreview } from '../../src/model/approval/describe-preview.ts';
import { mayBeComplaint } from '../../src/model/bounces/parse-arf.ts';
import { readReturn } from '../../src/model/bounces/parse-return.ts';
import { remoteText } from '../../src/model/bounces/remote-text.ts';
import { cleanSenderName } from '../../src/model/campaign/sender.ts';
import { checkTiptapText } from '../../src/model/content/body.ts';
import { redirectTarget } from '../../src/model/content/links/link-target.ts';
import { followLink } from '../../src/model/content/links/tracked-links.ts';
import { fillMergeFields, mergeFieldsIn } from '../../src/model/content/merge-fields.ts';
import { hiddenPreview } from '../../src/model/content/preview.ts';
import { compileEmail, fillEmail } from '../../src/model/content/render.ts';
import { unrenderedEmail } from '../../src/model/content/unrendered.ts';
import { isGlobalAddress } from '../../src/model/delivery/global-address.ts';
import { readStsPolicy, stsPolicyId } from '../../src/model/delivery/mta-sts.ts';
import { mxRoute } from '../../src/model/delivery/mx-route.ts';
import { classifyReply } from '../../src/model/delivery/reply-class.ts';
import { hasTooManyConnections, isThrottling } from '../../src/model/delivery/throttling.ts';
import { Failure } from '../../src/model/failure.ts';
import { plainHost } from '../../src/model/host-name.ts';
import { rowsOfText } from '../../src/model/import/csv-rows.ts';
import { findReading } from '../../src/model/import/find-reading.ts';
import { RowReader } from '../../src/model/import/read-row.ts';
import { composeMessage } from '../../src/model/message/compose.ts';
import { canonicalBody } from '../../src/model/message/dkim.ts';
import { fitLines } from '../../src/model/message/fit-lines.ts';
import { textField } from '../../src/model/message/header.ts';
import { messageFingerprint } from '../../src/model/message/message-fingerprint.ts';
import { textOfOctets } from '../../src/model/message/octets.ts';
import type { RawMessage } from '../../src/model/message/raw-message.ts';
import { readMime } from '../../src/model/message/reading/read-mime.ts';
import { seenText } from '../../src/model/message/reading/seen-text.ts';
import { idempotencyKeyIn, readSubmittedHeader } from '../../src/model/message/submitted-message.ts';
import { UnsafeMessage } from '../../src/model/message/unsafe-message.ts';
import { writeSubmitted } from '../../src/model/message/write-submitted.ts';
import { readClientDocument } from '../../src/model/oauth/client-document.ts';
import { hasDotSegment, isRegistered } from '../../src/model/oauth/redirect-uri.ts';
import { askedScopes } from '../../src/model/oauth/scopes.ts';
import { collectInputIds } from '../../src/model/organization/audit.ts';
import { RuleInput } from '../../src/model/segment/rule-input.ts';
import { readRuleTime, readSpanMs } from '../../src/model/segment/rule-time.ts';
import { previewLimits, type SendPreview } from '../../src/model/sending/send-preview.ts';
import { holdsKey, parseTagList } from '../../src/model/sending-domain/dkim-record.ts';
import { dmarcRecordsIn, endsWalk, isUsable, policyIn } from '../../src/model/sending-domain/dmarc-record.ts';
import { readDomainName } from '../../src/model/sending-domain/domain-fields.ts';
import { isPublicSuffix } from '../../src/model/sending-domain/public-suffix.ts';
import { allows, spfAsks, spfRecordsIn, spfValue } from '../../src/model/sending-domain/spf-record.ts';
import {
  attributeCell,
  readAttributeCell,
  readTagsCell,
  tagsCell,
} from '../../src/model/subscriber/subscriber-csv.ts';
import { readSuppressionCsv } from '../../src/model/subscriber/suppression-csv.ts';
import { canonicalJson } from '../../src/model/text/canonical-json.ts';
import { didYouMean } from '../../src/model/text/did-you-mean.ts';
import { languageFor } from '../../src/model/text/language.ts';
import { isMachineValue, isPlainHost, isPlainSpf } from '../../src/model/text/machine-value.ts';
import { extractQueryWords, queryCharactersMax } from '../../src/model/text/query-words.ts';
import { quoted } from '../../src/model/text/quoted.ts';
import { stripInvisible } from '../../src/model/text/strip-invisible.ts';
import { clientName } from '../../src/model/text/text.ts';
import { machineReasons, maskToNetwork } from '../../src/model/tracking/machine.ts';
import { needsVerification } from '../../src/model/verification/content/needs-verification.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';
import { readDomainRules } from '../../src/model/verification/disposable-domains.ts';
import { mailHosts, takesConnections } from '../../src/model/verification/mail-hosts.ts';
import { readHtml } from '../../src/model/verification/reading/read-html.ts';
import { suggestDomain } from '../../src/model/verification/suggest-domain.ts';
import { judgeContent, mayBeNoticed } from '../../src/model/verification/unread-content.ts';
import { untilEnd } from '../../src/model/workflow/local-time.ts';
import { mailExtracts } from '../../src/sdk/mail-extracts.ts';
import { highlightCode } from '../../src/surfaces/docs/highlight-code.ts';
import { readForm } from '../../src/surfaces/http/form.ts';
import { readJson } from '../../src/surfaces/http/json-body.ts';
import { isFieldPath, markedText, unmarkedText } from '../../src/surfaces/mcp/output/mark-untrusted-text.ts';
import { markdownText } from '../../src/surfaces/mcp/output/markdown-table.ts';
import { inputReader } from '../../src/surfaces/rest/v2/read-input.ts';
import { lineReader } from '../../src/surfaces/smtp/line-reader.ts';
import { readRecipient, readSender } from '../../src/surfaces/smtp/parameters.ts';
import { readCapabilities } from '../../src/world/mail/smtp/smtp-capabilities.ts';
import { ReplyReader, readReply } from '../../src/world/mail/smtp/smtp-reply.ts';
import { sendEmail } from '../../tools/emails/send-email.ts';
import { listSubscribers } from '../../tools/subscribers/list-subscribers.ts';

import {
  addresses,
  code,
  css,
  dnsTexts,
  fences,
  headers,
  html,
  json,
  links,
  markdown,
  tiptap,
  words,
} from './grammars.ts';
import { integrationReaders } from './integration-readers.ts';
import { workflowReaders } from './workflow-readers.ts';

/**
 * Every reader of text from outside, each with the units of its grammar and the longest text that can reach
 * it. `npm run fuzz` searches them for work that grows faster than the text; the shapes it found are kept in
 * `kept-shapes.ts`.
 */
export type Reader = {
  name: string;
  /** Maximum length of its input, in characters. */
  charactersMax: number;
  /** Small pieces of its grammar: openings, endings, and the text between them. */
  units: readonly string[];
  /** @throws only Failure or UnsafeMessage, which the caller receives */
  read(text: string): unknown;
};

const kibi = 1024;
const mebi = kibi * kibi;
/** The longest JSON text of a request; a batch may be twice as long. */
const jsonCharactersMax = 10 * mebi;
const messageOctetsMax = 10 * mebi;
/** The limit of node:http for a request line and its header. */
const headerCharactersMax = 16 * kibi;
/** The limit for the header of a submitted message. */
const headerOctetsMax = 256 * kibi;
const documentOctetsMax = 64 * kibi;
/** A line of an SMTP dialogue. */
const smtpLineOctetsMax = 12_288;

const sender = {
  displayName: 'Acme',
  local: 'hello',
  domain: 'acme.example',
  address: 'hello@acme.example',
  key: 'hello@acme.example',
  guardKey: 'hello@acme.example',
};
const box = secretBox('a secret for readers');
const content = { from: sender, subject: 'News', preview: null, text: null } as const;
const tracked = { opens: true, clicks: true };
const filling = { a: 'b', unsubscribeUrl: 'https://mail.acme.example/u/1' };

/** A complete message: its header to the first empty line, and the rest. */
function rawMessage(octets: string): RawMessage {
  const text = Buffer.from(octets, 'utf8').toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return end === -1
    ? { header: text, body: '' }
    : { header: text.slice(0, end + 2), body: text.slice(end + 4) };
}

async function rendered(kind: 'html' | 'markdown' | 'tiptap', source: string): Promise<unknown> {
  const template = await compileEmail({ kind, source }, { tracked });
  followLink(template.targets, '1-aaaaaaaaaa', filling);
  return fillEmail(template, 'Preview', filling);
}

/** Makes JSON of any text: a text that is not JSON becomes the value of a field. */
function parsed(text: string): unknown {
  const value = readJson({ 'content-type': 'application/json' }, Buffer.from(text));
  if (!(value instanceof Failure)) return value;
  // Closed as well as possible, so that the code behind the parser has work to do.
  const closers = Array.from(text.matchAll(/["{[]/g), ([open]) => (open === '{' ? '}' : ']'));
  const depth = Math.min(closers.length, 100);
  const closed = `${'['.repeat(depth)}${JSON.stringify(text)}${']'.repeat(depth)}`;
  return readJson({ 'content-type': 'application/json' }, Buffer.from(closed));
}

const rows = listSubscribers.rest!;
const listInput = inputReader(listSubscribers, rows, rows.route);

/** One for each way of reading a cell. */
const importedRows = [
  'tags',
  'attributes',
  'attributes.x:date',
  'attributes.x:number',
  'name',
  'consent.at',
  'status',
].map((target) => {
  const columns = ['email', target].map((field, index) => ({
    header: `h${index}`,
    target: field,
    guessed: false,
  }));
  const reading = {
    encoding: 'utf-8',
    separator: ',',
    skip: 0,
    hasHeader: true,
    preset: null,
    columns,
    sample: [],
  } as const;
  return new RowReader({ ...reading, columns, sample: [] }, { consent: null });
});

export const readers: readonly Reader[] = [
  {
    name: 'words of a search',
    charactersMax: queryCharactersMax,
    units: words,
    read: extractQueryWords,
  },
  { name: 'html, rendered', charactersMax: 2_000_000, units: html, read: (text) => rendered('html', text) },
  {
    name: 'stylesheets, rendered',
    charactersMax: 2_000_000,
    units: css,
    read: (text) => rendered('html', `<style>${text}</style><p class="a"><b class="b">Hello</b></p>`),
  },
  {
    name: 'stylesheets of many elements, rendered',
    charactersMax: 1_000_000,
    units: css,
    read: (text) =>
      rendered('html', `<style>${text}</style>${'<p class="a">a</p>'.repeat(text.length / 18)}`),
  },
  {
    name: 'markdown, rendered',
    charactersMax: 1_000_000,
    units: markdown,
    read: (text) => rendered('markdown', text),
  },
  {
    name: 'tiptap',
    charactersMax: 1_000_000,
    units: tiptap,
    read: (text) => {
      const checked = checkTiptapText(text);
      return checked.ok ? rendered('tiptap', checked.source) : checked;
    },
  },
  {
    name: 'a text in Tiptap',
    charactersMax: 990_000,
    units: html,
    read: (text) => {
      const node = { type: 'paragraph', content: [{ type: 'text', text: text.toWellFormed() }] };
      const checked = checkTiptapText(JSON.stringify({ type: 'doc', content: [node] }));
      return checked.ok ? rendered('tiptap', checked.source) : checked;
    },
  },
  {
    name: 'html, as every client shows it',
    charactersMax: 2_000_000,
    units: html,
    read: (text) => readHtml(text, 'every_client'),
  },
  {
    name: 'html, verified',
    charactersMax: 2_000_000,
    units: html,
    read: (text) => verifyContent({ ...content, html: text, purpose: 'campaign' }),
  },
  {
    name: 'stylesheets, verified',
    charactersMax: 2_000_000,
    units: css,
    read: (text) => verifyContent({ ...content, html: `<style>${text}`, purpose: 'campaign' }),
  },
  {
    name: 'html, quick check',
    charactersMax: 200_000,
    units: html,
    read: (text) => needsVerification({ ...content, html: text, purpose: 'transactional' }),
  },
  {
    name: 'stylesheets, quick check',
    charactersMax: 190_000,
    units: css,
    read: (text) => needsVerification({ ...content, html: `<style>${text}`, purpose: 'transactional' }),
  },
  {
    name: 'markdown, quick check',
    charactersMax: 1_000_000,
    units: markdown,
    read: (text) =>
      mayBeNoticed({ ...content, body: { kind: 'markdown', source: text }, purpose: 'transactional' }),
  },
  {
    name: 'markdown, verified',
    charactersMax: 1_000_000,
    units: markdown,
    read: (text) =>
      judgeContent({ ...content, body: { kind: 'markdown', source: text }, purpose: 'campaign' }),
  },
  {
    name: 'plain text, verified',
    charactersMax: 2_000_000,
    units: [...html, ...links],
    read: (text) => judgeContent({ ...content, text, body: null, purpose: 'campaign' }),
  },
  {
    name: 'a subject and a name, verified',
    charactersMax: 1_000,
    units: [...html, ...words],
    read: (text) =>
      verifyContent({
        ...content,
        subject: text,
        preview: text,
        from: { ...sender, displayName: text },
        html: '<a href="https://b.example">a</a>',
        purpose: 'campaign',
      }),
  },
  {
    name: 'links, verified',
    charactersMax: 1_000_000,
    units: links,
    read: (text) => verifyContent({ ...content, html: `<a href="${text}">a</a>`, purpose: 'campaign' }),
  },
  {
    name: 'many links, verified',
    charactersMax: 1_000_000,
    units: links,
    read: (text) => {
      const each = Array.from(text.matchAll(/.{1,40}/gs), ([target]) => `<a href="${target}">a</a>`);
      return verifyContent({ ...content, html: each.join(''), purpose: 'campaign' });
    },
  },
  {
    name: 'merge fields',
    charactersMax: 2_000_000,
    units: ['{', '{{', '{{{', '}', '}}', '}}}', '{{a', '{{a|', '{{a}}', '{{ a | ', 'a', '.', '|', ' '],
    read: (text) => [mergeFieldsIn(text), fillMergeFields(text, filling, 'html')],
  },
  {
    name: 'a body that is not rendered',
    charactersMax: 2_000_000,
    units: html,
    read: (text) =>
      unrenderedEmail({ body: { kind: 'html', source: text }, preview: text.slice(0, 500), values: filling }),
  },
  {
    name: 'a preview text',
    charactersMax: previewLimits.textCharacters,
    units: [...html, '\u{200b}', '\n\t ', '“'],
    read: (text) => quoted(text),
  },
  { name: 'a preview', charactersMax: 1_000, units: html, read: hiddenPreview },
  {
    name: 'the people named in a result',
    charactersMax: jsonCharactersMax,
    units: [...addresses, 'sub_', 'sub_01jd7zq8k4m2n6p8r0s2t4v6w8', '\n'],
    read: (text) => peopleIn(box, 1, JSON.stringify({ text })),
  },
  {
    name: 'a message, read',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) => readMime(rawMessage(text)),
  },
  {
    name: 'the body of a message, read',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) =>
      readMime({
        header: 'Content-Type: multipart/mixed; boundary=a\r\n',
        body: Buffer.from(text).toString('latin1'),
      }),
  },
  {
    name: 'a message whose long lines are encoded again',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) => [...fitLines(rawMessage(text))],
  },
  {
    name: 'a message, quick scan',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) => seenText(rawMessage(text)),
  },
  {
    name: 'a rewritten message',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) =>
      writeSubmitted(
        { ...rawMessage(text), header: rawMessage(text).header.slice(0, headerOctetsMax) },
        { from: sender, replyTo: null, messageId: '<a@acme.example>', date: 0, headers: [] },
        { sevenBit: true },
      ),
  },
  {
    name: 'the parts of a rewritten message',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) =>
      writeSubmitted(
        {
          header: 'From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=a\r\n',
          body: `--a\r\n\xe4\r\n${Buffer.from(text).toString('latin1')}`,
        },
        { from: sender, replyTo: null, messageId: '<a@acme.example>', date: 0, headers: [] },
        { sevenBit: true },
      ),
  },
  {
    name: 'the header of a message',
    charactersMax: 256 * kibi,
    units: headers,
    read: (text) => readSubmittedHeader(`From: a@b.example\r\n${Buffer.from(text).toString('latin1')}\r\n`),
  },
  {
    name: 'the addresses in a message',
    charactersMax: 256 * kibi,
    units: addresses,
    read: (text) =>
      readSubmittedHeader(`From: a@b.example\r\nTo: ${Buffer.from(text).toString('latin1')}\r\n`),
  },
  {
    name: 'the idempotency key of a message',
    charactersMax: messageOctetsMax,
    units: headers,
    read: idempotencyKeyIn,
  },
  {
    name: 'the digest of a message',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) => messageFingerprint(rawMessage(text)),
  },
  {
    name: 'the signed body of a message',
    charactersMax: messageOctetsMax,
    units: headers,
    read: canonicalBody,
  },
  { name: 'octets as text', charactersMax: 256 * kibi, units: headers, read: textOfOctets },
  {
    name: 'an incoming message',
    charactersMax: messageOctetsMax,
    units: ['\r\n', '\n', '\r', '.', '..', '\r\n.', '\r\n.\r', '\r\n..\r\n', 'a', '\0', 'aaaaaaaa'],
    read: (text) => {
      const reader = lineReader();
      reader.beginMessage(messageOctetsMax, () => true);
      for (let at = 0; at < text.length; at += 64 * kibi) {
        reader.push(Buffer.from(text.slice(at, at + 64 * kibi)));
        if (reader.message()) break;
      }
      return reader.waiting();
    },
  },
  {
    name: 'a message, octet by octet',
    charactersMax: 100_000,
    units: ['\r\n', '\n', '\r', '.', '..', '\r\n.', 'a', 'aaaaaaaa'],
    read: (text) => {
      const reader = lineReader();
      reader.beginMessage(messageOctetsMax, () => true);
      const one = Buffer.alloc(1);
      for (const octet of Buffer.from(text)) {
        one[0] = octet;
        reader.push(one);
        if (reader.message()) break;
      }
      return reader.waiting();
    },
  },
  {
    name: 'SMTP commands',
    charactersMax: 64 * kibi,
    units: ['\r\n', '\n', '\r', 'EHLO a', 'NOOP ', 'MAIL FROM:<', 'a', ' ', '\0'],
    read: (text) => {
      const reader = lineReader();
      reader.push(Buffer.from(text));
      let lines = 0;
      for (let line = reader.line(); line !== null && line.kind === 'line'; line = reader.line()) lines += 1;
      return lines;
    },
  },
  {
    name: 'the arguments of MAIL and RCPT',
    charactersMax: smtpLineOctetsMax,
    units: [
      '<',
      '>',
      '<a@b>',
      ' SIZE=1',
      ' ENVID=',
      ' ORCPT=rfc822;',
      '+2B',
      '+',
      '"',
      '\\',
      ' ',
      'NOTIFY=',
      'DELAY,',
      '=',
    ],
    read: (text) => [
      readSender(` FROM:<a@b>${text}`),
      readSender(` FROM:<${text}`),
      readRecipient(` TO:<a@b> ${text}`),
    ],
  },
  {
    name: 'a returned message',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) => readReturn(text, true),
  },
  {
    name: 'the parts of a report',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) =>
      readReturn(`Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\n${text}\r\n--a--\r\n`, true),
  },
  {
    name: 'a delivery status',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) =>
      readReturn(
        `Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\nContent-Type: message/delivery-status\r\n\r\n${text}`,
        true,
      ),
  },
  {
    name: 'the text of a bounce',
    charactersMax: messageOctetsMax,
    units: [...headers, ...words],
    read: (text) => readReturn(`From: mailer-daemon@a\r\nSubject: failure notice\r\n\r\n${text}`, true),
  },
  {
    name: 'a possible complaint',
    charactersMax: messageOctetsMax,
    units: headers,
    read: (text) => mayBeComplaint(rawMessage(text)),
  },
  {
    name: 'CSV rows',
    charactersMax: mebi,
    units: [
      '"',
      '""',
      ' ',
      '" ',
      ' "',
      ',',
      ';',
      '\t',
      '\n',
      '\r\n',
      '\r',
      'a',
      "'",
      '=',
      '",',
      ',"',
      'a@b.example,bounce\n',
    ],
    read: (text) => findings(() => [...rowsOfText(text)]),
  },
  {
    name: 'the header of an import file',
    charactersMax: 64 * 1024,
    units: ['email,', 'a', '_', ' ', '"', ';', '\t', '|', '\n', 'a@b.example,', '1', '(2)', 'sep=', '\u0301'],
    read: (text) => findings(() => findReading(`email,${text}`, 'utf-8', {}, [])),
  },
  {
    name: 'an import row',
    charactersMax: mebi,
    units: ['"', '""', ',', ';', '|', ' ', 'a', '{', '}', '1', '2024-01-01', '-', ':', 'T', '@', '\\'],
    read: (text) => importedRows.map((reader) => reader.read({ line: 1, cells: ['a@b.example', text] })),
  },
  {
    name: 'the address in an import row',
    charactersMax: mebi,
    units: [
      ' ',
      '\u200b',
      '<',
      '>',
      ';',
      ',',
      'mailto:',
      '[',
      '](',
      ')',
      '“',
      '”',
      '"',
      "'",
      'a',
      '@',
      'b.example',
      '?',
    ],
    read: (text) => importedRows.map((reader) => reader.read({ line: 1, cells: [text, ''] })),
  },
  {
    name: 'suppressions as CSV',
    charactersMax: mebi,
    units: [
      '"',
      ',',
      '\n',
      "'",
      '=',
      'a@b.example',
      ',bounce',
      ',unsubscribe,',
      '2026-01-31',
      'email,',
      'origin',
      'a',
    ],
    read: (text) => [...readSuppressionCsv(`email,origin,scope,expires_at\n${text}`, 0)].length,
  },
  {
    name: 'a cell with an attribute or tags',
    charactersMax: mebi,
    units: ["'", '=', '-', '0', '1', '.', 'e', '+', 'true', '"', ',', '\n', 'a'],
    read: (text) =>
      [attributeCell(text), readAttributeCell(text), tagsCell([text]), readTagsCell(text)].length,
  },
  {
    name: 'a result for an assistant',
    charactersMax: mebi,
    units: [
      '/u/',
      '1',
      'a',
      '-eml_',
      'sub_',
      'a'.repeat(26),
      '=\r\n',
      '\r\n',
      '=',
      ' ',
      'aGVsbG8g'.repeat(10),
    ],
    read: (text) => hideLinks({ text }),
  },
  {
    name: 'the links and codes of a mail',
    charactersMax: 250_000,
    units: [
      ...[
        '<a ',
        'href=',
        '"',
        "'",
        '>',
        '</a>',
        '<',
        '<!--',
        '-->',
        '<style>',
        '</style',
        '<img alt=',
        '&#',
        '&amp;',
      ],
      ...['code ', 'pin', '1234', '123 456', 'AB1C-', 'https://', ' ', '\n', 'a', '='],
    ],
    read: (text) => mailExtracts(text, text),
  },
  {
    name: 'a message in an mbox',
    charactersMax: mebi,
    units: ['>', 'From ', 'From', '\r\n', '\n', ' ', 'a'],
    read: (text) => formatMbox({ id: 'raw_1', header: 'Subject: a\r\n', body: text, createdAt: 0 }),
  },
  {
    name: 'a JSON body',
    charactersMax: jsonCharactersMax,
    units: json,
    read: (text) => readJson({ 'content-type': 'application/json' }, Buffer.from(text)),
  },
  {
    name: 'a content type',
    charactersMax: headerCharactersMax,
    units: ['application/json', ';', ' ', '\t', 'charset', '=', '"utf-8"', 'utf-8', '"'],
    read: (text) => readJson({ 'content-type': `application/json${text}` }, Buffer.from('{}')),
  },
  {
    name: 'the arguments of a tool',
    charactersMax: jsonCharactersMax,
    units: json,
    read: (text) => {
      const given = parsed(text);
      if (given instanceof Failure) return given;
      unsoundField(given);
      return [
        readBy(sendEmail.input, given),
        readBy(sendEmail.input, { to: given, html: given, headers: given, tags: given }),
        canonicalJson(given),
      ];
    },
  },
  {
    name: 'named arguments of a tool',
    charactersMax: mebi,
    units: ['"a":1,', '"to":', '"a.b":0,', '"__proto__":0,'],
    read: (text) => {
      const given: Record<string, unknown> = {};
      for (const [place, [name]] of [...text.matchAll(/.{1,12}/gs)].entries()) given[name] = place;
      readBy(sendEmail.input, given, () => ({ fields: Object.keys(sendEmail.input.shape) }));
      return readArguments(sendEmail, given);
    },
  },
  {
    name: 'a rule',
    charactersMax: mebi,
    units: [
      '{"and":[',
      '{"or":[',
      '{"field":"tags","operator":"eq","value":"a"},',
      '{"field":"event.a","operator":"count_lt","value":1e9,"within":"9 days"},',
      ']},',
      '{',
      '[',
      '"a":',
      '0,',
    ],
    read: (text) => {
      const given = parsed(text);
      return given instanceof Failure
        ? given
        : [readBy(RuleInput, given), readBy(RuleInput, { and: [given] })];
    },
  },
  {
    name: 'the values of a rule',
    charactersMax: 1_000,
    units: words,
    read: (text) => [
      readSpanMs(text),
      readRuleTime(text),
      untilEnd(text, { at: null, days: [] }, 'UTC'),
      readBy(RuleInput, { field: text, operator: 'eq', value: text }),
    ],
  },
  {
    name: 'a query',
    charactersMax: headerCharactersMax,
    units: ['a', '&', '=', '%', '%41', '+', ',', 'tag=', '&tag=a', ';', '&limit=1', '[', '&a='],
    read: (text) => {
      const query = new URLSearchParams(text);
      return listInput({ hasQuery: true, query, headers: {}, json: {} } as never, {});
    },
  },
  {
    name: 'a form',
    charactersMax: 32 * kibi,
    units: ['a', '&', '=', '%', '%41', '+', '&a=', '&scope=a', '\0', '&redirect_uri=https://'],
    read: (text) =>
      readForm({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(text),
      } as never),
  },
  { name: 'a mailbox', charactersMax: mailboxCharactersMax, units: addresses, read: parseMailbox },
  {
    name: 'a domain name',
    charactersMax: 256 * kibi,
    units: [...addresses, ...links],
    read: (text) => [
      readDomainName(text),
      plainHost(text),
      isPublicSuffix(text),
      suggestDomain(text.slice(0, 253)),
    ],
  },
  {
    name: 'a list of domains',
    charactersMax: mebi,
    units: [...addresses, '#', '!', '\n', '\r\n'],
    read: readDomainRules,
  },
  {
    name: 'a subject, written',
    charactersMax: 1_000,
    units: [...headers, ...addresses],
    read: (text) => textField('Subject', text.replace(/\p{Cc}/gu, ' ')),
  },
  {
    name: 'a message, composed',
    charactersMax: 2_000_000,
    units: html,
    read: (text) =>
      composeMessage({
        from: sender,
        to: sender,
        replyTo: null,
        subject: text.slice(0, 500).replace(/\p{Cc}/gu, ' '),
        html: text,
        text,
        messageId: '<a@acme.example>',
        date: 0,
        headers: [],
      } as never),
  },
  {
    name: 'DNS TXT records',
    charactersMax: 64 * kibi,
    units: dnsTexts,
    read: (text) => {
      const texts = [text, `v=spf1 ${text}`, `v=DMARC1; ${text}`, `v=STSv1; ${text}`];
      return [
        spfRecordsIn(texts),
        spfValue([texts[1]!], ['include:a.example', 'ip4:192.0.2.7']),
        spfValue([texts[1]!, texts[1]!], ['include:a.example']),
        allows(texts[1]!, 'include:a.example'),
        spfAsks(texts[1]!, 'a.example'),
        dmarcRecordsIn(texts),
        policyIn(texts),
        endsWalk(texts[2]!),
        isUsable(texts[2]!),
        parseTagList(text).size,
        holdsKey(text, { algorithm: 'rsa', publicKey: 'a' }),
        stsPolicyId(texts),
        isPlainSpf(texts[1]!),
      ];
    },
  },
  {
    name: 'an MTA-STS policy',
    charactersMax: documentOctetsMax,
    units: [
      'version: STSv1\n',
      'mode: enforce\n',
      'mx: *.a.example\n',
      'mx: ',
      'max_age: 1',
      '\n',
      '\r\n',
      ':',
      ' ',
      'a.',
    ],
    read: readStsPolicy,
  },
  {
    name: 'SMTP replies',
    charactersMax: 256 * kibi,
    units: [
      '250-',
      '250 ',
      '250-SIZE ',
      '250-AUTH PLAIN ',
      '550 5.1.1 ',
      '\r\n',
      '\n',
      '\r',
      '421 ',
      ' ',
      'a',
      '\xe4',
      'rate limit ',
    ],
    read: (text) => {
      const reader = new ReplyReader();
      for (let at = 0; at < text.length; at += 16 * kibi) {
        reader.push(Buffer.from(text.slice(at, at + 16 * kibi), 'latin1'));
        for (;;) {
          const reply = reader.next();
          if (reply === 'broken') return reply;
          if (reply === 'incomplete') break;
          readCapabilities(reply);
          const { code, enhanced, reply: said } = readReply(reply);
          const answered = { stage: 'data', code, enhanced, text: said } as const;
          classifyReply(answered);
          isThrottling(answered);
          hasTooManyConnections(answered);
        }
      }
      return reader.unread;
    },
  },
  {
    name: 'reasons in a report',
    charactersMax: 2_000,
    units: [...headers, ...words],
    read: (text) => [remoteText(text), classifyReply({ stage: 'final', code: 550, enhanced: '5.0.0', text })],
  },
  {
    name: 'a signed token',
    charactersMax: headerCharactersMax,
    units: ['eyJhbGciOiJSUzI1NiJ9', '.', 'e30', 'A', '=', '-', '_', '{"alg":', '['],
    read: (text) => [unlessRefused(() => decodeProtectedHeader(text)), unlessRefused(() => decodeJwt(text))],
  },
  {
    name: 'keys of an issuer',
    charactersMax: documentOctetsMax,
    units: ['{"keys":[', '{"kty":"RSA","n":"AQAB","e":"AQAB"},', '{"kty":"EC"},', '[', '{', ']}', '"a":'],
    read: (text) =>
      [text, `{"keys":[${text}{}]}`].map((set) => unlessRefused(() => createLocalJWKSet(JSON.parse(set)))),
  },
  {
    name: 'a client document',
    charactersMax: documentOctetsMax,
    units: [...json, ...links, '"redirect_uris":["https://a.example/b",'],
    read: (text) => [
      readClientDocument('https://a.example/c', text),
      readClientDocument(
        'https://a.example/c',
        JSON.stringify({
          client_id: 'https://a.example/c',
          client_name: text,
          redirect_uris: [text, `https://a.example/${text}`],
        }),
      ),
    ],
  },
  {
    name: 'a redirect target',
    charactersMax: 32 * kibi,
    units: links,
    read: (text) => [
      redirectTarget(text),
      redirectTarget(`https://a.example/${text}`),
      hasDotSegment(text),
      isRegistered(text, [`${text}a`], []),
    ],
  },
  {
    name: 'words in a header',
    charactersMax: headerCharactersMax,
    units: words,
    read: (text) => [
      languageFor({ chosen: text, known: text, accept: text }),
      machineReasons(
        'opened',
        {
          method: 'GET',
          user_agent: text,
          ip: '192.0.2.1',
          purpose: text,
          fetch_mode: null,
          fetch_dest: null,
        } as never,
        null,
        0,
        { takenAt: null, leaves: true, earlier: [] },
      ),
      askedScopes(text),
    ],
  },
  {
    name: 'an idempotency key',
    charactersMax: headerCharactersMax,
    units: [...words, ...json],
    read: readIdempotencyKey,
  },
  {
    name: 'a misspelled name',
    charactersMax: 64 * kibi,
    units: words,
    read: (text) => didYouMean(text, ['subject', 'html', 'reply_to', text.slice(1)]),
  },
  {
    name: 'network names',
    charactersMax: 64 * kibi,
    units: [...addresses, '0:', '::', 'ffff:', '127.', '\n'],
    read: (text) => {
      const hosts = text.split('\n');
      const value = hosts.map((exchange) => ({ exchange, priority: 1 }));
      return [
        mailHosts(hosts),
        mxRoute('a.example', { kind: 'found', value } as never, 'mx.b.example', () => 0.5),
        takesConnections(text),
        isGlobalAddress(text),
        maskToNetwork(text),
      ];
    },
  },
  {
    name: 'names of people and programs',
    charactersMax: headerCharactersMax,
    units: [...addresses, ...fences, '\n'],
    read: (text) => [
      clientName(text),
      cleanSenderName(text),
      collectInputIds({ id: text, [text]: text, email: text }),
    ],
  },
  {
    name: 'an approval form',
    charactersMax: headerCharactersMax,
    units: [...addresses, ...fences, '“', '\n'],
    read: (text) => [
      describePreview('Send', askedPreview(text)),
      describePreview('Do', { ...askedPreview(text), from: null, subjects: [], recipients: 0 }),
      cleanNote(text),
    ],
  },
  { name: 'visible text', charactersMax: 2_000_000, units: [...fences, ...html], read: stripInvisible },
  {
    name: 'untrusted text for an assistant',
    charactersMax: 2_000_000,
    units: [...fences, ...html],
    read: (text) => [
      markedText(text),
      unmarkedText(text),
      markdownText(text),
      isMachineValue(text),
      isPlainHost(text),
      isFieldPath(text),
    ],
  },
  {
    name: 'code blocks of the documentation',
    // The longest block of the documentation has fewer than 1,000.
    charactersMax: 4_000,
    units: code,
    read: (text) =>
      ['json', 'sh', 'ts', 'python', 'ruby', 'go', 'ini', 'yaml'].map((language) =>
        highlightCode(text, language),
      ),
  },
  ...integrationReaders,
  ...workflowReaders,
];

/** Whether a reader may throw this: a refusal that the caller receives. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Failure || error instanceof UnsafeMessage;
}

function unlessRefused(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Findings of a refused text count too. */
function findings(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

/** Fills every field that outsiders can write with the same text. */
function askedPreview(text: string): SendPreview {
  return {
    object: 'send_preview',
    tool: 'send_email',
    from: text,
    subjects: [text],
    text,
    recipients: 1,
    at_least: false,
    to: [text],
    skipped: [],
    delivery: 'live',
    scheduled_at: null,
    badges: [],
    warnings: [text],
  };
}
