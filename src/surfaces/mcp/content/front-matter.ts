export type FrontField = string | readonly ReadonlyMap<string, string>[];

const fence = '---';
const topLine = /^([a-z][a-z-]*):(?: (\S.*))?$/;
const entryLine = /^ {2}- ([a-z][a-z-]*): (\S.*)$/;
const entryMore = /^ {4}([a-z][a-z-]*): (\S.*)$/;
/** Matches values that YAML would not read as plain text. */
const notPlain = /^[-?:,[\]{}#&*!|>'"%@`]|: | #|:$|\s$/;

/** Supports our subset of YAML: one-line scalars, and lists of maps of them. @throws Error with the line */
export function readFrontMatter(
  text: string,
  file: string,
): { fields: ReadonlyMap<string, FrontField>; body: string } {
  const lines = text.split('\n');
  const end = lines.indexOf(fence, 1);
  if (lines[0] !== fence || end === -1)
    throw new Error(`${file}: must begin with front matter between --- lines`);
  const fields = new Map<string, FrontField>();
  let entries: Map<string, string>[] | undefined;
  for (const [index, line] of lines.slice(1, end).entries()) {
    const fault = (why: string): Error => new Error(`${file}:${index + 2}: ${why}`);
    const keep = (to: Map<string, FrontField>, key: string, value: FrontField): void => {
      if (to.has(key)) throw fault(`${key} is there twice`);
      if (typeof value === 'string' && notPlain.test(value)) throw fault(`${key} is not a plain text`);
      to.set(key, value);
    };
    const top = topLine.exec(line);
    const first = entryLine.exec(line);
    const more = entryMore.exec(line);
    if (top) {
      entries = top[2] === undefined ? [] : undefined;
      keep(fields, top[1]!, entries ?? top[2]!);
    } else if (first && entries) {
      const entry = new Map<string, string>();
      keep(entry, first[1]!, first[2]!);
      entries.push(entry);
    } else if (more && entries?.length) {
      keep(entries.at(-1)!, more[1]!, more[2]!);
    } else {
      throw fault('is neither "name: text" nor an entry of a list');
    }
  }
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

export function textField(fields: ReadonlyMap<string, FrontField>, name: string, file: string): string {
  const value = fields.get(name);
  if (typeof value !== 'string') throw new Error(`${file}: ${name} must be a line of text`);
  return value;
}
