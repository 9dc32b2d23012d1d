import { expect, test } from 'vitest';
import { offeredAt } from '../../../src/contract/tool.ts';
import { doors } from '../../../src/engine/context/caller.ts';
import { personCaller } from '../../../src/engine/people/sessions.ts';
import { Failure } from '../../../src/model/failure.ts';
import { peoplePerOrganizationMax } from '../../../src/model/person/person.ts';
import { personRoles, scopesOfRole } from '../../../src/model/person/roles.ts';
import { catalogue } from '../../../tools/index.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { openPlatform } from '../../world/platform.ts';
import { browser, linkFor, personIn, signedIn } from './scene.ts';

const peopleTools = ['list_people', 'create_person', 'get_person', 'update_person', 'delete_person'];

/** Uses a tool as the operator on the command line. */
const atCli = async (place: Place, tool: string, input: object = {}) => {
  const caller = place.platform.caller('cli', place.organization);
  const answer = await place.platform.call(tool, input, { caller });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
  return answer.output as any;
};
const refusal = async (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error) => (error instanceof Failure ? error.failure : String(error)),
  );

onBothDatabases((place) => {
  test('people can be added, listed page by page, changed and removed', async () => {
    const here = place();
    const made = [];
    for (const n of [1, 2, 3]) {
      const input = { name: `Person ${n}`, email: `P${n}@gmail.com`, roles: ['admin', 'viewer'] };
      made.push(await atCli(here, 'create_person', input));
    }
    expect(made[0]).toMatchObject({ object: 'person', email: 'P1@gmail.com', roles: ['viewer', 'admin'] });
    const first = await atCli(here, 'list_people', { limit: 2 });
    expect(first).toMatchObject({ data: [{ name: 'Person 3' }, { name: 'Person 2' }], has_more: true });
    expect(await atCli(here, 'list_people', { after: first.data[1].id })).toMatchObject({
      data: [{ name: 'Person 1' }],
      has_more: false,
    });
    const { id } = made[0];
    expect(await atCli(here, 'update_person', { id, name: 'Ada', email: 'ada@gmail.com' })).toMatchObject({
      name: 'Ada',
      email: 'ada@gmail.com',
      roles: ['viewer', 'admin'],
    });
    await atCli(here, 'delete_person', { id });
    expect(await refusal(atCli(here, 'get_person', { id }))).toBe('not_found');
  });

  test('each address belongs to one person, and the number of people is limited', async () => {
    const here = place();
    const add = (n: number, email = `p${n}@gmail.com`) =>
      atCli(here, 'create_person', { name: 'A person', email, roles: ['admin'] });
    await add(0);
    expect(await refusal(add(0, 'P0@gmail.com'))).toBe('conflict');
    const hidden = { name: 'Ad\u200Ba', email: 'ada@gmail.com', roles: ['admin'] };
    expect(await refusal(atCli(here, 'create_person', hidden))).toBe('validation_error');
    const more = Array.from({ length: peoplePerOrganizationMax + 4 }, (_, n) => refusal(add(n + 1)));
    const outcomes = await Promise.all(more);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(peoplePerOrganizationMax - 1);
    expect(outcomes.filter((one) => one === 'conflict')).toHaveLength(5);
  });

  test('the last admin cannot be removed, even by many concurrent changes', async () => {
    const here = place();
    const admins = [];
    for (const n of [1, 2, 3]) {
      admins.push(await personIn(here.platform, here.organization, { email: `a${n}@gmail.com` }));
    }
    const outcomes = await Promise.all([
      refusal(atCli(here, 'delete_person', { id: admins[0]!.id })),
      refusal(atCli(here, 'update_person', { id: admins[1]!.id, roles: ['viewer'] })),
      refusal(atCli(here, 'delete_person', { id: admins[2]!.id })),
    ]);
    expect(outcomes.sort()).toEqual(['conflict', 'done', 'done']);
    const { data } = await atCli(here, 'list_people');
    expect(data.filter(({ roles }: { roles: string[] }) => roles.includes('admin'))).toHaveLength(1);
  });

  test('losing a role signs a person out, and gaining a role does not', async () => {
    const here = place();
    await personIn(here.platform, here.organization);
    const eve = await personIn(here.platform, here.organization, {
      email: 'eve@gmail.com',
      roles: ['author', 'approver'],
    });
    const at = await signedIn(here.platform, eve);
    await atCli(here, 'update_person', { id: eve.id, roles: ['author', 'approver', 'viewer'] });
    expect((await at.get('/console')).status).toBe(200);
    const link = await linkFor(here.platform, eve);
    await atCli(here, 'update_person', { id: eve.id, roles: ['author'] });
    expect((await at.get('/console')).status).toBe(303);
    expect((await at.get(link)).status).toBe(410);
    const again = await signedIn(here.platform, eve);
    await atCli(here, 'delete_person', { id: eve.id });
    expect((await again.get('/console')).status).toBe(303);
  });

  test('an admin manages people in the console, and the audit log names the admin', async () => {
    const here = place();
    const ada = await personIn(here.platform, here.organization);
    const at = await signedIn(here.platform, ada);
    const form = { name: 'Eve', email: 'eve@gmail.com', roles: ['author', 'approver'] };
    expect((await at.post('/console/settings/team', form)).headers.get('location')).toBe(
      '/console/settings/team?done=added_mailed',
    );
    expect((await at.get('/console/settings/team')).text).toContain('Author, approver');
    const unmailed = await at.get('/console/settings/team?done=added_too_many');
    expect(unmailed.text).toContain('Added. No invitation was mailed: the limit is 3 for each address');
    const again = await at.post('/console/settings/team', form);
    expect(again.status).toBe(409);
    expect(again.text).toContain('value="eve@gmail.com"');
    const eve = (await atCli(here, 'list_people')).data[0];
    expect((await at.post(`/console/settings/team/${eve.id}`, { ...form, roles: 'viewer' })).status).toBe(
      303,
    );
    expect((await at.post(`/console/settings/team/${ada.id}/remove`)).status).toBe(409);
    expect((await at.post(`/console/settings/team/${eve.id}/remove`)).status).toBe(303);
    const log = await here.use('list_audit_log', {});
    expect(log.data.slice(0, 3)).toMatchObject([
      { tool: 'delete_person', outcome: 'done', person: { id: ada.id, name: 'Ada' }, token: null },
      { tool: 'delete_person', outcome: 'conflict', person: { id: ada.id } },
      { tool: 'update_person', outcome: 'done', door: 'console', about: [eve.id, 'an email address'] },
    ]);
  });

  test('a person of another organization is not found', async () => {
    const here = place();
    const ada = await personIn(here.platform, here.organization);
    const other = await here.platform.addOrganization('Another');
    const eve = await personIn(here.platform, other.organization, { name: 'Eve', email: 'eve@gmail.com' });
    const at = await signedIn(here.platform, ada);
    expect((await at.get('/console/settings/team')).text).not.toContain('Eve');
    expect((await at.get(`/console/settings/team/${eve.id}`)).status).toBe(404);
    expect((await at.post(`/console/settings/team/${eve.id}/remove`)).status).toBe(404);
    const evesBrowser = await signedIn(here.platform, eve);
    const [session] = await here.platform.platform.engine.store
      .forOrganization(other.organization.key)
      .sessions.of(eve.key);
    await at.post(`/console/settings/account/sessions/${session!.id}/end`);
    expect((await evesBrowser.get('/console')).status).toBe(200);
  });
});

