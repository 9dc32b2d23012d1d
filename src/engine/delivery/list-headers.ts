import type { EmailRecord } from '../../model/email/email.ts';
import { classifyStream } from '../../model/sending/gates.ts';
import type { OutgoingMessage } from '../../world/mail/mail.ts';
import { publicLink } from '../content/public-links.ts';
import { deadLink, type Links } from '../content/system-links.ts';
import type { Engine } from '../context/scope.ts';

/** Gmail groups reports by the last field of a Feedback-ID, which must stay constant (5 to 15 characters). */
const feedbackSender = 'posthouse';

/** RFC 3834 5: prevents automatic replies. */
const automaticHeaders: OutgoingMessage['headers'] = [['Auto-Submitted', 'auto-generated']];

/**
 * One-click unsubscribe (RFC 8058 3.1), List-Id (RFC 2919) and Feedback-ID. Each organization is one list, because an
 * unsubscribe covers all its campaigns. There is no `Auto-Submitted`, because a person sent the campaign (RFC 3834 2).
 */
export async function listHeaders(
  engine: Engine,
  email: EmailRecord,
  links: Links,
): Promise<OutgoingMessage['headers']> {
  const { organization, id, campaignId, source } = email;
  if (email.automatic) return automaticHeaders;
  if (classifyStream(source, email.transactional) !== 'bulk') return [];
  const owner = await publicIdOf(engine, organization);
  const leave =
    links === 'working'
      ? publicLink(engine, 'unsubscribe', { organization, id })
      : deadLink(engine, 'unsubscribe');
  return [
    ['List-Unsubscribe', `<${leave}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    // RFC 2919 3 allows underscores, but the label is the only place where one would occur.
    ['List-Id', `<${owner.slice(owner.indexOf('_') + 1)}.lists.${engine.settings.hostName}>`],
    ['Feedback-ID', `${campaignId ?? ''}:${owner}:${source}:${feedbackSender}`],
  ];
}

/** Entries never become stale. */
const rememberedMax = 1_000;
const memories = new WeakMap<Engine, Map<number, string>>();

async function publicIdOf(engine: Engine, organization: number): Promise<string> {
  let memory = memories.get(engine);
  if (!memory) {
    memory = new Map();
    memories.set(engine, memory);
  }
  const known = memory.get(organization);
  if (known !== undefined) return known;
  const record = await engine.store.organizations.byKey(organization);
  if (!record) throw new Error('a mail has no organization');
  if (memory.size >= rememberedMax) memory.clear();
  memory.set(organization, record.id);
  return record.id;
}
