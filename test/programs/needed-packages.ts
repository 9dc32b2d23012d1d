import { spawnSync } from 'node:child_process';
import { missingPrograms } from './mail-programs.ts';

/** Further required programs, each with an argument that makes it exit immediately, and its Debian package. */
const programs: readonly [program: string, word: string, debian: string][] = [
  ['nginx', '-v', 'nginx-light'],
  ['caddy', 'version', 'caddy'],
  ['openssl', 'version', 'openssl'],
  ['curl', '--version', 'curl'],
  ['bwrap', '--version', 'bubblewrap'],
  ['setpriv', '--version', 'util-linux'],
  ['systemd-analyze', '--version', 'systemd'],
  ['strace', '--version', 'strace'],
];

/** Lists missing Debian packages for the tests of this folder. */
export function missingPackages(): string[] {
  return [
    ...missingPrograms().flatMap(({ packages }) => packages),
    ...programs
      .filter(([program, word]) => spawnSync(program, [word], { stdio: 'ignore' }).status !== 0)
      .map(([, , debian]) => debian),
  ];
}
