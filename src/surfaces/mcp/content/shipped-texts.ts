import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders of texts that ship with the program: at the root of the checkout, and beside the program once it is built. */
export const textFolders = ['prompts', 'skills', 'docs'] as const;
type TextFolder = (typeof textFolders)[number];

const read = new Map<TextFolder, ReadonlyMap<string, string>>();

/**
 * The texts of a folder by their paths below it (`launch-campaign.md`, `first-domain/SKILL.md`), in the order of the
 * paths. Read when first asked for, and once.
 */
export function shippedTexts(folder: TextFolder): ReadonlyMap<string, string> {
  let texts = read.get(folder);
  if (!texts) {
    const root = fileURLToPath(placeOf(folder));
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.md'))
      .sort();
    texts = new Map(paths.map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]));
    read.set(folder, texts);
  }
  return texts;
}

/** The built program is one folder of files with the texts in it; the sources lie four folders deep. */
function placeOf(folder: TextFolder): URL {
  const beside = new URL(`./${folder}/`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../../../${folder}/`, import.meta.url);
}
