import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { httpVerifier } from '../../../src/world/verifier.ts';
import { passing, type RemoteVerifier, remoteVerifier } from '../../world/http/remote-verifier.ts';
import { type HttpReply, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { freePort } from '../../world/programs/free-ports.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';

let service: RemoteVerifier;
let clock: SimulatedClock;
let posthouse: SimulatedPlatform;

beforeEach(async () => {
  service = await remoteVerifier();
  clock = simulatedClock();
  posthouse = await openPlatform({ clock, verifier: httpVerifier({ url: service.url, clock }) });
});
afterEach(async () => {
  await posthouse.close();
  await service.close();
});

const news = {
  from: 'Acme News <hello@acme.example>',
  subject: 'News for {{firstName|you}}',
  markdown: '# News\n\nHello **{{firstName|there}}**. [Leave]({{unsubscribeUrl}})',
};

async function verify(body: unknown = news): Promise<HttpReply> {
  return await posthouse.http('POST', '/api/v2/verify/content', { body });
}

const blocked = {
  verdict: 'block',
  blockReasons: ['PURCHASED_LIST', 'COLD_EMAIL'],
  badges: [{ id: 'acme.bought_list', label: 'The list was bought', severity: 'block', path: 'content' }],
  guidance: 'Ask first.',
};

describe('an external content verifier', () => {
  test('receives the rendered content, its sender and its organization', async () => {
    expect(await verify()).toMatchObject({ status: 200, body: { verdict: 'pass' } });
    expect(service.asked).toHaveLength(1);
    const [{ request, method, path, headers }] = service.asked as [RemoteVerifier['asked'][number]];
    expect([method, path, headers['content-type']]).toEqual([
      'POST',
      '/verify',
      'application/json; charset=utf-8',
    ]);
    expect(Object.keys(request).sort()).toEqual(['from', 'html', 'organization', 'subject', 'text']);
    expect(request).toMatchObject({
      subject: 'News for {{firstName|you}}',
      from: '"Acme News" <hello@acme.example>',
      organization: posthouse.organization.id,
    });
    expect(request.html).toContain('<strong>{{firstName}}</strong>');
    expect(request.html).toContain('#unsubscribeUrl"');
    expect(request.text).toContain('{{firstName}}');
    expect(request.text).not.toContain('<strong>');
  });

  test('may ask for a review by a person, with or without reasons', async () => {
    for (const reasons of [[], ['PURCHASED_LIST']]) {
      service.answers({ body: JSON.stringify({ ...passing, verdict: 'review', blockReasons: reasons }) });
      expect((await verify()).body).toMatchObject({
        verdict: 'review',
        blockReasons: reasons,
        badges: [{ id: 'content.review', severity: 'warn' }],
      });
    }
    service.answers({ body: JSON.stringify({ ...passing, blockReasons: ['PHISHING'] }) });
    expect((await verify()).body).toMatchObject({ name: 'content_verification_unavailable' });
  });

  test('receives the original HTML including hidden parts', async () => {
    const html = '<p>Hello</p><div style="display:none">and <script>this()</script></div>';
    await verify({ from: news.from, subject: 'x', html });
    expect(service.asked[0]!.request.html).toBe(html);
  });

  test('uses the user name and password in its URL', async () => {
    const url = service.url.replace('http://', 'http://us%40er:pass@');
    const verifier = httpVerifier({ url, clock });
    await verifier.verify({ subject: '', from: 'a@b.example', html: '', text: '', organization: 'org_x' });
    const [{ headers }] = service.asked as [RemoteVerifier['asked'][number]];
    expect(headers.authorization).toBe(`Basic ${Buffer.from('us@er:pass').toString('base64')}`);
  });

  test('supplies the explanation of blocked content, and the result links to a documentation page', async () => {
    service.answers({ body: JSON.stringify(blocked) });
    const { status, body } = await verify();
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'content_verification',
      ...blocked,
      documentationUrl: 'http://posthouse.example/docs/content-verification#acme.bought_list',
    });
  });

  test('does not verify transactional mail, so its outage cannot delay that mail', async () => {
    service.answers({ status: 500, body: '' });
    const sent = await posthouse.http('POST', '/api/v2/emails', { body: { ...news, to: 'ada@example.com' } });
    expect(sent.status).toBe(200);
    expect(await verify({ ...news, purpose: 'transactional' })).toMatchObject({ status: 200 });
    expect(service.asked).toEqual([]);
  });
});

