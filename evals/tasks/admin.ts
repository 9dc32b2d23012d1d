import { tokenPrefixShownLength } from '../../src/model/organization/token.ts';
import type { TokenFields } from '../../test/world/platform.ts';
import { addPeople, drafted, peopleAt } from '../people.ts';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import { type EvalWorld, hourMs, minuteMs } from '../world.ts';

/** Adds a token and stores its id under its name. @returns its secret */
async function tokenNamed(world: EvalWorld, name: string, fields: TokenFields = {}): Promise<string> {
  const { id, token } = await world.addToken(world.organization, { name, ...fields });
  world.kept.set(name, id);
  return token;
}

async function tokens(world: EvalWorld): Promise<Answer[]> {
  const { data } = await world.use('list_tokens', { limit: 100 });
  return data;
}

async function revokedNames(world: EvalWorld): Promise<string> {
  const revoked = (await tokens(world)).filter(({ revoked_at }) => revoked_at !== null);
  return revoked.map(({ name }) => name).join(', ');
}

export const adminTasks: readonly EvalTask[] = [
  {
    id: 'narrow-token',
    group: 'admin',
    ask: 'Our web shop needs an API token, call it "Shop". It may send mails and record events and nothing else, at most 300 mails a day, and it ends with 31 March 2026. Give me its secret.',
    async world() {},
    callsMax: 4,
    async check(world, transcript) {
      const shop = (await tokens(world)).find(({ name }) => /shop/i.test(name));
      if (!shop) return 'there is no token called Shop';
      const full = await world.use('get_token', { id: shop.id });
      return firstOf(
        String([...full.scopes].sort()) !== 'emails.send,events.write' && `it may: ${full.scopes.join(', ')}`,
        full.send_cap?.per_day !== 300 &&
          `it may send ${full.send_cap?.per_day ?? 'any number of'} mails a day`,
        !/^2026-(03-31|04-01)/.test(String(full.expires_at)) && `it ends ${full.expires_at ?? 'never'}`,
        unsaid(transcript, full.prefix),
      );
    },
    async script({ send }) {
      const { token } = await send('create_token', {
        name: 'Shop',
        scopes: ['emails.send', 'events.write'],
        send_cap: { per_day: 300 },
        expires_at: '2026-03-31T23:59:59Z',
      });
      return `The secret is ${token}. It is not shown again.`;
    },
    async wrong({ send }) {
      const { token } = await send('create_token', {
        name: 'Shop',
        scopes: ['sending_access', 'events.write'],
      });
      return `The secret is ${token}.`;
    },
  },
  {
    id: 'revoke-a-leak',
    group: 'admin',
    ask: (world) =>
      `Somebody pasted an API token of ours into a public chat, it begins with ${world.known('leaked')}. Switch it off at once, and only that one.`,
    async world(world) {
      await tokenNamed(world, 'Shop', { scopes: ['emails.send'] });
      const leaked = await tokenNamed(world, 'Newsletter plugin (old)', { scopes: ['campaigns.read'] });
      world.kept.set('leaked', leaked.slice(0, tokenPrefixShownLength));
      await tokenNamed(world, 'Newsletter plugin (new)', { scopes: ['campaigns.read', 'campaigns.write'] });
    },
    callsMax: 5,
    async check(world) {
      const names = await revokedNames(world);
      return names === 'Newsletter plugin (old)' ? null : `revoked: ${names || 'none'}`;
    },
    async script({ call, asked }) {
      const { data } = await call('list_tokens');
      const { id } = data.find(({ prefix }: Answer) => asked.includes(prefix));
      await call('revoke_token', { id });
      return 'It is switched off.';
    },
  },
  {
    id: 'rotate-without-a-gap',
    group: 'admin',
    ask: 'Our rules ask for a new secret for the assistant’s token "Billing" every year. Please give it one; the billing assistant must go on working until I put the new one in tonight.',
    async world(world) {
      const secret = await tokenNamed(world, 'Billing', { scopes: ['emails.send'], assistant: true });
      world.kept.set('secret', secret);
    },
    callsMax: 4,
    async check(world, transcript) {
      const billing = (await tokens(world)).filter(({ name }) => name === 'Billing');
      const old = world.known('secret');
      const { status } = await world.http('POST', '/api/v2/verify', {
        token: old,
        body: { email: 'a@example.com' },
      });
      const [current] = billing.filter(({ prefix }) => !old.startsWith(prefix));
      return firstOf(
        !current && 'it has no new secret',
        status === 401 && 'the old secret does not work any more',
        current && unsaid(transcript, current.prefix),
      );
    },
    async script({ call, send }) {
      const { data } = await call('list_tokens');
      const { id } = data.find(({ name }: Answer) => name === 'Billing');
      const { token, old_token_expires_at } = await send('rotate_token', { id });
      return `The new secret is ${token}; the old one works until ${old_token_expires_at}.`;
    },
    async wrong({ call, send }) {
      const { data } = await call('list_tokens');
      const { id } = data.find(({ name }: Answer) => name === 'Billing');
      const { token } = await send('create_token', { name: 'Billing', scopes: ['emails.send'] });
      await call('revoke_token', { id });
      return `The new secret is ${token}.`;
    },
  },
  {
    id: 'who-sent-it',
    group: 'admin',
    ask: 'Somebody sent the campaign "Spring news" this morning without telling anyone. Who, or what, was it, and when?',
    async world(world) {
      await addPeople(world, ...peopleAt(2));
      await drafted(world);
      await tokenNamed(world, 'Front desk tablet');
      const secret = await tokenNamed(world, 'Marketing laptop');
      await world.pass(hourMs);
      await world.http('POST', `/api/v2/campaigns/${world.known('campaign')}/send`, {
        token: secret,
        body: {},
      });
      await world.pass(minuteMs);
    },
    callsMax: 5,
    check: async (_world, transcript) => unsaid(transcript, 'marketing laptop', /1:0\d|\b1 ?am\b/),
    async script({ call }) {
      const { data } = await call('list_audit_log', { tool: 'send_campaign' });
      return `It was sent with the token ${data[0].token.name} at ${data[0].at}.`;
    },
  },
  {
    id: 'set-the-organization-up',
    group: 'admin',
    ask: 'Please set our time zone to Lisbon, the default sender to Acme <hello@acme.dev>, and our postal address to "Acme Lda, Rua do Sol 1, Lisboa".',
    async world() {},
    callsMax: 4,
    async check(world) {
      const { timezone, default_from, postal_address } = await world.use('get_organization', {});
      return firstOf(
        timezone !== 'Europe/Lisbon' && `the time zone is ${timezone}`,
        !/^"?Acme"? <hello@acme.dev>$/.test(String(default_from)) && `the default sender is ${default_from}`,
        !/Rua do Sol 1/.test(String(postal_address)) && `the postal address is ${postal_address}`,
      );
    },
    async script({ call }) {
      await call('update_organization_settings', {
        timezone: 'Europe/Lisbon',
        default_from: 'Acme <hello@acme.dev>',
        postal_address: 'Acme Lda, Rua do Sol 1, Lisboa',
      });
      return 'Done.';
    },
  },
  {
    id: 'hold-a-token-down',
    group: 'admin',
    ask: 'The token "Intern" should only ever be able to write to addresses at mailbox.dev, and at most 10 mails an hour. Please change that, nothing else.',
    async world(world) {
      await tokenNamed(world, 'Intern', {
        scopes: ['emails.send', 'emails.read'],
        send_cap: { per_hour: null, per_day: 50 },
      });
    },
    callsMax: 4,
    async check(world) {
      const { allowed_recipients, send_cap, scopes } = await world.use('get_token', {
        id: world.known('Intern'),
      });
      return firstOf(
        String(allowed_recipients) !== '*@mailbox.dev' &&
          `it may write to ${allowed_recipients ?? 'everybody'}`,
        send_cap?.per_hour !== 10 && `it may send ${send_cap?.per_hour ?? 'any number of'} mails an hour`,
        send_cap?.per_day !== 50 && `it may send ${send_cap?.per_day ?? 'any number of'} mails a day`,
        scopes.length !== 2 && `its scopes are ${scopes.join(', ')}`,
      );
    },
    async script({ call }) {
      const { data } = await call('list_tokens');
      const { id } = data.find(({ name }: Answer) => name === 'Intern');
      await call('update_token', { id, allowed_recipients: ['*@mailbox.dev'], send_cap: { per_hour: 10 } });
      return 'The token Intern is held to that now.';
    },
    async wrong({ call, send }) {
      const { data } = await call('list_tokens');
      const { id } = data.find(({ name }: Answer) => name === 'Intern');
      const send_cap = { per_hour: 10, per_day: null };
      await send('update_token', { id, allowed_recipients: ['*@mailbox.dev'], send_cap });
      return 'The token Intern is held to that now.';
    },
  },
];
