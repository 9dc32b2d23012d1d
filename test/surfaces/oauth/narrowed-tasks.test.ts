import { expect, test } from 'vitest';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { answerOf, envelope, type Json, request } from '../mcp/protocol/wire.ts';
import { connect, doorway, mcpRoutes, refresh, resource } from './scene.ts';

const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

onBothDatabases((place) => {
  /** Sends requests as a client of 2026-07-28 with task support. */
  function client() {
    const { platform } = place();
    const { fetch } = doorway(platform, { kind: 'embedded' }, (oauth) => mcpRoutes(platform, oauth));
    return async (token: string, method: string, params: Json): Promise<Json> => {
      const response = await fetch(
        new Request(resource, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': method,
            'mcp-name': params.name ?? params.taskId,
          },
          body: JSON.stringify(request(method, { ...params, _meta: envelope(tasks) })),
        }),
      );
      return await answerOf(response);
    };
  }

  test('a narrower token of the same grant cannot find a task on data that it may not read', async () => {
    const scope = 'subscribers.read subscribers.write emails.read';
    const first = await connect(place(), { ask: { scope } });
    const ask = client();
    const csv = 'Email\nada@example.com\n';
    const { result } = await ask(first.access_token, 'tools/call', {
      name: 'import_subscribers',
      arguments: { csv, consent: { source: 'a test' } },
    });
    expect(result).toMatchObject({ resultType: 'task', status: 'working' });
    const { taskId } = result;
    const less = (await refresh(place(), first.refresh_token, { scope: 'emails.read' })).body;
    for (const method of ['tasks/get', 'tasks/cancel']) {
      expect((await ask(less.access_token, method, { taskId })).error?.message).toBe('Task not found');
    }
    expect((await ask(first.access_token, 'tasks/get', { taskId })).result.status).toBe('working');
  });
});
