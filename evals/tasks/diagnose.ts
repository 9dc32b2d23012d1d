import { refused } from '../../test/world/mail/capture-mail.ts';
import { addPeople, drafted, launched, mailed, peopleAt, switchSending } from '../people.ts';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import { hourMs, minuteMs, sender } from '../world.ts';

const visit = {
  method: 'GET',
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  purpose: null,
  fetch_mode: 'navigate',
  fetch_dest: 'image',
};

/** Matches a number near the word that it counts. */
const counted = (number: string, what: string): RegExp =>
  new RegExp(`\\b(${number})\\b[^.\\d]{0,30}(${what})|(${what})[^.\\d]{0,30}\\b(${number})\\b`);

const noneSent = async (world: Parameters<EvalTask['check']>[0], before: number): Promise<string | null> =>
  (await world.mails()).length === before ? null : 'something was sent, and nobody asked for that';

export const diagnoseTasks: readonly EvalTask[] = [
  {
    id: 'why-bounced',
    group: 'diagnose',
    ask: 'Our customer at mila@mailbox.dev says that our receipt never came. Why?',
    async world(world) {
      world.mailbox.next(refused(550, 'rcpt', '5.1.1'));
      await mailed(world, 'mila@mailbox.dev');
      await mailed(world, 'other@mailbox.dev');
    },
    callsMax: 6,
    check: async (world, transcript) =>
      firstOf(unsaid(transcript, /bounce|550|5\.1\.1|refused|rejected/), await noneSent(world, 2)),
    async script({ call }) {
      const { data } = await call('list_emails', { to: 'mila@mailbox.dev' });
      const { last_event, events } = await call('get_email', { id: data[0].id });
      const bounce = events.find(({ type }: Answer) => type === 'bounced');
      return `It ${last_event}: ${JSON.stringify(bounce.data)}`;
    },
  },
  {
    id: 'why-suppressed',
    group: 'diagnose',
    ask: 'paul@mailbox.dev did not get our mail of today. What happened?',
    async world(world) {
      await world.use('add_suppression', { email: 'paul@mailbox.dev', origin: 'complaint' });
      await mailed(world, 'paul@mailbox.dev');
    },
    callsMax: 6,
    check: async (_world, transcript) => unsaid(transcript, /suppress|blocked/, /complain|spam/),
    async script({ call }) {
      const { data } = await call('list_emails', { to: 'paul@mailbox.dev' });
      const { origin } = await call('get_suppression', { suppression: 'paul@mailbox.dev' });
      return `The mail is ${data[0].last_event}: the address is suppressed because of a ${origin}.`;
    },
  },
  {
    id: 'why-not-in-campaign',
    group: 'diagnose',
    ask: 'Quinn (quinn@mailbox.dev) says the campaign "Spring news" never reached her. Was it sent to her, and if not, why not?',
    async world(world) {
      await addPeople(world, ...peopleAt(3), { email: 'quinn@mailbox.dev', firstName: 'Quinn' });
      await world.use('unsubscribe_subscriber', { subscriber: 'quinn@mailbox.dev' });
      await drafted(world);
      await launched(world);
    },
    callsMax: 6,
    check: async (_world, transcript) => unsaid(transcript, /unsubscribed/),
    async script({ call }) {
      const { data } = await call('list_campaigns', { query: 'Spring' });
      const recipients = await call('list_campaign_recipients', { campaignId: data[0].id, state: 'SKIPPED' });
      const quinn = recipients.data.find(({ email }: Answer) => email === 'quinn@mailbox.dev');
      return quinn
        ? `She was skipped: ${quinn.reason}.`
        : `She was not among its recipients: she is ${(await call('get_subscriber', { subscriber: 'quinn@mailbox.dev' })).status}.`;
    },
  },
  {
    id: 'why-captured',
    group: 'diagnose',
    ask: 'I send mails from here since this morning, and none of them arrives anywhere. What is wrong?',
    async world(world) {
      const { token } = await world.addToken(world.organization, { name: 'Office' });
      await switchSending(world, false);
      for (const to of ['a@mailbox.dev', 'b@mailbox.dev']) {
        const body = { from: sender, to, subject: 'Hello', markdown: 'Hello.' };
        await world.http('POST', '/api/v2/emails', { token, body });
      }
    },
    callsMax: 6,
    check: async (_world, transcript) =>
      unsaid(
        transcript,
        /captur|kept|not (really )?(sen[dt]|leav|left)|never le(ft|ave)/,
        /sending[_ ](is )?(not )?(enabled|disabled|off|switched|turned)|operator/,
      ),
    async script({ call }) {
      const { data } = await call('list_emails');
      const { sending_enabled } = await call('get_organization');
      return `The mails are ${data[0].delivery_mode}: sending_enabled is ${sending_enabled}; the operator of the server turns it on.`;
    },
  },
  {
    id: 'why-delayed',
    group: 'diagnose',
    ask: 'Did our mail to rosa@mailbox.dev arrive? If not, do we have to do anything?',
    async world(world) {
      world.mailbox.next(refused(451, 'rcpt', '4.7.1'));
      await world.use('send_email', {
        from: sender,
        to: 'rosa@mailbox.dev',
        subject: 'Your ticket',
        markdown: 'Your ticket for the concert.',
      });
      await world.deliver();
      world.mailbox.script = () => refused(451, 'rcpt', '4.7.1');
    },
    callsMax: 6,
    check: async (world, transcript) =>
      firstOf(
        unsaid(transcript, /delay|not yet|tr(y|ied|ies) again|retr|temporar/),
        await noneSent(world, 1),
      ),
    async script({ call }) {
      const { data } = await call('list_emails', { to: 'rosa@mailbox.dev' });
      const { last_event } = await call('get_email', { id: data[0].id });
      return `Not yet: ${last_event}. It is tried again by itself; there is nothing to do.`;
    },
  },
  {
    id: 'why-typo',
    group: 'diagnose',
    ask: 'Before I write to her: is sofia@gmial.com a good address?',
    async world(world) {
      world.resolver.zone.set('gmail.com', { mx: [{ exchange: 'mx.gmail.com', priority: 5 }] });
    },
    callsMax: 3,
    check: async (_world, transcript) => unsaid(transcript, 'gmail.com'),
    async script({ call }) {
      const { suggestion } = await call('verify_email_address', { email: 'sofia@gmial.com' });
      return `No. Did you mean ${suggestion}?`;
    },
  },
  {
    id: 'report-a-campaign',
    group: 'diagnose',
    ask: 'How did "Spring news" do? How many got it, how many people opened it, and which addresses bounced?',
    async world(world) {
      await addPeople(world, ...peopleAt(8), { email: 'gone@mailbox.dev' });
      await drafted(world, { tracking: { opens: true } });
      world.mailbox.script = ({ to }) =>
        to.address === 'gone@mailbox.dev'
          ? refused(550, 'rcpt', '5.1.1')
          : { kind: 'accepted', by: 'simulated:25', reply: '250 2.0.0 Ok' };
      await launched(world);
      for (const n of [1, 4, 6]) {
        const [id] = world.wireTo(`reader-${n}@mailbox.dev`);
        await world.call('record_open', { id, visit }, { caller: world.caller('link') });
      }
      await world.pass(minuteMs);
    },
    callsMax: 6,
    check: async (_world, transcript) =>
      unsaid(transcript, /\b(8|eight|9|nine)\b/, /\b(3|three)\b/, 'gone@mailbox.dev'),
    async script({ call }) {
      const { data } = await call('list_campaigns', { query: 'Spring' });
      const campaignId = data[0].id;
      const { totals } = await call('get_campaign_report', { campaignId });
      const bounced = await call('list_campaign_recipients', { campaignId, last_event: 'bounced' });
      return `${totals.recipients} recipients, ${totals.human.opened} people opened it; bounced: ${bounced.data.map(({ email }: Answer) => email)}.`;
    },
  },
  {
    id: 'weekly-report',
    group: 'diagnose',
    ask: 'Give me our week in numbers (since 25 December 2025): how many mails, how many bounced, and how many complaints.',
    async world(world) {
      for (let n = 1; n <= 23; n += 1) {
        if (n % 6 === 0) world.mailbox.next(refused(550, 'rcpt', '5.1.1'));
        const to = `week-${n}@mailbox.dev`;
        await world.use('send_email', { from: sender, to, subject: `Order ${n}`, markdown: 'Thank you.' });
        await world.deliver();
      }
      const feedback = { kind: 'feedback', report: { type: 'abuse', by: null } };
      const [id] = world.wireTo('week-1@mailbox.dev');
      await world.call('record_return', { id, returned: feedback }, { caller: world.caller('smtp') });
      await world.pass(hourMs);
    },
    callsMax: 8,
    check: async (_world, transcript) =>
      unsaid(transcript, /\b23\b/, counted('3|three', 'bounce'), counted('1|one', 'complain|spam')),
    async script({ call }) {
      const all = await call('list_emails', { created_after: '2025-12-25T00:00:00Z', limit: 100 });
      const count = (event: string) =>
        all.data.filter(({ last_event }: Answer) => last_event === event).length;
      return `${all.data.length} mails, ${count('bounced')} bounced, ${count('complained')} complained.`;
    },
  },
];
