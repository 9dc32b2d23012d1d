import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { waitForMail } from '../../src/engine/delivery/wait-for-mail.ts';
import { parseMailbox } from '../../src/model/address.ts';
import { Email } from '../../src/model/email/email.ts';
import { emailEvents } from '../../src/model/email/lifecycle.ts';
import { invalidField } from '../../src/model/failure.ts';
import { idPrefixes } from '../../src/model/id.ts';
import { dayMs, secondMs } from '../../src/model/instant.ts';
import { inShort } from '../../src/model/text/alias.ts';
import { positionOfId } from '../../src/store/list-position.ts';
import { getEmail, wholeEmail } from './get-email.ts';

const secondsMax = 30;
const afterCharactersMax = 64;

export const waitForEmail = defineTool({
  name: 'wait_for_email',
  title: 'Wait for an email',
  summary: 'Wait up to 30 seconds until a matching email is accepted or reaches last_event.',
  advice:
    'If the returned id is null, call again. Without after, the newest email of the last day matches; with after, the first email after it.',
  toolset: 'core',
  input: z.strictObject({
    to: z.string().max(320).optional(),
    subject: z.string().min(1).max(200).optional().describe('Part of the subject'),
    after: z
      .string()
      .max(afterCharactersMax)
      .optional()
      .describe('Id of an earlier email, or an instant; only newer emails match')
      .meta(inShort('Match only emails newer than this id or time')),
    last_event: z
      .enum(emailEvents)
      .optional()
      .describe('Wait until the email reaches this last event')
      .meta(inShort('Such as delivered')),
    timeout_seconds: z.int().min(1).max(secondsMax).default(secondsMax),
  }),
  output: Email.partial().extend({ object: z.literal('email'), id: z.string().nullable() }),
  failures: ['rate_limit_exceeded'],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /emails/wait' },
  example: {
    input: { to: 'ada@example.com', subject: 'receipt', timeout_seconds: 10 },
    output: getEmail.example.output as { object: 'email'; id: string },
  },
  async run(scope, { to, subject, after, last_event: lastEvent, timeout_seconds: seconds }) {
    const id = await waitForMail(scope, {
      to: to === undefined ? undefined : canonical(to),
      subject,
      lastEvent,
      ...(await newerThan(scope, after)),
      oldestFirst: after !== undefined,
      waitMs: seconds * secondMs,
    });
    const email = id === null ? undefined : await scope.store.emails.byId(id);
    return email === undefined ? { object: 'email' as const, id: null } : await wholeEmail(scope, email);
  },
});

/** @throws Failure validation_error for a malformed id or instant */
async function newerThan(
  { store, now }: Pick<Scope, 'store' | 'now'>,
  after: string | undefined,
): Promise<{ afterKey?: number; since?: number }> {
  if (after === undefined) return { since: now - dayMs };
  if (!after.startsWith(`${idPrefixes.email}_`)) {
    const since = Date.parse(after);
    if (Number.isNaN(since)) throw invalidField('after', 'must be the id of an email or an ISO 8601 instant');
    return { since };
  }
  const afterKey = await positionOfId(store.queries, 'emails', after, 'newer');
  if (afterKey === undefined) throw invalidField('after', 'is not the id of an email');
  return { afterKey };
}

/** An invalid address matches no mail. */
function canonical(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? parsed.mailbox.key : text.toLowerCase();
}
