import { createReturnPath } from '../../src/engine/delivery/return-path.ts';
import { minuteMs, secondMs } from '../../src/model/instant.ts';
import { declinedQuestion } from '../engine/approval/questions.ts';
import { addGrant } from '../world/grants.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { inAscii, inEventName, injections, inLocalPart, onOneLine } from './injections.ts';

const bounceDomain = 'bounces.example';
/** Size of a campaign that fits one page. */
const campaignSize = 12;
/** Stored opens and clicks per mail. */
const clicksPerMail = 5;
const clickedTexts = 40;
const domainCount = 4;
const enteredTexts = 40;
const questionsPlanted = 40;

/** A platform with every text of the corpus planted wherever an outsider can write. */
export type Planted = {
  posthouse: SimulatedPlatform;
  /** Number of accepted texts by place. */
  places: Map<string, number>;
  subscribers: string[];
  emails: string[];
  domains: string[];
  suppressions: string[];
  campaignId: string;
  tagId: string;
  segmentId: string;
  templateId: string;
  tokenId: string;
  webhookId: string;
  /** Ids of the webhook's messages. */
  messages: string[];
  integrationId: string;
  workflowId: string;
  runs: string[];
  /** Decided approvals. */
  approvals: string[];
};

export async function plantEverywhere(): Promise<Planted> {
  const posthouse = await openPlatform({ settings: { bounceDomain } });
  const places = new Map<string, number>();
  const taken = (place: string) => places.set(place, (places.get(place) ?? 0) + 1);
  const made = async (tool: string, input: unknown) => (await posthouse.call(tool, input)).output as Made;
  await posthouse.call('add_domain', { name: 'acme.dev', click_tracking: true, open_tracking: true });
  const subscribers: string[] = [];
  const emails: string[] = [];
  for (const index of injections.keys()) {
    const email = `${index % 4 === 0 ? inLocalPart(index) : `person${index}`}@mailbox.dev`;
    subscribers.push(await signUp(posthouse, email, index, taken));
    emails.push(...(await submitted(posthouse, email, index, taken)));
    await posthouse.clock.advance(secondMs);
  }
  emails.push(...(await clicked(posthouse, taken)));
  const { id: tagId } = await made('create_tag', { name: 'newsletter' });
  const { id: segmentId } = await made('create_segment', {
    name: 'All readers',
    rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
  });
  const { id: templateId } = await made('create_template', {
    name: 'receipt',
    from: 'hello@acme.dev',
    subject: 'Receipt {{number}}',
    markdown: '{{number}}',
    variables: [{ name: 'number' }],
  });
  const campaignId = await sentCampaign(posthouse, subscribers, taken);
  const domains = await published(posthouse, taken);
  const { id: tokenId } = await made('create_token', { name: 'A token', scopes: ['full_access'] });
  for (const index of injections.keys()) {
    await addGrant(posthouse, tokenId, onOneLine(index, 100));
    taken('client name');
  }
  const { webhookId, messages } = await answeredWebhook(posthouse, taken);
  const integrationId = await notifiedIntegration(posthouse, taken);
  const { workflowId, runs } = await enteredWorkflow(posthouse, subscribers, taken);
  const suppressed = (await posthouse.call('list_suppressions', { limit: 100 })).output as { data: Made[] };
  const suppressions = suppressed.data.map(({ id }) => id);
  return {
    posthouse,
    places,
    subscribers,
    emails,
    domains,
    suppressions,
    campaignId,
    tagId,
    segmentId,
    templateId,
    tokenId,
    webhookId,
    messages,
    integrationId,
    workflowId,
    runs,
    approvals: await declinedQuestions(posthouse),
  };
}

/** Approvals with such texts as subjects, declined by a person. */
async function declinedQuestions(posthouse: SimulatedPlatform): Promise<string[]> {
  const ids: string[] = [];
  for (const { text } of injections.slice(0, questionsPlanted)) {
    ids.push(await declinedQuestion(posthouse, text.replaceAll(/\s+/g, ' ').slice(0, 500)));
  }
  return ids;
}

