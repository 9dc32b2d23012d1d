import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/model/instant.ts';
import { unapprovedPeopleMax } from '../../../../src/model/sending/unapproved-people.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { activeWorkflow, mailStep, work } from '../../../tools/workflows/scene.ts';
import { assistantIn, confirmed } from './approved-scene.ts';

const person = (index: number) => `p${index}@mailbox.dev`;
const people = Array.from({ length: 40 }, (_, index) => person(index));
const problem =
  'An assistant selected more recipients than it can mail without approval (10 in 15 minutes, 40 in 24 hours). Check the recipients, then call activate_workflow';

/** A workflow for people who get a tag, activated by a person. */
async function welcoming(here: Place, name = 'Welcome', tag = 'vip'): Promise<string> {
  await here.use('create_tag', { name: tag });
  return await activeWorkflow(here, {
    name,
    trigger: { type: 'TAG_ADDED', tag },
    steps: [mailStep('welcome')],
  });
}

async function known(here: Place): Promise<void> {
  await here.use('save_subscribers', { subscribers: people.map((email) => ({ email })) });
  await work(here);
}

async function leftSince(here: Place, before: number): Promise<string[]> {
  await here.platform.deliver();
  return here.platform.mailbox.messages.slice(before).map(({ to }) => to.address);
}

const standsAs = async (here: Place, workflowId: string) => {
  const { status, problem: why } = await here.use('get_workflow', { workflowId });
  return { status, problem: why };
};
const active = { status: 'ACTIVE', problem: null };
const paused = { status: 'PAUSED', problem };

onBothDatabases((place) => {
  describe('a workflow activated by a person', () => {
    it('counts people that an assistant changed between the approval request and the decision', async () => {
      const here = place();
      await known(here);
      await here.use('create_tag', { name: 'vip' });
      const before = here.platform.mailbox.messages.length;
      const { id: workflowId } = await here.use('save_workflow', {
        name: 'Welcome',
        trigger: { type: 'TAG_ADDED', tag: 'vip' },
        steps: [mailStep('welcome')],
      });
      const assistant = assistantIn(here);
      const { result } = await assistant.call('activate_workflow', { workflowId });
      const { confirmation_token } = result.details;
      for (let index = 0; index < 20; index += 1) {
        const attributes = { words: 'Buy now' };
        await assistant.call('update_subscriber', { subscriber: person(index), attributes });
      }
      expect((await assistant.call('activate_workflow', { workflowId, confirmation_token })).refused).toBe(
        false,
      );
      for (const subscriber of people.slice(0, 20)) {
        await here.use('add_subscriber_tags', { subscriber, tags: ['vip'] });
        await work(here);
      }
      expect((await leftSince(here, before)).length).toBeLessThanOrEqual(unapprovedPeopleMax);
      expect(await standsAs(here, workflowId)).toEqual(paused);
    });

    verifies(
      'workflow.changed-by-assistants',
      'shares the allowance of an assistant that tags people one by one for several workflows',
      async () => {
        const here = place();
        await known(here);
        const before = here.platform.mailbox.messages.length;
        const [first, second] = [await welcoming(here), await welcoming(here, 'Second', 'gold')];
        const assistant = assistantIn(here);
        const tag = async (index: number, name: string): Promise<void> => {
          await assistant.call('add_subscriber_tags', { subscriber: person(index), tags: [name] });
          await work(here);
        };
        for (let index = 0; index < unapprovedPeopleMax; index += 1)
          await tag(index, index % 2 === 0 ? 'vip' : 'gold');
        expect(await leftSince(here, before)).toHaveLength(unapprovedPeopleMax);
        expect([await standsAs(here, first), await standsAs(here, second)]).toEqual([active, active]);
        await tag(20, 'vip');
        await tag(21, 'gold');
        expect(await leftSince(here, before)).toHaveLength(unapprovedPeopleMax);
        expect([await standsAs(here, first), await standsAs(here, second)]).toEqual([paused, paused]);

        // Over MCP its person is asked, and each waiting person gets one mail.
        await confirmed(here, 'activate_workflow', { workflowId: first });
        await work(here);
        expect((await leftSince(here, before)).slice(unapprovedPeopleMax)).toEqual([person(20)]);
        await here.platform.clock.advance(16 * minuteMs);
        await work(here);
        expect(await standsAs(here, second)).toEqual(paused);
      },
    );

    verifies(
      'workflow.changed-by-assistants',
      'waits if an assistant tags many people at once, and continues with them after an approval',
      async () => {
        const here = place();
        await known(here);
        const before = here.platform.mailbox.messages.length;
        const workflowId = await welcoming(here);
        const assistant = assistantIn(here);
        const { refused } = await assistant.call('apply_tag', {
          tag: 'vip',
          rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
        });
        expect(refused).toBe(false);
        await work(here);
        await work(here);
        expect(await leftSince(here, before)).toEqual([]);
        expect(await standsAs(here, workflowId)).toEqual(paused);
        await confirmed(here, 'activate_workflow', { workflowId });
        await work(here);
        expect((await leftSince(here, before)).toSorted()).toEqual(people.toSorted());
        expect(await standsAs(here, workflowId)).toEqual(active);
      },
    );

    verifies('workflow.changed-by-assistants', 'mails everyone tagged by a program or a person', async () => {
      const here = place();
      await known(here);
      const before = here.platform.mailbox.messages.length;
      const workflowId = await welcoming(here);
      for (const email of people) await here.use('add_subscriber_tags', { subscriber: email, tags: ['vip'] });
      await work(here);
      expect(await leftSince(here, before)).toHaveLength(people.length);
      expect(await standsAs(here, workflowId)).toEqual(active);
    });
  });
});
