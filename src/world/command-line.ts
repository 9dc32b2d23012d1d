import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../version.ts';

/**
 * How a person writes a command of this program where it was started: in a checkout by its npm script; installed in a
 * project, by npx; installed for the whole machine, by its name.
 *
 * @param root the folder of the package, with its slash
 * @param isCheckout whether the sources stand in it
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

/** The same of this process. A command follows after a blank: `${posthouse} doctor`. */
export const posthouse: string = commandLineOf({
  root: fileURLToPath(packageFolder),
  // A package holds what is built from them alone.
  isCheckout: existsSync(new URL('src/main.ts', packageFolder)),
  workingFolder: process.cwd(),
});
