import { expect, test } from 'vitest';
import { offeredAt } from '../../../../src/contract/tool.ts';
import { Failure } from '../../../../src/model/failure.ts';
import { toolError } from '../../../../src/surfaces/mcp/output/tool-error.ts';
import { catalogue } from '../../../../tools/index.ts';
import { assistantOf } from '../../../spec/assistants/assistant.ts';
import { mail, open, realMailbox } from '../../../spec/scene.ts';
import { sendable } from '../../../tools/campaigns/scene.ts';
import { refused } from '../../../world/mail/capture-mail.ts';

/** Refusals for assistants. The other doors use the sentences of the specification. */

const offered = () => true;

test('the error for a missing resource names its kind and the argument that identifies it', () => {
  const result = catalogue
    .filter((tool) => offeredAt(tool, 'mcp') && tool.failures.includes('not_found'))
    .map((tool) => [tool.name, toolError({ failure: new Failure('not_found'), tool, offered }).message]);
  const id = (kind: string) => `No ${kind} has this id`;
  const [subscriber, suppression] = ['id, email or externalId', 'id or address'];
  expect(new Set(result.map(([, message]) => message))).toEqual(
    new Set([
      id('approval'),
      id('email'),
      id('campaign'),
      id('segment'),
      id('token'),
      id('organization'),
      id('webhook'),
      id('integration'),
      id('grant'),
      `No subscriber has this ${subscriber}`,
      `No suppression has this ${suppression}`,
      'No tag has this id or name',
      'No domain has this id or name',
      // Failures about the caller's own organization, which the call does not identify.
      'There is no resource with this id, name or path',
    ]),
  );
  const of = Object.fromEntries(result);
  expect(of.retry_email).toBe(id('email'));
  expect(of.preview_campaign).toBe(id('campaign'));
  expect(of.track_event).toBe(`No subscriber has this ${subscriber}`);
  expect(of.rotate_domain_dkim).toBe('No domain has this id or name');
});

test('a failure with a specific message keeps that message', () => {
  const tool = catalogue.find(({ name }) => name === 'get_campaign')!;
  const failure = new Failure('not_found', { message: 'It was deleted' });
  expect(toolError({ failure, tool, offered }).message).toBe('It was deleted');
});

test('only assistants get the specific message, and REST keeps its fixed message', async () => {
  const platform = await open();
  const { result } = await assistantOf(platform).call('get_campaign', { campaignId: 'cmp_x' });
  expect([result.name, result.message]).toEqual(['not_found', 'No campaign has this id']);
  for (const [version, message] of [
    ['v1', 'There is nothing here by that name'],
    ['v2', 'There is no resource with this id, name or path'],
  ]) {
    const { body } = await platform.http('GET', `/api/${version}/campaigns/cmp_x`);
    expect(body.message).toBe(message);
  }
});

test("the error for a mailbox in a cooldown says why and until when, and REST has the contract's fields", async () => {
  const platform = await open();
  platform.mailbox.next(refused(550, 'rcpt', '5.2.2'));
  await platform.call('send_email', mail({ to: realMailbox }));
  await platform.deliver();
  const bouncedAt = platform.clock.now();
  const iso = (at: number) => new Date(at).toISOString();
  await platform.clock.advance(20 * 60 * 1_000);
  const { result } = await assistantOf(platform).call('send_email', mail({ to: realMailbox }));
  expect(result).toMatchObject({
    name: 'RECIPIENT_RATE_LIMITED',
    message: 'This recipient is temporarily rate limited',
    code: 'RECIPIENT_RATE_LIMITED',
    details: { reason: 'cooldown', rule: 'cooldown after a bounce', retry_after: expect.any(Number) },
  });
  expect(result.details.explanation).toMatch(
    `A mail to this mailbox came back at ${iso(bouncedAt)}, so it rests until ${iso(bouncedAt + 60 * 60 * 1_000).slice(0, -5)}`,
  );
  expect(result.next).toMatch(/^Wait \d+ seconds .* For the bounces, call list_emails with to\.$/);
  const rest = await platform.http('POST', '/api/v2/emails', { body: mail({ to: realMailbox }) });
  expect(Object.keys(rest.body.details)).toEqual(['reason', 'rule', 'retry_after']);
});

test('the error for a recipient over its limit states the number of accepted mails', async () => {
  const platform = await open();
  for (let sent = 0; sent < 5; sent += 1) await platform.call('send_email', mail({ to: realMailbox }));
  const { result } = await assistantOf(platform).call('send_email', mail({ to: realMailbox }));
  expect(result.details).toMatchObject({
    reason: 'short',
    explanation: expect.stringMatching(
      /^5 mails were accepted for this mailbox within 10 minutes, and no more are; the next may go at \d{4}-\d\d-\d\dT[\d:.]+Z$/,
    ),
  });
  expect(result.next).not.toContain('list_emails');
});

test('the error for a past time includes the current time and the parsed time', async () => {
  const platform = await open();
  const { output } = await platform.call('create_campaign', sendable);
  const campaignId = (output as { id: string }).id;
  const { result } = await assistantOf(platform).call('send_campaign', {
    campaignId,
    scheduledAt: '2020-05-04T09:00',
    timezone: 'Asia/Tokyo',
  });
  const now = new Date(platform.clock.now()).toISOString();
  expect([result.name, result.details]).toEqual([
    'scheduled_in_past',
    { now, scheduledAt: '2020-05-04T00:00:00.000Z' },
  ]);
  expect(result.next).toContain(`a time after now, which is ${now},`);
});
