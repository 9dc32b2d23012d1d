import { filesOf, textOf } from './checkout/program.ts';

type Form = { name: string; pattern: RegExp };

/** Sentence forms that hide the noun or the verb. Each is rare in the prose of native engineers. */
const forms: readonly Form[] = [
  {
    name: 'a clause instead of a noun: name the thing',
    pattern:
      /\bwhat (?:an?|the|it|they|is|was|are|were|has|have|had|comes?|would|could|may|can|must|does|do|did|stands|people|callers?)\b/i,
  },
  {
    name: 'starts with a question word: start with the noun or the verb',
    pattern: /^(?:What|Who|Whose|Where|How|Which|By what|Of what)\b/,
  },
  {
    name: '"one", "ones" or "those" instead of the noun',
    pattern: /\b(?:ones?|those) (?:that|who|which|whose|of|with|without|in|beside)\b/i,
  },
  { name: '"who" without a person', pattern: /(?:^|[,:;] |\b(?:of|to|from|by|for|than) )who\b/i },
  {
    name: '"of" instead of "about"',
    pattern: /\b(?:says?|said|known|knows|asked|heard|thought|read|seen) of\b/i,
  },
  {
    name: 'an old word: fix, approval, next to',
    pattern: /\bmend(?:s|ed|ing)?\b|\b(?:a|its|their) yes\b|\bbeside\b/i,
  },
];

/** Data that quotes mail, transcripts, generated files, and the lists of forms and words. */
const quoted =
  /lexicon\/|requests\/(?:germanic|others|roman|slavic)\/|content\/names\/|sender-traits|^test\/(?:pins\/(?:v1\/|plain-)|verification\/|model\/verification\/)|\/printed\//;

type Sentence = { line: number; text: string };

/** Returns the comments and test titles of a source file. */
function sentencesOfCode(code: string): Sentence[] {
  const sentences: Sentence[] = [];
  const lineAt = (index: number): number => code.slice(0, index).split('\n').length;
  const comment = /\/\*\*?(?<block>[\s\S]*?)\*\/|(?:^|[ \t])\/\/(?<lines>[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/gm;
  for (const { 0: whole, index, groups } of code.matchAll(comment)) {
    const text = (groups!.block ?? groups!.lines ?? whole)
      .replaceAll(/\n[ \t]*(?:\*|\/\/)?/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (!/^(?:biome|@ts-|#|v8 )/.test(text)) sentences.push({ line: lineAt(index), text });
  }
  const title = /\b(?:test|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
  for (const { index, 2: text } of code.matchAll(title)) sentences.push({ line: lineAt(index), text: text! });
  return sentences;
}

/** Returns the sentences of a page, without its code. */
function sentencesOfPage(page: string): Sentence[] {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, ' ');
  const prose = page.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]*`/g, 'code');
  let line = 1;
  return prose.split(/(?<=\n)(?=\n|[|#*-])|(?<=[.:;!?])\s(?=[A-Z[])/).map((text) => {
    const sentence = { line, text: text.trim().replaceAll(/\s+/g, ' ') };
    line += text.split('\n').length - 1;
    return sentence;
  });
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';

/** The marked sentences of all comments, test titles and pages, by folder. */
export function markedSentences(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = filesOf(
    '{src,tools,test,bench,evals,scripts}/**/*.ts',
    '{src,docs,prompts,skills}/**/*.md',
    '*.md',
  );
  for (const path of files.filter((file) => !quoted.test(file))) {
    const text = textOf(path);
    for (const sentence of path.endsWith('.md') ? sentencesOfPage(text) : sentencesOfCode(text)) {
      const form = forms.find(({ pattern }) => pattern.test(sentence.text));
      if (form === undefined) continue;
      const folder = folderOf(path);
      const lines = found.get(folder) ?? [];
      lines.push(`${path}:${sentence.line} (${form.name}) ${sentence.text.slice(0, 160)}`);
      found.set(folder, lines);
    }
  }
  return found;
}
