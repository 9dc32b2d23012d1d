import { describe, expect, test } from 'vitest';
import { renderEmail } from '../../../src/model/content/render.ts';
import { stepContent } from '../../../src/model/template/step-content.ts';
import type { TemplateContent } from '../../../src/model/template/template.ts';
import type { Variable } from '../../../src/model/template/variables.ts';

const variable = (name: string, more: Partial<Variable> = {}): Variable => ({
  name,
  type: 'string',
  required: false,
  sample: null,
  ...more,
});

function template(body: TemplateContent['body'], variables: readonly Variable[]): TemplateContent {
  return { from: null, replyTo: null, subject: '{{text}}', preview: null, body, variables };
}

const tiptap = (...content: object[]): TemplateContent['body'] => ({
  kind: 'tiptap',
  source: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content }] }),
});

const texts = [
  '<b>Ada</b> & "co" \'x\'',
  '**bold** _a_ [b](https://c.dev) `code` # | ~',
  'back\\slash and {one} brace',
  ' blanks at both ends ',
  'trim',
  'default: "x"',
  '🎉 party',
];

const bodies: [string, TemplateContent['body']][] = [
  ['html', { kind: 'html', source: '<p title="{{text}}">[{{text}}]</p>' }],
  ['markdown', { kind: 'markdown', source: '| a | b |\n|---|---|\n| \\[{{text}}\\] | c |' }],
  ['tiptap', tiptap({ type: 'text', text: '[{{text}}]' })],
  [
    'a mention',
    tiptap(
      { type: 'text', text: '[' },
      { type: 'mention', attrs: { id: 'text' } },
      { type: 'text', text: ']' },
    ),
  ],
];

describe.each(bodies)('a value in %s', (_kind, body) => {
  test.each(texts)('is shown as written: %s', async (text) => {
    const { content, faults } = stepContent(template(body, [variable('text')]), { text });
    expect(faults).toEqual([]);
    expect(content.subject).toBe(text);
    const shown = await renderEmail({ body: content.body, preview: null, values: {} });
    expect(shown.text).toContain(
      `[${text.trim()}]`
        .replace('[', text.startsWith(' ') ? '[ ' : '[')
        .replace(/\]$/, text.endsWith(' ') ? ' ]' : ']'),
    );
    expect(shown.html).not.toContain('<b>');
    expect(shown.html).not.toContain('c.dev"');
  });
});

test('a value keeps its merge fields, with their defaults', async () => {
  const body = { kind: 'markdown', source: '{{text}} and {{none|nothing}}, {{firstName|you}}' } as const;
  const { content } = stepContent(
    template(body, [variable('text'), variable('none'), variable('firstName')]),
    {
      text: 'Dear {{attributes.title|Dr}} {{lastName}}!',
    },
  );
  const shown = await renderEmail({
    body: content.body,
    preview: null,
    values: { lastName: 'L', firstName: 'F' },
  });
  expect(shown.text).toBe('Dear Dr L! and nothing, F');
});

test('a value with the name of a merge field comes before the value of the person', async () => {
  const body = { kind: 'html', source: '<p>{{firstName|you}}</p>' } as const;
  const { content } = stepContent(template(body, [variable('firstName')]), { firstName: 'Given' });
  const shown = await renderEmail({ body: content.body, preview: null, values: { firstName: 'Person' } });
  expect(shown.text).toBe('Given');
});

test.each([
  ['html', { kind: 'html', source: '<a href="{{link}}">x</a>' }],
  ['markdown', { kind: 'markdown', source: '[x]({{link}})' }],
  ['tiptap', tiptap({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: '{{link}}' } }] })],
] as [string, TemplateContent['body']][])('an address begins a link in %s', async (_kind, body) => {
  const { content } = stepContent(template(body, [variable('link', { type: 'url' })]), {
    link: 'https://acme.dev/{{attributes.id}}?a=1&b=2',
  });
  const shown = await renderEmail({ body: content.body, preview: null, values: { 'attributes.id': 'A/1"' } });
  expect(shown.html).toContain('href="https://acme.dev/A%2F1%22?a=1&amp;b=2"');
});

test.each([
  [{ text: '{% if %}' }, 'text'],
  [{ text: '\\{{email}}' }, 'text'],
  [{ link: '{{attributes.link}}' }, 'link'],
  [{ link: 'https://{{attributes.host}}/' }, 'link'],
  [{ link: 'javascript:alert(1)' }, 'link'],
  [{ amount: '5' }, 'amount'],
  [{ other: 'x' }, 'other'],
])('%j is a fault of %s', (given, name) => {
  const variables = [
    variable('text'),
    variable('link', { type: 'url' }),
    variable('amount', { type: 'number' }),
  ];
  const body = { kind: 'html', source: '<p>{{text}}</p>' } as const;
  const { faults } = stepContent(template(body, variables), given as Record<string, string>);
  expect(faults.map((fault) => fault.name)).toEqual([name]);
});
