import { type Config, ConfigFault } from './config.ts';
import { openConfigured } from './open.ts';
import type { Platform } from './platform.ts';

/** The whole drain, work in hand included, ends within this. */
const drainMaxMs = 10_000;
/** Requests in hand get this long before their connections are cut. */
const httpGraceMs = 7_000;

export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

/**
 * Runs the platform until SIGTERM or SIGINT: `api` only takes requests, `worker` only does what happens later,
 * `all` does both. @returns the exit code
 */
export async function serve(config: Config, role: Role, say: (text: string) => void): Promise<number> {
  const stopping = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
  if (
    role !== 'all' &&
    config.POSTHOUSE_DATABASE_URL !== undefined &&
    config.POSTHOUSE_SECRET === undefined
  ) {
    throw new ConfigFault(
      'POSTHOUSE_SECRET: is required on PostgreSQL where the roles run apart: all need the same one',
    );
  }
  const platform = await openConfigured(config, role !== 'worker');
  const { log } = platform.engine.world;
  const address = await listen(platform, config);
  if (role !== 'api') platform.worker.start();
  platform.setPhase('ready');
  say(banner(platform, config, role));
  log.info({ host: address.address, port: address.port, role }, 'ready');

  const signal = await stopping;
  log.info({ signal }, 'draining');
  return await drain(platform);
}

async function listen(
  platform: Platform,
  { HOST, PORT }: Config,
): Promise<{ address: string; port: number }> {
  try {
    return await platform.http.listen(HOST, PORT);
  } catch (error) {
    await platform.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigFault(
        `PORT: another program listens at ${HOST}:${PORT}; stop it, or set PORT to another`,
      );
    }
    if (code === 'EADDRNOTAVAIL') throw new ConfigFault(`HOST: ${HOST} is no address of this machine`);
    throw new ConfigFault(`HOST, PORT: ${message}`);
  }
}

/** No new work, work in hand finished. What takes longer than ten seconds is given up: its lease gives it back. */
async function drain(platform: Platform): Promise<number> {
  const { clock, log } = platform.engine.world;
  platform.setPhase('draining');
  let giveUpWaiting = (): void => {};
  const late = new Promise<'late'>((resolve) => {
    giveUpWaiting = clock.after(drainMaxMs, () => resolve('late'));
  });
  const drained = (async () => {
    await Promise.all([
      platform.http.drain(httpGraceMs),
      platform.worker.drain(),
      platform.engine.world.mail.close(),
    ]);
    await platform.close();
    return 'drained' as const;
  })();
  const outcome = await Promise.race([drained, late]);
  giveUpWaiting();
  log.info({ outcome }, 'stopped');
  return 0;
}

/** What a person who has just started it wants to know: where it is, the token if it is new, and what to do next. */
function banner(platform: Platform, config: Config, role: Role): string {
  const { baseUrl } = platform.engine.settings;
  const lines = [`Posthouse is ready at ${baseUrl}`];
  const { madeToken, organization } = platform.start;
  if (madeToken !== null) {
    lines.push(
      '',
      'First start: this is your API token. It may do everything, is shown this once and kept only as a hash.',
      '',
      `  ${madeToken}`,
      '',
      'Send your first mail (example.com is a test address: it is accepted and recorded, never delivered):',
      '',
      `  curl ${baseUrl}/api/v2/emails -H 'Authorization: Bearer ${madeToken}' -H 'Content-Type: application/json' \\`,
      `    -d '{"from":"hello@example.com","to":"ada@example.com","subject":"Hello","markdown":"# It works"}'`,
    );
  }
  if (role === 'worker') {
    lines.push('', 'This process only works: it answers /healthz and /readyz, and takes no requests.');
  }
  if (config.POSTHOUSE_DELIVERY === 'capture') {
    lines.push(
      '',
      'Mail to real people is captured, not sent. To send: POSTHOUSE_DELIVERY=relay and POSTHOUSE_RELAY_URL=smtp://…',
    );
  } else if (!organization.sendingEnabled) {
    lines.push(
      '',
      `Sending is off for ${organization.name}: mail is captured. To switch it on:`,
      `  npm run --silent posthouse -- tools run update_organization --id ${organization.id} --sending_enabled true`,
    );
  }
  lines.push('', 'Check the set-up: npm run --silent posthouse -- doctor', '');
  return lines.join('\n');
}
