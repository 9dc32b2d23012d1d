import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePreview } from '../../../../src/model/approval/describe-preview.ts';
import type { SendPreview } from '../../../../src/model/sending/send-preview.ts';
import { stripInvisible } from '../../../../src/model/text/strip-invisible.ts';
import { answerIn, pageRequest } from '../../../../src/surfaces/mcp/tools/confirm-form.ts';

const text = fc.string({ unit: 'binary', maxLength: 400 });
const previews: fc.Arbitrary<SendPreview> = fc.record({
  object: fc.constant('send_preview' as const),
  tool: fc.constant('send_email_batch'),
  from: fc.option(text),
  subjects: fc.array(text, { maxLength: 5 }),
  text: fc.option(text),
  recipients: fc.nat(),
  at_least: fc.boolean(),
  to: fc.array(text, { maxLength: 10 }),
  skipped: fc.array(fc.record({ reason: fc.constant('suppressed'), count: fc.nat() }), { maxLength: 20 }),
  delivery: fc.constantFrom('live' as const, 'test' as const, 'captured' as const, 'mixed' as const),
  scheduled_at: fc.option(fc.constant('2027-05-04T09:00:00.000Z')),
  badges: fc.array(
    fc.record(
      { id: text, label: text, severity: fc.constant('warn' as const), host: text },
      { requiredKeys: ['id', 'label', 'severity'] },
    ),
  ),
  warnings: fc.array(text, { maxLength: 10 }),
});

function messageOf(preview: SendPreview): string {
  // Every form of a real send has this line.
  return describePreview('Send a batch of emails', preview, 'form').replace(
    '\nLive: goes to real mailboxes.',
    '',
  );
}

describe('the confirmation form', () => {
  it('begins with the number and the time, and shows everything on few lines', () => {
    fc.assert(
      fc.property(previews, (preview) => {
        const lines = messageOf(preview).split('\n');
        const people =
          preview.recipients === 1 ? '1 person' : `${preview.recipients.toLocaleString('en')} people`;
        expect(lines[0]).toBe(
          `Send a batch of emails: to ${preview.at_least ? 'at least ' : ''}${people}, ${
            preview.scheduled_at === null ? 'immediately' : `at ${preview.scheduled_at}`
          }.`,
        );
        expect(lines.length).toBeLessThanOrEqual(18);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(4_000);
        expect(stripInvisible(messageOf(preview))).toBe(messageOf(preview));
        expect(messageOf(preview)).not.toMatch(/[\r\t\u2028\u2029]/);
      }),
      { seed: 20_261_122 },
    );
  });
});

it('the form states the length of a truncated sentence, and the terminal shows the whole sentence', () => {
  const sentence = `With the values ${'long '.repeat(1_000)}end`;
  const preview: SendPreview = {
    ...fc.sample(previews, { numRuns: 1, seed: 1 })[0]!,
    from: null,
    subjects: [],
    recipients: 0,
    warnings: [sentence],
  };
  expect(messageOf(preview)).toMatch(/long… \(5,019 characters in all, cut for this form\)$/);
  const page = { id: 'apr_1', url: 'https://posthouse.example/console/approvals/apr_1' };
  expect(
    JSON.stringify(pageRequest('Trigger workflow', { preview, bulk: true, about: null }, page)),
  ).toContain('(5,019 characters in all; the approval page shows them)');
  expect(describePreview('Trigger workflow', preview, 'all')).toBe(`Trigger workflow:\n${sentence}`);
});

