import { describe, expect, test } from 'vitest';
import { type Body, checkTiptap } from '../../../src/model/content/body.ts';
import { clickLink, openPixel } from '../../../src/model/content/links/tracked-links.ts';
import {
  type MergeSubscriber,
  mergeFieldsIn,
  mergeValuesFor,
  systemLinks,
} from '../../../src/model/content/merge-fields.ts';
import { renderEmail } from '../../../src/model/content/render.ts';
import { dangersIn, elementsOf } from './reread.ts';

const links = {
  unsubscribeUrl: 'https://mail.example/u/token',
  preferencesUrl: 'https://mail.example/p/token',
  webVersionUrl: 'https://mail.example/v/token',
  confirmUrl: 'https://mail.example/confirm/token',
  [clickLink]: 'https://mail.example/c/token',
  [openPixel]: 'https://mail.example/o/token',
};

/** A subscriber with attributes named like object properties. */
const ada: MergeSubscriber = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  attributes: JSON.parse(
    '{"__proto__": "own", "constructor": "own too", "plan": "free", "aUrl": "https://evil.example/"}',
  ),
};

/** Renders as the engine does: values by placeholder, then the platform's links. */
async function render(kind: Body['kind'], source: string, subscriber = ada) {
  const body = { kind, source };
  const values = { ...mergeValuesFor(mergeFieldsIn(source), subscriber), ...links };
  return await renderEmail({ body, preview: null, values, tracked: { opens: true, clicks: true } });
}

function tiptap(...content: unknown[]): string {
  const checked = checkTiptap({ type: 'doc', content: [{ type: 'paragraph', content }] });
  if (!checked.ok) throw new Error(checked.message);
  return checked.source;
}

describe('a placeholder reads only known subscriber data:', () => {
  test.each([
    'constructor',
    'constructor.name',
    'constructor.prototype',
    '__proto__',
    '__proto__.x',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    'attributes',
    'attributes.',
    'attributes.toString',
    'attributes.hasOwnProperty',
    'attributes.plan.length',
    'attributes.plan.constructor',
    'attributes.__proto__.toString',
    'email.length',
    'firstName.constructor',
    'subscriber',
    'subscriber.email',
    'process.env.POSTHOUSE_SECRET',
    'globalThis',
    'this',
    'unsubscribeUrl.length',
    'aUrl',
  ])('{{%s}} is empty', async (name) => {
    const { html, text } = await render('html', `<p title="[{{${name}}}]">[{{${name}}}]</p>`);
    expect(html).toContain('<p title="[]">[]</p>');
    expect(text).toBe('[]');
    expect((await render('html', `<p>{{${name}|x}}</p>`)).text).toBe('x');
  });

  test.each([
    ['attributes.__proto__', 'own'],
    ['attributes.constructor', 'own too'],
  ])('{{%s}} is an ordinary attribute', async (name, value) => {
    expect((await render('html', `<p>{{${name}}}</p>`)).text).toBe(value);
    expect((await render('html', `<p>{{${name}}}</p>`, { ...ada, attributes: {} })).text).toBe('');
  });

  test.each([
    '{{1+1}}',
    '{{ 7 * 7 }}',
    '{{#if a}}',
    '{{>partial}}',
    '{{firstName()}}',
    '{{firstName["length"]}}',
    '{{attributes[plan]}}',
    '{% raw %}',
    '{{"a"|upper}}',
    '{{a|{{b}}',
    '{{a',
  ])('%s is removed', async (source) => {
    for (const kind of ['html', 'markdown'] as const) {
      const { html, text } = await render(kind, `x${source}y`);
      expect([html, text].filter((part) => /[{}]/.test(part.replace(/style="[^"]*"/g, '')))).toEqual([]);
    }
  });

  test.each(['$' + '{process.env.HOME}', '<%= 7 * 7 %>', '#{7*7}'])('%s stays plain text', async (source) => {
    const { text } = await render('html', `<p>${source.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`);
    expect(text).toBe(source.replace('{{firstName}}', 'Ada'));
  });
});

describe('a merge value stays plain text:', () => {
  const values = [
    '{{unsubscribeUrl}}',
    '{{email}}',
    '{{{email}}}',
    'slot0x0h',
    'slot0x1l',
    'slot1x0h',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</style><script>',
    '-->',
    '<![endif]-->',
    '&lt;b&gt;',
    '[x](https://evil.example)',
    '**bold**',
    '\\',
    '$&$1$`',
  ];
  const sources = {
    html: '<p title="{{firstName}}">{{firstName}} <a href="https://shop.example/?n={{firstName}}">go</a> <b style="color:{{firstName}}">c</b></p>',
    markdown: '# {{firstName}}\n\n[{{firstName}}](https://shop.example/?n={{firstName}} "{{firstName}}")',
  };
  test.each(values)('%j', async (firstName) => {
    for (const kind of ['html', 'markdown'] as const) {
      const { html, text } = await render(kind, sources[kind], { ...ada, firstName });
      const harmless = await render(kind, sources[kind], { ...ada, firstName: 'x' });
      expect(dangersIn(html)).toEqual([]);
      const names = (of: string) => elementsOf(of).map(({ name }) => name);
      expect(names(html)).toEqual(names(harmless.html));
      expect(text).toContain(firstName);
      for (const secret of Object.values(links)) expect(text).not.toContain(secret);
      const hrefs = elementsOf(html).flatMap(({ attributes: { href } }) =>
        href === undefined ? [] : [href],
      );
      expect(hrefs).toEqual([expect.stringMatching(/^https:\/\/mail\.example\/c\/token\/1-[\w-]{10}$/)]);
    }
  });
});

describe('a link of the platform', () => {
  test.each(systemLinks)('appears at its placeholder as a link and as text: %s', async (name) => {
    const url = links[name];
    const link = { type: 'text', text: 'Link', marks: [{ type: 'link', attrs: { href: `{{${name}}}` } }] };
    const mention = { type: 'mention', attrs: { id: name, label: 'none' } };
    const bodies = [
      ['html', `<p><a href="{{${name}}}">Link</a> {{${name}}}</p>`],
      ['markdown', `[Link]({{${name}}}) {{ ${name} }}`],
      ['tiptap', tiptap(link, { type: 'text', text: ' ' }, mention)],
    ] as const;
    for (const [kind, source] of bodies) {
      const { html, text } = await render(kind, source);
      const hrefs = elementsOf(html).flatMap(({ attributes: { href } }) =>
        href === undefined ? [] : [href],
      );
      expect([kind, hrefs]).toEqual([kind, [url]]);
      expect([kind, text]).toEqual([kind, `Link <${url}> ${url}`]);
    }
  });

  test('leaves no placeholder when it is removed', async () => {
    const { text } = await render('html', '{{firstName}}, <a href="{{email}}">read</a>');
    expect(text).toBe('Ada, read');
  });

  test("cannot be replaced by a subscriber's attribute", async () => {
    const evil = 'https://evil.example/';
    const subscriber = { ...ada, attributes: { unsubscribeUrl: evil, aUrl: evil } };
    const source =
      '<a href="{{attributes.unsubscribeUrl}}">a</a><a href="{{attributes.aUrl}}">b</a><a href="{{aUrl}}">c</a>';
    const { html } = await render('html', source, subscriber);
    expect(elementsOf(html).filter(({ attributes }) => attributes.href?.includes('evil'))).toEqual([]);
  });
});
