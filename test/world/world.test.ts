import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { realWorld } from '../../src/world/world.ts';
import { accepted, captureMail, refused, unreachable } from './mail/capture-mail.ts';
import { mailSink } from './mail/mail-sink.ts';
import { outgoing, server } from './mail/scene.ts';

describe('a real world', () => {
  test('delivers no mail with POSTHOUSE_DELIVERY=capture, and says so', async () => {
    const { mail } = realWorld({ logLevel: 'silent', dnsServers: null, delivery: { by: 'capture' } });
    expect(mail.name).toBe('capture');
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', by: 'posthouse' });
    expect(await mail.check()).toMatchObject([{ ok: true }]);
    await mail.close();
  });

  test('delivers mail through a configured relay', async () => {
    const sink = await mailSink();
    const world = realWorld({
      logLevel: 'silent',
      dnsServers: ['127.0.0.1:1'],
      delivery: { by: 'relay', relays: [server(sink.url)], ehloName: 'posthouse.example' },
    });
    const { mail, ids, clock } = world;
    const messageId = `<${ids.id('eml')}@acme.example>`;
    expect(await mail.send(outgoing({ messageId, date: clock.now() }))).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]!.raw.toString('latin1')).toContain(`\r\nMessage-ID: ${messageId}\r\n`);
    await mail.close();
    await sink.close();
  });
});

describe('the simulated mail', () => {
  test('stores every message and responds as scripted', async () => {
    const mail = captureMail();
    mail.next(refused(550, 'rcpt', '5.1.1'), unreachable('final', 'gone'), (message) => ({
      ...accepted,
      reply: message.subject,
    }));
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'refused', code: 550, enhanced: '5.1.1' });
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', stage: 'final' });
    expect(await mail.send(outgoing({ subject: 'third' }))).toMatchObject({ reply: 'third' });
    expect(await mail.send(outgoing())).toEqual(accepted);
    expect(mail.messages).toHaveLength(4);
  });

  test('holds messages until the test releases them', async () => {
    const mail = captureMail();
    const hung = mail.hang();
    const sent = [mail.send(outgoing()), mail.send(outgoing())];
    expect(mail.inFlight()).toBe(2);
    hung.release(unreachable('final'));
    expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable']);
    expect(await mail.send(outgoing())).toEqual(accepted);
    expect(mail.inFlight()).toBe(0);
  });
});

const source = fileURLToPath(new URL('../../src/world/spare-memory.ts', import.meta.url));

/** Growth from pages that were already allowed. */
const grownByPagesMb = 10;

/** Runs in a new process, because its heap must be fresh. @returns MB of growth of the young generation */
function grownBy(sparing: boolean): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { systemSpareMemory } from ${JSON.stringify(source)};
    const youngMb = () => getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size / 1048576;
    const spareMemory = systemSpareMemory({ monotonic: () => performance.now() });
    let kept = [];
    const work = async () => {
      for (let each = 0; each < 1_000_000; each += 1) {
        kept.push({ each, text: 'text ' + each });
        if (kept.length === 100_000) kept = [];
      }
    };
    const before = youngMb();
    await (${sparing} ? spareMemory(work) : work());
    console.log(youngMb() - before);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}

describe('a process that saves memory', () => {
  test('does not enlarge the young generation', () => {
    expect(grownBy(false)).toBeGreaterThan(grownByPagesMb);
    expect(grownBy(true)).toBeLessThan(grownByPagesMb);
  });
});
