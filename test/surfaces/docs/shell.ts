/** Interprets the shell subset of the documentation: assignments, quoted words, `$NAME`, `$(cat FILE)`. */

export type Shell = {
  variables: Map<string, string>;
  /** Contents of files that a page writes or names. */
  files: Map<string, string>;
};

/** Splits a block into commands and their words. A backslash or an open quote continues a line. */
export function commandsOf(block: string, { variables, files }: Shell): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = () => {
    endWord();
    const assigned = words[0] === 'export' ? words.slice(1) : words;
    if (assigned.length > 0 && assigned.every((one) => /^[A-Z_]+=/.test(one))) {
      for (const one of assigned)
        variables.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
    }
    if (words.length > 0) commands.push(words);
    words = [];
  };
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < block.length; at += 1) {
    const character = block[at]!;
    if (quote === null && character === '\\' && block[at + 1] === '\n') at += 1;
    else if (quote !== "'" && character === '\\') {
      at += 1;
      word = (word ?? '') + block[at];
    } else if (quote !== null && character === quote) quote = null;
    else if (quote === null && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (quote !== "'" && character === '$') {
      const [whole, name, file] = /^\$(?:(\w+)|\(cat ([\w.]+)\))/.exec(block.slice(at)) ?? [];
      const value = name === undefined ? files.get(file!) : variables.get(name);
      if (whole === undefined || value === undefined)
        throw new Error(`${block.slice(at, at + 30)} has no value`);
      word = (word ?? '') + value;
      at += whole.length - 1;
    } else if (quote === null && character === '\n') endCommand();
    else if (quote === null && character === '#' && word === null) {
      const end = block.indexOf('\n', at);
      at = end === -1 ? block.length : end - 1;
    } else if (quote === null && /\s/.test(character)) endWord();
    else word = (word ?? '') + character;
  }
  endCommand();
  return commands;
}

export type CurlRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** @throws Error for an option that no page uses yet */
export function curlRequest(words: readonly string[], { files }: Shell): CurlRequest {
  const request: CurlRequest = { method: '', url: '', headers: {}, body: undefined };
  const fileOr = (data: string) => (data.startsWith('@') ? files.get(data.slice(1)) : data);
  for (let at = 1; at < words.length; at += 1) {
    const one = words[at]!;
    if (one === '-H') {
      at += 1;
      const [name, ...value] = words[at]!.split(': ');
      request.headers[name!.toLowerCase()] = value.join(': ');
    } else if (one === '-X') {
      at += 1;
      request.method = words[at]!;
    } else if (one === '-d' || one === '--data-binary' || one === '--json') {
      at += 1;
      if (one === '--json') request.headers['content-type'] = 'application/json';
      request.body = fileOr(words[at]!);
      if (request.body === undefined) throw new Error(`${words[at]} has no content`);
    } else if (one === '>' || one === '-o') at += 1;
    else if (one.startsWith('-')) throw new Error(`curl ${one} is not known here`);
    else request.url = one;
  }
  request.method ||= request.body === undefined ? 'GET' : 'POST';
  return request;
}
