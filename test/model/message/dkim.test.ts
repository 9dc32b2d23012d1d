import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHeaderSafe } from '../../../src/model/address.ts';
import { composeMessage } from '../../../src/model/message/compose.ts';
import { canonicalBody } from '../../../src/model/message/dkim.ts';
import type { DkimSigner, OutgoingMessage } from '../../../src/world/mail/mail.ts';
import { signMessage } from '../../../src/world/mail/write-message.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import {
  anyLine,
  anyText,
  bothPass,
  ed25519Signer,
  fieldsOf,
  letter,
  mailbox,
  namesOf,
  raw,
  rsaSigner,
  seed,
  signedByBoth,
  verdicts,
  written,
} from './letters.ts';

const campaign: Partial<OutgoingMessage> = {
  replyTo: mailbox('Help <help@acme.example>'),
  subject: 'Grüße an Zoë 🎉 und an alle, die mit uns durch dieses Jahr gegangen sind',
  html: '<p>  two  blanks\tand a tab </p>\n\n\n',
  text: 'line \n\n\n \n',
  headers: [
    ['List-Unsubscribe', `<https://acme.example/u/${'a1'.repeat(60)}>, <mailto:u@acme.example>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ['List-Id', '<news.acme.example>'],
    ['Feedback-ID', 'cmp_1:org_1:campaign:posthouse'],
    ['CFBL-Address', 'fbl@acme.example; report=arf'],
    ['X-Note', 'not signed'],
  ],
};

const submitted = raw(
  `Received: from client by mail.acme.example with ESMTPSA; Sat, 21 Nov 2026 12:00:00 +0000
Subject:  two   blanks	and a tab
from: "Ada  Lovelace"
 <news@acme.example>
To: ada@reader.example,
	bob@reader.example
Cc: carol@reader.example
Message-ID: <kept@client.example>
Date: Sat, 21 Nov 2026 12:00:00 +0000
In-Reply-To: <earlier@reader.example>
References: <first@reader.example>
 <earlier@reader.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit`,
  'Grüße  \n\n.\n..\nFrom here\t\n\n\n',
);

/** Returns the tags of a signature without blanks and folds. */
function tagsOf(message: string, at = 0): Map<string, string> {
  const value = fieldsOf(message).filter(([name]) => name === 'DKIM-Signature')[at]![1];
  return new Map(
    value.split(';').map((tag) => {
      const [, name, text] = /^\s*(\w+)\s*=(.*)$/s.exec(tag) ?? [];
      return [name!, text!.replace(/\s/g, '')] as const;
    }),
  );
}

describe('a DKIM signature', () => {
  const kinds: [name: string, message: OutgoingMessage][] = [
    ['a composed message', letter()],
    ['a campaign’s message', letter(campaign)],
    ['a submitted message', letter({ raw: submitted })],
    ['a submitted message without a body', letter({ raw: { ...submitted, body: '' } })],
  ];
  const keys: [name: string, signers: DkimSigner[]][] = [
    ['RSA', [rsaSigner]],
    ['Ed25519', [ed25519Signer]],
    ['both keys', [rsaSigner, ed25519Signer]],
  ];
  test.each(
    kinds.flatMap(([kind, message]) => keys.map(([by, signers]) => ({ kind, by, message, signers }))),
  )('on $kind with $by passes an independent verifier', async ({ message, signers }) => {
    const text = await written({ ...message, signers });
    const expected = signers.map(({ algorithm }) => ({ algorithm, result: 'pass' }));
    expect(await verdicts(text)).toEqual(expected);
    expect(namesOf(text).slice(0, signers.length)).toEqual(signers.map(() => 'DKIM-Signature'));
  });

  test('of a message for a server without 8BITMIME covers the 7-bit form', async () => {
    const text = await signedByBoth(letter({ raw: submitted }), { sevenBit: true });
    expect(text).toMatch(/^[\0-\x7f]*$/);
  });

  test('covers every important field, and protects fields that must not be added', async () => {
    const text = await signedByBoth(letter(campaign));
    const tags = tagsOf(text);
    expect([...tags.keys()]).toEqual(['v', 'a', 'c', 'd', 's', 't', 'h', 'bh', 'b']);
    expect(Object.fromEntries(tags)).toMatchObject({
      v: '1',
      a: 'rsa-sha256',
      c: 'relaxed/relaxed',
      d: 'acme.example',
      s: 'ph1',
      t: `${Date.UTC(2026, 10, 21, 12, 0, 5) / 1_000}`,
    });
    expect(tags.get('h')!.split(':')).toEqual([
      'from',
      'from',
      'to',
      'to',
      'cc',
      'subject',
      'subject',
      'date',
      'date',
      'message-id',
      'reply-to',
      'reply-to',
      'mime-version',
      'mime-version',
      'content-type',
      'content-type',
      'content-transfer-encoding',
      'feedback-id',
      'feedback-id',
      'list-unsubscribe',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'list-unsubscribe-post',
      'list-id',
      'cfbl-address',
    ]);
    expect(tagsOf(text, 1).get('bh')).toBe(tags.get('bh'));
    for (const line of text.slice(0, text.indexOf('\r\nDate:')).split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(78);
    }
  });

  test('is the same for every attempt', async () => {
    const message = letter({ ...campaign, signers: [rsaSigner, ed25519Signer] });
    expect(await written(message)).toBe(await written(message));
  });

  test('is the same in place and in a worker thread', async () => {
    const message = composeMessage(letter());
    const both = [rsaSigner, ed25519Signer];
    const inPlace = await signMessage(message, both, letter().date, true);
    expect(inPlace).toHaveLength(2);
    expect(await signMessage(message, both, letter().date, false)).toEqual(inPlace);
  });

  test('fits long names on its lines', async () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
    const signer = { ...ed25519Signer, domain, selector: 's'.repeat(63) };
    const text = await written(letter({ signers: [signer] }));
    expect(tagsOf(text).get('d')).toBe(domain);
    expect(tagsOf(text).get('s')).toBe('s'.repeat(63));
  });

  const changes: [what: string, change: (text: string) => string][] = [
    ['the subject', (text) => text.replace('Subject: =?', 'Subject: x =?')],
    ['the recipient', (text) => text.replace('To: <ada@', 'To: <eve@')],
    ['the list header', (text) => text.replace('https://acme.example/u/', 'https://evil.example/')],
    ['the body', (text) => text.replace('two', 'too')],
    ['the end of the body', (text) => `${text}more\r\n`],
    ['another From on top', (text) => `From: <eve@evil.example>\r\n${text}`],
    ['another Subject below', (text) => text.replace('MIME-Version', 'Subject: x\r\nMIME-Version')],
    [
      'another Reply-To',
      (text) => text.replace('MIME-Version', 'Reply-To: <eve@evil.example>\r\nMIME-Version'),
    ],
    ['the time of signing', (text) => text.replace(/ t=\d+/g, ' t=1')],
  ];
  test.each(changes)('is invalid after a change of %s', async (_what, change) => {
    const text = await signedByBoth(letter(campaign));
    const changed = change(text);
    expect(changed).not.toBe(text);
    for (const { result } of await verdicts(changed)) expect(result).toBe('fail');
  });

  const harmless: [what: string, change: (text: string) => string][] = [
    [
      'a field that servers add',
      (text) => `Received: from a by b; Sat, 21 Nov 2026 12:00:00 +0000\r\n${text}`,
    ],
    ['a fold', (text) => text.replace('Feedback-ID: ', 'Feedback-ID:\r\n\t ')],
    ['empty lines at the end', (text) => `${text}\r\n\r\n`],
    ['blanks at line ends', (text) => text.replace(/(.)\r\n$/, '$1 \t\r\n')],
  ];
  test.each(harmless)('is still valid after %s', async (_what, change) => {
    const text = await signedByBoth(letter(campaign));
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(await verdicts(changed)).toEqual(bothPass);
  });

  test('has only its own tags, whatever the header fields are named', async () => {
    const header = `${submitted.header}List-a;l=0;x: y\r\nContent-${'z'.repeat(100)}: y\r\n`;
    const text = await signedByBoth(letter({ raw: { ...submitted, header } }));
    expect([...tagsOf(text).keys()]).toEqual(['v', 'a', 'c', 'd', 's', 't', 'h', 'bh', 'b']);
  });

  test('of another signer is kept below ours', async () => {
    const theirs = 'v=1; a=rsa-sha256; c=simple/simple; d=other.example; s=x; h=from; bh=x; b=x';
    const header = `${submitted.header}DKIM-Signature: ${theirs}\r\n`;
    const text = await written(letter({ raw: { ...submitted, header }, signers: [rsaSigner] }));
    expect(fieldsOf(text).filter(([name]) => name === 'DKIM-Signature')[1]![1]).toBe(theirs);
    expect((await verdicts(text))[0]).toEqual({ algorithm: 'rsa-sha256', result: 'pass' });
  });
});

describe('any message', () => {
  const line = anyLine.filter(isHeaderSafe);
  test('is validly signed, composed or submitted', async () => {
    await fc.assert(
      fc.asyncProperty(
        line,
        line,
        anyText,
        anyText,
        fc.boolean(),
        async (subject, name, html, text, whole) => {
          const from = { ...mailbox('news@acme.example'), displayName: name };
          if (!whole)
            return void (await signedByBoth(
              letter({ subject, from, html, text, headers: [['X-Note', name]] }),
            ));
          const octets = Buffer.from(`Subject: ${subject.slice(0, 200)}`).toString('latin1');
          const body = Buffer.from(
            `${text.replace(/\r\n|\r|\n/g, '\r\n').replaceAll('\0', '')}\r\n`,
          ).toString('latin1');
          if (body.split('\r\n').some(({ length }) => length > 998)) return;
          await signedByBoth(letter({ from, raw: { header: `${octets}\r\n`, body } }));
        },
      ),
      { seed, numRuns: randomRuns(150) },
    );
  });
});

describe('the relaxed canonical form of a body', () => {
  test.each([
    ['', ''],
    ['\r\n\r\n', ''],
    [' \t\r\n\r\n', ''],
    ['a\r\n', 'a\r\n'],
    ['a\r\n\r\n \r\n', 'a\r\n'],
    [' a \t b\t\r\n\r\nc  d \r\n', ' a b\r\n\r\nc d\r\n'],
    ['\r\n\r\na\r\n', '\r\n\r\na\r\n'],
  ])('of %j is %j', (body, canonical) => {
    expect(canonicalBody(body)).toBe(canonical);
  });

  test('takes linear time for long runs of blanks', () => {
    const body = `${' '.repeat(2_000_000)}x${'\t'.repeat(2_000_000)}\r\n`;
    expect(canonicalBody(body)).toBe(' x\r\n');
  });
});
