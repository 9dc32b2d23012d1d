import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import type { TokenScope } from '../../../src/model/organization/token.ts';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import type { PersonRole } from '../../../src/model/person/roles.ts';
import { signInLimits } from '../../../src/model/person/session.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import type { HttpReply } from '../../world/platform.ts';
import { type Browser, personIn, signedIn } from '../console/scene.ts';
import { askWith } from './asked-approval.ts';
import { embedded, offeredIn, parameters, publish, redirectUri, refresh } from './scene.ts';
import { connectBySession, decide, headersOf, openConsent } from './session-scene.ts';

let people = 0;
const personOf = new WeakMap<Browser, PersonRecord>();

/** A person of the test's organization, with an own address. */
async function personAt(place: Place, roles: readonly PersonRole[] = ['admin'], name = 'Ada') {
  people += 1;
  return await personIn(place.platform, place.organization, { name, email: `ada${people}@gmail.com`, roles });
}

onBothDatabases((place) => {
  const door = () => embedded(place().platform);
  const grants = async () => (await place().use('list_grants')).data;
  const statusOf = async (token: string, tool = 'list_emails', input = {}) =>
    (await door().use(token, tool, input)).status;
  const adminSignedIn = async () => {
    const person = await personAt(place());
    const here = await signedIn(place().platform, person);
    personOf.set(here, person);
    return { person, here };
  };

  test('a signed-in person approves an app with one click, and the app acts as their assistant', async () => {
    const { person, here } = await adminSignedIn();
    const { access_token: token, scope } = await connectBySession(place(), here);
    expect(scope).toBe('emails.read emails.send subscribers.read');
    expect(await statusOf(token)).toBe(200);
    expect((await door().ask('GET', '/api/v2/emails', { token })).status).toBe(401);
    const [grant] = await grants();
    expect(grant).toMatchObject({
      client_name: 'The Assistant',
      token_id: null,
      subject: null,
      person: { id: person.id, name: 'Ada' },
    });
    const mail = { from: 'a@acme.dev', to: 'delivered@example.com', subject: 'Hello', markdown: 'Hello' };
    expect(await statusOf(token, 'send_email', mail)).toBe(200);
    const { data } = await place().use('list_audit_log');
    expect(data.slice(0, 2)).toMatchObject([
      { tool: 'send_email', door: 'mcp', token: { name: 'Ada by The Assistant' }, person: null },
      {
        tool: 'approve_grant',
        door: 'console',
        about: [grant.id],
        client: 'The Assistant',
        token: null,
        person: { id: person.id, name: 'Ada' },
      },
    ]);
  });

  test('the page of a signed-in person shows the app, the permissions, the end, the person and the organization', async () => {
    const { here, person } = await adminSignedIn();
    const page = await openConsent(place(), here);
    expect(page.status).toBe(200);
    for (const shown of [
      'The Assistant',
      'assistant.example',
      'Send emails in the name of the organization',
      'Access ends when the app has not used it for 30 days. It ends earlier if you lose a role',
      `<dt>Signed in as</dt><dd><b>Ada</b><br>${person.email}</dd>`,
      `<dt>Organization</dt><dd><b>${place().organization.name}</b></dd>`,
      'Use another account or organization',
    ]) {
      expect(page.text).toContain(shown);
    }
    expect(page.text).not.toContain('name="token"');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['en', 'Signed in as'],
    ['de', 'Angemeldet als'],
    ['fr', 'Connecté en tant que'],
    ['es', 'Sesión iniciada como'],
    ['pt', 'Sessão iniciada como'],
  ])('the page of a signed-in person is also in the language %s', async (lang, words) => {
    const { here } = await adminSignedIn();
    const page = await openConsent(place(), here, { lang });
    expect(page.text).toContain(words);
    expect(page.headers.get('content-language')).toBe(lang);
    expect(page.text).toMatch(/href="\?[^"]*lang=en"/);
  });

  test('a person can grant only permissions of their roles', async () => {
    const author = await signedIn(place().platform, await personAt(place(), ['author']));
    const scope = 'emails.read emails.send campaigns.write campaigns.send';
    const page = await openConsent(place(), author, { scope });
    expect(offeredIn(page)).toEqual(['emails.read', 'campaigns.write']);
    const more = await decide(place(), author, page, {
      scope: ['emails.read', 'emails.send', 'tokens.write'],
    });
    expect(more.status).toBe(303);
    expect((await grants())[0].scopes).toEqual(['emails.read']);
    const viewer = await signedIn(place().platform, await personAt(place(), ['viewer']));
    const none = await openConsent(place(), viewer, { scope: 'emails.send' });
    expect(none.status).toBe(403);
    expect(none.text).toContain('Your roles allow none of the permissions');
    expect(none.text).toContain('name="token"');
  });

  test('a signed-in person can choose to use a token', async () => {
    const { here } = await adminSignedIn();
    const page = await openConsent(place(), here);
    const [, path] = /href="([^"]+&amp;with=token)"/.exec(page.text)!;
    const asked = await door().ask('GET', path!.replaceAll('&amp;', '&'), { headers: headersOf(here) });
    expect(asked.text).toContain('name="token"');
    const consent = await decide(place(), here, asked, { decision: 'continue', token: place().token });
    expect(consent.text).toContain('<dt>API token</dt><dd><b>');
    expect((await decide(place(), here, consent)).status).toBe(303);
    expect((await grants())[0]).toMatchObject({ token_id: expect.stringMatching(/^tok_/), person: null });
  });

  test('a person without a session is led to sign in, and back to the same request', async () => {
    publish(place().platform);
    const page = await door().get(parameters());
    const [, link] = /<a class="btn main" href="([^"]+)"/.exec(page.text)!;
    const url = new URL(link!.replaceAll('&amp;', '&'), 'http://posthouse.example');
    expect(url.pathname).toBe('/console/sign-in');
    const back = url.searchParams.get('return')!;
    const { here } = await adminSignedIn();
    const asksAgain = await here.get(`${url.pathname}${url.search}`);
    expect([asksAgain.status, asksAgain.text.includes('Email me a sign-in link')]).toEqual([200, true]);
    // An app may wait for this window.
    expect(asksAgain.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    const led = await here.get(`/console/sign-in?${new URLSearchParams({ return: back })}`);
    expect([led.status, led.headers.get('location')]).toEqual([303, back]);
    const consent = await door().ask('GET', back, { headers: headersOf(here) });
    expect(consent.text).toContain('Signed in as');
    expect(offeredIn(consent)).toEqual(['emails.read', 'emails.send', 'subscribers.read']);
  });

  test('a request too long to return to offers only the token', async () => {
    publish(place().platform);
    const page = await door().get(parameters({ state: 'ü'.repeat(1_500) }));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('/console/sign-in');
    expect(page.text).toContain('name="token"');
  });

  describe('a decision is rejected', () => {
    const rejected: [string, (place: Place, here: Browser, page: HttpReply) => Promise<HttpReply>, number][] =
      [
        ['without the session', (at, _, page) => decide(at, { cookie: null } as Browser, page), 403],
        [
          'with the session of another person',
          async (at, _, page) => decide(at, await signedIn(at.platform, await personAt(at)), page),
          403,
        ],
        [
          'with another session of the same person',
          async (at, here, page) => decide(at, await signedIn(at.platform, personOf.get(here)!), page),
          403,
        ],
        [
          'after signing out',
          async (at, here, page) => {
            const { cookie } = here;
            await here.post('/console/sign-out');
            here.cookie = cookie;
            return await decide(at, here, page);
          },
          403,
        ],
        [
          'from another site',
          (at, here, page) => decide(at, here, page, {}, { 'sec-fetch-site': 'cross-site' }),
          403,
        ],
        [
          'from another site of the same domain',
          (at, here, page) => decide(at, here, page, {}, { 'sec-fetch-site': 'same-site' }),
          403,
        ],
        [
          'with the Origin of another site',
          (at, here, page) => decide(at, here, page, {}, { origin: 'https://evil.example' }),
          403,
        ],
        [
          'under another host name',
          (at, here, page) => decide(at, here, page, {}, { host: 'evil.example' }),
          403,
        ],
        ['without the sealed request', (at, here, page) => decide(at, here, page, { transaction: 'x' }), 400],
        [
          'after ten minutes',
          async (at, here, page) => {
            await at.platform.clock.advance(10 * minuteMs);
            return await decide(at, here, page);
          },
          400,
        ],
      ];
    test.each(rejected)('%s', async (_, attempt, status) => {
      const { here } = await adminSignedIn();
      const page = await openConsent(place(), here);
      expect((await attempt(place(), here, page)).status).toBe(status);
      expect(await grants()).toEqual([]);
    });

    test.each([
      ['was removed', 'delete_person', {}],
      ['lost a role', 'update_person', { roles: ['viewer'] }],
    ])('after the person %s', async (_, tool, change) => {
      await personAt(place());
      const person = await personAt(place(), ['viewer', 'author']);
      const here = await signedIn(place().platform, person);
      const page = await openConsent(place(), here);
      const caller = place().platform.caller('cli', place().organization);
      await place().platform.call(tool, { id: person.id, ...change }, { caller });
      expect((await decide(place(), here, page)).status).toBe(403);
      expect(await grants()).toEqual([]);
    });

    test('after the roles changed in the same moment', async () => {
      const person = await personAt(place(), ['author']);
      const here = await signedIn(place().platform, person);
      const page = await openConsent(place(), here, { scope: 'campaigns.write' });
      // Another process, whose change has not yet ended the session here.
      await place().platform.platform.engine.store.database.transaction((queries) =>
        new OrganizationStore(queries, person.organization).people.update({ ...person, roles: ['viewer'] }),
      );
      const answer = await decide(place(), here, page);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('Your roles no longer allow');
      expect(await grants()).toEqual([]);
    });
  });

  test('an app asks for a token under another host name and after the session has ended', async () => {
    const { here } = await adminSignedIn();
    const elsewhere = await openConsent(place(), here, {}, { host: 'evil.example' });
    expect(elsewhere.text).toContain('name="token"');
    await place().platform.clock.advance(signInLimits.idleMs);
    expect((await openConsent(place(), here)).text).toContain('name="token"');
  });

  test('a decision works once, and a denial returns to the app without a grant', async () => {
    const { here } = await adminSignedIn();
    const page = await openConsent(place(), here);
    expect((await decide(place(), here, page)).status).toBe(303);
    expect((await decide(place(), here, page)).status).toBe(409);
    expect(await grants()).toHaveLength(1);
    const denied = await decide(place(), here, await openConsent(place(), here), { decision: 'deny' });
    expect(denied.headers.get('location')).toMatch(new RegExp(`^${redirectUri}\\?error=access_denied`));
    expect(await grants()).toHaveLength(1);
  });

  describe('access that a person gave', () => {
    const give = async (roles: readonly PersonRole[] = ['viewer', 'author']) => {
      await personAt(place());
      const person = await personAt(place(), roles);
      const here = await signedIn(place().platform, person);
      const asked = { scope: 'emails.read campaigns.read campaigns.write' };
      return { person, here, tokens: await connectBySession(place(), here, asked) };
    };
    const manage = async (tool: string, input: object) => {
      const caller = place().platform.caller('cli', place().organization);
      await place().platform.call(tool, input, { caller });
    };
    const worksOf = async ({
      access_token,
      refresh_token,
    }: {
      access_token: string;
      refresh_token: string;
    }) => [await statusOf(access_token), (await refresh(place(), refresh_token)).status];

    test('ends when the person is removed', async () => {
      const { person, tokens } = await give();
      await manage('delete_person', { id: person.id });
      expect((await grants())[0]).toMatchObject({ person: null, revoked_at: expect.any(String) });
      expect(await worksOf(tokens)).toEqual([401, 400]);
    });

    test('is not attributed to the person added after the removal, whose row may have the same key', async () => {
      const { person, tokens } = await give();
      await manage('delete_person', { id: person.id });
      await adminSignedIn();
      expect((await grants())[0].person).toBe(null);
      expect(await worksOf(tokens)).toEqual([401, 400]);
    });

    test('ends when the person loses a role', async () => {
      const { person, tokens } = await give();
      await manage('update_person', { id: person.id, roles: ['viewer'] });
      expect((await grants())[0].revoked_at).not.toBe(null);
      expect(await worksOf(tokens)).toEqual([401, 400]);
    });

    test('continues when the person gains a role, changes their name or signs out', async () => {
      const { person, here, tokens } = await give();
      await manage('update_person', {
        id: person.id,
        name: 'Ada Lovelace',
        roles: ['viewer', 'author', 'approver'],
      });
      await here.post('/console/sign-out');
      expect(await worksOf(tokens)).toEqual([200, 200]);
      expect((await grants())[0].person).toEqual({ id: person.id, name: 'Ada Lovelace' });
    });

    test('needs renewal each hour, and ends after 30 days without use', async () => {
      const { tokens } = await give();
      await place().platform.clock.advance(hourMs);
      expect(await statusOf(tokens.access_token)).toBe(401);
      const renewed = await refresh(place(), tokens.refresh_token);
      expect(renewed.status).toBe(200);
      await place().platform.clock.advance(30 * dayMs);
      expect(await worksOf(renewed.body)).toEqual([401, 400]);
    });

    test('can be revoked by an admin with revoke_grant', async () => {
      const { tokens } = await give();
      await place().use('revoke_grant', { id: (await grants())[0].id });
      expect(await worksOf(tokens)).toEqual([401, 400]);
    });

    test('can be ended by that person on their account page, and by no other person', async () => {
      const { here, person, tokens } = await give();
      const [{ id }] = await grants();
      const account = await here.get('/console/settings/account');
      expect(account.text).toContain('<h2>Connected apps</h2>');
      expect(account.text).toContain('The Assistant');
      const { here: other } = await adminSignedIn();
      expect((await other.get('/console/settings/account')).text).not.toContain('Connected apps');
      await other.post(`/console/settings/account/apps/${id}/end`);
      expect(await statusOf(tokens.access_token)).toBe(200);
      expect((await here.post(`/console/settings/account/apps/${id}/end`)).status).toBe(303);
      expect(await worksOf(tokens)).toEqual([401, 400]);
      expect((await here.get('/console/settings/account')).text).not.toContain('Connected apps');
      const { data } = await place().use('list_audit_log');
      expect(data[0]).toMatchObject({
        tool: 'revoke_grant',
        door: 'console',
        about: [id],
        person: { id: person.id },
      });
    });
  });

  test('a request of an app runs after an approval, unless the person was removed meanwhile', async () => {
    await personAt(place());
    const { here, person } = await adminSignedIn();
    const { access_token: token } = await connectBySession(place(), here);
    const first = await askWith(place().platform, door(), token);
    expect(await first.sayYes()).toEqual({ kind: 'done' });
    const second = await askWith(place().platform, door(), token, 'Again');
    const caller = place().platform.caller('cli', place().organization);
    await place().platform.call('delete_person', { id: person.id }, { caller });
    expect(await second.sayYes()).toMatchObject({ kind: 'refused', failure: { failure: 'invalid_api_key' } });
  });

  test('an approval for one app does not cover the same request of another app of that person', async () => {
    const { here } = await adminSignedIn();
    const apps = [await connectBySession(place(), here), await connectBySession(place(), here)];
    const asked = [];
    for (const { access_token } of apps) asked.push(await askWith(place().platform, door(), access_token));
    expect(asked[0]!.question.id).not.toBe(asked[1]!.question.id);
    const again = await askWith(place().platform, door(), apps[0]!.access_token);
    expect([again.isNew, again.question.id]).toEqual([false, asked[0]!.question.id]);
  });

  test('a token without the permissions of an app cannot revoke it', async () => {
    const { here } = await adminSignedIn();
    await connectBySession(place(), here, { scope: 'emails.read' });
    const [{ id }] = await grants();
    const revoke = async (scopes: TokenScope[]) => await place().refusal('revoke_grant', { id }, scopes);
    expect(await revoke(['tokens.write'])).toMatchObject({ details: { fields: ['scopes'] } });
    await expect(revoke(['tokens.write', 'emails.read'])).rejects.toThrow('was not refused');
    expect((await grants())[0].revoked_at).not.toBe(null);
  });

  test('all apps of a person share one allowance of people mailed without approval', async () => {
    const { here } = await adminSignedIn();
    const other = publish(place().platform, {
      client_id: `https://assistant.example/${place().organization.key}/other.json`,
      client_name: 'Another app',
    });
    const apps = [
      await connectBySession(place(), here, { scope: 'emails.send' }),
      await connectBySession(place(), here, { scope: 'emails.send', client_id: other }),
    ];
    const send = (token: string, to: string) =>
      door().use(token, 'send_email', { from: 'a@acme.dev', to, subject: 'Hello', markdown: 'Hello' });
    for (let index = 0; index < 10; index += 1) {
      const sent = await send(apps[index % 2]!.access_token, `person${index}@gmail.com`);
      expect([index, sent.status]).toEqual([index, 200]);
    }
    for (const { access_token } of apps) {
      expect((await send(access_token, 'last@gmail.com')).body.name).toBe('confirmation_required');
    }
  });
});
