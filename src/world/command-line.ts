import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../version.ts';

/**
 * How to type a command of this program where it was started: in a checkout its npm script; installed in a project,
 * npx; installed globally, its name.
 *
 * @param root the folder of the package, with its slash
 * @param isCheckout whether it contains the sources
 * @param workingFolder where the program was started
 */
export function commandLineOf({
  root,
  isCheckout,
  workingFolder,
}: {
  root: string;
  isCheckout: boolean;
  workingFolder: string;
}): string {
  if (isCheckout) return 'npm run --silent posthouse --';
  const installed = root.lastIndexOf('/node_modules/');
  const project = installed === -1 ? null : root.slice(0, installed);
  const isProjects = project !== null && `${workingFolder}/`.startsWith(`${project}/`);
  return root.includes('/_npx/') || isProjects ? 'npx posthouse' : 'posthouse';
}

/** The command line of this process. A command follows after a blank: `${posthouse} doctor`. */
export const posthouse: string = commandLineOf({
  root: fileURLToPath(packageFolder),
  // A published package contains only what is built from them.
  isCheckout: existsSync(new URL('src/main.ts', packageFolder)),
  workingFolder: process.cwd(),
});
