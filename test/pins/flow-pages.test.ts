import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, nodesOf, root, textOf, treeOf } from './checkout/program.ts';
import { rule } from './checkout/rule.ts';

/** A table in `docs/architecture/life-of-*.md`: the function `owner` runs the stages in this order. */
type Flow = { page: string; owner: string; file: string; stages: string[] };

const folder = 'docs/architecture';
const flows = filesOf(`${folder}/life-of-*.md`).flatMap(flowsOn);

function flowsOn(page: string): Flow[] {
  return textOf(page)
    .split(/^## /m)
    .flatMap((section): Flow[] => {
      const [, name, link] = /`(\w+)` in\s+\[`src\/[^`]+`\]\(([^)]+)\)[^|]*\n\n\|/.exec(section) ?? [];
      if (name === undefined || link === undefined) return [];
      const file = join(folder, link);
      const stages = [...section.matchAll(/^\| [^|]+ \| `(\w+)` \|/gm)].map(([, stage]) => stage!);
      return [{ page, owner: name, file, stages }];
    });
}

/** Source of a function, a method or a private method, by its name. */
function bodyOf(file: string, name: string): string | null {
  const text = textOf(file);
  for (const { node } of nodesOf(treeOf(text))) {
    const { id, key } = node as { id?: { name?: string } | null; key?: { name?: string } };
    const isNamed = node.type === 'FunctionDeclaration' ? id?.name === name : key?.name === name;
    const isFunction = /^(?:FunctionDeclaration|MethodDefinition)$/.test(node.type);
    if (isNamed && isFunction) return text.slice(node.start, node.end);
  }
  return null;
}

rule(
  'Each flow page names the functions of a flow in the order in which the code calls them',
  'a reader follows these pages instead of the code, so a stage that was moved or renamed has to move on its page.',
  function* () {
    if (flows.length < 12) yield `only ${flows.length} flows were read from ${folder}`;
    for (const { page, owner, file, stages } of flows) {
      const body = existsSync(join(root, file)) ? bodyOf(file, owner) : null;
      if (body === null) {
        yield `${page}: ${file} has no function ${owner}`;
        continue;
      }
      if (stages.length < 3) yield `${page}: the stages of ${owner} were not read`;
      // The gates are a list that `decide` walks.
      const text = owner === 'decide' && file.endsWith('gates.ts') ? listOfGates() : body;
      let at = 0;
      for (const name of stages) {
        const found = text.slice(at).search(new RegExp(String.raw`\b${name}\b`));
        if (found < 0) yield `${page}: ${owner} does not use ${name} at this place`;
        else at += found + name.length;
      }
    }
  },
);

rule(
  'Each function that the architecture pages name beside a file is in that file',
  'a newcomer searches these pages for the place of a decision, and a wrong file costs more than none.',
  function* () {
    let rows = 0;
    for (const page of filesOf(`${folder}/*.md`)) {
      for (const [, name, link] of textOf(page).matchAll(
        /^\| [^|]+ \| `(\w+)` \| \[[^\]]+\]\(([^)#]+)\)/gm,
      )) {
        rows += 1;
        const file = join(folder, link!);
        const isThere =
          existsSync(join(root, file)) && new RegExp(String.raw`\b${name}\b`).test(textOf(file));
        if (!isThere) yield `${page}: ${file} has no ${name}`;
      }
    }
    if (rows < 40) yield `only ${rows} rows were read from ${folder}`;
  },
);

function listOfGates(): string {
  const text = textOf('src/model/sending/gates.ts');
  return text.slice(text.indexOf('const tokenGates'), text.indexOf('export const gateFailures'));
}
