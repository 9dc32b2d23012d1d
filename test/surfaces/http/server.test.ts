import diagnostics from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { HttpRequest, Route } from '../../../src/surfaces/http/request-response.ts';
import { openSmallPlatform, type SmallPlatform } from './small-platform.ts';

let posthouse: SmallPlatform;
let port: number;
/** Resolves when the handler of `/slow` starts. */
let begun: Promise<void>;
/** Handled requests for `/counted`. */
let counted: number;
/** Resolves when the client of `/slow` has disconnected. */
let gone: Promise<void>;
let release: () => void;
let streamCancelled: boolean;
/** Resolves when the stream of `/late-stream` was cancelled. */
let lateCancelled: Promise<void>;
/** More than the kernel buffers for a reader. */
const largeBytes = 24 * 1024 * 1024;

const open = { access: 'public', envelope: 'v2', bodyBytesMax: 0, takes: 'nothing', method: 'GET' } as const;

beforeEach(async () => {
  streamCancelled = false;
  const slow = Promise.withResolvers<void>();
  release = slow.resolve;
  const slowBegun = Promise.withResolvers<void>();
  begun = slowBegun.promise;
  counted = 0;
  const left = Promise.withResolvers<void>();
  gone = left.promise;
  const cancelled = Promise.withResolvers<void>();
  lateCancelled = cancelled.promise;
  const routes: Route[] = [
    {
      ...open,
      path: '/slow',
      async answer({ signal }: HttpRequest) {
        slowBegun.resolve();
        signal.addEventListener('abort', () => left.resolve());
        await slow.promise;
        return { status: 200, headers: {}, body: 'done' };
      },
    },
    {
      ...open,
      path: '/counted',
      async answer() {
        counted += 1;
        return { status: 200, headers: {}, body: 'counted' };
      },
    },
    {
      ...open,
      path: '/stream',
      async answer() {
        let count = 0;
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            count += 1;
            controller.enqueue(new TextEncoder().encode(`event ${count}\n`));
            if (count === 3) controller.close();
          },
        });
        return { status: 200, headers: { 'Content-Type': 'text/event-stream' }, body };
      },
    },
    {
      ...open,
      path: '/endless',
      async answer() {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
          cancel() {
            streamCancelled = true;
            left.resolve();
          },
        });
        return { status: 200, headers: {}, body };
      },
    },
    {
      ...open,
      path: '/late-stream',
      async answer({ signal }: HttpRequest) {
        slowBegun.resolve();
        signal.addEventListener('abort', () => left.resolve());
        await slow.promise;
        const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
        return { status: 200, headers: {}, body };
      },
    },
    {
      ...open,
      path: '/large',
      answer: async () => ({ status: 200, headers: {}, body: 'é'.repeat(largeBytes / 2) }),
    },
    {
      ...open,
      path: '/large-parts',
      answer: async () => ({ status: 200, headers: {}, body: [Buffer.from('<'), Buffer.alloc(largeBytes)] }),
    },
    {
      ...open,
      path: '/large-stream',
      async answer() {
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
          cancel() {
            streamCancelled = true;
            left.resolve();
          },
        });
        return { status: 200, headers: {}, body };
      },
    },
  ];
  posthouse = await openSmallPlatform({ routes });
  ({ port } = await posthouse.door.listen('127.0.0.1', 0));
});
afterEach(async () => {
  release();
  await posthouse.door.drain(0);
  await posthouse.close();
});

/** Writes bytes and returns the response until the server closes or `enough` matches. */
function exchange(text: string, enough?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk.toString();
      if (enough?.test(read)) socket.end();
    });
    socket.on('close', () => resolve(read));
    socket.on('error', reject);
    socket.write(text);
  });
}