/** Subscribers in a workflow, with texts in its trigger and its decisions. */
async function enteredWorkflow(
  posthouse: SimulatedPlatform,
  subscribers: readonly string[],
  taken: Taken,
): Promise<{ workflowId: string; runs: string[] }> {
  const { output } = await posthouse.call('save_workflow', {
    name: 'Carts',
    trigger: { type: 'EVENT', name: 'cart.filled' },
    exitOn: [],
    steps: [
      {
        key: 'asks',
        type: 'condition',
        rule: {
          or: [
            { field: 'attributes.note', operator: 'eq', value: 'nothing' },
            { field: 'trigger.note', operator: 'eq', value: 'nothing' },
          ],
        },
        yes: [],
        no: [{ key: 'later', type: 'delay', duration: '3 days' }],
      },
    ],
  });
  const { id: workflowId } = output as Made;
  await posthouse.call('activate_workflow', { workflowId });
  for (const [index, subscriberId] of subscribers.slice(0, enteredTexts).entries()) {
    const properties = { note: injections[index]!.text.slice(0, 4_000).toWellFormed() };
    await posthouse.call('track_event', { name: 'cart.filled', subscriberId, properties });
    taken('trigger of a run');
  }
  await posthouse.platform.worker.runDue();
  const listed = (await posthouse.call('list_workflow_runs', { workflowId, limit: 100 })).output as {
    data: Made[];
  };
  return { workflowId, runs: listed.data.map(({ id }) => id) };
}

/** Webhook responses: each text, in a separate test. */
async function answeredWebhook(
  posthouse: SimulatedPlatform,
  taken: Taken,
): Promise<{ webhookId: string; messages: string[] }> {
  const messages: string[] = [];
  const { output } = await posthouse.call('save_webhook', {
    url: 'https://hooks.acme.dev/in',
    events: ['domain.*'],
  });
  const { id } = output as Made;
  const { store, world } = posthouse.platform.engine;
  for (const { text } of injections) {
    const tested = (await posthouse.call('test_webhook', { webhook: id })).output as Made;
    messages.push(tested.id);
    await store.database.transaction((queries) =>
      queries.run(
        `INSERT INTO webhook_attempts (id, organization, webhook, message, at, duration_ms, url, outcome, status_code,
           answer)
         SELECT $2, organization, webhook, message, $3, 9, 'https://hooks.acme.dev/in', 'refused', 500, $4
         FROM webhook_deliveries WHERE message = (SELECT key FROM webhook_messages WHERE id = $1)`,
        [tested.id, world.ids.id('att'), world.clock.now(), text.slice(0, 500).toWellFormed()],
      ),
    );
    taken('answer of a receiver');
  }
  return { webhookId: id, messages };
}

/** Events of another system, each with a text as its type. */
async function notifiedIntegration(posthouse: SimulatedPlatform, taken: Taken): Promise<string> {
  const { id } = (
    await posthouse.call('create_integration', { provider: 'segment', secret: 'a shared secret' })
  ).output as Made;
  for (const index of injections.keys()) {
    const event = { type: onOneLine(index, 150), marks: [`event ${index}`], body: '{}', topic: null };
    await posthouse.call(
      'receive_integration_event',
      { integrationId: id, ...event },
      { caller: posthouse.caller('integration') },
    );
    taken('event of another system');
  }
  return id;
}

type Made = { id: string };
type Taken = (place: string) => void;

