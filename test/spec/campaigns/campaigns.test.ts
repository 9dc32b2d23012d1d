import { describe, expect } from 'vitest';
import { callThrough, doors, outputThrough } from '../doors.ts';
import { dayMs, open } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';
import { made, news, phishing, sending } from './campaign-scene.ts';

describe('campaigns', () => {
  verifiesThrough(
    'campaign.crud',
    doors.all,
    'can be created, listed, read, changed and deleted',
    async (door) => {
      const platform = await open();
      const use = (tool: string, input: Record<string, unknown> = {}) =>
        outputThrough(door, platform, tool, input);
      const campaign = await use('create_campaign', news);
      expect(campaign).toMatchObject({
        name: 'May news',
        subject: 'Our news in May',
        fromEmail: 'news@acme.example',
        content: news.markdown,
        contentType: 'MARKDOWN',
        status: 'DRAFT',
        paused: false,
        timezone: 'UTC',
        revision: 1,
      });
      const campaignId = campaign.id;
      expect(await use('get_campaign', { campaignId })).toEqual(campaign);
      const { data } = await use('list_campaigns', { query: 'may', status: 'draft' });
      expect(data).toMatchObject([{ id: campaignId, stats: { recipients: 0 } }]);
      const changed = await use('update_campaign', { campaignId, subject: 'News', preview: 'All of it' });
      expect(changed).toMatchObject({ name: 'May news', subject: 'News', preview: 'All of it', revision: 2 });
      expect(await use('delete_campaign', { campaignId })).toMatchObject({ id: campaignId, deleted: true });
      expect(await callThrough(door, platform, 'get_campaign', { campaignId })).toMatchObject({
        ok: false,
        name: 'not_found',
      });
      expect((await use('list_campaigns')).data).toEqual([]);
    },
  );

  verifies(
    ['campaign.envelope.v1', 'campaign.send.answer.v2', 'resource.create-status'],
    'have an envelope in v1 and none in v2, where only create returns 201',
    async () => {
      const { http } = await open();
      const v1 = await http('POST', '/api/v1/campaigns', { body: { ...news, content: news.markdown } });
      expect([v1.status, Object.keys(v1.body)]).toEqual([200, ['success', 'campaign', 'campaignId']]);
      expect(v1.body.campaignId).toBe(v1.body.campaign.id);
      const v2 = await http('POST', '/api/v2/campaigns', { body: news });
      expect([v2.status, v2.body.object]).toEqual([201, 'campaign']);
      const sent = await http('POST', `/api/v2/campaigns/${v2.body.id}/send`, { body: {} });
      expect([sent.status, sent.body]).toMatchObject([200, { object: 'campaign', status: 'SCHEDULED' }]);
      const inV1 = await http('POST', `/api/v1/campaigns/${v1.body.campaignId}/send`);
      const { id, status, scheduledAt, timezone } = inV1.body.campaign;
      expect([inV1.status, inV1.body.success, inV1.body.campaignId]).toEqual([200, true, id]);
      expect([status, timezone, scheduledAt]).toEqual(['SCHEDULED', 'UTC', '2026-01-01T00:00:00.000Z']);
    },
  );

  verifiesThrough('campaign.create.named', doors.all, 'need a name or a subject', async (door) => {
    const platform = await open();
    const result = await callThrough(door, platform, 'create_campaign', { preview: 'x' });
    expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    const bySubject = await outputThrough(door, platform, 'create_campaign', { subject: 'Hello' });
    expect(bySubject).toMatchObject({ name: 'Hello', subject: 'Hello', content: null });
  });

  verifiesThrough(
    'campaign.content',
    doors.current,
    'have their body in exactly one format',
    async (door) => {
      const platform = await open();
      const body = async (fields: object) => {
        const { markdown: _, ...rest } = news;
        const answer = await outputThrough(door, platform, 'create_campaign', { ...rest, ...fields });
        const { content, contentType, html, markdown, tiptap } = answer;
        return { content, contentType, html, markdown, tiptap };
      };
      const none = { html: null, markdown: null, tiptap: null };
      const asHtml = { content: '<p>a</p>', contentType: 'HTML', ...none, html: '<p>a</p>' };
      expect(await body({ html: '<p>a</p>' })).toEqual(asHtml);
      expect(await body({ content: '<p>a</p>', contentType: 'HTML' })).toEqual(asHtml);
      const asMarkdown = { content: '# a', contentType: 'MARKDOWN', ...none, markdown: '# a' };
      expect(await body({ markdown: '# a' })).toEqual(asMarkdown);
      expect(await body({ content: '# a' })).toEqual(asMarkdown);
      const tiptap = { type: 'doc', content: [{ type: 'paragraph' }] };
      const content = JSON.stringify(tiptap);
      const asTiptap = { content, contentType: 'TIPTAP', ...none, tiptap };
      expect(await body({ tiptap })).toEqual(asTiptap);
      expect(await body({ content, contentType: 'TIPTAP' })).toEqual(asTiptap);
      for (const two of [
        { html: 'a', markdown: 'b' },
        { content: 'a', html: 'b' },
      ]) {
        const result = await callThrough(door, platform, 'create_campaign', { subject: 'x', ...two });
        expect(result).toMatchObject({ ok: false, name: 'validation_error' });
      }
    },
  );

  verifiesThrough('campaign.audience', doors.all, 'name their audience', async (door) => {
    const platform = await open();
    const { id } = await outputThrough(door, platform, 'create_tag', { name: 'News' });
    const { audience } = await outputThrough(door, platform, 'create_campaign', {
      subject: 'x',
      audience: { tags: { any: ['news'], none: [id] } },
    });
    expect(audience.tags).toEqual({ any: [id], all: [], none: [id] });
    const result = await callThrough(door, platform, 'create_campaign', {
      subject: 'x',
      audience: { tags: { any: ['unheard of'] } },
    });
    expect(result).toMatchObject({
      ok: false,
      name: 'validation_error',
      // Assistants read each error once, in the details.
      message: `audience.tags.any[0] ${door === 'mcp' ? 'is wrong: see details' : 'is no tag of this organization'}`,
    });
  });

  verifiesThrough('campaign.edit.revision', doors.all, 'are protected by their revision', async (door) => {
    const platform = await open();
    const campaignId = await made(door, platform);
    const edit = (preview: string) =>
      callThrough(door, platform, 'update_campaign', { campaignId, preview, expectedRevision: 1 });
    expect(await edit('one')).toMatchObject({ ok: true });
    expect(await edit('two')).toMatchObject({ ok: false, name: 'conflict' });
  });

  verifiesThrough(
    'campaign.delete',
    doors.all,
    'are cancelled when they are deleted while scheduled',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'create_subscriber', { email: 'grace@example.com' });
      const campaignId = await made(door, platform);
      await outputThrough(door, platform, 'send_campaign', { campaignId, scheduledAt: '2026-01-02T00:00Z' });
      await outputThrough(door, platform, 'delete_campaign', { campaignId });
      await platform.clock.advance(dayMs);
      await platform.deliver();
      expect((await outputThrough('v2', platform, 'list_emails', {})).data).toEqual([]);
    },
  );

  verifies('campaign.delete', 'cannot be deleted while they are being sent, which returns 400', async () => {
    const platform = await open();
    const campaignId = await sending(platform);
    for (const version of ['v1', 'v2']) {
      const { status } = await platform.http('DELETE', `/api/${version}/campaigns/${campaignId}`);
      expect([version, status]).toEqual([version, 400]);
    }
  });

  verifiesThrough('campaign.warnings', doors.all, 'get warnings while they are edited', async (door) => {
    const platform = await open();
    const { badges, id } = await outputThrough(door, platform, 'create_campaign', phishing);
    expect(badges).toContainEqual(expect.objectContaining({ severity: 'block' }));
    const changed = await outputThrough(door, platform, 'update_campaign', {
      campaignId: id,
      ...news,
    });
    expect(changed.badges.filter(({ severity }: { severity: string }) => severity === 'block')).toEqual([]);
  });
});
