import { describe, expect, onTestFinished, test } from 'vitest';
import { holdQueue } from '../../../src/engine/organizations/queue-hold.ts';
import { backedUpName } from '../../../src/engine/organizations/restored-copy.ts';
import { personCaller } from '../../../src/engine/people/sessions.ts';
import type { PersonRole } from '../../../src/model/person/roles.ts';
import { remember } from '../../../src/store/records/instance/instance.ts';
import { version } from '../../../src/version.ts';
import { personIn } from '../../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

type Setup = {
  examined_at: string;
  findings: { about: string; name: string; state: string; sentence: string }[];
  server: { version: string; backed_up_at: string | null; queue: object } | null;
};

const named = ({ findings }: Setup, name: string) => findings.filter((finding) => finding.name === name);

describe.each(databases)('the setup, checked on %s', (_name, openDatabase) => {
  const open = async (): Promise<SimulatedPlatform> => {
    const scene = await openPlatform({ database: await openDatabase() });
    onTestFinished(() => scene.close());
    return scene;
  };
  const check = async ({ http }: SimulatedPlatform, token?: string): Promise<Setup> =>
    (await http('GET', '/api/v2/setup', token === undefined ? {} : { token })).body;

  test('shows the operator the findings and the state of the server', async () => {
    const scene = await open();
    const { database } = scene.platform.engine.store;
    await database.transaction(async (queries) => {
      await holdQueue(queries, scene.clock.now());
      await remember(queries, backedUpName, '2026-11-01T03:00:00.000Z');
    });
    await scene.call('send_email', {
      from: 'hello@acme.dev',
      to: 'ada@takes-mail.com',
      subject: 'Hello',
      markdown: 'Hello',
    });
    const setup = await check(scene);
    expect(named(setup, 'queue')).toMatchObject([{ about: 'server', state: 'fail' }]);
    expect(named(setup, 'webhooks')).toMatchObject([{ about: 'organization', state: 'ok' }]);
    expect(setup.server).toMatchObject({
      version,
      backed_up_at: '2026-11-01T03:00:00.000Z',
      queue: { due: expect.any(Number), oldest_due_at: expect.any(String) },
    });
  });

  test('shows a token of an organization nothing of the server and of other organizations', async () => {
    const scene = await open();
    const { organization, token } = await scene.addOrganization('Tenant');
    await scene.call('pause_sending', { reason: 'Secret of the other' });
    const setup = await check(scene, token);
    expect(setup.server).toBe(null);
    expect(new Set(setup.findings.map(({ about }) => about))).toEqual(new Set(['organization']));
    const text = JSON.stringify(setup);
    for (const other of [scene.organization.id, 'Secret of the other']) expect(text).not.toContain(other);
    await scene.call('pause_sending', {}, { caller: scene.caller('v2', organization) });
    await scene.clock.advance(61_000);
    expect(named(await check(scene, token), 'sending')).toMatchObject([
      { state: 'warn', sentence: expect.stringContaining(organization.id) },
    ]);
  });

  test('shows the server to an admin of the only organization, until there is a second one', async () => {
    const scene = await open();
    const seen = async (role: PersonRole) => {
      const { organization } = scene;
      const email = `${role}@gmail.com`;
      const person = await personIn(scene, organization, { email, roles: [role] });
      const caller = personCaller({ person, organization }, 'req_1', undefined);
      const shown = await scene.call('check_setup', {}, { caller });
      const atMcp = await scene.call('check_setup', {}, { caller: { ...caller, door: 'mcp' } });
      return [shown, atMcp].map(({ output }) => (output as Setup).server !== null);
    };
    expect([await seen('admin'), await seen('viewer')]).toEqual([
      [true, false],
      [false, false],
    ]);
    await scene.addOrganization('Second');
    const person = await personIn(scene, scene.organization, { email: 'late@gmail.com' });
    const caller = personCaller({ person, organization: scene.organization }, 'req_2', undefined);
    expect((await scene.call('check_setup', {}, { caller })).output).toMatchObject({ server: null });
  });

  test('is kept for a minute', async () => {
    const scene = await open();
    const first = await check(scene);
    await scene.clock.advance(30_000);
    expect((await check(scene)).examined_at).toBe(first.examined_at);
    await scene.clock.advance(31_000);
    expect((await check(scene)).examined_at).not.toBe(first.examined_at);
  });
});
