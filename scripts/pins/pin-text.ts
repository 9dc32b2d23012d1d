const lineCharactersMax = 140;

/** Returns the text of a pin. A value that fits on one line takes one line, so that a file stays short and its diff stays small. */
export function pinText(pin: unknown): string {
  // `undefined` and functions have no form in JSON.
  return `${valueText(JSON.parse(JSON.stringify(pin)), '', 0)}\n`;
}

/** @param besides characters on the first line before and after the value */
function valueText(value: unknown, indent: string, besides: number): string {
  const line = lineText(value);
  if (indent.length + besides + line.length <= lineCharactersMax) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return `[\n${filledLines(value, deeper).join('\n')}\n${indent}]`;
  }
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => deeper + valueText(each, deeper, 1)).join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return line;
  const fields = Object.entries(value).map(([name, each]) => {
    const key = `${JSON.stringify(name)}: `;
    return deeper + key + valueText(each, deeper, key.length + 1);
  });
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

function filledLines(words: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  words.forEach((word, index) => {
    const text = JSON.stringify(word) + (index === words.length - 1 ? '' : ',');
    const longer = `${lines.at(-1)} ${text}`;
    if (lines.length > 0 && longer.length <= lineCharactersMax) lines[lines.length - 1] = longer;
    else lines.push(indent + text);
  });
  return lines;
}

function lineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(lineText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${lineText(each)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
