import { describe, expect, test } from 'vitest';
import {
  judgeContent,
  mayBeNoticed,
  type UnreadContent,
} from '../../../src/model/verification/unread-content.ts';

const from = { displayName: 'Acme', domain: 'acme.example', address: 'hello@acme.example' };

function mail(source: string, kind: 'html' | 'markdown' | 'tiptap' = 'markdown'): UnreadContent {
  return {
    from,
    subject: 'Thank you',
    preview: null,
    body: { kind, source },
    text: null,
    purpose: 'transactional',
  };
}

const document = (...content: unknown[]) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content }] });

describe('the quick check of a mail passes', () => {
  test.each([
    ['plain words', mail('# Thank you\n\nHello **Ada**, we _like_ that.')],
    ['a link to the sender', mail('Hello Ada. [Look](https://acme.example/a)')],
    ['HTML', mail('<h1>Thank you</h1><p>Hello <b>Ada</b></p>', 'html')],
    ['Tiptap', mail(document({ type: 'text', text: 'Hello Ada' }), 'tiptap')],
    ['only a plain-text part', { ...mail(''), body: null, text: 'Hello Ada' }],
  ])('%s, for which the verification has no badge either', async (_, content) => {
    expect(await mayBeNoticed(content)).toBe(false);
    expect(await judgeContent(content)).toMatchObject({ verdict: 'pass', badges: [] });
  });
});

describe('the quick check of a mail does not pass', () => {
  test.each([
    ['a phishing word', mail('Hello, your password.')],
    ['a phishing word split by marks', mail('Hello, your pass**word**.')],
    ['a phishing word split by an escape', mail('Hello, your pass\\word.')],
    ['a phishing word split at the end of a link', mail('[pass](https://acme.example/a)word')],
    ['a phishing word partly in code', mail('pass`word`')],
    ['a phishing word split by a tag', mail('pass<b></b>word')],
    [
      'a phishing word in two Tiptap marks',
      mail(
        document({ type: 'text', text: 'pass', marks: [{ type: 'bold' }] }, { type: 'text', text: 'word' }),
        'tiptap',
      ),
    ],
    ['a link to another site', mail('[Look](https://other.example/)')],
    ['a link defined elsewhere', mail('[Look][1]\n\n[1]: http://192.0.2.7/')],
    ['a link to no page', mail('[Look](data:text/html,x)')],
    ['a link whose host is a field', mail('[Look](https://{{attributes.host}}/)')],
    ['a link that is a field', mail('[Look]({{attributes.url}})')],
    ['a form', mail('<form action="https://acme.example/"><input type="password"></form>', 'html')],
  ])('%s', async (_, content) => {
    expect(await mayBeNoticed(content)).toBe(true);
  });
});
