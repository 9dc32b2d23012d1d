import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fillMergeFields,
  insertedCharactersMax,
  mergeFieldsIn,
  mergeFieldsWithoutDefault,
  mergeValuesFor,
  mergeWarnings,
} from '../../../src/model/content/merge-fields.ts';

const ada = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  attributes: { plan: 'pro', seats: 3, trial: false, note: null } as Record<
    string,
    string | number | boolean | null
  >,
};

const fieldName = fc.stringMatching(/^[A-Za-z_][\w.]{0,63}$/);
/** Arbitrary text, often with special characters. */
const anyValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '{', '}', '|', '/', ':', '\r', '\n', '\0', 'a'),
  }),
);

describe('the placeholders of a source', () => {
  test('are found once each, in order, with or without blanks and defaults', () => {
    const source = '{{name}} {{ firstName }} {{attributes.plan|free}} {{{email}}} {{name|you}}';
    expect(mergeFieldsIn(source)).toEqual(['name', 'firstName', 'attributes.plan', 'email']);
  });

  test('are not found in text without placeholders', () => {
    expect(mergeFieldsIn('a { b } {{ }} {{1x}} {{first name}} {{#if x}} {{else}} {{a|{b}}} {{x}')).toEqual(
      [],
    );
  });

  test('have names of at most 64 characters', () => {
    const longest = `a${'b'.repeat(63)}`;
    expect(mergeFieldsIn(`{{${longest}}} {{${longest}b}}`)).toEqual([longest]);
  });

  test('without a default are reported', () => {
    expect(mergeFieldsWithoutDefault('{{a|x}} {{b}} {{c|y}} {{c}} {{d| }}')).toEqual(['b', 'c', 'd']);
  });
});

describe('the values of a subscriber', () => {
  test('are limited to the requested names', () => {
    const names = ['name', 'firstName', 'lastName', 'email', 'attributes.plan', 'attributes.seats'];
    expect(mergeValuesFor(names, ada)).toEqual({
      name: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      'attributes.plan': 'pro',
      'attributes.seats': '3',
    });
    expect(mergeValuesFor(['attributes.trial', 'attributes.note'], ada)).toEqual({
      'attributes.trial': 'false',
      'attributes.note': '',
    });
    expect(mergeValuesFor([], ada)).toEqual({});
  });

  test('combine the available parts of the name', () => {
    expect(mergeValuesFor(['name'], { ...ada, lastName: null })).toEqual({ name: 'Ada' });
    expect(mergeValuesFor(['name'], { ...ada, firstName: null })).toEqual({ name: 'Lovelace' });
    expect(mergeValuesFor(['name', 'firstName'], { ...ada, firstName: null, lastName: null })).toEqual({
      name: '',
      firstName: '',
    });
  });

  test('consist of the address alone for a recipient without a subscriber', () => {
    const names = ['name', 'email', 'firstName', 'attributes.plan'];
    expect(mergeValuesFor(names, { email: 'bob@example.com' })).toEqual({ email: 'bob@example.com' });
  });

  test('are empty without a recipient', () => {
    expect(mergeValuesFor(['name', 'email'], null)).toEqual({});
  });

  test.each([
    'constructor',
    '__proto__',
    '__proto__.x',
    'toString',
    'attributes',
    'attributes.constructor',
    'status',
  ])('do not include %s', (name) => {
    expect(Object.keys(mergeValuesFor([name, 'attributes.__proto__'], ada))).toEqual([]);
  });

  test('include an attribute that is named __proto__', () => {
    const attributes = JSON.parse('{"__proto__":"own"}');
    expect(mergeValuesFor(['attributes.__proto__'], { ...ada, attributes })).toEqual({
      'attributes.__proto__': 'own',
    });
  });

  test('do not change with later changes of the subscriber', () => {
    const subscriber = { ...ada, attributes: { ...ada.attributes } };
    const values = mergeValuesFor(['attributes.plan'], subscriber);
    subscriber.attributes.plan = 'free';
    expect(values).toEqual({ 'attributes.plan': 'pro' });
  });
});

describe('merge field warnings', () => {
  test('name each unknown field with advice', () => {
    const warnings = mergeWarnings(['attributes.city', 'constructor'], false);
    expect(warnings.map(({ field }) => field)).toEqual(['attributes.city', 'constructor']);
    expect(warnings[0]!.message).toContain('{{attributes.city|text}}');
  });

  test.each([
    ['fistName', 'firstName'],
    ['FIRST_NAME', 'firstName'],
    ['contact.first_name', 'firstName'],
    ['unsubscribe_url', 'unsubscribeUrl'],
    ['subscriber.plan', 'attributes.plan'],
  ])('for {{%s}} suggest the field {{%s}}', (field, meant) => {
    expect(mergeWarnings([field], false)[0]!.message).toContain(`did you mean {{${meant}}}?`);
  });
});

