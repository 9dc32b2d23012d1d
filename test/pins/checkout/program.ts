import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

/** Reads the checkout as text and as syntax, for tests of its own rules. */

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Files by their paths from the root, in order, without those ignored by git and without git itself. */
export function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, withFileTypes: true, exclude: ({ name }) => ignored.has(name) })
    .filter((entry) => entry.isFile() && !ignored.has(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

const ignored = new Set(['node_modules', 'dist', 'coverage', '.git', '.posthouse', '.env']);

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

type Import = {
  /** As written: a package, `node:…`, or a relative path. */
  from: string;
  /** The imported names, as the other file exports them. */
  names: string[];
  /** The path from the root, for a file of this project. */
  path: string | null;
  /** Erased before the program runs. */
  typeOnly: boolean;
};

/** A name used where it could be a global: `Date.now`, `setTimeout`, `new Date` without an argument. */
type Use = { name: string; line: number };

/** A function with a body, by the name of its declaration, variable or property. */
type FunctionSpan = { name: string; line: number; lines: number };

export type Source = {
  path: string;
  text: string;
  imports: Import[];
  uses: Use[];
  exported: string[];
  functions: FunctionSpan[];
};

type Node = { type: string; start: number; end: number; [field: string]: unknown };

const read = new Map<string, Source>();

/** A TypeScript file of the checkout with the facts from its syntax tree. */
export function sourceOf(path: string): Source {
  let source = read.get(path);
  if (!source) {
    source = { path, text: textOf(path), imports: [], uses: [], exported: [], functions: [] };
    read.set(path, source);
    const lineAt = lineFinder(source.text);
    for (const { node, parent } of nodesOf(treeOf(source.text))) {
      const from = importedFrom(node);
      if (from !== null) {
        const own = from.startsWith('.') ? relative(root, join(root, dirname(path), from)) : null;
        const typeOnly =
          node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
        source.imports.push({ from, names: importedNames(node), path: own, typeOnly });
      }
      const name = usedName(node, parent);
      if (name !== null) {
        source.uses.push({ name, line: lineAt(node.start) });
      }
      source.exported.push(...exportedNames(node));
      if (functionTypes.has(node.type) && node.body) {
        const line = lineAt(node.start);
        source.functions.push({ name: functionName(node, parent), line, lines: lineAt(node.end) - line + 1 });
      }
    }
  }
  return source;
}

/** Returns a function from a position in a text to its line. Counting the lines again for each name takes seconds. */
function lineFinder(text: string): (position: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (position) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

export function treeOf(text: string): Node {
  return parseAst(text, { lang: 'ts' }) as unknown as Node;
}

/** A node and all nodes below it, in the order of the text, each with its parent. */
export function* nodesOf(tree: Node): Generator<{ node: Node; parent: Node | null }> {
  // A stack, because a generator that delegates to itself passes each node through every level above it.
  const waiting: { node: Node; parent: Node | null }[] = [{ node: tree, parent: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { node } = next;
    const children = Object.values(node).flat().filter(isNode).reverse();
    for (const child of children) waiting.push({ node: child, parent: node });
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const importing = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

function importedFrom(node: Node): string | null {
  if (!importing.includes(node.type)) return null;
  const source = node.source as { value?: unknown } | null;
  return typeof source?.value === 'string' ? source.value : null;
}

function importedNames(node: Node): string[] {
  const specifiers = (node.specifiers ?? []) as { imported?: { name: string } }[];
  return specifiers.flatMap(({ imported }) => (imported ? [imported.name] : []));
}

/** `new Date()` without arguments, `Date.now` as a member of a plain name, `setTimeout` as a bare name. */
function usedName(node: Node, parent: Node | null): string | null {
  if (node.type === 'NewExpression') {
    const callee = node.callee as Node;
    const bare = callee.type === 'Identifier' && (node.arguments as unknown[]).length === 0;
    return bare ? `new ${callee.name}()` : null;
  }
  if (node.type === 'MemberExpression' && node.computed === false) {
    const { object, property } = node as unknown as Record<'object' | 'property', Node>;
    return object.type === 'Identifier' ? `${object.name}.${property.name}` : null;
  }
  if (node.type !== 'Identifier' || !parent) return null;
  const named = parent as unknown as Record<'property' | 'key' | 'computed' | 'shorthand', unknown>;
  const isMember = named.property === node && named.computed === false;
  const isKey = named.key === node && named.computed !== true && named.shorthand !== true;
  return isMember || isKey || /Specifier$/.test(parent.type) ? null : (node.name as string);
}

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

function functionName(node: Node, parent: Node | null): string {
  const named = [node.id, parent?.id, parent?.key] as ({ name?: string } | null | undefined)[];
  return named.find((each) => each?.name !== undefined)?.name ?? 'an anonymous function';
}

function exportedNames(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const declaration = node.declaration as Node | null;
  if (!declaration) {
    return (node.specifiers as { exported: { name: string } }[]).map(({ exported }) => exported.name);
  }
  const declarators = declaration.declarations as { id: Node }[] | undefined;
  const ids = declarators?.map(({ id }) => id) ?? [declaration.id as Node];
  return ids.flatMap((id) => (id.type === 'Identifier' ? [id.name as string] : []));
}
