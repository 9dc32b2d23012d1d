import { takesIdempotencyKey } from '../../../contract/description/tool-description.ts';
import type { Tool } from '../../../contract/tool.ts';
import { bounceCause } from '../../../model/email/bounce.ts';
import type { Failure, FailureName, FieldFault } from '../../../model/failure.ts';
import { notSuppressedSentence } from '../../../model/subscriber/suppression.ts';
import { badgesIn, ContentInReview, isUnjudged } from '../../../model/verification/content-refusal.ts';

export type Situation = {
  failure: Failure;
  tool: Tool;
  offered(name: string): boolean;
  confirmed?: boolean;
};

/** Failures of requests that do not reach a tool. */
const beforeAnyTool: readonly FailureName[] = ['method_not_allowed'];

const steps: Partial<Record<FailureName, (situation: Situation) => string>> = {
  validation_error: (situation) =>
    isOfDraft(situation)
      ? mendDraft(situation, 'Change the campaign as described')
      : `Correct ${faultyFields(situation.failure)} as described and call ${situation.tool.name} again.`,
  invalid_idempotency_key: ({ tool }) =>
    `Call ${tool.name} again with an idempotency_key of 1 to 256 printable ASCII characters.`,
  invalid_from_address: ({ tool }) =>
    `Call ${tool.name} again with from as name@domain or Name <name@domain>.`,
  campaign_not_draft: ({ offered }) =>
    offered('cancel_campaign') && offered('duplicate_campaign')
      ? 'Return a SCHEDULED campaign to DRAFT with cancel_campaign; copy one that was sent with duplicate_campaign.'
      : 'Leave this campaign as it is, and tell the person that only a draft can be edited or sent.',
  missing_unsubscribe_url: (situation) =>
    mendDraft(situation, `Add a link to {{unsubscribeUrl}} to ${placeIn(situation.failure)}`),
  audience_empty: (situation) => {
    const { tool, offered } = situation;
    const look = offered('preview_campaign_audience')
      ? 'Call preview_campaign_audience to see who is skipped and why. '
      : '';
    const change = mendDraft(situation, 'Ask the person which audience they mean, and change it');
    return offered('update_campaign') && offered('save_subscribers')
      ? `${look}${change} Or add people who opted in with save_subscribers, then call ${tool.name}.`
      : `${look}${change}`;
  },
  scheduled_in_past: ({ failure, tool }) =>
    `Ask the person for a time after ${nowOf(failure)} and call ${tool.name} again with it; without scheduledAt, sending starts immediately.`,
  content_verification_failed: (situation) => {
    const { failure, tool, offered } = situation;
    if (failure instanceof ContentInReview && failure.fields.review) {
      const { id, url } = failure.fields.review;
      const wait = offered('wait_for_approval') ? `, and call wait_for_approval with ${id}` : '';
      return `Give the person ${url}, where a person releases or declines this content${wait}. Once it is approved, call ${tool.name} again. Or change the content named in the badges.`;
    }
    const change = 'Change the content named in the badges, as described in guidance';
    const alike = 'the same message in other words is also blocked';
    if (sendsDraft.has(tool.name)) return `${mendDraft(situation, change)} Note that ${alike}.`;
    const check = offered('verify_content') && tool.name !== 'verify_content';
    return `${change}${check ? ', and look at it with verify_content' : ''}, then call ${tool.name} again; ${alike}.`;
  },
  content_verification_unavailable: (situation) => {
    const { tool, failure } = situation;
    if (!isUnjudged(badgesIn(failure)))
      return `Nothing was sent. Wait a minute and call ${tool.name} again; if it fails again, tell the person.`;
    const change = 'Shorten or simplify the content as described in guidance';
    return sendsDraft.has(tool.name)
      ? mendDraft(situation, change)
      : `${change}, then call ${tool.name} again; a retry with the same content fails again.`;
  },
  missing_api_key: () => 'Ask the person for an API token and set it as the Bearer token of this server.',
  invalid_signature: () =>
    'You cannot fix this: the system that sends the requests must sign them correctly.',
  invalid_api_key: () => 'Ask the person for a new API token; this one no longer works.',
  restricted_api_key: ({ failure }) => {
    const scope = fieldOf(failure, 'scope');
    return scope === undefined
      ? 'Ask the person for an API token that allows this; do not try to bypass it.'
      : `Ask the person for an API token with the scope ${scope}; do not try to bypass it.`;
  },
  domain_not_verified: (situation) => {
    const { tool, offered } = situation;
    const lists = offered('list_domains');
    const choose = lists ? 'Call list_domains' : 'Ask the person which domain is verified';
    const send = sendsDraft.has(tool.name)
      ? mendDraft(situation, `${choose}, and set fromEmail to an address at a verified domain`)
      : `${choose} and send from ${lists ? 'a verified domain' : 'it'}.`;
    return lists && offered('add_domain')
      ? `${send} To add a new domain, call add_domain; the person must publish its DNS records.`
      : send;
  },
  not_found: ({ failure, tool, offered }) => {
    const list = listFor(tool.name, offered);
    if (failure.message === notSuppressedSentence) {
      const looks = offered('list_emails') ? ' To see mail to it, call list_emails with to.' : '';
      return `Nothing to do: this address has no suppression.${looks}`;
    }
    if (tool.name === 'get_subscriber' && offered('list_emails')) {
      return `Call ${list ?? 'list_emails'}; an address without a subscriber may still have received mail: call list_emails with to.`;
    }
    return list === undefined
      ? 'Ask the person for the right id or name; do not guess one.'
      : `Call ${list} to find the right id.`;
  },
  conflict: ({ failure, tool, offered }) => {
    const cause = causeIn(failure);
    if (cause !== undefined)
      return `It bounced: ${cause}. A retry would bounce again, so ask the person for another address.`;
    const list = decidedByPeople.has(tool.name) ? undefined : listFor(tool.name, offered);
    return list === undefined
      ? `Tell the person about the conflict, and call ${tool.name} again only after it is resolved.`
      : `Read it again (${list} finds it), then decide whether ${tool.name} still makes sense.`;
  },
  invalid_idempotent_request: ({ tool }) =>
    `If this is a new request, call ${tool.name} with a new idempotency_key; if it is a retry, send the same arguments as before.`,
  concurrent_idempotent_requests: ({ failure, tool }) =>
    `Wait ${seconds(failure)} and call ${tool.name} again with the same idempotency_key and arguments.`,
  payload_too_large: () => 'Tell the person: only the operator of this server can raise this limit.',
  unsupported_media_type: ({ tool }) => `Convert the file as described and call ${tool.name} again.`,
  rate_limit_exceeded: ({ failure, tool }) => `Wait ${seconds(failure)}, then call ${tool.name} again.`,
  RECIPIENT_RATE_LIMITED: ({ failure, tool, offered }) => {
    const cause = causeIn(failure);
    const retryAt = fieldOf(failure, 'retry_at');
    if (cause !== undefined && retryAt !== undefined)
      return `It bounced: ${cause}. If the cause may be fixed, call ${tool.name} again at ${retryAt} or later.`;
    const wait = `Wait ${seconds(failure)} before mailing this recipient again; no plan and no other spelling of the address changes that.`;
    const cameBack = fieldOf(failure, 'reason') === 'cooldown' && offered('list_emails');
    return cameBack ? `${wait} For the bounces, call list_emails with to.` : wait;
  },
  internal_server_error: ({ tool }) =>
    takesIdempotencyKey(tool)
      ? 'Call once more with the same idempotency_key; if it fails again, tell the person.'
      : 'Call once more; if it fails again, tell the person.',
  cancelled: ({ tool }) =>
    `Nothing was changed. If you still need it, call ${tool.name} again with the same arguments.`,
  confirmation_required: afterUnconfirmed,
  service_unavailable: ({ failure, tool }) => `Wait ${seconds(failure)}, then call ${tool.name} again.`,
};

