import { expect, test } from 'vitest';
import { ConfigFault, readConfig, readOauthAuthority } from '../../../src/config.ts';
import { offeredAt } from '../../../src/contract/tool.ts';
import { oauthScopes } from '../../../src/model/oauth/scopes.ts';
import { catalogue } from '../../../tools/index.ts';
import { verifies } from '../../spec/verifies.ts';

const address = { POSTHOUSE_BASE_URL: 'https://posthouse.example' };
const issuer = 'https://login.example/tenant';

verifies('oauth.off', 'OAuth is off until the operator sets its issuer', () => {
  expect(readOauthAuthority(readConfig({}))).toEqual({ kind: 'none' });
  expect(readOauthAuthority(readConfig({ ...address, POSTHOUSE_OAUTH: 'embedded' }))).toEqual({
    kind: 'embedded',
  });
  expect(readOauthAuthority(readConfig({ POSTHOUSE_OAUTH_ISSUER: issuer }))).toEqual({
    kind: 'outside',
    issuer,
  });
  expect(readOauthAuthority(readConfig({ POSTHOUSE_OAUTH: 'off', POSTHOUSE_OAUTH_ISSUER: issuer }))).toEqual({
    kind: 'outside',
    issuer,
  });
});

test('clients can register themselves only if the operator allows it', () => {
  const opened = { ...address, POSTHOUSE_OAUTH: 'embedded', POSTHOUSE_OAUTH_REGISTRATION: 'open' };
  expect(readOauthAuthority(readConfig(opened))).toEqual({ kind: 'embedded', registration: true });
  expect(readOauthAuthority(readConfig({ ...opened, POSTHOUSE_OAUTH_REGISTRATION: 'off' }))).toEqual({
    kind: 'embedded',
  });
});

test('an external issuer that is configured next to the built-in server is its identity provider', () => {
  const both = { ...address, POSTHOUSE_OAUTH: 'embedded', POSTHOUSE_OAUTH_ISSUER: issuer };
  expect(readOauthAuthority(readConfig(both))).toEqual({ kind: 'embedded', identityProvider: issuer });
});

test('OAuth needs no TLS on loopback', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const own = { POSTHOUSE_BASE_URL: `http://${host}:3025`, POSTHOUSE_OAUTH: 'embedded' };
    expect(readOauthAuthority(readConfig(own))).toEqual({ kind: 'embedded' });
  }
});

test.each([
  ['a word that is unknown', { POSTHOUSE_OAUTH: 'on' }, 'POSTHOUSE_OAUTH'],
  ['an issuer without TLS', { POSTHOUSE_OAUTH_ISSUER: 'http://login.example' }, 'https://'],
  ['an issuer with a query', { POSTHOUSE_OAUTH_ISSUER: `${issuer}?x` }, 'query'],
  ['registration without OAuth', { POSTHOUSE_OAUTH_REGISTRATION: 'open' }, 'POSTHOUSE_OAUTH=embedded'],
  ['an unknown registration setting', { POSTHOUSE_OAUTH_REGISTRATION: 'true' }, 'REGISTRATION'],
  [
    'an address without TLS',
    { POSTHOUSE_OAUTH: 'embedded', POSTHOUSE_BASE_URL: 'http://posthouse.example' },
    'https://',
  ],
])('the server does not start with %s', (_, environment, words) => {
  expect(() => readConfig(environment)).toThrow(ConfigFault);
  expect(() => readConfig(environment)).toThrow(words);
});

test('every grantable scope is needed by some tool', () => {
  const needed = new Set(catalogue.filter((tool) => offeredAt(tool, 'mcp')).map(({ needs }) => needs));
  expect(oauthScopes.filter((scope) => !needed.has(scope))).toEqual([]);
});
