import { describe, expect, test } from 'vitest';
import { type Body, checkTiptap } from '../../../src/model/content/body.ts';
import { renderEmail } from '../../../src/model/content/render.ts';
import { authoringBadges } from '../../../src/model/verification/authoring-badges.ts';
import { isPlaceholderBadge } from '../../../src/model/verification/placeholder-badges.ts';
import type { UnreadContent } from '../../../src/model/verification/unread-content.ts';

const from = { displayName: 'Acme', domain: 'acme.example', address: 'news@acme.example' };

function bodies(text: string): Body[] {
  const checked = checkTiptap({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  if (!checked.ok) throw new Error(checked.message);
  return [
    { kind: 'html', source: `<p>${text.replaceAll('<', '&lt;')}</p>` },
    { kind: 'html', source: `<html><body><p>${text.replaceAll('<', '&lt;')}</p></body></html>` },
    { kind: 'markdown', source: text },
    { kind: 'tiptap', source: checked.source },
  ];
}

async function found(fields: Partial<UnreadContent>): Promise<string[]> {
  const content = {
    from,
    subject: 'News',
    preview: null,
    body: null,
    purpose: 'campaign',
    ...fields,
  } as const;
  const badges = (await authoringBadges(content)).filter(isPlaceholderBadge);
  return badges.map(({ severity, path, found, meant }) =>
    `${severity} ${path} ${found} ${meant ?? ''}`.trim(),
  );
}

describe('a placeholder of another system', () => {
  test.each([
    ['{{#if firstName}}', '{{firstName}}'],
    ['{{/if}}', ''],
    ['{{else}}', ''],
    ['{{ .Subscriber.FirstName }}', '{{firstName}}'],
    ['{{ .Subscriber.Attribs.city }}', '{{attributes.city}}'],
    ['{{firstName ?? you}}', '{{firstName|you}}'],
    ['{{firstName|a}b}}', '{{firstName}}'],
    ['{{firstName}', '{{firstName}}'],
    ['{{first name}}', '{{firstName}}'],
    ['{{ firstName | default: "you" }}', '{{firstName|you}}'],
    ["{{ first_name|title|default:'there' }}", '{{firstName|there}}'],
    ['{{ contact.firstname | capitalize }}', '{{firstName}}'],
    ['{{ .FirstName | default "you" }}', '{{firstName|you}}'],
    ['{{insert name "default=there"}}', '{{name|there}}'],
    ['{% if person.vip %}', '{{attributes.vip}}'],
    ['{% unsubscribe %}', '{{unsubscribeUrl}}'],
    ['*|FNAME|*', '{{firstName}}'],
    ['*|IF:FNAME|*', '{{firstName}}'],
    ['*|LIST:ADDRESS|*', '{{postalAddress}}'],
    ['*|UNSUB|*', '{{unsubscribeUrl}}'],
    ['<%= name %>', '{{name}}'],
    ['<%asm_group_unsubscribe_raw_url%>', '{{unsubscribeUrl}}'],
    ['%recipient.name%', '{{name}}'],
    ['%unsubscribe_url%', '{{unsubscribeUrl}}'],
    ['%FIRSTNAME%', '{{firstName}}'],
    ['%%first_name%%', '{{firstName}}'],
    ['[[firstName]]', '{{firstName}}'],
    ['$' + '{user.firstName}', '{{firstName}}'],
  ])('%s blocks a campaign, and the badge suggests %s', async (placeholder, meant) => {
    const sentence = `Dear ${placeholder} and more`;
    for (const body of bodies(sentence)) {
      expect([body.kind, ...(await found({ body }))]).toEqual([
        body.kind,
        `block content ${placeholder} ${meant}`.trim(),
      ]);
    }
    expect(await found({ subject: sentence })).toEqual([`block subject ${placeholder} ${meant}`.trim()]);
    expect(await found({ preview: sentence })).toEqual([`block preview ${placeholder} ${meant}`.trim()]);
    expect(await found({ subject: sentence, purpose: 'transactional' })).toEqual([
      `warn subject ${placeholder} ${meant}`.trim(),
    ]);
  });

  test.each(['[FNAME]', '[First Name]', '{first_name}', '$' + '{HOME}'])(
    '%s causes a warning because it may be literal text',
    async (placeholder) => {
      expect(await found({ subject: placeholder })).toEqual([expect.stringMatching(/^warn subject /)]);
    },
  );

  test.each([
    'It costs $5, or {5} % of 100 %, [1], [see below], {a}',
    '[[1]](https://example.com/notes) [name](https://example.com)',
    '| a | b |\n|---|---|\n| *x* | {{firstName \\| you}} |',
    'const x = { a: { b: 1 }}; if (a && b) { c(); }',
    'Save 20%, then 30% off with CODE%OFF or 50%%',
    'Write \\{{firstName}}, \\{{#if x}} or \\*|FNAME|*',
    'In code: `{{#if x}} *|FNAME|* {{ a | default: "b" }}`\n\n```\n{% if x %} %%name%%\n```',
    '<pre>{{#each items}}<b>{{/each}}</b></pre> <kbd>%%name%%</kbd>',
    '<!-- {{#if x}} --> <script>{{#if x}}</script>',
    '<style>@media (max-width: 1px){.a{color:red}} .b{width:100%}</style><p>x</p>',
    '{{firstName|there}} {{{attributes.plan|date of birth}}} {{postalAddress}}',
    '&#123;&#123;#if x&#125;&#125;',
  ])('is not found in %j', async (source) => {
    for (const kind of ['html', 'markdown'] as const) {
      if (kind === 'html' && source.includes('`')) continue;
      expect([kind, ...(await found({ body: { kind, source } }))]).toEqual([kind]);
    }
  });

  test.each([
    ['*|FNAME|*', '{{firstName}}'],
    ['*|IF:FNAME|*', '{{firstName}}'],
    ['<%= fname || "you" %>', '{{firstName|you}}'],
    ['{{ firstName | default: "you" }}', '{{firstName|you}}'],
  ])('%s is found in a cell of a Markdown table, and the table stays intact', async (placeholder, meant) => {
    const head = '| Name | Note |\n|---|---|\n';
    for (const row of [
      `| Dear ${placeholder} | x |`,
      `| x | ${placeholder} |`,
      `|${placeholder}|x|`,
      `|x|${placeholder}|`,
    ]) {
      const body: Body = { kind: 'markdown', source: head + row };
      expect(await found({ body })).toEqual([`block content ${placeholder} ${meant}`]);
      const cells = async (source: string) =>
        (await renderEmail({ body: { ...body, source }, preview: null, values: {} })).html.split('<td')
          .length;
      expect(await cells(body.source)).toBe(await cells(`${head}| x | x |`));
    }
  });

  test('is not found in compact Markdown tables with emphasis at the bars', async () => {
    for (const row of ['**Plan**|PRICE|**Seats**', '*Plan*|PRICE|*Seats*']) {
      const source = `${row}\n---|---|---\n1|2|3`;
      expect(await found({ body: { kind: 'markdown', source } })).toEqual([]);
      const { html } = await renderEmail({ body: { kind: 'markdown', source }, preview: null, values: {} });
      expect(html).toContain('>PRICE</th>');
    }
  });

  test('is found in a link, which would be removed silently', async () => {
    const source = '<a href="{{ .UnsubscribeURL }}">u</a><a href="https://a.example/?id={{ .ID }}">v</a>';
    expect(await found({ body: { kind: 'html', source } })).toEqual([
      'block content {{ .UnsubscribeURL }} {{unsubscribeUrl}}',
      'block content {{ .ID }}',
    ]);
  });

  test('includes our own fields in the sender name, which is never filled in', async () => {
    for (const displayName of ['{{firstName}}', '{{ .Name }}', '*|FNAME|*']) {
      expect(await found({ from: { ...from, displayName } })).toEqual([`block fromName ${displayName}`]);
    }
  });

  test('is reported once, and at most twenty per mail', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `{{#x${index}}}{{#x${index}}}`).join(' ');
    expect(await found({ body: { kind: 'html', source: many } })).toHaveLength(20);
  });
});

