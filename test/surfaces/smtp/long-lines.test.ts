import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { mail, open } from '../../spec/scene.ts';
import { message, openSmtp, queuedId, type SmtpScene, submit } from './scene.ts';

const long = `<p>${'A long line of a plugin. '.repeat(80)}\u00fc</p>`;
/** Text for the test SMTP client: one character per octet. */
const octets = (text: string): string => Buffer.from(text).toString('latin1');

type Kept = { header: string; body: string };

async function submitted(scene: SmtpScene, text: string): Promise<{ id: string; kept: Kept }> {
  const id = queuedId(await submit(await scene.client(), text, 'grace@real.dev'));
  return { id, kept: await scene.kept(id) };
}

const longest = ({ header, body }: Kept): number =>
  Math.max(...`${header}\r\n${body}`.split('\r\n').map(({ length }) => length));

const parse = ({ header, body }: Kept) => PostalMime.parse(Buffer.from(`${header}\r\n${body}`, 'latin1'));

/** The stored message without the server's header fields and without the encoded content. */
const structure = ({ header, body }: Kept): string => `${header.slice(header.indexOf('From:'))}\r\n${body}`;

const typed = (type: string, ...fields: string[]) =>
  message('MIME-Version: 1.0', `Content-Type: ${type}`, ...fields).replace('Hello Grace\r\n', '');

