import { expect, test } from 'vitest';
import { assistantOf, type Json, type ToolResult } from '../../../spec/assistants/assistant.ts';
import { open } from '../../../spec/scene.ts';

const notesOf = ({ content }: ToolResult) => content.slice(1).map(({ text }) => text);

test('email metrics omit the periods without mail and say that they were zero', async () => {
  const platform = await open({ confirm: 'never' });
  const assistant = assistantOf(platform);
  const mail = { from: 'hello@acme.com', to: 'ada@acme.dev', subject: 'Hi', markdown: 'Hi' };
  await platform.call('send_email', mail);
  const asked = { interval: 'day', limit: 20 };
  const short = await assistant.call('get_email_metrics', asked);
  expect(short.result.data).toMatchObject([{ accepted: 1 }]);
  const full = await assistant.call('get_email_metrics', { ...asked, detail: 'full' });
  expect(full.result.data.length).toBe(20);
  expect(notesOf(full)).toEqual([]);
  expect(notesOf(short)).toEqual(['Omitted from data: 19 of 20 periods, in which every count is 0.']);
  expect(short.result.next_after).toBe(full.result.next_after);
  const before = await assistant.call('get_email_metrics', { ...asked, after: full.result.next_after });
  expect(before.result.data).toEqual([]);
  expect(notesOf(before)[0]).toMatch(/^Omitted from data: all \d+ periods, in which every count is 0\.$/);
  const whole = (await platform.call('get_email_metrics', asked)).output as Json;
  expect(whole.data).toHaveLength(20);
});

test('a campaign report omits the periods without mail, opens and clicks', async () => {
  const platform = await open({ confirm: 'never' });
  const assistant = assistantOf(platform);
  await platform.call('create_subscriber', { email: 'ada@acme.dev' });
  const { id } = (
    await platform.call('create_campaign', {
      ...{ name: 'May', subject: 'News', fromEmail: 'hello@acme.dev' },
      markdown: 'Hello\n\n[Leave]({{unsubscribeUrl}})',
    })
  ).output as Json;
  await platform.call('send_campaign', { campaignId: id });
  await platform.deliver();
  await platform.clock.advance(60 * 60_000);
  await platform.deliver();
  const short = await assistant.call('get_campaign_report', { campaign_id: id });
  const full = (await assistant.call('get_campaign_report', { campaign_id: id, detail: 'full' })).result;
  expect(short.result.totals).toMatchObject({ sent: 1 });
  expect(full.series.buckets.length).toBeGreaterThan(5);
  expect(short.result.series.buckets).toEqual(full.series.buckets.filter(({ sent }: Json) => sent > 0));
  expect(notesOf(short)).toContain(
    `Omitted from series.buckets: ${full.series.buckets.length - 1} of ${full.series.buckets.length} periods, in which every count is 0.`,
  );
});
