import { expect, test } from 'vitest';
import { open } from '../../spec/scene.ts';
import { baseUrl, firstToken } from '../../world/platform.ts';

test.each([
  ['POST', '/emails', 'POST /api/v2/emails'],
  ['POST', '/api/v2//emails', 'POST /api/v2/emails'],
  ['POST', '/api/v2/emails/', 'POST /api/v2/emails'],
  ['POST', '/api/emails', 'POST /api/v2/emails'],
  ['POST', '/api/v3/emails', 'POST /api/v2/emails'],
  ['POST', '/v1/emails', 'POST /api/v2/emails'],
  ['POST', '/api/v2/mail', 'POST /api/v2/emails'],
  ['POST', '/api/v2/mail/send', 'POST /api/v2/emails'],
  ['POST', '/v3/mail/send', 'POST /api/v2/emails'],
  ['POST', '/messages', 'POST /api/v2/emails'],
  ['POST', '/v3/acme.dev/messages', 'POST /api/v2/emails'],
  ['POST', '/v3/acme.dev/messages.mime', 'POST /api/v2/emails'],
  ['POST', '/api/1.0/messages/send.json', 'POST /api/v2/emails'],
  ['POST', '/api/v2/send', 'POST /api/v2/emails'],
  ['POST', '/v3.1/send', 'POST /api/v2/emails'],
  ['POST', '/sendEmail', 'POST /api/v2/emails'],
  ['POST', '/api/v2/send-email', 'POST /api/v2/emails'],
  ['POST', '/api/v2/email', 'POST /api/v2/emails'],
  ['POST', '/email/batch', 'POST /api/v2/emails/batch'],
  ['POST', '/v3/smtp/email', 'POST /api/v2/emails'],
  ['POST', '/v2/email/outbound-emails', 'POST /api/v2/emails'],
  ['POST', '/transmissions', 'POST /api/v2/emails'],
  ['POST', '/emails/send', 'POST /api/v2/emails'],
  ['GET', '/api/v2/mail/eml_1', 'GET /api/v2/emails/{id}'],
  ['GET', '/messages', 'GET /api/v2/emails'],
  ['POST', '/emails/batch', 'POST /api/v2/emails/batch'],
  ['POST', '/contacts', 'POST /api/v2/subscribers'],
  ['GET', '/contacts', 'GET /api/v2/subscribers'],
  ['PUT', '/contacts/ada@example.com', 'PATCH /api/v2/subscribers/{subscriber}'],
  ['DELETE', '/contacts/ada@example.com', 'DELETE /api/v2/subscribers/{subscriber}'],
  ['GET', '/api/v2/contacts/ada@example.com', 'GET /api/v2/subscribers/{subscriber}'],
  ['GET', '/api/v2/subscriber/sub_1/event', 'GET /api/v2/subscribers/{subscriber}/events'],
  ['POST', '/api/v2/campaign/cmp_1/send', 'POST /api/v2/campaigns/{campaignId}/send'],
  ['GET', '/api/v2/API-Keys', 'GET /api/v2/tokens'],
])('%s %s suggests the route %s', async (method, path, route) => {
  const { http } = await open();
  for (const token of [firstToken, null]) {
    const { status, body } = await http(method, path, { token });
    expect([status, body]).toEqual([
      404,
      {
        name: 'not_found',
        message: `There is nothing at this path; did you mean ${route}? All paths: ${baseUrl}/docs/reference`,
        statusCode: 404,
      },
    ]);
  }
});

test.each(['/api/v2/zebra', '/api/v2/', '/api/v3/emails/x/y/z', `/api/v2/emails/${'a'.repeat(300)}/x`])(
  'the error for the unknown API path %s links to the reference',
  async (path) => {
    const { http } = await open();
    for (const token of [firstToken, null]) {
      const { status, body } = await http('GET', path, { token });
      expect([status, body.name]).toEqual([404, 'not_found']);
      expect(body.message).toMatch(
        /^There is nothing at this path[.;] .*All paths: http\S+\/docs\/reference$/,
      );
      const { pathname } = new URL(body.message.split(' ').at(-1));
      expect((await http('GET', pathname, { token: null, headers: { accept: 'text/html' } })).status).toBe(
        200,
      );
    }
  },
);

test('no route is suggested for a path that resembles none, is too long or belongs to v1', async () => {
  const { http } = await open();
  const named = 'There is no resource with this id, name or path';
  const underApi = `There is nothing at this path. All paths: ${baseUrl}/docs/reference`;
  for (const [path, message] of [
    ['/api/v2/zebra', underApi],
    ['/wp-login.php', named],
    ['/api/v2/', underApi],
    ['//', named],
    [`/api/v2/emails/${'a'.repeat(300)}/x`, underApi],
    [`/emails${'/a'.repeat(20)}`, named],
    ['/__proto__', named],
    ['/api/v2/constructor', underApi],
  ] as const) {
    const { status, body } = await http('GET', path);
    expect([path, status, body.message]).toEqual([path, 404, message]);
  }
  const { body } = await http('GET', '/api/v1/contacts');
  expect(body.message).toBe('There is nothing here by that name');
});

test('the error for an unknown path does not repeat the path', async () => {
  const { http } = await open();
  const { body } = await http('GET', '/emails/%3Cscript%3Ealert(1)%3C/script%3E');
  expect(JSON.stringify(body)).not.toMatch(/script|alert/);
});
