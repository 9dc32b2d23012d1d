import { filesOf, textOf } from './checkout/program.ts';
import { rule } from './checkout/rule.ts';

/** The README and the pages of `docs`, without front matter, code and generated tables. */
const pages = ['README.md', ...filesOf('docs/**/*.md')].map((path) => ({
  path,
  prose: proseOf(textOf(path)),
}));

const paragraphWordsMax = 90;
const pageWordsMax = 1_500;

/** Pages without an example: lists to look something up in, and one page about the documentation itself. */
const withoutExample: Readonly<Record<string, string>> = {
  'docs/architecture/glossary.md': 'a list of words',
  'docs/architecture/rooms.md': 'a list of files',
  'docs/content-verification.md': 'a list of badges',
  'docs/limits.md': 'a list of limits',
  'docs/project/dependencies.md': 'a list of packages',
  'docs/project/guarantees.md': 'a list of guarantees, each with its test',
  'docs/project/speed.md': 'a list of measurements',
  'docs/quickstart-for-assistants.md': 'its readers call tools and not programs',
  'docs/reference/configuration.md': 'a list of variables',
  'docs/reference/sdk.md': 'a list of methods',
  'docs/reference/tools.md': 'a list of tools',
};

function proseOf(text: string): string {
  return text
    .replace(/^---\n.*?\n---\n/s, '')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/<!--[a-z_]+-->\n\n.*?<!--\/-->/gs, '');
}

function countWords(text: string): number {
  const withoutTargets = text.replaceAll(/\]\([^)]*\)/g, ']');
  return withoutTargets.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Paragraphs and list items. A row of a table is neither. */
function paragraphsOf(prose: string): string[] {
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/).filter((part) => !part.trimStart().startsWith('|'));
}

rule(
  `A paragraph of the documentation has at most ${paragraphWordsMax} words`,
  'a reader looks for one fact, and does not find it in a longer block. Split the paragraph, or make a table.',
  function* () {
    for (const { path, prose } of pages) {
      for (const part of paragraphsOf(prose)) {
        const words = countWords(part);
        if (words > paragraphWordsMax)
          yield `${path} has a paragraph of ${words} words: ${part.trim().slice(0, 60)}…`;
      }
    }
  },
);

rule(
  `A page of the documentation has at most ${pageWordsMax} words`,
  'a page answers one question. Split the page by question. Code and generated tables do not count.',
  function* () {
    for (const { path, prose } of pages) {
      const words = countWords(prose);
      if (words > pageWordsMax) yield `${path} has ${words} words`;
    }
  },
);

rule(
  'A page of the documentation shows an example',
  'a reader copies the example before reading the rest. A page without one is listed with its reason.',
  function* () {
    for (const { path } of pages) {
      const hasExample = /^```(?:sh|json|ts|tsx|js|python|ini|yaml)/m.test(textOf(path));
      if (hasExample === path in withoutExample)
        yield hasExample ? `${path} needs its exception no longer` : `${path} shows no example`;
    }
  },
);

rule(
  'A page of the documentation begins with a sentence',
  'the first line tells readers what they get, so that they know at once whether they are on the right page.',
  function* () {
    for (const { path, prose } of pages) {
      if (/^(?:#{2,}|\||```|[-*] )/.test(prose.trimStart()))
        yield `${path} begins with a heading, a table, a list or code`;
    }
  },
);

rule(
  'Each row of a table has as many cells as its head',
  'Markdown ends a cell at each bar, in code too, and drops the cells beyond the head. Write a bar as \\|.',
  function* () {
    for (const { path } of pages) {
      const tables = textOf(path)
        .replaceAll(/^```.*?^```/gms, '')
        .match(/^\|[^\n]*\n\|[ |:-]+\n(?:\|[^\n]*\n)*/gm);
      for (const table of tables ?? []) {
        const [head, , ...rows] = table.trimEnd().split('\n');
        const wrong = rows.find((row) => countBars(row) !== countBars(head!));
        if (wrong !== undefined) yield `${path}: ${wrong.slice(0, 100)}`;
      }
    }
  },
);

function countBars(row: string): number {
  return row.match(/(?<!\\)\|/g)?.length ?? 0;
}
