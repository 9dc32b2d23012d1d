export const columnsMax = 80;

const indent = '  ';
const gap = 2;
/** A longer term stands on its own line, above its text. */
const termCharactersMax = 28;

export type Row = readonly [term: string, text: string];

export type Help = {
  usage: string;
  about: readonly string[];
  sections?: readonly { title: string; rows: readonly Row[] }[];
  examples: readonly string[];
};

export function formatHelp({ usage, about, sections = [], examples }: Help): string {
  const blocks = [
    wrap(`Usage: ${usage}`, columnsMax, ' '.repeat('Usage: '.length)),
    ...about.map((paragraph) => wrap(paragraph, columnsMax)),
    ...sections.map(({ title, rows }) => `${title}:\n${formatRows(rows)}`),
    `${examples.length === 1 ? 'Example' : 'Examples'}:\n${examples.map((example) => indent + example.replaceAll('\n', `\n${indent}`)).join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Formats terms and their texts in two columns, each row wrapped. */
export function formatRows(rows: readonly Row[], columns: number = columnsMax): string {
  const short = rows.filter(([term]) => term.length <= termCharactersMax);
  const width = Math.max(0, ...short.map(([term]) => term.length)) + gap;
  const under = ' '.repeat(indent.length + width);
  return rows
    .map(([term, text]) => {
      const wrapped = wrap(text, columns - under.length).replaceAll('\n', `\n${under}`);
      if (text === '') return `${indent}${term}`;
      return term.length <= termCharactersMax
        ? `${indent}${term.padEnd(width)}${wrapped}`
        : `${indent}${term}\n${under}${wrapped}`;
    })
    .join('\n');
}

/** Breaks lines between words; a longer word stays whole. @param hanging indents every line but the first */
export function wrap(text: string, columns: number, hanging = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const start = lines.length === 0 ? '' : hanging;
    if (line !== '' && start.length + line.length + 1 + word.length > columns) {
      lines.push(start + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push((lines.length === 0 ? '' : hanging) + line);
  return lines.join('\n');
}
