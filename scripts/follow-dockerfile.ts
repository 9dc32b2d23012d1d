/**
 * Runs the Dockerfile step by step without an image builder. Each stage is a folder, which becomes the root of its commands
 * (bubblewrap). The machine's read-only `/usr` replaces the base image's system, and the running Node and npm replace the image's.
 * Throws an error for an unknown instruction, so that no line is skipped.
 *
 *   node scripts/follow-dockerfile.ts FOLDER    builds the image in FOLDER and starts it, as `docker run --read-only` does
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const context = fileURLToPath(new URL('..', import.meta.url));

/** The base image's unprivileged user. */
const userOfImage = { name: 'node', id: 1000, home: join('/home', 'node') };

export type Image = {
  root: string;
  environment: Record<string, string>;
  workingFolder: string;
  user: string;
  volumes: string[];
  ports: string[];
  healthCheck: string[];
  entryPoint: string[];
  command: string[];
};

type Instruction = { word: string; rest: string };

/** Splits a Dockerfile into instructions, without comments. @throws Error for a continued line, which is not supported */
export function instructionsOf(text: string): Instruction[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      if (word === undefined || rest === undefined || rest.endsWith('\\'))
        throw new Error(`this line of the Dockerfile is not understood: ${line}`);
      return { word, rest };
    });
}

/**
 * Builds the image of this checkout's Dockerfile.
 * @param into empty folder, which receives a folder per stage
 */
export function followDockerfile(into: string): Image {
  const stages = new Map<string, Image>();
  let image: Image | null = null;
  for (const { word, rest } of instructionsOf(readFileSync(`${context}Dockerfile`, 'utf8'))) {
    if (word === 'FROM') {
      const [, name = 'final'] = /^node:24-slim(?: AS (\w+))?$/.exec(rest) ?? fail(`FROM ${rest}`);
      image = emptyImage(join(into, name));
      stages.set(name, image);
    } else {
      follow(image ?? fail(`${word} before FROM`), stages, word, rest);
    }
  }
  return image ?? fail('no FROM');
}

function fail(what: string): never {
  throw new Error(`the Dockerfile cannot be followed: ${what}`);
}