const post = (headers: string, body: string): string =>
  `POST /api/v2/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${posthouse.token}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

describe('a connection', () => {
  it('serves several requests in turn', async () => {
    const url = `http://127.0.0.1:${port}/api/v2/things`;
    for (const name of ['a', 'b', 'c']) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${posthouse.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      });
      expect(response.status).toBe(201);
      expect(await response.json()).toMatchObject({ name });
      expect(response.headers.get('ratelimit-limit')).toBe('2000');
    }
  });

  it('accepts a chunked body', async () => {
    const read = await exchange(
      post(
        'Transfer-Encoding: chunked\r\nConnection: close\r\n',
        '8\r\n{"name":\r\n4\r\n"ab"\r\n1\r\n}\r\n0\r\n\r\n',
      ),
    );
    expect(read).toMatch(/^HTTP\/1.1 201 Created\r\n/);
    expect(read).toContain('"name":"ab"');
  });

  it('answers pipelined requests in order', async () => {
    const get = (id: string, more = '') =>
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\n${more}\r\n`;
    const read = await exchange(get('one') + get('two') + get('three', 'Connection: close\r\n'));
    expect([...read.matchAll(/X-Request-Id: (\w+)/g)].map(([, id]) => id)).toEqual(['one', 'two', 'three']);
  });

  it('processes one of its requests at a time', async () => {
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    const read = exchange(
      get('/slow') + get('/counted').repeat(3) + get('/counted', 'Connection: close\r\n'),
    );
    await begun;
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(counted).toBe(0);
    release();
    expect((await read).match(/HTTP\/1.1 200 OK/g)).toHaveLength(5);
    expect(counted).toBe(4);
  });

  it('is read only a few requests ahead', async () => {
    let read = 0;
    const count = (): void => {
      read += 1;
    };
    diagnostics.subscribe('http.server.request.start', count);
    onTestFinished(() => void diagnostics.unsubscribe('http.server.request.start', count));
    const requests = 3_000;
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    const all = exchange(get('/slow') + get('/').repeat(requests) + get('/', 'Connection: close\r\n'));
    await begun;
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(read).toBeLessThan(50);
    release();
    await all;
    expect(read).toBe(requests + 2);
  });

  it('continues when the client reads the responses that it had left unread', async () => {
    const get = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(get.repeat(400));
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    let answers = 0;
    for await (const chunk of socket) {
      answers += (chunk as Buffer).toString('latin1').split('HTTP/1.1 200').length - 1;
      if (answers >= 390) break;
    }
    expect(answers).toBeGreaterThanOrEqual(390);
  });

  it('parses requests and bodies correctly wherever the packets are cut', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `name ${index}`.padEnd(20, '.'));
    const texts = names.map((name, index) => {
      const body = JSON.stringify({ name, attributes: { filler: 'b'.repeat((index * 137) % 3_000) } });
      const last = index === names.length - 1 ? 'Connection: close\r\n' : '';
      return post(`${last}Content-Length: ${body.length}\r\n`, body);
    });
    const read = await exchange(texts.join(''));
    expect([...read.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name)).toEqual(names);
  });

  it('stays open for a client that pipelines a few requests', async () => {
    const get = 'GET /counted HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    let read = '';
    for (let round = 1; round <= 20; round += 1) {
      socket.write(get.repeat(10));
      while ((read.match(/\r\n\r\ncounted/g) ?? []).length < round * 10) {
        read += await new Promise((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
      }
    }
    socket.end();
    expect(read).not.toContain('Connection: close');
  });

  it('gets 100 Continue only if the server reads the body', async () => {
    const body = '{"name":"a"}';
    const head = `Expect: 100-continue\r\nContent-Length: ${body.length}\r\nConnection: close\r\n`;
    const socket = connect(port, '127.0.0.1');
    let read = '';
    socket.on('data', (chunk) => {
      if (read === '' && chunk.toString().startsWith('HTTP/1.1 100 Continue')) socket.write(body);
      read += chunk.toString();
    });
    socket.write(post(head, ''));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(read).toContain('HTTP/1.1 201 Created');

    const outsider = await exchange(
      `POST /api/v2/things HTTP/1.1\r\nHost: a\r\n${head}\r\n`,
      /missing_api_key/,
    );
    expect(outsider).toMatch(/^HTTP\/1.1 401 /);
    const long = await exchange(
      post('Expect: 100-continue\r\nContent-Length: 99999999\r\n', ''),
      /payload_too/,
    );
    expect(long).toMatch(/^HTTP\/1.1 413 /);
    expect(long).toContain('Connection: close');
  });

  it('of an HTTP/1.0 client gets no 100 Continue', async () => {
    const body = '{"name":"a"}';
    const head = `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`;
    const read = await exchange(post(head, body).replace('HTTP/1.1', 'HTTP/1.0'), /\r\n\r\n\{/);
    expect(read).toMatch(/^HTTP\/1\.1 201 Created/);
  });

  it('delivers the refusal of a long body before it closes', async () => {
    const announced = await exchange(post('Content-Length: 6000000\r\n', 'x'.repeat(100_000)), /statusCode/);
    expect(announced).toMatch(/^HTTP\/1.1 413 /);
    expect(announced).toContain('Connection: close');
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const streaming = exchange(post('Transfer-Encoding: chunked\r\n', chunk.repeat(90)), /statusCode/);
    // The server drains the rest in steps after the refusal.
    let ended = false;
    void streaming.then(() => {
      ended = true;
    });
    while (!ended) {
      await new Promise((resolve) => setImmediate(resolve));
      await posthouse.clock.advance(10);
    }
    const streamed = await streaming;
    expect(streamed).toMatch(/^HTTP\/1.1 413 /);
    expect(streamed).toContain('"payload_too_large"');
  });

  it('survives an unknown expectation, an upgrade and a proxy request', async () => {
    const ask = (head: string) => exchange(`${head}\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await ask('GET /healthz HTTP/1.1\r\nExpect: the-unexpected')).toMatch(/^HTTP\/1.1 200 /);
    const upgrade =
      'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n';
    expect(await exchange(upgrade, /alive/)).toMatch(/^HTTP\/1.1 200 /);
    const proxied = await ask('CONNECT example.com:443 HTTP/1.1');
    expect(proxied).toMatch(/^HTTP\/1.1 405 /);
    expect(proxied).toContain('"method_not_allowed"');
    expect(await ask('GET http://elsewhere.example/healthz HTTP/1.1')).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask('OPTIONS * HTTP/1.1')).toMatch(/^HTTP\/1.1 404 /);
  });

  it('without a Host header gets 400 in HTTP/1.1 and is accepted in HTTP/1.0', async () => {
    const read = await exchange('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(read).toMatch(/^HTTP\/1.1 400 /);
    expect(read).toContain('"The request came without a Host header"');
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('with two Host headers or an invalid one gets 400', async () => {
    for (const hosts of [
      'Host: a\r\nHost: b',
      'Host: a\r\nHost: a',
      'Host: a\r\nX: y\r\nhOST: b',
      'Host: a, b',
      'Host: a b',
      'Host: user@a',
      'Host: a/b',
    ]) {
      for (const version of ['1.0', '1.1']) {
        const read = await exchange(`GET /healthz HTTP/${version}\r\n${hosts}\r\nConnection: close\r\n\r\n`);
        expect(read, hosts).toMatch(/^HTTP\/1.1 400 /);
        expect(read).toContain('"The request must have one Host header with one host"');
      }
    }
    for (const host of ['a.example:3025', '[::1]:80', '']) {
      const read = await exchange(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(read, host).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it('that does not speak HTTP gets 400 in JSON with a request id, and is closed', async () => {
    for (const text of [
      'hello\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000',
    ]) {
      const read = await exchange(text);
      expect(read, text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
      expect(read).toMatch(/\r\nX-Request-Id: req_/);
      const body = JSON.parse(read.slice(read.indexOf('\r\n\r\n')));
      expect(body).toMatchObject({ name: 'validation_error', statusCode: 400 });
    }
  });

  it('with headers beyond 16 kB gets 431', async () => {
    const read = await exchange(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(read).toMatch(/^HTTP\/1.1 431 /);
    expect(read).toContain('"statusCode":431');
  });

  it('that breaks within a body affects no other connection', async () => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.write(post('Content-Length: 100\r\n', '{"name"'));
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    expect(posthouse.errors).toEqual([]);
  });
});

describe('a response', () => {
  it('that streams arrives in pieces and ends', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/stream`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('event 1\nevent 2\nevent 3\n');
  });

  it('that streams is cancelled when the client disconnects', async () => {
    await exchange('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n', /first/);
    await gone;
    expect(streamCancelled).toBe(true);
  });

  it('that the client no longer awaits aborts the signal of its request', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    // The slow request is in flight once a later one on another connection is answered.
    await exchange('GET /healthz HTTP/1.0\r\n\r\n');
    socket.destroy();
    await gone;
  });

  it('cancels the stream of a client that disconnected before the response began', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /late-stream HTTP/1.1\r\nHost: a\r\n\r\n');
    await begun;
    socket.destroy();
    await gone;
    release();
    await lateCancelled;
  });
});

describe('a long response', () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  /** Time before a client that reads nothing is cut off. */
  const untakenMs = 30_000;

  it('arrives complete as text, as bytes, and after another response on the same connection', async () => {
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${url}/large`)).text()).toBe('é'.repeat(largeBytes / 2));
    expect((await (await fetch(`${url}/large-parts`)).arrayBuffer()).byteLength).toBe(largeBytes + 1);
    const keeping = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n';
    const read = await exchange(keeping + ask('/large'));
    expect(read.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
    // A closed connection and a fully read response leave no timer.
    await posthouse.clock.advance(untakenMs);
    expect(posthouse.clock.timers()).toBe(0);
  });

  it.each(['/large', '/large-parts', '/large-stream'])(
    'from %s is cut off when the client does not read it',
    async (path) => {
      const socket = connect(port, '127.0.0.1');
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => {});
      socket.pause();
      socket.write(ask(path));
      await posthouse.clock.waitedFor(untakenMs);
      // Lets the kernel buffers fill.
      for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      // The first check sees progress since the wait began; the second sees none.
      await posthouse.clock.advance(2 * untakenMs);
      expect(posthouse.clock.timers()).toBe(0);
      // The client can still read the bytes buffered by the kernel, but no more.
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
      socket.resume();
      await closed;
      expect(bytes).toBeLessThan(largeBytes);
      expect(posthouse.clock.timers()).toBe(0);
      if (path === '/large-stream') {
        await gone;
        expect(streamCancelled).toBe(true);
      }
    },
  );

  it('continues while the client reads slowly', async () => {
    const socket = connect(port, '127.0.0.1');
    let bytes = 0;
    let more = (): void => {};
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes >= largeBytes / 2) return;
      socket.pause();
      more = () => socket.resume();
    });
    socket.write(ask('/large'));
    await posthouse.clock.waitedFor(untakenMs);
    // Reads enough between two checks that bytes leave the server.
    while (bytes < largeBytes / 2) {
      more();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await posthouse.clock.advance(untakenMs);
    socket.resume();
    await closed;
    expect(bytes).toBeGreaterThan(largeBytes);
    expect(posthouse.clock.timers()).toBe(0);
  });
});

