import { expect, test } from 'vitest';
import { type linkPaths, linkToken, publicLink } from '../../../src/engine/content/public-links.ts';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { baseUrl, type HttpReply, openPlatform } from '../../world/platform.ts';
import { randomRuns, seededRandom } from '../../world/simulated/random.ts';

const tokens = randomRuns(10_000);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';

type Purpose = keyof typeof linkPaths;

/** Returns the path of a link in a mail. */
function pathOf(place: Place, purpose: Purpose, id: string, bound = ''): string {
  const subject = { organization: place.organization.key, id };
  return publicLink(place.platform.platform.engine, purpose, subject, bound).slice(baseUrl.length);
}

/** Visits a page without a token, like a browser or a mail provider. */
function visit(place: Place, path: string, more: { lang?: string; peer?: string } = {}): Promise<HttpReply> {
  return place.http('GET', path, {
    token: null,
    ...(more.peer === undefined ? {} : { peer: more.peer }),
    headers: more.lang === undefined ? {} : { 'accept-language': more.lang },
  });
}

function post(
  place: Place,
  path: string,
  body = '',
  headers: Record<string, string> = form,
): Promise<HttpReply> {
  return place.http('POST', path, { token: null, body, headers });
}

async function mailTo(place: Place, to: string, html = '<p>Hello</p>'): Promise<string> {
  const { id } = await place.use('send_email', { from: 'news@example.com', to: [to], subject: 'News', html });
  return id;
}

async function statusOf(place: Place, subscriber: string): Promise<string> {
  return (await place.use('get_subscriber', { subscriber })).status;
}