describe('filling merge fields', () => {
  test('inserts values, defaults or nothing', () => {
    const values = { firstName: 'Ada', empty: '', blank: ' ' };
    const text =
      'Hi {{firstName}}{{ unknown }}, {{unknown|friend}}, {{empty|none}}, {{blank|none}}, {{firstName|x}}!';
    expect(fillMergeFields(text, values, 'text')).toBe('Hi Ada, friend, none, none, Ada!');
  });

  test('keeps single braces', () => {
    const text = 'a { b } { {c} } }} %} #} @media{a{b:c}} costs $5, \\n \\\\ \\{ \\*';
    expect(fillMergeFields(text, { first: 'x' }, 'text')).toBe(text);
  });

  test('removes placeholders of other systems', () => {
    const text = '1{{ }}2{{first name}}3{{#if x}}4{{else}}5{{/if}}6{% x %}7{# y #}8{{{a|{b}}}9{{z}0{{';
    expect(fillMergeFields(text, { first: 'x', z: 'z' }, 'text')).toBe('1234567890');
  });

  test("fills a field with another system's filter and drops the filter", () => {
    const text =
      'Hi {{ firstName | default: "you" }}, {{ x | default: "you" }}, {{lastName|title}}, {{y|date of birth}}';
    expect(fillMergeFields(text, { firstName: 'Ada', lastName: 'L' }, 'text')).toBe(
      'Hi Ada, , L, date of birth',
    );
  });

  test('accepts an escaped bar for Markdown tables', () => {
    expect(fillMergeFields('{{ firstName \\| you }}', {}, 'text')).toBe('you');
    expect(mergeFieldsWithoutDefault('{{ firstName \\| you }}')).toEqual([]);
  });

  test.each(['{{name}}', '{{{name|x}}}', '{{#if x}}', '{% x %}', '*|FNAME|*', '<%= name %>', '%%name%%'])(
    'shows %s as it is written after a backslash',
    (placeholder) => {
      expect(fillMergeFields(`a \\${placeholder} b`, { name: 'Ada' }, 'text')).toBe(`a ${placeholder} b`);
      expect(mergeFieldsIn(`\\${placeholder}`)).toEqual([]);
    },
  );

  test('turns a double backslash into one backslash', () => {
    expect(fillMergeFields('C:\\\\{{name}}', { name: 'Ada' }, 'text')).toBe('C:\\Ada');
  });

  test.each(['constructor', '__proto__', '__proto__.x', 'toString', 'hasOwnProperty'])(
    'finds no value for {{%s}}',
    (name) => {
      expect(fillMergeFields(`[{{${name}}}]`, {}, 'html')).toBe('[]');
    },
  );

  test('does not expand placeholders within values', () => {
    const values = { a: '{{unsubscribeUrl}} {{a}}', unsubscribeUrl: 'https://x.example/' };
    expect(fillMergeFields('{{a}}', values, 'text')).toBe('{{unsubscribeUrl}} {{a}}');
  });

  test('escapes values and defaults in HTML once', () => {
    const values = { a: `<b>&amp;"'` };
    expect(fillMergeFields('{{a}} {{{a}}}', values, 'html')).toBe(
      '&lt;b&gt;&amp;amp;&quot;&#39; &lt;b&gt;&amp;amp;&quot;&#39;',
    );
    expect(fillMergeFields('{{x|Tom &amp; <i>"Jerry"</i> & co}}', {}, 'html')).toBe(
      'Tom &amp; &lt;i&gt;&quot;Jerry&quot;&lt;/i&gt; &amp; co',
    );
  });

  test('cannot break a header', () => {
    const values = { a: 'Ada\r\nBcc: evil@example.com\u2028x\u0085y\0z\u001bq' };
    expect(fillMergeFields('Hi {{a}}', values, 'header')).toBe('Hi Ada Bcc: evil@example.com x yzq');
    expect(fillMergeFields('{{b|line\nbreak}}', values, 'header')).toBe('line break');
  });

  test('keeps line breaks and drops control characters', () => {
    expect(fillMergeFields('{{a}}', { a: 'one\ntwo\0\u0007\ud800' }, 'text')).toBe('one\ntwo\ufffd');
  });

  test('leaves no well-formed placeholder, whatever the values are', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ before: fc.constantFrom('', ' ', '{', '}', 'x'), name: fieldName, value: anyValue }),
        ),
        fc.constantFrom('html', 'text', 'header'),
        (fields, mode) => {
          const text = fields.map(({ before, name }) => `${before} {{${name}}}`).join('');
          const values = Object.fromEntries(
            fields.map(({ name, value }) => [name, value.replaceAll('{', '')]),
          );
          expect(mergeFieldsIn(fillMergeFields(text, values, mode as 'html'))).toEqual([]);
        },
      ),
    );
  });

  test('takes one pass for ten thousand placeholders', () => {
    const filled = fillMergeFields('{{a}} {{b|x}} '.repeat(5_000), { a: 'v' }, 'html');
    expect(filled).toBe('v x '.repeat(5_000));
  });

  test('inserts a megabyte once, but not ten thousand times', () => {
    const values = { a: '<'.repeat(1_000_000) };
    expect(fillMergeFields('{{a}}', values, 'html')).toBe('&lt;'.repeat(1_000_000));
    const filled = fillMergeFields('{{a}}'.repeat(10_000), values, 'text');
    expect(filled.length).toBeLessThanOrEqual(insertedCharactersMax);
    expect(filled).not.toContain('{{');
  });

  test.each([
    ['braces', '{'.repeat(200_000)],
    ['opened placeholders', '{{a|'.repeat(100_000)],
    ['a name without an end', `{{${'a'.repeat(500_000)}`],
    ['blanks without an end', `{{ a ${' '.repeat(500_000)}x`],
    ['a default without an end', `{{a|${'x '.repeat(250_000)}`],
  ])('takes linear time with %s', (_, text) => {
    // More than one pass over so long a text would exceed the test's time.
    expect(mergeFieldsIn(text)).toEqual([]);
    const left = text.replaceAll(/\{\{\{?/g, '');
    expect(fillMergeFields(text, { a: 'x' }, 'html') === left).toBe(true);
  });
});
