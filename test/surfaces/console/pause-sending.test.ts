import { expect, test } from 'vitest';
import type { PersonRole } from '../../../src/model/person/roles.ts';
import { signInLimits } from '../../../src/model/person/session.ts';
import { open } from '../../spec/scene.ts';
import { authenticator } from './authenticator.ts';
import { addPasskey } from './device-forms.ts';
import { personIn, signedIn } from './scene.ts';

const origin = 'https://posthouse.example';
const banner = '<b>Sending is paused.</b>';

async function at(roles: readonly PersonRole[]) {
  const platform = await open({ settings: { baseUrl: origin } });
  const here = await signedIn(platform, await personIn(platform, platform.organization, { roles }));
  const statusOf = async () => {
    const { output } = await platform.call('get_organization', {});
    return (output as { sending: { status: string } }).sending.status;
  };
  return { platform, here, statusOf };
}

test('a person pauses sending with a reason that every page shows, and resumes it', async () => {
  const { here, statusOf } = await at(['admin']);
  expect((await here.get('/console')).text).not.toContain(banner);
  const paused = await here.post('/console/sending/pause', { reason: 'Wrong <prices>' });
  expect([paused.status, paused.headers.get('location'), await statusOf()]).toEqual([
    303,
    '/console',
    'paused',
  ]);
  for (const path of [
    '/console',
    '/console/approvals',
    '/console/settings/team',
    '/console/settings/account',
    '/console/none',
  ]) {
    const { text } = await here.get(path);
    expect(text, path).toContain(banner);
    expect(text, path).toContain('Paused by <bdi>Ada</bdi>');
    expect(text, path).toContain('Wrong &lt;prices&gt;');
  }
  const resumed = await here.post('/console/sending/resume');
  expect([resumed.status, await statusOf()]).toEqual([303, 'active']);
  expect((await here.get('/console')).text).not.toContain(banner);
});

test('a person with a passkey confirms the resume with it', async () => {
  const { platform, here, statusOf } = await at(['admin']);
  await addPasskey(here, authenticator(origin));
  await platform.clock.advance(signInLimits.trustedByMachineMs);
  await here.post('/console/sending/pause', {});
  const refused = await here.post('/console/sending/resume');
  expect([refused.status, await statusOf()]).toEqual([400, 'paused']);
  expect(refused.text).toContain('this action needs your passkey');
});

test.each<[PersonRole, boolean, boolean]>([
  ['viewer', false, false],
  ['author', true, false],
  ['approver', true, true],
])('the role %s may pause sending: %s, and may resume it: %s', async (role, mayPause, mayResume) => {
  const { platform, here, statusOf } = await at([role]);
  expect((await here.get('/console')).text.includes('Pause sending')).toBe(mayPause);
  expect((await here.post('/console/sending/pause', {})).status).toBe(mayPause ? 303 : 403);
  expect(await statusOf()).toBe(mayPause ? 'paused' : 'active');
  await platform.call('pause_sending', {});
  expect((await here.get('/console')).text.includes('Resume sending')).toBe(mayResume);
  expect((await here.post('/console/sending/resume')).status).toBe(mayResume ? 303 : 403);
  expect(await statusOf()).toBe(mayResume ? 'active' : 'paused');
});

test('a reason that is too long is refused with a plain sentence', async () => {
  const { here, statusOf } = await at(['admin']);
  const refused = await here.post('/console/sending/pause', { reason: 'x'.repeat(201) });
  expect([refused.status, await statusOf()]).toEqual([400, 'active']);
  expect(refused.text).toContain('role="alert"');
});
