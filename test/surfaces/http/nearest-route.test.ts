import { expect, test } from 'vitest';
import { open } from '../../spec/scene.ts';
import { firstToken } from '../../world/platform.ts';

test.each([
  ['POST', '/emails', '/api/v2/emails'],
  ['POST', '/api/v2//emails', '/api/v2/emails'],
  ['POST', '/api/v2/emails/', '/api/v2/emails'],
  ['POST', '/api/emails', '/api/v2/emails'],
  ['POST', '/api/v3/emails', '/api/v2/emails'],
  ['POST', '/v1/emails', '/api/v2/emails'],
  ['POST', '/api/v2/mail', '/api/v2/emails'],
  ['POST', '/api/v2/mail/send', '/api/v2/emails/{id}'],
  ['POST', '/api/v2/email', '/api/v2/emails'],
  ['POST', '/emails/batch', '/api/v2/emails/batch'],
  ['POST', '/contacts', '/api/v2/subscribers'],
  ['GET', '/api/v2/contacts/ada@example.com', '/api/v2/subscribers/{subscriber}'],
  ['GET', '/api/v2/subscriber/sub_1/event', '/api/v2/subscribers/{subscriber}/events'],
  ['POST', '/api/v2/campaign/cmp_1/send', '/api/v2/campaigns/{campaignId}/send'],
  ['GET', '/api/v2/API-Keys', '/api/v2/tokens'],
])('%s %s names the route %s', async (method, path, route) => {
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

test('a path that resembles no route, is too long or belongs to version 1 names none', async () => {
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

test('an answer repeats nothing of the path', async () => {
  const { http } = await open();
  const { body } = await http('GET', '/emails/%3Cscript%3Ealert(1)%3C/script%3E');
  expect(JSON.stringify(body)).not.toMatch(/script|alert/);
});
