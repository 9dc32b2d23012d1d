import { type Mailbox, parseMailbox, readStoredMailbox } from '../../model/address.ts';
import type { TemplateContent } from '../../model/template/template.ts';
import { linkVariables, withLinkValues } from '../../model/template/template-links.ts';
import { sampleValues } from '../../model/template/variables.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { noSender } from '../campaigns/verify-campaign.ts';
import type { Scope } from '../context/scope.ts';
import { refusedFor, verifiedSend } from '../sending/verify-send.ts';

const unknown = parseMailbox(noSender.address);
if (!unknown.ok) throw new Error('the address of an unknown sender cannot be parsed');
/** For a template and an organization without a sender. */
export const unknownSender = unknown.mailbox;

/** A placeholder, because the later recipients do not change the verdict. */
const reader = { address: 'reader@example.com', key: 'reader@example.com' };

/**
 * Verifies a template as each of its mails is verified: first with the variables open, because a variable must not hide the
 * host of a link, then with their samples. @throws Failure as `verifiedSend` does
 */
export async function verifyTemplate(
  scope: Pick<Scope, 'engine' | 'caller' | 'signal'>,
  content: TemplateContent,
): Promise<readonly Badge[]> {
  const from = templateSender(scope, content) ?? unknownSender;
  const linked = linkVariables(content);
  const { subject, preview, variables } = content;
  const mail = { from, to: reader, subject, preview, body: linked.body };
  const samples = sampleValues(variables);
  const links = variables.filter(({ type }) => type === 'url');
  const hosts = links.map(({ name }) => [name, `https://${from.domain}/`] as const);
  const sampled = links.flatMap(({ name, sample }) =>
    sample === null ? [] : [[name, String(sample)] as const],
  );
  const open = Object.fromEntries([...hosts, ...sampled]);
  // A refused publication concerns no recipient.
  return await refusedFor([], async () => {
    const verified = await verifiedSend(scope, { ...mail, values: withLinkValues(open, linked) });
    if (Object.keys(samples).every((name) => Object.hasOwn(open, name))) return verified.badges ?? [];
    const values = withLinkValues({ ...open, ...samples }, linked);
    return (await verifiedSend(scope, { ...mail, values })).badges ?? [];
  });
}

/** Returns the sender of mails that name none; null if the organization has none. */
export function templateSender({ caller }: Pick<Scope, 'caller'>, { from }: TemplateContent): Mailbox | null {
  return readStoredMailbox(from ?? caller.organization.defaultFrom);
}
