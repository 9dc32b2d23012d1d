import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/model/content/body.ts';
import { judgeContent } from '../../src/model/verification/unread-content.ts';
import * as ownMail from './own-mail.ts';
import { honestTwins, tricks } from './tricks.ts';

type Written = {
  from: { displayName: string; address: string };
  subject: string;
  html?: string;
  markdown?: string;
  tiptap?: object;
};

const address = 'Northfield Trading Ltd\n12 High Street\nLondon N1 9GU\nUnited Kingdom';

async function verdictOn(mail: Written, postalAddress?: string): Promise<string> {
  const { from, subject, html = '', markdown, tiptap } = mail;
  const body: Body =
    markdown !== undefined
      ? { kind: 'markdown', source: markdown }
      : tiptap !== undefined
        ? { kind: 'tiptap', source: JSON.stringify(tiptap) }
        : { kind: 'html', source: html };
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  const content = {
    from: { ...from, domain },
    subject,
    preview: null,
    text: null,
    purpose: 'campaign',
  } as const;
  const { verdict } = await judgeContent({
    ...content,
    body: { ...body, ...(postalAddress && { postalAddress }) },
  });
  return verdict;
}

const short = (html: string, subject = 'You have been selected'): Written => ({
  from: { displayName: 'Northfield', address: 'mail@northfield.example' },
  subject,
  html,
});

describe('the postal address in the footer', () => {
  test('changes no verdict', async () => {
    const { riskyHonest, riskyHonestHeldBack, cold, coldHeldBack } = ownMail;
    const all = [...tricks, ...honestTwins, ...riskyHonest, ...riskyHonestHeldBack, ...cold, ...coldHeldBack];
    const changed: string[] = [];
    for (const mail of all) {
      const bare = await verdictOn(mail);
      const footed = await verdictOn(mail, address);
      if (footed !== bare) changed.push(`${mail.name}: ${bare}, ${footed} with the address`);
    }
    expect(changed).toEqual([]);
  });

  test.each([
    'Congratulations, you have won a gift card. Claim your prize and take our short survey, the offer expires today.',
    'Your mailbox is almost full. Sign in and confirm your password within 24 hours, or your account will be closed.',
  ])('does not name a sender that the text leaves unnamed: %s', async (text) => {
    const mail = short(`<p>${text}</p><a href="https://other.example/s">Start now</a>`);
    expect(await verdictOn(mail)).toBe('block');
    expect(await verdictOn(mail, address)).toBe('block');
  });

  test('is judged as part of the content', async () => {
    const mail = short('<p>Northfield: our news of May.</p>', 'Our news');
    expect(await verdictOn(mail)).toBe('pass');
    const lure =
      'PayPal: your account has been suspended. Verify your password and your card number within 24 hours at https://paypa1.example/login or it will be closed';
    expect(await verdictOn(mail, lure)).not.toBe('pass');
  });
});
