import { refused } from '../../world/mail/capture-mail.ts';
import type { Console } from './open-console.ts';

const from = 'Fernhill Books <hello@fernhill.dev>';

/** The content of a mail with a login code. */
export const codeMail = {
  subject: 'Your sign-in code is 482 913',
  preview: 'Use this code to sign in. It works for 10 minutes.',
  markdown:
    'Your code is **482913**.\n\n[Sign in](https://fernhill.dev/sign-in?code=482913)\n\nIt works for 10 minutes.',
};

/** Delivered, deferred and bounced mail, and captured mail, the newest with a login code. Sending is off afterwards. */
export async function addMail({ platform, use }: Pick<Console, 'platform' | 'use'>) {
  const send = async (mail: object): Promise<string> => (await use('send_email', { from, ...mail })).id;
  await send({ to: 'mina@reader-mail.dev', subject: 'Welcome to Fernhill', markdown: 'Hello **Mina**.' });
  await platform.deliver();
  platform.mailbox.next(
    {
      kind: 'refused',
      by: 'mx1.oldpress-mail.dev',
      stage: 'rcpt',
      code: 451,
      enhanced: '4.7.1',
      reply: '451 4.7.1 Greylisted, please try again in 300 seconds',
    },
    {
      kind: 'refused',
      by: 'mx1.oldpress-mail.dev',
      stage: 'rcpt',
      code: 550,
      enhanced: '5.1.1',
      reply: '550 5.1.1 <bob.harrow@oldpress-mail.dev>: Recipient address rejected: User unknown',
    },
  );
  const order = { subject: 'Order 20931 is on its way', markdown: 'Two books left our shop this morning.' };
  const bounced = await send({ to: 'bob.harrow@oldpress-mail.dev', ...order });
  await platform.deliver();
  await platform.clock.advance(3_600_000);
  await platform.deliver();
  platform.mailbox.next(refused(550, 'rcpt', '5.7.26'));
  const soft = await send({ to: 'carol@strict-mail.dev', ...order });
  await platform.deliver();
  // The mailbox rests after a bounce.
  await platform.clock.advance(2 * 3_600_000);
  await use('update_organization', { id: platform.organization.id, sending_enabled: false });
  await send({
    to: 'tomas.okafor@reader-mail.dev',
    subject: 'Reading list',
    markdown: 'Ten titles, each with a question.',
  });
  await send({
    to: 'ada@fernhill-mail.dev',
    subject: 'May news: six books for long evenings',
    preview: 'Six books we could not put down',
    html: '<h1>May news</h1><p>Six books.</p><img src="https://img.fernhill.dev/a.png" alt="Books" width="200" height="80"><p><a href="https://fernhill.dev/may">Read</a></p>',
  });
  const code = await send({ to: 'ada@fernhill-mail.dev', ...codeMail });
  return { bounced, soft, code };
}
