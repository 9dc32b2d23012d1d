import { expect, test } from 'vitest';
import { assistantOf } from '../../../../spec/assistants/assistant.ts';
import { onBothDatabases } from '../../../../tools/both-databases.ts';
import { openPlatform } from '../../../../world/platform.ts';
import { embedded, publish } from '../../../oauth/scene.ts';
import { connectBySession } from '../../../oauth/session-scene.ts';
import { personIn, signedIn } from '../../scene.ts';

const assistants = '/console/assistants';
const hostile = '"><img src=x onerror=alert(1)>';
const mail = { from: 'a@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown: 'Hello' };
let people = 0;

onBothDatabases((place) => {
  const person = async (roles: readonly ('admin' | 'viewer')[] = ['admin']) => {
    people += 1;
    const made = { name: 'Ada', email: `ada${people}@gmail.com`, roles };
    return await signedIn(place().platform, await personIn(place().platform, place().organization, made));
  };
  const door = () => embedded(place().platform);

  /** A token of an assistant and a connected app, each with one call. */
  async function twoAssistants(name = 'Night shift') {
    const at = await person();
    const scopes = ['emails.read', 'emails.send', 'tags.read'];
    const { id, token } = await place().use('create_token', { name, scopes, assistant: true });
    await assistantOf(place().platform, { token }).call('send_email', { ...mail });
    await assistantOf(place().platform, { token })
      .call('create_tag', { name: 'red' })
      .catch(() => undefined);
    publish(place().platform);
    const { access_token: app } = await connectBySession(place(), at);
    await door().use(app, 'send_email', { ...mail, to: 'bob@mailbox.dev' });
    return { at, id, token, app };
  }

  test('the page shows each assistant with its permissions, its allowance and its actions', async () => {
    const { at } = await twoAssistants();
    const { status, text } = await at.get(assistants);
    expect(status).toBe(200);
    expect(text).toContain('<bdi>Night shift</bdi>');
    expect(text).toContain('<bdi>The Assistant</bdi>');
    expect(text).toContain('Connected app, for <bdi>Ada</bdi>');
    expect(text).toContain('Send emails; read emails and tags');
    expect(text.match(/1 of 40 people/g)).toHaveLength(2);
    expect(text).toContain('</b> sent <a');
    const [, app] = /href="(\/console\/assistants\/grt_\w+)"/.exec(text)!;
    const own = await at.get(app!);
    expect(own.text).toContain('Send emails; read emails and subscribers');
    expect(own.text).toContain('</b> sent <a');
    expect((await at.get(`${assistants}?show=refused`)).text).not.toContain('</b> sent <a');
  });

  test('one assistant is stopped without the others', async () => {
    const { at, token, app } = await twoAssistants();
    const [, grant] = /href="(\/console\/assistants\/grt_\w+)"/.exec((await at.get(assistants)).text)!;
    expect((await at.post(`${grant}/stop`)).headers.get('location')).toBe(`${assistants}?done=stopped`);
    expect((await door().use(app, 'list_emails')).status).toBe(401);
    expect((await place().platform.http('GET', '/api/v2/emails', { token })).status).toBe(200);
    expect((await at.get(`${assistants}?done=stopped`)).text).toContain(
      'Stopped. The assistant no longer has access',
    );
    expect((await place().use('list_audit_log', { tool: 'revoke_grant' })).data).toMatchObject([
      { door: 'console', outcome: 'done', person: { name: 'Ada' } },
    ]);
  });

  test('the stop switch stops an assistant older than a hundred revoked tokens', async () => {
    const { at, token } = await twoAssistants();
    for (let made = 0; made < 100; made += 1) {
      const { id } = await place().use('create_token', { name: `Old ${made}`, scopes: ['emails.read'] });
      await place().use('revoke_token', { id });
    }
    await at.post(`${assistants}/stop`);
    expect((await place().platform.http('GET', '/api/v2/emails', { token })).status).toBe(401);
  });

  test('the stop switch stops all assistants and leaves the tokens of programs', async () => {
    const { at, token, app } = await twoAssistants();
    expect((await at.get(assistants)).text).toContain('Stop all assistants?');
    expect((await at.post(`${assistants}/stop`)).headers.get('location')).toBe(
      `${assistants}?done=all_stopped`,
    );
    expect((await door().use(app, 'list_emails')).status).toBe(401);
    expect((await place().platform.http('GET', '/api/v2/emails', { token })).status).toBe(401);
    expect((await place().platform.http('GET', '/api/v2/emails', { token: place().token })).status).toBe(200);
    const { text } = await at.get(assistants);
    expect(text).not.toContain('Stop all assistants');
    expect(text.match(/>Stopped<\/span>/g)).toHaveLength(2);
  });

  test('a viewer sees the assistants and can stop none, and another organization sees none', async () => {
    const { at, id } = await twoAssistants(hostile);
    const viewer = await person(['viewer']);
    const { text } = await viewer.get(assistants);
    expect(text).not.toContain('<img');
    expect(text).not.toContain('Stop all assistants');
    expect((await viewer.post(`${assistants}/stop`)).status).toBe(403);
    expect((await viewer.post(`${assistants}/connect/cursor`)).status).toBe(403);
    const [, grant] = /href="(\/console\/assistants\/grt_\w+)"/.exec(text)!;
    expect((await viewer.post(`${grant}/stop`)).status).toBe(403);
    const other = await place().platform.addOrganization('Other');
    const eve = await signedIn(
      place().platform,
      await personIn(place().platform, other.organization, { email: `eve${people}@gmail.com` }),
    );
    expect((await eve.get(grant!)).status).toBe(404);
    expect((await eve.post(`${grant}/stop`)).status).toBe(404);
    expect((await eve.post(`${assistants}/${id}/stop`)).status).toBe(404);
    expect((await at.get(grant!)).text).toContain('>Active</span>');
  });

  test('a token for an assistant is made with its settings, and works', async () => {
    const at = await person();
    const page = await at.get(`${assistants}/connect/claude-code`);
    expect(page.text).toContain('Create a token for Claude Code');
    const made = await at.post(`${assistants}/connect/claude-code`);
    const [, token] = /claude mcp add posthouse[\s\S]*Bearer (posthouse_\w+)/.exec(made.text)!;
    const own = await place().platform.http('GET', '/api/v2/tokens/me', { token: token! });
    expect(own.body).toMatchObject({ name: 'Claude Code', assistant: true });
    expect((await at.get(`${assistants}/connect/nothing`)).status).toBe(404);
  });
});

test('with OAuth the settings have no token, and Cursor and VS Code open by one click', async () => {
  const platform = await openPlatform({ settings: { baseUrl: 'https://mail.acme.dev', oauth: 'open' } });
  const at = await signedIn(platform, await personIn(platform, platform.organization));
  for (const [client, part] of [
    ['claude-code', '--transport http https://mail.acme.dev/mcp'],
    ['claude-desktop', 'https://mail.acme.dev/mcp'],
    ['cursor', 'href="cursor://anysphere.cursor-deeplink/mcp/install?name=posthouse&amp;config='],
    ['vscode', 'href="https://vscode.dev/redirect/mcp/install?name=posthouse&amp;config='],
    ['codex', '[mcp_servers.posthouse]'],
    ['chatgpt', 'https://mail.acme.dev/mcp'],
    ['other', '&quot;url&quot;: &quot;https://mail.acme.dev/mcp&quot;'],
  ]) {
    const { text } = await at.get(`${assistants}/connect/${client}`);
    expect(text, client).toContain(part);
    expect(text).not.toContain('Create a token');
  }
  await platform.close();
  const closed = await openPlatform({ settings: { baseUrl: 'http://localhost:3025' } });
  const here = await signedIn(closed, await personIn(closed, closed.organization));
  expect((await here.get(`${assistants}/connect/chatgpt`)).text).toContain(
    'ChatGPT cannot reach this server.',
  );
  await closed.close();
});
