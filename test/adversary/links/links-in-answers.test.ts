import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offeredAt, type Tool } from '../../../src/contract/tool.ts';
import { linkPaths, publicLink } from '../../../src/engine/content/public-links.ts';
import { resourcePlans } from '../../../src/surfaces/mcp/output/resource-address.ts';
import { catalogue } from '../../../tools/index.ts';
import { type Assistant, assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { inputFor, type Seeded, seeded } from '../../spec/assistants/assistants-scene.ts';
import { restRequest } from '../chains/rest-request.ts';
import { tokensIn, workingLinks } from './links-in-text.ts';

/**
 * An organization whose every text contains a working link of a recipient. An assistant calls each operation
 * over MCP and REST, and no result may contain a link that a public page accepts.
 */

type Fields = Record<string, unknown>;

let scene: Seeded;
let assistant: Assistant;
let token: string;
/** Ids of the planted objects by kind. */
let ids: Record<string, string>;
let link: string;

beforeAll(async () => {
  scene = await seeded();
  assistant = assistantOf(scene.simulated, { token: scene.token });
  ({ token } = await scene.simulated.addToken(scene.simulated.organization, {
    scopes: ['full_access', 'admin'],
    assistant: true,
  }));
  ids = await plant();
});
afterAll(() => scene.simulated.close());

const make = async (tool: string, input: Fields): Promise<Json> =>
  (await scene.simulated.call(tool, input)).output;

/** A forwarded message with the link broken over lines and in an attached message in base64. */
function forwarded(): Fields {
  const broken = link.replace(/.{40}/g, '$&=\r\n');
  const encoded = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
  const inner = `Subject: News\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded(
    `<p>This is the message that you forwarded to us some time ago: <a href="${link}">Leave</a></p>`,
  )}\r\n`;
  return {
    sender: 'hello@acme.dev',
    recipients: [{ address: 'person0@example.com' }],
    header:
      'From: hello@acme.dev\r\nTo: person0@example.com\r\nSubject: Forwarded\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=b\r\n',
    body:
      `--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${broken}\r\n` +
      `--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename=news.eml\r\n\r\n${inner}\r\n` +
      `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=news.bin\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${encoded(inner)}\r\n--b--\r\n`,
    protocol: 'ESMTPSA',
  };
}

async function plant(): Promise<Record<string, string>> {
  const { simulated, emailId } = scene;
  const { key } = simulated.organization;
  link = publicLink(simulated.platform.engine, 'preferences', { organization: key, id: emailId });
  const markdown = `[Leave]({{unsubscribeUrl}}) [Choose]({{preferencesUrl}}) [Look]({{webVersionUrl}}) ${link}`;
  const words = { subject: `News ${link}`, markdown };
  await make('update_subscriber', { subscriber: 'person0@example.com', attributes: { link } });
  await make('update_subscriber', { subscriber: 'person1@example.com', firstName: link });
  await make('create_tag', { name: 'planted', description: link });
  await make('track_event', { name: 'order.paid', email: 'person1@example.com', properties: { link } });
  await make('create_subscriber', { email: 'asked@example.com', doubleOptIn: true });
  const from = 'hello@acme.dev';
  const plain = await make('send_email', { from, to: 'person1@example.com', ...words });
  const audience = { tags: { any: ['newsletter'] } };
  const campaign = await make('create_campaign', {
    name: link,
    fromEmail: from,
    audience,
    tracking: { clicks: true, opens: true },
    ...words,
  });
  await make('send_campaign', { campaignId: campaign.id });
  const workflow = await make('save_workflow', {
    name: 'Planted',
    description: link,
    trigger: { type: 'MANUAL' },
    steps: [{ type: 'send_email', from, ...words }],
  });
  await make('activate_workflow', { workflowId: workflow.id });
  await make('trigger_workflow', {
    workflowId: workflow.id,
    email: 'person1@example.com',
    properties: { link },
  });
  const caller = simulated.caller('smtp');
  const { output } = await simulated.call('submit_message', forwarded(), { caller });
  await simulated.deliver();
  await simulated.deliver();
  const mails = await make('list_emails', { to: 'asked@example.com' });
  const ofCampaign = await make('list_emails', { campaign: campaign.id });
  return {
    plain: plain.id,
    confirm: mails.data[0].id,
    smtp: (output as { ids: string[] }).ids[0]!,
    bulk: ofCampaign.data[0].id,
    campaign: campaign.id,
    workflow: workflow.id,
    subscriber: 'person1@example.com',
  };
}

/** Returns the inputs for a tool: the usual one, and each planted object for a tool that shows one. */
async function inputsFor(tool: Tool): Promise<Fields[]> {
  const usual = (await inputFor(tool, scene)) as Fields;
  const mails = [ids.plain, ids.bulk, ids.confirm, ids.smtp];
  const planted: Readonly<Record<string, Fields[]>> = {
    get_email: mails.flatMap((id) => [{ id }, { id, source: true }]),
    get_email_source: mails.map((id) => ({ id })),
    get_email_attachment: [1, 2].map((n) => ({ id: ids.smtp, n })),
    wait_for_email: [{ to: 'asked@example.com' }, { to: 'person1@example.com' }],
    get_campaign: [{ campaignId: ids.campaign }],
    preview_campaign: [{ campaignId: ids.campaign }],
    get_campaign_report: [{ campaignId: ids.campaign }],
    get_workflow: [{ workflowId: ids.workflow }],
    simulate_workflow: [{ workflowId: ids.workflow, subscriber: 'person1@example.com' }],
    list_workflow_runs: [{ workflowId: ids.workflow }],
    get_subscriber: [{ subscriber: 'person0@example.com' }],
    get_tag: [{ tag: 'planted' }],
    list_subscriber_events: [{ subscriber: 'person1@example.com' }],
  };
  return [usual, ...(planted[tool.name] ?? [])];
}

const holding = async (text: string): Promise<string[]> =>
  await workingLinks(scene.simulated, tokensIn(text));

/** Calls a tool's route; returns the body as bytes. */
async function overRest(tool: Tool, input: Fields, by: string): Promise<string> {
  const response = await scene.simulated.platform.http.fetch(restRequest(tool, input, by));
  return Buffer.from(await response.bytes()).toString('latin1');
}

/** Deleting tools come last. */
const inOrder = catalogue
  .filter(({ example }) => example !== undefined)
  .sort(
    (one, other) => Number(/^(delete|remove)/.test(one.name)) - Number(/^(delete|remove)/.test(other.name)),
  );

describe('no working recipient link reaches an assistant through', () => {
  it.each(inOrder.filter((tool) => offeredAt(tool, 'mcp')).map((tool) => [tool.name, tool] as const))(
    '%s over MCP',
    async (name, tool) => {
      for (const input of await inputsFor(tool)) {
        const answers = [await assistant.call(name, input)];
        const { confirmation_token } = answers[0]!.result.details ?? {};
        if (confirmation_token) answers.push(await assistant.call(name, { ...input, confirmation_token }));
        expect(await holding(JSON.stringify(answers)), JSON.stringify(input)).toEqual([]);
      }
    },
  );

  it.each(inOrder.filter(({ rest }) => rest !== null).map((tool) => [tool.name, tool] as const))(
    '%s over REST',
    async (_, tool) => {
      for (const input of await inputsFor(tool)) {
        const texts = [await overRest(tool, input, token)];
        const run = `/api/v2/tools/${tool.name}`;
        if (offeredAt(tool, 'tools')) {
          texts.push((await scene.simulated.http('POST', run, { token, body: input })).text);
        }
        expect(await holding(texts.join('\n')), JSON.stringify(input)).toEqual([]);
      }
    },
  );

  it('REST v1', async () => {
    const paths = [
      'emails',
      `emails/${ids.plain}`,
      'subscribers',
      'tags',
      'campaigns',
      `campaigns/${ids.campaign}`,
    ];
    for (const path of paths) {
      const { text } = await scene.simulated.http('GET', `/api/v1/${path}`, { token });
      expect(await holding(text), path).toEqual([]);
    }
  });

  it('a resource or a completion', async () => {
    for (const { template } of resourcePlans) {
      const uris = Object.values(ids).map((id) =>
        template.uriTemplate.replace(/\{\w+\}/, encodeURIComponent(id)),
      );
      for (const uri of uris) {
        const { json } = await assistant.ask('resources/read', { uri });
        expect(await holding(JSON.stringify(json)), uri).toEqual([]);
      }
      const name = /\{(\w+)\}/.exec(template.uriTemplate)?.[1];
      const ref = { type: 'ref/resource', uri: template.uriTemplate };
      const { json } = await assistant.ask('completion/complete', { ref, argument: { name, value: '' } });
      expect(await holding(JSON.stringify(json)), template.uriTemplate).toEqual([]);
    }
  });

  it('any tool, although the operator gets links of every kind', async () => {
    const found = new Set<string>();
    for (const name of [
      'get_email',
      'get_email_source',
      'get_email_attachment',
      'get_subscriber',
      'get_workflow',
    ]) {
      const tool = catalogue.find((one) => one.name === name)!;
      let texts = '';
      for (const input of await inputsFor(tool)) texts += await overRest(tool, input, scene.token);
      const links = await holding(texts);
      expect(links, name).not.toEqual([]);
      for (const one of links) found.add(one.split('/')[1]!);
    }
    expect([...found].sort()).toEqual(Object.values(linkPaths).sort());
  });
});
