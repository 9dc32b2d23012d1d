import { describe, expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases } from '../both-databases.ts';

const right = {
  from: 'Acme <hello@acme.dev>',
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
};

/** Fields of other APIs that Posthouse rejects. */
const refused = {
  cc: 'bob@example.com',
  bcc: 'carol@example.com',
  attachments: [],
  headers: { 'X-A': 'b' },
  tags: [],
  scheduled_at: 'tomorrow',
  text: 'Hello',
  template: 'welcome',
  track_opens: true,
};

/** Path and code of each fault of a REST refusal. */
const result = (body: { details: { path: string; code: string }[] }) =>
  body.details.map(({ path, code }) => `${path} ${code}`);

onBothDatabases((place) => {
  test.each(['null', '[]', '7', '"text"'])(
    'the server rejects %s as a body that is not an object',
    async (body) => {
      for (const path of ['/api/v2/emails', '/api/v2/emails/test', '/api/v2/emails/batch']) {
        const answer = await place().http('POST', path, { body });
        expect([path, answer.status, answer.body.name]).toEqual([path, 400, 'validation_error']);
      }
    },
  );

  describe('an error response names every fault', () => {
    test('of nine fields that a send does not accept', async () => {
      const { status, body } = await place().http('POST', '/api/v2/emails', {
        body: { ...right, ...refused },
      });
      expect([status, body.name]).toEqual([400, 'validation_error']);
      expect(result(body)).toEqual(Object.keys(refused).map((name) => `${name} unknown_field`));
    });

    test('in a recipient, a subject and all other fields', async () => {
      const { body } = await place().http('POST', '/api/v2/emails', {
        body: {
          from: 'unknown',
          to: 'unknown',
          subject: 7,
          reply_to: 'unknown',
          preview: 'a\nb',
          html: '',
          cc: '',
        },
      });
      expect(result(body).sort()).toEqual([
        'cc unknown_field',
        'from invalid',
        'html invalid',
        'preview invalid',
        'reply_to invalid',
        'subject invalid',
        'to invalid',
      ]);
    });

    test('once per field, by the first fault of the field', async () => {
      const { body } = await place().http('POST', '/api/v2/emails', {
        body: { ...right, subject: '', tiptap: { type: 'doc' } },
      });
      expect(result(body)).toEqual(['subject invalid', 'html invalid', 'tiptap invalid']);
    });

    test('in a sender and a recipient, and a wrong sender alone under its own error name', async () => {
      const both = await place().http('POST', '/api/v2/emails', { body: { ...right, from: 'x', to: 'y' } });
      expect([both.body.name, result(both.body)]).toEqual([
        'validation_error',
        ['to invalid', 'from invalid'],
      ]);
      const alone = await place().http('POST', '/api/v2/emails', { body: { ...right, from: 'x' } });
      expect(alone.body).toMatchObject({ name: 'invalid_from_address', details: [{ path: 'from' }] });
      expect(alone.body.message).toMatch(/^from is not one mailbox: /);
    });

    test('in every mail of a batch', async () => {
      const { body } = await place().http('POST', '/api/v2/emails/batch', {
        body: [
          { ...right, subject: 1 },
          { ...right, to: 'unknown' },
          { ...right, from: 'unknown', cc: '' },
          'no mail',
        ],
      });
      expect(result(body).sort()).toEqual([
        '[0].subject invalid',
        '[1].to invalid',
        '[2].cc unknown_field',
        '[2].from invalid',
        '[3] invalid',
      ]);
    });

    test('in each recipient of a test send', async () => {
      const { body } = await place().http('POST', '/api/v2/emails/test', {
        body: { ...right, to: ['ada@example.com', 'x', 'y'], subject: 'a\nb' },
      });
      expect(result(body)).toEqual(['to[1] invalid', 'to[2] invalid', 'subject invalid']);
    });

    test('up to the maximum of 50', async () => {
      const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field${index}`, 1]));
      const { body, text } = await place().http('POST', '/api/v2/emails', {
        body: { ...many, to: 'unknown' },
      });
      expect(body.details.length).toBeLessThanOrEqual(50);
      expect(result(body)).toEqual(
        expect.arrayContaining(['from required', 'to invalid', 'subject required']),
      );
      expect(JSON.stringify(body)).toContain('has 1,980 more unknown fields');
      expect(text.length).toBeLessThan(10_000);
    });

    test('to an assistant too', async () => {
      const { platform, token } = place();
      const { result: answer } = await assistantOf(platform, { token }).call('send_email', {
        ...right,
        ...refused,
        to: 'unknown',
      });
      expect(answer.name).toBe('validation_error');
      expect(result(answer as never)).toEqual([
        ...Object.keys(refused).map((name) => `${name} unknown_field`),
        'to invalid',
      ]);
    });
  });
});
