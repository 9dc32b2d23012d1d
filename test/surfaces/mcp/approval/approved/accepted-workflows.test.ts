import { describe, expect } from 'vitest';
import { fanOutDue } from '../../../../../src/engine/webhooks/fan-out.ts';
import { addWebhook, messages } from '../../../../engine/webhooks/webhook-scene.ts';
import type { Json } from '../../../../spec/assistants/assistant.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import {
  activeWorkflow,
  dayMs,
  mailStep,
  mailsOf,
  tagStep,
  tagsOf,
  work,
} from '../../../../tools/workflows/scene.ts';
import { assistantIn, confirmed } from '../approved-scene.ts';

const people = ['ada@mailbox.dev', 'bob@mailbox.dev', 'eve@mailbox.dev'];
const problem =
  'It was approved or accepted while mail could not leave the server, and now it can: call activate_workflow';
const trigger = { type: 'EVENT', name: 'user.signed_up' };
/** One mail at once, and another after three days. */
const series = {
  name: 'Series',
  trigger,
  steps: [mailStep('first'), { key: 'wait', type: 'delay', duration: '3 days' }, mailStep('second')],
};

async function switchSending(here: Place, on: boolean): Promise<void> {
  await here.use('update_organization', { id: here.organization.id, sending_enabled: on });
}

/** Activates a workflow as an assistant while sending is off, so no approval is needed. */
async function accepted(here: Place, definition: object = series): Promise<string> {
  await switchSending(here, false);
  const { id: workflowId } = await here.use('save_workflow', definition);
  const assistant = assistantIn(here);
  const { result } = await assistant.call('activate_workflow', { workflowId, dry_run: true });
  expect(result.preview.delivery).toBe('captured');
  expect((await assistant.call('activate_workflow', { workflowId })).result.status).toBe('ACTIVE');
  return workflowId;
}

async function signUp(here: Place, emails: readonly string[] = people): Promise<void> {
  for (const email of emails) await here.use('track_event', { name: 'user.signed_up', email });
  await work(here);
}

async function days(here: Place, amount: number): Promise<void> {
  await here.platform.clock.advance(amount * dayMs);
  await work(here);
}

/** Addresses and subjects of the mail to the organization's people after the first `before` mails. */
async function leftSince(here: Place, before: number): Promise<string[]> {
  await here.platform.deliver();
  return here.platform.mailbox.messages
    .slice(before)
    .map(({ to, subject }) => `${to.address} ${subject}`)
    .sort();
}

const stands = async (here: Place, workflowId: string): Promise<Json> => {
  const { status, problem, stats } = await here.use('get_workflow', { workflowId });
  return { status, problem, open: stats.open };
};

