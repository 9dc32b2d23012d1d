import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addWebhook, messages } from '../webhooks/webhook-scene.ts';
import { mortal } from './mortal.ts';

vi.setConfig({ testTimeout: 120_000 });

const leaseMs = 20_000;
const people = 1_200;
/** One per transaction of a run, and one after the last. */
const deaths = 6;
/** Event kinds of an import. */
const events = ['subscriber.*', 'suppression.*', 'import.*'];

function fileOf(): string {
  const lines = Array.from({ length: people }, (_, n) => `p${n}@acme.dev,Reader,${n === 3 ? 'bounced' : ''}`);
  return ['email,firstName,status', ...lines, 'p5@acme.dev,Again,', 'no address,,'].join('\n');
}

describe.each(databases)('import webhooks on %s', (_name, open) => {
  verifies(
    'webhook.kinds.import',
    'report each subscriber once and the end once, even if the import is killed at every transaction',
    async () => {
      const database = await open();
      const first = await openPlatform({ database: { ...database, close: async () => {} } });
      await addWebhook(first, { events });
      const saved = await first.call('save_subscribers', {
        subscribers: [
          { email: 'p7@acme.dev', firstName: 'Before' },
          { email: 'p8@acme.dev', firstName: 'Reader' },
          { email: 'p3@acme.dev' },
        ],
      });
      expect(saved).toBeDefined();
      const { output } = await first.call('import_subscribers', {
        csv: fileOf(),
        consent: { source: 'a test' },
      });
      const { id } = output as { id: string };
      for (let death = 0; death < deaths; death += 1) {
        const dying = mortal(database);
        const process = await openPlatform({ database: dying, clock: first.clock, seed: 100 + death });
        // Activity of another organization makes the import proceed in small steps.
        process.platform.engine.activeOrganizations.noteActivity(-1);
        dying.die(2 + (death % 3), death % 2 === 0 ? 'after' : 'before');
        await process.deliver().catch(() => {});
        await process.close();
        await first.clock.advance(leaseMs + 1);
      }
      for (let tries = 0; tries < 5; tries += 1) {
        await first.deliver();
        await first.clock.advance(leaseMs + 1);
      }
      const sent = await messages(first);
      const before = new Set(['p3@acme.dev', 'p7@acme.dev', 'p8@acme.dev']);
      const created = sent.filter(({ kind }) => kind === 'subscriber.created');
      const addresses = created.map(({ payload }) => payload.data.email as string);
      expect(addresses).toHaveLength(people);
      expect(new Set(addresses).size).toBe(people);
      const others = sent
        .filter(({ kind, payload }) => kind !== 'subscriber.created' || before.has(payload.data.email))
        .map(({ kind, payload }) => `${kind} ${payload.data.email ?? payload.data.id}`);
      expect(others.sort()).toEqual([
        `import.completed ${id}`,
        'subscriber.created p3@acme.dev',
        'subscriber.created p7@acme.dev',
        'subscriber.created p8@acme.dev',
        'subscriber.updated p3@acme.dev',
        'subscriber.updated p7@acme.dev',
        // The consent is new.
        'subscriber.updated p8@acme.dev',
        'suppression.added p3@acme.dev',
      ]);
      expect(sent.find(({ kind }) => kind === 'import.completed')!.payload.data).toMatchObject({
        rows: people + 2,
        created: people - 3,
        updated: 3,
        unchanged: 0,
        duplicates: 1,
        invalid: 1,
      });
      await first.close();
      await database.close();
    },
  );

  verifies('webhook.kinds.import', 'report why an import failed', async () => {
    const posthouse = await openPlatform({ database: await open() });
    await addWebhook(posthouse, { events });
    const { output } = await posthouse.call('import_subscribers', {
      csv: fileOf(),
      consent: { source: 'a test' },
    });
    const { organization } = posthouse;
    await posthouse.platform.engine.store.organizations.update({ ...organization, storageOctetsMax: 1_000 });
    await posthouse.deliver();
    const [sent, ...more] = await messages(posthouse);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ kind: 'import.failed', objectId: (output as { id: string }).id });
    expect(sent!.payload.data).toMatchObject({ created: 0, reason: expect.stringContaining('storage') });
    await posthouse.close();
  });
});
