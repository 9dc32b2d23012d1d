import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, checkTiptap } from '../../../../src/model/content/body.ts';
import { clickLink, openPixel } from '../../../../src/model/content/links/tracked-links.ts';
import type { MergeFields } from '../../../../src/model/content/merge-fields.ts';
import { followedLink, renderEmail } from '../../../../src/model/content/render.ts';
import { randomRuns } from '../../../world/simulated/random.ts';
import { dangersIn, elementsOf } from '../reread.ts';

const own: MergeFields = {
  [clickLink]: 'https://mail.example/c/token',
  [openPixel]: 'https://mail.example/o/token',
  unsubscribeUrl: 'https://mail.example/u/token',
  preferencesUrl: 'https://mail.example/p/token',
  webVersionUrl: 'https://mail.example/v/token',
};
const everything = { opens: true, clicks: true };

async function tracked(kind: Body['kind'], source: string, values: MergeFields = {}) {
  const body = { kind, source };
  const { html, text } = await renderEmail({
    body,
    preview: null,
    values: { ...values, ...own },
    tracked: everything,
  });
  const links = elementsOf(html).flatMap(({ attributes: { href } }) => (href === undefined ? [] : [href]));
  const ways = links.map((href) => /^https:\/\/mail\.example\/c\/token\/(.+)$/.exec(href)?.[1] ?? null);
  const leads = await Promise.all(
    ways.map(async (way) =>
      way === null ? null : await followedLink({ body, values: { ...values, ...own } }, way),
    ),
  );
  return {
    html,
    text,
    links,
    ways,
    leads: leads.map((lead) => lead?.target ?? null),
    sources: leads.map((lead) => lead?.source ?? null),
  };
}

