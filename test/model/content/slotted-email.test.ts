import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import type { Body } from '../../../src/model/content/body.ts';
import { clickLink, openPixel } from '../../../src/model/content/links/tracked-links.ts';
import type { MergeFields } from '../../../src/model/content/merge-fields.ts';
import { compileEmail, renderEmail } from '../../../src/model/content/render.ts';
import { slottedEmail, slottedValues } from '../../../src/model/content/slotted-email.ts';
import {
  compileMessage,
  composeMessage,
  fillMessage,
  type UnsignedMessage,
} from '../../../src/model/message/compose.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { letter, lines, seed } from '../message/letters.ts';

const own: MergeFields = {
  [clickLink]: 'https://mail.example/c/token',
  [openPixel]: 'https://mail.example/o/token',
  unsubscribeUrl: 'https://mail.example/u/token',
};

function octetsOf({ fields, body }: UnsignedMessage): Buffer {
  return Buffer.from(`${fields.map(({ text }) => text).join('')}\r\n${body}`, 'latin1');
}

function joined(literals: readonly string[], values: readonly string[]): string {
  return literals.reduce((text, literal, index) => text + values[index - 1] + literal);
}

/** Body pieces where blanks, line ends and slots meet. */
const piece = fc.constantFrom(
  '{{a}}',
  '{{b|x}}',
  '{{c}}',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n\n',
  'word',
  'Grüße',
  '日本語',
  '<p>',
  '</p>',
  '<br>',
  '<li>',
  '<a href="https://shop.example/{{a}}?b={{b}}">',
  '</a>',
  '<a href="{{unsubscribeUrl}}">',
  '&nbsp;',
  '&lt;',
  '<b>',
  '</b>',
  '<td>',
  '<pre>',
  '</pre>',
  '# ',
  '- ',
  '**',
  '.',
  'From ',
  '=',
);
const value = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Ada',
    ' Ada ',
    'a\nb',
    'a \n b ',
    '\r\n',
    'a \r\n',
    '\n',
    '\t',
    'ü',
    '.',
    '<b>',
    '{{a}}',
    '\u00a0',
  ),
  fc.string({ maxLength: 12 }),
);

test('a body compiled once and filled equals a body rendered for one recipient', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Body['kind']>('html', 'markdown'),
      fc.array(piece, { maxLength: 16 }),
      fc.record({ a: value, b: value, c: value }),
      fc.option(value),
      fc.record({ opens: fc.boolean(), clicks: fc.boolean() }),
      async (kind, pieces, given, preview, tracked) => {
        const body = { kind, source: pieces.join('') };
        const values = { ...given, ...own };
        const rendered = await renderEmail({ body, preview, values, tracked });
        const slotted = slottedEmail(await compileEmail(body, { tracked }));
        const filled = slottedValues(slotted, preview, values);
        expect(joined(slotted.html, filled.html)).toBe(rendered.html);
        expect(joined(slotted.text, filled.text)).toBe(rendered.text);

        const about = letter();
        const message = compileMessage({
          ...about,
          subject: ['', ''],
          html: slotted.html,
          text: slotted.text,
        });
        const fast = fillMessage(message, { ...about, values: { subject: ['Hello'], ...filled } });
        const slow = composeMessage({ ...about, ...rendered });
        // A text of values that are all empty is omitted when rendered for one recipient, and the engine
        // falls back to that.
        if (rendered.text === '' && filled.text.length > 0) return;
        const [ours, theirs] = await Promise.all([fast, slow].map((one) => PostalMime.parse(octetsOf(one))));
        expect([ours!.html, ours!.text].map(lines)).toEqual([theirs!.html, theirs!.text].map(lines));
        expect(ours!.subject).toBe(theirs!.subject);
        expect(fast.fields.map(({ name }) => name)).toEqual(slow.fields.map(({ name }) => name));
      },
    ),
    { seed, numRuns: randomRuns(700) },
  );
});

test('a compiled body contains text shared by all recipients as literals', async () => {
  const source = `<h1>Hello {{a|you}}</h1>${'<p>Much to say.</p>'.repeat(200)}<a href="https://shop.example/">go</a>`;
  const slotted = slottedEmail(
    await compileEmail({ kind: 'html', source }, { tracked: { opens: true, clicks: true } }),
  );
  const { html, text } = slottedValues(slotted, null, { a: 'Ada', ...own });
  expect(html.join('').length).toBeLessThan(200);
  expect(text).toEqual([' Ada']);
  expect(slotted.text.join('')).toContain('Much to say.');
});
