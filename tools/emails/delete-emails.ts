import { z } from 'zod';
import { limitMax, searchRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { assertAsAsked } from '../../src/engine/approval/permit-checks.ts';
import { forgetBodies } from '../../src/engine/content/read-bodies.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import {
  describeUnsentDeletion,
  findUnsentAmong,
  ownMailOnly,
  selectUnsent,
} from '../../src/engine/delivery/delete-unsent.ts';
import { purge } from '../../src/engine/subscribers/erase-subscriber.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput } from '../../src/model/instant.ts';
import { MailboxKey } from '../../src/model/subscriber/suppression.ts';
import { deleteUnsent } from '../../src/store/records/mail/remove-mails.ts';

const input = z
  .strictObject({
    ids: z.array(IdInput).min(1).max(limitMax).optional(),
    to: MailboxKey.optional(),
    token_id: IdInput.optional(),
    created_before: InstantInput.optional(),
    limit: z.int().min(1).max(limitMax).default(limitMax),
    after: IdInput.optional(),
  })
  .check((ctx) => {
    const { ids, limit: _, after, ...filter } = ctx.value;
    const hasFilter = Object.values(filter).some((value) => value !== undefined);
    if (ids === undefined ? hasFilter : !hasFilter && after === undefined) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      path: ['ids'],
      params: { code: ids === undefined ? 'required' : 'invalid' },
      message: 'or a filter (to, token_id, created_before) is required, but not both',
    });
  });

export const deleteEmails = defineTool({
  name: 'delete_emails',
  title: 'Delete captured and test emails',
  summary: 'Permanently delete captured and test emails, by ids or by filter.',
  advice: 'Live emails are ignored. While has_more is true, call again with next_after as after.',
  toolset: 'deliverability',
  rare: true,
  input,
  output: z.object({
    object: z.literal('emails'),
    deleted: z.int(),
    has_more: z.boolean(),
    next_after: z.string().nullable(),
  }),
  failures: [],
  effect: 'destroy',
  needs: 'emails.send',
  roles: ['author'],
  rest: { route: 'POST /emails/delete' },
  example: {
    input: { to: 'ada@example.com' },
    output: { object: 'emails', deleted: 2, has_more: false, next_after: null },
  },
  async asks(scope, asked) {
    return describeUnsentDeletion(scope, (await select(scope, asked)).mails);
  },
  async run(scope, asked) {
    const { mails, next } = await select(scope, asked);
    const answer = await scope.commit(async (store) => {
      await assertAsAsked(scope, asked, describeUnsentDeletion(scope, mails));
      const ids = mails.map(({ id }) => id);
      const deleted = await deleteUnsent(store, ids, ownMailOnly(scope));
      return {
        object: 'emails' as const,
        deleted,
        has_more: next !== null,
        next_after: next,
      };
    });
    if (answer.deleted > 0) {
      forgetBodies(scope.engine, scope.caller.organization.key);
      await purge(scope.engine);
    }
    return answer;
  },
});

async function select(
  scope: Pick<Scope, 'store' | 'caller' | 'signal'>,
  { ids, to, token_id: tokenId, created_before: before, limit, after }: z.output<typeof input>,
) {
  if (ids !== undefined) return await findUnsentAmong(scope, ids);
  const { store, signal } = scope;
  const page = await searchRequest({ limit, after }, store.queries, 'emails', signal);
  const createdBefore = before === undefined ? undefined : Date.parse(before);
  return await selectUnsent(scope, { to, tokenId, createdBefore }, page);
}
