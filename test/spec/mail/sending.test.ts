import { describe, expect } from 'vitest';
import { callThrough, doors, outputThrough } from '../doors.ts';
import { mail, open, realMailbox } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';

const document = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello from Tiptap' }] }],
};

describe('a send', () => {
  verifies('send.v2.answer', 'returns only an id in v2', async () => {
    const { http } = await open();
    const { status, body } = await http('POST', '/api/v2/emails', { body: mail() });
    expect([status, Object.keys(body)]).toEqual([200, ['id']]);
    expect(body.id).toMatch(/^eml_[0-9a-z]{26}$/);
  });

  verifies('send.v1.answer', 'returns success, a message and the id in v1', async () => {
    const { http } = await open();
    const { status, body } = await http('POST', '/api/v1/emails', { body: v1Mail() });
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'message', 'id']]);
    expect(body).toMatchObject({ success: true, message: expect.any(String), id: expect.any(String) });
  });

  verifies('send.v2.to-one', 'takes one recipient in v2, as text or as a list of one', async () => {
    const { http } = await open();
    const statusOf = async (to: unknown) =>
      (await http('POST', '/api/v2/emails', { body: mail({ to }) })).status;
    expect(await statusOf('grace@example.com')).toBe(200);
    expect(await statusOf(['grace@example.com'])).toBe(200);
    expect(await statusOf([])).toBe(400);
    expect(await statusOf(['grace@example.com', 'ada@example.com'])).toBe(400);
  });

  verifies('send.v1.to-one', 'takes one recipient in v1, only as text', async () => {
    const { http } = await open();
    const { status, body } = await http('POST', '/api/v1/emails', {
      body: v1Mail({ to: ['grace@example.com'] }),
    });
    expect([status, body.error]).toEqual([400, 'validation_error']);
  });

  verifiesThrough(
    'send.v2.exactly-one-body',
    doors.current,
    'takes exactly one body through every interface',
    async (door) => {
      const platform = await open();
      const { markdown: _, ...bodiless } = mail();
      const bodies = { html: '<p>Hello</p>', markdown: 'Hello', tiptap: document };
      const names = Object.keys(bodies) as (keyof typeof bodies)[];
      for (let mask = 0; mask < 2 ** names.length; mask++) {
        const given = names.filter((_name, bit) => mask & (1 << bit));
        const result = await callThrough(door, platform, 'send_email', {
          ...bodiless,
          ...Object.fromEntries(given.map((name) => [name, bodies[name]])),
        });
        expect([given, result.ok]).toEqual([given, given.length === 1]);
        if (!result.ok) expect(result.name).toBe('validation_error');
      }
    },
  );

  verifies('send.v2.required-fields', 'requires from, to and subject', async () => {
    const { http } = await open();
    const { status, body } = await http('POST', '/api/v2/emails', { body: { markdown: 'Hello' } });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([
      { path: 'from', code: 'required' },
      { path: 'to', code: 'required' },
      { path: 'subject', code: 'required' },
    ]);
  });

  verifiesThrough(
    ['send.v2.reply-to', 'send.v1.reply-to', 'send.v2.preview'],
    doors.all,
    'stores the reply address and the preview text as given',
    async (door) => {
      const platform = await open();
      const send = mail({ reply_to: 'Support <support@acme.test>', preview: 'Before you open it' });
      const { id } = await outputThrough(door, platform, 'send_email', send);
      expect(await outputThrough('v2', platform, 'get_email', { id })).toMatchObject({
        reply_to: '"Support" <support@acme.test>',
        preview: 'Before you open it',
      });
    },
  );

  verifies('send.v2.preview', 'takes a preview text of at most 200 characters', async () => {
    const platform = await open();
    for (const door of doors.all) {
      const fits = await callThrough(door, platform, 'send_email', mail({ preview: 'x'.repeat(200) }));
      const tooLong = await callThrough(door, platform, 'send_email', mail({ preview: 'x'.repeat(201) }));
      expect([door, fits.ok, tooLong.ok]).toEqual([door, true, false]);
    }
  });

  verifies(
    ['send.v2.refused-fields', 'error.unknown-fields.v2'],
    'with a field that v2 removed is rejected with the name of the field',
    async () => {
      const { http } = await open();
      const dropped = [
        'content',
        'contentType',
        'attachments',
        'template',
        'topic_id',
        'scheduled_at',
        'react',
        'tracking',
        'replyTo',
      ];
      for (const field of dropped) {
        const { status, body } = await http('POST', '/api/v2/emails', { body: mail({ [field]: 'x' }) });
        expect([status, body.details]).toMatchObject([400, [{ path: field, code: 'unknown_field' }]]);
      }
    },
  );

  verifiesThrough(
    'send.from-one-mailbox',
    doors.all,
    'with a from that is not one mailbox is rejected',
    async (door) => {
      const platform = await open();
      for (const from of ['acme', 'a@acme.test, b@acme.test', 'hello@acme.test\r\nBcc: eve@example.com']) {
        const result = await callThrough(door, platform, 'send_email', mail({ from }));
        expect(result).toMatchObject({ ok: false, name: 'invalid_from_address' });
      }
    },
  );

  verifies('send.sizes', 'with a part above its size limit is rejected', async () => {
    const { http } = await open();
    const statusOf = async (fields: Record<string, unknown>) =>
      (await http('POST', '/api/v2/emails', { body: mail(fields) })).status;
    expect(await statusOf({ subject: 'x'.repeat(998) })).toBe(200);
    expect(await statusOf({ subject: 'x'.repeat(999) })).toBe(400);
    expect(await statusOf({ html: 'x'.repeat(2_000_000) })).toBe(200);
    expect(await statusOf({ html: 'x'.repeat(2_000_001) })).toBe(400);
    expect(await statusOf({ markdown: 'x'.repeat(1_000_000) })).toBe(200);
    expect(await statusOf({ markdown: 'é'.repeat(500_001) })).toBe(400);
    expect(await statusOf({ tiptap: tiptapOfDepth(50) })).toBe(200);
    expect(await statusOf({ tiptap: tiptapOfDepth(51) })).toBe(400);
    const long = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(1_000_000) }] }],
    };
    expect(await statusOf({ tiptap: long })).toBe(400);
  });
});

