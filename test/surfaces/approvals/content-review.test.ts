import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { fanOutDue } from '../../../src/engine/webhooks/fan-out.ts';
import type { PersonRole } from '../../../src/model/person/roles.ts';
import { runApprovals } from '../../../src/surfaces/cli/approvals/approvals.ts';
import { addWebhook, messages } from '../../engine/webhooks/webhook-scene.ts';
import { type Assistant, assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { open } from '../../spec/scene.ts';
import { suspicious } from '../../tools/campaigns/suspicious.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import { keptStreams } from '../cli/runner.ts';
import { type Browser, personIn, signedIn } from '../console/scene.ts';

const origin = 'https://posthouse.example';

type Scene = { platform: SimulatedPlatform; assistant: Assistant; at: Browser; campaignId: string };

async function scene(roles: readonly PersonRole[] = ['admin']): Promise<Scene> {
  const platform = await open({ settings: { baseUrl: origin }, mcp: { confirmBy: 'console' } });
  await platform.call('create_subscriber', { email: 'ada@mailbox.dev' });
  const { output } = await platform.call('create_campaign', { name: 'Prize', ...suspicious });
  const at = await signedIn(platform, await personIn(platform, platform.organization, { roles }));
  return { platform, assistant: assistantOf(platform), at, campaignId: (output as Json).id };
}

async function approvals({ platform, assistant }: Scene, words: string[], typed = '') {
  const streams = keptStreams();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  output.resume();
  input.end(typed);
  const environment = {
    readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
    openConfigured: async () => ({
      ...platform.platform,
      http: platform.platform.http,
      close: async () => {},
    }),
  };
  const code = await runApprovals(words, environment, streams, { input, output });
  output.end();
  return { assistant, ...streams.result(code) };
}

async function aboutOf(at: Browser, path: string): Promise<string> {
  return /name="about" value="([^"]*)"/.exec((await at.get(path)).text)![1]!;
}

describe('a review of content', () => {
  test('is requested by an assistant’s send, but not by its dry run, and released only by a person', async () => {
    const here = await scene(['approver']);
    const { assistant, campaignId, at, platform } = here;
    await addWebhook(platform, { events: ['approval.*'] });
    const dry = await assistant.call('send_campaign', { campaignId, dry_run: true });
    expect(dry.result.preview.warnings[0]).toContain('after a person has reviewed');
    expect((await assistant.call('list_approvals')).result.data).toEqual([]);
    const { refused, result } = await assistant.call('send_campaign', { campaignId });
    expect(refused).toBe(true);
    expect(result).toMatchObject({ name: 'content_verification_failed', code: 'CONTENT_REVIEW' });
    const { id, url } = result.review;
    expect(result.next).toContain(`call wait_for_approval with ${id}`);
    const decision = { id, decision: 'approve', about: 'x' };
    expect(await assistant.code('tools/call', { name: 'decide_approval', arguments: decision })).toBe(-32602);
    expect((await assistant.call('get_approval', { id })).result).toMatchObject({
      status: 'pending',
      tool: 'content_review',
      preview: { object: 'change_preview' },
    });
    const path = url.slice(origin.length);
    expect((await at.get(path)).text).toContain('Release content “<bdi>You have been selected</bdi>”?');
    await at.post(path, { decision: 'approve', about: await aboutOf(at, path) });
    expect((await assistant.call('wait_for_approval', { id })).result.status).toBe('approved');
    const asked = (await assistant.call('send_campaign', { campaignId })).result;
    expect(asked).toMatchObject({ name: 'confirmation_required' });
    await fanOutDue(platform.platform.engine);
    const heard = (await messages(platform)).map(({ payload: { type, data } }) => [
      type,
      (data as Json).tool,
    ]);
    expect(heard.slice(0, 2)).toEqual([
      ['approval.requested', 'content_review'],
      ['approval.decided', 'content_review'],
    ]);
    const entries = (await platform.call('list_audit_log', {})).output as Json;
    expect(entries.data).toContainEqual(
      expect.objectContaining({ tool: 'decide_approval', about: expect.arrayContaining([id]) }),
    );
  });

  test('shows the mail and the findings on its page, and keeps them after the release', async () => {
    const here = await scene();
    const { at, campaignId, platform } = here;
    const review = `/console/campaigns/${campaignId}/review`;
    expect((await at.get(review)).text).toContain('Ask for review');
    expect((await at.get(review)).text).not.toContain('Send to 1 person now');
    const { headers } = await at.post(`/console/campaigns/${campaignId}/ask-review`);
    const path = new URL(headers.get('location')!, origin).pathname;
    expect(path).toMatch(/^\/console\/approvals\/apr_/);
    expect((await at.get(review)).text).toContain(`href="${path}"`);
    const page = (await at.get(path)).text;
    for (const shown of ['exactly this content', 'It promises a prize', 'Team', 'Needs approval'])
      expect(page).toContain(shown);
    expect((await at.get(`${path}/mails/1`)).text).toContain('you have won a gift card');
    expect((await at.get('/console/approvals')).text).toContain('Release content');
    const about = await aboutOf(at, path);
    expect((await at.get(`${path}?decision=approve&about=${about}`)).text).toContain('Needs approval');
    expect((await at.post(path, { decision: 'approve', about })).status).toBe(303);
    const after = (await at.get(path)).text;
    expect(after).toContain('The organization can send this content until');
    expect((await at.get(`${path}/mails/1`)).text).toContain('you have won a gift card');
    expect((await at.get(review)).text).toContain('Send to 1 person now');
    const records = platform.platform.engine.store.forOrganization(platform.organization.key);
    expect((await records.approvals.byId(path.split('/').at(-1)!))!.arguments).toBe('');
  });

  test('can be released at a terminal', async () => {
    const here = await scene();
    const { id } = (await here.assistant.call('send_campaign', { campaignId: here.campaignId })).result
      .review;
    expect((await approvals(here, [])).out).toContain(`${id}  Release content`);
    const shown = (await approvals(here, ['show', id, '--mail', '1'])).out;
    expect(shown).toContain('you have won a gift card');
    const { code, out } = await approvals(here, ['approve', id], 'yes\n');
    expect(code).toBe(0);
    expect(out).toContain('Released. The organization can now send this content.');
    expect((await approvals(here, ['show', id])).out).toContain('Released at the terminal');
    await here.platform.call('send_campaign', { campaignId: here.campaignId });
  });

  test('is mailed to the approvers', async () => {
    const { assistant, campaignId, platform } = await scene();
    await assistant.call('send_campaign', { campaignId });
    await platform.deliver();
    const mails = platform.mailbox.messages.filter(({ to }) => to.address === 'ada@gmail.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toMatch(/^Content of .* needs a review$/);
  });
});