onBothDatabases((place) => {
  verifies(
    'subscriber.one-click',
    'a POST of RFC 8058 unsubscribes in every encoding, however often it repeats',
    async () => {
      const multipart =
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
      const ways: [string, string, Record<string, string>, string][] = [
        ['a@example.com', oneClick, form, 'one-click'],
        ['b@example.com', multipart, { 'content-type': 'multipart/form-data; boundary=x' }, 'one-click'],
        ['c@example.com', '', form, 'link'],
        ['d@example.com', '{"what":1}', { 'content-type': 'application/json' }, 'link'],
      ];
      for (const [email, body, headers, reason] of ways) {
        await place().use('create_subscriber', { email });
        const path = pathOf(place(), 'unsubscribe', await mailTo(place(), email));
        for (let times = 0; times < 2; times += 1) {
          const answer = await post(place(), path, body, headers);
          expect([answer.status, answer.text]).toEqual([
            200,
            expect.stringContaining('You are unsubscribed'),
          ]);
        }
        const subscriber = await place().use('get_subscriber', { subscriber: email });
        expect(subscriber).toMatchObject({ status: 'UNSUBSCRIBED', unsubscribeReason: reason });
      }
    },
  );

  test('concurrent clicks on an unsubscribe link all succeed and create one suppression', async () => {
    await place().use('create_subscriber', { email: 'ada@example.com' });
    const known = pathOf(place(), 'unsubscribe', await mailTo(place(), 'ada@example.com'));
    const unknown = pathOf(place(), 'unsubscribe', await mailTo(place(), 'unknown@example.com'));
    const path = pathOf(place(), 'preferences', await mailTo(place(), 'ada@example.com'));
    const clicks = [known, unknown, known, unknown, known].map((one) => post(place(), one, oneClick));
    const wishes = ['no', 'yes', 'no'].map((wish) => post(place(), path, `subscribed=${wish}`));
    const statuses = (await Promise.all([...clicks, ...wishes])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await place().use('list_suppressions')).data).toHaveLength(1);
  });

  verifies('subscriber.link-get', 'a GET, HEAD or OPTIONS request changes nothing', async () => {
    await place().use('create_subscriber', { email: 'ada@example.com', doubleOptIn: true });
    const { id } = await place().use('get_subscriber', { subscriber: 'ada@example.com' });
    const mail = await mailTo(place(), 'ada@example.com');
    const before = await place().use('get_subscriber', { subscriber: 'ada@example.com' });
    const paths = [
      pathOf(place(), 'unsubscribe', mail),
      pathOf(place(), 'preferences', mail),
      pathOf(place(), 'confirm', id, 'ada@example.com'),
    ];
    for (const path of paths) {
      for (const suffix of ['', '?subscribed=no', `?${oneClick}`]) {
        expect((await visit(place(), path + suffix)).status).toBe(200);
        expect(await place().http('HEAD', path + suffix, { token: null })).toMatchObject({
          status: 200,
          text: '',
        });
        const options = await place().http('OPTIONS', path + suffix, { token: null });
        expect(options.status).toBe(405);
        expect(options.headers.get('allow')).toBe('GET, HEAD, POST');
      }
    }
    expect(await place().use('get_subscriber', { subscriber: 'ada@example.com' })).toEqual(before);
    expect((await place().use('list_suppressions')).data).toEqual([]);
  });

  test('the unsubscribe link of a mail without a subscriber suppresses its address for marketing only', async () => {
    const mail = await mailTo(place(), 'unknown@example.com');
    const path = pathOf(place(), 'unsubscribe', mail);
    expect((await visit(place(), path)).text).toContain('Do you want them to stop?');
    expect((await post(place(), path, oneClick)).status).toBe(200);
    expect((await post(place(), path, oneClick)).status).toBe(200);
    expect((await place().use('list_suppressions')).data).toMatchObject([
      { email: 'unknown@example.com', origin: 'unsubscribe', scope: 'marketing', source_id: mail },
    ]);
    const again = pathOf(place(), 'preferences', mail);
    expect((await visit(place(), again)).text).toMatch(/value="no" required checked/);
    await post(place(), again, 'subscribed=yes');
    expect((await place().use('list_suppressions')).data).toEqual([]);
  });

  test('an old link does not store an erased subscriber again', async () => {
    await place().use('create_subscriber', { email: 'ada@example.com' });
    const mail = await mailTo(place(), 'ada@example.com');
    await place().use('delete_subscriber', { subscriber: 'ada@example.com' });
    for (const body of [oneClick, 'subscribed=no', 'subscribed=yes']) {
      for (const purpose of ['unsubscribe', 'preferences'] as const) {
        const answer = await post(place(), pathOf(place(), purpose, mail), body);
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain('example.com');
      }
    }
    expect((await place().use('list_suppressions')).data).toEqual([]);
    expect((await place().use('list_subscribers')).data).toEqual([]);
    expect((await visit(place(), pathOf(place(), 'view', mail))).status).toBe(404);
  });

  test('a subscriber who changed address can unsubscribe by the link in a mail to the old address', async () => {
    await place().use('create_subscriber', { email: 'old@example.com' });
    const mail = await mailTo(place(), 'old@example.com');
    await place().use('update_subscriber', { subscriber: 'old@example.com', email: 'new@example.com' });
    // The old link shows and restores only the old address.
    await post(place(), pathOf(place(), 'unsubscribe', mail), oneClick);
    expect(await statusOf(place(), 'new@example.com')).toBe('UNSUBSCRIBED');
    await post(place(), pathOf(place(), 'preferences', mail), 'subscribed=yes');
    expect(await statusOf(place(), 'new@example.com')).toBe('UNSUBSCRIBED');
  });

  test("a subscriber who changed address can unsubscribe on the old address's preference page", async () => {
    await place().use('create_subscriber', { email: 'old@example.com' });
    const mail = await mailTo(place(), 'old@example.com');
    await place().use('update_subscriber', { subscriber: 'old@example.com', email: 'new@example.com' });
    await post(place(), pathOf(place(), 'preferences', mail), 'subscribed=no');
    expect(await statusOf(place(), 'new@example.com')).toBe('UNSUBSCRIBED');
    expect((await place().use('list_suppressions')).data).toMatchObject([
      { email: 'old@example.com', scope: 'marketing' },
    ]);
  });

  test("a page masks the subscriber's address, leaks no referrer and is not cached", async () => {
    await place().use('create_subscriber', { email: 'ada.lovelace@example.com' });
    const mail = await mailTo(place(), 'ada.lovelace@example.com');
    for (const purpose of ['unsubscribe', 'preferences'] as const) {
      const { text, headers } = await visit(place(), pathOf(place(), purpose, mail));
      expect(text).toContain('a…\u2060@example.com');
      expect(text).not.toContain('lovelace');
      expect(text).not.toMatch(/<script|https?:|\son\w+=/);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('stored texts are escaped on a page', async () => {
    const name = `"><script>window.__xss=1</script><svg onload=alert(1)></title>'`;
    await place().use('update_organization_settings', { name, postal_address: '<b>1 Street</b>\nTown & Co' });
    await place().use('create_tag', {
      name: `<i>${'x'.repeat(8)}</i>"'`,
      description: '</p><img src=x>',
      topic: true,
    });
    await place().use('create_subscriber', { email: 'ada@example.com' });
    const mail = await mailTo(place(), 'ada@example.com');
    for (const purpose of ['unsubscribe', 'preferences'] as const) {
      const { text } = await visit(place(), pathOf(place(), purpose, mail));
      expect(text).toContain('&lt;script&gt;window.__xss=1&lt;/script&gt;');
      expect(text).toContain('&lt;b&gt;1 Street&lt;/b&gt;<br>Town &amp; Co');
      expect(text).not.toMatch(/<script|<svg (?!class="mark")|<img|<b>|<i>/);
      expect(text.match(/<\/title>/g)).toHaveLength(1);
    }
  });

  test("a page uses the language chosen on it, else the recipient's, else the browser's", async () => {
    await place().use('create_subscriber', { email: 'ada@example.com', locale: 'pt-BR' });
    await place().use('create_subscriber', { email: 'bob@example.com', locale: 'fi' });
    const ada = pathOf(place(), 'unsubscribe', await mailTo(place(), 'ada@example.com'));
    const bob = pathOf(place(), 'unsubscribe', await mailTo(place(), 'bob@example.com'));
    const langOf = ({ text, headers }: HttpReply) => {
      const [, lang] = /<html lang="(\w+)">/.exec(text)!;
      expect(headers.get('content-language')).toBe(lang);
      return lang;
    };
    expect(langOf(await visit(place(), ada, { lang: 'de' }))).toBe('pt');
    expect(langOf(await visit(place(), `${ada}?lang=es`, { lang: 'de' }))).toBe('es');
    expect(langOf(await visit(place(), `${ada}?lang=xx`))).toBe('pt');
    expect(langOf(await visit(place(), bob, { lang: 'fi, it;q=0.9, fr-CH;q=0.5, de;q=0.8' }))).toBe('de');
    expect(langOf(await visit(place(), bob, { lang: 'de;q=0, *' }))).toBe('en');
    expect(langOf(await visit(place(), '/u/nothing', { lang: 'es-MX' }))).toBe('es');
    expect(langOf(await visit(place(), `${'/u/nothing'}?lang=constructor`))).toBe('en');
  });

  test('a preference page changes only the topics that it showed', async () => {
    const { use } = place();
    const tagOf = (name: string, topic: boolean) =>
      use('create_tag', { name, topic, description: `About ${name}` });
    const [news, offers, late] = [
      await tagOf('news', true),
      await tagOf('offers', true),
      await tagOf('late', false),
    ];
    await tagOf('vip', false);
    await use('create_subscriber', { email: 'ada@example.com', tags: ['news', 'vip', 'late'] });
    const path = pathOf(place(), 'preferences', await mailTo(place(), 'ada@example.com'));
    const page = (await visit(place(), path)).text;
    expect(page).toContain('About news');
    expect(page).not.toContain('About vip');
    expect(page).toMatch(new RegExp(`value="${news.id}" aria-describedby="${news.id}-description" checked>`));
    expect(page).not.toMatch(new RegExp(`value="${offers.id}" aria-describedby="[^"]+" checked>`));
    // This tag became a topic while the page was open.
    await use('update_tag', { tag: 'late', topic: true });
    const body = `subscribed=yes&shown=${news.id}&shown=${offers.id}&topic=${offers.id}`;
    const answer = await post(place(), path, body);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Your choice is saved.')]);
    const namesOf = async () =>
      (await use('get_subscriber', { subscriber: 'ada@example.com' })).tags.map(
        (tag: { name: string }) => tag.name,
      );
    expect(await namesOf()).toEqual(['vip', 'late', 'offers']);
    expect((await use('get_tag', { tag: 'news' })).subscriberCount).toBe(0);
    expect((await use('get_tag', { tag: 'offers' })).subscriberCount).toBe(1);
    // A tag that is not a topic cannot be chosen, whatever the form says.
    const { id: vip } = await use('get_tag', { tag: 'vip' });
    await post(place(), path, `shown=${vip}&shown=${late.id}&topic=${vip}&topic=${news.id}`);
    expect(await namesOf()).toEqual(['vip', 'offers']);
    expect(await statusOf(place(), 'ada@example.com')).toBe('ACTIVE');
  });

  verifies(
    'subscriber.preferences',
    'a subscriber can subscribe again on the page, and the consent is recorded',
    async () => {
      await place().use('create_subscriber', { email: 'ada@example.com' });
      const path = pathOf(place(), 'preferences', await mailTo(place(), 'ada@example.com'));
      await post(place(), path, 'subscribed=no');
      await place().use('add_suppression', { email: 'ada@example.com', origin: 'unsubscribe' });
      expect(await statusOf(place(), 'ada@example.com')).toBe('UNSUBSCRIBED');
      await post(place(), path, 'subscribed=maybe');
      expect(await statusOf(place(), 'ada@example.com')).toBe('UNSUBSCRIBED');
      await place().http('POST', path, {
        token: null,
        body: 'subscribed=yes',
        headers: form,
        peer: '192.0.2.7',
      });
      expect(await place().use('get_subscriber', { subscriber: 'ada@example.com' })).toMatchObject({
        status: 'ACTIVE',
        unsubscribedAt: null,
        unsubscribeReason: null,
        consent: {
          at: new Date(place().platform.clock.now()).toISOString(),
          ip: '192.0.2.7',
          source: 'preference page',
        },
      });
      expect((await place().use('list_suppressions')).data).toEqual([]);
    },
  );

  test('a suppression that the subscriber cannot lift stays, and the page explains why', async () => {
    const cases = [
      ['bounce', 'could not be delivered'],
      ['complaint', 'reported as spam'],
      ['manual', 'has stopped sending mail'],
    ];
    for (const [origin, words] of cases) {
      const email = `by.${origin}@example.com`;
      await place().use('create_subscriber', { email });
      const mail = await mailTo(place(), email);
      await place().use('add_suppression', { email, origin });
      const path = pathOf(place(), 'preferences', mail);
      await post(place(), path, 'subscribed=yes');
      const { text } = await visit(place(), path);
      expect(text).toContain(words);
      expect(text).not.toContain('<form');
      expect((await place().use('get_suppression', { suppression: email })).origin).toBe(origin);
      // Any reader can unsubscribe.
      await post(place(), path, 'subscribed=no');
      expect(await statusOf(place(), email)).toBe('UNSUBSCRIBED');
    }
  });

  test("unsubscribing through a campaign's mail counts once for the campaign, whichever page was used", async () => {
    const { use, platform } = place();
    const people = ['a@example.com', 'b@example.com', 'c@example.com'];
    for (const email of people) await use('create_subscriber', { email });
    const { id } = await use('create_campaign', {
      name: 'News',
      subject: 'News',
      fromEmail: 'news@example.com',
      html: '<p>News</p><a href="{{unsubscribeUrl}}">Leave</a>',
    });
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const { data } = await use('list_emails', { campaign: id });
    expect(data).toHaveLength(3);
    for (let times = 0; times < 2; times += 1) {
      await post(place(), pathOf(place(), 'unsubscribe', data[0].id), oneClick);
      await post(place(), pathOf(place(), 'preferences', data[1].id), 'subscribed=no');
    }
    expect((await use('get_campaign', { campaignId: id })).stats.unsubscribed).toBe(2);
  });

  test('an erasure leaves a hashed suppression that still stops mail', async () => {
    const { use, platform, organization } = place();
    const [left, complained, gone] = ['left@gmail.com', 'complained@gmail.com', 'gone@gmail.com'];
    for (const email of [left, complained, gone]) await use('create_subscriber', { email });
    await use('unsubscribe_subscriber', { subscriber: left });
    await use('add_suppression', { email: complained, origin: 'complaint' });
    await use('add_suppression', { email: left, origin: 'manual', expires_at: '2027-01-01T00:00:00Z' });
    await use('remove_suppression', { suppression: left });
    for (const subscriber of [left, complained, gone]) await use('delete_subscriber', { subscriber });
    expect((await use('list_suppressions')).data).toEqual([]);
    const { reader } = platform.platform.engine.store.database;
    const rows = await reader.all<{ email: string; source_id: string | null; scope: string }>(
      'SELECT email, source_id, scope FROM suppressions WHERE organization = $1 ORDER BY scope',
      [organization.key],
    );
    expect(rows).toEqual([
      { email: expect.stringMatching(/^erased:[\w-]{43}$/), source_id: null, scope: 'all' },
      { email: expect.stringMatching(/^erased:[\w-]{43}$/), source_id: null, scope: 'marketing' },
    ]);
    // Another organization may mail them, and no hash matches across organizations.
    expect(rows[0]!.email).not.toBe(rows[1]!.email);

    // Imported again: newsletters reach neither; other mail reaches only the subscriber who had unsubscribed.
    for (const email of [left, complained, gone]) await use('create_subscriber', { email });
    const fateOf = async (id: string) => (await use('get_email', { id })).last_event;
    await platform.clock.advance(hourMs);
    const transactional = [await mailTo(place(), left), await mailTo(place(), complained)];
    expect(await Promise.all(transactional.map(fateOf))).toEqual(['queued', 'suppressed']);
    const { id } = await use('create_campaign', {
      name: 'News',
      subject: 'News',
      fromEmail: 'news@example.com',
      html: '<p>News</p><a href="{{unsubscribeUrl}}">Leave</a>',
    });
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    await platform.clock.advance(minuteMs);
    await platform.deliver();
    const mails = (await use('list_emails', { campaign: id })).data as { to: string[]; last_event: string }[];
    expect(mails.filter(({ last_event }) => last_event !== 'suppressed').map(({ to }) => to[0])).toEqual([
      gone,
    ]);
    expect((await use('get_campaign', { campaignId: id })).status).toBe('SENT');

    // Only the subscriber can lift the suppression.
    const path = pathOf(place(), 'preferences', transactional[0]!);
    expect((await visit(place(), path)).text).toMatch(/value="no" required checked/);
    await post(place(), path, 'subscribed=yes');
    expect((await visit(place(), path)).text).toMatch(/value="yes" required checked/);
    expect((await visit(place(), pathOf(place(), 'preferences', transactional[1]!))).text).toContain(
      'reported as spam',
    );
    // The organization can lift it by address, on its own responsibility.
    await use('remove_suppression', { suppression: complained, consent: { source: 'a letter' } });
    expect(await fateOf(await mailTo(place(), complained))).toBe('queued');
  });

  test('the web version shows the mail as it was sent to that person, in a document without scripts', async () => {
    await place().use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada' });
    const mail = await mailTo(
      place(),
      'ada@example.com',
      '<p>Hello {{firstName}}</p><a href="{{unsubscribeUrl}}">Leave</a>',
    );
    const { status, text, headers } = await visit(place(), pathOf(place(), 'view', mail));
    expect(status).toBe(200);
    expect(text).toContain('Hello Ada');
    expect(text).toContain(pathOf(place(), 'unsubscribe', mail));
    expect(headers.get('content-security-policy')).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await post(place(), pathOf(place(), 'view', mail))).status).toBe(405);
  });

  test('an invalid link gets the same 404 whatever is wrong with it', async () => {
    const { engine } = place().platform.platform;
    await place().use('create_subscriber', { email: 'ada@example.com' });
    const { id } = await place().use('get_subscriber', { subscriber: 'ada@example.com' });
    const mail = await mailTo(place(), 'ada@example.com');
    const { organization: other } = await place().platform.addOrganization('Another');
    const subject = { organization: place().organization.key, id: mail };
    const token = linkToken(engine, 'unsubscribe', subject);
    const forged = [
      'x',
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      ...[...token]
        .map((character, at) => token.slice(0, at) + (character === '1' ? '2' : '1') + token.slice(at + 1))
        .filter((text) => text !== token),
      ...(['preferences', 'view', 'open', 'click', 'confirm'] as const).map((purpose) =>
        linkToken(engine, purpose, subject),
      ),
      linkToken(engine, 'unsubscribe', { ...subject, organization: other.key }),
      linkToken(engine, 'unsubscribe', { ...subject, organization: 999_999 }),
      linkToken(engine, 'unsubscribe', { ...subject, id: mail.replace(/.{4}$/, '0000') }),
      linkToken(engine, 'unsubscribe', { ...subject, id }),
      linkToken(engine, 'unsubscribe', subject, 'ada@example.com'),
    ];
    const answers = new Set<string>();
    const peerOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    for (const [n, text] of forged.entries()) {
      for (const method of ['GET', 'POST']) {
        const {
          status,
          text: page,
          headers,
        } = await place().http(method, `/u/${text}`, { token: null, peer: peerOf(n) });
        answers.add(JSON.stringify([status, page, headers.get('content-security-policy')]));
      }
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^\[404,/);
    for (const purpose of ['p', 'v', 'confirm'])
      expect((await visit(place(), `/${purpose}/${token}`)).status).toBe(404);
    expect(await statusOf(place(), 'ada@example.com')).toBe('ACTIVE');
    expect((await visit(place(), `/u/${token}`)).status).toBe(200);
  });

  test(`${tokens} random tokens open no page`, async () => {
    await place().use('create_subscriber', { email: 'ada@example.com' });
    const mail = await mailTo(place(), 'ada@example.com');
    const random = seededRandom(20_261_122);
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const statuses = new Set<number>();
    for (let n = 0; n < tokens; n += 1) {
      const mac = Array.from({ length: 22 }, () => random.pick(letters)).join('');
      const token = `1${place().organization.key.toString(36)}-${mail}-${mac}`;
      const peer = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
      const answer = await place().http('POST', `/u/${token}`, { token: null, peer });
      statuses.add(answer.status);
    }
    expect([...statuses]).toEqual([404]);
    expect(await statusOf(place(), 'ada@example.com')).toBe('ACTIVE');
  });

  verifies('subscriber.double-opt-in', 'double opt-in sends one mail, and only a POST confirms', async () => {
    await place().use('update_organization_settings', {
      double_opt_in: true,
      default_from: 'Posts <hello@example.com>',
    });
    await place().use('create_subscriber', { email: 'ada@gmail.com', locale: 'de-AT' });
    expect(await statusOf(place(), 'ada@gmail.com')).toBe('PENDING');
    await place().platform.deliver();
    const { data } = await place().use('list_emails', { to: 'ada@gmail.com' });
    expect(data).toMatchObject([
      {
        from: '"Posts" <hello@example.com>',
        source: 'api',
        subject: expect.stringContaining('Bitte bestätigen'),
      },
    ]);
    const { html, text } = await place().use('get_email', { id: data[0].id });
    const [link] = /http:\/\/posthouse\.example\/confirm\/[\w-]+/.exec(html)!;
    expect(text).toContain(link);
    const path = link.slice(baseUrl.length);
    const page = await visit(place(), path);
    expect(page.text).toContain('Ja, anmelden');
    expect(page.text.match(/<button/g)).toHaveLength(1);
    expect(await statusOf(place(), 'ada@gmail.com')).toBe('PENDING');
    for (let times = 0; times < 2; times += 1) {
      expect(await post(place(), path)).toMatchObject({
        status: 200,
        text: expect.stringContaining('Sie sind angemeldet'),
      });
    }
    expect(await place().use('get_subscriber', { subscriber: 'ada@gmail.com' })).toMatchObject({
      status: 'ACTIVE',
      consent: { at: expect.any(String), ip: expect.any(String), source: 'double opt-in' },
    });
    // Unsubscribed in the meantime: the old link says so and changes nothing.
    await place().use('unsubscribe_subscriber', { subscriber: 'ada@gmail.com' });
    for (const answer of [await visit(place(), path), await post(place(), path)]) {
      expect([answer.status, answer.text]).toEqual([
        410,
        expect.stringContaining('Dieser Link ist veraltet'),
      ]);
    }
    expect(await statusOf(place(), 'ada@gmail.com')).toBe('UNSUBSCRIBED');
    // A confirmation after a new request lifts both the unsubscribe and an earlier provider report.
    await place().use('add_suppression', { email: 'ada@gmail.com', origin: 'unsubscribe' });
    await place().use('create_subscriber', {
      email: 'ada@gmail.com',
      resubscribe: true,
      consent: { source: 'sign-up form' },
    });
    expect(await statusOf(place(), 'ada@gmail.com')).toBe('PENDING');
    expect((await post(place(), path)).status).toBe(200);
    expect(await statusOf(place(), 'ada@gmail.com')).toBe('ACTIVE');
    expect((await place().use('list_suppressions')).data).toEqual([]);
  });

  test('a link to a former address of the subscriber confirms nothing', async () => {
    await place().use('create_subscriber', { email: 'old@example.com', doubleOptIn: true });
    const { id } = await place().use('get_subscriber', { subscriber: 'old@example.com' });
    const path = pathOf(place(), 'confirm', id, 'old@example.com');
    await place().use('update_subscriber', { subscriber: id, email: 'new@example.com' });
    expect(await post(place(), path)).toMatchObject({
      status: 404,
      text: expect.stringContaining('out of date'),
    });
    expect(await statusOf(place(), id)).toBe('PENDING');
    expect((await post(place(), pathOf(place(), 'confirm', id, 'new@example.com'))).status).toBe(200);
    expect(await statusOf(place(), id)).toBe('ACTIVE');
  });

  test('a subscriber gets only a few opt-in requests', async () => {
    const { use, platform } = place();
    const save = async () => {
      await use('save_subscribers', { subscribers: [{ email: 'grace@gmail.com', doubleOptIn: true }] });
      await platform.deliver();
      return (await use('list_emails', { to: 'grace@gmail.com' })).data.length;
    };
    expect(await save()).toBe(1);
    expect(await save()).toBe(1);
    await platform.clock.advance(10 * minuteMs);
    expect(await save()).toBe(2);
    await platform.clock.advance(hourMs);
    expect(await save()).toBe(3);
    await platform.clock.advance(hourMs);
    expect(await save()).toBe(3);
    await platform.clock.advance(dayMs);
    expect(await save()).toBe(4);
    // Another address is another mailbox and is asked at once.
    await use('update_subscriber', { subscriber: 'grace@gmail.com', email: 'ada@example.com' });
    await platform.deliver();
    expect((await use('list_emails', { to: 'ada@example.com' })).data).toHaveLength(1);
    // A corrected first name causes no new request.
    await platform.clock.advance(hourMs);
    await use('update_subscriber', { subscriber: 'ada@example.com', firstName: 'Ada' });
    await platform.deliver();
    expect((await use('list_emails', { to: 'ada@example.com' })).data).toHaveLength(1);
  });

  test('a subscriber who is deleted and created again has the same limit of opt-in requests', async () => {
    const { platform } = place();
    const ask = async (use: ReturnType<typeof place>['use'], email: string) => {
      await use('create_subscriber', { email, doubleOptIn: true });
      await platform.deliver();
      await use('delete_subscriber', { subscriber: email });
    };
    const asked = async (letters: string) =>
      platform.mailbox.messages.filter(({ to }) => to.address.startsWith(letters)).length;
    for (let times = 0; times < 5; times += 1) await ask(place().use, 'bombed@gmail.com');
    expect(await asked('bombed')).toBe(1);
    for (let organization = 0; organization < 4; organization += 1) {
      const { token } = await platform.addOrganization(`Another ${organization}`);
      const body = { email: `bombed+${organization}@gmail.com`, doubleOptIn: true };
      expect((await platform.http('POST', '/api/v2/subscribers', { token, body })).status).toBe(201);
      await platform.deliver();
    }
    expect(await asked('bombed')).toBe(3);
    await platform.clock.advance(dayMs);
    await ask(place().use, 'bombed@gmail.com');
    expect(await asked('bombed')).toBe(4);
  });

  test('the server rejects an organization name with control characters, because the name appears before the From address', async () => {
    const { use, refusal } = place();
    for (const name of ['Acme \u202ex', '\u2069Acme', 'Acme\u00ad']) {
      expect((await refusal('update_organization_settings', { name })).failure).toBe('validation_error');
    }
    await use('update_organization_settings', { name: 'Ben "B" & محمد <x>' });
  });

  test('an organization stored with such a name sends opt-in requests with only the visible characters', async () => {
    const { use, platform, organization } = place();
    const name = '\u2069Ac\u00adme\u202e';
    const { engine } = platform.platform;
    await engine.store.database.transaction((queries) =>
      queries.run('UPDATE organizations SET name = $1 WHERE key = $2', [name, organization.key]),
    );
    engine.forgetCallers();
    const { id } = await use('create_subscriber', { email: 'kept@gmail.com', doubleOptIn: true });
    await platform.deliver();
    const { data } = await use('list_emails', { to: 'kept@gmail.com' });
    expect(data).toMatchObject([{ last_event: 'sent', from: expect.stringMatching(/^"Acme" </) }]);
    const { text } = await visit(place(), pathOf(place(), 'confirm', id, 'kept@gmail.com'));
    expect(text).not.toMatch(/[\u202a-\u202e]|\u2069Ac/);
  });

  test('with double opt-in, a subscriber created by an event gets one opt-in request', async () => {
    const { use, platform } = place();
    await use('update_organization_settings', { double_opt_in: true });
    for (let times = 0; times < 3; times += 1) {
      await use('track_event', { name: 'signed up', email: 'joan@gmail.com' });
      await platform.clock.advance(hourMs);
      await platform.deliver();
    }
    const { data } = await use('list_emails', { to: 'joan@gmail.com' });
    expect(data).toHaveLength(1);
    expect(data[0].from).toMatch(/<no-reply@posthouse\.example>$/);
  });

  test('a mailbox over its recipient limit gets the opt-in request later', async () => {
    const { use, platform } = place();
    for (let n = 0; n < 5; n += 1) await mailTo(place(), 'edith@gmail.com');
    await use('create_subscriber', { email: 'edith@gmail.com', doubleOptIn: true });
    await platform.deliver();
    const asked = async () =>
      (await use('list_emails', { to: 'edith@gmail.com' })).data.filter(({ subject }: { subject: string }) =>
        /confirm/.test(subject),
      ).length;
    expect(await asked()).toBe(0);
    await platform.clock.advance(10 * minuteMs);
    await platform.deliver();
    expect(await asked()).toBe(1);
  });

  test('a subscriber who is unsubscribed or erased first gets no opt-in request', async () => {
    const { use, platform } = place();
    for (const email of ['a@gmail.com', 'b@gmail.com'])
      await use('create_subscriber', { email, doubleOptIn: true });
    await use('unsubscribe_subscriber', { subscriber: 'a@gmail.com' });
    await use('delete_subscriber', { subscriber: 'b@gmail.com' });
    await platform.deliver();
    expect((await use('list_emails')).data).toEqual([]);
  });
});

test('an opt-in request that the gates keep refusing is dropped after a day', async () => {
  const platform = await openPlatform({ settings: { requireVerifiedDomain: true } });
  await platform.call('create_subscriber', { email: 'ada@gmail.com', doubleOptIn: true });
  const resultOf = () =>
    platform.log.filter(({ message }) => message === 'an opt-in request could not be sent');
  for (let hours = 0; hours < 23; hours += 1) {
    await platform.deliver();
    await platform.clock.advance(hourMs);
  }
  expect(resultOf()).toEqual([]);
  await platform.clock.advance(2 * hourMs);
  await platform.deliver();
  expect(resultOf()).toMatchObject([{ level: 'warn', facts: { why: 'domain_not_verified' } }]);
  await platform.clock.advance(dayMs);
  expect(await platform.deliver()).toBe(0);
  await platform.close();
});