function tiptapOfDepth(depth: number): Record<string, unknown> {
  let node: Record<string, unknown> = { type: 'paragraph' };
  for (let level = 2; level < depth; level++) node = { type: 'blockquote', content: [node] };
  return { type: 'doc', content: [node] };
}

describe('v1 content', () => {
  verifies('send.v1.content-types', 'is Markdown unless its type is HTML or TIPTAP', async () => {
    const platform = await open();
    const htmlOf = async (fields: Record<string, unknown>): Promise<string> => {
      const { body } = await platform.http('POST', '/api/v1/emails', { body: v1Mail(fields) });
      return (await outputThrough('v2', platform, 'get_email', { id: body.id })).html;
    };
    expect(await htmlOf({ content: '**bold**' })).toContain('<strong>bold</strong>');
    expect(await htmlOf({ content: '**bold**', contentType: 'MARKDOWN' })).toContain('<strong>bold</strong>');
    expect(await htmlOf({ content: '<p>**bold**</p>', contentType: 'HTML' })).toContain('**bold**');
    expect(await htmlOf({ content: document, contentType: 'TIPTAP' })).toContain('Hello from Tiptap');
  });

  verifies('send.v1.tiptap-as-text', 'of type TIPTAP is a document or its JSON text', async () => {
    const { http } = await open();
    const statusOf = async (content: unknown) =>
      (await http('POST', '/api/v1/emails', { body: v1Mail({ content, contentType: 'TIPTAP' }) })).status;
    expect(await statusOf(document)).toBe(200);
    expect(await statusOf(JSON.stringify(document))).toBe(200);
    expect(await statusOf('Hello')).toBe(400);
  });

  verifies(['send.v1.tracking', 'error.unknown-fields.v1'], 'may have fields that v1 ignores', async () => {
    const { http } = await open();
    const body = v1Mail({ tracking: { opens: true }, attachments: [], campaign: 'x' });
    expect((await http('POST', '/api/v1/emails', { body })).status).toBe(200);
  });
});

describe('placeholders', () => {
  verifiesThrough(
    ['send.merge-fields', 'send.merge-fields.names', 'send.merge-fields.unknown'],
    doors.all,
    "are filled with the data of the subscriber with the recipient's address",
    async (door) => {
      const platform = await open();
      await platform.call('create_subscriber', {
        email: 'grace@example.com',
        firstName: 'Grace',
        lastName: 'Hopper',
        attributes: { plan: 'pro' },
      });
      const markdown =
        '{{name}}|{{firstName}}|{{lastName}}|{{attributes.plan}}|{{attributes.none}}|{{nickname|friend}}|{{what}}.';
      const { id } = await outputThrough(door, platform, 'send_email', mail({ markdown }));
      const { html, text } = await outputThrough('v2', platform, 'get_email', { id });
      expect(text).toContain('Grace Hopper|Grace|Hopper|pro||friend|.');
      expect(html).not.toMatch(/\{\{|\}\}/);
    },
  );

  verifies('send.merge-fields.unknown', 'fall back to their defaults for an unknown recipient', async () => {
    const platform = await open();
    const markdown = 'Hello {{name|there}}, {{firstName}}!';
    const { id } = await outputThrough('v2', platform, 'send_email', mail({ markdown }));
    expect((await outputThrough('v2', platform, 'get_email', { id })).text).toContain('Hello there, !');
  });
});

