import { describe, expect, vi } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { seededRandom } from '../../world/simulated/random.ts';
import { mortal } from '../imports/mortal.ts';

// The test starts its own PostgreSQL.
vi.setConfig({ testTimeout: 120_000 });

const leaseMs = 20_000;
const deaths = 12;
const people = Array.from({ length: 30 }, (_, index) => `reader-${index}@mailbox.dev`);
const series = {
  name: 'Series',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  steps: [
    {
      key: 'welcome',
      type: 'send_email',
      from: 'Acme <hello@acme.dev>',
      subject: 'Welcome',
      markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
    },
  ],
};

describe.each(databases)('a workflow activated without an approval, on %s', (_name, open) => {
  verifies(
    'workflow.activation.unasked',
    `mails no subscriber while workers crash ${deaths} times around its pause, and each subscriber once after an approval`,
    async () => {
      const database = await open();
      const first = await openPlatform({ database: { ...database, close: async () => {} } });
      const { organization, clock } = first;
      const switchSending = (on: boolean) =>
        first.call('update_organization', { id: organization.id, sending_enabled: on });
      const { output } = await first.call('save_workflow', series);
      const { id: workflowId } = output as { id: string };
      await switchSending(false);
      const assistant = assistantOf(first);
      expect((await assistant.call('activate_workflow', { workflowId })).result.status).toBe('ACTIVE');
      for (const email of people) await first.call('track_event', { name: 'user.signed_up', email });
      await switchSending(true);

      const random = seededRandom(11);
      /** Deliveries and rows of all processes together. */
      const left: string[] = [];
      const dieOften = async (): Promise<void> => {
        for (let death = 0; death < deaths; death += 1) {
          const dying = mortal(database);
          const process = await openPlatform({ database: dying, clock, seed: 100 + death });
          dying.die(1 + (death % 6), random.uniform() < 0.5 ? 'before' : 'after');
          await Promise.all([process.deliver().catch(() => {}), first.platform.worker.runDue()]);
          left.push(...process.mailbox.messages.map(({ to }) => to.address));
          await process.close();
          await clock.advance(leaseMs + 1);
        }
      };
      await dieOften();
      await first.deliver();
      expect(await stateOf(first, workflowId)).toEqual({ status: 'PAUSED', open: people.length, mails: 0 });
      expect([...left, ...first.mailbox.messages]).toEqual([]);

      const asked = await assistant.call('activate_workflow', { workflowId });
      expect(asked.result.name).toBe('confirmation_required');
      const { confirmation_token } = asked.result.details;
      const agreed = await assistant.call('activate_workflow', { workflowId, confirmation_token });
      expect(agreed.result.status).toBe('ACTIVE');
      await dieOften();
      for (let round = 0; round < 5; round += 1) {
        await first.deliver();
        await clock.advance(leaseMs + 1);
      }
      expect(await stateOf(first, workflowId)).toEqual({ status: 'ACTIVE', open: 0, mails: people.length });
      const rows = await first.platform.engine.store.database.reader.all<{ to_key: string }>(
        'SELECT DISTINCT to_key FROM emails WHERE organization = $1',
        [organization.key],
      );
      expect(rows).toHaveLength(people.length);
      await first.close();
      await database.close();
    },
  );
});

async function stateOf(
  { call, platform, organization }: SimulatedPlatform,
  workflowId: string,
): Promise<object> {
  const { output } = await call('get_workflow', { workflowId });
  const { status, stats } = output as { status: string; stats: { open: number } };
  const row = await platform.engine.store.database.reader.get<{ amount: number }>(
    'SELECT count(*) AS amount FROM emails WHERE organization = $1',
    [organization.key],
  );
  return { status, open: stats.open, mails: Number(row!.amount) };
}
