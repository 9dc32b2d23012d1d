import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { secretFileOf, secretIn } from '../../../config.ts';
import { acceptsSecret, isBoundToSecret } from '../../../engine/auth/check-secret.ts';
import { type Finding, fail, ok, warn } from '../../../engine/setup/finding.ts';
import { judgeDisk } from '../../../engine/setup/judge-disk.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import { type Listener, probeServer } from '../probe-server.ts';
import type { DoctorPatient } from './patient.ts';

const othersMask = 0o077;

export async function examineFolder({ config }: DoctorPatient): Promise<Finding[]> {
  const name = 'data folder';
  const folder = resolve(config.POSTHOUSE_DATA_DIR);
  const found = await stat(folder).catch(() => null);
  if (found === null) {
    const parent = dirname(folder);
    try {
      await access(parent, constants.W_OK);
      return [ok(name, `${folder} does not exist yet; the first start creates it.`)];
    } catch {
      return [
        fail(name, `${folder} does not exist and cannot be created: this user may not write to ${parent}.`),
      ];
    }
  }
  if (!found.isDirectory()) {
    return [
      fail(name, `${folder} is not a folder. Set POSTHOUSE_DATA_DIR to a folder, or move the file away.`),
    ];
  }
  try {
    await rm(await mkdtemp(join(folder, '.doctor-')), { recursive: true });
  } catch (error) {
    return [
      fail(
        name,
        `${folder} cannot be written to (${explainError(error)}). Give it to the user that runs Posthouse.`,
      ),
    ];
  }
  if ((found.mode & othersMask) !== 0) {
    return [warn(name, `Other users of this machine can open ${folder}. Restrict it: chmod 700 ${folder}`)];
  }
  return [ok(name, `${folder} is writable, and other users cannot open it.`)];
}

export async function examineDisk({ config }: DoctorPatient): Promise<Finding[]> {
  const folder = resolve(config.POSTHOUSE_DATA_DIR);
  const place = await stat(folder).then(
    () => folder,
    () => dirname(folder),
  );
  const { bavail, bsize } = await statfs(place);
  return [judgeDisk(bavail * bsize, `the disk of ${folder}`)];
}

export async function examineSecret({ config, database }: DoctorPatient): Promise<Finding[]> {
  const name = 'secret';
  if (config.POSTHOUSE_SECRET !== undefined) {
    return database === null || (await acceptsSecret(database, config.POSTHOUSE_SECRET))
      ? [ok(name, 'POSTHOUSE_SECRET is set.')]
      : [
          fail(
            name,
            'POSTHOUSE_SECRET is not the secret that this database was created with. Restore that secret from a backup.',
          ),
        ];
  }
  const file = secretFileOf(config);
  const found = await stat(file).catch(() => null);
  const isBound = database !== null && (await isBoundToSecret(database));
  const secret = found === null ? null : secretIn(await readFile(file, 'utf8').catch(() => ''), isBound);
  if (found === null || secret === null) {
    const state = found === null ? 'is missing' : 'contains no secret, for example after a power cut';
    return isBound
      ? [
          fail(
            name,
            `${file} ${state}, but the database needs it for sent links and stored keys. Restore it from a backup.`,
          ),
        ]
      : [
          ok(
            name,
            found === null
              ? 'There is no secret yet; the first start creates it.'
              : `${file} ${state}; the next start creates one.`,
          ),
        ];
  }
  if (database !== null && !(await acceptsSecret(database, secret))) {
    return [
      fail(
        name,
        `${file} is not the secret that this database was created with. Restore that secret from a backup.`,
      ),
    ];
  }
  if ((found.mode & othersMask) !== 0) {
    return [fail(name, `Other users of this machine can read ${file}. Restrict it: chmod 600 ${file}`)];
  }
  if (config.POSTHOUSE_DATABASE_URL !== undefined) {
    return [
      warn(
        name,
        `Only this machine has the secret (${file}). Before a second process runs on this PostgreSQL, set POSTHOUSE_SECRET to it everywhere.`,
      ),
    ];
  }
  return [ok(name, `${file} exists. Keep a copy with your backups: they cannot be used without it.`)];
}

/** Checks that the port is free or used by Posthouse itself. Port 0 means any free port. */
export async function examinePort({ config }: DoctorPatient): Promise<Finding[]> {
  const name = 'port';
  const { HOST: host, PORT: port } = config;
  const place = `${host}:${port}`;
  if (port === 0) return [ok(name, `HTTP listens at any free port of ${host}.`)];
  const fault = await listenFault(host, port);
  switch (fault) {
    case null:
      return [ok(name, `${place} is free.`)];
    case 'EADDRINUSE':
      return [judgeListener(await probeServer(config), place)];
    case 'EACCES':
      return [
        fail(
          name,
          `This user may not listen at ${place}. Ports below 1024 need a privilege: set PORT to a higher one.`,
        ),
      ];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return [fail(name, `${host} is not an address of this machine. Correct HOST.`)];
    default:
      return [fail(name, `Listening at ${place} fails (${fault}).`)];
  }
}

export function listenFault(host: string, port: number): Promise<string | null> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle(null)));
  });
}

function judgeListener(listener: Listener, place: string): Finding {
  switch (listener) {
    case 'this instance':
      return ok('port', `This instance of Posthouse is running at ${place}.`);
    case 'other instance':
      return fail(
        'port',
        `Another instance of Posthouse, with a different secret, listens at ${place}. Stop it, or set PORT to a free port.`,
      );
    case 'older version':
      return fail(
        'port',
        `An older version of Posthouse listens at ${place}. Stop it before you start this version, or set PORT to a free port.`,
      );
    default:
      return fail('port', `Another program listens at ${place}. Stop it, or set PORT to a free port.`);
  }
}
