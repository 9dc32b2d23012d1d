import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { assistantOf, type ToolResult } from '../../../spec/assistants/assistant.ts';
import { open } from '../../../spec/scene.ts';

const failedBatchTokensMax = 1_500;

const entries = Array.from({ length: 100 }, (_, n) => n);
const mail = (n: number) => ({
  ...{ from: 'hello@acme.com', to: `p${n}@example.com`, subject: 'Hi', markdown: 'Hi' },
});
const phishing = {
  subject: 'Verify your PayPal account now',
  markdown: 'Your account is suspended. Enter your password at [paypal.com](https://evil.example) today',
};

async function batchOf(tool: string, given: object): Promise<ToolResult & { tokens: number }> {
  const assistant = assistantOf(await open({ confirm: 'never' }));
  const answer = await assistant.call(tool, { ...given });
  const tokens = answer.content.reduce((sum, { text }) => sum + countTokens(text ?? ''), 0);
  return { ...answer, tokens };
}

test.each([2, 100])('a batch of %i mails returns the id of each', async (amount) => {
  const { result, tokens } = await batchOf('send_email_batch', {
    emails: entries.slice(0, amount).map(mail),
  });
  expect(result.data.map(({ id }: { id: string }) => id)).toEqual(
    Array.from({ length: amount }, () => expect.stringMatching(/^eml_/)),
  );
  expect(new Set(result.data.map(({ id }: { id: string }) => id)).size).toBe(amount);
  expect(tokens).toBeLessThan(2_500);
});

describe('a batch of 100 faulty entries', () => {
  const badAddress = 'no address';
  const kinds: { name: string; tool: string; given: object }[] = [
    ...['strict', 'permissive'].flatMap((validation) => [
      {
        name: `${validation} mails with one fault`,
        tool: 'send_email_batch',
        given: { validation, emails: entries.map((n) => ({ ...mail(n), html: '<p>Hi</p>' })) },
      },
      {
        name: `${validation} mails with alternating faults`,
        tool: 'send_email_batch',
        given: {
          validation,
          emails: entries.map((n) => ({ ...mail(n), ...(n % 2 ? { subject: '' } : { to: badAddress }) })),
        },
      },
      {
        name: `${validation} mails with unknown fields of different names`,
        tool: 'send_email_batch',
        given: { validation, emails: entries.map((n) => ({ ...mail(n), [`obey me ${n}`]: 1 })) },
      },
      {
        name: `${validation} mails with refused content`,
        tool: 'send_email_batch',
        given: { validation, emails: entries.map((n) => ({ ...mail(n), ...phishing })) },
      },
    ]),
    {
      name: 'subscribers with one fault',
      tool: 'save_subscribers',
      given: { subscribers: entries.map(() => ({ email: badAddress })) },
    },
    {
      name: 'subscribers with unknown fields of different names',
      tool: 'save_subscribers',
      given: { subscribers: entries.map((n) => ({ email: `p${n}@example.com`, [`obey me ${n}`]: 1 })) },
    },
    {
      name: 'suppressions',
      tool: 'add_suppressions',
      given: { emails: entries.map(() => badAddress) },
    },
    {
      name: 'checked addresses',
      tool: 'verify_email_addresses',
      given: { emails: entries.map(() => badAddress) },
    },
  ];

  test.each(kinds)(`costs at most ${failedBatchTokensMax} tokens: $name`, async ({ tool, given }) => {
    const { tokens, result } = await batchOf(tool, given);
    expect(JSON.stringify(result)).toMatch(/wrong: see details|cold email|INVALID_SYNTAX/);
    expect(tokens).toBeLessThanOrEqual(failedBatchTokensMax);
  });

  test('names the entries of each failure once', async () => {
    const emails = entries.map((n) => (n === 42 ? mail(n) : { ...mail(n), html: '<p>Hi</p>' }));
    const { result } = await batchOf('send_email_batch', { emails, validation: 'permissive' });
    expect(result.data).toHaveLength(1);
    expect(result.errors).toMatchObject([
      {
        indexes: '0-41, 43-99',
        name: 'validation_error',
        message: 'html, markdown are wrong: see details',
        details: [{ path: 'html' }, { path: 'markdown' }],
      },
    ]);
    expect(Object.keys(result.errors[0])).not.toContain('to');
    const strict = (await batchOf('send_email_batch', { emails })).result;
    expect(strict.details.map(({ path }: { path: string }) => path)).toEqual([
      'emails[0-41, 43-99].html',
      'emails[0-41, 43-99].markdown',
    ]);
    expect(strict.next).toContain('Correct emails[0-41, 43-99].html, emails[0-41, 43-99].markdown as');
  });

  test('keeps a failure of one entry whole', async () => {
    const emails = entries.slice(0, 2).map((n) => (n === 0 ? mail(n) : { ...mail(n), ...phishing }));
    const { result } = await batchOf('send_email_batch', { emails, validation: 'permissive' });
    expect(result.errors).toMatchObject([{ index: 1, to: 'p1@example.com', code: 'CONTENT_BLOCKED' }]);
  });

  test('says which entries failed beyond the groups shown', async () => {
    const named = entries.map((n) => ({ email: `p${n}@example.com`, [`own ${n}`]: 1 }));
    const { content, result } = await batchOf('save_subscribers', { subscribers: named });
    const shown = result.data.length;
    expect(content.at(-1)?.text).toBe(`Omitted for length: the failures of entries ${shown}-99.`);
    expect(result.failed).toBe(100);
  });
});
