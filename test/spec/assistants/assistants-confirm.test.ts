import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { minuteMs } from '../../../src/model/instant.ts';
import type { Fields } from '../../../src/model/text/fields.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import { callThrough, outputThrough } from '../doors.ts';
import { mail, open, realMailbox } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';
import { type Assistant, assistantOf, type Json, officialClient } from './assistant.ts';
import { letter } from './assistants-scene.ts';

const two = { emails: ['ada', 'bob'].map((name) => ({ ...letter, to: `${name}@takes-mail.com` })) };

async function count(platform: SimulatedPlatform): Promise<number> {
  const { output } = await platform.call('list_emails', { limit: 100 });
  return (output as { data: unknown[] }).data.length;
}

/** A draft campaign to two subscribers and one unsubscribed person. */
async function campaign(platform: SimulatedPlatform): Promise<{ campaignId: string }> {
  for (const name of ['ada', 'bob', 'eve'])
    await platform.call('create_subscriber', { email: `${name}@takes-mail.com` });
  await platform.call('unsubscribe_subscriber', { subscriber: 'eve@takes-mail.com' });
  const { output } = await platform.call('create_campaign', {
    name: 'May',
    subject: 'News of May',
    fromEmail: 'news@acme.dev',
    markdown: 'Hello\n\n[Leave]({{unsubscribeUrl}})',
  });
  return { campaignId: (output as { id: string }).id };
}

/** Response that requires a confirmation. */
async function held(assistant: Assistant, name: string, given: Fields): Promise<Json> {
  const { refused, result } = await assistant.call(name, given);
  expect([refused, result.name]).toEqual([true, 'confirmation_required']);
  return result;
}

async function reasonOf(assistant: Assistant, given: Fields, name = 'send_email_batch'): Promise<string> {
  return (await held(assistant, name, given)).details.reason;
}

verifies(
  ['mcp.confirm.bulk', 'mcp.confirm.required', 'mcp.confirm.token'],
  'a batch needs the token from its first call, and a single mail does not',
  async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { message, details, next } = await held(assistant, 'send_email_batch', two);
    expect(message).toMatch(/^Nothing was sent/);
    expect(Date.parse(details.expires_at) - platform.clock.now()).toBe(15 * minuteMs);
    expect(next).toContain('call send_email_batch again with the same arguments and this confirmation_token');
    expect(await count(platform)).toBe(0);
    const { confirmation_token } = details;
    const sent = await assistant.call('send_email_batch', { ...two, confirmation_token });
    expect(sent.result.data).toHaveLength(2);
    const named = await campaign(platform);
    const answer = await held(assistant, 'send_campaign', named);
    const confirmed = { ...named, confirmation_token: answer.details.confirmation_token };
    expect((await assistant.call('send_campaign', confirmed)).result.status).toBe('SCHEDULED');
    // One mail to one person needs no confirmation.
    expect((await assistant.call('send_email', mail({ to: realMailbox }))).result.id).toMatch(/^eml_/);
  },
);

verifies(
  'mcp.confirm.preview',
  'the preview shows subject, text, count, skipped people with reasons, and badges',
  async () => {
    const platform = await open();
    const named = await campaign(platform);
    await platform.call('add_suppression', { email: 'bob@takes-mail.com' });
    const { details } = await held(assistantOf(platform), 'send_campaign', named);
    expect(details.preview).toMatchObject({
      object: 'send_preview',
      tool: 'send_campaign',
      subjects: ['⟦News of May⟧'],
      text: '⟦Hello\n\nLeave <{{unsubscribeUrl}}>⟧',
      recipients: 1,
      skipped: expect.arrayContaining([{ reason: 'suppressed', count: 1 }]),
      badges: expect.any(Array),
      delivery: 'live',
    });
  },
);

verifies('mcp.confirm.never', 'no approval is needed if the operator turned it off', async () => {
  const platform = await open({ confirm: 'never' });
  expect((await assistantOf(platform).call('send_email_batch', two)).result.data).toHaveLength(2);
});

