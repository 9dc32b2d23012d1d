import { beforeEach, expect, it } from 'vitest';
import { type Assistant, assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { activeWorkflow, mailStep, tagStep, work } from '../workflows/scene.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const email = 'ada@mailbox.dev';

type Entry = { outcome: string; cause: object[] };

onBothDatabases((place) => {
  let here: Place;
  let root: { id: string; token: string };
  let assistant: Assistant;
  beforeEach(async () => {
    here = place();
    await here.use('create_subscriber', { email });
    root = await here.platform.addToken(here.organization, { assistant: true });
    assistant = assistantOf(here.platform, { token: root.token });
  });

  const causeOf = async (id: string) => (await here.use('get_email', { id })).cause;
  const newest = async (): Promise<string> => (await here.use('list_emails', { limit: 1 })).data[0].id;
  const logged = async (filter: object) => (await here.use('list_audit_log', filter)).data;
  /** Token minted by the assistant. */
  const mint = async (scopes: readonly string[]): Promise<{ id: string; token: string }> => {
    const { engine } = here.platform.platform;
    engine.settings.approvalMode = 'never';
    const { result } = await assistant.call('create_token', { name: 'minted', scopes });
    engine.settings.approvalMode = 'bulk';
    return result;
  };
  const linkOfRoot = { door: 'mcp', token_id: '', assistant: true, program: expect.any(String) };

  it('the cause of a single mail names its operation, door and token', async () => {
    const { id: token_id, token } = await here.platform.addToken(here.organization);
    const sent = await here.http('POST', '/api/v2/emails', { token, body: { ...mail, to: email } });
    expect(await causeOf(sent.body.id)).toEqual([{ operation: 'send_email', door: 'v2', token_id }]);
  });

  it('the cause of a mail names the assistant, its client program and the root of a minted token', async () => {
    const { result } = await assistant.call('send_email', { ...mail, to: email });
    expect(await causeOf(result.id)).toEqual([{ ...linkOfRoot, operation: 'send_email', token_id: root.id }]);
    const minted = await mint(['emails.send']);
    const sent = await here.http('POST', '/api/v2/emails', {
      token: minted.token,
      body: { ...mail, to: email },
    });
    expect(await causeOf(sent.body.id)).toEqual([
      { operation: 'send_email', door: 'v2', token_id: minted.id, root_token_id: root.id, assistant: true },
    ]);
  });

  it('the cause of a workflow mail links to the call that started the first workflow', async () => {
    const second = await activeWorkflow(here, {
      name: 'Second',
      trigger: { type: 'TAG_ADDED', tag: 'vip' },
      steps: [mailStep('welcome', 'Hello')],
    });
    const first = await activeWorkflow(here, {
      name: 'First',
      trigger: { type: 'EVENT', name: 'signed_up' },
      steps: [{ key: 'tag', ...tagStep('vip') }],
    });
    await assistant.call('track_event', { name: 'signed_up', email });
    await work(here);
    const id = await newest();
    expect((await here.use('get_email', { id })).workflow_run_id).toMatch(/^run_/);
    expect(await causeOf(id)).toEqual([
      { operation: 'workflow_step', workflow_id: first },
      { ...linkOfRoot, operation: 'track_event', token_id: root.id },
      { operation: 'activate_workflow', door: expect.any(String) },
    ]);
    expect(second).not.toBe(first);
  });

  it('the cause of a campaign mail names the call that sent the campaign', async () => {
    const { id: campaignId } = await here.use('create_campaign', {
      name: 'News',
      subject: 'News',
      fromEmail: 'hello@acme.dev',
      markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
    });
    await here.use('send_campaign', { campaignId });
    await work(here);
    await here.platform.deliver();
    expect(await causeOf(await newest())).toEqual([{ operation: 'send_campaign', door: expect.any(String) }]);
  });

  it('the cause of an opt-in request names the import', async () => {
    await here.use('update_organization_settings', { double_opt_in: true });
    await here.use('import_subscribers', { csv: 'email\ngrace@mailbox.dev', start: true });
    await work(here);
    await here.platform.deliver();
    expect(await causeOf(await newest())).toEqual([
      { operation: 'import_subscribers', door: expect.any(String) },
    ]);
  });

  it('the audit log names the cause of every call, including refused calls and roots of minted tokens', async () => {
    const minted = await mint(['tags.write', 'tools.run']);
    const run = (tool: string, body: object) =>
      here.http('POST', `/api/v2/tools/${tool}`, { token: minted.token, body });
    expect((await run('create_tag', { name: 'red' })).status).toBe(200);
    expect((await run('create_segment', { name: 'pro', rule: {} })).status).toBe(403);
    const link = { door: 'tools', token_id: minted.id, root_token_id: root.id, assistant: true };
    const entries = await logged({ token_id: minted.id });
    expect(entries.map(({ outcome, cause }: Entry) => [outcome, cause])).toEqual([
      ['restricted_api_key', [{ ...link, operation: 'create_segment' }]],
      ['done', [{ ...link, operation: 'create_tag' }]],
    ]);
    const { id: token_id, token } = await here.platform.addToken(here.organization);
    await here.http('POST', '/api/v2/segments', {
      token,
      body: { name: 'pro', rule: { field: 'attributes.plan', operator: 'eq', value: 'pro' } },
    });
    await here.http('DELETE', '/api/v2/tags/red', { token });
    const [removed] = (await here.http('GET', `/api/v2/audit-log?token_id=${token_id}`)).body.data;
    expect(removed.cause).toEqual([{ operation: 'delete_tag', door: 'v2', token_id }]);
  });
});
