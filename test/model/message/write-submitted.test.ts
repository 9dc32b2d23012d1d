import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import PostalMime, { decodeWords } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { isHeaderSafe } from '../../../src/model/address.ts';
import { writeMessage } from '../../../src/world/mail/write-message.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { anyLine, bodyOf, fieldsOf, letter, mailbox, namesOf, raw, seed, written } from './letters.ts';

const header = `From: Acme <news@acme.example>
To: ada@reader.example
Subject: Hello
Date: Sat, 21 Nov 2026 11:00:00 +0100
Message-ID: <kept@client.example>
MIME-Version: 1.0
Content-Type: text/plain`;

describe('a submitted message', () => {
  test('is forwarded octet for octet', async () => {
    const message = raw(
      `x-odd:  two  blanks\n\tand a fold  \n${header}\nDKIM-Signature: v=1; d=other.example`,
      '.\n..\n \t\nGrüße\n\n',
    );
    const wire = await writeMessage(letter({ raw: message }));
    expect(wire.bytes.toString('latin1')).toBe(`${message.header}\r\n${message.body}`);
    expect([wire.eightBit, wire.utf8, wire.to]).toEqual([true, false, 'ada@reader.example']);
  });

  test('gets a missing Date or Message-ID, and keeps existing ones', async () => {
    expect(fieldsOf(await written(letter({ raw: raw(header, 'x\n') })))).toContainEqual([
      'Message-ID',
      '<kept@client.example>',
    ]);
    const bare = await written(
      letter({ raw: raw('From: news@acme.example\nmessage-id:\nSubject: x', 'x\n') }),
    );
    expect(fieldsOf(bare)).toEqual([
      ['From', 'news@acme.example'],
      ['Subject', 'x'],
      ['Date', 'Sat, 21 Nov 2026 12:00:05 +0000'],
      ['Message-ID', '<eml_1@acme.example>'],
    ]);
  });

  test('loses recipients that only the envelope may name, and fields meant for this server', async () => {
    const text = await written(
      letter({
        raw: raw(
          `Bcc: eve@reader.example
BCC : eve@reader.example,
  mallory@reader.example
Resent-Bcc: eve@reader.example
Return-Path: <eve@reader.example>
Authentication-Results: mx.reader.example; spf=pass smtp.mailfrom=eve@reader.example
Idempotency-Key: k
X-Tags: a, b
X-Preview: p
X-Track: off
not a field at all
${header}`,
          'x\n',
        ),
      }),
    );
    expect(namesOf(text)).toEqual([
      'From',
      'To',
      'Subject',
      'Date',
      'Message-ID',
      'MIME-Version',
      'Content-Type',
    ]);
    expect(text).not.toMatch(/eve|mallory/);
  });

  test('starts with our own fields, which replace its own fields except trace fields', async () => {
    const text = await written(
      letter({
        raw: raw(
          `Received: from a by b; Sat, 21 Nov 2026 11:59:00 +0000\nCFBL-Address: x@client.example\n${header}`,
          'x\n',
        ),
        headers: [
          [
            'Received',
            'from client (client [192.0.2.1]) by mail.acme.example with ESMTPSA id x; Sat, 21 Nov 2026 12:00:00 +0000',
          ],
          ['CFBL-Address', 'fbl@acme.example; report=arf'],
        ],
      }),
    );
    expect(namesOf(text).slice(0, 4)).toEqual(['Received', 'CFBL-Address', 'Received', 'From']);
    expect(fieldsOf(text)[0]![1]).toContain('from client (client [192.0.2.1]) by mail.acme.example');
    expect(text.match(/CFBL-Address/g)).toHaveLength(1);
  });

  test.each([
    ['of another address', 'From: eve@evil.example'],
    ['twice', 'From: news@acme.example\nfrom: eve@evil.example'],
    ['of two addresses', 'From: news@acme.example, eve@evil.example'],
    ['that parsers do not agree on', 'From: "eve@evil.example" (x) <news@acme.example>'],
    ['in no form', 'From: Acme'],
    ['not at all', 'X-From: x'],
  ])('with a From %s gets the verified From', async (_how, from) => {
    const text = await written(letter({ raw: raw(`${from}\nSubject: x`, 'x\n') }));
    expect(fieldsOf(text).filter(([name]) => name.toLowerCase() === 'from')).toEqual([
      ['From', 'Acme <news@acme.example>'],
    ]);
  });

  test.each([
    ['bare addresses', 'ceo@bank.example', 'ceo@bank.example'],
    ['dots', 'J. Doe', 'J. Doe'],
    ['an address in an encoded-word', '=?utf-8?q?ceo@bank.example?=', 'ceo@bank.example'],
  ])('with %s as the name in From gets a quoted name', async (_what, name, read) => {
    const from = mailbox(`${name} <news@acme.example>`);
    const message = raw(`From: ${name} <news@acme.example>\nSubject: x`, 'x\n');
    const text = await written(letter({ raw: message, from }));
    expect(fieldsOf(text)[0]).toEqual(['From', `"${read}" <news@acme.example>`]);
  });

  test.each([
    'news@acme.example',
    '<news@acme.example>',
    'Acme <news@acme.example>',
    'Acme & Co "of ceo@bank.example \\" <x>" =?utf-8?q?Gr=C3=BC=C3=9Fe?= <news@acme.example>',
  ])('keeps its From %s', async (from) => {
    const text = await written(letter({ raw: raw(`From: ${from}\nSubject: x`, 'x\n') }));
    expect(fieldsOf(text)[0]).toEqual(['From', from]);
  });

  test.each([
    ['another domain', 'ceo@bank.example'],
    ['a domain below', 'ceo@mail.acme.example'],
    ['two addresses', 'news@acme.example, ceo@bank.example'],
    ['a name that is an address', 'ceo@bank.example <news@acme.example>'],
    ['no address', ''],
  ])('loses a Sender with %s', async (_what, sender) => {
    const text = await written(letter({ raw: raw(`sender: ${sender}\n${header}`, 'x\n') }));
    expect(namesOf(text).map((name) => name.toLowerCase())).not.toContain('sender');
    expect(text).not.toContain('ceo@');
  });

  test('keeps a Sender in the domain of its From', async () => {
    const field = 'Sender: The "Post Room" <post@ACME.example>';
    const text = await written(letter({ raw: raw(`${field}\n${header}`, 'x\n') }));
    expect(text.startsWith(`${field}\r\n`)).toBe(true);
  });

  test.each([
    ['a line of blanks in its header', 'Subject: z\n\t\n From: eve@evil.example\nX: y'],
    ['a line of blanks at its end', 'Subject: z\n \nX: y'],
    ['a vertical tab', 'Subject: z\v\nX: y'],
    ['a DEL', 'Subject: z\x7f\nX: y'],
  ])('with %s is not sent', async (_what, field) => {
    const message = raw(`${field}\nFrom: news@acme.example`, 'a\v\n \n');
    await expect(written(letter({ raw: message }))).rejects.toThrow(
      expect.objectContaining({ name: 'UnsafeMessage', enhanced: '5.6.0' }),
    );
  });

  test('with control characters and blank lines in its body is sent', async () => {
    expect(bodyOf(await written(letter({ raw: raw(header, 'a\v\x7f\n \n\t\n') })))).toBe(
      'a\v\x7f\r\n \r\n\t\r\n',
    );
  });

  test('is sent only to the recipients it was verified for', async () => {
    const to = { ...mailbox('ada@reader.example'), address: 'eve@elsewhere.example' };
    await expect(written(letter({ raw: raw(header, 'x\n'), to }))).rejects.toThrow('does not agree');
  });

  test.each([
    ['a bare LF', 'a\nb\r\n'],
    ['a bare CR', 'a\rb\r\n'],
    ['a smuggled end', 'a\r\n.\n\r\n'],
    ['a line of 999', `${'x'.repeat(999)}\r\n`],
    ['no end', 'a'],
  ])('with %s in its body is not sent', async (_what, body) => {
    const message = { ...raw(header, ''), body };
    await expect(written(letter({ raw: message }))).rejects.toThrow(
      expect.objectContaining({ name: 'UnsafeMessage' }),
    );
  });
});

