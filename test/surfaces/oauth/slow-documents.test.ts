import { expect, test } from 'vitest';
import { clientDirectory } from '../../../src/engine/auth/oauth/identify-client.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import { openPlatform } from '../../world/platform.ts';
import { clientId, publish } from './scene.ts';

test('slow documents of unknown clients delay neither another address nor a known client', async () => {
  const simulated = await openPlatform();
  try {
    publish(simulated);
    const { engine } = simulated.platform;
    const gate = Promise.withResolvers<void>();
    const { identify } = clientDirectory({
      ...engine,
      world: {
        ...engine.world,
        async fetchDocument(asked) {
          if (asked.url.startsWith('https://slow')) await gate.promise;
          return await simulated.documents.fetch(asked);
        },
      },
    });
    const tooMany = { fault: expect.stringContaining('too many') };
    expect(await identify(clientId, '192.0.2.99')).toMatchObject({ clientId });
    const slow: Promise<unknown>[] = [];
    const hold = (name: string, ip: string) => slow.push(identify(`https://slow-${name}.example/c`, ip));
    for (const name of ['a', 'b', 'c']) hold(name, '192.0.2.1');
    expect(await identify('https://slow-d.example/c', '192.0.2.1')).toEqual(tooMany);
    expect(await identify('https://quick.example/c', '192.0.2.2')).not.toEqual(tooMany);
    // Many addresses together use every slot for unknown clients.
    for (let index = 0; index < 13; index += 1) hold(`n${index}`, `192.0.2.${10 + index}`);
    expect(await identify('https://slow-e.example/c', '192.0.2.50')).toEqual(tooMany);
    await simulated.clock.advance(6 * minuteMs);
    expect(await identify(clientId, '192.0.2.51')).toMatchObject({ clientId });
    gate.resolve();
    await Promise.all(slow);
    expect(await identify('https://quick.example/d', '192.0.2.1')).not.toEqual(tooMany);
  } finally {
    await simulated.close();
  }
});
