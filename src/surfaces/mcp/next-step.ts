import type { Tool } from '../../contract/tool.ts';
import type { Failure, FailureName, FieldFault } from '../../model/failure.ts';

type Situation = {
  failure: Failure;
  tool: Tool;
  /** Whether the caller may use a tool of this name. */
  offered(name: string): boolean;
};

/** What to do about a failure, where there is something to do: a sentence that names the tool to call next. */
const steps: Partial<Record<FailureName, (situation: Situation) => string | undefined>> = {
  validation_error: ({ failure, tool }) =>
    `Correct ${faultyFields(failure)} as described and call ${tool.name} again.`,
  invalid_idempotency_key: ({ tool }) =>
    `Call ${tool.name} again with an idempotency_key of 1 to 256 printable ASCII characters.`,
  invalid_from_address: ({ tool }) =>
    `Call ${tool.name} again with from as name@domain or Name <name@domain>.`,
  campaign_not_draft: ({ offered }) =>
    offered('cancel_campaign') && offered('create_campaign')
      ? 'A SCHEDULED campaign is a draft again after cancel_campaign; what was sent is written anew with create_campaign.'
      : undefined,
  missing_unsubscribe_url: ({ tool, offered }) =>
    `Add a link to {{unsubscribeUrl}} to the content${offered('update_campaign') ? ' with update_campaign' : ''}, then call ${tool.name} again.`,
  scheduled_in_past: ({ tool }) =>
    `Call ${tool.name} again with a later scheduledAt, or without it to send at once.`,
  content_verification_failed: ({ tool, offered }) => {
    const check = offered('verify_content') && tool.name !== 'verify_content';
    return `Change what the badges name, as guidance says${check ? ', and look at it with verify_content' : ''}, then call ${tool.name} again; words that say the same are blocked as well.`;
  },
  content_verification_unavailable: ({ tool }) =>
    `Nothing was sent. Wait a minute and call ${tool.name} again; if it fails again, tell the person.`,
  missing_api_key: () => 'Ask the person for an API token and set it as the Bearer token of this server.',
  invalid_api_key: () => 'Ask the person for a new API token; this one will not work again.',
  restricted_api_key: ({ failure }) => {
    const scope = scopeOf(failure);
    return scope === undefined
      ? 'Ask the person for an API token that allows this; do not look for a way around.'
      : `Ask the person for an API token with the scope ${scope}; do not look for a way around.`;
  },
  domain_not_verified: ({ offered }) =>
    offered('list_domains')
      ? 'Call list_domains and send from a verified domain; a new one begins with add_domain and needs DNS records that the person publishes.'
      : 'Ask the person which domain is verified, and send from it.',
  not_found: ({ tool, offered }) => {
    const list = listFor(tool.name, offered);
    return list === undefined ? undefined : `Call ${list} to find the right id.`;
  },
  conflict: ({ tool, offered }) => {
    const list = listFor(tool.name, offered);
    return list === undefined
      ? undefined
      : `Read it again (${list} finds it), then decide whether ${tool.name} still makes sense.`;
  },
  invalid_idempotent_request: ({ tool }) =>
    `If this is a new request, call ${tool.name} with a new idempotency_key; if it is a repetition, send the arguments of the first one.`,
  concurrent_idempotent_requests: ({ failure, tool }) =>
    `Wait ${seconds(failure)} and call ${tool.name} again with the same idempotency_key and arguments.`,
  rate_limit_exceeded: ({ failure, tool }) => `Wait ${seconds(failure)}, then call ${tool.name} again.`,
  RECIPIENT_RATE_LIMITED: ({ failure }) =>
    `Wait ${seconds(failure)} before mailing this recipient again; no plan and no other spelling of the address changes that.`,
  internal_server_error: ({ tool }) =>
    tool.effect === 'send'
      ? 'Call once more with the same idempotency_key; if it fails again, tell the person.'
      : 'Call once more; if it fails again, tell the person.',
  service_unavailable: ({ failure, tool }) => `Wait ${seconds(failure)}, then call ${tool.name} again.`,
};

export function nextStep(situation: Situation): string | undefined {
  return steps[situation.failure.failure]?.(situation);
}

function faultyFields(failure: Failure): string {
  const faults = Array.isArray(failure.details) ? (failure.details as FieldFault[]) : [];
  const paths = [...new Set(faults.map((fault) => fault.path))].filter((path) => path !== '');
  return paths.length === 0 ? 'the arguments' : paths.join(', ');
}

function scopeOf(failure: Failure): string | undefined {
  const details = failure.details as { scope?: unknown } | undefined;
  return typeof details?.scope === 'string' ? details.scope : undefined;
}

const waitSecondsDefault = 5;

function seconds(failure: Failure): string {
  const count = failure.retryAfterSeconds ?? waitSecondsDefault;
  return count === 1 ? '1 second' : `${count} seconds`;
}

/**
 * The tool that lists what another tool is about: `update_subscriber` -> `list_subscribers`. Names are
 * verb_noun, so the first noun with a list of its own is the thing that was not found.
 */
function listFor(name: string, offered: (name: string) => boolean): string | undefined {
  for (const word of name.split('_').slice(1)) {
    const list = `list_${word.endsWith('s') ? word : `${word}s`}`;
    if (list !== name && offered(list)) return list;
  }
  return undefined;
}
