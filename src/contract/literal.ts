export function keyText(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
}

const lineCharactersMax = 80;

/** @param place its indentation */
export function literal(value: unknown, place = ''): string {
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inside = `${place}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, inside))
    : Object.entries(value).map(([name, each]) => `${keyText(name)}: ${literal(each, inside)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${parts.join(', ')}${close}`;
  if (place.length + line.length <= lineCharactersMax && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inside}${part},\n`).join('')}${place}${close.trim()}`;
}
