import { describe, expect, onTestFinished, test } from 'vitest';
import { invoke, noListener } from '../../../src/contract/invoke.ts';
import { openPermit } from '../../../src/engine/context/send-permit.ts';
import { Failure } from '../../../src/model/failure.ts';
import type { SendPreview } from '../../../src/model/sending/send-preview.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { phishing } from '../../tools/verification/scene.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { addReaders, untilSent } from '../campaigns/campaign-scene.ts';
import { callerIn, draftCampaign, leave, previewedIn, settle, toolNamed } from './preview-scene.ts';

/** Every kind of preview against its real call: the same recipients, subjects and refusals. */

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Your order', markdown: 'It is on its way.' };
const ada = 'ada@mailbox.dev';

type Real = {
  /** Reasons of the recipients that the call left out, with their numbers. */
  skipped?: Record<string, number>;
};

type Kind = {
  tool: string;
  arrange(here: Place): Promise<Record<string, unknown>>;
  /** Sends all mail of the call. @param answer its output */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
  settled?(here: Place, input: any, answer: any): Promise<Real>;
};

async function tire(here: Place, to: string): Promise<void> {
  for (let sent = 0; sent < 5; sent += 1) await here.use('send_email', { ...mail, to });
  await here.platform.deliver();
}

async function suppress(here: Place, email: string): Promise<void> {
  await here.use('add_suppression', { email });
}

/** Sends while sending is off, and then turns it on. */
async function capture(here: Place, mails: readonly object[]): Promise<string[]> {
  await settle(here, { sendingEnabled: false });
  const ids: string[] = [];
  for (const one of mails) ids.push((await here.use('send_email', { ...mail, ...one })).id);
  await settle(here, { sendingEnabled: true });
  return ids;
}

async function failToSend(here: Place, to: string): Promise<string> {
  const { id } = await here.use('send_email', { ...mail, to });
  here.platform.mailbox.next({ ...refused(554, 'data', '5.6.0'), by: 'posthouse' });
  await here.platform.deliver();
  return id;
}

const lure =
  'Dear customer, your PayPal account has been suspended. Verify your password now or it will be closed';

async function publishGreeting(here: Place, fields: object = {}): Promise<void> {
  await here.use('create_template', {
    name: 'greeting',
    from: 'Acme <hello@acme.dev>',
    subject: 'Your order',
    html: '<p>{{text}} <a href="{{link}}">Continue</a></p>',
    variables: [{ name: 'text' }, { name: 'link', type: 'url', required: false }],
    ...fields,
  });
  await here.use('publish_template', { template: 'greeting' });
}

function addTestRunner({ platform }: Place, runner: string): void {
  const { settings } = platform.platform.engine;
  const { testRunners } = settings;
  settings.testRunners = [...testRunners, runner];
  onTestFinished(() => {
    settings.testRunners = testRunners;
  });
}

const reasonsByName: Readonly<Record<string, string>> = {
  RECIPIENT_RATE_LIMITED: 'rate_limited',
  content_verification_failed: 'content_blocked',
  validation_error: 'invalid',
};

