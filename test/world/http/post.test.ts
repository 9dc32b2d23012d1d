import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/world/clock.ts';
import { guardedPoster, type PostRequest } from '../../../src/world/http/post.ts';
import { verifies } from '../../spec/verifies.ts';
import { makeCertificate } from '../certificates.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { simulatedResolver } from '../simulated/resolver.ts';

const name = 'hooks.example';
const asked: Omit<PostRequest, 'url'> = {
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  body: '{"type":"webhook.test","data":{"text":"Grüße"}}',
  pool: 'whk_1',
  withinMs: 15_000,
  readOctetsMax: 65_536,
  keptOctetsMax: 2_048,
};

/** Starts a local server that counts its connections. */
async function listening(server: Server): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

function posterTo(options: Partial<Parameters<typeof guardedPoster>[0]> = {}) {
  const poster = guardedPoster({
    resolver: simulatedResolver({ [name]: { addresses: ['127.0.0.1'] } }),
    clock: systemClock(),
    allowPrivate: true,
    ...options,
  });
  onTestFinished(() => poster.close());
  return poster;
}

const http = (listener: RequestListener) => listening(createServer(listener));

test('a body arrives unchanged, and connections are reused within each pool', async () => {
  const bodies: string[] = [];
  const { port, connections } = await http((request, response) => {
    request.setEncoding('utf8').on('data', (part) => bodies.push(part));
    request.on('end', () => response.writeHead(200).end('taken'));
  });
  const poster = posterTo();
  const url = `http://${name}:${port}/in?x=1`;
  for (let one = 0; one < 5; one += 1) {
    expect(await poster.post({ ...asked, url })).toEqual({
      kind: 'answered',
      status: 200,
      retryAfter: null,
      text: 'taken',
    });
  }
  expect(bodies).toEqual(Array(5).fill(asked.body));
  expect(connections()).toBe(1);
  await poster.post({ ...asked, url, pool: 'whk_2' });
  expect(connections()).toBe(2);
  await Promise.all(Array.from({ length: 12 }, () => poster.post({ ...asked, url })));
  expect(connections()).toBeLessThanOrEqual(5);
});

verifies('webhook.success', 'a redirect is returned and not followed', async () => {
  const canary = await http((_, response) => response.end());
  const { port } = await http((_, response) => {
    response.writeHead(302, { location: `http://${name}:${canary.port}/` }).end();
  });
  const posted = await posterTo().post({ ...asked, url: `http://${name}:${port}/` });
  expect(posted).toMatchObject({ kind: 'answered', status: 302 });
  expect(canary.connections()).toBe(0);
});

verifies('webhook.answer', 'a response of 100 MB is read only a few times, and 2 kB are kept', async () => {
  const part = Buffer.alloc(65_536, 'x');
  let written = 0;
  const { port } = await http((_, response) => {
    response.writeHead(200, { 'content-length': 100 * 1024 * 1024 });
    response.on('error', () => {});
    const more = (): void => {
      while (written < 100 * 1024 * 1024 && !response.destroyed) {
        written += part.length;
        if (!response.write(part)) {
          response.once('drain', more);
          return;
        }
      }
    };
    more();
  });
  const posted = await posterTo().post({ ...asked, url: `http://${name}:${port}/` });
  expect(posted).toMatchObject({ kind: 'answered', status: 200, text: 'x'.repeat(2_048) });
  expect(written).toBeLessThan(50 * 1024 * 1024);
});

test('a character cut by the size limit is dropped', async () => {
  const { port } = await http((_, response) => response.end(`x${'é'.repeat(2_000)}`));
  const posted = await posterTo().post({ ...asked, url: `http://${name}:${port}/` });
  expect(posted).toMatchObject({ text: `x${'é'.repeat(1_023)}` });
});

test('a hanging or slow receiver is abandoned after the time limit', async () => {
  for (const [begins, expected] of [
    [false, { kind: 'unanswered', fault: 'timed_out' }],
    [true, { kind: 'answered', status: 200, text: 'x' }],
  ] as const) {
    const clock = simulatedClock();
    const { promise: came, resolve } = Promise.withResolvers<void>();
    const { port } = await http((_, response) => {
      if (begins) response.writeHead(200).write('x');
      resolve();
    });
    const posting = posterTo({ clock }).post({ ...asked, url: `http://${name}:${port}/` });
    await came;
    // A later request has its response, so earlier bytes have arrived.
    if (begins) await posterTo().post({ ...asked, url: `http://${name}:${port}/`, withinMs: 200 });
    await clock.advance(asked.withinMs);
    expect(await posting).toMatchObject(expected);
    expect(clock.timers()).toBe(0);
  }
});

test('a kept connection that the receiver closed is not a failure', async () => {
  let requests = 0;
  const { port, connections } = await listening(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      let isFirst = true;
      socket.on('data', () => {
        requests += 1;
        // Resets the second request on a connection before responding.
        if (!isFirst) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        isFirst = false;
      });
    }),
  );
  const poster = posterTo();
  const url = `http://${name}:${port}/`;
  expect(await poster.post({ ...asked, url })).toMatchObject({ status: 204 });
  expect(await poster.post({ ...asked, url })).toMatchObject({ status: 204 });
  expect(connections()).toBe(2);
  expect(requests).toBe(3);
});

test('a status counts even if the connection breaks afterwards', async () => {
  const { port } = await listening(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => socket.end());
      });
    }),
  );
  const posted = await posterTo().post({ ...asked, url: `http://${name}:${port}/` });
  expect(posted).toEqual({ kind: 'answered', status: 200, retryAfter: null, text: 'half' });
});

test.each([
  ['closes without a word', '', 'connection_failed'],
  ['answers in another protocol', '220 mail ESMTP\r\n', 'invalid_response'],
])('a receiver that %s is reported as a failure', async (_, words, fault) => {
  const { port } = await listening(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(words));
    }),
  );
  const posted = await posterTo().post({ ...asked, url: `http://${name}:${port}/` });
  expect(posted).toMatchObject({ kind: 'unanswered', fault });
});

test('a closed port and a name without addresses are reported as failures', async () => {
  const server = createTcpServer();
  const { port } = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  const poster = posterTo();
  expect(await poster.post({ ...asked, url: `http://${name}:${port}/` })).toMatchObject({
    fault: 'connection_failed',
  });
  expect(await poster.post({ ...asked, url: `http://unknown.example:${port}/` })).toMatchObject({
    fault: 'unknown_host',
  });
});

test('over TLS, the certificate must be valid for the name', async () => {
  const { pem } = makeCertificate({ hosts: [name] });
  const { port, connections } = await listening(
    createTlsServer(pem, (_, response) => response.writeHead(204).end()),
  );
  const resolver = simulatedResolver({
    [name]: { addresses: ['127.0.0.1'] },
    'other.example': { addresses: ['127.0.0.1'] },
  });
  const trusting = posterTo({ resolver, ca: pem.cert });
  expect(await trusting.post({ ...asked, url: `https://${name}:${port}/` })).toMatchObject({ status: 204 });
  expect(await trusting.post({ ...asked, url: `https://${name}:${port}/` })).toMatchObject({ status: 204 });
  expect(connections()).toBe(1);
  for (const [poster, host] of [
    [trusting, 'other.example'],
    [posterTo({ resolver }), name],
  ] as const) {
    expect(await poster.post({ ...asked, pool: host, url: `https://${host}:${port}/` })).toMatchObject({
      fault: 'invalid_certificate',
    });
  }
});
