import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports for programs that are given theirs, and for servers that are not there. They lie below those that a system hands
 * out by itself (32,768 and up on Linux), so that between the look and the use neither an outgoing connection nor a
 * server on any free port can take one.
 */
const firstPort = 20_000;
const portsCount = 12_000;

/** Processes that run side by side have numbers near each other: their ports begin this far apart. */
const portsOfProcess = 97;

let tried = 0;

/** A port of 127.0.0.1 on which no server listens, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + ((process.pid * portsOfProcess + tried) % portsCount);
    tried += 1;
    if (tried > portsCount) throw new Error('no port is free');
    const probe = createServer();
    probe.listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
