import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { signingKey, webhookHeaders } from '../../../src/model/webhook/sign.ts';
import { systemClock } from '../../../src/world/clock.ts';
import { verifies } from '../../spec/verifies.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

verifies('webhook.signature', 'the test vector of the specification has its expected signature', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' };
  expect(webhookHeaders(message, [signingKey(secret)])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

verifies(
  ['webhook.signature', 'webhook.signature.rotation'],
  'a non-ASCII body verifies with either of two secrets, and with no other',
  () => {
    const body = JSON.stringify({ subject: 'Grüße 🦆 \u2028 日本', from: 'Zoë <zoë@exämple.de>' });
    const headers = webhookHeaders(
      { id: 'msg_1', at: systemClock().now(), body },
      [secret, otherSecret].map(signingKey),
    );
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(otherSecret).verify(body, headers)).toEqual(JSON.parse(body));
    const third = new Webhook(Buffer.alloc(32, 8).toString('base64'));
    expect(() => third.verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  },
);
