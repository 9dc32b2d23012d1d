import { expect, it, test } from 'vitest';
import { withoutUnpairedBidi } from '../../../../src/model/text/bidi.ts';
import { onBothDatabases } from '../../both-databases.ts';

const override = '\u202E';

onBothDatabases((place) => {
  it('a name with an unpaired bidi override reverses neither the subject nor the page', async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: `${override}adA` });
    const mail = { from: 'shop@acme.test', to: 'ada@mailbox.dev' };
    await use('send_email', {
      ...mail,
      subject: 'Hi {{firstName}}, news',
      markdown: 'Hi {{firstName}}, news',
    });
    await platform.deliver();
    const { id } = (await use('list_emails', { limit: 1 })).data[0];
    expect((await use('get_email', { id })).html).not.toContain(override);
    const { subject, html, text } = platform.mailbox.messages.at(-1)!;
    expect(subject).toBe('Hi adA, news');
    expect(`${html}${text}`).not.toContain(override);
  });
});

test('unpaired bidi controls are removed, and paired controls are kept', () => {
  for (const [text, left] of [
    [`a${override}b`, 'ab'],
    [`a${override}b\u202Cc`, `a${override}b\u202Cc`],
    ['a\u202Cb\u2069c', 'abc'],
    ['\u2068שלום\u2069 a', '\u2068שלום\u2069 a'],
    [`\u2068${override}\u2069`, ''],
    ['plain', 'plain'],
  ]) {
    expect(withoutUnpairedBidi(text!)).toBe(left);
  }
});
