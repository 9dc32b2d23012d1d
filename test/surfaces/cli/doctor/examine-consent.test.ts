import { expect, test } from 'vitest';
import { configSchema } from '../../../../src/config.ts';
import {
  examineConfirmations,
  examineOrganizationNames,
} from '../../../../src/engine/setup/examine-organizations.ts';
import type { Patient } from '../../../../src/engine/setup/finding.ts';
import { readSettings } from '../../../../src/open.ts';
import { openPlatform } from '../../../world/platform.ts';

const named = { POSTHOUSE_BASE_URL: 'https://mail.acme.example' };

test('the doctor warns about double opt-in only if it has no sender', async () => {
  const { platform, call, close } = await openPlatform();
  const { database } = platform.engine.store;
  const patient = {
    database,
    settings: readSettings(configSchema.parse(named)),
    organization: null,
  } as unknown as Patient;
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

test('the doctor explains why double opt-in cannot send its requests', async () => {
  const { platform, call, close } = await openPlatform();
  const { database } = platform.engine.store;
  const direct = { ...named, POSTHOUSE_DELIVERY: 'direct' };
  const patient = {
    database,
    settings: readSettings(configSchema.parse(direct)),
    organization: null,
  } as unknown as Patient;
  await call('update_organization_settings', { double_opt_in: true, default_from: 'news@unproved.dev' });
  const [finding, ...others] = await examineConfirmations(patient);
  expect(others).toEqual([]);
  expect(finding?.sentence).toContain('unproved.dev, the domain of default_from, is not verified');
  await close();
});

test('the doctor asks for a name when an organization has none', async () => {
  const { platform, call, close } = await openPlatform();
  const patient = { database: platform.engine.store.database } as unknown as Patient;
  const [finding, ...others] = await examineOrganizationNames(patient);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ name: 'organization name', state: 'warn' });
  expect(finding?.sentence).toContain('--name "Acme"');
  await call('update_organization_settings', { name: 'Northfield' });
  expect(await examineOrganizationNames(patient)).toEqual([]);
  expect(await examineOrganizationNames({ ...patient, database: null })).toEqual([]);
  await close();
});
