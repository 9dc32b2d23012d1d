import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { secretFileOf, secretIn } from '../../../config.ts';
import { isBoundToSecret, isSecretOf } from '../../../engine/auth/check-secret.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import { type Listener, probeServer } from '../probe-server.ts';
import { type Finding, fail, ok, type Patient, warn } from './finding.ts';

const gibibyte = 1024 ** 3;
/** A campaign of a million emails with bodies and events takes a few gibibytes. */
const freeBytesComfortable = 2 * gibibyte;
/** Below this the next write-ahead log may not fit, and mail is refused. */
const freeBytesMin = gibibyte / 4;
const othersMask = 0o077;

export async function examineFolder({ config }: Patient): Promise<Finding[]> {
  const name = 'data folder';
  const folder = resolve(config.POSTHOUSE_DATA_DIR);
  const found = await stat(folder).catch(() => null);
  if (found === null) {
    const parent = dirname(folder);
    try {
      await access(parent, constants.W_OK);
      return [ok(name, `${folder} does not exist yet; the first start makes it.`)];
    } catch {
      return [
        fail(name, `${folder} does not exist and cannot be made: ${parent} is not writable for this user.`),
      ];
    }
  }
  if (!found.isDirectory()) {
    return [fail(name, `${folder} is no folder. Set POSTHOUSE_DATA_DIR to one, or move that file away.`)];
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
    return [warn(name, `Other users of this machine can look into ${folder}. Close it: chmod 700 ${folder}`)];
  }
  return [ok(name, `${folder} is writable, and closed to other users.`)];
}

export async function examineDisk({ config }: Patient): Promise<Finding[]> {
  const name = 'disk';
  const folder = resolve(config.POSTHOUSE_DATA_DIR);
  const place = await stat(folder).then(
    () => folder,
    () => dirname(folder),
  );
  const { bavail, bsize } = await statfs(place);
  const freeBytes = bavail * bsize;
  const free = `${(freeBytes / gibibyte).toFixed(1)} GiB are free where ${folder} is`;
  if (freeBytes < freeBytesMin)
    return [fail(name, `Only ${free}. Make room, or mail cannot be accepted soon.`)];
  if (freeBytes < freeBytesComfortable) return [warn(name, `${free}; a large campaign needs more.`)];
  return [ok(name, `${free}.`)];
}

export async function examineSecret({ config, database }: Patient): Promise<Finding[]> {
  const name = 'secret';
  if (config.POSTHOUSE_SECRET !== undefined) {
    return database === null || (await isSecretOf(database, config.POSTHOUSE_SECRET))
      ? [ok(name, 'POSTHOUSE_SECRET is set.')]
      : [
          fail(
            name,
            'POSTHOUSE_SECRET is not the secret this database was made with: put that one back from a backup.',
          ),
        ];
  }
  const file = secretFileOf(config);
  const found = await stat(file).catch(() => null);
  const isBound = database !== null && (await isBoundToSecret(database));
  const secret = found === null ? null : secretIn(await readFile(file, 'utf8').catch(() => ''), isBound);
  if (found === null || secret === null) {
    const state = found === null ? 'is missing' : 'holds no secret, as after a power cut';
    return isBound
      ? [
          fail(
            name,
            `${file} ${state}, although the database was made with one. Links sent out and stored keys need it: put it back from a backup.`,
          ),
        ]
      : [
          ok(
            name,
            found === null
              ? 'There is none yet; the first start makes one.'
              : `${file} ${state}; the next start makes one.`,
          ),
        ];
  }
  if (database !== null && !(await isSecretOf(database, secret))) {
    return [
      fail(name, `${file} is not the secret this database was made with: put that one back from a backup.`),
    ];
  }
  if ((found.mode & othersMask) !== 0) {
    return [fail(name, `Other users of this machine can read ${file}. Close it: chmod 600 ${file}`)];
  }
  if (config.POSTHOUSE_DATABASE_URL !== undefined) {
    return [
      warn(
        name,
        `Only this machine has the secret (${file}). Before a second process runs on this PostgreSQL, set POSTHOUSE_SECRET to it everywhere.`,
      ),
    ];
  }
  return [ok(name, `${file} is there. Keep it with your backups: without it they cannot be used.`)];
}

/** Checks that the port is free or used by Posthouse itself. Port 0 means any free port. */
export async function examinePort({ config }: Patient): Promise<Finding[]> {
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
      return [fail(name, `${host} is no address of this machine. Correct HOST.`)];
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
        `Another Posthouse listens at ${place}: it has a different secret and data folder, or is an older version. Stop it, or set PORT to a free port.`,
      );
    default:
      return fail('port', `Another program listens at ${place}. Stop it, or set PORT to a free port.`);
  }
}
