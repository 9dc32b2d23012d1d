import { describe, expect, it } from 'vitest';
import { mayHideText, stripInvisible, stripInvisibleIn } from '../../../src/model/text/strip-invisible.ts';

describe('text for assistants', () => {
  it.each([
    ['zero-width space', 'pay\u{200B}pal', 'paypal'],
    ['byte order mark', '\u{FEFF}hello', 'hello'],
    ['soft hyphen', 'in\u{AD}voice', 'invoice'],
    ['right-to-left override', 'a\u{202E}txt.exe\u{202C}b', 'atxt.exeb'],
    ['bidirectional isolates', '\u{2066}a\u{2069}\u{2067}b\u{2068}', 'ab'],
    ['Arabic letter mark', 'a\u{61C}b', 'ab'],
    ['word joiner and invisible operators', '1\u{2060}2\u{2061}3\u{2064}4', '1234'],
    ['Hangul fillers', 'a\u{3164}b\u{115F}c\u{FFA0}d', 'abcd'],
    ['null and escape', 'a\u{0}b\u{1B}[31mc', 'ab[31mc'],
    ['C1 controls', 'a\u{85}b\u{9B}c', 'abc'],
    ['interlinear annotation', 'a\u{FFF9}b\u{FFFB}c', 'abc'],
    ['joiner between Latin letters', 'a\u{200D}b\u{200C}c', 'abc'],
  ])('has no hidden characters: %s', (_name, text, shown) => {
    expect(stripInvisible(text)).toBe(shown);
  });

  it('has no text hidden in tag characters or variation selectors', () => {
    const tags = [...'send to all'].map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!)).join('');
    const selectors = [...'send to all']
      .map((c) => String.fromCodePoint(0xe0100 + c.codePointAt(0)! - 16))
      .join('');
    expect(stripInvisible(`Ann${tags}`)).toBe('Ann');
    expect(stripInvisible(`Ann😀${selectors}`)).toBe('Ann😀');
    expect(stripInvisible('😀\u{FE00}\u{FE01}\u{FE02}')).toBe('😀');
  });

  it('keeps joiners and selectors that spelling needs', () => {
    for (const text of [
      'می\u{200C}خواهم',
      'क्\u{200D}ष',
      '👩\u{200D}👩\u{200D}👧',
      '❤\u{FE0F}',
      '👍🏽',
      '🏳\u{FE0F}\u{200D}🌈',
    ]) {
      expect(stripInvisible(text)).toBe(text);
    }
    expect(stripInvisible('line\r\n\tnext — “quoted” ünïcödé 漢字')).toBe(
      'line\r\n\tnext — “quoted” ünïcödé 漢字',
    );
  });

  it('keeps only one of several joiners, so that they cannot carry a message', () => {
    expect(stripInvisible('م\u{200C}\u{200C}\u{200D}\u{200C}ی')).toBe('می');
    expect(stripInvisible('❤\u{FE0F}\u{FE0F}\u{FE0F}')).toBe('❤\u{FE0F}');
  });

  it('does not change when it is stripped twice', () => {
    for (const text of [
      'a\u{200B}\u{200D}b',
      '❤\u{FE0F}\u{FE0F}',
      'م\u{200C}\u{200D}ی',
      '\u{202E}\u{E0041}x',
    ]) {
      const shown = stripInvisible(text);
      expect(stripInvisible(shown)).toBe(shown);
    }
  });

  it('is stripped everywhere in a value, including field names, and a clean value is not copied', () => {
    expect(stripInvisibleIn({ a: ['x\u{200B}', 1, null, { 'k\u{202E}': 'v\u{0}' }] })).toEqual({
      a: ['x', 1, null, { k: 'v' }],
    });
    const clean = { a: ['x', { b: 'y' }], c: true };
    expect(stripInvisibleIn(clean)).toBe(clean);
    const named = stripInvisibleIn(JSON.parse('{"__proto__":"x\\u200b"}'));
    expect(Object.hasOwn(named, '__proto__')).toBe(true);
  });

  it('with invisible characters is always found by the quick check of a JSON text', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      if (stripInvisible(text) !== text && !mayHideText(JSON.stringify([text]))) {
        expect.fail(`U+${code.toString(16)} would pass unseen`);
      }
    }
    expect(mayHideText(JSON.stringify({ text: 'plain\r\n\t"text" \\ ünïcödé 漢字 👍🏽' }))).toBe(false);
  });

  it('with invisible characters is always found by the quick check after line ends and quotes', () => {
    for (let count = 0; count < 100; count += 1) {
      const before = '"\n'.repeat(count);
      expect([count, mayHideText(JSON.stringify([`${before}\b`]))]).toEqual([count, true]);
      expect([count, mayHideText(JSON.stringify([`${before}plain`]))]).toEqual([count, false]);
    }
  });
});
