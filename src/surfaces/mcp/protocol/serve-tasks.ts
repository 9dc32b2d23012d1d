import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { metaKeys } from './revisions.ts';
import type { ServerDefinition, TaskOffer } from './server-definition.ts';
import { clientName } from './server-definition.ts';
import { detailedTask, taskMethods } from './tasks.ts';

type Errors = Pick<typeof import('@modelcontextprotocol/server'), 'ProtocolError' | 'ProtocolErrorCode'>;

const Named = z.looseObject({ taskId: z.string() });

/** In 2026-07-28, tasks are an extension, which the endpoint has checked. Older revisions reject them. */
export function serveTasks(sdk: Errors, server: Server, current: () => ServerDefinition): void {
  for (const method of taskMethods) {
    server.setRequestHandler(method, { params: Named }, async ({ taskId }, context): Promise<Fields> => {
      const { tasks } = current();
      if (!tasks || context.mcpReq.envelope === undefined) {
        throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, 'Method not found');
      }
      if (method === 'tasks/update' && !isFields(context.mcpReq.inputResponses)) {
        throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'inputResponses must be an object');
      }
      const answer = await answerTo(method, tasks, taskId, context);
      if (answer !== null) return answer;
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Task not found');
    });
  }
}

async function answerTo(
  method: (typeof taskMethods)[number],
  tasks: TaskOffer,
  id: string,
  { mcpReq: { envelope, signal, inputResponses } }: ServerContext,
): Promise<Fields | null> {
  const client = clientName((envelope as Fields | undefined)?.[metaKeys.clientInfo]);
  switch (method) {
    case 'tasks/get': {
      const found = await tasks.get(id, { client, signal });
      return found && detailedTask(found);
    }
    case 'tasks/cancel':
      return (await tasks.cancel(id, { client, signal })) ? {} : null;
    case 'tasks/update':
      return (await tasks.update(id, inputResponses as Fields)) ? {} : null;
  }
}
