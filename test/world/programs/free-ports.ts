import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports for programs with a fixed port and for servers that do not exist. They are below the ephemeral range
 * (32,768 and up on Linux), so that no outgoing connection or other server takes one meanwhile.
 */
const firstPort = 20_000;
const portsCount = 12_000;

/** Parallel processes have close pids, so their port ranges start this far apart. */
const portsOfProcess = 97;

let tried = 0;

/** Returns a free port of 127.0.0.1 that this process has not returned before. */
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
