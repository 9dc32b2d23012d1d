import { beforeEach, expect, test, vi } from 'vitest';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { type Browser, personIn, signedIn } from './scene.ts';

const tests = (place: () => Place): void => {
  let here: Place;
  let at: Browser;
  beforeEach(async () => {
    here = place();
    at = await signedIn(here.platform, await personIn(here.platform, here.organization, { email: null }));
  });

  /** Submits a mail with an HTML body and one inline image. */
  async function submit(html: string, imageOctets: number): Promise<string> {
    const header = [
      'From: hello@acme.dev',
      'Subject: Logo',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=b',
      '',
    ];
    const image = Buffer.alloc(imageOctets, 1).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const body = [
      ...['--b', 'Content-Type: text/html', '', html],
      ...['--b', 'Content-Type: image/png', 'Content-ID: <a>', 'Content-Transfer-Encoding: base64', ''],
      ...[image, '--b--', ''],
    ];
    const { ids } = await here.use('submit_message', {
      sender: 'hello@acme.dev',
      recipients: [{ address: 'ada@example.com' }],
      header: header.join('\r\n'),
      body: body.join('\r\n'),
      protocol: 'ESMTPSA',
    });
    return ids[0];
  }

  test('an inline image referenced a thousand times does not multiply the size of the preview', async () => {
    const image = '<img src="cid:a" alt="">\r\n';
    const id = await submit(`<p>Good morning Ada, this is our new logo.</p>${image.repeat(1_000)}`, 450_000);
    const frame = await at.get(`/console/emails/${id}/content`);
    expect(frame.status).toBe(200);
    expect(frame.text).toContain('src="data:image/png;base64,');
    expect(frame.text).toContain('src="cid:a"');
    expect(frame.text.length).toBeLessThan(6_000_000);
  });

  test('an upload whose type names two boundaries does not get more parts than the limit', async () => {
    const part = (n: number) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n\r\n`;
    const body = `${Array.from({ length: 200 }, (_, n) => part(n)).join('')}--x--\r\n`;
    const { origin, host } = new URL(here.platform.platform.engine.settings.baseUrl);
    const answered = await here.platform.platform.http.fetch(
      new Request(`${origin}/console/imports/new`, {
        method: 'POST',
        headers: {
          ...{ host, origin, cookie: at.cookie!, 'sec-fetch-site': 'same-origin' },
          'content-type': 'multipart/form-data; boundary=x; boundary=y',
        },
        body,
      }),
    );
    expect(answered.status).toBe(400);
    expect(await answered.text()).toContain('The submitted form could not be read.');
  });

  test('a flood of mail does not make the open inbox reload for each mail', async () => {
    const { platform, clock } = here.platform;
    const { origin, host } = new URL(platform.engine.settings.baseUrl);
    const headers = { host, cookie: at.cookie! };
    const stream = await platform.http.fetch(new Request(`${origin}/console/live`, { headers }));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = '';
    const ended = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) read += next.value;
    })();
    const mail = { from: 'hello@acme.dev', to: 'ada@example.com', subject: 'Hello', markdown: 'Hello.' };
    for (let sent = 0; sent < 40; sent += 1) {
      await here.use('send_email', { ...mail, to: `ada${sent}@example.com` });
      await clock.advance(300);
    }
    const reloads = read.split('event: changed').length - 1;
    expect(reloads).toBeGreaterThan(1);
    // Eight at once, then one each 0.7 of the 12 seconds.
    expect(reloads).toBeLessThanOrEqual(8 + 12 / 0.7 + 1);
    await reader.cancel();
    await ended;
  });

  test('a mail every two seconds reaches the open inbox at once, however long they come', async () => {
    const { platform, clock } = here.platform;
    const { origin, host } = new URL(platform.engine.settings.baseUrl);
    const headers = { host, cookie: at.cookie! };
    const stream = await platform.http.fetch(new Request(`${origin}/console/live`, { headers }));
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = '';
    const ended = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) read += next.value;
    })();
    const mail = { from: 'hello@acme.dev', subject: 'Hello', markdown: 'Hello.' };
    const late: number[] = [];
    for (let sent = 0; sent < 40; sent += 1) {
      await clock.advance(1_700);
      const before = read.length;
      await here.use('send_email', { ...mail, to: `eve${sent}@example.com` });
      await here.platform.deliver();
      await clock.advance(300);
      // The clock stands still, so only the answer of the database is waited for.
      const arrives = async () =>
        await vi.waitFor(() => expect(read.slice(before)).toContain('event: changed'));
      await arrives().catch(() => late.push(sent));
    }
    expect(late).toEqual([]);
    await reader.cancel();
    await ended;
  });

  test('a session has at most six live streams, and closing one makes room for another', async () => {
    const { platform } = here.platform;
    const { origin, host } = new URL(platform.engine.settings.baseUrl);
    const headers = { host, cookie: at.cookie! };
    const listen = async () => await platform.http.fetch(new Request(`${origin}/console/live`, { headers }));
    const open = await Promise.all(Array.from({ length: 6 }, listen));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await listen()).status).toBe(204);
    await open[0]!.body!.cancel();
    const next = await listen();
    expect(next.status).toBe(200);
    for (const stream of [...open.slice(1), next]) await stream.body!.cancel();
  });
};

onBothDatabases(tests);
