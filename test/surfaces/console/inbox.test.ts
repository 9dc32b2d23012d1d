import { beforeEach, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { type Browser, type Page, personIn, signedIn } from './scene.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello **there**.' };

const textOf = ({ text }: Page): string => text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
const mailsIn = ({ text }: Page): string[] =>
  [...text.matchAll(/href="\/console\/inbox\/(eml_\w+)[^"]*"(?: aria-current="true")?><b/g)].map(
    ([, id]) => id!,
  );

const tests = (place: () => Place): void => {
  let here: Place;
  let at: Browser;
  beforeEach(async () => {
    here = place();
    await setSending(false);
    at = await browserOf('author');
  });

  const browserOf = async (role: 'viewer' | 'author' | 'approver' | 'admin'): Promise<Browser> =>
    await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email: `${role}@gmail.com`, roles: [role] }),
    );

  async function setSending(isOn: boolean): Promise<void> {
    await here.platform.call('update_organization', { id: here.organization.id, sending_enabled: isOn });
  }

  const send = async (more: object): Promise<string> =>
    (await here.use('send_email', { ...mail, ...more })).id;

  test('the inbox lists captured and test mail, newest first, with the newest open, and no live mail', async () => {
    expect(textOf(await at.get('/console/inbox'))).toContain('No emails yet');
    await setSending(true);
    const live = await send({ to: 'live@mailbox.dev', subject: 'Live' });
    const test = await send({ to: 'ada@example.com', subject: 'Simulated' });
    await setSending(false);
    const captured = await send({ to: 'bob@mailbox.dev', subject: 'Captured one', preview: 'First words' });
    const page = await at.get('/console/inbox');
    expect(mailsIn(page)).toEqual([captured, test]);
    expect(page.text).not.toContain(live);
    expect(textOf(page)).toContain('Captured one00:00To bob@mailbox.devFirst words');
    expect(page.text).toContain(`<iframe src="/console/emails/${captured}/content"`);
    expect(page.text).toMatch(/id="inbox-list" data-live/);
    const opened = await at.get(`/console/inbox/${test}`);
    expect(opened.text).toContain(`<iframe src="/console/emails/${test}/content"`);
    expect(opened.text).toContain('<div class="split open">');
    expect(opened.text).not.toMatch(/id="inbox-mail"[^>]*data-live/);
  });

  const unreadIn = ({ text }: Page): string[] =>
    [
      ...text.matchAll(
        /<a class="new" href="\/console\/inbox\/(eml_\w+)[^>]*><b class="cut"><span class="vh">Unread/g,
      ),
    ].map(([, id]) => id!);

  test('a mail is unread until a person opens its page or source, and can be marked as unread', async () => {
    const ids = [];
    for (const name of ['ada', 'bob', 'carol', 'dan']) ids.push(await send({ to: `${name}@mailbox.dev` }));
    const [ada, bob, carol, dan] = ids;
    const page = await at.get('/console/inbox');
    expect(unreadIn(page)).toEqual([dan, carol, bob, ada]);
    expect(page.text).toContain('<title>Inbox (4)');
    expect(textOf(page)).toContain('Inbox4 unread');
    // The page shows the newest mail with the list, although no person chose it.
    await here.use('get_email', { id: dan });
    await here.use('get_email', { id: dan, source: true });
    expect(unreadIn(await at.get('/console/inbox'))).toHaveLength(4);
    expect(unreadIn(await at.get(`/console/inbox/${ada}`))).toEqual([dan, carol, bob]);
    await at.get(`/console/emails/${bob}`);
    await at.get(`/console/emails/${carol}/source`);
    const viewer = await browserOf('viewer');
    expect(unreadIn(await viewer.get('/console/inbox'))).toEqual([dan]);
    expect((await at.get(`/console/inbox/${ada}`)).text).toContain(`action="/console/inbox/${ada}/unread"`);
    expect((await viewer.post(`/console/inbox/${ada}/unread`)).headers.get('location')).toBe(
      '/console/inbox',
    );
    expect(unreadIn(await at.get('/console/inbox'))).toEqual([dan, ada]);
  });

  test('all mail is marked as read together, and mail of another organization or live mail is never marked', async () => {
    const { organization } = await here.platform.addOrganization('Other');
    const eve = await signedIn(here.platform, await personIn(here.platform, organization));
    const id = await send({ to: 'ada@mailbox.dev' });
    await eve.get(`/console/inbox/${id}`);
    expect((await eve.post(`/console/inbox/${id}/unread`)).status).toBe(404);
    await eve.post('/console/inbox/read');
    expect(unreadIn(await at.get('/console/inbox'))).toEqual([id]);
    expect((await at.post('/console/inbox/read')).headers.get('location')).toBe('/console/inbox');
    const page = await at.get('/console/inbox');
    expect(unreadIn(page)).toEqual([]);
    expect(page.text).not.toContain('Mark all as read');
    expect(page.text).toContain('<title>Inbox');
    await eve.post(`/console/inbox/${id}/unread`);
    expect(unreadIn(await at.get('/console/inbox'))).toEqual([]);
    await setSending(true);
    const live = await send({ to: 'live@mailbox.dev' });
    expect((await at.get('/console/inbox')).text).not.toContain(live);
    expect((await at.get('/console/inbox')).text).not.toContain('Mark all as read');
  });

  test('a search by text, recipient and token stays in the URL', async () => {
    const ada = await send({ to: 'ada@mailbox.dev', subject: 'Receipt 1' });
    const bob = await send({ to: 'bob@mailbox.dev', subject: 'Receipt 2' });
    const { id, token } = await here.platform.addToken(here.organization, { name: 'shop' });
    const body = { ...mail, to: 'carol@mailbox.dev', subject: 'Receipt 3' };
    const carol = (await here.http('POST', '/api/v2/emails', { token, body })).body.id;
    const found = async (query: string) => mailsIn(await at.get(`/console/inbox?${query}`));
    expect(await found('q=receipt')).toEqual([carol, bob, ada]);
    expect(await found('q=to%3Aada%40mailbox.dev')).toEqual([ada]);
    expect(await found('q=to%3Abob%40mailbox.dev+receipt+1')).toEqual([]);
    expect(await found(`token=${id}`)).toEqual([carol]);
    expect(await found('token=tok_none')).toEqual([]);
    const page = await at.get(`/console/inbox?q=receipt&token=${id}`);
    expect(page.text).toContain(`href="/console/inbox/${carol}?q=receipt&amp;token=${id}"`);
    expect(page.text).toContain(`value="${id}" selected>shop`);
  });

  test('codes and links of a mail are shown with buttons that copy them', async () => {
    const markdown = 'Your code is **482913**.\n\n[Sign in](https://acme.dev/sign-in?code=482913)';
    const id = await send({ to: 'ada@mailbox.dev', markdown });
    const { text } = await at.get(`/console/inbox/${id}`);
    expect(text).toContain('data-copy value="482913"');
    expect(text).toContain('data-copy value="https://acme.dev/sign-in?code=482913"');
    expect(text).toMatch(/<span class="mono cut"><bdi>\/sign-in\?code=482913<\/bdi>/);
  });

  test('text, source, headers and attachments have their own URLs and downloads', async () => {
    const raw = [
      'From: hello@acme.dev',
      'To: ada@mailbox.dev',
      'Subject: Invoice',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Attached.',
      '--b',
      'Content-Type: text/html',
      'Content-Disposition: attachment; filename="in"voice.html"',
      '',
      '<script>alert(1)</script>',
      '--b--',
      '',
    ].join('\r\n');
    const [header, body] = raw.split(/\r\n\r\n([\s\S]*)/);
    const { ids } = await here.use('submit_message', {
      sender: 'hello@acme.dev',
      recipients: [{ address: 'ada@mailbox.dev' }],
      header: `${header}\r\n`,
      body,
      protocol: 'ESMTPSA',
    });
    const [id] = ids;
    const part = async (name: string) => await at.get(`/console/inbox/${id}?part=${name}`);
    expect(textOf(await part('text'))).toContain('Attached.');
    expect(textOf(await part('source'))).toContain('Content-Type: multipart/mixed');
    expect(textOf(await part('headers'))).toContain('SubjectInvoice');
    expect(textOf(await part('attachments'))).toMatch(/text\/html, \d+ bytes/);
    const file = await at.get(`/console/emails/${id}/attachments/1`);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    const source = await at.get(`/console/emails/${id}/source`);
    expect(source.headers.get('content-disposition')).toContain(`${id}.eml`);
    expect((await at.get(`/console/emails/${id}/attachments/2`)).status).toBe(404);
    const viewer = await browserOf('viewer');
    expect((await viewer.get(`/console/inbox/${id}?part=source`)).text).not.toContain('>Source<');
    expect((await viewer.get(`/console/emails/${id}/source`)).status).toBe(403);
  });

  test('the preview shows the inline images of a mail submitted over SMTP, unless images are off', async () => {
    const header = [
      'From: hello@acme.dev',
      'Subject: Logo',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=b',
      '',
    ];
    const body = [
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Good morning Ada, this is our new logo.</p><img src="cid:logo@acme.dev" alt="Logo"><img src="cid:page@acme.dev">',
      '--b',
      'Content-Type: image/png',
      'Content-ID: <logo@acme.dev>',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--b',
      'Content-Type: text/html',
      'Content-ID: <page@acme.dev>',
      'Content-Disposition: attachment',
      '',
      '<script>alert(1)</script>',
      '--b--',
      '',
    ];
    const { ids } = await here.use('submit_message', {
      sender: 'hello@acme.dev',
      recipients: [{ address: 'ada@mailbox.dev' }],
      header: header.join('\r\n'),
      body: body.join('\r\n'),
      protocol: 'ESMTPSA',
    });
    expect((await here.use('get_email', { id: ids[0] })).attachments).toMatchObject([
      { content_type: 'image/png', content_id: 'logo@acme.dev' },
      { content_type: 'text/html', content_id: 'page@acme.dev' },
    ]);
    const frame = (await at.get(`/console/emails/${ids[0]}/content`)).text;
    expect(frame).toContain('<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo">');
    expect(frame).toContain('cid:page@acme.dev');
    expect((await at.get(`/console/emails/${ids[0]}/content?as=no-images`)).text).toContain(
      'cid:logo@acme.dev',
    );
  });

  test('the preview has a dark variant and a variant without images', async () => {
    const html =
      '<style>@media (prefers-color-scheme: dark){p{color:#eee}}</style><p>Good morning Ada, here are the books that you ordered last week.</p><img src="https://acme.dev/x.png" alt="Books">';
    const id = await send({ to: 'ada@mailbox.dev', html, markdown: undefined });
    const page = await at.get(`/console/inbox/${id}?as=dark`);
    expect(page.text).toContain(`<iframe src="/console/emails/${id}/content?as=dark" class="dark"`);
    expect(textOf(page)).toContain('1 image; remote images are not loaded');
    const light = await at.get(`/console/emails/${id}/content`);
    expect(light.text).toContain('(prefers-color-scheme: dark)');
    expect(light.headers.get('content-security-policy')).toContain('img-src data:;');
    const dark = await at.get(`/console/emails/${id}/content?as=dark`);
    expect(dark.text).not.toContain('prefers-color-scheme');
    expect(dark.text).toContain('(min-width:0)');
    const bare = await at.get(`/console/emails/${id}/content?as=no-images`);
    expect(bare.headers.get('content-security-policy')).not.toContain('img-src');
  });

  test('Checks lists findings of a mail: verdict, links, unsubscribe link, size and form', async () => {
    const checksOf = async (more: object): Promise<string> => {
      const body = { markdown: undefined, html: undefined };
      const id = await send({ from: 'Acme <hello@acme.dev>', to: 'ada@mailbox.dev', ...body, ...more });
      return textOf(await at.get(`/console/inbox/${id}?part=checks`));
    };
    const clean = await checksOf({
      subject: 'Your receipt',
      markdown: 'Thank you. [Shop](https://shop.dev/a)',
    });
    expect(clean).toContain('All checks pass');
    expect(clean).toContain('Content passes verification');
    const broken = await checksOf({
      subject: 'MEETING NOTES!!!',
      html: '<p>Hello Ada, here are the notes of our meeting on Monday.</p><img src="https://acme.dev/a.png"><a href="http://acme.dev/a">Notes</a>',
    });
    for (const finding of [
      'Subject in capital letters',
      'Repeated punctuation in the subject',
      'image without a description',
      'Link without encryption (http)',
      'No unsubscribe link',
    ])
      expect(broken).toContain(finding);
    const big = await checksOf({ subject: 'Big', html: `<p>${'long text '.repeat(12_000)}</p>` });
    expect(big).toContain('Gmail clips this email');
  });

  test('an author deletes one mail and then all, and a viewer can do neither', async () => {
    const ids = [await send({ to: 'ada@mailbox.dev' }), await send({ to: 'bob@mailbox.dev' })];
    const viewer = await browserOf('viewer');
    for (const path of [`/console/inbox/${ids[0]}/delete`, '/console/inbox/delete', '/console/inbox/new']) {
      expect((await viewer.post(path)).status).toBe(403);
      expect((await viewer.get(`/console/inbox/${ids[0]}`)).text).not.toContain(`"${path}"`);
    }
    expect((await at.post(`/console/inbox/${ids[0]}/delete`)).headers.get('location')).toBe(
      '/console/inbox?done=deleted',
    );
    expect(mailsIn(await at.get('/console/inbox'))).toEqual([ids[1]]);
    expect((await at.post('/console/inbox/delete')).status).toBe(303);
    expect(textOf(await at.get('/console/inbox?done=deleted'))).toMatch(/Deleted\. .*No emails yet/);
    const { data } = await here.use('list_audit_log', { tool: 'delete_emails' });
    expect(data.map(({ door, outcome }: never) => [door, outcome])).toEqual([
      ['console', 'done'],
      ['console', 'done'],
    ]);
  });

  test('an admin releases one captured mail and then all, once sending is on', async () => {
    const admin = await browserOf('admin');
    const ids = [];
    for (const to of ['ada@mailbox.dev', 'bob@mailbox.dev', 'eve@mailbox.dev']) ids.push(await send({ to }));
    expect((await admin.get(`/console/inbox/${ids[0]}`)).text).not.toContain('/release');
    await setSending(true);
    const page = await admin.get(`/console/inbox/${ids[0]}`);
    for (const path of [`/console/inbox/${ids[0]}/release`, '/console/inbox/release']) {
      expect(page.text).toContain(`action="${path}"`);
      expect((await at.get(`/console/inbox/${ids[0]}`)).text).not.toContain(`action="${path}"`);
      expect((await at.post(path)).status).toBe(403);
    }
    expect((await admin.post(`/console/inbox/${ids[0]}/release`)).headers.get('location')).toBe(
      `/console/emails/${ids[0]}?done=retried`,
    );
    expect((await admin.post('/console/inbox/release')).headers.get('location')).toBe(
      '/console/inbox?done=released',
    );
    expect(mailsIn(await admin.get('/console/inbox'))).toEqual([]);
    await here.platform.deliver();
    expect(
      here.platform.mailbox.messages
        .map(({ to }) => String((to as { address?: string }).address ?? to))
        .sort(),
    ).toEqual(expect.arrayContaining(['ada@mailbox.dev', 'bob@mailbox.dev', 'eve@mailbox.dev']));
  });

  test('a test email is sent by a form, which names the fault of a wrong address', async () => {
    const page = await at.get('/console/inbox/new');
    expect(page.text).toContain('name="to" value="author@gmail.com"');
    const form = { from: 'hello@acme.dev', to: 'not an address', subject: 'Mine', markdown: 'Text' };
    const wrong = await at.post('/console/inbox/new', form);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/id="to" name="to" value="not an address"[^>]* aria-invalid="true"/);
    expect(wrong.text).toContain('value="Mine"');
    const sent = await at.post('/console/inbox/new', { ...form, to: 'ada@mailbox.dev' });
    expect(sent.status).toBe(303);
    const shown = await at.get(sent.headers.get('location')!);
    expect(textOf(shown)).toMatch(/The test email was accepted\. .*\[Test\] Mine/);
  });

  test('mail of another organization cannot be read, deleted or released', async () => {
    const id = await send({ to: 'ada@mailbox.dev' });
    const other = await here.platform.addOrganization('Other');
    const eve = await signedIn(here.platform, await personIn(here.platform, other.organization));
    for (const path of [
      `/console/inbox/${id}`,
      `/console/emails/${id}/source`,
      `/console/emails/${id}/attachments/1`,
    ]) {
      expect((await eve.get(path)).status).toBe(404);
    }
    expect((await eve.get('/console/inbox')).text).not.toContain(id);
    expect((await eve.post(`/console/inbox/${id}/release`)).status).toBe(404);
    expect((await eve.post(`/console/emails/${id}/suppress`)).status).toBe(404);
    await eve.post(`/console/inbox/${id}/delete`);
    await eve.post('/console/inbox/delete');
    expect(mailsIn(await at.get('/console/inbox'))).toEqual([id]);
  });
};

onBothDatabases(tests);
