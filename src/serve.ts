import { resolve } from 'node:path';
import { recordReturn } from '../tools/emails/record-return.ts';
import { submitMessage } from '../tools/emails/submit-message.ts';
import { type Config, ConfigFault, hostNameOf, isSet, unknownVariables } from './config.ts';
import { tokenHint } from './engine/auth/token-hint.ts';
import { heldNotice } from './engine/organizations/queue-hold.ts';
import { turnGeneration } from './engine/organizations/restored-copy.ts';
import { keepProcess, type ProcessKeeper } from './engine/worker/keep-process.ts';
import { hourMs } from './model/instant.ts';
import { explainError } from './model/text/explain-error.ts';
import { openConfigured, openGenerations } from './open.ts';
import type { Platform, StartingPlatform } from './platform.ts';
import type { Role } from './roles.ts';
import { createInboundDoor } from './surfaces/smtp/inbound.ts';
import type { SmtpServer } from './surfaces/smtp/server.ts';
import { createSmtpDoor, type SmtpDoor } from './surfaces/smtp/submission.ts';
import { ownTlsPair } from './surfaces/smtp/tls-pair.ts';
import { posthouse, posthouseFromAnyFolder } from './world/command-line.ts';
import { machineName } from './world/machine-name.ts';
import { readTlsPair, type TlsPair } from './world/tls-pair.ts';

const drainMaxMs = 10_000;
/** Time for requests and messages in flight before their connections are closed. */
const graceMs = 7_000;

/** Runs until SIGTERM or SIGINT. `api` takes requests, `worker` runs jobs. @returns the exit code */
export async function serve(
  config: Config,
  role: Role,
  { say, ready }: { say(text: string): void; ready(): void },
): Promise<number> {
  let isStarting = true;
  const stopping = stopSignal(() => isStarting);
  if (
    role !== 'all' &&
    config.POSTHOUSE_DATABASE_URL !== undefined &&
    config.POSTHOUSE_SECRET === undefined
  ) {
    throw new ConfigFault(
      'POSTHOUSE_SECRET: is required on PostgreSQL if the roles run in separate processes; all need the same secret',
    );
  }
  let address = { address: config.HOST, port: config.PORT };
  const mail: MailPorts = { doors: [], lines: [] };
  const platform = await openConfigured(config, {
    takesRequests: role !== 'worker',
    follows: 'everything',
    async beforeFirstStart(starting) {
      address = await listen(starting, config);
      try {
        if (role !== 'worker') await listenForMail(starting, config, mail);
      } catch (error) {
        await Promise.all(mail.doors.map((door) => door.drain(0)));
        throw error;
      }
    },
  });
  const { log } = platform.engine.world;
  for (const name of unknownVariables()) log.warn({ name }, 'unknown environment variable');
  if (role !== 'api') platform.worker.start();
  const stopTurning = turnHourly(platform, config);
  const keeper = await keepProcess(platform.engine, { role, machine: machineName() });
  platform.setPhase('ready');
  isStarting = false;
  ready();
  say(await banner(platform, config, role, mail.lines));
  log.info({ host: address.address, port: address.port, role }, 'ready');

  const signal = await stopping;
  log.info({ signal }, 'draining');
  stopTurning();
  return await drain(platform, mail.doors, keeper);
}

/**
 * Resolves with the first stop signal. Ignores later signals, because npm forwards the terminal's signal and
 * the drain is bounded. During startup, which may wait for a database, a second signal exits.
 */
function stopSignal(isStarting: () => boolean): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isAsked && isStarting()) process.exit(1);
        isAsked = true;
        resolve(signal);
      });
    }
  });
}

/** Marks the database hourly, so that a copy of its files can be recognized. */
function turnHourly({ engine }: Platform, config: Config): () => void {
  const { world, store } = engine;
  const kept = openGenerations(config);
  if (kept === null) return () => {};
  let cancel = (): void => {};
  const again = (): void => {
    cancel = world.clock.after(hourMs, () => {
      again();
      void turnGeneration({ database: store.database, kept, world });
    });
  };
  again();
  return () => cancel();
}

