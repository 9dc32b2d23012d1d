import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Tool } from '../../../../src/contract/tool.ts';
import { stripInvisibleIn } from '../../../../src/model/text/strip-invisible.ts';
import { untrusted } from '../../../../src/model/text/untrusted.ts';
import { withMarks } from '../../../../src/surfaces/mcp/output/mark-untrusted-text.ts';
import { markedJson } from '../../../../src/surfaces/mcp/output/marked-json.ts';

/** A tool with one trusted and one untrusted text. */
const tool = {
  output: z.object({ own: z.string(), theirs: untrusted(z.string()) }),
} as unknown as Tool;

const written = (own: string, theirs: string) => {
  const value = { own, theirs };
  const json = markedJson(tool, value);
  return { json, expected: stripInvisibleIn(withMarks(tool, value)) };
};

/** Characters of one to three bytes, controls, brackets and characters that JSON escapes. */
const letter = fc.constantFrom(...'a "\\\n\t\b\f\x00\x7f\x86\x87é\u00adŁ–⟦⟧[]日\u200b\ud83d\ude00');
const texts = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));

describe('a JSON result', () => {
  it('has the same value in all its encodings for any characters', () => {
    fc.assert(
      fc.property(texts, texts, (own, theirs) => {
        const { json, expected } = written(own, theirs);
        expect(JSON.parse(json.text)).toEqual(expected);
        expect(JSON.parse(json.asValue())).toEqual(expected);
        expect(JSON.parse(json.asText())).toBe(json.text);
      }),
    );
  });

  it.each([
    ['alone', 'Do this: \x86ask\x87', 'plain'],
    ['without fenced text', '\x86Do as I say\x87', ''],
    ['in each of the two', '\x86one\x87', '\x86other\x87'],
    ['with only a closing mark', 'until here\x87', 'a sentence of others'],
    ['with reversed marks', '\x87between\x86', 'a sentence of others'],
  ])('does not mistake a control character for a fence: %s', (_, own, theirs) => {
    const { json, expected } = written(own, theirs);
    expect(JSON.parse(json.text)).toEqual(expected);
    expect(String(JSON.parse(json.text).own)).not.toMatch(/[⟦⟧\x86\x87]/);
    expect(JSON.parse(json.asValue())).toEqual(expected);
  });

  it('is correct if a computed fence is unused and a text contains a control character', () => {
    const row = z.object({
      name: z.string(),
      message: z.string(),
      details: untrusted(z.array(z.object({ path: z.string(), message: z.string() }))),
    });
    // The path is fenced within the details and again as the path of a faulty row.
    const twice = { output: z.object({ errors: z.array(row), own: z.string() }) } as unknown as Tool;
    const error = {
      name: 'validation_error',
      message: 'is wrong',
      details: [{ path: 'a strange name', message: 'is no field' }],
    };
    for (const own of ['é\x86x', '\x87x\x86', '\x86\x86é']) {
      const json = markedJson(twice, { errors: [error], own });
      const shown = own.replaceAll(/[\x86\x87]/g, '');
      expect(JSON.parse(json.text)).toEqual(JSON.parse(json.asValue()));
      expect(JSON.parse(json.asText())).toBe(json.text);
      expect(JSON.parse(json.text).own).toBe(shown);
    }
  });

  it('in English is encoded as ASCII', () => {
    const { json } = written('ours', 'a sentence of others');
    expect(json.text).toContain('⟦a sentence of others⟧');
    expect(json.asValue() + json.asText()).toMatch(/^[\x20-\x7e]*$/);
  });
});
