import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type Line, openLine } from './line.ts';

export type Chromium = { line: Line; folder: string; relay: Relay };

/** Starts Chromium with a folder for its profile. `POSTHOUSE_TEST_CHROMIUM` names the program if it is not on the path. */
export async function startChromium(folder: string): Promise<Chromium> {
  const relay = await openRelay();
  const child = spawn(
    process.env.POSTHOUSE_TEST_CHROMIUM ?? 'chromium',
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      `--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${relay.port}`,
      // A container often has neither the rights for Chromium’s sandbox nor much shared memory; it only opens
      // our own pages.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-default-apps',
      // A process for each frame of a mail would take most of the time.
      '--disable-features=IsolateSandboxedIframes,MediaRouter,OptimizationHints,Translate',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const endpoint = await Promise.race([
    endpointIn(child.stderr),
    exited.then(([code]) => Promise.reject(new Error(`chromium ended with ${code}`))),
  ]);
  child.stderr.resume();
  return { line: await openLine(endpoint), folder, relay };
}

async function endpointIn(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const text of createInterface({ input: stderr })) {
    const found = /DevTools listening on (ws:\S+)/.exec(text);
    if (found) return found[1]!;
  }
  throw new Error('chromium did not say where it listens');
}

type Relay = {
  port: number;
  /** `name:80` -> `127.0.0.1:port`. */
  places: Readonly<Record<string, string>>;
  refused: string[];
};

/** Chromium resolves every name to this server, because its own rules cannot change while it runs. */
async function openRelay(): Promise<Relay> {
  const relay: Relay = { port: 0, places: {}, refused: [] };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      const text = first.toString('latin1');
      // A request over TLS names its host in the greeting.
      const host = /\r\nhost: ([^\r]+)/i.exec(text)?.[1] ?? /[\w.-]+\.example/.exec(text)?.[0] ?? 'unknown';
      const place = relay.places[`${host}:80`];
      if (place === undefined) {
        relay.refused.push(host);
        socket.destroy();
        return;
      }
      const onward = connectTo(Number(place.split(':')[1]), '127.0.0.1');
      onward.on('error', () => socket.destroy());
      onward.on('close', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      onward.setNoDelay(true);
      socket.setNoDelay(true);
      onward.write(first);
      socket.pipe(onward).pipe(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  relay.port = (server.address() as AddressInfo).port;
  return relay;
}
