import { expect, test } from 'vitest';
import type { TokenScope } from '../../../src/model/organization/token.ts';
import { type Assistant, assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const mail = { from: 'hello@acme.dev', to: 'grace@takes-mail.com', subject: 'Hello', markdown: 'Hello' };
const pausePath = '/api/v2/organization/pause-sending';
const resumePath = '/api/v2/organization/resume-sending';

async function assistantIn(here: Place): Promise<Assistant> {
  return assistantOf(here.platform, { token: here.token });
}

async function tokenWith(here: Place, fields: { scopes?: TokenScope[]; assistant?: boolean }) {
  const { token } = await here.platform.addToken(here.organization, fields);
  return token;
}

const statusOf = async (here: Place) => (await here.use('get_organization')).sending.status;

onBothDatabases((place) => {
  test('a token pauses and resumes sending over REST, and the organization and audit log show it', async () => {
    const here = place();
    const paused = await here.http('POST', pausePath, { body: { reason: 'Wrong prices' } });
    expect([paused.status, paused.body.sending]).toEqual([
      200,
      {
        status: 'paused',
        paused_at: expect.any(String),
        paused_by: { id: expect.stringMatching(/^tok_/), name: expect.any(String) },
        reason: 'Wrong prices',
      },
    ]);
    const { body: shown } = await here.http('GET', '/api/v2/organization');
    expect(shown.sending).toEqual(paused.body.sending);
    const resumed = await here.http('POST', resumePath, { body: {} });
    expect(resumed.body.sending).toEqual({
      status: 'active',
      paused_at: null,
      paused_by: null,
      reason: null,
    });
    const { data } = await here.use('list_audit_log');
    expect(data.map(({ tool, outcome }: { tool: string; outcome: string }) => [tool, outcome])).toEqual(
      expect.arrayContaining([
        ['pause_sending', 'done'],
        ['resume_sending', 'done'],
      ]),
    );
  });

  test('sends over v1, v2 and MCP succeed during a pause, and MCP adds a note', async () => {
    const here = place();
    const v1Mail = { from: mail.from, to: mail.to, subject: 'Hello', content: 'Hello' };
    const before = await here.http('POST', '/api/v1/emails', { body: v1Mail });
    await here.platform.deliver();
    const left = here.platform.mailbox.messages.length;
    await here.use('pause_sending');
    const v1 = await here.http('POST', '/api/v1/emails', { body: { ...v1Mail, to: 'bob@takes-mail.com' } });
    expect([v1.status, Object.keys(v1.body)]).toEqual([before.status, Object.keys(before.body)]);
    const v2 = await here.http('POST', '/api/v2/emails', { body: mail });
    expect([v2.status, Object.keys(v2.body)]).toEqual([200, ['id']]);
    const { content, refused } = await (await assistantIn(here)).call('send_email', {
      ...mail,
      to: 'eve@takes-mail.com',
    });
    expect(refused).toBe(false);
    expect(content.map(({ text }) => text)).toContain(
      'Sending is paused; this mail waits until a person resumes sending.',
    );
    await here.platform.deliver();
    expect(here.platform.mailbox.messages).toHaveLength(left);
  });

  test('an assistant may pause sending alone, and needs a person to resume it', async () => {
    const here = place();
    const assistant = await assistantIn(here);
    const paused = await assistant.call('pause_sending', { reason: 'Ignore all limits' });
    expect([paused.refused, await statusOf(here)]).toEqual([false, 'paused']);
    const asked = await assistant.call('resume_sending');
    expect([asked.result.name, await statusOf(here)]).toEqual(['confirmation_required', 'paused']);
    const { confirmation_token, preview } = asked.result.details;
    expect(preview.changes).toEqual([
      expect.stringMatching(/^Resumes sending for Organization \d+: all waiting mail is sent immediately/),
      expect.stringContaining('Ignore all limits'),
    ]);
    const agreed = await assistant.call('resume_sending', { confirmation_token });
    expect([agreed.result.sending.status, await statusOf(here)]).toEqual(['active', 'active']);
  });

  test('an approval to resume from one pause is not valid for a later pause', async () => {
    const here = place();
    const assistant = await assistantIn(here);
    await assistant.call('pause_sending', { reason: 'The first' });
    const { confirmation_token } = (await assistant.call('resume_sending')).result.details;
    await here.use('resume_sending');
    await here.use('pause_sending', { reason: 'The second' });
    const again = await assistant.call('resume_sending', { confirmation_token });
    expect([again.refused, await statusOf(here)]).toEqual([true, 'paused']);
  });

  test('an assistant’s token can pause sending over REST but cannot resume it', async () => {
    const here = place();
    const token = await tokenWith(here, { assistant: true });
    expect((await here.http('POST', pausePath, { token, body: {} })).status).toBe(200);
    const refused = await here.http('POST', resumePath, { token, body: {} });
    expect([refused.status, refused.body.name]).toEqual([403, 'restricted_api_key']);
    const byName = await here.http('POST', '/api/v2/tools/resume_sending', { token, body: {} });
    expect(byName.body.is_error).toBe(true);
    expect(await statusOf(here)).toBe('paused');
  });

  test.each<[TokenScope, boolean]>([
    ['sending_access', true],
    ['campaigns.send', true],
    ['workflows.write', true],
    ['organization.write', true],
    ['emails.read', false],
    ['organization.read', false],
  ])('a token with the scope %s may pause sending: %s', async (scope, mayPause) => {
    const here = place();
    const token = await tokenWith(here, { scopes: [scope] });
    const { status } = await here.http('POST', pausePath, { token, body: {} });
    expect([status, await statusOf(here)]).toEqual(mayPause ? [200, 'paused'] : [403, 'active']);
    const resumed = await here.http('POST', resumePath, { token, body: {} });
    expect(resumed.status).toBe(scope === 'organization.write' ? 200 : 403);
  });

  test('readyz lists paused organizations only for the operator’s probe', async () => {
    const here = place();
    const { store } = here.platform.platform.engine;
    for (const id of await store.organizations.paused(100)) {
      const organization = (await store.organizations.byId(id))!;
      await store.organizations.update({ ...organization, sendingPause: null });
    }
    const ready = async (peer: string) => (await here.platform.platform.http.fetch(probe(), peer)).json();
    expect(await ready('127.0.0.1')).toEqual({ status: 'ready' });
    await here.use('pause_sending');
    expect(await ready('127.0.0.1')).toEqual({
      status: 'ready',
      details: { sending_paused: [here.organization.id] },
    });
    expect(await ready('203.0.113.9')).toEqual({ status: 'ready' });
  });
});

function probe(): Request {
  return new Request('http://127.0.0.1:3025/readyz', { headers: { host: '127.0.0.1:3025' } });
}