describe('a tracked link', () => {
  test('redirects to its original target in every kind of body', async () => {
    const link = { type: 'link', attrs: { href: 'https://shop.example/?a=1&b=2' } };
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'go', marks: [link] }] };
    const tiptap = checkTiptap({ type: 'doc', content: [paragraph] });
    const sources = [
      ['html', '<a href="https://shop.example/?a=1&amp;b=2">go</a>'],
      ['markdown', '[go](https://shop.example/?a=1&b=2)'],
      ['tiptap', tiptap.ok ? tiptap.source : ''],
    ] as const;
    for (const [kind, source] of sources) {
      const { links, leads, text } = await tracked(kind, source);
      expect(links).toEqual([expect.stringMatching(/^https:\/\/mail\.example\/c\/token\/1-[\w-]{10}$/)]);
      expect(leads).toEqual(['https://shop.example/?a=1&b=2']);
      expect(text).toContain('go <https://shop.example/?a=1&b=2>');
    }
  });

  test('gets its merge fields filled when it is followed', async () => {
    const values = { email: 'ada+1@example.com', 'attributes.plan': 'a/b?c#d&e' };
    const source =
      '<a href="https://shop.example/{{attributes.plan}}?to={{email}}&x={{attributes.none|a b}}#top">go</a>';
    const { leads, sources } = await tracked('html', source, values);
    expect(leads).toEqual(['https://shop.example/a%2Fb%3Fc%23d%26e?to=ada%2B1%40example.com&x=a%20b#top']);
    expect(sources).toEqual([
      'https://shop.example/{{attributes.plan}}?to={{email}}&x={{attributes.none|a b}}#top',
    ]);
  });

  test.each([
    ['{{unsubscribeUrl}}', 'https://mail.example/u/token'],
    ['{{ preferencesUrl }}?lang=de', 'https://mail.example/p/token?lang=de'],
    ['{{webVersionUrl|#}}', 'https://mail.example/v/token'],
    ['mailto:help@shop.example', 'mailto:help@shop.example'],
    ['mailto:{{email}}', 'mailto:ada@example.com'],
    ['tel:+4930123', 'tel:+4930123'],
    ['#top', '#top'],
    ['/shop', '/shop'],
    ['//shop.example/', '//shop.example/'],
    ['https:shop.example', 'https:shop.example'],
    ['https://{{attributes.shop}}.example/', 'https://ada.example/'],
    ['https://shop{{attributes.shop}}/', 'https://shopada/'],
    ['https://shop.example{{attributes.shop}}', 'https://shop.exampleada'],
    ['https://{{attributes.shop}}@shop.example/', 'https://ada@shop.example/'],
    ['https://good.example@shop.example/', 'https://good.example@shop.example/'],
    ['https://shop.example/\tx', 'https://shop.example/\tx'],
  ])('is not created for %s', async (target, expected) => {
    const values = { email: 'ada@example.com', 'attributes.shop': 'ada' };
    const { links, ways } = await tracked('html', `<a href="${target}">go</a>`, values);
    expect({ links, ways }).toEqual({ links: [expected], ways: [null] });
  });

  test('has one number per target, and is found by its digest if another version numbers differently', async () => {
    const source =
      '<a href="https://a.example/">1</a><a href="https://b.example/">2</a><a href="https://a.example/">3</a>';
    const { ways } = await tracked('html', source);
    expect(ways.map((way) => way?.split('-')[0])).toEqual(['1', '2', '1']);
    const body = { kind: 'html', source } as const;
    const [, digest] = /^2-(.+)$/.exec(ways[1]!)!;
    expect(await followedLink({ body, values: own }, `7-${digest}`)).toMatchObject({
      target: 'https://b.example/',
    });
  });

  test.each([
    '',
    '1',
    '1-',
    '0-',
    '-1-',
    '1-AAAAAAAAAA',
    '2-AAAAAAAAAA',
    '01-',
    '1--',
    '999999-',
    '1e0-',
    '1-\u0000',
  ])('with an unknown number such as %j leads nowhere', async (way) => {
    const source = '<a href="https://a.example/">1</a>';
    const digest = (await tracked('html', source)).ways[0]!.split('-')[1]!;
    const body = { kind: 'html', source } as const;
    for (const link of [way, `${way}${digest}x`, `x${way}${digest}`]) {
      expect(await followedLink({ body, values: own }, link)).toBeNull();
    }
  });

  test('is found despite similar attributes, and in comments for Outlook', async () => {
    const source =
      '<a title=" href=" href="https://a.example/" name="b">1</a><p title="<a href=\'https://no.example/\'>">x</p>' +
      '<!--[if mso]><v:roundrect href="https://b.example/"></v:roundrect><![endif]-->' +
      '<map name="m"><area href="https://c.example/" alt="c"></map><abbr title="a">a</abbr>';
    const { html, leads } = await tracked('html', source);
    expect(leads).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/']);
    expect(html).toContain('title=" href="');
    expect(html).toContain('https://no.example/');
  });

  test('is safe for any body, and no link is lost or added', async () => {
    const piece = fc.constantFrom(
      '<a href="https://x.example/',
      '<a href=',
      '"',
      "'",
      '>',
      '</a>',
      '<area href="http://y.example?',
      '{{email}}',
      '{{unsubscribeUrl}}',
      '&amp;',
      '&quot;',
      ' href="',
      '<!--[if mso]>',
      '<![endif]-->',
      '<style>',
      '</style>',
      '<p>',
      'text',
      '</body>',
      '<html>',
      '<body>',
      ' ',
      '\n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        const body = { kind: 'html', source: pieces.join('') } as const;
        const mail = { body, preview: null, values: { ...own, email: 'ada@example.com' } };
        const plain = await renderEmail(mail);
        const followed = await renderEmail({ ...mail, tracked: everything });
        expect(followed.text).toBe(plain.text);
        expect(dangersIn(followed.html)).toEqual([]);
        const [before, after] = [plain, followed].map(({ html }) => elementsOf(html));
        expect(after!.length).toBe(before!.length + 1);
        const others = after!.filter(
          ({ attributes }) => attributes.src !== 'https://mail.example/o/token.gif',
        );
        for (const [index, { name, attributes }] of others.entries()) {
          expect(name).toBe(before![index]!.name);
          const way = /^https:\/\/mail\.example\/c\/token\/(.+)$/.exec(attributes.href ?? '')?.[1];
          if (way === undefined) {
            expect(attributes).toEqual(before![index]!.attributes);
          } else {
            const lead = await followedLink({ body, values: mail.values }, way);
            expect(lead?.target).toBe(new URL(before![index]!.attributes.href!).href);
          }
        }
      }),
      { numRuns: randomRuns(400), seed: 20_261_122 },
    );
  });
});

describe('the tracking pixel', () => {
  test.each(['<p>Hello</p>', '<html><body><p>Hello</p></body></html>', '<html><p>Hello</p></html>', ''])(
    'is the last element of %j',
    async (source) => {
      const { html } = await tracked('html', source);
      expect(html).toMatch(
        /<img src="https:\/\/mail\.example\/o\/token\.gif" width="1" height="1" alt="" style="[^"]*">\s*(?:<\/body>\s*)?<\/html>\s*$/,
      );
      expect(elementsOf(html).filter(({ name }) => name === 'img')).toHaveLength(1);
    },
  );
});

test('an untracked body has neither tracked links nor a pixel', async () => {
  const body = { kind: 'html', source: '<a href="https://a.example/">1</a>' } as const;
  const { html } = await renderEmail({ body, preview: null, values: own });
  expect(html).toContain('href="https://a.example/"');
  expect(html).not.toContain('mail.example');
});

test('an author cannot write the reserved names of tracked links', async () => {
  const source = `<p>{{${clickLink}}} {{${openPixel}}} {{{${clickLink}}}}</p><a href="{{${clickLink}}}/1">x</a>`;
  const { html } = await tracked('html', source);
  expect(html).not.toContain('mail.example/c/');
  expect(html.match(/mail\.example\/o\//g)).toHaveLength(1);
});
