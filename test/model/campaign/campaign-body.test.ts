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
    ['content without a type is Markdown', { content: '# a' }, null, markdown],
    ['content with a type', { content: '<p>a', contentType: 'HTML' }, null, html],
    [
      'content without a type keeps the stored type',
      { content: '<p>a' },
      { kind: 'html', source: '<b>' },
      html,
    ],
    ['content as a document', { content: document, contentType: 'TIPTAP' }, null, tiptap],
    ['content as the text of a document', { content: tiptap.source, contentType: 'TIPTAP' }, null, tiptap],
    ['each body by its own field', { markdown: '# a' }, html, markdown],
    ['html', { html: '<p>a' }, markdown, html],
    ['tiptap', { tiptap: document }, markdown, tiptap],
    ['a matching contentType', { html: '<p>a', contentType: 'HTML' }, null, html],
    ['only a contentType before any content', { contentType: 'HTML' }, null, null],
    ['the stored contentType', { contentType: 'HTML' }, html, html],
    ['null clears', { content: null }, html, null],
    ['null in its own field clears', { html: null }, html, null],
    ['null in another field has no effect', { markdown: null, tiptap: null }, html, html],
    ['a response sent back unchanged', { ...bodyAnswer(html), content: undefined }, html, html],
    ['an empty text is no body', { markdown: '' }, markdown, null],
    ['two bodies', { html: '<p>', markdown: 'a' }, null, ['html', 'markdown']],
    ['content and another body', { content: 'a', html: '<p>' }, null, ['content', 'html']],
    [
      'all bodies',
      { content: 'a', html: 'a', markdown: 'a', tiptap: document },
      null,
      ['content', 'html', 'markdown', 'tiptap'],
    ],
    ['a contradictory contentType', { html: '<p>', contentType: 'MARKDOWN' }, null, ['contentType']],
    ['only another contentType', { contentType: 'MARKDOWN' }, html, ['contentType']],
    ['an object that is not a document', { content: document }, null, ['content']],
    [
      'a broken document',
      { tiptap: { type: 'doc', content: [{ type: 'nonsense' }] } },
      null,
      ['tiptap.content.0.type'],
    ],
    ['a text that is not JSON', { content: '{', contentType: 'TIPTAP' }, null, ['content']],
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
