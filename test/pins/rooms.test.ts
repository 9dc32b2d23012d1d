import { dirname } from 'node:path';
import { filesOf, sourceOf, textOf } from './checkout/program.ts';
import { rule } from './checkout/rule.ts';

const program = filesOf('{src,tools}/**/*.ts').map(sourceOf);

/** From left to right; rooms on one step do not import each other. */
const steps: readonly (readonly string[])[] = [
  ['src/model/', 'src/version.ts', 'src/roles.ts', 'src/sdk/'],
  ['src/concurrency/'],
  ['src/world/', 'src/store/'],
  ['src/engine/'],
  ['src/contract/'],
  ['tools/'],
  ['src/surfaces/'],
  ['src/http-doors.ts'],
  ['src/platform.ts', 'src/config.ts'],
  ['src/open.ts'],
  ['src/serve.ts'],
  ['src/surfaces/cli/'],
  ['src/cli.ts'],
  ['src/main.ts'],
];

function roomOf(path: string): { room: string; step: number } | null {
  const rooms = steps.flatMap((here, step) => here.map((room) => ({ room, step })));
  const around = rooms.filter(({ room }) => (room.endsWith('/') ? path.startsWith(room) : path === room));
  return around.sort((a, b) => b.room.length - a.room.length)[0] ?? null;
}

rule(
  'A room imports only from rooms to its left',
  `the order is: ${steps.map((rooms) => rooms.join(', ')).join(' <- ')}. Types count: an imported type cannot change independently.`,
  function* () {
    for (const { path, imports } of program) {
      const here = roomOf(path);
      if (!here) yield `${path} is in no room of this order`;
      for (const { path: target } of imports) {
        if (target === null || !here) continue;
        const there = roomOf(target);
        if (!there) yield `${path} imports ${target}, which is in no room of this order`;
        else if (there.step > here.step) {
          yield `${path} imports ${target}: ${there.room} may import ${here.room}, not the other way round`;
        } else if (there.step === here.step && there.room !== here.room) {
          yield `${path} imports ${target}: ${here.room} and ${there.room} do not import each other`;
        }
      }
    }
  },
);

const surfacesUnder: Record<string, readonly string[]> = {
  rest: ['http', 'exports'],
  mcp: ['http'],
  public: ['http'],
  oauth: ['http', 'public'],
  docs: ['http', 'public', 'mcp'],
  console: ['http', 'public', 'approvals', 'connect'],
  exports: ['http'],
  cli: ['mcp', 'exports', 'approvals', 'connect'],
};

rule(
  'Surfaces do not import each other',
  'each surface maps its requests to the tools, so that one can change or be removed without the others. Exceptions: REST, MCP and the public pages use surfaces/http; OAuth, the documentation and the console use the style of the public pages; the documentation includes the topics that assistants read; the command line starts MCP on stdio; export files, the mails shown before a decision and the configurations of assistants are the same at every surface.',
  function* () {
    const surfaceOf = (path: string) => /^src\/surfaces\/(\w+)\//.exec(path)?.[1];
    for (const { path, imports } of program) {
      const here = surfaceOf(path);
      if (here === undefined) continue;
      for (const { path: target } of imports) {
        const there = target === null ? undefined : surfaceOf(target);
        if (there === undefined || there === here || surfacesUnder[here]?.includes(there)) continue;
        yield `${path} imports ${target}: the door ${here} may not know the door ${there}`;
      }
    }
  },
);

rule(
  'REST v1 uses only its own copies at run time',
  'v1 is frozen. At run time it uses only its own copies (and the HTTP surface below it), so that no change to a tool or the model can change a byte of it. It may import types, because an incompatible change then fails to compile in the mapping.',
  function* () {
    const home = 'src/surfaces/rest/v1/';
    for (const { path, imports } of program) {
      if (!path.startsWith(home)) continue;
      for (const { from, path: target, typeOnly } of imports) {
        if (path === `${home}schemas.ts` && from !== 'zod') yield `${path} imports ${from}: only zod may be`;
        if (typeOnly || from === 'zod') continue;
        if (target?.startsWith(home) || target?.startsWith('src/surfaces/http/')) continue;
        yield `${path} imports ${from} at run time: make it a type import, or own a copy`;
      }
    }
  },
);