async function listen(
  platform: StartingPlatform,
  { HOST, PORT }: Config,
): Promise<{ address: string; port: number }> {
  try {
    return await platform.http.listen(HOST, PORT);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigFault(
        `PORT: another program already listens at ${HOST}:${PORT}; stop it, or set PORT to another port. ${posthouse} doctor tells which program it is`,
      );
    }
    if (code === 'EADDRNOTAVAIL') throw new ConfigFault(`HOST: ${HOST} is not an address of this machine`);
    throw new ConfigFault(`HOST, PORT: ${explainError(error)}`);
  }
}

type Door = Pick<SmtpDoor | SmtpServer, 'drain'>;
type MailPorts = { doors: Door[]; lines: string[] };

async function listenForMail(
  platform: StartingPlatform,
  config: Config,
  { doors, lines }: MailPorts,
): Promise<void> {
  const { engine, callers, windows } = platform;
  const host = config.POSTHOUSE_SMTP_HOST;
  const starttls = config.POSTHOUSE_SMTP_PORT;
  const implicit = config.POSTHOUSE_SMTPS_PORT;
  const inbound = config.POSTHOUSE_INBOUND_PORT;
  if (starttls + implicit + inbound === 0) return;
  const tls = tlsPairOf(platform, config);
  if (starttls + implicit > 0) {
    const door = createSmtpDoor({ engine, tool: submitMessage, callers, windows, tls });
    doors.push(door);
    const open = async (name: PortName, port: number, place: { starttlsPort?: number; tlsPort?: number }) => {
      if (port === 0) return;
      const fault = await portFault(
        platform,
        name,
        host,
        port,
        async () => void (await door.listen({ host, ...place })),
      );
      const kind = name === 'POSTHOUSE_SMTP_PORT' ? 'STARTTLS' : 'TLS';
      lines.push(fault ?? `SMTP submission (${kind}) at ${host}:${port}, with any API token as the password`);
    };
    await open('POSTHOUSE_SMTP_PORT', starttls, { starttlsPort: starttls });
    await open('POSTHOUSE_SMTPS_PORT', implicit, { tlsPort: implicit });
  }
  if (inbound > 0) {
    const door = createInboundDoor({ engine, tool: recordReturn, tls });
    doors.push(door);
    const name = 'POSTHOUSE_INBOUND_PORT';
    await portFault(
      platform,
      name,
      host,
      inbound,
      async () => void (await door.listen({ host, port: inbound })),
    );
    lines.push(`Bounces and complaints for ${config.POSTHOUSE_BOUNCE_DOMAIN} at ${host}:${inbound}`);
  }
}

function tlsPairOf({ engine }: StartingPlatform, config: Config): TlsPair {
  const { POSTHOUSE_TLS_CERT: cert, POSTHOUSE_TLS_KEY: key, POSTHOUSE_DATA_DIR: folder } = config;
  const { clock, ids, log } = engine.world;
  if (cert === undefined || key === undefined) {
    return ownTlsPair({ folder, hostName: hostNameOf(config), clock, ids, log });
  }
  try {
    return readTlsPair(cert, key, clock.now());
  } catch (error) {
    throw new ConfigFault(`POSTHOUSE_TLS_CERT, POSTHOUSE_TLS_KEY: ${explainError(error)}`);
  }
}

type PortName = 'POSTHOUSE_SMTP_PORT' | 'POSTHOUSE_SMTPS_PORT' | 'POSTHOUSE_INBOUND_PORT';

/** An unavailable port that the operator configured stops the start. A default port in use stays closed. */
async function portFault(
  platform: StartingPlatform,
  name: PortName,
  host: string,
  port: number,
  open: () => Promise<void>,
): Promise<string | null> {
  try {
    await open();
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isTaken = code === 'EADDRINUSE';
    const what = isTaken ? `another program already listens at ${host}:${port}` : explainError(error);
    if (isTaken && !isSet(name)) {
      platform.engine.world.log.warn({ host, port }, 'SMTP submission is off: the port is taken');
      return `No SMTP submission: ${what}. Stop it, or set ${name} to another port, or to 0`;
    }
    throw new ConfigFault(`${name}: ${what}`);
  }
}