describe('an unknown merge field', () => {
  test.each([
    ['{{fistName}}', '{{firstName}}'],
    ['{{fistName|there}}', '{{firstName|there}}'],
    ['{{unsubscribe_url}}', '{{unsubscribeUrl}}'],
    ['{{contact.FIRSTNAME}}', '{{firstName}}'],
    ['{{orderNumber}}', ''],
  ])('%s causes a warning in a campaign, and the badge suggests %s', async (placeholder, meant) => {
    for (const body of bodies(placeholder)) {
      expect(await found({ body })).toEqual([`warn content ${placeholder} ${meant}`.trim()]);
    }
    expect(await found({ subject: placeholder, purpose: 'transactional' })).toEqual([]);
  });
});

test('placeholders of another system in code are shown in the HTML and the text part', async () => {
  const example = '{{#if a}} {{ firstName | default: "<you>" }} {% x %}';
  const body: Body = { kind: 'markdown', source: `Try \`${example}\`, {{firstName}}{{#if a}}.` };
  const { html, text } = await renderEmail({ body, preview: null, values: { firstName: 'Ada' } });
  expect(text).toBe(`Try ${example}, Ada.`);
  expect(html).toContain('{{ firstName | default: &quot;&lt;you&gt;&quot; }} {% x %}</code>, Ada.');
});

test('an escaped placeholder is shown in the HTML and the text part', async () => {
  for (const body of bodies('Write \\{{firstName|there}}, {{firstName}}')) {
    const { html, text } = await renderEmail({ body, preview: null, values: { firstName: 'Ada' } });
    expect([body.kind, text]).toEqual([body.kind, 'Write {{firstName|there}}, Ada']);
    expect(html).toContain('Write {{firstName|there}}, Ada');
  }
});