function countReasons(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Reasons of refused mails; a mail that was accepted as suppressed is counted apart. */
async function reasonsOfBatch(
  here: Place,
  { data, errors = [] }: { data: { id: string }[]; errors?: { name: string }[] },
) {
  const emails = await Promise.all(data.map(({ id }) => here.use('get_email', { id })));
  const stopped = emails.flatMap(({ last_event }) => (last_event === 'suppressed' ? ['suppressed'] : []));
  return { skipped: countReasons([...errors.map(({ name }) => reasonsByName[name] ?? name), ...stopped]) };
}

const kinds: Readonly<Record<string, Kind>> = {
  'a single send': { tool: 'send_email', arrange: async () => ({ ...mail, to: ada }) },
  'a single send to a limited recipient': {
    tool: 'send_email',
    async arrange(here) {
      await tire(here, ada);
      return { ...mail, to: ada };
    },
  },
  'a single send of refused content': { tool: 'send_email', arrange: async () => ({ ...phishing, to: ada }) },
  'a test to several addresses': {
    tool: 'send_test_email',
    async arrange(here) {
      await suppress(here, 'gone@mailbox.dev');
      return { ...mail, to: [ada, 'gone@mailbox.dev'] };
    },
    settled: reasonsOfTest,
  },
  'a permissive batch': {
    tool: 'send_email_batch',
    async arrange(here) {
      await suppress(here, 'gone@mailbox.dev');
      await tire(here, 'tired@mailbox.dev');
      const to = [ada, 'gone@mailbox.dev', 'tired@mailbox.dev', 'no address'];
      const emails = [...to.map((one) => ({ ...mail, to: one })), { ...phishing, to: 'bob@mailbox.dev' }];
      return { emails, validation: 'permissive' };
    },
    settled: async (here, _, answer) => await reasonsOfBatch(here, answer),
  },
  'a strict batch with a limited recipient': {
    tool: 'send_email_batch',
    async arrange(here) {
      await tire(here, 'tired@mailbox.dev');
      return { emails: [ada, 'tired@mailbox.dev'].map((to) => ({ ...mail, to })) };
    },
  },
  'a template': {
    tool: 'send_template',
    async arrange(here) {
      await publishGreeting(here);
      return { template: 'greeting', to: ada, variables: { text: 'It is on its way.' } };
    },
  },
  'a template to a limited recipient': {
    tool: 'send_template',
    async arrange(here) {
      await publishGreeting(here);
      await tire(here, ada);
      return { template: 'greeting', to: ada, variables: { text: 'It is on its way.' } };
    },
  },
  'a template with refused values': {
    tool: 'send_template',
    async arrange(here) {
      await publishGreeting(here, { subject: phishing.subject, from: phishing.from });
      return { template: 'greeting', to: ada, variables: { text: lure, link: 'http://192.168.7.9/login' } };
    },
  },
  'a batch of a template': {
    tool: 'send_template_batch',
    async arrange(here) {
      await publishGreeting(here, { subject: phishing.subject, from: phishing.from });
      await suppress(here, 'gone@mailbox.dev');
      await tire(here, 'tired@mailbox.dev');
      const to = [ada, 'gone@mailbox.dev', 'tired@mailbox.dev', 'no address'];
      const messages = to.map((one) => ({ to: one, variables: { text: 'It is on its way.' } }));
      const bad = { text: lure, link: 'http://192.168.7.9/login' };
      return {
        template: 'greeting',
        messages: [...messages, { to: 'bob@mailbox.dev', variables: bad }],
        validation: 'permissive',
      };
    },
    settled: async (here, _, answer) => await reasonsOfBatch(here, answer),
  },
  'a strict batch of a template with a limited recipient': {
    tool: 'send_template_batch',
    async arrange(here) {
      await publishGreeting(here);
      await tire(here, 'tired@mailbox.dev');
      const messages = [ada, 'tired@mailbox.dev'].map((to) => ({ to, variables: { text: 'Hello' } }));
      return { template: 'greeting', messages };
    },
  },
  'a send beyond the storage limit': {
    tool: 'send_email',
    async arrange(here) {
      const { organizations } = here.platform.platform.engine.store;
      const now = (await organizations.byKey(here.organization.key))!;
      await organizations.update({ ...now, storageOctetsMax: 10 });
      here.platform.platform.callers.clear();
      return { ...mail, to: ada };
    },
  },
  'a campaign': {
    tool: 'send_campaign',
    async arrange(here) {
      await addReaders(here.platform, here.organization, [ada, 'b@mailbox.dev', 'c@mailbox.dev']);
      await here.use('unsubscribe_subscriber', { subscriber: 'b@mailbox.dev' });
      await suppress(here, 'c@mailbox.dev');
      return { campaignId: (await draftCampaign(here, { subject: 'News for {{firstName|you}}' })).id };
    },
    async settled(here, { campaignId }) {
      await untilSent(here.platform, here.organization, campaignId);
      return {};
    },
  },
  'a campaign to no subscriber': {
    tool: 'send_campaign',
    async arrange(here) {
      await addReaders(here.platform, here.organization, [ada]);
      await suppress(here, ada);
      return { campaignId: (await draftCampaign(here)).id };
    },
  },
  'a campaign with refused content': {
    tool: 'send_campaign',
    async arrange(here) {
      await addReaders(here.platform, here.organization, [ada]);
      const { subject, html, markdown } = phishing as Record<string, string>;
      const content = html === undefined ? { markdown: `${markdown} ${leave}` } : { html };
      const body = html === undefined ? content : { html: `${html}<a href="{{unsubscribeUrl}}">Leave</a>` };
      return { campaignId: (await draftCampaign(here, { subject, markdown: undefined, ...body })).id };
    },
  },
  'the activation of a workflow': {
    tool: 'activate_workflow',
    async arrange(here) {
      await addReaders(here.platform, here.organization, [ada, 'b@mailbox.dev']);
      await here.use('unsubscribe_subscriber', { subscriber: 'b@mailbox.dev' });
      const config = { from: 'hello@acme.dev', subject: 'Welcome', markdown: `Hello. ${leave}` };
      const { id } = await here.use('save_workflow', {
        name: 'Welcome',
        trigger: { type: 'SUBSCRIBER_CREATED' },
        steps: [{ key: 'welcome', type: 'send_email', ...config }],
      });
      return { workflowId: id, backfill: true };
    },
  },
  'the release of captured mail': {
    tool: 'release_emails',
    async arrange(here) {
      await capture(here, [{ to: ada }, { to: 'gone@mailbox.dev' }, { to: 'bob@mailbox.dev' }]);
      await suppress(here, 'gone@mailbox.dev');
      for (let sent = 0; sent < 4; sent += 1)
        await here.use('send_email', { ...mail, to: 'bob@mailbox.dev' });
      await here.platform.deliver();
      return {};
    },
    settled: async (_here, _input, { refused: left }) => ({
      skipped: countReasons(
        left.map(({ name }: { name: string }) => (name === 'conflict' ? 'suppressed' : reasonsByName[name]!)),
      ),
    }),
  },
  'the release of captured mail to a recipient that became a fixture': {
    tool: 'release_emails',
    async arrange(here) {
      await capture(here, [{ to: 'jest-test-ada@mailbox.dev' }, { to: ada }]);
      addTestRunner(here, 'jest');
      return {};
    },
    settled: async () => ({ skipped: { fixture: 1 } }),
  },
  'the retry of a failed mail': {
    tool: 'retry_email',
    arrange: async (here) => ({ id: await failToSend(here, ada) }),
  },
  'the retry of a failed mail to a suppressed recipient': {
    tool: 'retry_email',
    async arrange(here) {
      const id = await failToSend(here, ada);
      await suppress(here, ada);
      return { id };
    },
    settled: async () => ({ skipped: { suppressed: 1 } }),
  },
  'the retry of a failed mail to a recipient that became a fixture': {
    tool: 'retry_email',
    async arrange(here) {
      const id = await failToSend(here, 'jest-test-ada@mailbox.dev');
      addTestRunner(here, 'jest');
      return { id };
    },
    settled: async () => ({ skipped: { fixture: 1 } }),
  },
  'the retry of a failed mail to an erased recipient': {
    tool: 'retry_email',
    async arrange(here) {
      await here.use('create_subscriber', { email: ada });
      const id = await failToSend(here, ada);
      await here.use('delete_subscriber', { subscriber: ada });
      return { id };
    },
    settled: async () => ({ skipped: { erased: 1 } }),
  },
  'the retry of captured mail to a limited recipient': {
    tool: 'retry_email',
    async arrange(here) {
      const [id] = await capture(here, [{ to: ada }]);
      for (let sent = 0; sent < 4; sent += 1) await here.use('send_email', { ...mail, to: ada });
      await here.platform.deliver();
      return { id };
    },
  },
  'opt-in requests of saved subscribers': {
    tool: 'save_subscribers',
    async arrange(here) {
      await here.use('create_subscriber', { email: 'known@mailbox.dev', externalId: 'user-1' });
      return {
        subscribers: [
          { email: ada, doubleOptIn: true },
          { email: ada, firstName: 'Ada' },
          { email: 'taken@mailbox.dev', doubleOptIn: true, externalId: 'user-1' },
          { email: 'tagged@mailbox.dev', doubleOptIn: true, tags: ['tag_00000000000000000000000000'] },
          { email: 'known@mailbox.dev', doubleOptIn: true },
        ],
      };
    },
  },
  'the opt-in request of an event': {
    tool: 'track_event',
    async arrange(here) {
      await settle(here, { doubleOptIn: true });
      return { name: 'signed.up', email: ada };
    },
  },
  'an import': {
    tool: 'import_subscribers',
    async arrange(here) {
      await settle(here, { doubleOptIn: true });
      await here.use('create_subscriber', { email: 'known@mailbox.dev', doubleOptIn: false });
      const rows = [ada, 'known@mailbox.dev', 'no address', ada, 'bob@mailbox.dev'];
      return { csv: `email\n${rows.join('\n')}\n`, start: true };
    },
  },
};

async function reasonsOfTest(here: Place, _: unknown, answer: { data: { id: string }[] }): Promise<Real> {
  return await reasonsOfBatch(here, answer);
}

onBothDatabases((place) => {
  describe('a preview predicts the mail of', () => {
    test.each(Object.entries(kinds))('%s', async (_name, { tool, arrange, settled }) => {
      const here = place();
      const input = await arrange(here);
      const seen = await previewedIn(here, tool, input);
      const { engine } = here.platform.platform;
      const { messages } = here.platform.mailbox;
      const before = messages.length;
      const allowed = { ...noListener, permit: openPermit };
      const call = invoke(engine, toolNamed(tool), await callerIn(here), input, undefined, allowed);
      const answer = await call.then(
        ({ output }) => output,
        (error: unknown) => error,
      );
      if (answer instanceof Failure) {
        expect(seen).toMatchObject({
          preview: { recipients: 0, to: [] },
          refusal: { failure: answer.failure, message: answer.message, details: answer.details },
        });
        return;
      }
      const { skipped } = (await settled?.(here, input, answer)) ?? {};
      for (let round = 0; round < 3; round += 1) await here.platform.deliver();
      const sent = messages.slice(before);
      const addresses = sent.map(({ to }) => to.address).sort();
      expect(seen).not.toHaveProperty('refusal');
      expect(seen!.preview.warnings.join('\n')).not.toContain('would be refused');
      const { recipients, to, subjects } = seen!.preview;
      expect(recipients).toBe(addresses.length);
      if (to.length > 0) expect([...to].sort()).toEqual(addresses);
      if (sent.length > 0) expect(sent.map(({ subject }) => subject)).toEqual(sent.map(() => subjects[0]));
      if (skipped) expect(countSkips(seen!.preview)).toEqual(skipped);
    });

    test('a transactional mail with the values that are sent', async () => {
      const here = place();
      await here.use('update_organization_settings', { postal_address: '1 Garden Street' });
      const plan = 'https://acme.dev/roses and more '.repeat(12).trim();
      await here.use('create_subscriber', { email: ada, attributes: { plan } });
      const markdown = 'Your plan: {{attributes.plan}}. From {{postalAddress}}';
      const input = { ...mail, markdown, to: ada };
      const seen = await previewedIn(here, 'send_email', input);
      const shown = await seen!.mails!.show(0, noListener.signal);
      await here.use('send_email', input);
      await here.platform.deliver();
      const { text } = here.platform.mailbox.messages.at(-1)!;
      expect(text).toContain(plan);
      expect(text).toContain('From 1 Garden Street');
      expect(shown!.text).toBe(text);
      expect(seen!.preview.text).toBe(text.trim());
    });

    test('tagging by rule', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, [ada, 'b@mailbox.dev', 'c@mailbox.dev']);
      await here.use('add_subscriber_tags', { subscriber: 'c@mailbox.dev', tags: ['regular'] });
      const input = { tag: 'regular', rule: { field: 'status', operator: 'eq', value: 'ACTIVE' } };
      const tried = await here.use('apply_tag', { ...input, dry_run: true });
      const done = await here.use('apply_tag', input);
      expect(tried).toMatchObject({ matching: 3, tagged: 2, skipped: 0, complete: true });
      expect(done).toMatchObject({ tagged: tried.tagged, skipped: tried.skipped, complete: true });
    });
  });
});

function countSkips({ skipped }: SendPreview): Record<string, number> {
  return Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]));
}
