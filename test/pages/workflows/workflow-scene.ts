import type { PersonRecord } from '../../../src/model/person/person.ts';
import { linkFor, personIn } from '../../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, launchBrowser, type Page } from '../browser.ts';

export const baseUrl = 'http://console.localhost';

/** A workflow with people in it, and a browser. */
export type WorkflowScene = {
  browser: Browser;
  /** Path of the workflow. */
  own: string;
  run: string;
  signIn(page: Page): Promise<void>;
  close(): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

const mail = (key: string, subject: string, markdown: string) => ({
  key,
  type: 'send_email',
  subject,
  markdown: `${markdown}\n\n[Unsubscribe]({{unsubscribeUrl}})`,
});

const definition = {
  name: 'Reader series',
  description: 'Welcomes each new reader, then follows up with people who did not buy.',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  goal: { field: 'event.order.paid', operator: 'exists' },
  steps: [
    mail('welcome', 'Welcome to Fernhill', '# Glad you are here'),
    { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
    {
      key: 'clicked',
      type: 'condition',
      rule: { field: 'email_clicked', operator: 'eq', value: 'welcome' },
      yes: [
        { key: 'club', type: 'add_tag', tag: 'book-club' },
        { key: 'two_weeks', type: 'delay', duration: '14 days' },
      ],
      no: [
        mail('three', 'Three books to begin with', 'Start here.'),
        { key: 'paid', type: 'wait_for_event', name: 'order.paid', timeout: '7 days', timed_out: [] },
      ],
    },
    mail('next', 'What shall we read next?', 'Tell us.'),
  ],
};

export async function openWorkflowScene(): Promise<WorkflowScene> {
  const platform = await openPlatform({ settings: { baseUrl } });
  const use = async (tool: string, input: unknown): Promise<Answer> => {
    const { organizations } = platform.platform.engine.store;
    const organization = (await organizations.byKey(platform.organization.key))!;
    return (await platform.call(tool, input, { caller: platform.caller('tools', organization) })).output;
  };
  await use('update_organization_settings', { default_from: 'Fernhill <hello@fernhill.dev>' });
  const ada = await personIn(platform, platform.organization, { name: 'Ada Whitfield' });
  const { id } = await use('save_workflow', definition);
  await use('activate_workflow', { workflowId: id });
  for (const name of ['ada', 'mina', 'tomas']) {
    const properties = { plan: 'pro' };
    await use('track_event', { name: 'user.signed_up', email: `${name}@reader.example`, properties });
  }
  await platform.platform.worker.runDue();
  await use('track_event', { name: 'order.paid', email: 'tomas@reader.example' });
  await platform.platform.worker.runDue();
  await use('save_workflow', { workflowId: id, changes: { later: { duration: '2 days' } } });
  const run = (await use('list_workflow_runs', { workflowId: id, limit: 3 })).data[1].id;
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  const browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
  return {
    browser,
    own: `/console/workflows/${id}`,
    run,
    signIn: (page) => signIn(page, platform, ada),
    async close() {
      await browser.close();
      await platform.platform.http.drain(0);
      await platform.close();
    },
  };
}

async function signIn(page: Page, platform: SimulatedPlatform, person: PersonRecord): Promise<void> {
  await page.goto(baseUrl + (await linkFor(platform, person)));
  await page.follow('main button');
}

/** Every width and color scheme. */
export const screens = [
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 390, dark: false },
  { width: 1280, dark: true },
];
