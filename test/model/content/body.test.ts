import { describe, expect, test } from 'vitest';
import {
  checkTiptap,
  checkTiptapText,
  tiptapBytesMax,
  tiptapDepthMax,
  tiptapNodesMax,
} from '../../../src/model/content/body.ts';
import { mergeFieldsIn } from '../../../src/model/content/merge-fields.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: unknown[]) => ({ type: 'doc', content });

/** Builds a document with this nesting depth without recursion. */
function nested(depth: number): unknown {
  let node: unknown = { type: 'paragraph' };
  for (let level = 2; level < depth; level += 1) node = { type: 'blockquote', content: [node] };
  return doc(node);
}

describe('a Tiptap document', () => {
  test('is serialized as JSON if it is valid', () => {
    const value = doc(paragraph('Hello'), { type: 'heading', attrs: { level: 2 } });
    expect(checkTiptap(value)).toEqual({ ok: true, source: JSON.stringify(value) });
  });

  test.each<[unknown, string]>([
    ['text', 'a string'],
    [null, 'null'],
    [[], 'a list'],
    [{ type: 'paragraph', content: [] }, 'another node'],
    [{ type: 'doc' }, 'no content'],
    [{ type: 'doc', content: {} }, 'content that is no list'],
  ])('must not be %j (%s)', (value) => {
    expect(checkTiptap(value)).toMatchObject({ ok: false });
  });

  test('is rejected with the name and path of an unknown node', () => {
    const checked = checkTiptap(doc(paragraph('a'), { type: 'blockquote', content: [{ type: 'video' }] }));
    expect(checked).toMatchObject({ ok: false, path: ['content', 1, 'content', 0, 'type'] });
    expect(checked).toHaveProperty('message', expect.stringContaining('paragraph, text, heading'));
    expect(checked).not.toHaveProperty('message', expect.stringContaining('video'));
  });

  test('is rejected with the name and path of an unknown mark', () => {
    const text = { type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'blink' }] };
    const checked = checkTiptap(doc({ type: 'paragraph', content: [text] }));
    expect(checked).toMatchObject({ ok: false, path: ['content', 0, 'content', 0, 'marks', 1, 'type'] });
    expect(checked).toHaveProperty('message', expect.stringContaining('bold, italic, strike'));
  });

  test.each([
    ['a node that is no object', [1], ['content', 0]],
    ['a node that is null', [null], ['content', 0]],
    ['a document in a document', [doc()], ['content', 0, 'type']],
    ['a name of Object.prototype', [{ type: 'constructor' }], ['content', 0, 'type']],
    ['a text without text', [{ type: 'text' }], ['content', 0, 'text']],
    ['content that is no list', [{ type: 'paragraph', content: 'x' }], ['content', 0, 'content']],
    ['attributes that are no object', [{ type: 'paragraph', attrs: 'x' }], ['content', 0, 'attrs']],
    ['marks that are no list', [{ type: 'text', text: '', marks: 1 }], ['content', 0, 'marks']],
    ['a mark that is no object', [{ type: 'text', text: '', marks: [0] }], ['content', 0, 'marks', 0]],
  ])('is rejected with the path of %s', (_, content, path) => {
    expect(checkTiptap(doc(...content))).toMatchObject({ ok: false, path });
  });

  test('may have misplaced nodes, unknown attributes and null values', () => {
    const odd = [
      { type: 'tableRow', content: [{ type: 'text', text: 'no cell' }] },
      { type: 'paragraph', attrs: { textAlign: null, data: { id: 1 } }, marks: null },
      { type: 'heading', attrs: null },
    ];
    expect(checkTiptap(doc(...odd))).toMatchObject({ ok: true });
  });

  test(`may be at most ${tiptapDepthMax} nodes deep`, () => {
    expect(checkTiptap(nested(tiptapDepthMax))).toMatchObject({ ok: true });
    const refused = checkTiptap(nested(tiptapDepthMax + 1));
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringContaining(`at most ${tiptapDepthMax}`),
    });
  });

  test('of extreme depth is rejected without a stack overflow', () => {
    expect(checkTiptap(nested(100_000))).toMatchObject({ ok: false });
    expect(checkTiptapText('{"type":"doc","content":['.repeat(30_000))).toMatchObject({ ok: false });
    const text = `${'{"type":"doc","content":['.repeat(30_000)}${']}'.repeat(30_000)}`;
    expect(checkTiptapText(text)).toMatchObject({ ok: false, path: ['content', 0, 'type'] });
  });

  test('is rejected if an attribute is nested too deep', () => {
    let attribute: unknown = 'x';
    for (let level = 0; level < 100_000; level += 1) attribute = { attribute };
    expect(checkTiptap(doc({ type: 'paragraph', attrs: { attribute } }))).toMatchObject({
      ok: false,
      path: ['content', 0, 'attrs'],
    });
    expect(checkTiptap({ ...doc(), meta: attribute })).toMatchObject({ ok: false, path: ['meta'] });
  });

  test(`may have at most ${tiptapNodesMax} nodes`, () => {
    const nodes = Array.from({ length: tiptapNodesMax - 1 }, () => ({ type: 'paragraph' }));
    expect(checkTiptap(doc(...nodes))).toMatchObject({ ok: true });
    expect(checkTiptap(doc(...nodes, { type: 'paragraph' }))).toMatchObject({
      ok: false,
      path: ['content', tiptapNodesMax - 1],
    });
  });

  test('is limited in UTF-8 bytes, not characters', () => {
    const euro = '€'.repeat(tiptapBytesMax / 3);
    expect(checkTiptap(doc(paragraph(euro)))).toMatchObject({ ok: false, path: [] });
    expect(checkTiptap(doc(paragraph('e'.repeat(euro.length))))).toMatchObject({ ok: true });
  });

  test('can also be given as JSON text', () => {
    const value = doc(paragraph('Hi'));
    expect(checkTiptapText(JSON.stringify(value, null, 2))).toEqual(checkTiptap(value));
    expect(checkTiptapText('<p>no JSON</p>')).toMatchObject({ ok: false, path: [] });
    expect(checkTiptapText(`"${'x'.repeat(tiptapBytesMax)}"`)).toMatchObject({ ok: false });
  });

  test('keeps its mentions, which count as placeholders', () => {
    const value = doc({
      type: 'paragraph',
      content: [{ type: 'mention', attrs: { id: 'firstName', label: 'friend' } }],
    });
    const before = structuredClone(value);
    const checked = checkTiptap(value);
    expect(checked.ok && mergeFieldsIn(checked.source)).toEqual(['firstName']);
    expect(value).toEqual(before);
    expect(checked.ok && checkTiptapText(checked.source)).toEqual(checked);
  });
});
