import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failures } from '../../../src/model/failure.ts';
import { catalogue } from '../../../tools/index.ts';
import { dryRunOfSend } from '../../engine/approval/preview-scene.ts';
import { callThrough, outputThrough } from '../../spec/doors.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';
import { sendable } from './scene.ts';

const empty = { filter: { field: 'email', operator: 'eq', value: 'unknown@example.com' } };
const { sentence } = failures.audience_empty;
const warning = 'No subscriber would receive it now';

onBothDatabases((place) => {
  describe('a campaign to an empty audience', () => {
    test("reports the empty audience in the draft's problem, in previews and in the result of its send", async () => {
      const { use, http, platform, organization } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const draft = await use('create_campaign', { ...sendable, audience: empty });
      const { id: campaignId } = draft;
      expect(draft.problem).toBe(sentence);
      expect((await use('get_campaign', { campaignId })).problem).toBe(sentence);
      expect((await use('update_campaign', { campaignId, subject: 'Else' })).problem).toBe(sentence);
      expect((await use('preview_campaign_audience', { campaignId })).warnings).toContain(warning);
      const sendCampaign = catalogue.find(({ name }) => name === 'send_campaign')!;
      const { engine } = platform.platform;
      const overRest = platform.caller('v2', organization);
      const { preview } = await dryRunOfSend(engine, sendCampaign, overRest, { campaignId });
      expect(preview).toMatchObject({ recipients: 0, warnings: expect.arrayContaining([warning]) });
      const byName = platform.caller('cli', organization);
      const refused = await dryRunOfSend(engine, sendCampaign, byName, { campaignId });
      expect(refused.preview.warnings[0]).toBe(`The send would be refused: ${sentence}`);

      const { status, body } = await http('POST', `/api/v2/campaigns/${campaignId}/send`, { body: {} });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'SCHEDULED', warnings: expect.arrayContaining([warning]) });
      await platform.deliver();
      expect(await use('get_campaign', { campaignId })).toMatchObject({ status: 'SENT', problem: null });
    });

    test('keeps its problem while it waits, until a subscriber joins', async () => {
      const { use, http, platform } = place();
      const { id: campaignId } = await use('create_campaign', sendable);
      const scheduledAt = new Date(platform.clock.now() + 3_600_000).toISOString();
      await http('POST', `/api/v2/campaigns/${campaignId}/send`, { body: { scheduledAt } });
      expect((await use('get_campaign', { campaignId })).problem).toBe(sentence);
      await use('create_subscriber', { email: 'ada@example.com' });
      expect((await use('get_campaign', { campaignId })).problem).toBeNull();
    });

    test.each([
      ['unsubscribed', 'unsubscribe_subscriber', { subscriber: 'ada@example.com' }],
      ['is suppressed', 'add_suppression', { email: 'ada@example.com' }],
    ])('includes a campaign whose only subscriber %s', async (_, tool, input) => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const { id: campaignId, problem } = await use('create_campaign', sendable);
      expect(problem).toBeNull();
      await use(tool, input);
      expect((await use('get_campaign', { campaignId })).problem).toBe(sentence);
    });

    test('does not include a campaign whose subscriber recently got other mail', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      for (const name of ['One', 'Two', 'Three']) {
        const { id: campaignId } = await use('create_campaign', { ...sendable, name });
        expect((await use('send_campaign', { campaignId })).warnings).not.toContain(warning);
      }
    });

    test('reports the deleted part of the audience instead if that is the cause', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com', tags: ['vip'] });
      const audience = { tags: { any: ['vip'] } };
      const { id: campaignId } = await use('create_campaign', { ...sendable, audience });
      await use('delete_tag', { tag: 'vip' });
      const { problem } = await use('get_campaign', { campaignId });
      expect(problem).toContain('is no tag of this organization any more');
      expect(problem).not.toContain(sentence);
    });
  });

  describe('a duplicate of a campaign', () => {
    test('is a new draft with the same content and audience, whatever the status of the original', async () => {
      const { use, outcome, platform } = place();
      await use('create_subscriber', { email: 'ada@example.com', tags: ['vip'] });
      const made = await use('create_campaign', {
        ...sendable,
        preview: 'Look',
        fromName: 'Acme',
        replyTo: 'help@acme.example',
        timezone: 'Europe/Lisbon',
        audience: { tags: { any: ['vip'] } },
        throttle: { perHour: 5 },
        tracking: { opens: true },
        abTest: {
          variants: [{ subject: 'A' }, { subject: 'B' }],
          percent: 50,
          metric: 'opens',
          waitMinutes: 1,
        },
      });
      const copyOf = async () => {
        const { output, created } = await outcome('duplicate_campaign', { campaignId: made.id });
        expect(created).toBe(true);
        return output as typeof made;
      };
      const expected = {
        ...made,
        id: expect.stringMatching(/^cmp_/),
        name: 'Our news (copy)',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      };
      expect(await copyOf()).toEqual(expected);
      await use('send_campaign', { campaignId: made.id });
      expect(await copyOf()).toEqual(expected);
      await platform.deliver();
      await platform.clock.advance(120_000);
      await platform.deliver();
      const copy = await copyOf();
      expect(copy).toEqual(expected);
      expect(copy.id).not.toBe(made.id);
      await use('send_campaign', { campaignId: copy.id });
      await platform.deliver();
      await platform.clock.advance(120_000);
      await platform.deliver();
      expect(await use('get_campaign', { campaignId: copy.id })).toMatchObject({ stats: { recipients: 1 } });
    });

    test('has a name within the length limit, and needs an existing campaign', async () => {
      const { use, refusal } = place();
      const { id: campaignId } = await use('create_campaign', { ...sendable, name: 'x'.repeat(256) });
      const { name } = await use('duplicate_campaign', { campaignId });
      expect(name).toBe(`${'x'.repeat(249)} (copy)`);
      expect(
        await refusal('duplicate_campaign', { campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x' }),
      ).toMatchObject({
        failure: 'not_found',
      });
    });
  });
});

describe('sending a campaign to an empty audience', () => {
  let posthouse: SimulatedPlatform;
  beforeAll(async () => {
    posthouse = await openPlatform();
  });
  afterAll(() => posthouse.close());

  test.each(['v1', 'v2'] as const)('is accepted through %s', async (door) => {
    const { output } = await posthouse.call('create_campaign', { ...sendable, audience: empty });
    const { id: campaignId } = output as { id: string };
    expect(await outputThrough(door, posthouse, 'send_campaign', { campaignId })).toMatchObject({
      status: 'SCHEDULED',
    });
  });

  test.each(['mcp', 'tools', 'cli'] as const)('is refused with the reason through %s', async (door) => {
    const { output } = await posthouse.call('create_campaign', { ...sendable, audience: empty });
    const { id: campaignId } = output as { id: string };
    expect(await callThrough(door, posthouse, 'send_campaign', { campaignId })).toMatchObject({
      ok: false,
      name: 'audience_empty',
      message: sentence,
    });
    const { output: after } = await posthouse.call('get_campaign', { campaignId });
    expect(after).toMatchObject({ status: 'DRAFT' });
  });
});
