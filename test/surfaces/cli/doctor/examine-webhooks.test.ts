import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { examineWebhooks } from '../../../../src/engine/setup/examine-organizations.ts';
import type { Patient } from '../../../../src/engine/setup/finding.ts';
import { autoDisable } from '../../../../src/engine/webhooks/webhook-status.ts';
import { readSettings } from '../../../../src/open.ts';
import { OrganizationStore } from '../../../../src/store/store.ts';
import { addWebhook } from '../../../engine/webhooks/webhook-scene.ts';
import { openPlatform } from '../../../world/platform.ts';

test('the doctor names each webhook that was disabled after failed deliveries, with the reason', async () => {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  const { database } = posthouse.platform.engine.store;
  const examine = (environment: NodeJS.ProcessEnv = {}) =>
    examineWebhooks({
      settings: readSettings(readConfig(environment)),
      organization: null,
      database,
    } as unknown as Patient);
  const id = await addWebhook(posthouse);
  expect(await examine()).toMatchObject([{ state: 'ok' }]);
  await database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, posthouse.organization.key);
    const webhook = (await store.webhooks.hold(id))!;
    await autoDisable(store, webhook, webhook.state, 'Its receiver answered 410', posthouse.clock.now());
  });
  const [finding] = await examine();
  expect(finding).toMatchObject({ state: 'warn' });
  expect(finding!.sentence).toContain(`${id} of ${posthouse.organization.id} (hooks.acme.dev) was disabled`);
  expect(finding!.sentence).toContain('answered 410');
  // The path of a webhook may be a secret.
  expect(finding!.sentence).not.toContain('/in');
  expect(await examine({ POSTHOUSE_WEBHOOK_ALLOW_PRIVATE: 'true' })).toHaveLength(2);
});
