import { describe, expect, it } from 'vitest';
import {
  excessOfJson,
  jsonDepthMax,
  jsonFieldsMax,
  jsonNamesMax,
  jsonPartsMax,
} from '../../src/contract/json-text.ts';

const object = (fields: number, name: (index: number) => string = (index) => `k${index}`) =>
  `{${Array.from({ length: fields }, (_, index) => `"${name(index)}":1`).join(',')}}`;
const array = (entries: number, entry: string) => `[${Array(entries).fill(entry).join(',')}]`;

describe('a JSON text', () => {
  it('may have objects of 3,000 fields at any depth, and longer arrays', () => {
    expect(excessOfJson(object(jsonFieldsMax))).toBeNull();
    for (const text of [
      object(jsonFieldsMax + 1),
      `{"a":[${object(jsonFieldsMax + 1)}]}`,
      // Nested fields count for their own objects.
      object(jsonFieldsMax + 1).replace('"k7":1', '"k7":{"a":[1,2,{"b":3}],"c":[]}'),
      object(jsonFieldsMax + 1, () => 'same'),
    ]) {
      expect(excessOfJson(text)).toBe('must not have more than 3,000 fields in one object');
    }
    expect(excessOfJson(array(jsonFieldsMax * 10, '1'))).toBeNull();
    expect(excessOfJson(`[${object(jsonFieldsMax)},${object(jsonFieldsMax)}]`)).toBeNull();
  });

  it('may have 20,000 distinct names, and any number of repeated names', () => {
    const people = (own: number) =>
      `[${Array.from({ length: 1_000 }, (_, person) => object(own, (index) => `p${person}_${index}`)).join(',')}]`;
    expect(excessOfJson(people(20))).toBeNull();
    expect(excessOfJson(people(25))).toBe('must not have more than 20,000 different names of fields');
    expect(excessOfJson(people(25).replaceAll(':', ' \n: '))).not.toBeNull();
    expect(excessOfJson(array(1_000, object(100)))).toBeNull();
    const values = Array.from({ length: jsonNamesMax * 3 }, (_, index) => `"v${index}"`).join(',');
    expect(excessOfJson(`{"to":[${values}],"other":${array(3, '"x"')}}`)).toBeNull();
  });

  it('may have 250,000 values, and more if it is longer', () => {
    expect(excessOfJson(array(jsonPartsMax - 1, '1'))).toBeNull();
    expect(excessOfJson(array(jsonPartsMax + 1, '1'))).toBe(
      'must not have more than 250,000 fields and entries',
    );
    expect(excessOfJson(array(160_000, '{"type":"bold"}'))).toBeNull();
  });

  it('may contain the largest legitimate request', () => {
    const person = `{"email":"ada@acme.dev","attributes":${object(100)},"tags":${array(100, '"t"')}}`;
    expect(excessOfJson(`{"subscribers":${array(1_000, person)}}`)).toBeNull();
    const paragraph =
      '{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"bold"},{"type":"italic"}]}]}';
    expect(excessOfJson(`{"tiptap":{"type":"doc","content":${array(10_000, paragraph)}}}`)).toBeNull();
    expect(
      excessOfJson(`{"emails":${array(100, '{"to":"a@b.dev","html":"<p class=\\"x\\">{{a}}"}')}}`),
    ).toBeNull();
  });

  it('is scanned without the content of its strings', () => {
    for (const inside of [
      '{[,'.repeat(400_000),
      '\\"'.repeat(800_000),
      '\\\\'.repeat(800_000),
      '\\\\\\"[,',
    ]) {
      expect(excessOfJson(`{"a":"${inside}","b":[1]}`)).toBeNull();
      expect(excessOfJson(`{"a":"${inside}","b":${'['.repeat(jsonDepthMax)}`)).toBe(
        'must not nest objects and arrays more than 128 deep',
      );
    }
  });

  it('that is invalid is left to the parser', () => {
    for (const text of ['', '"', '"\\', ']]]]', '}{', ',,,', '{"a', '[}', 'x'.repeat(100_000)]) {
      expect(excessOfJson(text)).toBeNull();
    }
  });
});
