import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A filesystem on a loop device whose power can be cut: data that was not yet written to the device is lost.
 */
export type LoopDisk = {
  /** Mount point while the disk has power. */
  folder: string;
  /** From here on no data is written, not even the log of the filesystem; every process gets EIO. */
  cutPower(): void;
  /** Mounts it again, as after a boot. No process may have it open. */
  restorePower(): void;
  remove(): void;
};

/** Sparse files of the smallest possible size for each filesystem. */
const filesystems = {
  xfs: { sizeBytes: 320 * 1024 ** 2, make: ['mkfs.xfs', '-q'], package: 'xfsprogs' },
  ext4: { sizeBytes: 128 * 1024 ** 2, make: ['mkfs.ext4', '-q', '-F'], package: 'e2fsprogs' },
} as const;
export type Filesystem = keyof typeof filesystems;

export const filesystemNames = Object.keys(filesystems) as Filesystem[];

export function loopDisk(kind: Filesystem): LoopDisk {
  const { sizeBytes, make } = filesystems[kind];
  const [maker, ...flags] = make;
  const home = mkdtempSync(join(tmpdir(), `posthouse-power-${kind}-`));
  const image = join(home, 'image');
  const folder = join(home, 'disk');
  writeFileSync(image, '');
  truncateSync(image, sizeBytes);
  mkdirSync(folder);
  run(maker, ...flags, image);
  const mount = () => run('mount', '-t', kind, '-o', 'loop', image, folder);
  mount();
  return {
    folder,
    cutPower: () => run('xfs_io', '-x', '-c', 'shutdown', folder),
    restorePower() {
      run('umount', folder);
      mount();
    },
    remove() {
      run('umount', folder);
      rmSync(home, { recursive: true });
    },
  };
}

/** The Debian packages of the missing programs. xfs_io cuts the power of both filesystems. */
export function missingPackages(): string[] {
  const programs = filesystemNames.map((name) => [filesystems[name].make[0], filesystems[name].package]);
  const missing = [...programs, ['xfs_io', filesystems.xfs.package]]
    .filter(([program]) => spawnSync(program!, ['-V'], { stdio: 'ignore' }).error)
    .map(([, debianPackage]) => debianPackage!);
  return [...new Set(missing)];
}

/** Why no disk can be created here, whatever is installed; null if one can. */
export function whyNoLoopDisk(): string | null {
  if (process.getuid?.() !== 0) return 'only root mounts';
  const home = mkdtempSync(join(tmpdir(), 'posthouse-power-probe-'));
  try {
    const image = join(home, 'image');
    writeFileSync(image, '\n'.repeat(1024 ** 2));
    const device = run('losetup', '--find', '--show', image).trim();
    run('losetup', '--detach', device);
    run('mount', '-t', 'tmpfs', 'none', home);
    run('umount', home);
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(home, { recursive: true });
  }
  for (const name of filesystemNames) spawnSync('modprobe', [name], { stdio: 'ignore' });
  const known = readFileSync('/proc/filesystems', 'utf8').split(/\s+/);
  const unknown = filesystemNames.filter((name) => !known.includes(name));
  return unknown.length === 0 ? null : `this kernel has no ${unknown.join(', ')}`;
}

/** @returns its output @throws its errors */
function run(program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${[program, ...words].join(' ')}: ${stderr.trim()}`);
  return stdout;
}