verifies('mcp.confirm.always', 'a single mail also waits if the operator requires it', async () => {
  const platform = await open({ confirm: 'always' });
  await held(assistantOf(platform), 'send_email', mail({ to: realMailbox }));
  expect(await count(platform)).toBe(0);
});

verifies('mcp.confirm.time', 'a confirmation expires after fifteen minutes', async () => {
  const platform = await open();
  const assistant = assistantOf(platform);
  const confirmation = async () =>
    (await held(assistant, 'send_email_batch', two)).details.confirmation_token;
  const late = await confirmation();
  await platform.clock.advance(15 * minuteMs);
  expect(await reasonOf(assistant, { ...two, confirmation_token: late })).toBe('expired');
  const early = await confirmation();
  await platform.clock.advance(14 * minuteMs);
  const sent = await assistant.call('send_email_batch', { ...two, confirmation_token: early });
  expect(sent.refused).toBe(false);
});

verifies(
  'mcp.confirm.once',
  'a confirmation sends once, however many calls use it concurrently',
  async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { confirmation_token } = (await held(assistant, 'send_email_batch', two)).details;
    const given = { ...two, confirmation_token };
    const came = await Promise.all([1, 2, 3, 4].map(() => assistant.call('send_email_batch', given)));
    expect(came.filter(({ refused }) => !refused)).toHaveLength(1);
    expect(await reasonOf(assistant, given)).toBe('used');
    expect(await count(platform)).toBe(2);
  },
);

verifies(
  'mcp.confirm.bound',
  'a confirmation is invalid for other content, audiences, tools, tokens or organizations',
  async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const confirmation = async () =>
      (await held(assistant, 'send_email_batch', two)).details.confirmation_token;
    const otherWords = { emails: two.emails.map((one) => ({ ...one, markdown: 'Something else' })) };
    const more = { emails: [...two.emails, { ...letter, to: 'cid@takes-mail.com' }] };
    for (const given of [otherWords, more]) {
      const reason = await reasonOf(assistant, { ...given, confirmation_token: await confirmation() });
      expect(reason).toBe('changed');
    }
    const named = await campaign(platform);
    const ofBatch = { ...named, confirmation_token: await confirmation() };
    expect(await reasonOf(assistant, ofBatch, 'send_campaign')).toBe('invalid');
    const { token: colleague } = await platform.addToken(platform.organization);
    const { token: outsider } = await platform.addOrganization('Another');
    for (const token of [colleague, outsider]) {
      const theirs = assistantOf(platform, { token });
      expect(await reasonOf(theirs, { ...two, confirmation_token: await confirmation() })).toBe('invalid');
    }
    const ofCampaign = (await held(assistant, 'send_campaign', named)).details.confirmation_token;
    await platform.call('update_campaign', { ...named, subject: 'Other news' });
    const edited = { ...named, confirmation_token: ofCampaign };
    expect(await reasonOf(assistant, edited, 'send_campaign')).toBe('changed');
    expect(await count(platform)).toBe(0);
  },
);

/** The official client with a scripted person; records the questions. */
async function withPerson(
  platform: SimulatedPlatform,
  era: 'legacy' | 'stateless',
  answer: Json,
): Promise<{ client: Client; asked: string[] }> {
  const asked: string[] = [];
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = await officialClient(platform, {
    capabilities: { elicitation: {} },
    versionNegotiation: { mode },
  });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return answer;
  });
  return { client, asked };
}

const yes = { action: 'accept', content: { confirm: true } };
const eras = ['stateless', 'legacy'] as const;

verifiesThrough(
  ['mcp.confirm.elicitation', 'mcp.revision.input'],
  eras,
  'the person is asked once, and yes sends',
  async (era) => {
    const platform = await open();
    const { client, asked } = await withPerson(platform, era, yes);
    const sent = await client.callTool({ name: 'send_email_batch', arguments: two });
    expect((sent.structuredContent as Json).data).toHaveLength(2);
    // The model does not see the client's question to its person.
    expect(JSON.stringify(sent.content)).toContain('Your client asked the person, who approved');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^Send a batch of emails: to 2 people/);
    expect(await count(platform)).toBe(2);
  },
);

