import { askedQuestion, declinedQuestion } from '../../test/engine/approval/questions.ts';
import { personIn } from '../../test/surfaces/console/scene.ts';
import { addGrant } from '../../test/world/grants.ts';
import type { SimulatedPlatform } from '../../test/world/platform.ts';

/** Numbers of objects that a person creates by hand. Each list of the console has more than one page of them. */
const amounts = {
  domains: 3,
  tags: 300,
  segments: 60,
  templates: 80,
  campaigns: 150,
  tokens: 60,
  webhooks: 20,
  integrations: 20,
  workflows: 60,
  imports: 70,
  people: 40,
  pendingApprovals: 40,
  grants: 60,
} as const;

/** Objects that `seedConsole` multiplies: webhook messages, runs, decided approvals, events of an integration. */
export type Prototypes = {
  webhook: string;
  workflow: string;
  run: string;
  integration: string;
  draft: string;
  sent: string;
  template: string;
  token: string;
  domain: string;
  import: string;
  approval: string;
  pending: string;
};

/** At most 20 imports may be unfinished. */
const importsAtOnce = 10;

// biome-ignore lint/suspicious/noExplicitAny: the scene reads the answers it expects and fails on others
type Answer = any;

const goldRule = { field: 'attributes.plan', operator: 'eq', value: 'gold' };
const step = (key: string, subject: string) => ({
  key,
  type: 'send_email',
  subject,
  from: 'Acme <news@acme.dev>',
  markdown: 'Hello {{firstName|you}}.\n\n[Leave]({{unsubscribeUrl}})',
});
const workflow = {
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  reentry: 'EVERY_TIME',
  steps: [
    step('welcome', 'Welcome'),
    { key: 'later', type: 'delay', duration: '3 days' },
    {
      key: 'clicked',
      type: 'condition',
      rule: { field: 'email_clicked', operator: 'eq', value: 'welcome' },
      yes: [{ key: 'club', type: 'add_tag', tag: 'tag 0' }],
      no: [step('reminder', 'One more thing')],
    },
    step('last', 'What comes next'),
  ],
};
const content = {
  subject: 'News of May',
  fromEmail: 'news@acme.dev',
  markdown:
    'Hello {{firstName|you}}\n\n[Shop](https://acme.dev/shop) [Read](https://acme.dev/read)\n\n[Leave]({{unsubscribeUrl}})',
};

/** Creates objects of every kind through the tools, so that each row is as the platform writes it. */
export async function buildScene(platform: SimulatedPlatform): Promise<Prototypes> {
  const use = async (tool: string, input: object): Promise<Answer> =>
    (await platform.call(tool, input)).output;
  const several = async (amount: number, make: (number: number) => Promise<Answer>): Promise<string> => {
    let id = '';
    for (let number = 0; number < amount; number += 1) id = (await make(number)).id;
    return id;
  };
  const domain = await several(amounts.domains, (n) => use('add_domain', { name: `brand-${n}.com` }));
  await use('add_domain', { name: 'acme.dev', click_tracking: true, open_tracking: true });
  await several(amounts.tags, (n) => use('create_tag', { name: `tag ${n}` }));
  await several(amounts.segments, (n) => use('create_segment', { name: `Segment ${n}`, rule: goldRule }));
  const template = await several(amounts.templates, (n) =>
    use('create_template', { name: `receipt-${n}`, from: 'hello@acme.dev', ...written(n) }),
  );
  const token = await several(amounts.tokens, (n) =>
    use('create_token', { name: `Token ${n}`, scopes: ['emails.send'], assistant: n % 2 === 0 }),
  );
  for (let n = 0; n < amounts.grants; n += 1) await addGrant(platform, token, `Assistant ${n}`);
  for (let n = 0; n < amounts.people; n += 1) {
    const { organization } = platform;
    await personIn(platform, organization, { name: `Person ${n}`, email: `person-${n}@mailbox.dev` });
  }
  for (let n = 0; n < amounts.imports; n += 1) {
    await use('import_subscribers', {
      csv: `email\nimported-${n}@mailbox.dev\n`,
      consent: { source: 'a fair' },
    });
    if (n % importsAtOnce === 0) await platform.deliver();
  }
  const { id: subscriberId } = await use('create_subscriber', { email: 'first@example.com' });
  const draft = await several(amounts.campaigns, (n) =>
    use('create_campaign', { ...content, name: `Draft ${n}`, audience: { filter: goldRule } }),
  );
  const { id: sent } = await use('create_campaign', {
    ...content,
    name: 'Sent',
    tracking: { opens: true, clicks: true },
    audience: { subscriberIds: [subscriberId] },
  });
  await use('send_campaign', { campaignId: sent });
  const webhook = await several(amounts.webhooks, (n) =>
    use('save_webhook', { url: `https://hooks-${n}.acme.dev/in` }),
  );
  await use('test_webhook', { webhook });
  const integration = await several(amounts.integrations, () =>
    use('create_integration', { provider: 'segment', secret: 'a shared secret' }),
  );
  const event = { type: 'track', marks: ['event 0'], body: '{}', topic: null };
  const asIntegration = { caller: platform.caller('integration') };
  await platform.call('receive_integration_event', { integrationId: integration, ...event }, asIntegration);
  const workflowId = await several(amounts.workflows, (n) =>
    use('save_workflow', { ...workflow, name: `Series ${n}` }),
  );
  await use('activate_workflow', { workflowId });
  await use('track_event', { name: 'user.signed_up', email: 'first@example.com' });
  await platform.deliver();
  const approval = await declinedQuestion(platform);
  let pending = '';
  for (let n = 0; n < amounts.pendingApprovals; n += 1) pending = await askedQuestion(platform, `Offer ${n}`);
  await settle(platform);
  const [run] = (await use('list_workflow_runs', { workflowId, limit: 1 })).data;
  const [{ id: importId }] = (await use('list_imports', { limit: 1 })).data;
  return {
    ...{ webhook, workflow: workflowId, run: run.id, integration, draft, sent, template, token, domain },
    ...{ import: importId, approval, pending },
  };
}

function written(number: number) {
  return {
    subject: `Receipt {{number}} of ${number}`,
    markdown: 'Thank you for order {{number}}.',
    variables: [{ name: 'number' }],
  };
}

/** Lets the campaign, the webhook and the imports end. */
async function settle(platform: SimulatedPlatform): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await platform.deliver();
    await platform.clock.advance(60_000);
  }
}
