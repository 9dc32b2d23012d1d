import { expect, test } from 'vitest';
import { open } from '../../spec/scene.ts';
import { firstToken } from '../../world/platform.ts';

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
        message: `There is nothing at this path; did you mean ${route}?`,
        statusCode: 404,
      },
    ]);
  }
});

test('no route is suggested for a path that resembles none, is too long or belongs to version 1', async () => {
  const { http } = await open();
  for (const path of [
    '/api/v2/zebra',
    '/wp-login.php',
    '/api/v2/',
    '//',
    `/api/v2/emails/${'a'.repeat(300)}/x`,
    `/emails${'/a'.repeat(20)}`,
    '/__proto__',
    '/api/v2/constructor',
    '/api/v1/contacts',
  ]) {
    const { status, body } = await http('GET', path);
    expect([path, status, body.message]).toEqual([path, 404, 'There is nothing here by that name']);
  }
});

test('the response repeats no part of the path', async () => {
  const { http } = await open();
  const { body } = await http('GET', '/emails/%3Cscript%3Ealert(1)%3C/script%3E');
  expect(JSON.stringify(body)).not.toMatch(/script|alert/);
});
