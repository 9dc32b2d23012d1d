import { describe, expect, test } from 'vitest';
import { callThrough, doors, outputThrough } from '../../../spec/doors.ts';
import { mail, open } from '../../../spec/scene.ts';

const picture = (src: string) => ({ type: 'doc', content: [{ type: 'image', attrs: { src } }] });

describe.each(doors.current)('the content of a mail sent through %s', (door) => {
  test('keeps CSS rules that match only in a mail client', async () => {
    const platform = await open();
    const rules = [
      '[data-ogsc] .x { color: #ffffff !important; }',
      'u + .body .x { width: 100vw; }',
      '@supports (display: grid) { .x { display: grid } }',
    ];
    const html = `<html><head><style>.x { color: navy } ${rules.join(' ')}</style></head><body class="body"><p class="x">Hello</p></body></html>`;
    const { id } = await outputThrough(door, platform, 'send_email', mail({ html }));
    const { html: sent } = await outputThrough('v2', platform, 'get_email', { id });
    for (const rule of rules) expect(sent).toContain(rule);
    expect(sent).toContain('<p class="x" style="color: navy;">Hello</p>');
  });

  test('keeps the fonts of an editor', async () => {
    const platform = await open();
    const marks = [{ type: 'textStyle', attrs: { fontFamily: 'Georgia, serif', fontSize: '20px' } }];
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello', marks }] }];
    const tiptap = { type: 'doc', content };
    const { id } = await outputThrough(door, platform, 'send_email', mail({ tiptap }));
    const { html } = await outputThrough('v2', platform, 'get_email', { id });
    expect(html).toContain('<span style="font-family:Georgia, serif;font-size:20px;">Hello</span>');
  });

  test('is rejected by field name if it embeds an image', async () => {
    const platform = await open();
    const tiptap = picture('data:image/png;base64,AAAA');
    const result = await callThrough(door, platform, 'send_email', mail({ tiptap }));
    expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    expect(JSON.stringify(result)).toContain('tiptap.content.0.attrs.src');
  });
});

test('an unsubscribe link that Gmail hides does not count as visible', async () => {
  const platform = await open();
  const style = '<style>u + .body .leave { display: none }</style>';
  const link = '<p class="leave"><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>';
  const campaign = { subject: 'News', fromEmail: 'news@acme.example', html: `${style}<p>Hello</p>${link}` };
  const { problem } = await outputThrough('v2', platform, 'create_campaign', campaign);
  expect(problem).toContain('must contain {{unsubscribeUrl}} as a visible link');
});