describe('UTF-8 in a submitted header', () => {
  test('stays unchanged in a value too long for a domain', async () => {
    const line = `Resent-To: x@${'\u4e00'.repeat(300)}\n`;
    const wire = await writeMessage(
      letter({ raw: raw(`From: news@acme.example\n${line.repeat(2)}`, 'x\n') }),
    );
    expect(wire.utf8).toBe(true);
  });

  test('is encoded, so that no server needs SMTPUTF8', async () => {
    const wire = await writeMessage(
      letter({
        raw: raw(
          `From: Zoë's "Äcme" <news@acme.example>
To: "Müller, Jörg" <joerg@reader.example>, Renée (Rédaction) Roe <r@reader.example>,
 Freunde: a@reader.example, Bär <b@reader.example>;, x@bücher.example
Reply-To: =?utf-8?q?A=C3=A4?= ö <news@acme.example>
Subject: Grüße an =?utf-8?q?Zo=C3=AB?= und  alle
X-Note: plain words, "dänn" Wörter  mit Lücken, then plain
List-Unsubscribe: <https://acme.example/ü?x=é>
Content-Type: text/plain; charset=utf-8; name="résumé; 1.txt"
Content-Disposition: attachment; filename="日本語のとても長いファイル名です、本当に長い.pdf"`,
          'x\n',
        ),
      }),
    );
    const text = wire.bytes.toString('latin1');
    expect([wire.eightBit, wire.utf8]).toEqual([false, false]);
    expect(text).toMatch(/^[\0-\x7f]*$/);
    const read = await PostalMime.parse(text);
    expect(read.from).toEqual({ name: "Zoë's Äcme", address: 'news@acme.example' });
    expect(read.to).toEqual([
      { name: 'Müller, Jörg', address: 'joerg@reader.example' },
      expect.objectContaining({ address: 'r@reader.example' }),
      {
        name: 'Freunde',
        group: [
          { name: '', address: 'a@reader.example' },
          { name: 'Bär', address: 'b@reader.example' },
        ],
      },
      { name: '', address: 'x@xn--bcher-kva.example' },
    ]);
    expect(read.replyTo).toEqual([{ name: 'Aä ö', address: 'news@acme.example' }]);
    expect(read.subject).toBe('Grüße an Zoë und  alle');
    const values = new Map(fieldsOf(text));
    expect(values.get('X-Note')).toMatch(/^plain words, =\?UTF-8\?.* then plain$/);
    expect(decodeWords(values.get('X-Note')!)).toBe('plain words, "dänn" Wörter  mit Lücken, then plain');
    expect(values.get('List-Unsubscribe')).toBe('<https://acme.example/%C3%BC?x=%C3%A9>');
    expect(read.attachments[0]?.filename).toBe('日本語のとても長いファイル名です、本当に長い.pdf');
    for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
  });

  test('stays if ASCII has no equivalent, and requires SMTPUTF8', async () => {
    const about = letter({ raw: raw(`${header}\nCc: Zoë <zoë@reader.example>`, 'x\n') });
    const wire = await writeMessage(about);
    expect([wire.eightBit, wire.utf8]).toEqual([false, true]);
    expect(wire.bytes.toString()).toContain('=?UTF-8?Q?Zo=C3=AB?= <zoë@reader.example>');
  });

  test('that is invalid is decoded by its most likely charset', async () => {
    const message = { header: 'From: news@acme.example\r\nSubject: Gr\xfc\xdfe\r\n', body: 'x\r\n' };
    expect((await PostalMime.parse(await written(letter({ raw: message })))).subject).toBe('Grüße');
  });

  test('round-trips in any subject or name and adds no field', async () => {
    const line = anyLine
      .filter(isHeaderSafe)
      .map((text) => text.toWellFormed().trim())
      // Encoded-words of the mail client are decoded, and its long lines stay as they are.
      .filter(
        (text) =>
          text !== '' && !text.includes('=?') && text.split(/[ \t]/).every(({ length }) => length < 300),
      );
    await fc.assert(
      fc.asyncProperty(line, line, async (subject, name) => {
        const quoted = name.replace(/["\\]/g, '\\$&').replaceAll('\t', ' ');
        const about = letter({
          raw: raw(`From: "${quoted}" <news@acme.example>\nSubject: ${subject}`, 'x\n'),
        });
        const text = await written(about);
        expect(namesOf(text)).toEqual(['From', 'Subject', 'Date', 'Message-ID']);
        const read = await PostalMime.parse(text);
        expect(read.subject).toBe(subject);
        expect(read.from!.address).toBe('news@acme.example');
        const from = fieldsOf(text)[0]![1];
        expect(addressparser(from)).toEqual([expect.objectContaining({ address: 'news@acme.example' })]);
      }),
      { seed, numRuns: randomRuns(300) },
    );
  });
});

describe('a submitted message for a server without 8BITMIME', () => {
  test('without octets above 127 stays unchanged', async () => {
    const message = raw(`${header}\nContent-Transfer-Encoding: 8bit`, 'plain\n');
    const text = await written(letter({ raw: message }), { sevenBit: true });
    expect(text).toBe(`${message.header}\r\n${message.body}`);
    expect(bodyOf(text)).toBe('plain\r\n');
  });
});
