import { describe, expect, test } from 'vitest';
import { assistantOf, type ToolResult } from '../../../spec/assistants/assistant.ts';
import { mail, open, realMailbox } from '../../../spec/scene.ts';
import { sendable } from '../../../tools/campaigns/scene.ts';
import { cold } from '../../../tools/verification/scene.ts';
import { refused } from '../../../world/mail/capture-mail.ts';
import type { SimulatedPlatform } from '../../../world/platform.ts';

/** Summaries of mails, campaigns and content for assistants: each fact once, and no empty ones. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

async function made(platform: SimulatedPlatform, tool: string, input: object): Promise<Answer> {
  return (await platform.call(tool, input)).output;
}

const notesOf = ({ content }: ToolResult): string[] =>
  content.slice(1).flatMap(({ type, text }) => (type === 'text' ? [text!] : []));

describe('get_email', () => {
  test('omits the HTML if there is text, and says where to read it', async () => {
    const platform = await open();
    const { id } = await made(platform, 'send_email', mail());
    const short = await assistantOf(platform).call('get_email', { id });
    expect(short.result).toMatchObject({ text: '⟦Hello⟧', delivery_mode: 'test' });
    expect(short.result).not.toHaveProperty('html');
    const uri = `posthouse://emails/${id}/html`;
    expect(notesOf(short)).toEqual([
      expect.stringMatching(
        /^Left out, as text says the same: html \([\d,]+ characters\); read it at posthouse:\S+, or ask with detail full\.$/,
      ),
    ]);
    expect(short.content.at(-1)).toEqual({
      type: 'resource_link',
      uri,
      name: 'html',
      mimeType: 'text/html',
    });
    const whole = await assistantOf(platform).call('get_email', { id, detail: 'full' });
    expect(whole.result.html).toContain('Hello');
    expect([notesOf(whole), whole.content.length]).toEqual([[], 1]);
    const { contents } = await assistantOf(platform).result('resources/read', { uri });
    expect(contents[0].text).toContain('Hello');
  });

  test('includes the HTML of a mail without text', async () => {
    const platform = await open();
    const { id } = await made(
      platform,
      'send_email',
      mail({ html: '<table class="a.png"><tr><td></td></tr></table>' }),
    );
    const { result, content } = await assistantOf(platform).call('get_email', { id });
    expect(result).toMatchObject({ text: '', html: expect.stringContaining('a.png') });
    expect(content).toHaveLength(1);
  });

  test('includes the SMTP reply to a refused mail only once', async () => {
    const platform = await open();
    platform.mailbox.next(refused(550, 'rcpt', '5.1.1'));
    const { id } = await made(platform, 'send_email', mail({ to: realMailbox }));
    await platform.deliver();
    const bounceOf = ({ result }: ToolResult) =>
      result.events.find(({ type }: { type: string }) => type === 'bounced').data;
    const short = bounceOf(await assistantOf(platform).call('get_email', { id }));
    expect(short).toEqual({
      by: '⟦simulated:25⟧',
      kind: '⟦mailbox⟧',
      enhanced: '⟦5.1.1⟧',
      message: '⟦550 5.1.1 refused by the simulation⟧',
      attempt: 1,
      bounce: { type: '⟦hard⟧', subType: '⟦mailbox⟧' },
    });
    const whole = bounceOf(await assistantOf(platform).call('get_email', { id, detail: 'full' }));
    expect(whole.bounce).toEqual({ ...short.bounce, message: short.message });
  });

  test('includes the SMTP reply if no other field contains it', async () => {
    const platform = await open();
    const { id } = await made(platform, 'send_email', mail({ to: 'bounce@example.com' }));
    const { result } = await assistantOf(platform).call('get_email', { id });
    expect(result.events.at(-1).data.bounce.message).toContain('550');
  });
});

test('a list of mails states the delivery mode only for mail that is not really sent', async () => {
  const platform = await open();
  await made(platform, 'send_email', mail({ to: realMailbox, subject: 'Leaves' }));
  await made(platform, 'send_email', mail({ subject: 'Fixture' }));
  await made(platform, 'update_organization', { id: platform.organization.id, sending_enabled: false });
  await platform.http('POST', '/api/v2/emails', { body: mail({ to: realMailbox, subject: 'Kept' }) });
  const { result } = await assistantOf(platform).call('list_emails');
  const modes = result.data.map(({ subject, ...one }: Answer) => [subject, one.delivery_mode]);
  expect(modes).toEqual([
    ['⟦Kept⟧', 'captured'],
    ['⟦Fixture⟧', 'test'],
    ['⟦Leaves⟧', undefined],
  ]);
  const full = await assistantOf(platform).call('list_emails', { detail: 'full' });
  expect(full.result.data.at(-1).delivery_mode).toBe('live');
});

describe('a campaign', () => {
  const tested = {
    ...sendable,
    tracking: { opens: true },
    abTest: {
      variants: [{ subject: 'One' }, { subject: 'Two' }],
      percent: 20,
      metric: 'opens',
      waitMinutes: 60,
    },
  };

  test('has counts, also for its variants, only after it has started', async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { id: campaignId } = await made(platform, 'create_campaign', tested);
    const looks = async () => [
      (await assistant.call('get_campaign', { campaignId })).result,
      (await assistant.call('list_campaigns')).result.data[0],
    ];
    for (const one of await looks()) expect(one).not.toHaveProperty('stats');
    const [draft] = await looks();
    expect(draft.abTest).toMatchObject({ percent: 20, metric: 'opens' });
    for (const variant of draft.abTest.variants) {
      expect(Object.keys(variant)).toEqual([
        'name',
        'subject',
        'preview',
        'contentType',
        'html',
        'markdown',
        'tiptap',
      ]);
    }
    const full = await assistant.call('get_campaign', { campaignId, detail: 'full' });
    expect([full.result.stats.sent, full.result.abTest.variants[0].stats.sent]).toEqual([0, 0]);
    await made(platform, 'create_subscriber', { email: 'ada@example.com' });
    await made(platform, 'send_campaign', { campaignId });
    await platform.deliver();
    for (const one of await looks()) expect(one.stats.recipients).toBe(1);
    expect((await looks())[0].abTest.variants[0]).toHaveProperty('stats');
  });

  test('with an empty audience has counts', async () => {
    const platform = await open();
    const { id: campaignId } = await made(platform, 'create_campaign', sendable);
    await made(platform, 'send_campaign', { campaignId });
    await platform.deliver();
    const { result } = await assistantOf(platform).call('get_campaign', { campaignId });
    expect([result.status, result.stats?.recipients]).toEqual(['SENT', 0]);
  });
});

describe('a badge', () => {
  test('is shown once, with its number of findings and their places', async () => {
    const platform = await open();
    const rest = (await platform.http('POST', '/api/v2/verify/content', { body: cold })).body;
    const ids = rest.badges.map(({ id }: Answer) => id);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    const { result } = await assistantOf(platform).call('verify_content', cold);
    expect(result.badges.map(({ id }: Answer) => id)).toEqual([...new Set(ids)]);
    for (const { id, path, count = 1 } of result.badges) {
      expect([id, path, count]).toEqual([id, 'content', ids.filter((one: string) => one === id).length]);
    }
  });

  test('of several variants names each of its places, also in a refusal', async () => {
    const platform = await open();
    const { markdown } = cold;
    const variants = [{ markdown }, { markdown: `${markdown}\n\nThank you.` }];
    const { id: campaignId } = await made(platform, 'create_campaign', {
      ...sendable,
      abTest: { variants, percent: 20, metric: 'clicks', waitMinutes: 60 },
      tracking: { clicks: true },
    });
    const places = 'abTest.variants[0-1].content';
    const draft = (await assistantOf(platform).call('get_campaign', { campaignId })).result;
    const { result } = await assistantOf(platform).call('test_campaign', {
      campaignId,
      to: ['a@example.com'],
    });
    for (const { badges } of [draft, result]) {
      expect(badges.length).toBeGreaterThan(0);
      expect(new Set(badges.map(({ id }: Answer) => id)).size).toBe(badges.length);
      for (const badge of badges) expect(badge).toMatchObject({ path: places, count: expect.any(Number) });
    }
  });
});
