import { expect, test } from 'vitest';
import type { TokenScope } from '../../../src/model/organization/token.ts';
import { settle } from '../../engine/approval/preview-scene.ts';
import { clientOf } from '../../sdk/client-scene.ts';
import { mail } from '../../spec/scene.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

/** Too large to parse on the event loop. */
const largeOctets = 60_000;

const wrapped = (octets: Buffer): string => octets.toString('base64').replaceAll(/.{76}/g, '$&\r\n');

/** A message with attachments as a mail client writes it. */
function messageWith(files: readonly { head: string; octets: Buffer }[]) {
  const part = (head: string, body: string): string => `--edge\r\n${head}\r\n\r\n${body}\r\n`;
  return {
    sender: 'hello@acme.test',
    recipients: [{ address: 'grace@example.com' }],
    header:
      'From: Acme <hello@acme.test>\r\nTo: grace@example.com\r\nSubject: Files\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=edge\r\n',
    body: [
      part('Content-Type: text/plain; charset=utf-8', 'Two files'),
      ...files.map(({ head, octets }) =>
        part(`${head}\r\nContent-Transfer-Encoding: base64`, wrapped(octets)),
      ),
      '--edge--\r\n',
    ].join(''),
    protocol: 'ESMTPSA',
  };
}

async function submitted({ outcome }: Place, files: Parameters<typeof messageWith>[0]): Promise<string> {
  const { output } = await outcome('submit_message', messageWith(files), { door: 'smtp' });
  return (output as { ids: string[] }).ids[0]!;
}

const pdf = {
  head: 'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="receipt.pdf"',
  octets: Buffer.from([0, 1, 2, 250, 255, 10]),
};

onBothDatabases((place) => {
  const fetched = async (path: string, { token = place().token, method = 'GET' } = {}) => {
    const request = new Request(`${baseUrl}/api/v2/emails/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    const response = await place().platform.platform.http.fetch(request);
    return {
      status: response.status,
      headers: response.headers,
      octets: Buffer.from(await response.bytes()),
    };
  };
  const narrow = async (scopes: TokenScope[]) =>
    (await place().platform.addToken(place().organization, { scopes })).token;

  test.each([
    ['test', mail(), true],
    ['live', mail({ to: 'ada@takes-mail.com' }), true],
    ['captured', mail({ to: 'ada@takes-mail.com' }), false],
  ])(
    'the source of a %s mail equals the sent message, before and after delivery',
    async (mode, input, sending) => {
      await settle(place(), { sendingEnabled: sending });
      const { id } = await place().use('send_email', input);
      expect((await place().use('get_email', { id })).delivery_mode).toBe(mode);
      const before = await fetched(`${id}/source`);
      await place().platform.deliver();
      const after = await fetched(`${id}/source`);
      const { source } = await place().use('get_email', { id, source: true });
      expect(before.octets.toString()).toContain('Subject: Hello');
      expect([before.octets, after.octets]).toEqual([Buffer.from(source, 'base64'), before.octets]);
      expect(after.status).toBe(200);
      expect(Object.fromEntries(after.headers)).toMatchObject({
        'content-type': 'message/rfc822',
        'content-disposition': `attachment; filename="${id}.eml"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    },
  );

  test('a token without subscribers.write cannot read the source, because its links act for the recipient', async () => {
    const { id } = await place().use('send_email', mail());
    const refused = await fetched(`${id}/source`, { token: await narrow(['emails.read']) });
    expect([refused.status, JSON.parse(refused.octets.toString()).name]).toEqual([403, 'restricted_api_key']);
    const unread = await fetched(`${id}/source`, { token: await narrow(['subscribers.write']) });
    expect(unread.status).toBe(403);
  });

  test('the mail of another organization has no source and no attachments', async () => {
    const id = await submitted(place(), [pdf]);
    const { token } = await place().platform.addOrganization('Another');
    for (const path of [`${id}/source`, `${id}/attachments/1`]) {
      expect((await fetched(path, { token })).status).toBe(404);
    }
  });

  test('an attachment is returned unchanged, and the first attachment has number 1', async () => {
    const octets = Buffer.from(Array.from({ length: largeOctets }, (_, index) => index % 251));
    const id = await submitted(place(), [
      pdf,
      { head: 'Content-Type: image/png\r\nContent-Disposition: attachment; filename="plan.png"', octets },
    ]);
    const [first, second] = [await fetched(`${id}/attachments/1`), await fetched(`${id}/attachments/2`)];
    expect([first.octets, second.octets]).toEqual([pdf.octets, octets]);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="receipt.pdf"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(second.headers.get('content-type')).toBe('image/png');
    const head = await fetched(`${id}/attachments/1`, { method: 'HEAD' });
    expect([head.status, head.octets.length, head.headers.get('content-length')]).toEqual([200, 0, '6']);
    expect(await place().use('get_email_attachment', { id, n: 1 })).toMatchObject({
      filename: 'receipt.pdf',
      content_type: 'application/pdf',
      size: 6,
      content: pdf.octets.toString('base64'),
    });
  });

  test('an attachment that a browser would run is served as a download with a safe name', async () => {
    const octets = Buffer.from('<script>alert(1)</script>');
    const id = await submitted(place(), [
      { head: 'Content-Type: text/html\r\nContent-Disposition: attachment; filename="page.html"', octets },
      { head: 'Content-Type: image/svg+xml\r\nContent-Disposition: attachment', octets },
      {
        head: `Content-Type: text/plain\r\nContent-Disposition: attachment; filename*=UTF-8''..%2F..%5C%E2%80%AEtxt%22%0D%0AX-Evil%3A%20jörg.exe`,
        octets,
      },
    ]);
    const [page, drawing, hostile] = await Promise.all(
      [1, 2, 3].map((n) => fetched(`${id}/attachments/${n}`)),
    );
    expect(page!.headers.get('content-type')).toBe('application/octet-stream');
    expect(drawing!.headers.get('content-type')).toBe('application/octet-stream');
    expect(drawing!.headers.get('content-disposition')).toBe(`attachment; filename="${id}-2"`);
    const disposition = hostile!.headers.get('content-disposition')!;
    expect(disposition).toMatch(/^attachment; filename="[\w.% -]+"(; filename\*=UTF-8''[\w.%-]+)?$/);
    expect(decodeURIComponent(disposition)).not.toMatch(/[/\\\u202e\r\n]/);
    expect(hostile!.headers.get('x-evil')).toBeNull();
  });

  test('an unknown attachment number is 404, and a malformed number is 400', async () => {
    const id = await submitted(place(), [pdf]);
    const { id: plain } = await place().use('send_email', mail());
    const status = async (path: string) => (await fetched(path)).status;
    expect([await status(`${id}/attachments/2`), await status(`${plain}/attachments/1`)]).toEqual([404, 404]);
    for (const n of ['0', '-1', 'one', '1.5', '101'])
      expect(await status(`${id}/attachments/${n}`)).toBe(400);
  });

  test('the SDK returns the bytes of the source and of an attachment', async () => {
    const id = await submitted(place(), [pdf]);
    const client = clientOf(place().platform, { token: place().token });
    const source = await client.emails.source(id).orThrow();
    expect(Buffer.from(source).toString()).toContain('Subject: Files');
    expect(Buffer.from(await client.emails.attachment(id, 1).orThrow())).toEqual(pdf.octets);
    expect((await client.emails.attachment(id, 2)).error).toMatchObject({ name: 'not_found' });
  });
});