function waitOrReport({ failure, tool }: Situation): string {
  return failure.retryAfterSeconds === undefined
    ? 'Tell the person what the message says; the same call will be refused again.'
    : `Wait ${seconds(failure)}, then call ${tool.name} again.`;
}

export function nextStep(situation: Situation): string | undefined {
  const name = situation.failure.failure;
  const next = beforeAnyTool.includes(name) ? undefined : (steps[name] ?? waitOrReport)(situation);
  if (!situation.confirmed || situation.failure.failure === 'confirmation_required') return next;
  return [next, 'The confirmation was used: another attempt needs a new one.'].filter(Boolean).join(' ');
}

/** Repeating a refused call loops, so each reason has its own way out. */
function afterUnconfirmed({ failure, tool, offered }: Situation): string {
  const { reason, confirmation_token, approval } = (failure.details ?? {}) as Record<string, unknown>;
  const doing = tool.effect === 'send' ? sending : changing;
  if (approval !== undefined) return afterAskedOnPage(reason, tool, doing, offered);
  const isMinted = confirmation_token !== undefined;
  const again = isMinted
    ? `Only when they agree, call ${tool.name} again with the same arguments and this confirmation_token.`
    : `Call ${tool.name} again: the person will be asked again.`;
  switch (reason) {
    case 'declined':
      return `${doing.stop}; ask the person what to change.`;
    case 'too_many_questions':
      return `Tell the person that approval requests are waiting for them. Call ${tool.name} again after they are answered; a request expires after 15 minutes.`;
    case 'too_many_pending':
      return `Tell the person that approval requests are waiting at the console. Call ${tool.name} again after they are decided.`;
    case 'too_large':
      return `Tell the person, and ${doing.split}: each needs their approval.`;
    case 'used': {
      const looks = ['list_emails', 'get_campaign'].filter(offered).join(' or ');
      return `It was already ${doing.done}, tried or declined: check${looks && ` with ${looks}`} before anything else.`;
    }
    case 'invalid':
      return 'Copy confirmation_token exactly and repeat the arguments unchanged. If it is refused again, stop and tell the person.';
    case 'changed':
      return isMinted ? `Show the new preview to the person again. ${again}` : again;
    case 'expired':
      return isMinted ? `Ask the person again. ${again}` : again;
    default:
      return isMinted ? `Show the preview to the person. ${again}` : again;
  }
}

