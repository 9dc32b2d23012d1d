import { describe, expect } from 'vitest';
import type { HttpReply } from '../world/platform.ts';
import { callThrough, doors, outputThrough, type SpecDoor } from './doors.ts';
import { mail, open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

/** An id of the same form that does not exist. */
function unknownLike(id: string): string {
  return id.replace(/_.*/, `_${'0'.repeat(25)}z`);
}

type Probe = [method: string, path: (id: string) => string, body?: (id: string) => unknown];

const subscriberProbes: Probe[] = [
  ['GET', (id) => `/subscribers/${id}`],
  ['PATCH', (id) => `/subscribers/${id}`, () => ({ firstName: 'Eve' })],
  ['POST', (id) => `/subscribers/${id}/unsubscribe`, () => ({})],
  ['POST', (id) => `/subscribers/${id}/tags`, () => ({ tags: ['mine'] })],
  ['DELETE', (id) => `/subscribers/${id}/tags?tags=red`],
  ['GET', (id) => `/subscribers/${id}/events`],
  ['POST', () => '/events', (subscriberId) => ({ name: 'x', subscriberId })],
];
const tagProbes: Probe[] = [['GET', (id) => `/tags/${id}`]];
const campaignProbes: Probe[] = [
  ['GET', (id) => `/campaigns/${id}`],
  ['PATCH', (id) => `/campaigns/${id}`, () => ({ subject: 'mine' })],
  ['POST', (id) => `/campaigns/${id}/send`, () => ({})],
  ['DELETE', (id) => `/campaigns/${id}`],
];
const v2Probes: Record<string, Probe[]> = {
  subscriber: [
    ...subscriberProbes,
    ['DELETE', (id) => `/subscribers/${id}`],
    ['GET', (id) => `/subscribers?after=${id}`],
    ['GET', (id) => `/emails?subscriber=${id}`],
  ],
  tag: [
    ...tagProbes,
    ['PATCH', (id) => `/tags/${id}`, () => ({ name: 'mine' })],
    ['DELETE', (id) => `/tags/${id}`],
    ['GET', (id) => `/tags?before=${id}`],
    ['GET', (id) => `/subscribers?tag=${id}`],
  ],
  campaign: [
    ...campaignProbes,
    ['GET', (id) => `/campaigns?after=${id}`],
    ['GET', (id) => `/emails?campaign=${id}`],
    ...['cancel', 'pause', 'resume', 'archive', 'restore'].map(
      (call): Probe => ['POST', (id) => `/campaigns/${id}/${call}`, () => ({})],
    ),
    ['POST', (id) => `/campaigns/${id}/test`, () => ({ to: ['grace@example.com'] })],
  ],
  email: [
    ['GET', (id) => `/emails/${id}`],
    ['POST', (id) => `/emails/${id}/retry`],
    ['GET', (id) => `/emails?after=${id}`],
  ],
  domain: [
    ['GET', (id) => `/domains/${id}`],
    ['PATCH', (id) => `/domains/${id}`, () => ({ open_tracking: true })],
    ['POST', (id) => `/domains/${id}/verify`],
    ['POST', (id) => `/domains/${id}/rotate-dkim`],
    ['DELETE', (id) => `/domains/${id}`],
    ['POST', () => '/tokens', (domain_id) => ({ name: 'x', scopes: ['emails.send'], domain_id })],
  ],
  token: [
    ['GET', (id) => `/tokens/${id}`],
    ['PATCH', (id) => `/tokens/${id}`, () => ({ name: 'mine' })],
    ['POST', (id) => `/tokens/${id}/rotate`],
    ['DELETE', (id) => `/tokens/${id}`],
  ],
  suppression: [
    ['GET', (id) => `/suppressions/${id}`],
    ['DELETE', (id) => `/suppressions/${id}`],
  ],
};
const v1Probes: Record<string, Probe[]> = {
  subscriber: [...subscriberProbes, ['GET', (id) => `/subscribers?cursor=${id}`]],
  tag: [...tagProbes, ['GET', (id) => `/tags?cursor=${id}`], ['GET', (id) => `/subscribers?tag=${id}`]],
  campaign: [...campaignProbes, ['GET', (id) => `/campaigns?cursor=${id}`]],
};

/** Everything that a caller can see of an answer, with the requested id removed. */
function seen({ status, headers, text }: HttpReply, id: string): string {
  const rest = [...headers].filter(([name]) => !name.includes('ratelimit') && name !== 'x-request-id');
  return `${status} ${JSON.stringify(rest)} ${text.replaceAll(id, '<id>')}`;
}

describe('an id of another organization', () => {
  for (const [version, probesByKind] of [
    ['v1', v1Probes],
    ['v2', v2Probes],
  ] as const) {
    verifies(
      ['tenancy.not-found', 'error.not-found'],
      `gets the same bytes as an unknown id in ${version}`,
      async () => {
        const platform = await open();
        const ids = await idsOfOne(platform);
        const { token } = await platform.addOrganization('Other');
        for (const [kind, probes] of Object.entries(probesByKind)) {
          const foreign = ids[kind]!;
          const unknown = unknownLike(foreign);
          for (const [method, path, body] of probes) {
            const ask = async (id: string) => {
              const sent = body?.(id);
              const reply = await platform.http(method, `/api/${version}${path(id)}`, {
                token,
                ...(sent !== undefined && { body: sent }),
              });
              return seen(reply, id);
            };
            const place = `${method} ${path('<id>')}`;
            expect(`${place}: ${await ask(foreign)}`).toBe(`${place}: ${await ask(unknown)}`);
          }
        }
      },
    );
  }

  verifiesThrough('tenancy.not-found', doors.guarded, 'is not found through any interface', async (door) => {
    const platform = await open();
    const { subscriber, tag } = await idsOfOne(platform);
    const { token } = await platform.addOrganization('Other');
    for (const [tool, input] of [
      ['get_subscriber', { subscriber }],
      ['update_subscriber', { subscriber, firstName: 'Eve' }],
      ['unsubscribe_subscriber', { subscriber }],
      ['add_subscriber_tags', { subscriber, tags: ['x'] }],
      ['remove_subscriber_tags', { subscriber, tags: ['x'] }],
      ['list_subscriber_events', { subscriber }],
      ['track_event', { name: 'x', subscriberId: subscriber }],
      ['get_tag', { tag }],
    ] as const) {
      const result = await callThrough(door, platform, tool, input, { token });
      expect([tool, result]).toMatchObject([tool, { ok: false, name: 'not_found' }]);
    }
    const mine = await outputThrough(door, platform, 'get_subscriber', { subscriber });
    expect(mine).toMatchObject({ firstName: 'Grace', status: 'ACTIVE' });
  });
});

describe('two organizations', () => {
  verifiesThrough('tenancy.lists', doors.guarded, "cannot see each other's lists", async (door) => {
    const platform = await open();
    await idsOfOne(platform);
    const { token } = await platform.addOrganization('Other');
    const lists: [string, SpecDoor[]][] = [
      ['list_subscribers', [...doors.guarded]],
      ['list_tags', [...doors.guarded]],
      ['list_campaigns', [...doors.guarded]],
      ['list_emails', ['v2', 'tools', 'mcp']],
      ['list_domains', ['v2', 'tools', 'mcp']],
      ['list_suppressions', ['v2', 'tools', 'mcp']],
      ['list_webhooks', ['v2', 'tools', 'mcp']],
    ];
    for (const [tool, where] of lists) {
      if (!where.includes(door)) continue;
      const { data } = await outputThrough(door, platform, tool, {}, { token });
      expect([tool, data]).toEqual([tool, []]);
    }
  });

  verifiesThrough('tenancy.keys-per-organization', doors.guarded, 'may use the same names', async (door) => {
    const platform = await open();
    const { token } = await platform.addOrganization('Other');
    const person = { email: 'grace@example.com', externalId: 'user-1', tags: ['red'] };
    const mine = await outputThrough(door, platform, 'create_subscriber', person);
    const theirs = await outputThrough(door, platform, 'create_subscriber', person, { token });
    expect(theirs).toMatchObject({ email: mine.email, externalId: mine.externalId });
    expect(theirs.id).not.toBe(mine.id);
    expect(theirs.tags[0].id).not.toBe(mine.tags[0].id);
  });
});

/** Creates a resource of every kind in the default organization. */
async function idsOfOne(platform: Awaited<ReturnType<typeof open>>): Promise<Record<string, string>> {
  const { call, addToken, organization } = platform;
  const made = async (tool: string, input: object) => ((await call(tool, input)).output as { id: string }).id;
  const subscriber = await made('create_subscriber', {
    email: 'grace@example.com',
    firstName: 'Grace',
    tags: ['red'],
  });
  await call('track_event', { name: 'order.paid', subscriberId: subscriber });
  return {
    subscriber,
    tag: await made('get_tag', { tag: 'red' }),
    email: await made('send_email', mail()),
    campaign: await made('create_campaign', { subject: 'Hello' }),
    domain: await made('add_domain', { name: 'acme.com' }),
    suppression: await made('add_suppression', { email: 'gone@takes-mail.com' }),
    token: (await addToken(organization)).id,
  };
}
