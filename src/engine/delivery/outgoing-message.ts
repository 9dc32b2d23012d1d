import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { KeptBody } from '../../model/content/body.ts';
import type { MergeFields } from '../../model/content/merge-fields.ts';
import { fillEmail, type RenderedEmail } from '../../model/content/render.ts';
import { slottedValues } from '../../model/content/slotted-email.ts';
import { unrenderedEmail } from '../../model/content/unrendered.ts';
import { type EmailRecord, untracked } from '../../model/email/email.ts';
import { senderDomainsIn } from '../../model/message/submitted-message.ts';
import { classifyStream } from '../../model/sending/gates.ts';
import type { OutgoingMessage } from '../../world/mail/mail.ts';
import { renderedCharactersMax } from '../../world/rendering.ts';
import { compiledMail } from '../content/compiled-mail.ts';
import { loadBody } from '../content/load-body.ts';
import { publicLink } from '../content/public-links.ts';
import { deadLink, type Links, valuesToSend } from '../content/system-links.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import {
  type DomainSigners,
  isAnothersDomain,
  isInstanceSender,
  signersFor,
} from '../domains/domain-signers.ts';
import { complaintFields, createReturnPath } from './return-path.ts';

export type Outgoing = { message: OutgoingMessage; domain: DomainSigners | null };

/**
 * Uses stored data alone, so that every attempt sends the same. A raw MIME message stays unchanged.
 * @param secrets values for the recipient only, never shown in the API or console
 * @param links `dead` for readers who may not act for the recipient; disables tracking too
 * @returns null when the content was removed. @throws Unsendable
 */
export async function outgoingMessage(
  engine: Engine,
  kept: EmailRecord,
  { secrets = {}, links = 'working' }: { secrets?: MergeFields; links?: Links } = {},
): Promise<Outgoing | null> {
  const email = links === 'working' ? kept : { ...kept, tracked: untracked };
  const { body, preview, tracked } = email;
  const from = mailboxOf(email.from);
  if (!isInstanceSender(engine.settings, { ...email, from })) await assertOwn(engine, email, [from.domain]);
  const domain = await signersFor(engine, email.organization, from.domain);
  const about = {
    from,
    to: mailboxOf(email.to),
    replyTo: email.replyTo === null ? null : mailboxOf(email.replyTo),
    ...(await fieldsOf(engine, email, from, domain, links)),
    subject: email.subject,
    messageId: email.messageId,
    date: email.createdAt,
    signers: domain?.signers ?? [],
    tls: domain?.tls ?? 'opportunistic',
    envelopeId: email.id,
  } as const;
  if (body.kind === 'mime') {
    const raw = await engine.store.forOrganization(email.organization).rawMessages.byId(body.source);
    if (!raw) return null;
    await assertOwn(engine, email, senderDomainsIn(raw.header));
    return { message: { ...about, raw, html: '', text: '' }, domain };
  }
  if (body.kind === 'shared') {
    const said = await saidToOne(engine, { ...email, body }, about, links);
    return said && { message: { ...about, raw: null, ...said }, domain };
  }
  const written = await loadBody(engine, email);
  if (written === null) return null;
  const values = { ...valuesToSend(engine, email, { links }), ...secrets };
  const rendered = await engine.world.rendering.render(
    { body: written, preview, values, tracked },
    { tenant: email.organization, rank: 'delivery' },
  );
  return { message: { ...about, raw: null, ...rendered }, domain };
}

/** Another organization may have verified the domain since acceptance. @throws Unsendable */
async function assertOwn(
  engine: Engine,
  { organization }: EmailRecord,
  domains: readonly string[],
): Promise<void> {
  for (const domain of domains) {
    if (!(await isAnothersDomain(engine, organization, domain))) continue;
    throw new Unsendable(`${domain} is not verified for this organization, so it cannot send`);
  }
}

