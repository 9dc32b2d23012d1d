import { type EvalTask, firstOf, unsaid } from '../task.ts';
import { type EvalWorld, sender } from '../world.ts';

async function storedReceipt(world: EvalWorld): Promise<void> {
  await world.use('create_template', {
    name: 'receipt',
    from: sender,
    subject: 'Your receipt {{number}}',
    markdown: 'Thank you, {{first_name}}. [View the receipt]({{receipt_url}})',
    variables: [
      { name: 'number', sample: 'R-17' },
      { name: 'first_name', sample: 'Ada' },
      { name: 'receipt_url', type: 'url', sample: 'https://acme.dev/receipts/17' },
    ],
  });
  await world.use('publish_template', { template: 'receipt' });
}

export const sendTasks: readonly EvalTask[] = [
  {
    id: 'send-one',
    group: 'send',
    ask: `Please mail lena@mailbox.dev from ${sender}: her order 1042 shipped this morning and should be there on Thursday.`,
    async world() {},
    callsMax: 4,
    async check(world) {
      const mail = await world.onlyMailTo('lena@mailbox.dev');
      return firstOf(
        !mail && 'there is not exactly one mail to lena@mailbox.dev',
        mail && !/1042/.test(mail.text + mail.subject) && 'the mail does not name the order',
        mail && !/thursday/i.test(mail.text) && 'the mail does not say Thursday',
        world.wireTo('lena@mailbox.dev').length !== 1 && 'it did not leave once',
      );
    },
    async script({ send }) {
      await send('send_email', {
        from: sender,
        to: 'lena@mailbox.dev',
        subject: 'Your order 1042 is on its way',
        markdown: 'Hello,\n\nyour order 1042 shipped this morning and should be with you on Thursday.',
        idempotency_key: 'order-1042-shipped',
      });
      return 'The mail to Lena is sent.';
    },
  },
  {
    id: 'batch-of-five',
    group: 'send',
    ask: `Tell each of these five that their appointment on Friday moved from 10:00 to 11:30: a1@mailbox.dev, a2@mailbox.dev, a3@mailbox.dev, a4@mailbox.dev, a5@mailbox.dev. One mail each, from ${sender}.`,
    async world() {},
    callsMax: 6,
    async check(world) {
      for (const n of [1, 2, 3, 4, 5]) {
        const mail = await world.onlyMailTo(`a${n}@mailbox.dev`);
        if (!mail) return `there is not exactly one mail to a${n}@mailbox.dev`;
        if (!/11[:.]30/.test(mail.text)) return `the mail to a${n} does not say 11:30`;
      }
      return (await world.mails()).length === 5 ? null : 'there are other mails than the five';
    },
    async script({ send }) {
      const emails = [1, 2, 3, 4, 5].map((n) => ({
        from: sender,
        to: `a${n}@mailbox.dev`,
        subject: 'Your appointment on Friday',
        markdown: 'Hello,\n\nyour appointment on Friday moved from 10:00 to 11:30.',
      }));
      await send('send_email_batch', { emails, idempotency_key: 'friday-moved' });
      return 'All five got it.';
    },
  },
  {
    id: 'reply-and-preview',
    group: 'send',
    ask: `Mail uma@mailbox.dev from ${sender} that her contract is ready to be signed at reception. Answers should come to contracts@acme.dev, and in the list of her mail program it should say "Ready at reception" beside the subject.`,
    async world() {},
    callsMax: 4,
    async check(world) {
      const mail = await world.onlyMailTo('uma@mailbox.dev');
      return firstOf(
        !mail && 'there is not exactly one mail to uma@mailbox.dev',
        mail && !/contracts@acme\.dev/.test(String(mail.reply_to)) && `answers go to ${mail.reply_to}`,
        mail && !/ready at reception/i.test(String(mail.preview)) && `the preview is ${mail.preview}`,
      );
    },
    async script({ send }) {
      await send('send_email', {
        from: sender,
        to: 'uma@mailbox.dev',
        reply_to: 'contracts@acme.dev',
        preview: 'Ready at reception',
        subject: 'Your contract',
        markdown: 'Hello,\n\nyour contract is ready to be signed at reception.',
        idempotency_key: 'contract-uma',
      });
      return 'Uma got it.';
    },
  },
  {
    id: 'only-good-addresses',
    group: 'send',
    ask: `Before you write: check which of these can get mail at all, b1@mailbox.dev, b2@nowhere-at-all.dev, b3@mailbox.dev, b4@@mailbox.dev. Then tell those who can, from ${sender}, that the office is closed on 6 January, and tell me whom you left out.`,
    async world() {},
    callsMax: 8,
    async check(world, transcript) {
      const reached = world.mailbox.messages.map(({ to }) => to.address).sort();
      return firstOf(
        String(reached) !== 'b1@mailbox.dev,b3@mailbox.dev' && `it went to ${reached.join(', ') || 'nobody'}`,
        (await world.mails()).length !== 2 && 'a mail was made for somebody else as well',
        unsaid(transcript, 'b2', 'b4'),
      );
    },
    async script({ call, send }) {
      const all = ['b1@mailbox.dev', 'b2@nowhere-at-all.dev', 'b3@mailbox.dev', 'b4@@mailbox.dev'];
      const { data } = await call('verify_email_addresses', { emails: all });
      const good = all.filter((_, index) => data[index].valid);
      const emails = good.map((to) => ({
        from: sender,
        to,
        subject: 'Closed on 6 January',
        markdown: 'Hello,\n\nour office is closed on 6 January.',
      }));
      await send('send_email_batch', { emails, idempotency_key: 'closed-on-6-january' });
      return `Sent to ${good.join(' and ')}; left out: ${all.filter((to) => !good.includes(to)).join(' and ')}.`;
    },
  },
  {
    id: 'send-stored-receipt',
    group: 'send',
    ask: 'Send our stored receipt mail to lena@mailbox.dev: her name is Lena, the receipt is R-1042 at https://acme.dev/receipts/1042.',
    world: storedReceipt,
    callsMax: 6,
    async check(world) {
      const mail = await world.onlyMailTo('lena@mailbox.dev');
      return firstOf(
        !mail && 'there is not exactly one mail to lena@mailbox.dev',
        mail && mail.subject !== 'Your receipt R-1042' && `the subject is ${mail.subject}`,
        mail &&
          !mail.text.includes('https://acme.dev/receipts/1042') &&
          'the mail does not link to the receipt',
        world.wireTo('lena@mailbox.dev').length !== 1 && 'it did not leave once',
      );
    },
    async script({ call, send }) {
      await call('get_template', { template: 'receipt' });
      await send('send_template', {
        template: 'receipt',
        to: 'lena@mailbox.dev',
        variables: {
          number: 'R-1042',
          first_name: 'Lena',
          receipt_url: 'https://acme.dev/receipts/1042',
        },
        idempotency_key: 'receipt-1042',
      });
      return 'Lena has the receipt R-1042.';
    },
  },
  {
    id: 'correct-stored-receipt',
    group: 'send',
    ask: 'In our stored receipt mail, the link should read "Open the receipt" instead of "View the receipt". Put that live, but do not mail it to any person.',
    world: storedReceipt,
    callsMax: 6,
    async check(world) {
      const template = await world.use('get_template', { template: 'receipt' });
      const published = await world.use('get_template', {
        template: 'receipt',
        version: template.published_version,
      });
      return firstOf(
        template.published_version !== 2 && `the published version is ${template.published_version}`,
        !/\[Open the receipt\]\(\{\{receipt_url\}\}\)/.test(published.markdown ?? '') &&
          'the link is not corrected',
        published.variables.length !== 3 && 'variables are missing',
        (await world.mails()).length > 0 && 'mail was sent',
      );
    },
    async script({ call, send }) {
      const { markdown } = await call('get_template', { template: 'receipt' });
      const corrected = markdown.replace('View the receipt', 'Open the receipt');
      await call('update_template', { template: 'receipt', markdown: corrected });
      const { published_version } = await send('publish_template', { template: 'receipt' });
      return `Version ${published_version} with the corrected link is live; nothing was sent.`;
    },
  },
];