/** Sign-up form data, sent over REST by an application. */
async function signUp(
  posthouse: SimulatedPlatform,
  email: string,
  index: number,
  taken: Taken,
): Promise<string> {
  const { text } = injections[index]!;
  const post = async (path: string, body: unknown) => {
    const answer = await posthouse.http('POST', `/api/v2${path}`, { body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body as Made;
  };
  const { id } = await post('/subscribers', {
    email,
    firstName: onOneLine(index, 256),
    lastName: onOneLine(index, 200),
    attributes: { [onOneLine(index, 100)]: 'a value', note: text, plan: 'pro' },
    externalId: onOneLine(index, 200),
    consent: { ip: '192.0.2.9', source: onOneLine(index, 256) },
  });
  taken('subscriber');
  const bigger = text.length > 4_000;
  await post('/events', {
    name: inEventName(index),
    subscriberId: id,
    properties: {
      [onOneLine(index, 90)]: { [onOneLine(index, 80)]: [text] },
      comment: bigger ? '' : text,
    },
  });
  taken('event');
  if (index % 3 === 0) {
    const reason = text
      .replace(/[\p{Cc}--[\t\n\r]]/gv, ' ')
      .slice(0, 900)
      .toWellFormed();
    await post(`/subscribers/${id}/unsubscribe`, {
      reason: reason.includes('planted') ? reason : onOneLine(index, 900),
      topic: onOneLine(index, 200),
    });
    taken('unsubscribe reason');
  }
  return id;
}

/** Mails over SMTP with the recipient server's replies, in the dialogue or in a later report. */
async function submitted(
  posthouse: SimulatedPlatform,
  email: string,
  index: number,
  taken: Taken,
): Promise<string[]> {
  const words = inAscii(index, 200)
    .replace(/["\\<>@,:;]/g, ' ')
    .trim();
  const header = [
    `From: "${words}" <hello@acme.dev>`,
    `To: "${words}" <${email}>`,
    `Reply-To: "${words}" <reply@acme.dev>`,
    `Subject: ${encoded(onOneLine(index, 300))}`,
    `Message-ID: <${words.replace(/[^a-zA-Z0-9]+/g, '.')}@evil.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
  ];
  const body = [
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...folded(`<p>${injections[index]!.text}</p>`),
    '--part',
    `Content-Type: text/plain; name="${words}.txt"`,
    `Content-Disposition: attachment; filename="${words}.txt"`,
    '',
    'attached',
    '--part--',
    '',
  ];
  const submission = {
    sender: 'hello@acme.dev',
    recipients: [{ address: email }],
    header: `${header.join('\r\n')}\r\n`,
    body: body.join('\r\n'),
    protocol: 'ESMTPSA',
  };
  const accepted = await posthouse
    .call('submit_message', submission, { caller: posthouse.caller('smtp') })
    .then(
      ({ output }) => (output as { ids: string[] }).ids,
      // Texts that look like phishing are refused; the test counts that enough others are accepted.
      () => [],
    );
  const [id] = accepted;
  if (id === undefined) return [];
  taken('mail over SMTP');
  const later = index % 2 === 0;
  const code = index % 6 === 1 ? 451 : 550;
  const reply = `${code} 5.1.1 ${inAscii(index, 400)}`;
  if (!later)
    posthouse.mailbox.next({
      kind: 'refused',
      by: 'mx.evil.example',
      stage: 'rcpt',
      code,
      enhanced: '5.1.1',
      reply,
    });
  await posthouse.deliver();
  if (!later) taken('reply of a server');
  else await reported(posthouse, id, index, taken);
  return [id];
}

function encoded(text: string): string {
  const words = Array.from(text.match(/[\s\S]{1,15}/gu) ?? []);
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function folded(text: string): string[] {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  );
}

/** Reports to the return path, received by the inbound door. */
async function reported(
  posthouse: SimulatedPlatform,
  id: string,
  index: number,
  taken: Taken,
): Promise<void> {
  const { engine } = posthouse.platform;
  const path = createReturnPath(engine, { id, organization: posthouse.organization.key }, bounceDomain);
  if (!path.endsWith(bounceDomain)) throw new Error('there is no return path');
  await posthouse.call(
    'record_return',
    {
      id,
      returned: {
        kind: 'delivery',
        reports: [
          {
            action: 'failed',
            code: 550,
            enhanced: '5.1.1',
            text: injections[index]!.text.slice(0, 7_000).toWellFormed(),
            recipients: [],
            by: onOneLine(index, 200),
            wordsAlone: false,
          },
        ],
      },
    },
    { caller: posthouse.caller('smtp') },
  );
  taken('report of a bounce');
}

/** Recipients whose mail clients have arbitrary names. */
async function clicked(posthouse: SimulatedPlatform, taken: Taken): Promise<string[]> {
  const emails: string[] = [];
  for (let index = 0; index < clickedTexts; index += 1) {
    const reader = `reader${index - (index % clicksPerMail)}@mailbox.dev`;
    if (index % clicksPerMail === 0) {
      const { output } = await posthouse.call('send_email', {
        from: 'hello@acme.dev',
        to: reader,
        subject: 'Our news',
        markdown: '[Shop](https://acme.dev/shop)',
      });
      emails.push((output as Made).id);
      await posthouse.deliver();
      await posthouse.clock.advance(minuteMs);
    }
    const [, path] = /href="http:\/\/posthouse\.example(\/c\/[^"]+)"/.exec(
      posthouse.mailbox.messages.find(({ to }) => to.address === reader)!.html,
    )!;
    const headers = { 'user-agent': inAscii(index, 200), 'sec-purpose': inAscii(index, 90) };
    const answer = await posthouse.http('GET', path!, { token: null, headers, peer: `192.0.${index}.7` });
    if (answer.status === 302) taken('user agent');
    await posthouse.clock.advance(secondMs);
  }
  return emails;
}

/** A campaign to recipients with hostile names, whose servers refuse it with hostile replies. */
async function sentCampaign(posthouse: SimulatedPlatform, people: string[], taken: Taken): Promise<string> {
  // Bounced recipients get no more mail, so these are others with the same names.
  const subscriberIds: string[] = [];
  for (let index = 0; index < campaignSize; index += 1) {
    const { output } = await posthouse.call('create_subscriber', {
      email: `${inLocalPart(index + 20)}@reader.dev`,
      firstName: onOneLine(index + 20, 256),
      attributes: { note: injections[index + 20]!.text },
    });
    subscriberIds.push((output as Made).id);
  }
  const { output } = await posthouse.call('create_campaign', {
    name: 'May',
    subject: 'News for {{firstName|you}}',
    fromEmail: 'news@acme.dev',
    markdown: 'Hello {{firstName|there}}, {{note}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
    audience: { subscriberIds: [...subscriberIds, ...people.slice(0, 3)] },
  });
  const { id } = output as Made;
  await posthouse.call('send_campaign', { campaignId: id });
  for (let index = 0; index < campaignSize; index += 1) {
    posthouse.mailbox.next({
      kind: 'refused',
      by: 'mx.evil.example',
      stage: 'rcpt',
      code: 550,
      enhanced: '5.7.1',
      reply: `550 5.7.1 ${inAscii(index + 20, 400)}`,
    });
    taken('campaign');
  }
  for (let round = 0; round < 4; round += 1) {
    await posthouse.deliver();
    await posthouse.clock.advance(minuteMs);
  }
  return id;
}

/** Domains whose DNS an attacker controls. */
async function published(posthouse: SimulatedPlatform, taken: Taken): Promise<string[]> {
  const domains: string[] = [];
  const records = [...injections.entries()].filter(([, { kind }]) => kind === 'a DNS record');
  const others = [...injections.entries()].slice(0, domainCount);
  for (const [index, { text }] of [...records, ...others]) {
    const name = `sender${index}.dev`;
    const { output } = await posthouse.call('add_domain', { name, tracking_subdomain: 'links' });
    const domain = output as Made & { records: { record: string; name: string }[] };
    const { zone } = posthouse.resolver;
    zone.set(name, {
      txt: [`v=spf1 ${text} include:${inAscii(index, 60).replace(/[^a-z0-9]+/gi, '.')}.dev ~all`],
    });
    for (const { record, name: at } of domain.records) {
      if (record === 'DKIM') zone.set(at, { txt: [`v=DKIM1; k=rsa; n=${text}; p=`, text] });
      if (record === 'DMARC') zone.set(at, { txt: [`v=DMARC1; p=none; note=${text}`] });
      if (record === 'RETURN_PATH')
        zone.set(at, { cname: [`${inAscii(index, 200).replace(/[^a-z0-9]+/gi, '.')}.evil.dev`] });
      if (record === 'TRACKING') zone.set(at, { cname: [inAscii(index, 200)] });
    }
    await posthouse.call('verify_domain', { id: domain.id });
    domains.push(domain.id);
    taken('DNS');
  }
  return domains;
}
