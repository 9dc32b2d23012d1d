import { expect, test } from 'vitest';
import { growFailures, promisedFailures } from '../../scripts/pins/lasting-pins.ts';
import { failures } from '../../src/model/failure.ts';
import { catalogue } from '../../tools/index.ts';
import { filesOf, textOf } from './checkout/program.ts';
import pinned from './failures.json' with { type: 'json' };

/** Programs branch on these names and statuses, and people search for the messages. */

test('every failure keeps its name, status and message', () => {
  expect(promisedFailures()).toEqual(pinned);
});

test('`npm run pins` updates the sentence of a failure, but never its name, status or code', () => {
  const before = {
    renamed: { status: 400, sentence: 'The old name' },
    moved: { status: 404, code: 'MOVED', sentence: 'The old sentence' },
  };
  const now = {
    moved: { status: 410, code: 'GONE', sentence: 'The new sentence' },
    added: { status: 409, sentence: 'A new failure' },
  };
  expect(growFailures(now, before)).toEqual({
    renamed: { status: 400, sentence: 'The old name' },
    moved: { status: 404, code: 'MOVED', sentence: 'The new sentence' },
    added: { status: 409, sentence: 'A new failure' },
  });
});

test('every failure can happen: the program uses its name', () => {
  const sources = filesOf('{src,tools}/**/*.ts').filter((path) => path !== 'src/model/failure.ts');
  const words = sources.map(textOf).join('\n');
  const unused = Object.keys(failures).filter(
    (name) => name !== 'validation_error' && !words.includes(`'${name}'`),
  );
  expect(unused).toEqual([]);
});

test('every message begins with a capital and ends without a full stop', () => {
  const odd = Object.entries(failures).filter(([, { sentence }]) => !/^[A-Z].{10,}[^.\s]$/.test(sentence));
  expect(odd.map(([name]) => name)).toEqual([]);
});

test('a tool declares no failure twice, and none that every call can return', () => {
  const understood = ['validation_error', 'missing_api_key', 'invalid_api_key', 'internal_server_error'];
  const odd = catalogue.flatMap(({ name, failures: declared }) =>
    declared
      .filter((one, index) => understood.includes(one) || declared.indexOf(one) !== index)
      .map((one) => `${name}: ${one}`),
  );
  expect(odd).toEqual([]);
});
