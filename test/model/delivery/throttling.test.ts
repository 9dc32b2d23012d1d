import { expect, test } from 'vitest';
import type { Stage } from '../../../src/model/delivery/reply-class.ts';
import { hasTooManyConnections, isThrottling } from '../../../src/model/delivery/throttling.ts';

const reply = (code: number, text: string, stage: Stage = 'rcpt') => ({
  stage,
  code,
  enhanced: /^(\d\.\d{1,3}\.\d{1,3})/.exec(text)?.[1] ?? null,
  text: `${code} ${text}`,
});

test.each([
  [421, '4.7.28 [192.0.2.1] Our system has detected an unusual rate of unsolicited mail'],
  [421, '4.7.0 Try again later, closing connection. gsmtp'],
  [421, '4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints'],
  [421, '4.7.0 [TS01] Messages from 192.0.2.1 temporarily deferred'],
  [421, '[IPTS04] Messages from 192.0.2.1 temporarily deferred'],
  [421, 'RP-001 (SNT004-MC1F6) Unfortunately, some messages from 192.0.2.1 were not sent.'],
  [451, '4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.'],
  [451, '4.7.500 Server busy. Please try again later from [192.0.2.1].'],
  [421, '4.3.2 The mail server [192.0.2.1] has exceeded the maximum number of connections.'],
  [421, 'RL000001 Throttled'],
  [421, '4.7.1 [HCM1] Your mail from 192.0.2.1 was deferred'],
  [421, 'OFR_103 Trop de connexions'],
  [452, '4.3.1 Message rate limit exceeded'],
  [450, '4.7.1 You are sending too fast, slow down'],
  [421, '4.7.0 Too many connections from your host'],
  [550, 'Ip frequency limited'],
])('the reply %i %s is a request to slow down', (code, text) => {
  expect(isThrottling(reply(code, text))).toBe(true);
});

test.each([
  [450, '4.2.1 The user you are trying to contact is receiving mail too quickly. Rate limit reached'],
  [452, '4.2.2 The mailbox is full, too many messages in it'],
  [450, '4.7.1 Greylisted, try again later'],
  [451, '4.3.0 Temporary system problem'],
  [421, '4.3.2 Shutting down'],
  [450, '4.1.8 Sender address rejected: domain not found'],
  [550, '5.1.1 No such user: too-many@reader.example'],
  [550, '5.7.1 You are sending too many mails: blocked'],
  [250, '2.0.0 Too many connections are no concern of ours'],
])('the reply %i %s is not a request to slow down', (code, text) => {
  expect(isThrottling(reply(code, text))).toBe(false);
});

test('too many connections are distinguished from other reasons to slow down', () => {
  expect(hasTooManyConnections(reply(421, '4.7.0 Too many concurrent SMTP connections', 'greeting'))).toBe(
    true,
  );
  expect(hasTooManyConnections(reply(421, 'too many connections', 'greeting'))).toBe(true);
  expect(hasTooManyConnections(reply(421, '4.7.28 unusual rate', 'greeting'))).toBe(false);
  expect(hasTooManyConnections(reply(450, 'too many connections', 'greeting'))).toBe(false);
});
