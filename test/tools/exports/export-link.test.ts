import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { connect, embedded } from '../../surfaces/oauth/scene.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';
import { download, follow, rowsOf } from './download.ts';

const quarterHourMs = 15 * 60_000;

onBothDatabases((place) => {
  const link = async (input: unknown = { kind: 'subscribers' }, options: { token?: string } = {}) => {
    const { body } = await place().http('POST', '/api/v2/exports', { body: input, ...options });
    return body as { url: string; expires_at: string; columns: string[]; estimated_rows: number | null };
  };
  const save = (subscribers: unknown[]) => place().use('save_subscribers', { subscribers });

  verifies(
    'export.link',
    'a link downloads the requested file without a token until it expires',
    async () => {
      await save([{ email: 'ada@acme.com', tags: ['news'] }, { email: 'grace@acme.com' }]);
      const made = await link({ kind: 'subscribers', tag: 'news', columns: ['email'] });
      expect(made).toMatchObject({ object: 'export', columns: ['email'], estimated_rows: null });
      expect(made.url).toMatch(/^http:\/\/posthouse\.example\/exports\/subscribers\.csv\?link=[\w-]+$/);
      expect(Date.parse(made.expires_at)).toBe(place().platform.clock.now() + quarterHourMs);
      const file = await follow(place(), made.url);
      expect(file).toMatchObject({ status: 200, text: 'email\r\nada@acme.com\r\n' });
      expect(file.headers.get('cache-control')).toBe('no-store');
      expect((await link()).estimated_rows).toBe(2);
      await place().platform.clock.advance(quarterHourMs);
      expect((await follow(place(), made.url)).status).toBe(404);
    },
  );

  test('an export is rejected if its link would exceed the URL length', async () => {
    const columns = Array.from({ length: 200 }, (_, n) => `attributes.${'k'.repeat(80)}${n}`);
    const refused = await place().http('POST', '/api/v2/exports', { body: { kind: 'subscribers', columns } });
    expect([refused.status, refused.body.details]).toMatchObject([400, [{ path: 'columns' }]]);
    const { url } = await link({ kind: 'subscribers', columns: columns.slice(0, 40) });
    expect((await follow(place(), url)).status).toBe(200);
  });

  verifies('export.link', 'a link cannot be forged, changed or used for another file', async () => {
    const { url } = await link({ kind: 'suppressions' });
    const at = url.indexOf('link=') + 'link='.length;
    for (let step = 0; step < 40; step += 1) {
      const place_ = at + Math.floor(((url.length - at) * step) / 40);
      const changed = url.slice(0, place_) + (url[place_] === 'A' ? 'B' : 'A') + url.slice(place_ + 1);
      expect((await follow(place(), changed)).status).toBe(404);
    }
    for (const other of [
      url.replace('suppressions.csv', 'subscribers.csv'),
      url.replace('suppressions.csv', 'organization.zip'),
      url.slice(0, -1),
      url.slice(0, at + 10),
      url.slice(0, at),
      `${url.slice(0, at)}${'A'.repeat(13_000)}`,
      url.replace(/\?.*/, ''),
    ]) {
      expect((await follow(place(), other)).status).toBe(404);
    }
    // A value sealed for another purpose is not accepted.
    const { secretBox } = place().platform.platform.engine;
    const foreign = secretBox.seal('another purpose', '{}');
    expect((await follow(place(), `${url.slice(0, at)}${foreign}`)).status).toBe(404);
    expect((await follow(place(), url)).status).toBe(200);
  });

  verifies(
    'export.link',
    'a link ends when its token is revoked, expired or used from a forbidden address',
    async () => {
      const { platform, organization } = place();
      const revoked = await platform.addToken(organization, { scopes: ['subscribers.read'] });
      const first = await link(undefined, { token: revoked.token });
      expect((await follow(place(), first.url)).status).toBe(200);
      await place().use('revoke_token', { id: revoked.id });
      expect((await follow(place(), first.url)).status).toBe(404);

      const inTenMinutes = new Date(platform.clock.now() + 600_000).toISOString();
      const expiring = await platform.addToken(organization, { expires_at: inTenMinutes });
      const second = await link(undefined, { token: expiring.token });
      expect((await follow(place(), second.url)).status).toBe(200);
      await platform.clock.advance(600_000);
      expect((await follow(place(), second.url)).status).toBe(404);

      const bound = await platform.addToken(organization, { ip_allowlist: ['127.0.0.1'] });
      const third = await link(undefined, { token: bound.token });
      expect((await follow(place(), third.url, '127.0.0.1')).status).toBe(200);
      expect((await follow(place(), third.url, '192.0.2.7')).status).toBe(404);
    },
  );

  verifies(
    'export.link',
    'a link made over an OAuth grant ends with the grant, and so does its download',
    async () => {
      await save(Array.from({ length: 1_000 }, (_, at) => ({ email: `p${at}@acme.com` })));
      place().platform.platform.engine.settings.approvalMode = 'never';
      const connected = async () => await connect(place(), { ask: { scope: 'subscribers.read' } });
      const made = async (token: string): Promise<string> => {
        const input = { kind: 'subscribers', columns: ['email'] };
        return (await embedded(place().platform).use(token, 'export_csv', input)).body.url;
      };
      const [kept, ended] = [await connected(), await connected()];
      const [keptUrl, endedUrl] = [await made(kept.access_token), await made(ended.access_token)];
      place().platform.platform.engine.settings.approvalMode = 'bulk';
      expect((await follow(place(), endedUrl)).status).toBe(200);
      const { body } = await place().platform.platform.http.fetch(new Request(endedUrl));
      const reader = body!.getReader();
      // The header and the first page.
      await reader.read();
      await reader.read();
      const { data } = await place().use('list_grants');
      await place().use('revoke_grant', { id: data[0].id });
      expect((await follow(place(), endedUrl)).status).toBe(404);
      await place().platform.clock.advance(11_000);
      await expect(reader.read()).rejects.toThrow();
      // An access token expires within an hour, but its grant and the link continue.
      expect((await follow(place(), keptUrl)).status).toBe(200);
    },
  );

  test('a link has only the rights that its token has at download time', async () => {
    const { platform, organization } = place();
    const { id, token } = await platform.addToken(organization, {
      scopes: ['subscribers.read', 'emails.read'],
    });
    const { url } = await link({ kind: 'emails' }, { token });
    expect((await follow(place(), url)).status).toBe(200);
    await place().use('update_token', { id, scopes: ['subscribers.read'] });
    const refused = await follow(place(), url);
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ details: { scope: 'emails.read' } });
  });

  verifies('export.audited', 'the log records who requested an export and who downloaded it', async () => {
    const { platform, organization } = place();
    const { id, token } = await platform.addToken(organization, { name: 'a script' });
    const { url } = await link(undefined, { token });
    await follow(place(), url);
    await download(place(), 'emails.csv', { token });
    // A HEAD request, as link previews send it, does not count as an export.
    await platform.platform.http.fetch(new Request(url, { method: 'HEAD' }));
    const { data } = await place().use('list_audit_log', { token_id: id });
    expect(
      data.map(({ door, tool, effect, about, outcome }: Record<string, unknown>) => [
        door,
        tool,
        effect,
        about,
        outcome,
      ]),
    ).toEqual([
      ['v2', 'export_csv', 'read', ['emails'], 'done'],
      ['link', 'export_csv', 'read', ['subscribers'], 'done'],
      ['v2', 'export_csv', 'read', ['subscribers'], 'done'],
    ]);
  });

  test('an assistant gets the link after an approval, and never the content', async () => {
    await save([{ email: 'ada@acme.com' }]);
    const asked = async () =>
      await place().http('POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'export_csv', arguments: { kind: 'subscribers' } },
        },
      });
    const refused = JSON.parse((await asked()).body.result.content[0].text);
    expect(refused).toMatchObject({
      name: 'confirmation_required',
      details: {
        preview: {
          changes: ['Makes a link that downloads 1 subscribers as CSV for 15 minutes', expect.any(String)],
        },
      },
    });
    expect(JSON.stringify(refused)).not.toContain('link=');
    place().platform.platform.engine.settings.approvalMode = 'never';
    const answer = await asked();
    expect(answer.text).not.toContain('ada@acme.com');
    place().platform.platform.engine.settings.approvalMode = 'bulk';
    const { url } = answer.body.result.structuredContent;
    expect(rowsOf((await follow(place(), url)).text)).toMatchObject([{ email: 'ada@acme.com' }]);
  });

  test.each([
    ['POST', '/api/v2/exports', { kind: 'subscribers' }],
    ['POST', '/api/v2/exports/organization', {}],
    ['POST', '/api/v2/subscribers/ada@acme.com/export', {}],
  ] as const)('%s %s needs a person when called with an assistant’s token', async (method, path, body) => {
    await save([{ email: 'ada@acme.com' }]);
    const { platform, organization } = place();
    const { token } = await platform.addToken(organization, { scopes: ['full_access'], assistant: true });
    const { status, body: refusal } = await place().http(method, path, { body, token });
    expect([status, refusal.name]).toEqual([403, 'restricted_api_key']);
  });

  verifies(
    'export.bounded',
    'an organization may have two downloads at once, and an abandoned one frees its slot',
    async () => {
      await save(
        Array.from({ length: 1_000 }, (_, at) => ({ email: `p${at}@acme.com`, firstName: 'x'.repeat(200) })),
      );
      const begin = async (token = place().token) =>
        await place().platform.platform.http.fetch(
          new Request(`${baseUrl}/api/v2/exports/subscribers.csv?columns=email,firstName`, {
            headers: { authorization: `Bearer ${token}` },
          }),
        );
      const [one, two] = [await begin(), await begin()];
      const three = await begin();
      expect([one.status, two.status, three.status]).toEqual([200, 200, 429]);
      expect(three.headers.get('retry-after')).toBe('30');
      // Another organization has its own slots.
      const outsider = await place().platform.addOrganization('an outsider');
      const foreign = await begin(outsider.token);
      expect(foreign.status).toBe(200);
      expect(await foreign.text()).toBe('email,firstName\r\n');
      const reader = one.body!.getReader();
      await reader.read();
      await reader.cancel();
      const four = await begin();
      expect(four.status).toBe(200);
      // A client that reads nothing for a minute is cut off.
      const slow = two.body!.getReader();
      await slow.read();
      await place().platform.clock.advance(60_000);
      await expect(slow.read()).rejects.toThrow('The client took too long');
      const five = await begin();
      expect(five.status).toBe(200);
      expect(rowsOf(await four.text())).toHaveLength(1_000);
      expect(rowsOf(await five.text())).toHaveLength(1_000);
    },
  );

  test('a download stops when its token is revoked', async () => {
    const { platform, organization } = place();
    await save(Array.from({ length: 1_000 }, (_, at) => ({ email: `p${at}@acme.com` })));
    const { id, token } = await platform.addToken(organization);
    const { body } = await platform.platform.http.fetch(
      new Request(`${baseUrl}/api/v2/exports/subscribers.csv?columns=email`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const reader = body!.getReader();
    // The header and the first page.
    await reader.read();
    await reader.read();
    await place().use('revoke_token', { id });
    await platform.clock.advance(11_000);
    await expect(reader.read()).rejects.toThrow();
  });
});