test('each role can open only its pages and tools', async () => {
  const platform = await openPlatform();
  await personIn(platform, platform.organization);
  for (const role of personRoles) {
    const person = await personIn(platform, platform.organization, {
      email: `${role}@gmail.com`,
      roles: [role],
    });
    const at = await signedIn(platform, person);
    expect((await at.get('/console')).status).toBe(200);
    expect((await at.get('/console/settings/team')).status).toBe(role === 'admin' ? 200 : 403);
    const posted = await at.post('/console/settings/team', {
      name: 'x',
      email: `by-${role}@gmail.com`,
      roles: 'admin',
    });
    expect(posted.status).toBe(role === 'admin' ? 303 : 403);
    const caller = personCaller({ person, organization: platform.organization }, 'req', undefined);
    const outcome = (tool: string, input: object) => refusal(platform.call(tool, input, { caller }));
    const may = (allowed: boolean) => (allowed ? 'done' : 'restricted_api_key');
    const writes = role === 'author' || role === 'admin';
    expect(await outcome('create_tag', { name: `tag ${role}` })).toBe(may(writes));
    const mail = { from: 'a@example.com', subject: 'Hi', markdown: 'Hi' };
    expect(await outcome('send_test_email', { ...mail, to: ['ada@example.com'] })).toBe(may(writes));
    expect(await outcome('send_email', { ...mail, to: 'ada@example.com' })).toBe(may(role === 'admin'));
    expect(await outcome('list_people', {})).toBe(may(role === 'admin'));
    expect(await outcome('create_token', { name: 't', scopes: ['tags.read'] })).toBe(may(role === 'admin'));
    // Only for the operator: no person has them, whatever their roles.
    expect(await outcome('list_organizations', {})).toBe('restricted_api_key');
    expect(await outcome('create_token', { name: 't', scopes: ['admin'] })).toBe('restricted_api_key');
    expect(scopesOfRole[role]).not.toContain('admin');
  }
  await platform.close();
});

