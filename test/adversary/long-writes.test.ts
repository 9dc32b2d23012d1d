import { expect, onTestFinished, test } from 'vitest';
import { openPlatform } from '../world/platform.ts';

const imports = 6;
const rows = 5_000;

const calls: Record<string, (number: number) => { path: string; body: unknown }> = {
  'imports of suppressions': (number) => ({
    path: '/api/v2/suppressions/import',
    body: { csv: Array.from({ length: rows }, (_, row) => `reader-${number}-${row}@mailbox.dev`).join('\n') },
  }),
  'batches of subscribers': (number) => ({
    path: '/api/v2/subscribers/batch',
    body: {
      subscribers: Array.from({ length: 1_000 }, (_, row) => ({
        email: `reader-${number}-${row}@mailbox.dev`,
      })),
    },
  }),
};

test.each(Object.keys(calls))(
  'a send waits for at most one of many %s of another organization',
  async (kind) => {
    const posthouse = await openPlatform();
    onTestFinished(() => posthouse.close());
    const other = await posthouse.addOrganization('Beside');
    const statuses: number[] = [];
    const flood = Array.from({ length: imports }, async (_, number) => {
      const { path, body } = calls[kind]!(number);
      statuses.push((await posthouse.http('POST', path, { body })).status);
    });
    const { status } = await posthouse.http('POST', '/api/v2/emails', {
      token: other.token,
      body: { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'News', markdown: 'Hello' },
    });
    expect(status).toBe(200);
    expect(statuses.length).toBeLessThan(3);
    await Promise.all(flood);
    expect(statuses).toEqual(Array.from({ length: imports }, () => 200));
  },
);
