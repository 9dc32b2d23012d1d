import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onCore } from './processes.ts';

/** Postfix's smtpd on a loopback port with a durable queue. */
type Postfix = {
  port: number;
  /** Process id of the master. */
  pid: number;
  queued(): Promise<number>;
  stop(): Promise<void>;
};

const mailOwner = 'postfix';

/** Returns why Postfix cannot be measured here, or null. Its master must be root to switch users. */
export function postfixFault(): string | null {
  if (spawnSync('postconf', ['-h', 'mail_version'], { stdio: 'ignore' }).status !== 0) {
    return 'Postfix is not installed';
  }
  if (process.getuid?.() !== 0) return 'Postfix starts for root alone';
  return null;
}

/**
 * Starts Postfix in its own folder, apart from the machine's. As in any Postfix, a message is on disk before its 250; here it is held,
 * so that only acceptance is measured. Turns off settings that would throttle the load: the pause for senders that outrun delivery,
 * and limits per client.
 */
export async function startPostfix(core?: Parameters<typeof onCore>[0]): Promise<Postfix> {
  const settings = await mkdtemp(join(tmpdir(), 'posthouse-postfix-'));
  const queue = join(settings, 'queue');
  const port = await freePort();
  // Its processes switch to another user and need access.
  await chmod(settings, 0o755);
  await mkdir(join(settings, 'data'));
  await mkdir(queue);
  await chown(join(settings, 'data'), Number(idOf(mailOwner)), -1);
  await writeFile(join(settings, 'main.cf'), mainCf(settings));
  await writeFile(join(settings, 'master.cf'), masterCf(port));
  const made = spawnSync('postfix', ['-c', settings, 'check'], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`postfix check: ${made.stderr}`);

  const [program, ...words] = onCore(core, ['postfix', '-c', settings, 'start-fg']);
  const child = spawn(program!, words, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  await greets(port, exited);
  return {
    port,
    pid: child.pid!,
    queued: async () => (await readdir(join(queue, 'hold'))).length,
    async stop() {
      spawnSync('postfix', ['-c', settings, 'stop'], { stdio: 'ignore' });
      await exited;
      await rm(settings, { recursive: true });
    },
  };
}

function mainCf(settings: string): string {
  return `
compatibility_level = 3.6
config_directory = ${settings}
queue_directory = ${join(settings, 'queue')}
data_directory = ${join(settings, 'data')}
mail_owner = ${mailOwner}
setgid_group = postdrop
myhostname = postfix.test
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = loopback-only
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
smtpd_recipient_restrictions = static:hold
smtpd_client_connection_count_limit = 0
in_flow_delay = 0
`;
}

function masterCf(port: number): string {
  return `
127.0.0.1:${port} inet n - n - 100 smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
`;
}

function idOf(user: string): string {
  return spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout.trim();
}

/** Resolves when a server greets on the port. Rejects if the serving process ends. */
async function greets(port: number, exited: Promise<unknown>): Promise<void> {
  const ended = exited.then(() => {
    throw new Error('Postfix ended at once; it says why in the mail log');
  });
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const spoke = once(socket, 'data').then(
      () => true,
      () => false,
    );
    const heard = await Promise.race([spoke, ended]);
    socket.destroy();
    if (heard) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