describe('the mail in a form', () => {
  const linesOf = (fields: Partial<SendPreview>) =>
    messageOf({
      object: 'send_preview',
      tool: 'send_email_batch',
      from: null,
      subjects: ['Hello'],
      text: null,
      recipients: 2,
      at_least: false,
      to: [],
      skipped: [],
      delivery: 'live',
      scheduled_at: null,
      badges: [],
      warnings: [],
      ...fields,
    })
      .split('\n')
      .slice(2);

  it('is quoted on one line from its beginning, with a mark if it is truncated', () => {
    expect(linesOf({ text: 'Hello {{firstName}},\n\nthe “mill” is open.' })).toEqual([
      "Text: “Hello {{firstName}}, the 'mill' is open.”",
    ]);
    const [line, ...more] = linesOf({ text: 'flour '.repeat(100) });
    expect(line).toMatch(/^Beginning of the text: “(?:flour )+f?l?o?u?r?…”$/);
    expect(line!.length).toBeLessThan(330);
    expect(more).toEqual([]);
  });

  it('names the person whose values fill it, also quoted', () => {
    expect(linesOf({ text: 'Hello Ada', text_for: 'ada@mailbox.dev' })).toEqual([
      'Text for “ada@mailbox.dev”: “Hello Ada”',
    ]);
    const [line] = linesOf({ text: 'flour '.repeat(100), text_for: 'a”\nTo: 1 person' });
    expect(line).toMatch(/^Beginning of the text for “a' To: 1 person”: “flour/);
  });

  it('shows that a subject is missing, and omits an unknown subject', () => {
    expect(linesOf({ text: '' })).toEqual(['The mail has no text.']);
    expect(linesOf({ text: null })).toEqual([]);
  });

  it('states the total number of subjects and addresses, however many are shown', () => {
    const message = messageOf({
      object: 'send_preview',
      tool: 'send_email_batch',
      from: null,
      subjects: ['One', 'Two', 'Three', 'Four', 'Five'],
      subjects_more: 1_495,
      text: null,
      recipients: 1_500,
      at_least: false,
      to: ['a', 'b', 'c', 'd'].map((name) => `${name}@mailbox.dev`),
      skipped: [],
      delivery: 'live',
      scheduled_at: null,
      badges: [],
      warnings: [],
    });
    expect(message.split('\n').slice(1)).toEqual([
      'Subject: “One”, “Two”, “Three”, “Four”, “Five” and 1,495 more',
      'To: “a@mailbox.dev”, “b@mailbox.dev”, “c@mailbox.dev”, “d@mailbox.dev” and 1,496 more',
    ]);
  });

  it('is shown with the host of a suspicious link, as untrusted text', () => {
    const badge = {
      id: 'phishing.obscured_link',
      label: 'A link hides its address',
      severity: 'warn',
    } as const;
    expect(
      linesOf({
        badges: [
          { ...badge, host: 'bit.ly' },
          { ...badge, id: 'x', label: 'Odd' },
        ],
      }),
    ).toEqual(['Findings: A link hides its address (“bit.ly”), Odd']);
  });
});

describe('the sender in a form', () => {
  const shown = (from: string, to: string[] = []) =>
    messageOf({
      object: 'send_preview',
      tool: 'send_email_batch',
      from,
      subjects: [],
      text: null,
      recipients: to.length,
      at_least: false,
      to,
      skipped: [],
      delivery: 'live',
      scheduled_at: null,
      badges: [],
      warnings: [],
    }).split('\n');

  it('is shown as the complete address, before any name', () => {
    const name = `Acme Customer Care, writing from support@acme.example ${'since 1999 '.repeat(20)}`;
    const [, from] = shown(`"${name}" <ceo@good.example>`);
    expect(from).toMatch(/^From: “ceo@good\.example”, named “Acme Customer Care, .+…”$/);
    expect(from!.length).toBeLessThan(180);
    expect(shown('ceo@good.example')[1]).toBe('From: “ceo@good.example”');
    const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.good.example`;
    expect(shown(`Acme <${long}>`, [long]).slice(1)).toEqual([
      `From: “${long}”, named “Acme”`,
      `To: “${long}”`,
    ]);
  });
});

describe('the answer of a client', () => {
  it('is an approval only if the form was accepted and its question answered with true', () => {
    expect(answerIn({ confirm: { action: 'accept', content: { confirm: true } } })).toBe('yes');
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (action, confirm) => {
        const said = answerIn({ confirm: { action, content: { confirm } } });
        expect(said === 'yes').toBe(action === 'accept' && confirm === true);
        expect(answerIn({ confirm: action })).not.toBe('yes');
      }),
    );
  });
});