/** Modules that may be imported in one place only, in `src` and `tools`. */
const walls: readonly { what: RegExp; where: readonly string[]; why: string }[] = [
  {
    what: /^@modelcontextprotocol\//,
    where: ['src/surfaces/mcp/'],
    why: 'the SDK follows revisions of a protocol; the tools must not',
  },
  {
    what: /^postal-mime$/,
    where: ['src/model/message/'],
    why: 'what others wrote is read in one place, within bounds',
  },
  { what: /^pg$/, where: ['src/store/postgres/'], why: 'it is loaded only where PostgreSQL is configured' },
  {
    what: /^node:sqlite$/,
    where: ['src/store/sqlite/', 'src/surfaces/cli/backup.ts'],
    why: 'all SQL goes through one writer; a backup only copies',
  },
  {
    what: /^yazl$/,
    where: ['src/surfaces/exports/'],
    why: 'archives are written in one place, as streams, and never read',
  },
  {
    what: /^minisearch$/,
    where: ['src/surfaces/docs/', 'src/surfaces/mcp/tools/catalogue/'],
    why: 'it searches the documentation and the tools alone',
  },
  { what: /^pino/, where: ['src/world/log.ts'], why: 'what is logged is masked in one place' },
  {
    what: /^@simplewebauthn\/server$/,
    where: ['src/engine/people/'],
    why: 'what a device signed is judged in one place, and the library is loaded for the first such answer',
  },
  { what: /^find-my-way$/, where: ['src/surfaces/http/'], why: 'one tree of paths answers 404 and 405' },
  {
    what: /^(dns-packet|keyv|@keyv\/sqlite|disposable-email-domains-js)$/,
    where: ['src/world/'],
    why: 'what DNS says, and how long it is believed, is read in one place',
  },
  {
    what: /^(marked|juice|html-to-text)$/,
    where: ['src/model/content/', 'src/surfaces/docs/'],
    why: 'content is read and made in one place, for every door; the documentation is no content and has a renderer of its own',
  },
  {
    what: /^htmlparser2$/,
    where: ['src/model/content/', 'src/model/verification/reading/'],
    why: 'HTML is read where it is made safe and where it is judged, and nowhere else',
  },
  {
    what: /^node:worker_threads$/,
    where: ['src/world/', 'src/store/sqlite/'],
    why: 'a thread is started, bounded and ended in one place, and what runs in it is as pure as in place',
  },
  {
    what: /^node:(fs|child_process|os|cluster|dns|net|tls|dgram|http|https|http2)\b/,
    where: ['src/world/', 'src/store/', 'src/surfaces/', 'src/config.ts', 'src/version.ts', 'src/cli.ts'],
    why: 'the model, the engine, the contract and the tools touch the outside through the world and the store alone, so that a test can simulate it',
  },
];

rule(
  'A restricted library is imported only in its permitted folder',
  'if the library has a fault or changes, only one folder is affected.',
  function* () {
    for (const { path, imports } of program) {
      for (const { from } of imports) {
        for (const { what, where, why } of walls) {
          if (!what.test(from) || where.some((place) => path.startsWith(place))) continue;
          yield `${path} imports ${from}, which belongs to ${where.join(', ')}: ${why}`;
        }
      }
    }
  },
);

/** Rooms inside a room, from left to right; those on one step do not import each other. */
const innerSteps: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'src/engine/': [
    ['context'],
    ['ledger'],
    ['organizations', 'recipients', 'domains'],
    ['auth'],
    ['content'],
    ['audience', 'approval'],
    ['subscribers'],
    ['people'],
    ['sending'],
    ['delivery'],
    ['consent', 'campaigns', 'webhooks', 'integrations', 'imports', 'exports'],
    ['templates'],
    ['workflow-runs'],
    ['workflows'],
    ['worker', 'setup', 'search'],
  ],
  'src/surfaces/mcp/': [
    ['protocol', 'apps'],
    ['output', 'sessions'],
    ['http', 'stdio', 'content'],
    ['tools'],
    ['resources'],
    ['offer'],
  ],
};

rule(
  'The rooms inside a room import only from rooms to their left',
  'campaigns can change without a change to mail.',
  function* () {
    for (const [around, order] of Object.entries(innerSteps)) {
      const stepOf = new Map(order.flatMap((names, step) => names.map((name) => [name, step])));
      const inner = (path: string) =>
        path.startsWith(around) ? path.slice(around.length).split('/')[0]! : null;
      for (const { path, imports } of program) {
        const here = inner(path);
        if (here === null) continue;
        const step = stepOf.get(here);
        if (step === undefined) yield `${path} is in no room of ${around}`;
        for (const { path: target } of imports) {
          const there = target === null ? null : inner(target);
          if (there === null || there === here || step === undefined) continue;
          if ((stepOf.get(there) ?? 0) >= step)
            yield `${path} imports ${target}: ${here} may not know ${there}`;
        }
      }
    }
  },
);

