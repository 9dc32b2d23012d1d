import { expect, test } from 'vitest';
import { signInLimits } from '../../../../../src/model/person/session.ts';
import { open } from '../../../../spec/scene.ts';
import { authenticator } from '../../authenticator.ts';
import { addPasskey } from '../../device-forms.ts';
import { personIn, signedIn } from '../../scene.ts';

test('every export asks a person with a passkey for the passkey', async () => {
  const origin = 'https://posthouse.example';
  const platform = await open({ settings: { baseUrl: origin } });
  const at = await signedIn(platform, await personIn(platform, platform.organization));
  await addPasskey(at, authenticator(origin));
  await platform.clock.advance(signInLimits.trustedByMachineMs);
  for (const [path, form] of [
    ['/console/exports', { kind: 'subscribers' }],
    ['/console/exports', { kind: 'emails' }],
    ['/console/exports', { kind: 'events' }],
    ['/console/exports/organization', {}],
    ['/console/suppressions/export', {}],
  ] as const) {
    const { status, text } = await at.post(path, form);
    expect([path, status]).toEqual([path, 403]);
    expect(text).toContain('passkey');
  }
});