verifiesThrough(
  'mcp.confirm.elicitation',
  eras,
  'an elicitation that the person declines sends nothing',
  async (era) => {
    const platform = await open();
    const answers = [{ action: 'decline' }, { action: 'cancel' }, { ...yes, content: { confirm: false } }];
    for (const answer of answers) {
      const { client } = await withPerson(platform, era, answer);
      const { isError, content } = await client.callTool({ name: 'send_email_batch', arguments: two });
      const result = JSON.parse((content[0] as Json).text);
      expect([isError, result.details.reason]).toEqual([true, 'declined']);
      expect(result.details.confirmation_token).toBeUndefined();
    }
    expect(await count(platform)).toBe(0);
  },
);

verifiesThrough(
  'mcp.confirm.no-deputy',
  eras,
  "a confirmation by the assistant does not replace the person's answer",
  async (era) => {
    const platform = await open();
    const { confirmation_token } = (await held(assistantOf(platform), 'send_email_batch', two)).details;
    const { client, asked } = await withPerson(platform, era, { action: 'decline' });
    const given = { ...two, confirmation_token };
    const { isError } = await client.callTool({ name: 'send_email_batch', arguments: given });
    expect([isError, asked.length, await count(platform)]).toEqual([true, 1, 0]);
  },
);

verifies('mcp.confirm.stopping', 'a call that stops mail needs no approval', async () => {
  const platform = await open({ confirm: 'always' });
  const assistant = assistantOf(platform);
  const named = await campaign(platform);
  await platform.call('send_campaign', { ...named, scheduledAt: '2031-05-04T09:00' });
  expect((await assistant.call('cancel_campaign', named)).result.status).toBe('DRAFT');
  await platform.call('update_campaign', { ...named, throttle: { perHour: 1 } });
  await platform.call('send_campaign', named);
  await platform.deliver();
  expect((await assistant.call('pause_campaign', named)).refused).toBe(false);
  const left = await assistant.call('unsubscribe_subscriber', { subscriber: 'ada@takes-mail.com' });
  expect(left.result.status).toBe('UNSUBSCRIBED');
  // Resuming counts as a send.
  await held(assistant, 'resume_campaign', named);
});

verifiesThrough(
  'mcp.confirm.mcp-alone',
  ['v2', 'tools', 'cli'],
  'other interfaces need no approval and accept no confirmation',
  async (door) => {
    const platform = await open();
    const sent = await outputThrough(door, platform, 'send_email_batch', two);
    expect(sent.data).toHaveLength(2);
    const confirmed = { ...mail(), confirmation_token: 'x' };
    expect(await callThrough(door, platform, 'send_email', confirmed)).toMatchObject({
      ok: false,
      name: 'validation_error',
    });
  },
);

verifies('mcp.token-limits', 'an assistant has only the rights of its token', async () => {
  const platform = await open();
  const { organization } = platform;
  const limited = async (fields: Json) =>
    assistantOf(platform, { token: (await platform.addToken(organization, fields)).token });
  const outside = mail({ to: realMailbox });
  const bound = await limited({ allowed_recipients: ['*@acme.dev'] });
  expect((await bound.call('send_email', outside)).result.name).toBe('restricted_api_key');
  const capped = await limited({ send_cap: { per_hour: 1, per_day: null } });
  expect((await capped.call('send_email', outside)).refused).toBe(false);
  const over = await capped.call('send_email', mail({ to: 'ada@takes-mail.com' }));
  expect(over.result).toMatchObject({
    name: 'rate_limit_exceeded',
    next: expect.stringMatching(/^Wait \d+ sec/),
  });
  const testing = await limited({ mode: 'test' });
  await testing.call('send_email', mail({ to: 'bob@takes-mail.com' }));
  await platform.deliver();
  expect(platform.mailbox.messages.map(({ to }) => to.address)).toEqual([realMailbox]);
});