describe('a message with lines over 998 octets', () => {
  test('is accepted, sent with short lines, and decodes to the same text', async () => {
    const scene = await openSmtp();
    const text = typed('text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit', 'X-Last: 1');
    const { id, kept } = await submitted(scene, octets(`${text}${long}\r\nEnd\r\n`));
    expect(longest(kept)).toBeLessThanOrEqual(90);
    expect((await parse(kept)).html?.trimEnd()).toBe(`${long}\nEnd`);
    // Only these fields changed, in place.
    expect(kept.header).toContain(
      'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\nX-Last: 1\r\n',
    );
    await scene.deliver();
    const { output } = await scene.call('get_email', { id });
    expect(output).toMatchObject({ last_event: 'sent' });
    const { events } = output as { events: { type: string; data: unknown }[] };
    expect(events.map(({ type }) => type)).toEqual(['queued', 'reencoded', 'sent']);
    expect(events[1]!.data).toMatchObject({ parts: 1, header_fields: [] });
  });

  test('keeps every other octet of its parts', async () => {
    const scene = await openSmtp();
    const before = [
      typed('multipart/mixed; boundary="outer"'),
      'A preamble\r\n',
      '--outer\r\nContent-Type: multipart/alternative;  boundary=inner\r\n\r\n',
      '--inner\r\n\r\nPlain  text =3D\r\n',
    ].join('');
    const after = [
      '\r\n--inner--\r\n',
      '--outer\r\nContent-Type: image/gif\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlhAQABAAAAACw=\r\n',
      '--outer--\r\nAn epilogue\r\n',
    ].join('');
    const part = `--inner\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${long}\r\n.dot`;
    const { kept } = await submitted(scene, octets(before + part + after));
    const written = structure(kept);
    expect(written.startsWith(before)).toBe(true);
    expect(written.endsWith(after)).toBe(true);
    const read = await parse(kept);
    expect(read.html?.trimEnd()).toBe(`${long}\n.dot`);
    expect(read.text?.trimEnd()).toBe('Plain  text =3D');
    expect(read.attachments).toHaveLength(1);
  });

  test('gets its single-line base64 wrapped and its attached message encoded', async () => {
    const scene = await openSmtp();
    const file = Buffer.from('0123456789'.repeat(500));
    const attached = message('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8');
    const text = [
      typed('multipart/mixed; boundary="b"'),
      `--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
      `${file.toString('base64')}\r\n`,
      `--b\r\nContent-Type: application/x-data\r\n\r\n${'y'.repeat(2_000)}\r\n`,
      `--b\r\nContent-Type: message/rfc822\r\n\r\n${attached}${long}\r\n--b--\r\n`,
    ].join('');
    const { id, kept } = await submitted(scene, octets(text));
    expect(longest(kept)).toBeLessThanOrEqual(100);
    const [pdf, data] = (await parse(kept)).attachments;
    expect(Buffer.from(pdf!.content as ArrayBuffer).equals(file)).toBe(true);
    expect(Buffer.from(data!.content as ArrayBuffer).toString()).toBe('y'.repeat(2_000));
    const { output } = await scene.call('get_email', { id });
    const { events } = output as { events: { type: string; data: unknown }[] };
    expect(events[1]).toMatchObject({ type: 'reencoded', data: { parts: 3 } });
  });

  test('gets long header fields folded at blanks', async () => {
    const scene = await openSmtp();
    const references = Array.from({ length: 60 }, (_, n) => `<message-${n}@acme.test>`).join(' ');
    const { id, kept } = await submitted(scene, message(`References: ${references}`));
    expect(longest(kept)).toBeLessThanOrEqual(90);
    expect(kept.header.replaceAll('\r\n ', ' ')).toContain(`References: ${references}\r\n`);
    expect(kept.body).toBe('Hello Grace\r\n');
    const { output } = await scene.call('get_email', { id });
    const { events } = output as { events: { type: string; data: unknown }[] };
    expect(events[1]).toMatchObject({ type: 'reencoded', data: { parts: 0, header_fields: ['References'] } });
  });

  test('and too many non-ASCII octets in a header is rejected with the reason', async () => {
    const scene = await openSmtp();
    const fold = octets(`${'\u00e9'.repeat(400)}\r\n `).repeat(70);
    const field = octets(message(`X-Note: ${'\u00e9 '.repeat(20_000)}`));
    const part = `--b\r\nContent-Type: text/plain;\r\n name="${fold}"\r\n\r\n${octets(long)}\r\n`;
    const parts = `${typed('multipart/mixed; boundary="b"')}${part}${part}--b--\r\n`;
    for (const [text, why] of [
      [field, /^554 5\.6\.0 header must have at most 32,000 octets in fields with non-ASCII characters/],
      [parts, /^554 5\.6\.0 body has .* too many non-ASCII octets in the headers of its parts/],
    ] as const) {
      expect((await submit(await scene.client(), text, 'grace@real.dev')).text).toMatch(why);
    }
  });

  test('in a signed part or an unknown encoding is rejected with the reason', async () => {
    const scene = await openSmtp();
    const signed = [
      typed('multipart/signed; micalg=pgp-sha256; protocol="application/pgp-signature"; boundary=b'),
      `--b\r\nContent-Type: text/plain\r\n\r\n${'x'.repeat(2_000)}\r\n`,
      '--b\r\nContent-Type: application/pgp-signature\r\n\r\nsig\r\n--b--\r\n',
    ].join('');
    const unknown = `${typed('text/plain', 'Content-Transfer-Encoding: x-uuencode')}${'x'.repeat(2_000)}\r\n`;
    for (const [text, why] of [
      [signed, /^554 5\.6\.0 body has a line longer than 998 octets in a signed part/],
      [
        unknown,
        /^554 5\.6\.0 body has a line longer than 998 octets and has a part with an unknown transfer encoding/,
      ],
    ] as const) {
      expect((await submit(await scene.client(), text)).text).toMatch(why);
    }
    expect(await scene.mails()).toEqual([]);
  });

  test('adds one event even if it is simulated, and the event is not a filter status', async () => {
    const scene = await openSmtp();
    const id = queuedId(await submit(await scene.client(), `${message()}${'x'.repeat(5_000)}\r\n`));
    const { output } = await scene.call('get_email', { id });
    const { events } = output as { events: { type: string }[] };
    expect(events.map(({ type }) => type)).toEqual(['queued', 'reencoded', 'sent', 'delivered']);
    expect(output).toMatchObject({ last_event: 'delivered' });
    expect((await scene.http('GET', '/api/v2/emails?last_event=reencoded')).status).toBe(400);
  });

  test('of 8 MB is processed in pieces without rescanning', async () => {
    const scene = await openSmtp();
    const line = 'x'.repeat(8 * 1024 * 1024);
    const id = queuedId(await submit(await scene.client(), `${message()}${line}\r\n`));
    const kept = await scene.kept(id);
    expect(kept.body.replaceAll('=\r\n', '').length).toBe('Hello Grace\r\n'.length + line.length + 2);
  });
});

describe('a From with a comma in its name', () => {
  test('is rejected over SMTP with the corrected line', async () => {
    const scene = await openSmtp();
    const text = message().replace('From: Acme <hello@acme.test>', 'From: Acme, Inc. <hello@acme.test>');
    expect((await submit(await scene.client(), text)).text).toContain(
      'A name with a comma needs quotes: "Acme, Inc." <hello@acme.test>',
    );
  });

  test('is rejected over REST with the corrected line', async () => {
    const { http } = await open();
    for (const [from, line] of [
      ['Acme, Inc. <hello@acme.test>', 'A name with a comma needs quotes: "Acme, Inc." <hello@acme.test>'],
      ['Acme (Berlin) <hello@acme.test>', 'This name needs quotes: "Acme (Berlin)" <hello@acme.test>'],
    ]) {
      const { status, body } = await http('POST', '/api/v2/emails', { body: mail({ from }) });
      expect([status, body.message.includes(line)]).toEqual([400, true]);
    }
    const list = await http('POST', '/api/v2/emails', {
      body: mail({ from: 'a@acme.test, Bob <b@acme.test>' }),
    });
    expect(list.body.message).not.toContain('quotes');
  });
});
