import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../version.ts';

/**
 * Returns the command that starts this program: the npm script in a checkout, npx in a project, the bare name for a global
 * installation.
 *
 * @param root the package folder, with its final slash
 * @param isCheckout whether the folder contains the sources
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

/** The command line of this process, to be followed by a space and a command: `${posthouse} doctor`. */
export const posthouse: string = commandLineOf({
  root: fileURLToPath(packageFolder),
  // A published package contains only the build.
  isCheckout: existsSync(new URL('src/main.ts', packageFolder)),
  workingFolder: process.cwd(),
});