describe('content is not accepted without a verdict', () => {
  const unavailable = {
    name: 'content_verification_unavailable',
    statusCode: 400,
    code: 'VERIFICATION_UNAVAILABLE',
    blockReasons: [],
    badges: [{ id: 'system.verification_unavailable', severity: 'block' }],
    documentationUrl: 'http://posthouse.example/docs/content-verification#system.verification_unavailable',
    guidance: expect.stringContaining('Try again'),
    details: { code: 'VERIFICATION_UNAVAILABLE', blockReasons: [] },
  };

  function wrong(fields: object): string {
    return JSON.stringify({ ...passing, ...fields });
  }
  const badge = blocked.badges[0];

  test.each([
    ['an error', { status: 503, body: JSON.stringify(passing) }],
    ['another success', { status: 201, body: JSON.stringify(passing) }],
    ['nothing', { body: '' }],
    ['no JSON', { body: '<html>' }],
    ['a JSON that is no object', { body: '[]' }],
    ['a response that is not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ['an unknown verdict', { body: wrong({ verdict: 'maybe' }) }],
    ['no verdict', { body: wrong({ verdict: undefined }) }],
    ['an unknown block reason', { body: wrong({ verdict: 'block', blockReasons: ['UGLY'] }) }],
    ['a block without a reason', { body: wrong({ verdict: 'block' }) }],
    ['a pass with a reason', { body: wrong({ blockReasons: ['PHISHING'] }) }],
    ['a malformed badge', { body: wrong({ badges: [{ id: 'x' }] }) }],
    ['a badge with an unknown severity', { body: wrong({ badges: [{ ...badge, severity: 'fatal' }] }) }],
    ['a badge with an invalid id', { body: wrong({ badges: [{ ...badge, id: '<b>' }] }) }],
    ['a control character', { body: wrong({ guidance: 'a\u0000b' }) }],
    ['half a surrogate pair', { body: wrong({ guidance: 'a\\ud800b' }).replace('\\\\', '\\') }],
    ['too many badges', { body: wrong({ badges: Array(101).fill(badge) }) }],
    ['an unknown field', { body: wrong({ score: 1 }) }],
    ['more than 256 KB', { body: wrong({ guidance: '' }) + ' '.repeat(256 * 1024) }],
    ['a broken connection', 'break off'],
  ] as const)('after %s', async (_, answer) => {
    service.answers(answer);
    expect(await verify()).toMatchObject({ status: 400, body: unavailable });
    expect(service.asked).toHaveLength(1);
    expect(posthouse.log.some(({ message }) => message === 'Content could not be verified')).toBe(true);
  });

  test.each([301, 302, 307, 308])(
    'after a redirect (%i), which the client does not follow',
    async (status) => {
      const other = await remoteVerifier();
      service.answers({ status, headers: { location: other.url }, body: '' });
      expect(await verify()).toMatchObject({ status: 400, body: unavailable });
      expect(other.asked).toEqual([]);
      await other.close();
    },
  );

  test.each(['silence', 'half an answer'] as const)('after %s, which times out after 5 s', async (answer) => {
    service.answers(answer);
    const read = service.next();
    const asking = verify();
    await read;
    await clock.advance(4_999);
    expect(await Promise.race([asking, Promise.resolve('waits')])).toBe('waits');
    await clock.advance(1);
    expect(await asking).toMatchObject({ status: 400, body: unavailable });
  });

  test('in a campaign, which keeps its status and can be sent when a verdict arrives', async () => {
    const { body: draft } = await posthouse.http('POST', '/api/v2/campaigns', {
      body: {
        name: 'News',
        subject: news.subject,
        fromEmail: 'hello@acme.example',
        content: news.markdown,
      },
    });
    service.answers({ status: 503, body: '' });
    const v2 = await posthouse.http('POST', `/api/v2/campaigns/${draft.id}/send`, { body: {} });
    expect(v2).toMatchObject({ status: 400, body: unavailable });
    const v1 = await posthouse.http('POST', `/api/v1/campaigns/${draft.id}/send`, { body: {} });
    const { name: error, statusCode: _, details: __, ...fields } = unavailable;
    expect(v1).toMatchObject({ status: 400, body: { success: false, error, ...fields } });
    service.answers({ body: JSON.stringify(blocked) });
    const refused = await posthouse.http('POST', `/api/v2/campaigns/${draft.id}/send`, { body: {} });
    expect(refused.body).toMatchObject({
      code: 'CONTENT_BLOCKED',
      blockReasons: ['PURCHASED_LIST', 'COLD_EMAIL'],
    });
    const statusOf = async () => (await posthouse.http('GET', `/api/v2/campaigns/${draft.id}`)).body.status;
    expect(await statusOf()).toBe('DRAFT');
    service.answers({ body: JSON.stringify(passing) });
    const sent = await posthouse.http('POST', `/api/v2/campaigns/${draft.id}/send`, { body: {} });
    expect(sent.status).toBe(200);
    expect(await statusOf()).toBe('SCHEDULED');
  });

  test('when the verifier refuses connections', async () => {
    const port = await freePort();
    const down = await openPlatform({
      verifier: httpVerifier({ url: `http://127.0.0.1:${port}/`, clock: simulatedClock() }),
    });
    const reply = await down.http('POST', '/api/v2/verify/content', { body: news });
    expect(reply).toMatchObject({ status: 400, body: unavailable });
    await down.close();
  });
});

describe('the variable POSTHOUSE_CONTENT_VERIFIER_URL', () => {
  test.each(['ftp://verifier.example/', 'verifier.example', 'file:///etc/passwd'])(
    'rejects %s',
    (POSTHOUSE_CONTENT_VERIFIER_URL) => {
      expect(() => readConfig({ POSTHOUSE_CONTENT_VERIFIER_URL })).toThrow(
        'POSTHOUSE_CONTENT_VERIFIER_URL: must be a URL that begins with http:// or https://',
      );
    },
  );

  test('selects the built-in verifier when it is unset', () => {
    expect(readConfig({}).POSTHOUSE_CONTENT_VERIFIER_URL).toBeUndefined();
  });
});
