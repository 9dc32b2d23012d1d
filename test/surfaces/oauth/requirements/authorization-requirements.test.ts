import { expect, test } from 'vitest';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import {
  challenge,
  clientId,
  embedded,
  type Fields,
  parameters,
  publish,
  redirectUri,
  resource,
} from '../scene.ts';

/**
 * Requirements of RFCs for an authorization request. A request that is wrong about its client or redirect URI
 * gets an error page (`page`), all others an error that the client can read.
 */

type Outcome =
  | 'page'
  | 'shown'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_response_type';
type Requirement = [rfc: string, requirement: string, changes: Fields, outcome: Outcome];

const rfcExample = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const requirements: Requirement[] = [
  ['RFC 6749 3.1', 'the server ignores an unknown parameter', { unknown: 'x' }, 'shown'],
  ['RFC 6749 3.1', 'an empty state counts as omitted', { state: '' }, 'shown'],
  ['RFC 6749 3.1', 'an empty scope counts as omitted', { scope: '' }, 'shown'],
  ['RFC 6749 3.1', 'an empty resource counts as omitted', { resource: '' }, 'shown'],
  ['RFC 6749 3.1', 'an empty response_mode counts as omitted', { response_mode: '' }, 'shown'],
  ['RFC 6749 3.1', 'an empty code_challenge counts as omitted', { code_challenge: '' }, 'invalid_request'],
  ['RFC 6749 3.1', 'a second state is rejected', { state: ['a', 'b'] }, 'page'],
  ['RFC 6749 3.1', 'a second and empty state is rejected', { state: ['a', ''] }, 'page'],
  ['RFC 6749 3.1', 'a second scope is rejected', { scope: ['emails.read', 'emails.send'] }, 'page'],
  [
    'RFC 6749 3.1',
    'a second client_id is rejected',
    { client_id: [clientId, 'https://other.example/client.json'] },
    'page',
  ],
  [
    'RFC 6749 3.1',
    'a second redirect_uri is rejected',
    { redirect_uri: [redirectUri, 'https://evil.example/'] },
    'page',
  ],
  ['RFC 6749 3.1.1', 'a request needs a response_type', { response_type: null }, 'unsupported_response_type'],
  [
    'RFC 6749 3.1.1',
    'response_type token is rejected',
    { response_type: 'token' },
    'unsupported_response_type',
  ],
  [
    'RFC 6749 3.1.1',
    'response_type code token is rejected',
    { response_type: 'code token' },
    'unsupported_response_type',
  ],
  ['RFC 6749 3.1.2', 'a fragment in redirect_uri is rejected', { redirect_uri: `${redirectUri}#x` }, 'page'],
  ['RFC 6749 3.1.2.3', 'a request names one of several redirect URIs', { redirect_uri: null }, 'page'],
  [
    'RFC 6749 3.1.2.4',
    'the server does not redirect to another client’s URI',
    { redirect_uri: 'https://evil.example/callback' },
    'page',
  ],
  [
    'RFC 6749 3.1.2.4',
    'the server does not redirect to a script',
    { redirect_uri: 'javascript:alert(1)' },
    'page',
  ],
  [
    'RFC 6749 3.3',
    'scopes that cannot be granted are rejected',
    { scope: 'admin tokens.write' },
    'invalid_scope',
  ],
  ['RFC 6749 4.1.1', 'a request needs a client_id', { client_id: null }, 'page'],
  ['RFC 6749 4.1.1', 'an unknown client_id is rejected', { client_id: 'unknown' }, 'page'],
  [
    'RFC 7636 4.3',
    'a challenge without a method is plain and rejected',
    { code_challenge_method: null },
    'invalid_request',
  ],
  ['RFC 7636 4.4.1', 'a request needs a code_challenge', { code_challenge: null }, 'invalid_request'],
  ['RFC 7636 4.4.1', 'the plain method is rejected', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['RFC 7636 4.4.1', 'an unknown method is rejected', { code_challenge_method: 's256' }, 'invalid_request'],
  [
    'RFC 7636 4.2',
    'a challenge that is not base64url is rejected',
    { code_challenge: `${challenge.slice(1)}=` },
    'invalid_request',
  ],
  [
    'RFC 7636 4.2',
    'a challenge shorter than a SHA-256 is rejected',
    { code_challenge: 'short' },
    'invalid_request',
  ],
  ['RFC 7636 B', 'the challenge of the RFC’s example is accepted', { code_challenge: rfcExample }, 'shown'],
  [
    'RFC 8707 2',
    'a resource of another server is rejected',
    { resource: 'https://other.example/mcp' },
    'invalid_target',
  ],
  [
    'RFC 8707 2',
    'another resource of this server is rejected',
    { resource: `${baseUrl}/api/v2` },
    'invalid_target',
  ],
  ['RFC 8707 2', 'a resource with a fragment is rejected', { resource: `${resource}#x` }, 'invalid_target'],
  ['RFC 8707 2', 'a relative resource is rejected', { resource: '/mcp' }, 'invalid_target'],
  [
    'RFC 8252 7.3',
    'the port of 127.0.0.1 may vary',
    { redirect_uri: 'http://127.0.0.1:51234/callback' },
    'shown',
  ],
  ['RFC 8252 7.3', 'the port of [::1] may vary', { redirect_uri: 'http://[::1]:51234/callback' }, 'shown'],
  [
    'RFC 8252 7.3',
    'the path of a loopback address may not vary',
    { redirect_uri: 'http://127.0.0.1:5000/other' },
    'page',
  ],
  [
    'RFC 8252 7.3',
    'a loopback address over TLS is another URI',
    { redirect_uri: 'https://127.0.0.1/callback' },
    'page',
  ],
  [
    'RFC 8252 7.3',
    'a user name in a loopback address is rejected',
    { redirect_uri: 'http://me@127.0.0.1:5000/callback' },
    'page',
  ],
  [
    'RFC 8252 7.3',
    'http beyond loopback is rejected',
    { redirect_uri: redirectUri.replace('https', 'http') },
    'page',
  ],
  [
    'RFC 8252 7.1',
    'a reversed domain name is accepted as a scheme',
    { redirect_uri: 'com.example.app:/callback' },
    'shown',
  ],
  [
    'RFC 8252 8.4',
    'a longer redirect_uri than registered is rejected',
    { redirect_uri: `${redirectUri}/more` },
    'page',
  ],
  [
    'RFC 8252 8.4',
    'a redirect_uri with an added query is rejected',
    { redirect_uri: `${redirectUri}?x=1` },
    'page',
  ],
  [
    'RFC 8252 8.4',
    'a redirect_uri in other letters is rejected',
    { redirect_uri: redirectUri.replace('call', 'Call') },
    'page',
  ],
  [
    'RFC 8252 8.4',
    'a redirect_uri with dot segments is rejected',
    { redirect_uri: `${redirectUri}/../callback` },
    'page',
  ],
  [
    'OAuth multiple response types 2.1',
    'response_mode fragment is rejected',
    { response_mode: 'fragment' },
    'invalid_request',
  ],
];

test.each(requirements)('%s: %s', (_rfc, _requirement, changes, outcome) =>
  withPlatform(async (simulated) => {
    const answer = await embedded(simulated).get(parameters(changes));
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.status).toBe(outcome === 'shown' ? 200 : 400);
    expect(answer.text.includes('<form')).toBe(outcome === 'shown');
    if (outcome === 'shown') return;
    const link = /href="([^"]+)" rel="noreferrer"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&');
    if (outcome === 'page') {
      expect(link).toBeUndefined();
      return;
    }
    // RFC 6749 4.1.2.1 and RFC 9207 2. The link replaces a redirect, which others could abuse (RFC 9700 4.11.2).
    expect(link!.startsWith(`${redirectUri}?`)).toBe(true);
    const response = Object.fromEntries(new URL(link!).searchParams);
    expect(response).toMatchObject({ error: outcome, state: 'the state', iss: baseUrl });
    expect(response.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }),
);

/** Each test has its own platform, so attempts of other tests do not count. */
async function withPlatform(act: (simulated: SimulatedPlatform) => Promise<void>): Promise<void> {
  const simulated = await openPlatform();
  try {
    publish(simulated, {
      redirect_uris: [
        redirectUri,
        'http://127.0.0.1/callback',
        'http://[::1]/callback',
        'com.example.app:/callback',
      ],
    });
    await act(simulated);
  } finally {
    await simulated.close();
  }
}
