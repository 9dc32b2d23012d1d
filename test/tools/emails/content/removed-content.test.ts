import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callThrough, doors, outputThrough } from '../../../spec/doors.ts';
import { mail } from '../../../spec/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { mailStep } from '../../workflows/scene.ts';

let platform: SimulatedPlatform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

const leave = '<p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>';

type Badge = { id: string; found?: string; count?: number };

/** Returns the part and the count of each badge about removed content. */
function removed(badges: readonly Badge[]): [string | undefined, number | undefined][] {
  return badges.filter(({ id }) => id === 'content.removed').map(({ found, count }) => [found, count]);
}

async function removedFrom(content: object, purpose = 'transactional') {
  const { output } = await platform.call('verify_content', { subject: 'News', purpose, ...content });
  return removed((output as { badges: Badge[] }).badges);
}

async function removedFromSent(id: string) {
  const { output } = await platform.call('get_email', { id });
  return removed((output as { badges: Badge[] }).badges);
}

function text(value: string, ...marks: object[]): object {
  return { type: 'text', text: value, marks };
}

function tiptap(...content: object[]): object {
  return { tiptap: { type: 'doc', content: [{ type: 'paragraph', content }] } };
}

describe.each(doors.current)('parts removed from a body are named through %s', (door) => {
  const html = `<p>Hello</p><iframe src="https://a.example"></iframe><iframe></iframe>${leave}`;
  const parts = [['<iframe>', 2]];

  test('for a single mail', async () => {
    const { id } = await outputThrough(door, platform, 'send_email', mail({ html }));
    const { badges } = await outputThrough(door, platform, 'get_email', { id });
    expect(removed(badges)).toEqual(parts);
    expect(badges[0]).toMatchObject({ severity: 'warn', path: 'content' });
  });

  test('for a campaign, which is not blocked', async () => {
    const campaign = { subject: 'News', fromEmail: 'news@acme.example', html };
    const made = await outputThrough(door, platform, 'create_campaign', campaign);
    expect([removed(made.badges), made.problem ?? '']).toEqual([
      parts,
      expect.not.stringContaining('content'),
    ]);
    const changed = { campaignId: made.id, html: leave };
    expect((await outputThrough(door, platform, 'update_campaign', changed)).badges).toEqual([]);
  });

  test('for a workflow mail', async () => {
    const { markdown: _, ...step } = mailStep('welcome');
    const workflow = {
      name: 'Series',
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [{ ...step, html }],
    };
    const { warnings } = await outputThrough(door, platform, 'save_workflow', workflow);
    expect(warnings).toEqual(['Removed at sending from steps.welcome.html: <iframe> (2 times)']);
  });
});

