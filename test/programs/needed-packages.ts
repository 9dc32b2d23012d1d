import { spawnSync } from 'node:child_process';
import { missingPrograms } from './mail-programs.ts';

/** Programs beside those that send mail, each with words that it answers at once and the Debian package that brings it. */
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

/** The Debian packages that the tests of this folder need and this machine lacks. */
export function missingPackages(): string[] {
  return [
    ...missingPrograms().flatMap(({ packages }) => packages),
    ...programs
      .filter(([program, word]) => spawnSync(program, [word], { stdio: 'ignore' }).status !== 0)
      .map(([, , debian]) => debian),
  ];
}