rule(
  'A tool uses only the store of its caller',
  '`Scope.engine` hides the stores of other organizations from tools. The type `Engine`, or a separate OrganizationStore, would expose them again.',
  function* () {
    for (const { path, imports } of program.filter((source) => source.path.startsWith('tools/'))) {
      for (const { path: target, names, typeOnly } of imports) {
        if (target === 'src/store/store.ts' && !typeOnly) yield `${path} makes a store`;
        if (target === 'src/engine/context/scope.ts' && names.includes('Engine'))
          yield `${path} names Engine`;
      }
    }
  },
);

rule(
  'No imports form a cycle',
  'two files that import each other are really one file. Types count: neither can be understood without the other.',
  function* () {
    const importsOf = new Map(
      program.map(({ path, imports }) => [path, imports.flatMap(({ path: target }) => target ?? [])]),
    );
    for (const circle of circlesOf(importsOf)) yield circle.join(', ');
  },
);

/** Sets of files that import each other in a cycle, by Tarjan's algorithm. */
function* circlesOf(importsOf: ReadonlyMap<string, readonly string[]>): Generator<string[]> {
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const number = numbers.size;
    numbers.set(path, number);
    open.push(path);
    let lowest = number;
    for (const target of importsOf.get(path) ?? []) {
      if (!numbers.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, numbers.get(target)!);
    }
    if (lowest === number) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1 || importsOf.get(path)?.includes(path)) found.push(circle.sort());
    }
    return lowest;
  };
  for (const path of importsOf.keys()) if (!numbers.has(path)) visit(path);
  yield* found;
}

const filesPerRoomMax = 20;
const wideRooms: Readonly<Record<string, string>> = {
  'src/model/verification/content/lexicon': 'one language each',
  bench: 'one measurement each, with the programs it starts beside it',
};

rule(
  `A room has at most ${filesPerRoomMax} files`,
  'a longer list of files does not fit on a screen: split the room by topic.',
  function* () {
    const widths = new Map<string, number>();
    for (const path of filesOf('{src,tools,test,bench,evals,scripts}/**/*.ts')) {
      widths.set(dirname(path), (widths.get(dirname(path)) ?? 0) + 1);
    }
    for (const [room, width] of widths) {
      if (width > filesPerRoomMax !== room in wideRooms) {
        yield width > filesPerRoomMax
          ? `${room} has ${width} files`
          : `${room} needs its exception no longer`;
      }
    }
  },
);

const mirrored = /^test\/(?:model|concurrency|world|store|engine|contract|surfaces|tools)\//;
const roomsOfTests: Readonly<Record<string, string>> = {
  'test/model/bounces/samples': 'bounces and complaints as servers send them',
  'test/surfaces/mcp/approval': 'the approval of a person, tested through the door that asks for it',
  'test/surfaces/cli/installation': 'files, secrets and servers that a start finds in its folder',
  'test/surfaces/mcp/approval/approved': 'calls after the decision of a person',
  'test/surfaces/oauth/clients': 'clients by the way they register',
  'test/surfaces/oauth/requirements': 'the requirements of each RFC as tables',
  'test/tools/emails/content': 'content that a mail keeps, loses or is refused for',
  'test/world/simulated': 'the clock, DNS, receivers and documents that a test controls',
  'test/tools/metrics': 'metrics of email, for which `test/tools/emails` has no room left',
  'test/world/contract': 'the contract, which every answer of the tests is compared with',
  'test/world/postgres': 'a real PostgreSQL for tests',
  'test/world/programs': 'programs that tests start',
};

rule(
  'Tests are in the same rooms as the code they test',
  'its tests are expected under the same name.',
  function* () {
    const rooms = new Set(program.map(({ path }) => dirname(path).replace(/^src\//, '')));
    const around = new Set([...rooms].flatMap((room) => [room, dirname(room)]));
    const tested = new Set(
      filesOf('test/**/*.ts')
        .filter((path) => mirrored.test(path))
        .map(dirname),
    );
    for (const room of tested) {
      const isRoom = around.has(room.replace(/^test\//, ''));
      if (isRoom === room in roomsOfTests) {
        yield isRoom ? `${room} needs its exception no longer` : `${room} has no room in src or tools`;
      }
    }
  },
);

rule(
  'src/README.md lists every room and no others',
  'a newcomer finds code by its room, and cannot find an unlisted room.',
  function* () {
    const mapped = new Set(
      [...textOf('src/README.md').matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => `src/${path}`),
    );
    const rooms = new Set(
      filesOf('src/**/*.{ts,sql}').map((path) => (dirname(path) === 'src' ? path : `${dirname(path)}/`)),
    );
    for (const room of rooms) if (!mapped.has(room)) yield `${room} is not on the map`;
    for (const room of mapped) if (!rooms.has(room)) yield `${room} is on the map and does not exist`;
  },
);
