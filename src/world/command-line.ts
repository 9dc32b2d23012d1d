import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../version.ts';

/** Returns the command that starts this program. @param root the package folder, with its final slash */
export function resolveCommandLine({
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

const root = fileURLToPath(packageFolder);
// A published package contains only the build.
const isCheckout = existsSync(new URL('src/main.ts', packageFolder));

/** The command line of this process, to be followed by a space and a command: `${posthouse} doctor`. */
export const posthouse: string = resolveCommandLine({ root, isCheckout, workingFolder: process.cwd() });

/** Command that works from every folder. Null for a package, whose data is in the folder it starts in. */
export const posthouseFromAnyFolder: string | null = isCheckout
  ? `npm run --silent --prefix ${root.slice(0, -1)} posthouse --`
  : null;

export type ProgramStart = { command: string; args: string[] };

/**
 * Returns the words that start this program from any folder. Paths are absolute, because assistants start
 * programs without the shell's `PATH`. Only npx manages its cache, so it starts its own copy.
 * @param root the package folder, with its final slash
 * @param node path of the running Node
 */
export function resolveProgramStart({
  root,
  node,
  platform,
}: {
  root: string;
  node: string;
  platform: NodeJS.Platform;
}): ProgramStart {
  if (root.replaceAll('\\', '/').includes('/_npx/')) return publishedStart(platform);
  return { command: node, args: [`${root}bin/posthouse.js`] };
}

/** Starts the published package, on any machine with npm. On Windows npx is a script, which only a shell can start. */
export function publishedStart(platform: NodeJS.Platform): ProgramStart {
  const words = ['npx', '-y', 'posthouse'];
  const [command, ...args] = platform === 'win32' ? ['cmd', '/c', ...words] : words;
  return { command: command!, args };
}

export const programStart: ProgramStart = resolveProgramStart({
  root,
  node: process.execPath,
  platform: process.platform,
});
