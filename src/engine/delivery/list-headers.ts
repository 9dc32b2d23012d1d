import type { EmailRecord } from '../../model/email/email.ts';
import { streamOf } from '../../model/sending/gates.ts';
import type { OutgoingMessage } from '../../world/mail/mail.ts';
import { publicLink } from '../content/public-links.ts';
import { deadLink, type Links } from '../content/system-links.ts';
import type { Engine } from '../context/scope.ts';

/** Gmail groups its reports by the last field of a Feedback-ID, 5 to 15 characters that never change. */
const feedbackSender = 'posthouse';

/** Marks a mail as made by a program, so that no other program answers it (RFC 3834 5). */
const automaticHeaders: OutgoingMessage['headers'] = [['Auto-Submitted', 'auto-generated']];

/**
 * What a mail of a campaign says about its list: how to leave it with one click (RFC 8058 3.1), which list it is (RFC
 * 2919) and what complaints about it are counted under. All of it is signed.
 *
 * An organization's campaigns are one list, whatever their audience: that is what a person leaves, and a mailbox that
 * sorts by the List-Id sorts all of them alike. It has no `Auto-Submitted` (RFC 3834 2): a person sent it.
 */
export async function listHeaders(
  engine: Engine,
  email: EmailRecord,
  links: Links,
): Promise<OutgoingMessage['headers']> {
  const { organization, id, campaignId, source } = email;
  if (email.automatic) return automaticHeaders;
  if (streamOf(source, email.transactional) !== 'bulk') return [];
  const owner = await publicIdOf(engine, organization);
  const leave =
    links === 'working'
      ? publicLink(engine, 'unsubscribe', { organization, id })
      : deadLink(engine, 'unsubscribe');
  return [
    ['List-Unsubscribe', `<${leave}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    // An underscore may stand in a label (RFC 2919 3), but would be the only place where it does.
    ['List-Id', `<${owner.slice(owner.indexOf('_') + 1)}.lists.${engine.settings.hostName}>`],
    ['Feedback-ID', `${campaignId ?? ''}:${owner}:${source}:${feedbackSender}`],
  ];
}

/** Ids of organizations by their keys. Neither changes, so they never grow stale. */
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
