import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { isHeaderSafe } from '../../../src/model/address.ts';
import {
  compileMessage,
  composeMessage,
  fillMessage,
  type SlottedText,
  type UnsignedMessage,
} from '../../../src/model/message/compose.ts';
import { hasSingleBlanks } from '../../../src/model/message/dkim.ts';
import { assertWireFormat } from '../../../src/world/mail/write-message.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { anyLine, anyText, letter, lines, mailbox, namesOf, seed } from './letters.ts';

function octetsOf({ fields, body }: UnsignedMessage): Buffer {
  return Buffer.from(`${fields.map(({ text }) => text).join('')}\r\n${body}`, 'latin1');
}

function filled(literals: SlottedText, values: readonly string[]): string {
  return literals.reduce((text, literal, index) => text + values[index - 1] + literal);
}

/** A text with slots and their values. The texts are well-formed Unicode. */
function slotted(text: fc.Arbitrary<string>, slotsMax: number) {
  const sound = text.map((each) => each.toWellFormed());
  return fc.array(fc.tuple(sound, sound), { maxLength: slotsMax }).chain((pairs) =>
    sound.map((last) => ({
      literals: [...pairs.map(([literal]) => literal), last] as unknown as SlottedText,
      values: pairs.map(([, value]) => value),
    })),
  );
}

const none = { literals: [''] as SlottedText, values: [] };

describe('a message compiled once and filled', () => {
  test('decodes to the same texts as a message composed from the filled texts', async () => {
    const subjects = slotted(
      anyLine.filter((line) => isHeaderSafe(line)),
      2,
    );
    await fc.assert(
      fc.asyncProperty(subjects, slotted(anyText, 4), slotted(anyText, 4), async (subject, html, text) => {
        const about = letter();
        const fromSlots = fillMessage(
          compileMessage({ ...about, subject: subject.literals, html: html.literals, text: text.literals }),
          { ...about, values: { subject: subject.values, html: html.values, text: text.values } },
        );
        assertWireFormat(octetsOf(fromSlots));
        expect(fromSlots.singleBlanks).toBe(hasSingleBlanks(fromSlots.body));
        const fromScratch = composeMessage({
          ...about,
          subject: filled(subject.literals, subject.values),
          html: filled(html.literals, html.values),
          text: filled(text.literals, text.values),
        });
        const [ours, theirs] = await Promise.all(
          [fromSlots, fromScratch].map((message) => PostalMime.parse(octetsOf(message))),
        );
        expect(ours!.subject).toBe(theirs!.subject);
        // A body of only slots exists even if all of them stay empty.
        if (fromSlots.fields.length !== fromScratch.fields.length) return;
        expect([ours!.html, ours!.text].map(lines)).toEqual([theirs!.html, theirs!.text].map(lines));
        expect(lines(theirs!.html)).toBe(lines(filled(html.literals, html.values)));
      }),
      { seed, numRuns: randomRuns(500) },
    );
  });

  test('can be filled for many recipients', async () => {
    const compiled = compileMessage({
      ...letter(),
      subject: ['News for ', ''],
      html: ['<p>Dear ', ',</p><p>Grüße from us.</p><a href="', '">stop</a>\n'],
      text: ['Dear ', ',\nGrüße. '],
    });
    for (const [name, id] of [
      ['Zoë', '1'],
      ['', '2'],
      ['日本', '3'],
      ['Al=3D ', '4'],
    ] as const) {
      const url = `https://acme.example/u/${id}`;
      const message = fillMessage(compiled, {
        to: mailbox(`${id}@reader.example`),
        messageId: `eml_${id}@acme.example`,
        date: 0,
        headers: [['List-Unsubscribe', `<${url}>`]],
        values: { subject: [name], html: [name, url], text: [name] },
      });
      const read = await PostalMime.parse(octetsOf(message));
      expect(read.subject).toBe(`News for ${name}`.trim());
      expect(read.to).toEqual([{ name: '', address: `${id}@reader.example` }]);
      expect(read.messageId).toBe(`<eml_${id}@acme.example>`);
      expect(read.html).toContain(`<p>Dear ${name},</p><p>Grüße from us.</p><a href="${url}">stop</a>`);
      expect(lines(read.text)).toContain(`Dear ${name},\nGrüße. `);
    }
  });

  test('in a non-Latin script uses base64', async () => {
    const compiled = compileMessage({
      ...letter(),
      subject: [''],
      html: [''],
      text: ['Здравствуйте, ', '! Это письмо.'],
    });
    const message = fillMessage(compiled, {
      ...letter(),
      values: { subject: [], html: [], text: ['Zoë'] },
    });
    const octets = octetsOf(message);
    expect(octets.toString('latin1')).toContain('Content-Transfer-Encoding: base64');
    expect((await PostalMime.parse(octets)).text).toContain('Здравствуйте, Zoë! Это письмо.');
  });

  test('rejects too few or too many values', () => {
    const compiled = compileMessage({ ...letter(), subject: ['a', 'b'], html: ['', ''], text: ['x'] });
    for (const values of [
      { subject: [], html: ['1'], text: [] },
      { subject: ['1'], html: [], text: [] },
      { subject: ['1'], html: ['1', '2'], text: [] },
      { subject: ['1'], html: ['1'], text: ['2'] },
    ]) {
      expect(() => fillMessage(compiled, { ...letter(), values })).toThrow('too few or too many values');
    }
  });

  test('rejects a value that would end its header line', () => {
    const compiled = compileMessage({ ...letter(), subject: ['Hi ', ''], html: [''], text: ['x'] });
    const values = { subject: ['Ada\r\nBcc: eve@evil.example'], html: [], text: [] };
    expect(() => fillMessage(compiled, { ...letter(), values })).toThrow('control character');
  });
});

describe('a composed message', () => {
  test('has its fields in a fixed order', () => {
    const message = composeMessage({
      ...letter({
        replyTo: mailbox('help@acme.example'),
        headers: [
          ['Feedback-ID', 'a:b:c:d'],
          ['List-Id', '<news.acme.example>'],
        ],
      }),
    });
    expect(namesOf(octetsOf(message).toString('latin1'))).toEqual([
      'Date',
      'From',
      'To',
      'Reply-To',
      'Message-ID',
      'Subject',
      'Feedback-ID',
      'List-Id',
      'MIME-Version',
      'Content-Type',
    ]);
  });

  test('may have an empty body', async () => {
    const octets = octetsOf(composeMessage({ ...letter(), html: '', text: '', ...none }));
    assertWireFormat(octets);
    expect((await PostalMime.parse(octets)).subject).toBe('Hello');
  });
});
