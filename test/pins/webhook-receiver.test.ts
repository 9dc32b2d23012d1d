import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signingKey, webhookHeaders } from '../../src/model/webhook/sign.ts';
import { root, textOf } from './checkout/program.ts';

const receiverMs = 60_000;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the receiver in the webhook documentation accepts a signed delivery and refuses any other', {
  timeout: receiverMs,
}, async () => {
  const [, receiver] = /^```js\n(.*?)^```/ms.exec(textOf('docs/webhooks.md'))!;
  const port = await freePort();
  const source = receiver!.replace('.listen(4000)', `.listen(${port}, () => console.log('listening'))`);
  expect(source).not.toBe(receiver);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: join(root),
    env: { ...process.env, SIGNING_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      printed += text;
      if (printed.includes('listening')) resolve();
    });
  });
  const body = JSON.stringify({ type: 'email.bounced', data: { subject: 'Grüße 日本' } });
  const headers = webhookHeaders({ id: 'msg_1', at: Date.now(), body }, [signingKey(secret)]);
  const post = async (text: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { ...headers }, body: text }))
      .status;
  expect(await post(body)).toBe(204);
  expect(await post(body.replace('bounced', 'opened'))).toBe(401);
  expect(printed).toContain('email.bounced');
});
