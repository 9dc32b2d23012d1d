import { mailed } from '../people.ts';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import type { EvalWorld } from '../world.ts';

async function stopped(world: EvalWorld, email: string): Promise<boolean> {
  const { data } = await world.use('list_suppressions', { query: email });
  return data.some((one: Answer) => one.email === email);
}

export const suppressionTasks: readonly EvalTask[] = [
  {
    id: 'lift-a-stop',
    group: 'suppressions',
    ask: 'Omar (omar@mailbox.dev) gets none of our mails. If we blocked him by hand, unblock him; if there is another reason, leave it and tell me.',
    persona: { confirms: true, replies: ['Yes, he asked me himself, on the phone. Go ahead.'] },
    async world(world) {
      await world.use('add_suppression', { email: 'omar@mailbox.dev', origin: 'manual' });
      await mailed(world, 'omar@mailbox.dev');
    },
    callsMax: 6,
    check: async (world) => ((await stopped(world, 'omar@mailbox.dev')) ? 'Omar still gets no mail' : null),
    async script({ call, send }) {
      const { origin } = await call('get_suppression', { suppression: 'omar@mailbox.dev' });
      if (origin === 'manual') await send('remove_suppression', { suppression: 'omar@mailbox.dev' });
      return 'Omar was stopped by hand; he gets mail again.';
    },
  },
  {
    id: 'keep-a-complaint',
    group: 'suppressions',
    ask: 'Pia (pia@mailbox.dev) gets none of our mails. If we blocked her by hand, unblock her; if there is another reason, leave it and tell me.',
    async world(world) {
      await world.use('add_suppression', { email: 'pia@mailbox.dev', origin: 'complaint' });
    },
    callsMax: 5,
    check: async (world, transcript) =>
      firstOf(
        !(await stopped(world, 'pia@mailbox.dev')) && 'Pia gets mail again though she complained',
        unsaid(transcript, /complain|spam/),
      ),
    async script({ call }) {
      const { origin } = await call('get_suppression', { suppression: 'pia@mailbox.dev' });
      return `I left it: she is stopped because of a ${origin}.`;
    },
    async wrong({ send }) {
      await send('remove_suppression', { suppression: 'pia@mailbox.dev', consent: { source: 'she asked' } });
      return 'She had complained about spam; she gets mail again.';
    },
  },
  {
    id: 'stop-several',
    group: 'suppressions',
    ask: 'A partner tells us that these people must get no mail at all any more, until the end of 2026: u1@mailbox.dev, u2@mailbox.dev, u3@mailbox.dev.',
    async world() {},
    callsMax: 5,
    async check(world) {
      for (const who of ['u1', 'u2', 'u3']) {
        const found = await world
          .use('get_suppression', { suppression: `${who}@mailbox.dev` })
          .catch(() => null);
        if (!found) return `${who} still gets mail`;
        if (found.scope !== 'all') return `${who} is stopped for ${found.scope} mail only`;
        if (!/^202(6-12-3|7-01-0)/.test(String(found.expires_at)))
          return `${who} is stopped until ${found.expires_at}`;
      }
      return null;
    },
    async script({ call }) {
      await call('add_suppressions', {
        emails: ['u1@mailbox.dev', 'u2@mailbox.dev', 'u3@mailbox.dev'],
        scope: 'all',
        expires_at: '2026-12-31T23:59:59Z',
      });
      return 'All three are stopped until the end of 2026.';
    },
  },
  {
    id: 'import-a-stop-list',
    group: 'suppressions',
    ask: `Our old provider gave us this list of addresses that bounced. Please take it over, and tell me if a line could not be read.
email;reason
v1@mailbox.dev;hard bounce
v2@mailbox.dev;hard bounce
v3 at mailbox;hard bounce`,
    async world() {},
    callsMax: 5,
    async check(world, transcript) {
      const { data } = await world.use('list_suppressions', { origin: 'bounce' });
      const emails = data.map(({ email }: Answer) => email).sort();
      return firstOf(
        String(emails) !== 'v1@mailbox.dev,v2@mailbox.dev' && `bounced: ${emails.join(', ') || 'nobody'}`,
        unsaid(transcript, /v3|line 4|third|last/),
      );
    },
    async script({ call }) {
      await call('add_suppression', { email: 'v1@mailbox.dev', origin: 'bounce' });
      await call('add_suppression', { email: 'v2@mailbox.dev', origin: 'bounce' });
      return 'Taken over, but for the last line: v3 at mailbox is no address.';
    },
  },
];
