import { expect, test } from 'vitest';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { personIn, signedIn } from '../console/scene.ts';
import { answerOf, initialize, request, toolCall } from '../mcp/protocol/wire.ts';
import { askWith } from './asked-approval.ts';
import { doorway, embedded, mcpRoutes, publish, resource } from './scene.ts';
import { connectBySession } from './session-scene.ts';

let people = 0;

onBothDatabases((place) => {
  const door = () => embedded(place().platform);

  /** Connects two apps of the same person, with permissions short of full access. */
  async function twoApps(): Promise<{ mine: string; other: string }> {
    people += 1;
    const email = `eve${people}@gmail.com`;
    const here = await signedIn(
      place().platform,
      await personIn(place().platform, place().organization, { name: 'Eve', email }),
    );
    const client = publish(place().platform, { client_id: 'https://assistant.example/other.json' });
    const { access_token: mine } = await connectBySession(place(), here);
    const { access_token: other } = await connectBySession(place(), here, { client_id: client });
    return { mine, other };
  }

  test('an app sees its own approval requests and none of the other apps of its person', async () => {
    const { mine, other } = await twoApps();
    const { question } = await askWith(place().platform, door(), mine, 'Secret');
    const { id } = question;
    const listed = async (token: string) =>
      (await door().use(token, 'list_approvals')).body.data.map((one: { id: string }) => one.id);
    expect(await listed(mine)).toEqual([id]);
    expect(await listed(other)).toEqual([]);
    for (const [tool, input] of [
      ['get_approval', { id }],
      ['wait_for_approval', { id, timeout_seconds: 1 }],
    ] as const) {
      const refused = await door().use(other, tool, input);
      expect([refused.status, refused.text.includes('Secret')]).toEqual([404, false]);
    }
    expect((await door().use(mine, 'get_approval', { id })).body.id).toBe(id);
  });

  test('an app cannot use the MCP session of another app of its person', async () => {
    const { mine, other } = await twoApps();
    const { fetch } = doorway(place().platform, { kind: 'embedded' }, (oauth) =>
      mcpRoutes(place().platform, oauth),
    );
    const send = (token: string, body: object, session: Record<string, string> = {}) =>
      fetch(
        new Request(resource, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            ...session,
          },
          body: JSON.stringify(body),
        }),
      );
    const opened = await send(mine, initialize());
    const session = {
      'mcp-session-id': opened.headers.get('mcp-session-id')!,
      'mcp-protocol-version': '2025-11-25',
    };
    for (const message of [request('ping'), toolCall('list_emails', {})]) {
      expect((await send(other, message, session)).status).toBe(404);
    }
    expect((await answerOf(await send(mine, request('ping'), session))).result).toEqual({});
  });
});