/** Verbs of the hints for calls that need a confirmation. */
const sending = { stop: 'Do not send', split: 'send it in smaller calls', done: 'sent' } as const;
const changing = { stop: 'Do not do it', split: 'do it in smaller calls', done: 'done' } as const;

/** The person decides on a page that no assistant can open, and their approval performs the call. */
function afterAskedOnPage(
  reason: unknown,
  tool: Tool,
  { stop, done }: typeof sending | typeof changing,
  offered: (name: string) => boolean,
): string {
  if (reason === 'declined')
    return `${stop}; ask the person what to change. A changed call needs a new approval; they can still approve this call at the link.`;
  const again = reason === 'changed' ? ' again, because it changed' : '';
  const wait = offered('wait_for_approval')
    ? 'Then call wait_for_approval with approval.id'
    : `After they decide, call ${tool.name} again with the same arguments`;
  return `Show the preview and give approval.url to the person: they decide there${again}. ${wait}: an approved call is ${done} automatically, once. You cannot approve it yourself.`;
}

/** Tools that send a campaign as drafted, so changing their arguments cannot fix the draft. */
const sendsDraft: ReadonlySet<string> = new Set(['send_campaign', 'test_campaign']);

/** Returns true if every fault is in the campaign, so that no other arguments would fix it. */
function isOfDraft({ failure, tool }: Situation): boolean {
  const faults = faultsOf(failure);
  const ofDraft = ({ path, code }: FieldFault): boolean =>
    code !== 'unknown_field' && path !== '' && !(path.split(/[.[]/, 1)[0]! in tool.input.shape);
  return sendsDraft.has(tool.name) && faults.length > 0 && faults.every(ofDraft);
}

function mendDraft({ tool, offered }: Situation, change: string): string {
  return offered('update_campaign')
    ? `${change} with update_campaign. Its answer lists remaining faults in problem and badges. Then call ${tool.name} again.`
    : `${change}: you cannot change campaigns with this connection, so ask the person to do it; then call ${tool.name} again.`;
}

const plainPath = /^[a-z][a-z0-9_]{0,30}(\[[\d, -]{1,600}\]|\.[a-z][a-z0-9_]{0,30})*$/i;

function faultsOf({ details }: Failure): FieldFault[] {
  return Array.isArray(details) ? (details as FieldFault[]) : [];
}

function faultyFields(failure: Failure): string {
  const paths = [...new Set(faultsOf(failure).map((fault) => fault.path))];
  // A path may contain a name chosen by an attacker, so only plain paths appear in our sentence.
  const plain = paths.filter((path) => plainPath.test(path));
  return plain.length === 0 || plain.length < paths.length ? 'the arguments' : plain.join(', ');
}

function fieldOf(failure: Failure, name: string): string | undefined {
  const value = (failure.details as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

function causeIn({ details }: Failure): string | undefined {
  const bounce = (details as { bounce?: { subType?: unknown } } | undefined)?.bounce;
  return typeof bounce?.subType === 'string' ? bounceCause(bounce.subType) : undefined;
}

function placeIn(failure: Failure): string {
  const path = fieldOf(failure, 'path') ?? 'content';
  return path !== 'content' && plainPath.test(path) ? path : 'the content';
}

function nowOf(failure: Failure): string {
  const now = fieldOf(failure, 'now');
  return now === undefined ? 'now' : `now, which is ${now},`;
}

const waitSecondsDefault = 5;

function seconds(failure: Failure): string {
  const count = failure.retryAfterSeconds ?? waitSecondsDefault;
  return count === 1 ? '1 second' : `${count} seconds`;
}

/** Another look at the object does not resolve a conflict of these tools. */
const decidedByPeople: ReadonlySet<string> = new Set(['redirect_link', 'release_emails']);

/** Objects that a tool looks up although its name does not mention them. */
const soughtBy: Readonly<Record<string, string>> = { track_event: 'subscriber' };

/** Tool names are verb_noun, so the first noun with a list tool is the object: `update_subscriber` -> `list_subscribers`. */
function listFor(name: string, offered: (name: string) => boolean): string | undefined {
  const sought = soughtBy[name];
  for (const word of sought === undefined ? name.split('_').slice(1) : [sought]) {
    const list = `list_${word.endsWith('s') ? word : `${word}s`}`;
    if (list !== name && offered(list)) return list;
  }
  return undefined;
}