describe('verify_content reports the removal of', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['an object', '<object data="a.swf"></object>', '<object>'],
    ['a picture drawn by code, without its lines', '<svg><path d="M0 0"/><g></g></svg>', '<svg>'],
    ['an element of a page builder', '<mj-section>x</mj-section>', '<mj-section>'],
    ['an address that the author took for text', 'Write to <ada@example.com>', '<ada@example.com>'],
    ['a merge field that became an element', 'Write to <{{email}}>', '<{{email}}>'],
    ['a link with an unsafe scheme', '<a href="JavaScript:alert(1)">x</a>', 'href="javascript:"'],
    [
      'a link that begins with a merge field',
      '<a href="{{attributes.site}}">x</a>',
      'href="{{attributes.site}}"',
    ],
    ['a picture on the author’s disk', '<img src="file:///C:/a.png">', 'src="file:"'],
    ['an event handler', '<p onclick="x()">x</p>', 'onclick'],
    [
      'a stylesheet from another host',
      '<link rel="stylesheet" href="https://a.example/a.css">',
      '<link rel="stylesheet">',
    ],
    [
      'an imported stylesheet',
      '<style>@import url("https://a.example/a.css"); p { color: red }</style>',
      '@import',
    ],
    ['a style that runs code', '<p style="width: expression(alert(1))">x</p>', 'style'],
    ['the target of a form', '<form action="https://a.example"><input></form>', '<form action>'],
    ['a base address', '<base href="https://a.example/">', '<base>'],
    [
      'a redirect',
      '<meta http-equiv="refresh" content="0; url=https://a.example">',
      '<meta http-equiv="refresh">',
    ],
  ])('%s', async (_, html, part) => {
    expect(await removedFrom({ html: `<p>Hello</p>${html}` })).toEqual([[part, 1]]);
    const document = `<html><head></head><body><p>Hello</p>${html}</body></html>`;
    expect(await removedFrom({ html: document })).toEqual([[part, 1]]);
    const sent = await callThrough('v2', platform, 'send_email', mail({ html: `<p>Hello</p>${html}` }));
    if (sent.ok) expect(await removedFromSent(sent.output.id)).toEqual([[part, 1]]);
    else expect(sent.name).toBe('content_verification_failed');
  });

  test('an unsafe link in Markdown', async () => {
    const reference = 'Hello [there][1]\n\n[1]: tftp://acme.example';
    const { id } = await outputThrough('v2', platform, 'send_email', mail({ markdown: reference }));
    expect(await removedFromSent(id)).toEqual([['href="tftp:"', 1]]);
    const markdown =
      'Hello [there](javascript:alert) and [there](vbscript:x) and [home](https://acme.example)';
    expect(await removedFrom({ markdown })).toEqual([
      ['href="javascript:"', 1],
      ['href="vbscript:"', 1],
    ]);
  });

  test.each([
    [
      'a link',
      tiptap(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })),
      'href="javascript:"',
    ],
    [
      'a font size',
      tiptap(text('x', { type: 'textStyle', attrs: { fontSize: 'huge' } })),
      'textStyle.fontSize',
    ],
    [
      'an unknown style',
      tiptap(text('x', { type: 'textStyle', attrs: { letterSpacing: '2px' } })),
      'textStyle.letterSpacing',
    ],
    [
      'a picture without an address',
      tiptap(text('Your order 4711 is on its way, and the parcel will reach you on Monday.'), {
        type: 'image',
        attrs: { alt: 'x' },
      }),
      'image.src',
    ],
    ['an empty mention', tiptap({ type: 'mention', attrs: {} }), 'mention'],
  ])('%s in a Tiptap document', async (_, content, part) => {
    expect(await removedFrom(content)).toEqual([[part, 1]]);
    const { id } = await outputThrough('v2', platform, 'send_email', mail(content as never));
    const { badges } = await outputThrough('v2', platform, 'get_email', { id });
    expect(removed(badges)).toEqual([[part, 1]]);
  });

  test('at most ten kinds of content, each once with its count', async () => {
    const html = Array.from({ length: 40 }, (_, index) => `<x-${index % 20}>a</x-${index % 20}>`).join('');
    const parts = await removedFrom({ html: `<p>Hello</p>${html}` });
    expect(parts).toHaveLength(10);
    expect(parts[0]).toEqual(['<x-0>', 2]);
  });

  test('nothing from ordinary mail', async () => {
    for (const html of [
      '<!doctype html><html><head><title>x</title><meta charset="utf-8"><link rel="icon" href="/a.png"><style>@import url(https://fonts.googleapis.com/css2?family=Inter); p { color: navy }</style></head><body><!--[if mso]><noscript><xml><o:p></o:p></xml></noscript><![endif]--><center><font color="red">x</font></center><v:roundrect>x</v:roundrect></body></html>',
      '<p>3 < 4 <3</p><noscript>x</noscript><a href="/a">b</a> <a href="tel:+1">c</a> <img src="cid:a"> <img src="data:image/png;base64,AA=="><a href="{{webVersionUrl}}">d</a>',
      '<pre>&lt;script&gt; <code>onclick="x"</code></pre> Array&lt;string&gt;',
    ]) {
      expect(await removedFrom({ html })).toEqual([]);
    }
    const style = { type: 'textStyle', attrs: { color: '#ff0000', fontSize: null, fontFamily: '' } };
    expect(await removedFrom(tiptap(text('x', style), text('y', { type: 'bold' })))).toEqual([]);
  });
});

test('removed parts of a mail are named even when policy verification is disabled', async () => {
  const [{ id: organization }] = (await outputThrough('tools', platform, 'list_organizations', {})).data;
  await outputThrough('tools', platform, 'update_organization', {
    id: organization,
    verify_transactional: 'off',
  });
  const { id } = await outputThrough('v2', platform, 'send_email', mail({ html: '<p>a</p><embed src="x">' }));
  const { badges } = await outputThrough('v2', platform, 'get_email', { id });
  expect(removed(badges)).toEqual([['<embed>', 1]]);
});

test('stylesheets of font services are kept in a mail, and other stylesheets are removed', async () => {
  const link = (href: string) => `<link rel="stylesheet" href="${href}">`;
  const fonts = link('https://fonts.googleapis.com/css2?family=Inter');
  const media = '<style media="print">@import url(https://a.example/p.css); p { color: navy }</style>';
  const head = `${fonts}${link('https://a.example/a.css')}${link('https://fonts.googleapis.com.a.example/')}${media}`;
  const html = `<html><head>${head}</head><body><p>Hello</p></body></html>`;
  const { id } = await outputThrough('v2', platform, 'send_email', mail({ html }));
  const sent = await outputThrough('v2', platform, 'get_email', { id });
  expect(sent.html).toContain(fonts);
  expect(sent.html).toContain('p { color: navy }');
  expect(sent.html).not.toContain('a.example');
});
