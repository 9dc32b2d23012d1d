import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fanOutDue } from '../../../src/engine/webhooks/fan-out.ts';
import { assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addWebhook, messages } from '../webhooks/webhook-scene.ts';

describe.each(databases)('approval webhooks on %s', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase(), mcp: { confirmBy: 'console' } });
    await addWebhook(posthouse, { events: ['approval.*'] });
  });
  afterEach(() => posthouse.close());

  const say = async (tool: string, given: object): Promise<Json> =>
    (await assistantOf(posthouse).call(tool, { ...given })).result;
  const heard = async () => {
    await fanOutDue(posthouse.platform.engine);
    return (await messages(posthouse)).map(({ payload: { type, data } }) => ({ type, data }));
  };
  const recordOf = async (id: string) =>
    (await posthouse.platform.engine.store.forOrganization(posthouse.organization.key).approvals.byId(id))!;
  const decide = async (id: string, decision: string, more: object = {}) => {
    const { about } = await recordOf(id);
    const caller = posthouse.caller('console');
    await posthouse.call('decide_approval', { id, decision, about, ...more }, { caller });
  };

  test('report a request once, with its requester and recipient count but not its content', async () => {
    const emails = ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({
      from: 'Acme <hello@acme.dev>',
      to,
      subject: 'Secret offer',
      markdown: 'Between us.',
    }));
    const { id } = (await say('send_email_batch', { emails })).details.approval;
    await say('send_email_batch', { emails });
    const sent = await heard();
    expect(sent).toEqual([
      {
        type: 'approval.requested',
        data: {
          id,
          tool: 'send_email_batch',
          url: `${baseUrl}/console/approvals/${id}`,
          token: { id: expect.stringMatching(/^tok_/), name: expect.any(String) },
          client: 'a test of the specification 1.0.0',
          recipients: 2,
          asked_at: expect.any(String),
          expires_at: expect.any(String),
          sequence: expect.any(Number),
        },
      },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/mailbox\.dev|Secret|Between/);
  });

  test('report a decision after its request, with the person who decided and their note', async () => {
    const subscribers = ['a', 'b'].map((name) => ({ email: `${name}@mailbox.dev` }));
    await posthouse.call('save_subscribers', { subscribers });
    const { output } = await posthouse.call('create_campaign', {
      name: 'May',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: 'News. [Leave]({{unsubscribeUrl}})',
    });
    const { id: campaignId } = output as { id: string };
    const { id } = (await say('send_campaign', { campaignId })).details.approval;
    await posthouse.call('create_subscriber', { email: 'c@mailbox.dev' });
    await say('send_campaign', { campaignId });
    await decide(id, 'decline', { word: 'Not before Monday' });
    await decide(id, 'approve');
    const sent = await heard();
    expect(
      sent.map(({ type, data: { recipients, decision, by, word } }) => [
        type,
        recipients ?? decision,
        by,
        word,
      ]),
    ).toEqual([
      ['approval.requested', 2, undefined, undefined],
      ['approval.requested', 3, undefined, undefined],
      ['approval.decided', 'declined', null, 'Not before Monday'],
      ['approval.decided', 'approved', null, null],
    ]);
    const sequences = sent.map(({ data }) => data.sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  });

  test('do not report a decision that was rejected', async () => {
    const emails = ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({
      from: 'Acme <hello@acme.dev>',
      to,
      subject: 'Hello',
      markdown: 'Hello.',
    }));
    const { id } = (await say('send_email_batch', { emails })).details.approval;
    const caller = posthouse.caller('console');
    const stale = posthouse.call('decide_approval', { id, decision: 'approve', about: 'older' }, { caller });
    await expect(stale).rejects.toMatchObject({ failure: 'conflict' });
    expect((await heard()).map(({ type }) => type)).toEqual(['approval.requested']);
  });
});
