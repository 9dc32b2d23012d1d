import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/surfaces/rest/v1/operations.ts';
import { VerifierUnavailable } from '../../src/world/verifier.ts';
import { verifies } from '../spec/verifies.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { expandBody, idNumbers, readTranscript, type Transcript, writeAnswer } from './v1/transcript.ts';

const folder = `${import.meta.dirname}/v1`;
const files = globSync('*.http', { cwd: folder }).sort();
const transcripts = new Map(files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]));

/** Transcripts that run on a platform with other settings. */
const settings: Record<string, OpenOptions> = {
  'from-domain.http': { settings: { requireVerifiedDomain: true } },
  'campaign-from-domain.http': { settings: { requireVerifiedDomain: true } },
  'campaign-verifier-down.http': {
    verifier: {
      verify: async () => {
        throw new VerifierUnavailable('it is down');
      },
    },
  },
};

/** Callers that transcripts name as `Bearer {{name}}`; the plain one is the first token of every platform. */
async function tokensOf(platform: SimulatedPlatform): Promise<Record<string, string>> {
  const { organization, addToken, addOrganization } = platform;
  return {
    'another organization': (await addOrganization('Another', 'free')).token,
    'tags only': (await addToken(organization, { scopes: ['tags.read', 'tags.write'] })).token,
    'one send an hour': (await addToken(organization, { send_cap: { per_hour: 1, per_day: null } })).token,
    'own people only': (await addToken(organization, { allowed_recipients: ['*@acme.test'] })).token,
  };
}

/** Replays a transcript and returns its current text. */
async function play(file: string, { preface, exchanges }: Transcript): Promise<string> {
  const platform = await openPlatform({ plan: 'free', ...settings[file] });
  platform.resolver.zone.set('takes-mail.com', { mx: [{ exchange: 'mx.takes-mail.com', priority: 10 }] });
  const tokens = await tokensOf(platform);
  const ids = idNumbers();
  let played = preface;
  for (const exchange of exchanges) {
    await platform.clock.advance(exchange.waitMs);
    const headers = Object.fromEntries(
      Object.entries(exchange.headers).map(([name, value]) => [
        name.toLowerCase(),
        value.replace(/\{\{(.+)\}\}/, (_, token: string) => tokens[token]!),
      ]),
    );
    const ask = () =>
      platform.http(exchange.method, ids.named(exchange.target), {
        token: null,
        headers,
        ...(exchange.body === null ? {} : { body: ids.named(expandBody(exchange.body)) }),
      });
    for (let before = 0; before < exchange.timesBefore; before++) await ask();
    const reply = await ask();
    played += exchange.asked + ids.numbered(writeAnswer(reply.status, reply.headers, reply.text));
  }
  await platform.close();
  return `${played.trimEnd()}\n`;
}

describe('v1 responses match their transcripts byte for byte', () => {
  for (const [file, text] of transcripts) {
    verifies('version.v1-frozen', file, async () => {
      expect(await play(file, readTranscript(text))).toBe(text);
    });
  }
});

const shown = [...transcripts.values()].flatMap((text) => readTranscript(text).exchanges);

/** Failures that no transcript can produce. */
const unshown = [
  // It takes as many campaigns as an organization may have.
  'POST /campaigns: conflict',
  // Another caller has to edit it while its content is verified.
  'POST /campaigns/{campaignId}/send: conflict',
];

test('every v1 operation and each of its own failures has a transcript', () => {
  const missing = operations.flatMap(({ method, path, errors }) => {
    const place = new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
    const here = shown.filter((exchange) => exchange.method === method && place.test(exchange.target));
    const lacks = (sign: string) => !here.some(({ answered }) => answered.includes(sign));
    return [
      ...(lacks('HTTP 200\n') ? [`${method} ${path}: success`] : []),
      ...errors.filter((name) => lacks(`"error":"${name}"`)).map((name) => `${method} ${path}: ${name}`),
    ];
  });
  expect(missing).toEqual(unshown);
});

test('every failure that any v1 call can return has a transcript', () => {
  const everywhere = [
    'validation_error',
    'invalid_idempotency_key',
    'missing_api_key',
    'invalid_api_key',
    'restricted_api_key',
    'not_found',
    'method_not_allowed',
    'invalid_idempotent_request',
    'payload_too_large',
    'unsupported_media_type',
  ].map((name) => `"error":"${name}"`);
  const signs = [...everywhere, '"message":"Too many requests","docs":'];
  expect(signs.filter((sign) => !shown.some(({ answered }) => answered.includes(sign)))).toEqual([]);
});
