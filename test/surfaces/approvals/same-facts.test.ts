import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import { runApprovals } from '../../../src/surfaces/cli/approvals/approvals.ts';
import { type Assistant, assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { openPlatform, type SimulatedPlatform, usualDoor } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { keptStreams } from '../cli/runner.ts';
import { type Browser, personIn, signedIn } from '../console/scene.ts';

/** The page, the form and the terminal show the same facts of a call, whole. */

const origin = 'https://posthouse.example';
const leave = '[Leave]({{unsubscribeUrl}})';

describe.each(databases)('on %s,', (_name, open) => {
  let platform: SimulatedPlatform;
  let organization: Awaited<ReturnType<SimulatedPlatform['addOrganization']>>['organization'];
  let assistant: Assistant;
  let withForms: Assistant;
  let at: Browser;
  let use: (tool: string, input?: object) => Promise<Json>;

  beforeAll(async () => {
    const database = await open();
    platform = await openPlatform({ database, settings: { baseUrl: origin }, mcp: { confirmBy: 'client' } });
  });
  beforeEach(async () => {
    const added = await platform.addOrganization('Acme');
    organization = added.organization;
    assistant = assistantOf(platform, { token: added.token });
    withForms = assistantOf(platform, { token: added.token, capabilities: { elicitation: { form: {} } } });
    at = await signedIn(platform, await personIn(platform, organization, { roles: ['approver'] }));
    use = async (tool, input = {}) => {
      const now = (await platform.platform.engine.store.organizations.byKey(organization.key))!;
      return (await platform.call(tool, input, { caller: platform.caller(usualDoor(tool), now) })).output;
    };
  });
  afterAll(async () => {
    await platform.close();
  });

  async function terminal(words: string[]): Promise<string> {
    const streams = keptStreams();
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const asked = text(output);
    input.end('');
    const environment = {
      readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
      openConfigured: async () => ({
        ...platform.platform,
        http: platform.platform.http,
        close: async () => {},
      }),
    };
    const code = await runApprovals([...words, '--org', organization.id], environment, streams, {
      input,
      output,
    });
    output.end();
    await asked;
    const { out, err } = streams.result(code);
    expect([code, err]).toEqual([0, '']);
    return out;
  }

  /** Returns the text about a call that a person reads at each place. */
  async function shownOf(tool: string, given: object) {
    const asked = await withForms.result('tools/call', { name: tool, arguments: { ...given } });
    const form: string = asked.inputRequests?.confirm?.params.message;
    expect(form, JSON.stringify(asked)).toBeDefined();
    const { result } = await assistant.call(tool, { ...given });
    expect(result.name, JSON.stringify(result)).toBe('confirmation_required');
    const { id } = result.details.approval;
    const path = `/console/approvals/${id}`;
    const { text: markup } = await at.get(path);
    const mails = Number(/Email 1 of (\d+)/.exec(markup)?.[1] ?? (markup.includes('The email</h2>') ? 1 : 0));
    const numbers = Array.from({ length: mails }, (_, index) => index + 1);
    const pages = [];
    const terminals = [await terminal(['show', id])];
    for (const number of numbers) {
      pages.push(
        (await at.get(`${path}?mail=${number}`)).text,
        (await at.get(`${path}/mails/${number}`)).text,
      );
      terminals.push(await terminal(['show', id, '--mail', String(number)]));
    }
    return { form, page: read([markup, ...pages].join('\n')), terminal: terminals.join('\n') };
  }

  async function expectEverywhere(tool: string, given: object, facts: readonly string[]) {
    const shown = await shownOf(tool, given);
    for (const [where, words] of Object.entries(shown))
      for (const fact of facts) {
        // A list of the page begins with a capital letter.
        expect(words.replaceAll(/\s+/g, ' ').toLowerCase(), `${where} of ${tool}`).toContain(
          fact.toLowerCase(),
        );
      }
  }

  async function sentCampaign(): Promise<string> {
    await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
    const { id } = await use('create_campaign', {
      name: 'May news',
      subject: 'News for {{firstName}}',
      fromEmail: 'news@acme.dev',
      fromName: 'Acme',
      replyTo: 'help@acme.dev',
      tracking: { clicks: true },
      markdown: `Look at [the tool](https://acme.dev/tool?from=mail). ${leave}`,
    });
    await use('send_campaign', { campaignId: id });
    for (let step = 0; step < 10; step += 1) {
      await platform.deliver();
      await platform.clock.advance(minuteMs);
    }
    return id;
  }

  test('form, page and terminal show the same facts of a workflow', async () => {
    await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
    await use('track_event', { name: 'user.signed_up', email: 'ada@mailbox.dev' });
    const mailStep = (key: string, subject: string) => ({
      key,
      type: 'send_email',
      from: 'Acme <hello@acme.dev>',
      replyTo: 'help@acme.dev',
      subject,
      markdown: `This is ${key}. ${leave}`,
    });
    const waits = Array.from({ length: 45 }, (_, n) => ({
      key: `wait${n}`,
      type: 'delay',
      duration: '1 day',
    }));
    const { id: workflowId } = await use('save_workflow', {
      name: 'Welcome',
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [mailStep('first', 'Hi {{firstName|you}}'), ...waits, mailStep('second', 'More')],
    });
    await expectEverywhere('activate_workflow', { workflowId }, [
      'Welcome',
      'Live: goes to real mailboxes',
      'Starts with the event user.signed_up',
      '1. first: sends the mail “Hi {{firstName|you}}”',
      '47. second:',
      'In the last 30 days, 1 person would have entered',
      'In it now: 0 people',
      'Step first',
      'ada@mailbox.dev',
      'hello@acme.dev',
      'help@acme.dev',
      'Hi Ada',
      'This is first.',
      'This is second.',
    ]);
  });

  test('people read what to do in words, and an assistant reads the tool', async () => {
    await use('create_subscriber', { email: 'ada@mailbox.dev' });
    const { id: campaignId } = await use('create_campaign', {
      name: 'May news',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: `The garden is open. ${leave}`,
    });
    const shown = await shownOf('send_campaign', { campaignId });
    const { result } = await assistant.call('send_campaign', { campaignId });
    expect(JSON.stringify(result.details.preview.warnings)).toContain('update_organization_settings sets it');
    for (const [where, words] of Object.entries(shown)) {
      expect(words, where).toContain('set the postal address in the settings of the organization');
      expect(words, where).not.toContain('update_organization_settings');
    }
  });

  test('form and terminal show each step of a workflow on its own line', async () => {
    const { id: workflowId } = await use('save_workflow', {
      name: 'Welcome',
      trigger: { type: 'MANUAL' },
      steps: [
        { key: 'wait', type: 'delay', duration: '3 days', at: '09:00', days: ['mon', 'tue', 'wed'] },
        {
          key: 'first',
          type: 'send_email',
          from: 'Acme <hello@acme.dev>',
          subject: 'Hi',
          markdown: `A ${leave}`,
        },
        { key: 'mark', type: 'add_tag', tag: 'welcomed' },
      ],
    });
    const lines = [
      'Steps:',
      '  1. wait: waits 3 days, then until the next time at 09:00 on Mon–Wed in the time zone of the person',
      '  2. first: sends the mail “Hi”',
      '  3. mark: adds the tag welcomed',
      '  People leave the workflow when they unsubscribe, have an address that bounces or complain about mail. People who did so before never enter.',
    ];
    const { form, terminal, page } = await shownOf('activate_workflow', { workflowId });
    expect(form).toContain(lines.join('\n'));
    expect(terminal).toContain(lines.join('\n'));
    expect(page).toContain(lines.map((line) => line.trim()).join(' '));
    for (const words of [form, terminal, page])
      expect(words).toContain('Starts when an assistant or a program starts it for a person');
  });

  test('form, page and terminal show the same facts of a campaign', async () => {
    await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
    await use('create_subscriber', { email: 'bob@mailbox.dev' });
    await use('unsubscribe_subscriber', { subscriber: 'bob@mailbox.dev' });
    const { id: campaignId } = await use('create_campaign', {
      name: 'May news',
      subject: 'News for {{firstName}}',
      fromEmail: 'news@acme.dev',
      fromName: 'Acme',
      replyTo: 'help@acme.dev',
      markdown: `The garden is open. ${leave}`,
    });
    const year = new Date(platform.clock.now()).getUTCFullYear() + 1;
    await expectEverywhere(
      'send_campaign',
      { campaignId, scheduledAt: `${year}-05-04T09:00`, timezone: 'Asia/Tokyo' },
      [
        'Campaign “May news”',
        'Live: goes to real mailboxes',
        'News for Ada',
        'news@acme.dev',
        'help@acme.dev',
        'The garden is open.',
        'ada@mailbox.dev',
        'unsubscribed',
        'at 09:00 (Asia/Tokyo)',
      ],
    );
  });

  test('form, page and terminal show the same facts of a link', async () => {
    const campaignId = await sentCampaign();
    await expectEverywhere(
      'redirect_link',
      { campaignId, url: 'https://acme.dev/tool?from=mail', to: 'https://other.example/new?a=1' },
      [
        'Campaign “May news”',
        'https://acme.dev/tool?from=mail',
        'New target: https://other.example/new?a=1',
        'Target until now: https://acme.dev/tool?from=mail',
        'have already received the link',
        'news@acme.dev',
        'Look at',
      ],
    );
  });

  test('form, page and terminal show the same facts of an erasure', async () => {
    await use('create_subscriber', { email: 'ada@mailbox.dev' });
    await expectEverywhere('delete_subscriber', { subscriber: 'ada@mailbox.dev' }, [
      'Permanently erases ada@mailbox.dev: the subscriber, their events and tags, and the content of mail to them',
      'This cannot be undone',
    ]);
  });

  test('form, page and terminal show the same facts of a token', async () => {
    const expires_at = new Date(platform.clock.now() + 86_400_000).toISOString();
    await expectEverywhere(
      'create_token',
      {
        name: 'Shop',
        scopes: ['emails.send', 'events.write'],
        send_cap: { per_day: 5_000 },
        allowed_recipients: ['*@acme.dev'],
        ip_allowlist: ['192.0.2.0/24'],
        expires_at,
      },
      ['Shop', 'emails.send, events.write', '5,000', '*@acme.dev', '192.0.2.0/24', expires_at.slice(0, 10)],
    );
  });
});

/** Returns the words of a page. */
function read(markup: string): string {
  return markup
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}
