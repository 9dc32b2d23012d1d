import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMime, separateMessages } from '../../../../src/model/message/reading/read-mime.ts';
import { randomRuns } from '../../../world/simulated/random.ts';
import { raw, seed } from '../letters.ts';

describe('a parsed submitted message', () => {
  test('has both bodies and the attachments', async () => {
    const message = raw(
      'From: a@acme.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b',
      `--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=utf-8

Grüße
--c
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>Gr=C3=BC=C3=9Fe</p>
--c--
--b
Content-Type: Image/PNG
Content-Disposition: attachment; filename="a.png"
Content-Transfer-Encoding: base64

aGVsbG8=
--b--
`,
    );
    expect(await readMime(message)).toEqual({
      html: '<p>Grüße</p>\n',
      text: 'Grüße\n',
      attachments: [{ filename: 'a.png', type: 'image/png', size: 5 }],
      cut: false,
      understood: true,
    });
  });

  test('with one kind of body has only that body', async () => {
    expect(await readMime(raw('From: a@acme.example', 'plain\n'))).toMatchObject({
      html: '',
      text: 'plain\n',
    });
    expect(await readMime(raw('Content-Type: text/html', '<p>x</p>\n'))).toMatchObject({
      html: '<p>x</p>\n',
      text: '',
    });
  });

  /** Nested messages; only the innermost contains a marker. */
  const forwarded = (levels: number, text: string) => {
    let body = `Subject: Level ${levels}\nContent-Type: text/html\n\n<p>${text}</p>\n`;
    for (let level = levels - 1; level > 0; level--) {
      body = `Subject: Level ${level}\nContent-Type: message/rfc822\n\n${body}`;
    }
    return raw('Content-Type: message/rfc822', body);
  };

  test('with nested messages shows the text of the innermost message', async () => {
    for (const levels of [1, 3, 12, 25]) {
      const read = await readMime(forwarded(levels, 'innermost'));
      expect([levels, read.understood, read.html.includes('<p>innermost</p>')]).toEqual([levels, true, true]);
      expect(read.text + read.html).toContain(`Level ${levels}`);
    }
    const parts = raw(
      'Content-Type: multipart/mixed; boundary=b',
      '--b\n\nouter\n--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ninner\n--c--\n--b--\n',
    );
    expect((await readMime(parts)).text).toMatch(/outer.*inner/s);
  });

  test('with too deeply nested messages becomes its source text', async () => {
    const read = await readMime(forwarded(2_000, 'innermost'));
    expect(read.understood).toBe(false);
    const encodedTwice = Buffer.from(
      `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa('Subject: x\r\n\r\nhidden')}`,
    ).toString('base64');
    const hidden = raw('Content-Type: message/rfc822\nContent-Transfer-Encoding: base64', encodedTwice);
    const { understood, text } = await readMime(hidden);
    expect(understood && !text.includes('hidden')).toBe(false);
  });

  test('passes each octet to the parser once, however deep messages nest', () => {
    for (const levels of [5, 10, 20]) {
      const message = forwarded(levels, 'x'.repeat(50_000));
      const parsed = separateMessages(message).reduce((sum, { body }) => sum + body.length, 0);
      expect(parsed).toBeLessThan(message.body.length * 1.1);
    }
  });

  test('with endlessly nested parts becomes its source text', async () => {
    let body = 'x\n';
    for (let level = 200; level > 0; level--) {
      body = `--b${level}\nContent-Type: multipart/mixed; boundary=b${level + 1}\n\n${body}`;
    }
    const read = await readMime(raw('Content-Type: multipart/mixed; boundary=b1', body));
    expect(read.text).toContain('--b1\r\nContent-Type: multipart/mixed; boundary=b2');
    expect(read.attachments).toEqual([]);
  });

  test('that cannot be parsed becomes its source up to a limit, marked as truncated', async () => {
    const header = `X: ${'x'.repeat(90)}\r\n`.repeat(6_000);
    const read = await readMime({ header, body: 'é\r\n'.repeat(50_000) });
    expect(read.cut).toBe(true);
    expect(read.text).toHaveLength(100_000);
  });

  test('lists some of its attachments if there are thousands', async () => {
    const part = '--b\nContent-Disposition: attachment; filename=a\n\nx\n';
    const read = await readMime(raw('Content-Type: multipart/mixed; boundary=b', part.repeat(300)));
    expect(read.attachments).toHaveLength(100);
  });

  test('is parsed up to a limit, and marked as truncated beyond it', async () => {
    const line = `${'x'.repeat(98)}\r\n`;
    const read = await readMime({ ...raw('From: a@acme.example', ''), body: line.repeat(130_000) });
    expect(read.cut).toBe(true);
    expect(read.text.length).toBeLessThan(12_000_100);
  });

  test('of arbitrary octets is always parsed', async () => {
    const piece = fc.constantFrom(
      'Content-Type: multipart/mixed; boundary=b',
      '--b',
      '--b--',
      '',
      'é',
      '=',
      ': x',
      '\xff',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.array(piece), async (header, body) => {
        const read = await readMime({
          header: `${header.join('\r\n')}\r\n`,
          body: `${body.join('\r\n')}\r\n`,
        });
        expect([typeof read.html, typeof read.text]).toEqual(['string', 'string']);
      }),
      { seed, numRuns: randomRuns(200) },
    );
  });
});
