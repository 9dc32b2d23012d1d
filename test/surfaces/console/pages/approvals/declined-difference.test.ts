import { expect, test } from 'vitest';
import { diffLines } from '../../../../../src/model/text/diff-lines.ts';
import { assistantOf } from '../../../../spec/assistants/assistant.ts';
import { open } from '../../../../spec/scene.ts';
import { personIn, signedIn } from '../../scene.ts';

const origin = 'https://posthouse.example';

test('a request shows what changed since the latest declined one', async () => {
  const platform = await open({ settings: { baseUrl: origin }, mcp: { confirmBy: 'client' } });
  const at = await signedIn(
    platform,
    await personIn(platform, platform.organization, { roles: ['approver'] }),
  );
  const ask = async (words: string): Promise<string> => {
    const markdown = `Hello reader,\n\n${words}\n\nSee you at the shop,\n\nJonas`;
    const emails = ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({
      from: 'Acme <hello@acme.dev>',
      to,
      subject: 'Our sale',
      markdown,
    }));
    const { result } = await assistantOf(platform).call('send_email_batch', { emails });
    return result.details.approval.url.slice(origin.length);
  };
  const first = await ask('Everything is 50% off, today only!');
  const page = await at.get(first);
  expect(page.text).not.toContain('Changes since a declined request');
  const about = /name="about" value="([^"]*)"/.exec(page.text)![1]!;
  await at.post(first, { decision: 'decline', about, word: 'Softer, please' });
  const { text } = await at.get(await ask('Our <b>sale</b> begins on Friday.'));
  expect(text).toContain('Changes since a declined request');
  expect(text).toContain('<del><bdi>Everything is 50% off, today only!</bdi></del>');
  expect(text).toMatch(/<ins><bdi>Our (?:<|&lt;|sale)[^\n]*begins on Friday\.<\/bdi><\/ins>/);
  expect(text).toContain('1 line removed, 1 added');
});

test('texts are compared by line', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc\nd')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: 'c' },
    { kind: 'added', text: 'd' },
  ]);
  expect(diffLines('a\n'.repeat(400), 'a')).toBeNull();
});