describe('a batch', () => {
  const good = mail();
  const bad = mail({ to: 'unknown' });

  verifies(['send.batch', 'version.v2-only'], 'takes 1 to 100 mails, in v2 only', async () => {
    const { http } = await open();
    const three = await http('POST', '/api/v2/emails/batch', { body: [good, good, good] });
    expect([three.status, Object.keys(three.body)]).toEqual([200, ['data']]);
    expect(three.body.data.map(Object.keys)).toEqual([['id'], ['id'], ['id']]);
    expect((await http('POST', '/api/v2/emails/batch', { body: [] })).status).toBe(400);
    const many = Array.from({ length: 101 }, () => good);
    expect((await http('POST', '/api/v2/emails/batch', { body: many })).status).toBe(400);
    expect((await http('POST', '/api/v1/emails/batch', { body: [good] })).status).toBe(404);
  });

  verifies('send.batch.strict', 'is all or nothing, and the error names the invalid mail', async () => {
    const platform = await open();
    const { status, body } = await platform.http('POST', '/api/v2/emails/batch', {
      body: [good, { ...bad, subject: 'Hello' }],
    });
    expect([status, body.name, body.details[0].path]).toEqual([400, 'validation_error', '[1].to']);
    const faulty = await platform.http('POST', '/api/v2/emails/batch', {
      body: [good, { ...good, subject: 7 }],
    });
    expect([faulty.status, faulty.body.details[0].path]).toEqual([400, '[1].subject']);
    expect((await outputThrough('v2', platform, 'list_emails', {})).data).toEqual([]);
  });

  verifies('send.batch.strict', 'names an invalid from in its error, too', async () => {
    const { http } = await open();
    const { status, body } = await http('POST', '/api/v2/emails/batch', {
      body: [good, mail({ from: 'acme' })],
    });
    expect([status, body.details[0].path]).toEqual([400, '[1].from']);
  });

  verifies('send.batch.permissive', 'can send the valid mails and list the invalid mails', async () => {
    const { http } = await open();
    const { status, body } = await http('POST', '/api/v2/emails/batch', {
      body: [good, bad, good],
      headers: { 'x-batch-validation': 'permissive' },
    });
    expect([status, body.data.length]).toEqual([200, 2]);
    expect(body.errors).toEqual([
      {
        index: 1,
        to: expect.any(String),
        name: 'validation_error',
        message: expect.stringContaining('to'),
        statusCode: 400,
        details: [expect.objectContaining({ code: 'invalid' })],
      },
    ]);
  });

  verifies(
    'send.batch.guarded-whole',
    'counts each mail for the recipient guard before any is queued',
    async () => {
      const platform = await open();
      const six = Array.from({ length: 6 }, () => mail({ to: realMailbox }));
      const refused = await platform.http('POST', '/api/v2/emails/batch', { body: six });
      expect([refused.status, refused.body.name]).toEqual([429, 'RECIPIENT_RATE_LIMITED']);
      expect((await outputThrough('v2', platform, 'list_emails', {})).data).toEqual([]);
      expect((await platform.http('POST', '/api/v2/emails/batch', { body: six.slice(1) })).status).toBe(200);
    },
  );

  verifies('send.batch.one-request', 'counts as one request for the rate limit', async () => {
    const { http } = await open();
    const before = Number((await http('GET', '/api/v2/tags')).headers.get('ratelimit-remaining'));
    const { headers } = await http('POST', '/api/v2/emails/batch', { body: [good, good, good] });
    expect(Number(headers.get('ratelimit-remaining'))).toBe(before - 1);
  });
});

describe('a mail', () => {
  verifiesThrough(
    'send.when-sending-is-off',
    doors.all,
    'is captured while sending is disabled',
    async (door) => {
      const platform = await open({ sendingEnabled: false });
      const { id } = await outputThrough(door, platform, 'send_email', mail({ to: realMailbox }));
      await platform.deliver();
      expect(platform.mailbox.messages).toEqual([]);
      expect(await outputThrough('v2', platform, 'get_email', { id })).toMatchObject({
        last_event: 'queued',
        delivery_mode: 'captured',
      });
    },
  );

  verifiesThrough(
    'send.suppressed',
    doors.all,
    'to a suppressed address is accepted with the status suppressed',
    async (door) => {
      const platform = await open();
      await platform.call('add_suppression', { email: realMailbox });
      const { id } = await outputThrough(door, platform, 'send_email', mail({ to: realMailbox }));
      await platform.deliver();
      expect(platform.mailbox.messages).toEqual([]);
      expect((await outputThrough('v2', platform, 'get_email', { id })).last_event).toBe('suppressed');
    },
  );

  verifiesThrough(
    'send.requires-verified-domain',
    doors.all,
    'is refused if the domain must be verified',
    async (door) => {
      const platform = await open({ settings: { requireVerifiedDomain: true } });
      expect(await callThrough(door, platform, 'send_email', mail())).toMatchObject({
        ok: false,
        name: 'domain_not_verified',
      });
    },
  );
});

function v1Mail(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { from: 'hello@acme.test', to: 'grace@example.com', subject: 'Hello', content: 'Hello', ...fields };
}
