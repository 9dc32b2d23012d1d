/**
 * The requirements for assistants and the people who manage them: the chapter about MCP, sentence by
 * sentence, with OAuth, the audit log and cancelled calls. Part of `requirements.ts`.
 */
type Built = { state: 'built'; area: string; says: string };

const area = 'assistants';

function built(says: string): Built {
  return { state: 'built', area, says };
}

export const requirementsOfAssistants = {
  // Revisions
  'mcp.revision.stateless': built(
    '2026-07-28 is served: server/discover, no session, every result complete.',
  ),
  'mcp.revision.older': built('Every older revision is served with its handshake.'),
  'mcp.revision.both-doors': built('Both are served on stdio and on /mcp.'),
  'mcp.revision.unknown': built('An unknown revision is answered with those that are served.'),
  'mcp.revision.input': built('2026-07-28 asks for input by input_required and goes on with the answer.'),
  'mcp.session.resumable': built(
    'Older HTTP clients have sessions whose streams resume, with nothing lost or repeated.',
  ),
  'mcp.session.bound': built('A session id is unguessable and works only for the caller that opened it.'),

  // Who may come in
  'mcp.auth.bearer': built(
    '/mcp takes the same Bearer tokens as REST, in the header and never in the address.',
  ),
  'mcp.auth.challenge': built('A 401 names the RFC 9728 metadata in WWW-Authenticate.'),
  'mcp.auth.host-and-origin': built('A Host or Origin that is not ours is 403.'),
  'mcp.auth.budget': built(
    'Calls count for the request budget of the organization and of the address, with its headers.',
  ),
  'mcp.stdio.operator': built('stdio serves the organization of the local operator.'),
  'mcp.stdio.api-key': built(
    'POSTHOUSE_API_KEY makes stdio serve the holder of that token, with its scopes.',
  ),
  'mcp.stdio.protocol-only': built('Nothing but JSON-RPC is written to stdout.'),

  // The protocol over HTTP
  'mcp.http.post-only': built('Without a session the endpoint takes POST alone; other methods are 405.'),
  'mcp.http.notification': built('A notification is 202 without a body.'),
  'mcp.http.unknown-method': built('An unknown method is 404 with -32601.'),
  'mcp.http.header-mismatch': built(
    'Headers that contradict the message are 400 with -32020, and nothing is done.',
  ),

  // Which tools
  'mcp.tools.every-operation': built(
    'Every operation on what an organization has is a tool, named verb_noun.',
  ),
  'mcp.tools.scopes': built('A token sees the tools that its scopes allow.'),
  'mcp.tools.stable-list': built(
    'The list is the same bytes in the same order, with its cache lifetime and scope.',
  ),
  'mcp.filter.flags': built('--toolsets, --tools, --exclude-tools and --read-only narrow stdio.'),
  'mcp.filter.environment': built('POSTHOUSE_MCP_TOOLSETS and POSTHOUSE_MCP_READ_ONLY narrow both doors.'),
  'mcp.filter.headers': built(
    'X-MCP-Toolsets, X-MCP-Tools, X-MCP-Exclude-Tools and X-MCP-Read-Only narrow HTTP.',
  ),
  'mcp.filter.query': built('?toolsets= narrows HTTP, and so do tools, exclude_tools and read_only.'),
  'mcp.filter.stricter': built('Of several filters the stricter wins; none widens another.'),
  'mcp.filter.hidden': built('What is filtered is neither listed nor callable.'),
  'mcp.filter.unknown': built('A filter that names what there is not is refused and says what there is.'),

  // Size
  'mcp.size.all': built('All tools have at most 12,500 tokens of o200k.'),
  'mcp.size.toolset': built('The toolset core has at most 2,000, any other 2,600.'),
  'mcp.size.tool': built('One tool has at most 600, the median at most 140.'),
  'mcp.size.instructions': built('The instructions have at most 300.'),

  // Every tool
  'mcp.tool.described': built('Every tool has a title, four hints, and an input and an output schema.'),
  'mcp.tool.strict': built('An unknown argument is an error that names it.'),
  'mcp.tool.structured': built(
    'structuredContent matches the listed output schema, in short, in full, tried and cut.',
  ),
  'mcp.tool.same-text': built('The first text is the same JSON.'),
  'mcp.tool.mails': built(
    'Whatever can put a mail on the wire is destructive, not idempotent and open-world.',
  ),
  'mcp.tool.reads-or-sends': built(
    'No tool both reads and sends; what reads and what sends take different scopes.',
  ),

  // Answers
  'mcp.answer.short-lists': built('A list has 20 entries by default and goes on after its last id.'),
  'mcp.answer.detail': built(
    'detail full has every field; without it heavy and rarely needed ones are left out.',
  ),
  'mcp.answer.bounded': built('No answer of a tool, a refusal included, has more than 8,000 tokens.'),
  'mcp.answer.narrowing': built('What is cut says so, with a sentence how to narrow.'),
  'mcp.answer.links': built('A large body comes as a resource link and is whole there.'),

  // Errors
  'mcp.error.answer': built(
    'A refusal is isError with name, message and details: what was wrong, where, what is allowed.',
  ),
  'mcp.error.next': built(
    'Every refusal of a tool says what to do next, and names only tools that are offered.',
  ),
  'mcp.error.protocol': built('A protocol error is for an unknown tool or a malformed message alone.'),

  // Confirming sends
  'mcp.confirm.bulk': built(
    'By default campaigns, batches and sends to more than one person wait for a person.',
  ),
  'mcp.confirm.never': built('Where the operator says never, no approval is asked for.'),
  'mcp.confirm.always': built('Where the operator says always, a single mail waits too.'),
  'mcp.confirm.elicitation': built('A client that can ask its person is asked to; a no sends nothing.'),
  'mcp.confirm.no-deputy': built('Where the client can ask, an assistant cannot confirm in its place.'),
  'mcp.confirm.required': built('Otherwise the first call answers confirmation_required and sends nothing.'),
  'mcp.confirm.preview': built(
    'The preview has subject, recipient count, who is skipped and why, and badges.',
  ),
  'mcp.confirm.token': built('The same call with its confirmation_token sends.'),
  'mcp.confirm.bound': built(
    'A confirmation holds for this content, audience, tool, token and organization.',
  ),
  'mcp.confirm.time': built('A confirmation is good for 15 minutes.'),
  'mcp.confirm.once': built('A confirmation is good once.'),
  'mcp.confirm.dry-run': built('dry_run on every send answers the preview alone and writes nothing.'),
  'mcp.confirm.stopping': built('Cancel, pause and unsubscribe are never held back.'),
  'mcp.confirm.mcp-alone': built('Only assistants confirm: other doors take no confirmation_token.'),
  'mcp.idempotency': built(
    'Every send takes idempotency_key; a repeat answers the first result and sends nothing.',
  ),
  'mcp.token-limits': built('Recipients, caps and mode of a token hold for assistants too.'),

  // Untrusted text
  'mcp.untrusted.fenced': built('What others wrote comes back between ⟦ and ⟧, inside JSON strings alone.'),
  'mcp.untrusted.visible': built('Invisible characters are removed from it.'),
  'mcp.untrusted.marked': built('Every answer of a tool is marked untrusted in _meta.'),
  'mcp.untrusted.instructions': built('The instructions say that fenced text is data.'),
  'mcp.untrusted.written-back': built('What was read can be written back: fences come off on the way in.'),

  // Resources, prompts, skills, registry
  'mcp.resource.email': built('posthouse://emails/{id} and its html are an email and its body.'),
  'mcp.resource.campaign': built('posthouse://campaigns/{id}/report is the report of a campaign.'),
  'mcp.resource.domain': built(
    'posthouse://domains/{name}/dns is what a domain publishes and what DNS answers.',
  ),
  'mcp.resource.documents': built(
    'posthouse://docs/{topic} and posthouse://openapi, which lists the parts of the contract, are what a release ships.',
  ),
  'mcp.resource.unknown': built("An unknown resource is -32602, and so is another organization's."),
  'mcp.resource.cache': built(
    'A release may be kept for an hour by all, live data for seconds by its reader.',
  ),
  'mcp.prompt.eight': built('There are the eight prompts, from draft_email to move_from_v1.'),
  'mcp.prompt.completed': built(
    'Their arguments are completed from campaigns, tags, domains and subscribers of the caller.',
  ),
  'mcp.tasks': built(
    'What takes long is a task for clients that declare tasks, read from what is kept anyway, and another caller’s is unknown.',
  ),
  'mcp.skills': built('Three skills: first domain, first campaign, moving from v1.'),
  'mcp.registry': built('server.json and mcpName are ready to publish.'),

  // OAuth
  'oauth.off': built('Without a word of the operator there is no OAuth.'),
  'oauth.metadata': built(
    'The endpoint and its authorization server describe themselves (RFC 9728, RFC 8414).',
  ),
  'oauth.flow': built(
    'A client is let in by a code with PKCE for the organization of the token that approved it.',
  ),
  'oauth.once': built('A code and a refresh token are good once; a second use ends the grant.'),
  'oauth.audience': built('An access token opens the MCP endpoint and nothing else.'),
  'oauth.narrowed': built('A grant never does more than its API token, and ends with it.'),
  'oauth.limits': built('Caps, recipients and addresses of the API token hold for its grants.'),
  'oauth.step-up': built('A missing scope is 403 insufficient_scope with what to ask for.'),
  'oauth.hashed': built('Only hashes of what was handed out are kept.'),
  'oauth.grants': built('An organization sees who was let in, and ends it.'),
  'oauth.tenancy': built('A grant never reaches another organization.'),
  'oauth.signed-clients': built(
    'A client with published keys signs in with them (RFC 7523), and is never taken by less.',
  ),
  'oauth.assertion-once': built('An assertion signs a client in once, at all processes together.'),
  'oauth.key-rotation': built(
    'A new key of a client is found when it is named, fetched seldom, and never from a private network.',
  ),
  'oauth.made-clients': built(
    'The operator registers clients; secrets are shown once and kept as hashes, redirects are exact.',
  ),
  'oauth.registration': built(
    'Clients register themselves only where the operator opened it: few, seldom, and forgotten unused.',
  ),
  'oauth.languages': built(
    'The pages of consent speak the five languages, and say who, for what, until when.',
  ),
  'oauth.known-clients': built('Clients that people use get from discovery to a tool call as they ask.'),
  'oauth.outside-issuer': built(
    'Access tokens of an issuer that the operator named are taken, for our audience alone.',
  ),
  'oauth.identity-assertion': built(
    'An identity provider lets a client in for one of its people: once for each assertion, for no more than it says, and for an hour.',
  ),

  // The audit log
  'audit.written': built(
    'What an assistant, a script or a person changes or sends is noted in the transaction that does it; what reaches others or takes long, before it is done.',
  ),
  'audit.outcome': built('An entry says who, with which client, what, about what, and what came of it.'),
  'audit.refused': built('What is refused, repeated or waits for a person is noted too.'),
  'audit.no-addresses': built('No address and no text of a mail stands in the log, of an accepted send.'),
  'audit.refused-recipients': built(
    'Of a send that its content, a recipient or a limit refused, the log has the recipient, until they are erased.',
  ),
  'audit.unwritable': built('What cannot be noted is not done.'),
  'audit.list': built('GET /audit-log lists the newest first, by tool and by token.'),
  'audit.kept': built('Entries are kept for 90 days.'),
  'audit.tenancy': built("The log shows nothing of another organization's."),

  // Cancelled calls
  'cancel.nothing-or-all': built('A cancelled send is queued whole or not at all.'),
  'cancel.retry': built('The retry of a cancelled send with its idempotency_key sends once.'),
  'cancel.doors': built('A client cancels by a notification or by closing the stream.'),
  'cancel.progress': built('A client that asked hears how far a long call is.'),
} as const satisfies Record<string, Built>;
