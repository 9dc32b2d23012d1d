import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { examineKept } from '../../../../src/engine/setup/examine-storage.ts';
import type { Patient } from '../../../../src/engine/setup/finding.ts';
import { readSettings } from '../../../../src/open.ts';
import { openPlatform } from '../../../world/platform.ts';

test('the doctor reports the storage used, the retention, and an organization that is nearly full', async () => {
  const posthouse = await openPlatform();
  try {
    const { organization, token } = await posthouse.addOrganization('Acme');
    const body = { from: 'a@acme.dev', to: 'b@mailbox.dev', subject: 'x', html: 'x'.repeat(1024 * 1024) };
    expect((await posthouse.http('POST', '/api/v2/emails', { token, body })).status).toBe(200);
    const { database } = posthouse.platform.engine.store;
    const examine = (environment: NodeJS.ProcessEnv = {}) =>
      examineKept({
        settings: readSettings(readConfig(environment)),
        organization: null,
        database,
      } as unknown as Patient);
    expect(await examine()).toMatchObject([
      { state: 'ok', sentence: expect.stringMatching(/store 1 MiB; .* removed 90 days after/) },
    ]);
    expect((await examine({ POSTHOUSE_RETENTION_DAYS: '0' }))[0]!.sentence).toContain('kept forever');
    const limits = { id: organization.id, storage_octets_max: 1_100_000 };
    await posthouse.call('update_organization', limits);
    expect((await examine())[1]).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('Acme stores 1 MiB of 1 MiB'),
    });
  } finally {
    await posthouse.close();
  }
});
