import { describe, expect, test } from 'vitest';
import { argumentNames } from '../../../../src/contract/description/tool-description.ts';
import { offeredAt } from '../../../../src/contract/tool.ts';
import { listedName } from '../../../../src/model/text/alias.ts';
import { catalogue } from '../../../../tools/index.ts';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { mail, open } from '../../../spec/scene.ts';

/**
 * A misspelled call option would be lost: an unknown `dry_run` means a real send. So each is reported with
 * the name this door lists, and never with an unlisted one.
 */

type Fault = { path: string; code: string; message: string };

function unknownOf({ result }: { result: Json }): string[] {
  expect(result.name).toBe('validation_error');
  return (result.details as Fault[])
    .filter(({ code }) => code === 'unknown_field')
    .map(({ path, message }) => `${path}: ${message}`);
}

describe('a misspelled call option', () => {
  test.each([
    ['dryrun', 'dry_run'],
    ['dry-run', 'dry_run'],
    ['idempotency-key', 'idempotency_key'],
  ])(
    '%s is reported as %s with or without a confirmation step, and nothing is sent',
    async (given, meant) => {
      const platform = await open();
      const assistant = assistantOf(platform);
      const sentence = `${given}: is not a field of this request; did you mean ${meant}?`;
      expect(unknownOf(await assistant.call('send_email', mail({ [given]: true })))).toEqual([sentence]);
      const emails = [mail(), mail({ to: 'ada@example.com' })];
      expect(unknownOf(await assistant.call('send_email_batch', { emails, [given]: true }))).toEqual([
        sentence,
      ]);
      expect((await platform.call('list_emails', {})).output).toMatchObject({ data: [] });
    },
  );

  test('is reported for detail, and other names of a field are not suggested', async () => {
    const assistant = assistantOf(await open());
    expect(unknownOf(await assistant.call('list_emails', { details: 'full' }))).toEqual([
      'details: is not a field of this request; did you mean detail?',
    ]);
    const [all] = unknownOf(await assistant.call('list_emails', { zzzzzzzz: 1 }));
    expect(all).toContain('; it has limit, after, before, last_event, ');
    expect(all).toContain(', detail');
    expect(
      unknownOf(await assistant.call('track_event', { name: 'x', email: 'a@example.com', zzzzzzzz: 1 }))[0],
    ).not.toMatch(/\b(event|data)\b/);
  });

  test('in an object is reported with the valid fields of the object', async () => {
    const assistant = assistantOf(await open());
    const workflowId = 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzb';
    const played = async (more: Record<string, unknown>) =>
      unknownOf(await assistant.call('simulate_workflow', { workflowId, ...more }));
    expect(await played({ person: { email: 'ada@example.com' } })).toEqual([
      'person.email: is not a field of this request; it has status, firstName, attributes, tags, timezone',
    ]);
    expect(await played({ acts: [{ click: 'hello' }] })).toEqual([
      'acts[0].click: is not a field of this request; did you mean clicks?',
    ]);
  });

  test('is reported over REST with the names of REST', async () => {
    const platform = await open();
    const { body } = await platform.http('POST', '/api/v2/tools/send_email', {
      body: mail({ dryRun: true }),
    });
    expect(body.details).toMatchObject([{ path: 'dryRun', message: expect.stringContaining('dry_run?') }]);
    const listed = await platform.http('POST', '/api/v2/tools/list_emails', { body: { details: 'full' } });
    expect(listed.body.details[0].message).not.toContain('detail,');
    const plain = await platform.http('POST', '/api/v2/emails', { body: mail({ dryRun: true }) });
    expect(plain.body.details[0].message).not.toContain('dry_run');
  });

  test('is compared with the names that each interface lists', async () => {
    const listed = await assistantOf(await open()).tools();
    for (const { name, inputSchema } of listed) {
      const tool = catalogue.find((one) => one.name === name)!;
      const known = argumentNames(tool, 'mcp').map(listedName);
      const unlisted = known.filter((one) => !(one in inputSchema.properties));
      expect(known.filter((one) => !unlisted.includes(one))).toEqual(
        Object.keys(inputSchema.properties).filter((one) => one !== 'confirmation_token'),
      );
      // Call options: the response asks for them, or the tool may be repeated without them.
      const ofTheCall = ['confirmation_token', 'idempotency_key', 'dry_run'];
      expect([name, unlisted.filter((one) => !ofTheCall.includes(one))]).toEqual([name, []]);
    }
    for (const tool of catalogue.filter((one) => offeredAt(one, 'v2'))) {
      expect(argumentNames(tool, 'v2').includes('dry_run')).toBe('dry_run' in tool.input.shape);
    }
  });
});

test('an argument of a wrong type is not also checked for its size', async () => {
  const { to: _, ...message } = mail();
  const { result } = await assistantOf(await open()).call('send_test_email', {
    ...message,
    to: 'a@example.com',
  });
  expect(result.details).toEqual([{ path: 'to', code: 'invalid', message: 'must be an array' }]);
});

describe('a caller who may not use a tool', () => {
  test('is refused for the missing scope, whatever the arguments', async () => {
    const platform = await open();
    const { token } = await platform.addToken(platform.organization, { scopes: ['campaigns.read'] });
    const assistant = assistantOf(platform, { token });
    for (const given of [{}, { campaignId: 1, zzz: 2 }, { campaignId: 'cmp_x', confirmation_token: 5 }]) {
      const { result } = await assistant.call('send_campaign', given);
      expect([result.name, result.details]).toEqual(['restricted_api_key', { scope: 'campaigns.send' }]);
      expect(result.next).toBe(
        'Ask the person for an API token with the scope campaigns.send; do not try to bypass it.',
      );
    }
  });

  test('is not directed to another forbidden tool in the next step', async () => {
    const platform = await open({ settings: { requireVerifiedDomain: true } });
    const { token } = await platform.addToken(platform.organization, {
      scopes: ['emails.send', 'domains.read'],
    });
    const { result } = await assistantOf(platform, { token }).call('send_email', mail());
    expect(result.name).toBe('domain_not_verified');
    expect(result.next).toBe('Call list_domains and send from a verified domain.');
  });
});