onBothDatabases((place) => {
  describe('a workflow that an assistant activated while sending was off', () => {
    verifies(
      'workflow.activation.unasked',
      'captures its mail without an approval while sending stays disabled',
      async () => {
        const here = place();
        const before = here.platform.mailbox.messages.length;
        const workflowId = await accepted(here);
        await signUp(here);
        await days(here, 4);
        expect(await mailsOf(here)).toEqual(['first', 'first', 'first', 'second', 'second', 'second']);
        expect(await leftSince(here, before)).toEqual([]);
        expect(await stands(here, workflowId)).toEqual({ status: 'ACTIVE', problem: null, open: 0 });
      },
    );

    verifies(
      ['workflow.activation.unasked', 'workflow.activation.paused'],
      'pauses before the first real mail, and mails each person once after an approval',
      async () => {
        const here = place();
        const before = here.platform.mailbox.messages.length;
        const workflowId = await accepted(here);
        await signUp(here);
        await switchSending(here, true);
        await days(here, 4);
        await days(here, 4);
        expect(await stands(here, workflowId)).toEqual({ status: 'PAUSED', problem, open: 3 });
        const { data } = await here.use('list_workflows', { status: 'PAUSED' });
        expect(data).toMatchObject([{ id: workflowId, problem }]);
        expect(await mailsOf(here)).toEqual(['first', 'first', 'first']);
        expect(await leftSince(here, before)).toEqual([]);

        const { preview, sent } = await confirmed(here, 'activate_workflow', { workflowId });
        expect(preview.delivery).toBe('live');
        expect(preview.warnings).toContain(problem);
        expect(sent).toMatchObject({ status: 'ACTIVE', problem: null, version: 1 });
        await work(here);
        await days(here, 4);
        expect(await leftSince(here, before)).toEqual(people.map((email) => `${email} second`));
        expect(await stands(here, workflowId)).toEqual({ status: 'ACTIVE', problem: null, open: 0 });
        // Mail after the approval needs no second one.
        await signUp(here, ['joe@mailbox.dev']);
        expect((await leftSince(here, before)).filter((one) => one.startsWith('joe'))).toEqual([
          'joe@mailbox.dev first',
        ]);
        await days(here, 4);
        await here.platform.deliver();
      },
    );

    verifies(
      ['workflow.activation.unasked', 'workflow.activation.bound'],
      'lists older versions with active runs in its approval, which covers only these versions',
      async () => {
        const here = place();
        const before = here.platform.mailbox.messages.length;
        const workflowId = await accepted(here);
        await signUp(here);
        await here.use('save_workflow', { workflowId, changes: { first: { subject: 'other words' } } });
        await switchSending(here, true);
        const assistant = assistantIn(here);
        const { result } = await assistant.call('activate_workflow', { workflowId });
        const { preview, confirmation_token } = result.details;
        expect(preview.subjects.join()).toContain('first');
        expect(preview.warnings).toContain(
          'Current runs finish version 1, which no person approved; its mail is included here',
        );
        // Another version is active for an hour in between: an approval does not cover people who finish that
        // one.
        await switchSending(here, false);
        await assistant.call('activate_workflow', { workflowId });
        await signUp(here, ['zoe@mailbox.dev']);
        await here.use('save_workflow', { workflowId, changes: { first: { subject: 'third words' } } });
        await switchSending(here, true);
        const late = await assistant.call('activate_workflow', { workflowId, confirmation_token });
        expect([late.refused, late.result.name]).toEqual([true, 'confirmation_required']);
        const agreed = await confirmed(here, 'activate_workflow', { workflowId });
        expect(agreed.preview.warnings.filter((one: string) => one.startsWith('Current runs'))).toHaveLength(
          2,
        );
        await days(here, 4);
        expect(await leftSince(here, before)).toEqual(
          [...people, 'zoe@mailbox.dev'].map((email) => `${email} second`).sort(),
        );
        // People who exit or move on do not finish an old version.
        const { result: moved } = await assistant.call('activate_workflow', { workflowId, running: 'exit' });
        expect(JSON.stringify(moved)).not.toContain('finish version');
      },
    );

    verifies(
      'workflow.activation.unasked',
      'also pauses before mailing a person who was started manually',
      async () => {
        const here = place();
        const before = here.platform.mailbox.messages.length;
        const workflowId = await accepted(here);
        await here.use('create_subscriber', { email: people[0] });
        await switchSending(here, true);
        const assistant = assistantIn(here);
        await assistant.call('trigger_workflow', { workflowId, email: people[0] });
        await work(here);
        expect(await stands(here, workflowId)).toEqual({ status: 'PAUSED', problem, open: 1 });
        expect(await leftSince(here, before)).toEqual([]);
      },
    );

    verifies(
      'workflow.activation.unasked',
      'continues for test recipients even after sending was enabled',
      async () => {
        const here = place();
        const workflowId = await accepted(here);
        await switchSending(here, true);
        await signUp(here, ['ada@example.com']);
        expect(await mailsOf(here)).toEqual(['first']);
        expect(await stands(here, workflowId)).toEqual({ status: 'ACTIVE', problem: null, open: 1 });
      },
    );

    verifies('workflow.activation.unasked', 'continues when an operator activates it', async () => {
      const here = place();
      const before = here.platform.mailbox.messages.length;
      const workflowId = await accepted(here);
      await switchSending(here, true);
      await signUp(here);
      expect((await stands(here, workflowId)).status).toBe('PAUSED');
      await here.http('POST', `/api/v2/workflows/${workflowId}/activate`, { token: here.token, body: {} });
      await work(here);
      expect(await leftSince(here, before)).toEqual(people.map((email) => `${email} first`));
    });

    verifies('workflow.activation.unasked', 'does not pause if no step sends mail', async () => {
      const here = place();
      const workflowId = await accepted(here, { name: 'Tags', trigger, steps: [tagStep('ripe')] });
      await switchSending(here, true);
      await signUp(here, ['ada@mailbox.dev']);
      expect(await tagsOf(here, 'ada@mailbox.dev')).toEqual(['ripe']);
      expect(await stands(here, workflowId)).toEqual({ status: 'ACTIVE', problem: null, open: 0 });
    });

    verifies(
      'workflow.activation.unasked',
      'also pauses if a person had activated an earlier version',
      async () => {
        const here = place();
        const before = here.platform.mailbox.messages.length;
        const workflowId = await activeWorkflow(here, series);
        await switchSending(here, false);
        await here.use('save_workflow', { workflowId, changes: { first: { subject: 'other words' } } });
        const { result } = await assistantIn(here).call('activate_workflow', { workflowId });
        expect(result).toMatchObject({ status: 'ACTIVE', version: 2 });
        await switchSending(here, true);
        await signUp(here);
        expect((await stands(here, workflowId)).status).toBe('PAUSED');
        expect(await leftSince(here, before)).toEqual([]);
      },
    );

    verifies(
      'workflow.activation.unasked',
      'also pauses if an assistant’s token activated it over REST',
      async () => {
        const here = place();
        const before = here.platform.mailbox.messages.length;
        const { token } = await here.use('create_token', {
          name: 'claude',
          scopes: ['full_access'],
          assistant: true,
        });
        const { id } = await here.use('save_workflow', series);
        const activate = () => here.http('POST', `/api/v2/workflows/${id}/activate`, { token, body: {} });
        expect((await activate()).status).toBe(403);
        await switchSending(here, false);
        expect((await activate()).status).toBe(200);
        await switchSending(here, true);
        await signUp(here);
        expect((await stands(here, id)).status).toBe('PAUSED');
        expect((await activate()).status).toBe(403);
        expect(await leftSince(here, before)).toEqual([]);
      },
    );

    verifies(
      ['workflow.activation.unasked', 'webhook.kinds.workflow'],
      'reports its pause to webhooks once',
      async () => {
        const here = place();
        const now = (await here.platform.platform.engine.store.organizations.byKey(here.organization.key))!;
        await addWebhook(
          here.platform,
          { events: ['workflow.failed'] },
          { caller: here.platform.caller('v2', now) },
        );
        const workflowId = await accepted(here);
        await switchSending(here, true);
        await signUp(here);
        await days(here, 1);
        await fanOutDue(here.platform.platform.engine);
        const sent = (await messages(here.platform)).filter(({ objectId }) => objectId === workflowId);
        expect(sent.map(({ kind }) => kind)).toEqual(['workflow.failed']);
        expect(sent[0]!.payload.data).toMatchObject({ status: 'PAUSED', problem });
      },
    );
  });

  describe('a workflow activated with an approval or by a separate program', () => {
    verifies(
      'workflow.activation.unasked',
      'continues to mail after sending was disabled in between',
      async () => {
        const here = place();
        for (const [name, activate] of [
          ['yes', (workflowId: string) => confirmed(here, 'activate_workflow', { workflowId })],
          ['program', (workflowId: string) => here.use('activate_workflow', { workflowId })],
        ] as const) {
          await switchSending(here, true);
          const before = here.platform.mailbox.messages.length;
          const { id } = await here.use('save_workflow', {
            ...series,
            trigger: { type: 'EVENT', name },
          });
          await activate(id);
          await switchSending(here, false);
          await switchSending(here, true);
          await here.use('track_event', { name, email: people[0] });
          await work(here);
          expect(await leftSince(here, before)).toEqual([`${people[0]} first`]);
          expect((await stands(here, id)).status).toBe('ACTIVE');
        }
        // A program activates while sending is off: its call is valid for later too.
        await switchSending(here, false);
        const before = here.platform.mailbox.messages.length;
        const id = await activeWorkflow(here, { ...series, trigger: { type: 'EVENT', name: 'off' } });
        await switchSending(here, true);
        await here.use('track_event', { name: 'off', email: people[1] });
        await work(here);
        expect(await leftSince(here, before)).toEqual([`${people[1]} first`]);
        expect((await stands(here, id)).status).toBe('ACTIVE');
      },
    );
  });
});