function follow(image: Image, stages: ReadonlyMap<string, Image>, word: string, rest: string): void {
  switch (word) {
    case 'WORKDIR':
      image.workingFolder = rest;
      mkdirSync(join(image.root, rest), { recursive: true });
      return;
    case 'COPY':
      copy(image, stages, rest.split(' '));
      return;
    case 'RUN':
      execFileSync('bwrap', wordsOf(image, { writable: true, user: 'root' }, ['sh', '-c', rest]), {
        env: { ...npmSettings(), ...image.environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return;
    case 'ENV':
      for (const part of rest.split(' ')) {
        const [, name, value] = /^(\w+)=(\S*)$/.exec(part) ?? fail(`ENV ${rest}`);
        image.environment[name!] = value!;
      }
      return;
    case 'USER':
      image.user = rest;
      return;
    case 'VOLUME':
      image.volumes.push(rest);
      return;
    case 'EXPOSE':
      image.ports.push(...rest.split(' '));
      return;
    case 'HEALTHCHECK':
      image.healthCheck = JSON.parse(rest.replace(/^(--\S+ )*CMD /, ''));
      return;
    case 'ENTRYPOINT':
      image.entryPoint = JSON.parse(rest);
      return;
    case 'CMD':
      image.command = JSON.parse(rest);
      return;
    default:
      fail(word);
  }
}

function copy(image: Image, stages: ReadonlyMap<string, Image>, words: string[]): void {
  const [, from] = /^--from=(\w+)$/.exec(words[0]!) ?? [];
  if (from !== undefined) words.shift();
  const to = resolve(image.workingFolder, words.pop()!);
  const stage = from === undefined ? null : (stages.get(from) ?? fail(`COPY --from=${from}`));
  const isIgnored = stage === null ? ignored() : () => false;
  for (const word of words) {
    const source = stage === null ? resolve(context, word) : join(stage.root, word);
    const isFolder = existsSync(`${source}/`);
    // Copies the contents of a folder, but a file under its name.
    const target = join(image.root, to, isFolder ? '' : basename(source));
    mkdirSync(dirname(target), { recursive: true });
    if (!isFolder) cpSync(source, target);
    else
      for (const name of readdirSync(source).filter((one) => !isIgnored(one)))
        cpSync(join(source, name), join(target, name), { recursive: true, verbatimSymlinks: true });
  }
}

function ignored(): (name: string) => boolean {
  const patterns = readFileSync(`${context}.dockerignore`, 'utf8').split('\n').filter(Boolean);
  return (name) => patterns.some((pattern) => matchesGlob(name, pattern));
}

/** Creates the base image: the layout of a Debian system, Node and npm below `/usr/local`, and two users. */
function emptyImage(root: string): Image {
  for (const folder of ['etc', 'usr/local/bin', 'usr/local/lib/node_modules', 'tmp', 'proc', 'dev', 'root'])
    mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) symlinkSync(`usr/${name}`, join(root, name));
  const { name, id, home } = userOfImage;
  writeFileSync(`${root}/etc/passwd`, `root:x:0:0::/root:/bin/sh\n${name}:x:${id}:${id}::${home}:/bin/sh\n`);
  writeFileSync(`${root}/etc/group`, `root:x:0:\n${name}:x:${id}:\n`);
  mkdirSync(`${root}${home}`, { recursive: true });
  chownSync(`${root}${home}`, id, id);
  cpSync(process.execPath, `${root}/usr/local/bin/node`, { dereference: true });
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, `${root}/usr/local/lib/node_modules/npm`, { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', `${root}/usr/local/bin/npm`);
  return {
    root,
    environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
    workingFolder: '/',
    user: 'root',
    volumes: [],
    ports: [],
    healthCheck: [],
    entryPoint: [],
    command: [],
  };
}

/** Passes on this machine's npm settings. */
function npmSettings(): Record<string, string> {
  const settings = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(registry|cafile)$/i.test(name),
  );
  return Object.fromEntries(settings) as Record<string, string>;
}

type Mounts = {
  /** Host folders by path in the container. */
  folders?: Readonly<Record<string, string>>;
  writable?: boolean;
  user?: string;
};

/** Returns bubblewrap's arguments for a command in an image. */
function wordsOf(
  image: Image,
  { folders = {}, writable = false, user }: Mounts,
  command: string[],
): string[] {
  const { root, workingFolder } = image;
  const settings = ['resolv.conf', 'hosts', 'ssl', 'alternatives'].map((name) => `/etc/${name}`);
  const npmrc = join(homedir(), '.npmrc');
  return [
    ...[writable ? '--bind' : '--ro-bind', root, '/', '--ro-bind', '/usr', '/usr'],
    ...[writable ? '--bind' : '--ro-bind', `${root}/usr/local`, '/usr/local'],
    ...(writable
      ? [
          ...settings.flatMap((path) => ['--ro-bind-try', path, path]),
          '--ro-bind-try',
          npmrc,
          join('/root', '.npmrc'),
        ]
      : []),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...Object.entries(folders).flatMap(([inside, outside]) => ['--bind', outside, inside]),
    ...[
      '--chdir',
      workingFolder,
      '--die-with-parent',
      '--unshare-pid',
      '--as-pid-1',
      '--cap-add',
      'ALL',
      '--',
    ],
    ...asUser(user ?? image.user),
    ...command,
  ];
}

function asUser(user: string): string[] {
  if (user === 'root') return [];
  if (user !== userOfImage.name) fail(`USER ${user}`);
  const id = String(userOfImage.id);
  const nothing = ['--bounding-set', '-all', '--inh-caps', '-all', '--no-new-privs'];
  return ['setpriv', '--reuid', id, '--regid', id, '--clear-groups', ...nothing, '--'];
}

export type Container = {
  process: ChildProcess;
  /** Process id of its first process on this machine. */
  pid(): number;
  /** Signals its first process, as `docker stop` does. */
  signal(signal: NodeJS.Signals): void;
};

/** Starts a container as the image's user, without capabilities. Its root is read-only except for `folders`. */
export function startContainer(
  image: Image,
  {
    folders,
    environment = {},
    command = [...image.entryPoint, ...image.command],
  }: {
    folders: Readonly<Record<string, string>>;
    environment?: Readonly<Record<string, string>>;
    command?: string[];
  },
): Container {
  for (const [inside, outside] of Object.entries(folders)) {
    mkdirSync(outside, { recursive: true });
    mkdirSync(join(image.root, inside), { recursive: true });
    if (image.volumes.includes(inside)) chownSync(outside, userOfImage.id, userOfImage.id);
  }
  const child = spawn('bwrap', wordsOf(image, { folders }, command), {
    env: { ...image.environment, HOME: userOfImage.home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = () =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]);
  return { process: child, pid, signal: (signal) => process.kill(pid(), signal) };
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('name the folder to build in');
  const image = followDockerfile(resolve(folder));
  const container = startContainer(image, { folders: { '/data': join(resolve(folder), 'volume') } });
  container.process.stdout!.pipe(process.stdout);
  container.process.stderr!.pipe(process.stderr);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => container.signal(signal));
  container.process.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
