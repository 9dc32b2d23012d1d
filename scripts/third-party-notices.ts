import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the licence of each bundled package, because third-party code may only be distributed with its notice.
 *
 * @param modules paths of bundled files
 * @throws Error for a package without a licence, because its code may not be distributed
 */
export function noticesOf(modules: ReadonlySet<string>): string {
  const folders = new Map<string, string>();
  for (const module of modules) {
    const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module) ?? [];
    if (folder !== undefined) folders.set(folder, noticeOf(folder));
  }
  return [...new Set(folders.values())].sort().join('\n\n');
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence in its package.json`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const words = files
    .map((file) => `${folder}/${file}`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').trim());
  return `# ${name} ${version} (${license})\n\n${words.join('\n\n') || `Its package contains no text of the licence ${license}.`}\n`;
}
