/**
 * `npm run counts` prints the sizes of the project with their limits, and fails if a size is above its limit. Lower a
 * limit when its size falls. Raise it only in the commit of a feature that needs it.
 */
import { dirname } from 'node:path';
import { openApiDocument } from '../../src/surfaces/rest/openapi/document.ts';
import { generatorDocument } from '../../src/surfaces/rest/openapi/generator-document.ts';
import { v1Envelope } from '../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../src/surfaces/rest/v2/envelope.ts';
import { filesOf, type Source, sourceOf, textOf } from '../../test/pins/checkout/program.ts';
import { markedSentences } from '../../test/pins/plain-forms.ts';
import { catalogue } from '../../tools/index.ts';
import { toolTokens } from '../pins/tool-tokens.ts';

type Size = { name: string; now: number; limit: number };

const sources = filesOf('src/**/*.ts').map(sourceOf);
const written = sources.filter(({ path }) => !path.startsWith('src/sdk/printed/'));
const functions = sources.flatMap((source) => source.functions);

const sizes: readonly Size[] = [
  { name: 'files in src', now: sources.length, limit: 1_410 },
  { name: 'lines in src', now: sum(sources, ({ text }) => countLines(text)), limit: 168_014 },
  { name: 'comment lines in src, generated files apart', now: sum(written, countCommentLines), limit: 9_406 },
  {
    name: 'lines in test',
    now: sum(filesOf('test/**/*.{ts,json,sql,txt}').map(textOf), countLines),
    limit: 165_760,
  },
  { name: 'files in the widest room of src', now: widestRoom(), limit: 21 },
  { name: 'functions over 100 lines', now: functions.filter(({ lines }) => lines > 100).length, limit: 0 },
  {
    name: 'lines of the longest function',
    now: Math.max(...functions.map(({ lines }) => lines)),
    limit: 105,
  },
  { name: 'exported functions that end in Of', now: countAccessors(), limit: 12 },
  {
    name: 'marked sentences',
    now: sum([...markedSentences().values()], (lines) => lines.length),
    limit: 104,
  },
  { name: 'tokens of the MCP tools listed by default', now: toolTokens().standard, limit: 11_500 },
  { name: 'tokens of all MCP tools', now: toolTokens().all, limit: 18_000 },
  { name: 'KiB of /openapi.json', now: Math.ceil(contractOctets() / 1024), limit: 385 },
];

function sum<T>(values: readonly T[], amount: (value: T) => number): number {
  return values.reduce((total, value) => total + amount(value), 0);
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** Counts the lines that consist of a comment. Comments after code are not counted. */
function countCommentLines({ text }: Source): number {
  return sum(
    text.match(/^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/[ \t]*)$/gm) ?? [],
    (comment) => comment.split('\n').length,
  );
}

function widestRoom(): number {
  const widths = Map.groupBy(sources, ({ path }) => dirname(path));
  return Math.max(...[...widths.values()].map((files) => files.length));
}

function countAccessors(): number {
  return sum(sources, ({ exported }) => exported.filter((name) => /^[a-z]\w*Of$/.test(name)).length);
}

function contractOctets(): number {
  const envelopes = { v1: v1Envelope, v2: v2Envelope };
  const contract = openApiDocument({ catalogue, baseUrl: 'http://localhost:3100', version: '0', envelopes });
  return Buffer.byteLength(JSON.stringify(generatorDocument(contract)));
}

const width = Math.max(...sizes.map(({ name }) => name.length));
console.log(`${'size'.padEnd(width)}      now    limit`);
for (const { name, now, limit } of sizes) {
  const columns = [now, limit].map((value) => value.toLocaleString('en').padStart(9)).join('');
  console.log(`${name.padEnd(width)}${columns}${now > limit ? '  above its limit' : ''}`);
}
if (sizes.some(({ now, limit }) => now > limit)) process.exitCode = 1;