test('no token, grant or assistant can manage people, through any interface', async () => {
  for (const tool of catalogue.filter(({ name }) => peopleTools.includes(name))) {
    expect(doors.filter((door) => offeredAt(tool, door))).toEqual(['cli', 'console']);
    expect(tool.rest).toBeNull();
  }
  const platform = await openPlatform();
  const { id } = await personIn(platform, platform.organization);
  const before = await countOf(platform);
  const made = { name: 'Mallory', email: 'mallory@gmail.com', roles: ['approver'] };
  for (const [name, input] of [
    ['list_people', {}],
    ['create_person', made],
    ['get_person', { id }],
    ['update_person', { id, name: 'Mallory' }],
    ['delete_person', { id }],
  ] as const) {
    // The token of the first start has every scope.
    const byTools = await platform.http('POST', `/api/v2/tools/${name}`, { body: input });
    expect(byTools.status).toBe(404);
    const byAdmin = await platform.http('POST', '/api/v1/admin/tools', { body: { tool: name, args: input } });
    expect(byAdmin.status).toBeGreaterThanOrEqual(400);
    const assistant = assistantOf(platform);
    const { json } = await assistant.ask('tools/call', { name, arguments: input });
    expect(JSON.stringify(json)).toMatch(/"isError":true|"error"/);
    for (const door of doors) {
      const token = await tokenOf(platform);
      const caller = { ...platform.caller(door), token };
      expect(await refusal(platform.call(name, input, { caller }))).toBe('restricted_api_key');
    }
  }
  for (const path of ['/api/v2/people', '/api/v1/people', `/api/v2/people/${id}`]) {
    expect((await platform.http('GET', path)).status).toBe(404);
  }
  const bearer = { authorization: `Bearer ${'posthouse_A1b2C3d4'}` };
  expect((await browser(platform).get('/console/settings/team', { headers: bearer })).status).toBe(303);
  expect(await countOf(platform)).toBe(before);
  await platform.close();
});

type Platform = Awaited<ReturnType<typeof openPlatform>>;

async function countOf({ platform, organization }: Platform): Promise<string> {
  const page = await platform.engine.store.forOrganization(organization.key).people.page({ limit: 100 });
  return JSON.stringify(page.rows);
}

async function tokenOf({ platform, organization }: Platform) {
  const { rows } = await platform.engine.store.forOrganization(organization.key).tokens.page({ limit: 1 });
  return rows[0]!;
}
