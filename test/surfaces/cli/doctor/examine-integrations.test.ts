import { expect, onTestFinished } from 'vitest';
import { examineIntegrations } from '../../../../src/engine/setup/examine-organizations.ts';
import type { Patient } from '../../../../src/engine/setup/finding.ts';
import { verifies } from '../../../spec/verifies.ts';
import { baseUrl, openPlatform } from '../../../world/platform.ts';

verifies(
  'integration.doctor',
  'the doctor names how each integration verifies requests, and for a week its last error',
  async () => {
    const posthouse = await openPlatform();
    onTestFinished(() => posthouse.close());
    const make = async (input: object) =>
      (await posthouse.call('create_integration', input)).output as { id: string; url: string };
    await make({ provider: 'postmark' });
    const { id, url } = await make({ provider: 'stripe', secret: 'whsec_of_an_endpoint' });
    const { engine } = posthouse.platform;
    const examine = () =>
      examineIntegrations({
        database: engine.store.database,
        world: engine.world,
        organization: null,
      } as unknown as Patient);
    expect(await examine()).toMatchObject([
      { state: 'ok', sentence: expect.stringContaining(`stripe (${id}), proof body+time`) },
      { state: 'ok', sentence: expect.stringMatching(/^postmark .*, proof path: nothing is signed/) },
    ]);
    await posthouse.http('POST', url.slice(baseUrl.length), { token: null, body: {} });
    expect((await examine())[0]).toMatchObject({
      state: 'warn',
      sentence: expect.stringContaining('A request without the provider’s signature was rejected'),
    });
    await posthouse.clock.advance(8 * 24 * 60 * 60 * 1_000);
    expect((await examine())[0]).toMatchObject({ state: 'ok' });
  },
);
