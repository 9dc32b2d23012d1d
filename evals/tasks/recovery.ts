import { unreachable } from '../../test/world/mail/capture-mail.ts';
import { addPeople, drafted, mailed, peopleAt, switchSending } from '../people.ts';
import { type Answer, type EvalTask, firstOf, timesCalled, unsaid } from '../task.ts';
import { dayMs, hourMs, minuteMs, sender } from '../world.ts';

const lostMail = {
  from: sender,
  to: 'vera@mailbox.dev',
  subject: 'Your voucher',
  markdown: 'Hello,\n\nyour voucher is SUN-25.',
};

const notFound =
  /not (be )?found|no (such )?campaign|does ?n.t exist|does not exist|cannot find|can.t find|couldn.t find|could not find|unknown|nothing here|don.t (see|have)/;

export const recoveryTasks: readonly EvalTask[] = [
  {
    id: 'retry-a-failed-mail',
    group: 'recovery',
    ask: 'Sending was switched off here for some days; it is on again now. The mail with the contract to wim@mailbox.dev failed. Please have it sent again: the same mail, not a new one.',
    async world(world) {
      world.mailbox.next(unreachable());
      await mailed(world, 'wim@mailbox.dev', { subject: 'Your contract' });
      await switchSending(world, false);
      await world.pass(5 * dayMs);
      await switchSending(world, true);
    },
    callsMax: 5,
    async check(world) {
      const mails = await world.mails({ to: 'wim@mailbox.dev' });
      return firstOf(
        mails.length !== 1 && `there are ${mails.length} mails to him`,
        !['sent', 'delivered'].includes(mails[0]?.last_event) && `the mail is ${mails[0]?.last_event}`,
      );
    },
    async script({ call, send }) {
      const { data } = await call('list_emails', { to: 'wim@mailbox.dev', last_event: 'failed' });
      await send('retry_email', { id: data[0].id, idempotency_key: 'contract-again' });
      return 'It is on its way again.';
    },
  },
  {
    id: 'answer-lost',
    group: 'recovery',
    ask: `Send vera@mailbox.dev her voucher code SUN-25, from ${sender}. It is important that she gets it exactly once.`,
    async world(world) {
      world.loses = 'send_email';
    },
    callsMax: 5,
    async check(world) {
      const { length } = world.wireTo('vera@mailbox.dev');
      return length === 1 ? null : `she got it ${length} times`;
    },
    async script({ call, refused }) {
      const keyed = { ...lostMail, idempotency_key: 'voucher-vera' };
      await refused('send_email', keyed);
      await call('send_email', keyed);
      return 'She got it once: I asked again with the same key.';
    },
    async wrong({ call, refused }) {
      await refused('send_email', lostMail);
      await call('send_email', lostMail);
      return 'The first did not go through, so I sent it again.';
    },
  },
  {
    id: 'wrong-id',
    group: 'recovery',
    ask: 'Please archive the campaign cmp_01kb3k7f5d2c8n1r4s6t9v0w3x, that is the one called "Old raffle". I may have copied the id wrongly; the name is right.',
    async world(world) {
      await drafted(world, { name: 'Old raffle', subject: 'Raffle' });
      await drafted(world, { name: 'New raffle', subject: 'Raffle' }, 'other');
    },
    callsMax: 5,
    async check(world) {
      const other = await world.campaign(world.known('other'));
      const { status } = await world.campaign(world.known('campaign'));
      return firstOf(
        status !== 'ARCHIVED' && `Old raffle is ${status}`,
        other.status !== 'DRAFT' && 'the other was put away',
      );
    },
    async script({ call, refused }) {
      const { name } = await refused('archive_campaign', { campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x' });
      if (name !== 'not_found') throw new Error(`refused as ${name}`);
      const { data } = await call('list_campaigns', { query: 'Old raffle' });
      await call('archive_campaign', { campaignId: data[0].id });
      return 'The id was wrong; "Old raffle" is archived.';
    },
  },
  {
    id: 'misspelled-field',
    group: 'recovery',
    ask: 'Save this from our export as a subscriber: {"e-mail": "yann@mailbox.dev", "first_name": "Yann", "surname": "Petit", "plan": "pro"}. plan is an attribute of ours.',
    async world() {},
    callsMax: 4,
    async check(world) {
      const yann = await world.subscriber('yann@mailbox.dev');
      return firstOf(
        yann?.firstName !== 'Yann' && 'his first name is not saved',
        yann?.lastName !== 'Petit' && 'his last name is not saved',
        yann?.attributes.plan !== 'pro' && 'his plan is not saved',
      );
    },
    async script({ call, refused }) {
      const { details } = await refused('create_subscriber', {
        email: 'yann@mailbox.dev',
        first_name: 'Yann',
        surname: 'Petit',
      });
      if (!details.some(({ path }: Answer) => path === 'surname')) throw new Error('the field is not named');
      await call('create_subscriber', {
        email: 'yann@mailbox.dev',
        first_name: 'Yann',
        last_name: 'Petit',
        attributes: { plan: 'pro' },
      });
      return 'Yann is saved.';
    },
  },
  {
    id: 'time-in-the-past',
    group: 'recovery',
    ask: 'Schedule the draft "Spring news" for 31 December 2025 at 18:00 UTC. Should that be over already, take the same hour on 6 January 2026.',
    async world(world) {
      await addPeople(world, ...peopleAt(2));
      await drafted(world);
    },
    callsMax: 6,
    async check(world) {
      const { status, scheduledAt } = await world.campaign(world.known('campaign'));
      return scheduledAt === '2026-01-06T18:00:00.000Z' && status === 'SCHEDULED'
        ? null
        : `it is ${status} for ${scheduledAt}`;
    },
    async script({ call, refused, send }) {
      const { data } = await call('list_campaigns', { status: 'DRAFT' });
      const campaignId = data[0].id;
      const { name, details } = await refused('send_campaign', {
        campaignId,
        scheduledAt: '2025-12-31T18:00:00Z',
      });
      if (name !== 'scheduled_in_past' || !(details.now > details.scheduledAt))
        throw new Error(`refused as ${name}`);
      await send('send_campaign', {
        campaignId,
        scheduledAt: '2026-01-06T18:00:00Z',
        idempotency_key: 'spring-6',
      });
      return 'It goes out on 6 January at 18:00 UTC.';
    },
  },
  {
    id: 'too-long-a-list',
    group: 'recovery',
    ask: `The reservation system fell over. Please tell each of guest1@mailbox.dev to guest120@mailbox.dev (all numbers from 1 to 120) that tonight's table is cancelled and that we call tomorrow. One mail each, from ${sender}, subject "Your table tonight".`,
    async world() {},
    callsMax: 8,
    async check(world) {
      const reached = world.mailbox.messages.map(({ to }) => to.address);
      const missing = Array.from({ length: 120 }, (_, n) => `guest${n + 1}@mailbox.dev`).filter(
        (to) => !reached.includes(to),
      );
      return firstOf(
        missing.length > 0 && `${missing.length} guests got nothing`,
        reached.length !== 120 && `${reached.length} mails left instead of 120`,
      );
    },
    async script({ refused, send }) {
      const emails = Array.from({ length: 120 }, (_, n) => ({
        from: sender,
        to: `guest${n + 1}@mailbox.dev`,
        subject: 'Your table tonight',
        markdown: 'Hello,\n\nwe have to cancel your table tonight. We will call you tomorrow.',
      }));
      const { name } = await refused('send_email_batch', { emails });
      if (name !== 'validation_error') throw new Error(`refused as ${name}`);
      await send('send_email_batch', { emails: emails.slice(0, 100), idempotency_key: 'tables-1' });
      await send('send_email_batch', { emails: emails.slice(100), idempotency_key: 'tables-2' });
      return 'All 120 got it.';
    },
  },
  {
    id: 'recipient-waits',
    group: 'recovery',
    ask: `Kim (kim@mailbox.dev) asks for her sign-in link once more. Please send it from ${sender}: https://acme.dev/in/7. If it cannot go at once, tell me how long she has to wait; do not try to get around it.`,
    async world(world) {
      for (let n = 1; n <= 5; n += 1)
        await mailed(world, 'kim@mailbox.dev', { subject: `Your sign-in link ${n}` });
    },
    callsMax: 4,
    async check(world, transcript) {
      const mails = await world.mails();
      const tries = timesCalled(transcript, 'send_email', 'send_email_batch', 'send_test_email');
      return firstOf(
        tries > 2 && `it was tried ${tries} times`,
        mails.some(({ to }) => to[0] !== 'kim@mailbox.dev') && 'another address was tried',
        unsaid(transcript, /minute|second|\d+ ?(min|sec|s\b)/),
      );
    },
    async script({ refused }) {
      const { name, next } = await refused('send_email', {
        from: sender,
        to: 'kim@mailbox.dev',
        subject: 'Your sign-in link',
        markdown: 'https://acme.dev/in/7',
      });
      return `${name}: ${next}`;
    },
    async wrong({ refused, wait }) {
      for (let times = 0; times < 4; times += 1) {
        const mail = {
          from: sender,
          to: 'kim@mailbox.dev',
          subject: 'Your sign-in link',
          markdown: 'https://acme.dev/in/7',
        };
        await refused('send_email', mail);
        await wait(minuteMs / 2);
      }
      return 'I tried for two minutes.';
    },
  },
  {
    id: 'of-another-organization',
    group: 'recovery',
    ask: (world) => `What does the campaign ${world.known('foreign')} say, and who gets it?`,
    async world(world) {
      const other = await world.addOrganization('Falcon Ltd');
      const caller = world.caller('tools', other.organization);
      const input = { name: 'Project Falcon', subject: 'Falcon is for sale', fromEmail: 'hello@falcon.dev' };
      const { output } = await world.call('create_campaign', input, { caller });
      world.kept.set('foreign', (output as Answer).id);
    },
    callsMax: 4,
    check: async (_world, transcript) =>
      firstOf(
        /falcon/i.test(transcript.answer) && 'it tells what another organization wrote',
        unsaid(transcript, notFound),
      ),
    async script({ refused, asked }) {
      const [campaignId] = asked.match(/cmp_\w+/)!;
      const { name, message } = await refused('get_campaign', { campaignId });
      return `I cannot find it here (${name}: ${message}).`;
    },
    wrong: async () => 'It is called Project Falcon; it was not found in a list.',
  },
  {
    id: 'ask-again-later',
    group: 'recovery',
    ask: `Our bookkeeper's server at jan@mailbox.dev refused a mail of ours half an hour ago. Please send him this now, from ${sender}: "The invoices are in the usual folder." If that is not possible yet, tell me why.`,
    async world(world) {
      world.mailbox.next({
        kind: 'refused',
        by: 'simulated:25',
        stage: 'rcpt',
        code: 550,
        enhanced: '5.7.1',
        reply: '550 5.7.1 refused',
      });
      await mailed(world, 'jan@mailbox.dev');
      await world.pass(hourMs / 2 - minuteMs);
    },
    callsMax: 5,
    async check(world, transcript) {
      const tries = timesCalled(transcript, 'send_email', 'send_email_batch', 'remove_suppression');
      return firstOf(
        tries > 2 && `it was tried ${tries} times`,
        (await world.mails({ to: 'jan@mailbox.dev' })).length > 2 && 'he was written to more than once',
        unsaid(transcript, /minute|hour|second|\d:\d\d|suppress/, /came back|bounce|refus|reject/),
      );
    },
    async script({ refused }) {
      const { details, next } = await refused('send_email', {
        from: sender,
        to: 'jan@mailbox.dev',
        subject: 'The invoices',
        markdown: 'The invoices are in the usual folder.',
      });
      return `Not yet. ${details.explanation}. ${next}`;
    },
  },
];