/** Stops new work and finishes work in flight. Work that exceeds ten seconds is retried after its lease expires. */
async function drain(platform: Platform, doors: readonly Door[], keeper: ProcessKeeper): Promise<number> {
  const { clock, log } = platform.engine.world;
  platform.setPhase('draining');
  let giveUpWaiting = (): void => {};
  const late = new Promise<'late'>((resolve) => {
    giveUpWaiting = clock.after(drainMaxMs, () => resolve('late'));
  });
  const drained = (async () => {
    await Promise.all([
      platform.http.drain(graceMs),
      ...doors.map((door) => door.drain(graceMs)),
      platform.worker.drain(),
      keeper.stop(),
      platform.engine.world.mail.close(),
    ]);
    await platform.close();
    return 'drained' as const;
  })();
  const outcome = await Promise.race([drained, late]);
  giveUpWaiting();
  const unwritten = outcome === 'late' ? platform.worker.inFlight() : 0;
  if (unwritten > 0) {
    log.warn(
      { jobs: unwritten },
      'the outcome of these jobs could not be recorded: their mail may be sent again',
    );
  }
  log.info({ outcome }, 'stopped');
  return 0;
}

async function banner(
  platform: Platform,
  config: Config,
  role: Role,
  mailLines: readonly string[],
): Promise<string> {
  const { baseUrl } = platform.engine.settings;
  const here = `http://${config.HOST}:${config.PORT}`;
  const behind = baseUrl === here ? '' : ` and listens at ${here}`;
  const lines = [`Posthouse is ready at ${baseUrl}${behind}`, ...mailLines];
  const { madeToken, organization } = platform.start;
  if (madeToken !== null) {
    lines.push(
      '',
      'This is your API token. It has every permission. Save it now: only its hash is stored.',
      '',
      `  ${madeToken}`,
      '',
      'Send your first mail. Mail to example.com, a test domain, is stored and never delivered:',
      '',
      `  curl ${baseUrl}/api/v2/emails -H 'Authorization: Bearer ${madeToken}' -H 'Content-Type: application/json' \\`,
      `    -d '{"from":"hello@example.com","to":"ada@example.com","subject":"Hello","markdown":"# It works"}'`,
      '',
      'Read the mail and its delivery result:',
      '',
      `  curl ${baseUrl}/api/v2/emails -H 'Authorization: Bearer ${madeToken}'`,
      '',
      `Connect an assistant on this machine, such as Claude Code, from ${posthouseFromAnyFolder ? 'any' : 'this'} folder:`,
      '',
      `  claude mcp add posthouse -- ${posthouseFromAnyFolder ?? posthouse} mcp`,
      '',
      `The documentation is at ${baseUrl}/docs. All data is stored in ${resolve(config.POSTHOUSE_DATA_DIR)}.`,
    );
  }
  // With a configured token, the operator already has one.
  if (madeToken === null && role !== 'worker' && config.POSTHOUSE_API_KEY === undefined) {
    const { store, world } = platform.engine;
    const hint = await tokenHint(store, organization, world.clock.now());
    if (hint.state !== 'used') lines.push('', hint.sentence);
  }
  const held = await heldNotice(platform.engine.store.database.reader);
  if (held !== null) lines.push('', held);
  if (role === 'worker') {
    lines.push('', 'This process is a worker. Over HTTP it answers only /healthz and /readyz.');
  }
  if (config.POSTHOUSE_DELIVERY === 'capture') {
    lines.push(
      '',
      'Mail is stored and not sent, because POSTHOUSE_DELIVERY is capture.',
      'To send it, set POSTHOUSE_DELIVERY=relay and POSTHOUSE_RELAY_URL=smtp://…',
    );
  } else if (!organization.sendingEnabled) {
    lines.push(
      '',
      `Sending is off for ${organization.name}: its mail is stored and not sent. To turn it on:`,
      `  ${posthouse} tools run update_organization --id ${organization.id} --sending_enabled true`,
    );
  }
  if (organization.sendingPause) {
    lines.push('', `Sending is paused for ${organization.name}: its mail waits. To resume it:`);
    lines.push(`  ${posthouse} resume-sending`);
  }
  if (role !== 'worker')
    lines.push('', `To sign in at ${baseUrl}/console, print a link: ${posthouse} console`);
  lines.push('', `Check the set-up: ${posthouse} doctor`, '');
  return lines.join('\n');
}
