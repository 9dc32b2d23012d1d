import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders of shipped texts: at the root of the checkout, or next to the built program. */
export const textFolders = ['prompts', 'skills', 'docs'] as const;
type TextFolder = (typeof textFolders)[number];

const read = new Map<string, ReadonlyMap<string, string>>();

/** Paths look like `launch-campaign.md` or `first-domain/SKILL.md`. Read once, on first use. */
export function shippedTexts(folder: TextFolder): ReadonlyMap<string, string> {
  return readOnce(folder, '.md');
}

/** SVG drawings of the documentation, by path: `start/send-flow.svg`. */
export function shippedDrawings(): ReadonlyMap<string, string> {
  return readOnce('docs', '.svg');
}

function readOnce(folder: TextFolder, suffix: string): ReadonlyMap<string, string> {
  let texts = read.get(folder + suffix);
  if (!texts) {
    const root = fileURLToPath(placeOf(folder));
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith(suffix))
      .sort();
    texts = new Map(paths.map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]));
    read.set(folder + suffix, texts);
  }
  return texts;
}

/** The build puts the folders next to the program; the sources are four folders below the root. */
function placeOf(folder: TextFolder): URL {
  const beside = new URL(`./${folder}/`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../../../${folder}/`, import.meta.url);
}