async function saidToOne(
  engine: Engine,
  email: EmailRecord & { body: KeptBody & { kind: 'shared' } },
  about: Pick<OutgoingMessage, 'from' | 'replyTo'>,
  links: Links,
): Promise<Pick<OutgoingMessage, 'html' | 'text' | 'compiled'> | null> {
  const { preview, subject } = email;
  const compiled = await compiledMail(engine, email, about);
  if (compiled === 'gone') return null;
  if (compiled === 'too_much') {
    const body = await loadBody(engine, email);
    return body && unrenderedEmail({ body, preview, values: valuesToSend(engine, email, { links }) });
  }
  const { message, slotted, uses } = compiled;
  const values = valuesToSend(engine, email, { needed: uses, links });
  const filled = slottedValues(slotted, preview, values);
  const rendered = (): RenderedEmail => fillEmail(slotted.template, preview, values);
  // These values need the slow path: an empty text part is omitted, and long values can exceed the size limit.
  if (isEmpty(slotted.text, filled.text)) return rendered();
  if (
    charactersIn(slotted.html, filled.html) + charactersIn(slotted.text, filled.text) >
    renderedCharactersMax
  ) {
    const body = await loadBody(engine, email);
    return body && unrenderedEmail({ body, preview, values: valuesToSend(engine, email, { links }) });
  }
  return {
    html: '',
    text: '',
    compiled: { message, values: { subject: [subject], ...filled }, rendered },
  };
}

function isEmpty(literals: readonly string[], values: readonly string[]): boolean {
  return values.length > 0 && [...literals, ...values].every((piece) => piece === '');
}

function charactersIn(literals: readonly string[], values: readonly string[]): number {
  let characters = 0;
  for (const literal of literals) characters += literal.length;
  for (const value of values) characters += value.length;
  return characters;
}

async function fieldsOf(
  engine: Engine,
  email: EmailRecord,
  from: Mailbox,
  domain: DomainSigners | null,
  links: Links,
): Promise<Pick<OutgoingMessage, 'envelopeFrom' | 'headers'>> {
  const { envelopeFrom, headers } = returnsOf(engine, email, from, domain);
  return { envelopeFrom, headers: [...headers, ...(await listHeaders(engine, email, links))] };
}

/** A host of the From domain that points to this instance aligns SPF for DMARC (RFC 9989 4.4). */
function returnsOf(
  engine: Engine,
  email: EmailRecord,
  from: Mailbox,
  domain: DomainSigners | null,
): Pick<OutgoingMessage, 'envelopeFrom' | 'headers'> {
  const { bounceDomain } = engine.settings;
  if (bounceDomain === null) return { envelopeFrom: from.address, headers: [] };
  const envelopeFrom = createReturnPath(engine, email, domain?.returnPathHost ?? bounceDomain);
  return { envelopeFrom, headers: complaintFields(envelopeFrom) };
}

/** The mail can never be sent. The message tells the author why. */
export class Unsendable extends Error {}

/** `formatMailbox` wrote the text, so a parse error is a bug in acceptance. */
function mailboxOf(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Unsendable('An address in the mail can no longer be parsed');
  return parsed.mailbox;
}

/** Gmail groups reports by the last field of a Feedback-ID, which must stay constant (5 to 15 characters). */
const feedbackSender = 'posthouse';

/** RFC 3834 5: prevents automatic replies. */
const automaticHeaders: OutgoingMessage['headers'] = [['Auto-Submitted', 'auto-generated']];

/**
 * One-click unsubscribe (RFC 8058 3.1), List-Id (RFC 2919) and Feedback-ID. Each organization is one list,
 * because an unsubscribe covers all its campaigns. There is no `Auto-Submitted`: a person sent it (RFC 3834
 * 2).
 */
async function listHeaders(
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
const memoryOf = perEngine(() => new BoundedMap<number, string>(rememberedMax));

async function publicIdOf(engine: Engine, organization: number): Promise<string> {
  const memory = memoryOf(engine);
  const known = memory.get(organization);
  if (known !== undefined) return known;
  const record = await engine.store.organizations.byKey(organization);
  if (!record) throw new Error('a mail has no organization');
  memory.set(organization, record.id);
  return record.id;
}
