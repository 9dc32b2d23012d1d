import { expect, test } from 'vitest';
import { examineConfirmations } from '../../../src/surfaces/cli/examine-consent.ts';
import type { Patient } from '../../../src/surfaces/cli/finding.ts';
import { openPlatform } from '../../world/platform.ts';

test('double opt-in without a sender of its own is told, and nothing else', async () => {
  const { platform, call, close } = await openPlatform();
  const patient = { database: platform.engine.store.database } as Patient;
  expect(await examineConfirmations(patient)).toEqual([]);
  await call('update_organization_settings', { double_opt_in: true });
  expect(await examineConfirmations(patient)).toMatchObject([
    {
      name: 'double opt-in',
      state: 'warn',
      sentence: expect.stringContaining(platform.start.organization.id),
    },
  ]);
  await call('update_organization_settings', { default_from: 'hello@example.com' });
  expect(await examineConfirmations(patient)).toEqual([]);
  expect(await examineConfirmations({ ...patient, database: null })).toEqual([]);
  await close();
});
