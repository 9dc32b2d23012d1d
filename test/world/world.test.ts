import { describe, expect, test } from 'vitest';
import { realWorld } from '../../src/world/world.ts';
import { accepted, captureMail, refused, unreachable } from './mail/capture-mail.ts';
import { mailSink } from './mail/mail-sink.ts';
import { outgoing, server } from './mail/scene.ts';

describe('the real world', () => {
  test('with delivery on capture lets no mail leave, and says so', async () => {
    const { mail } = realWorld({ logLevel: 'silent', dnsServers: null, delivery: { by: 'capture' } });
    expect(mail.name).toBe('capture');
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', by: 'posthouse' });
    expect(await mail.check()).toMatchObject([{ ok: true }]);
    await mail.close();
  });

  test('with delivery on a relay hands mail to it', async () => {
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
  test('keeps every message, and answers as scripted', async () => {
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

  test('lets messages wait until the test answers them', async () => {
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
