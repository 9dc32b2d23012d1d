import { describe, expect, test } from 'vitest';
import { type BodyFields, bodyAnswer, readCampaignBody } from '../../../src/model/campaign/campaign-body.ts';
import type { Body } from '../../../src/model/content/body.ts';

const document = { type: 'doc', content: [{ type: 'paragraph' }] };
const tiptap: Body = { kind: 'tiptap', source: JSON.stringify(document) };
const markdown: Body = { kind: 'markdown', source: '# a' };
const html: Body = { kind: 'html', source: '<p>a' };

function read(fields: BodyFields, known: Body | null = null, at?: string): Body | null | string[] {
  const result = readCampaignBody(fields, known, at);
  return result.ok ? result.body : result.faults.map(({ path }) => path);
}

describe('the body of a campaign after a request', () => {
  test.each<[string, BodyFields, Body | null, Body | null | string[]]>([
    ['no input and no body', {}, null, null],
    ['no input', {}, html, html],
    ['content is Markdown by itself', { content: '# a' }, null, markdown],
    ['content of the type it names', { content: '<p>a', contentType: 'HTML' }, null, html],
    ['content keeps the type there is', { content: '<p>a' }, { kind: 'html', source: '<b>' }, html],
    ['content as a document', { content: document, contentType: 'TIPTAP' }, null, tiptap],
    ['content as the text of a document', { content: tiptap.source, contentType: 'TIPTAP' }, null, tiptap],
    ['each kind by its own name', { markdown: '# a' }, html, markdown],
    ['html', { html: '<p>a' }, markdown, html],
    ['tiptap', { tiptap: document }, markdown, tiptap],
    ['a contentType that says the same', { html: '<p>a', contentType: 'HTML' }, null, html],
    ['a contentType alone, before there is content', { contentType: 'HTML' }, null, null],
    ['the contentType there is', { contentType: 'HTML' }, html, html],
    ['null clears', { content: null }, html, null],
    ['null of its kind clears', { html: null }, html, null],
    ['null of another kind says nothing', { markdown: null, tiptap: null }, html, html],
    ['an answer sent back as it came', { ...bodyAnswer(html), content: undefined }, html, html],
    ['an empty text is none', { markdown: '' }, markdown, null],
    ['two kinds', { html: '<p>', markdown: 'a' }, null, ['html', 'markdown']],
    ['content and a kind', { content: 'a', html: '<p>' }, null, ['content', 'html']],
    [
      'all of them',
      { content: 'a', html: 'a', markdown: 'a', tiptap: document },
      null,
      ['content', 'html', 'markdown', 'tiptap'],
    ],
    ['a contentType that says otherwise', { html: '<p>', contentType: 'MARKDOWN' }, null, ['contentType']],
    ['another contentType alone', { contentType: 'MARKDOWN' }, html, ['contentType']],
    ['an object that is no document', { content: document }, null, ['content']],
    [
      'a broken document',
      { tiptap: { type: 'doc', content: [{ type: 'nonsense' }] } },
      null,
      ['tiptap.content.0.type'],
    ],
    ['no JSON', { content: '{', contentType: 'TIPTAP' }, null, ['content']],
    ['html that is too long', { html: 'x'.repeat(2_000_001) }, null, ['html']],
    ['Markdown that is too long', { content: 'ü'.repeat(500_001) }, null, ['content']],
  ])('is determined from its fields: %s', (_, fields, known, result) => {
    expect(read(fields, known)).toEqual(result);
  });

  test('names the variant in its error', () => {
    expect(read({ html: '<p>', markdown: 'a' }, null, 'abTest.variants[1].')).toEqual([
      'abTest.variants[1].html',
      'abTest.variants[1].markdown',
    ]);
  });
});

test('a body is returned in both formats', () => {
  expect(bodyAnswer(null)).toEqual({
    content: null,
    contentType: 'MARKDOWN',
    html: null,
    markdown: null,
    tiptap: null,
  });
  expect(bodyAnswer(html)).toMatchObject({
    content: '<p>a',
    contentType: 'HTML',
    html: '<p>a',
    markdown: null,
  });
  expect(bodyAnswer(tiptap)).toMatchObject({
    content: tiptap.source,
    contentType: 'TIPTAP',
    tiptap: document,
  });
});