describe('draining', () => {
  it('finishes requests in flight, closes idle connections and accepts no new connections', async () => {
    const silent = connect(port, '127.0.0.1');
    const silentClosed = new Promise((resolve) => silent.on('close', resolve));
    silent.resume();
    const hesitant = connect(port, '127.0.0.1');
    const hesitantClosed = new Promise((resolve) => hesitant.on('close', resolve));
    hesitant.resume();
    hesitant.write('GET /healthz HT');
    const idle = connect(port, '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.on('close', resolve));
    idle.resume();
    idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    const slow = exchange('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await exchange('GET /healthz HTTP/1.0\r\n\r\n');
    const drained = posthouse.door.drain(60_000);
    await Promise.all([idleClosed, silentClosed, hesitantClosed]);
    await expect(exchange('GET /healthz HTTP/1.0\r\n\r\n')).rejects.toThrow('ECONNREFUSED');
    release();
    const read = await slow;
    expect(read).toContain('Connection: close');
    expect(read).toMatch(/\r\n\r\ndone$/);
    await drained;
  });

  it('cuts off unfinished requests when its time is up', async () => {
    const slow = exchange('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await exchange('GET /healthz HTTP/1.0\r\n\r\n');
    const drained = posthouse.door.drain(5_000);
    await posthouse.clock.advance(5_000);
    await drained;
    expect(await slow).toBe('');
  });
});

describe('connection slots', () => {
  /** Connects from a loopback address; `closed` resolves when the server closes the connection. */
  function from(
    address: string,
    to: number,
  ): { socket: Socket; opened: Promise<void>; closed: Promise<void> } {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress: address });
    socket.on('error', () => {});
    const opened = new Promise<void>((resolve) => socket.on('connect', resolve));
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.resume();
    return { socket, opened, closed };
  }

  it('are taken from the address with the most connections, never from a connection with a request in progress', async () => {
    const small = await openSmallPlatform({ connectionLimits: { max: 3, perAddressMax: 3 } });
    const { port: to } = await small.door.listen('127.0.0.1', 0);
    try {
      const [first, second, third] = ['127.0.0.2', '127.0.0.2', '127.0.0.2'].map((address) =>
        from(address, to),
      );
      await Promise.all([first!.opened, second!.opened, third!.opened]);
      const other = from('127.0.0.3', to);
      await first!.closed;
      const answered = new Promise<string>((resolve) =>
        other.socket.once('data', (chunk) => resolve(String(chunk))),
      );
      other.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
      const again = from('127.0.0.2', to);
      await second!.closed;
      for (const { socket } of [third!, other, again]) socket.destroy();
    } finally {
      await small.door.drain(0);
      await small.close();
    }
  });

  it('are also taken from an address with slow bodies, whatever token it presents', async () => {
    const form: Route = {
      method: 'POST',
      path: '/form',
      access: 'public',
      envelope: 'v2',
      takes: 'bytes',
      bodyBytesMax: 1_000,
      answer: async () => ({ status: 200, headers: {}, body: 'taken' }),
    };
    const small = await openSmallPlatform({ connectionLimits: { max: 3, perAddressMax: 3 }, routes: [form] });
    const { port: to } = await small.door.listen('127.0.0.1', 0);
    const slow = ['127.0.0.2', '127.0.0.2', '127.0.0.2'].map((address) => from(address, to));
    const opened = [...slow];
    try {
      for (const { socket } of slow) {
        socket.write('POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n');
        // The server waits for their bodies from now on.
        await new Promise((resolve) => socket.once('data', resolve));
      }
      const other = from('127.0.0.3', to);
      opened.push(other);
      const answered = new Promise<string>((resolve) => {
        other.socket.once('data', (chunk) => resolve(String(chunk)));
        other.socket.once('close', () => resolve('closed'));
      });
      other.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
      await slow[0]!.closed;
    } finally {
      for (const { socket } of opened) socket.destroy();
      await small.door.drain(0);
      await small.close();
    }
  });

  it('are limited per address, except for a trusted proxy', async () => {
    const small = await openSmallPlatform({
      connectionLimits: { max: 10, perAddressMax: 1 },
      trustedProxies: ['127.0.0.9'],
    });
    const { port: to } = await small.door.listen('127.0.0.1', 0);
    try {
      const [one, two] = [from('127.0.0.9', to), from('127.0.0.9', to)];
      await Promise.all([one.opened, two.opened]);
      const direct = from('127.0.0.2', to);
      await direct.opened;
      const next = from('127.0.0.2', to);
      await direct.closed;
      expect([one.socket.destroyed, two.socket.destroyed]).toEqual([false, false]);
      for (const { socket } of [one, two, next]) socket.destroy();
    } finally {
      await small.door.drain(0);
      await small.close();
    }
  });
});
