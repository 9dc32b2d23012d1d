import { addPeople, drafted, leave, peopleAt } from '../people.ts';
import { type Answer, type EvalTask, firstOf, type ScriptSession, unsaid } from '../task.ts';
import { type EvalWorld, minuteMs, sender } from '../world.ts';

/** Returns the campaign's mails as its recipients got them. */
async function campaignSent(
  world: EvalWorld,
  people: number,
): Promise<{ fault: string | null; mail?: Answer }> {
  await world.pass(minuteMs);
  const id = world.known('campaign');
  const { status, stats } = await world.campaign(id);
  if (status !== 'SENT') return { fault: `it is ${status}` };
  if (stats.sent !== people) return { fault: `${stats.sent} got it instead of ${people}` };
  const [first] = await world.mails({ campaign: id });
  return { fault: null, mail: await world.use('get_email', { id: first.id }) };
}

async function draftNamed({ call }: ScriptSession, query: string): Promise<string> {
  const { data } = await call('list_campaigns', { query });
  return data[0].id;
}

const coldText = `Hi {{firstName|there}},\n\nI came across your website and was impressed. We help companies like yours get more leads. Are you the right person to talk to? Would you be open to a quick 15-minute call next week?\n\n${leave}`;

export const contentTasks: readonly EvalTask[] = [
  {
    id: 'markdown-and-names',
    group: 'content',
    ask: `Please write to maya@mailbox.dev and to visitor@mailbox.dev from ${sender}: "Welcome to Acme" as a headline, greeted by first name where we know it and otherwise with "Hello friend", and the word free printed bold in "your first month is free". One mail each, the same text for both.`,
    async world(world) {
      await addPeople(
        world,
        { email: 'maya@mailbox.dev', firstName: 'Maya' },
        { email: 'visitor@mailbox.dev' },
      );
    },
    callsMax: 6,
    async check(world) {
      for (const [who, name] of [
        ['maya', 'Maya'],
        ['visitor', 'friend'],
      ] as const) {
        const mail = await world.onlyMailTo(`${who}@mailbox.dev`);
        if (!mail) return `there is not exactly one mail to ${who}`;
        if (!new RegExp(`hello,? ${name}`, 'i').test(mail.text)) return `${who} is not greeted as ${name}`;
        if (!/<h[12][\s>]/.test(mail.html)) return `the mail to ${who} has no headline`;
        if (!/<(strong|b)[\s>][^<]*free/i.test(mail.html)) return `free is not bold in the mail to ${who}`;
        if (/\{\{|\}\}/.test(mail.text)) return `a placeholder is left in the mail to ${who}`;
      }
      return null;
    },
    async script({ send }) {
      const emails = ['maya@mailbox.dev', 'visitor@mailbox.dev'].map((to) => ({
        from: sender,
        to,
        subject: 'Welcome to Acme',
        markdown: '# Welcome to Acme\n\nHello {{firstName|friend}},\n\nyour first month is **free**.',
      }));
      await send('send_email_batch', { emails, idempotency_key: 'welcome-two' });
      return 'Both are welcomed.';
    },
  },
  {
    id: 'fix-cold-wording',
    group: 'content',
    ask: 'The campaign "March letter" is always refused as cold e-mail. Its readers all signed up for our gardening letter; the text was copied from somewhere. Rewrite it into a friendly letter that says the greenhouse opens on 1 March, and send it.',
    async world(world) {
      await addPeople(world, ...peopleAt(4));
      await drafted(world, { name: 'March letter', subject: 'Quick question', markdown: coldText });
    },
    callsMax: 10,
    async check(world) {
      const { fault, mail } = await campaignSent(world, 4);
      return firstOf(
        fault,
        mail && !/march/i.test(mail.text) && 'it does not say when the greenhouse opens',
        mail && /leads|15-minute|right person/i.test(mail.text) && 'the cold wording is still there',
      );
    },
    async script(session) {
      const { call, refused, send } = session;
      const campaignId = await draftNamed(session, 'March');
      const { name, next } = await refused('send_campaign', { campaignId });
      if (name !== 'content_verification_failed' || !next.includes('update_campaign'))
        throw new Error(`refused as ${name}: ${next}`);
      await call('update_campaign', {
        campaignId,
        subject: 'The greenhouse opens on 1 March',
        markdown: `Hello {{firstName|there}},\n\nthe greenhouse opens on 1 March, with tomato seedlings first.\n\n${leave}`,
      });
      await send('send_campaign', { campaignId, idempotency_key: 'march-letter' });
      return 'Rewritten and sent.';
    },
  },
  {
    id: 'fix-link-mismatch',
    group: 'content',
    ask: 'Please send the draft "Ticket sale". If the system complains about a link: the right address is https://tickets.acme.com/summer.',
    async world(world) {
      await addPeople(world, ...peopleAt(3));
      await drafted(world, {
        name: 'Ticket sale',
        subject: 'Tickets for the summer concert',
        markdown: null,
        html: '<p>Hello, tickets are on sale: <a href="https://acme.dev@192.0.2.99/login">https://tickets.acme.com/summer</a></p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
      });
    },
    callsMax: 10,
    async check(world) {
      const { fault, mail } = await campaignSent(world, 3);
      return firstOf(
        fault,
        mail && /192\.0\.2\.99/.test(mail.html) && 'the wrong link is still in it',
        mail &&
          !/href="https:\/\/tickets\.acme\.com\/summer/.test(mail.html) &&
          'the right link is not in it',
      );
    },
    async script(session) {
      const { call, refused, send } = session;
      const campaignId = await draftNamed(session, 'Ticket');
      await refused('send_campaign', { campaignId });
      const { html } = await call('get_campaign', { campaignId });
      await call('update_campaign', {
        campaignId,
        html: html.replace('https://acme.dev@192.0.2.99/login', 'https://tickets.acme.com/summer'),
      });
      await send('send_campaign', { campaignId, idempotency_key: 'tickets' });
      return 'The link is right now, and it is sent.';
    },
  },
  {
    id: 'add-unsubscribe-link',
    group: 'content',
    ask: 'Send the draft "House rules" to everybody, please. If anything is missing in it, add it.',
    async world(world) {
      await addPeople(world, ...peopleAt(3));
      await drafted(world, {
        name: 'House rules',
        subject: 'Our new house rules',
        markdown: 'Hello,\n\nfrom now on the reading room closes at eight.',
      });
    },
    callsMax: 8,
    async check(world) {
      const { fault, mail } = await campaignSent(world, 3);
      return firstOf(fault, mail && !/reading room/.test(mail.text) && 'its text is gone');
    },
    async script(session) {
      const { call, refused, send } = session;
      const campaignId = await draftNamed(session, 'House');
      const { name } = await refused('send_campaign', { campaignId });
      if (name !== 'missing_unsubscribe_url') throw new Error(`refused as ${name}`);
      const { markdown } = await call('get_campaign', { campaignId });
      await call('update_campaign', { campaignId, markdown: `${markdown}\n\n${leave}` });
      await send('send_campaign', { campaignId, idempotency_key: 'house-rules' });
      return 'It has an unsubscribe link now, and is sent.';
    },
  },
  {
    id: 'judge-before-writing',
    group: 'content',
    ask: `Would this go through as a campaign? Do not save or send anything. Subject "Quick question", text: "Hi, I came across your website and was impressed. We help companies like yours get more leads. Are you the right person to talk to? Would you be open to a quick 15-minute call next week?"`,
    async world() {},
    callsMax: 3,
    async check(world, transcript) {
      const { data } = await world.use('list_campaigns', {});
      return firstOf(
        data.length > 0 && 'a campaign was saved',
        unsaid(transcript, /cold/, /\bno\b|not|block|refus|reject/),
      );
    },
    async script({ call }) {
      const { verdict, blockReasons } = await call('verify_content', {
        subject: 'Quick question',
        markdown: coldText,
      });
      return `No, it would be refused (${verdict}: ${blockReasons}).`;
    },
  },
];
