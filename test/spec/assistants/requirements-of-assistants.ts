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
    'The server supports 2026-07-28: server/discover, no session, and resultType complete in every result.',
  ),
  'mcp.revision.older': built('The server supports every older revision with its handshake.'),
  'mcp.revision.both-doors': built('All revisions are available on stdio and on /mcp.'),
  'mcp.revision.unknown': built('An unknown revision fails with a list of the supported revisions.'),
  'mcp.revision.input': built(
    'In 2026-07-28 a tool requests input by input_required and continues with the response.',
  ),
  'mcp.session.resumable': built(
    'Older HTTP clients have sessions whose streams resume without lost or repeated messages.',
  ),
  'mcp.session.bound': built(
    'A session id cannot be guessed and works only for the caller that opened the session.',
  ),

  // Access
  'mcp.auth.bearer': built(
    '/mcp accepts the same Bearer tokens as REST, in the header and never in the URL.',
  ),
  'mcp.auth.challenge': built('A 401 names the RFC 9728 metadata in WWW-Authenticate.'),
  'mcp.auth.host-and-origin': built('A foreign Host or Origin returns 403.'),
  'mcp.auth.budget': built(
    'Calls count against the request budgets of the organization and of the address, and return the rate headers.',
  ),
  'mcp.stdio.operator': built('stdio serves the organization of the local operator.'),
  'mcp.stdio.api-key': built(
    'POSTHOUSE_API_KEY makes stdio act as the holder of that token, with its scopes.',
  ),
  'mcp.stdio.protocol-only': built('stdout carries only JSON-RPC.'),

  // The protocol over HTTP
  'mcp.http.post-only': built('Without a session the endpoint accepts only POST; other methods return 405.'),
  'mcp.http.notification': built('A notification returns 202 without a body.'),
  'mcp.http.unknown-method': built('An unknown method returns 404 with -32601.'),
  'mcp.http.header-mismatch': built(
    'Headers that contradict the message return 400 with -32020, and the message has no effect.',
  ),

  // Which tools
  'mcp.tools.every-operation': built(
    'Every operation on an organization’s objects is a tool, named verb_noun.',
  ),
  'mcp.tools.scopes': built('A token sees only the tools that its scopes allow.'),
  'mcp.tools.stable-list': built(
    'The tool list is byte-for-byte stable and states its cache lifetime and scope.',
  ),
  'mcp.filter.flags': built('--toolsets, --tools, --exclude-tools and --read-only limit the tools on stdio.'),
  'mcp.filter.environment': built(
    'POSTHOUSE_MCP_TOOLSETS and POSTHOUSE_MCP_READ_ONLY limit the tools at both doors.',
  ),
  'mcp.filter.headers': built(
    'X-MCP-Toolsets, X-MCP-Tools, X-MCP-Exclude-Tools and X-MCP-Read-Only limit the tools over HTTP.',
  ),
  'mcp.filter.query': built(
    'The query parameters toolsets, tools, exclude_tools and read_only limit the tools over HTTP.',
  ),
  'mcp.filter.stricter': built('If several filters apply, the strictest wins; no filter widens another.'),
  'mcp.filter.hidden': built('A tool that is filtered out is neither listed nor callable.'),
  'mcp.filter.unknown': built('A filter with an unknown name is rejected with a list of the valid names.'),

  // Size
  'mcp.size.all': built(
    'The tools listed by default take at most 12,500 o200k tokens, and all tools at most 18,000.',
  ),
  'mcp.size.toolset': built(
    'The toolset core takes at most 2,000 tokens, catalogue 450, and every other toolset but rare 3,500.',
  ),
  'mcp.size.tools': built('At most 120 tools are listed by default, and 20 with core and catalogue.'),
  'mcp.size.tool': built('A tool takes at most 600 tokens, and the median is at most 140.'),
  'mcp.size.instructions': built('The instructions take at most 300 tokens.'),

  // Every tool
  'mcp.tool.described': built('Every tool has a title, four hints, and an input and an output schema.'),
  'mcp.tool.strict': built('An unknown argument is rejected with its name.'),
  'mcp.tool.structured': built(
    'structuredContent matches the listed output schema in short, full, dry-run and truncated results.',
  ),
  'mcp.tool.same-text': built('The first text content is the same JSON as structuredContent.'),
  'mcp.tool.mails': built(
    'Every tool that can send mail is marked destructive, not idempotent and open-world.',
  ),
  'mcp.tool.reads-or-sends': built(
    'No tool both reads and sends; reading and sending need different scopes.',
  ),

  // Answers
  'mcp.answer.short-lists': built('A list has 20 entries by default and continues after its last id.'),
  'mcp.answer.detail': built(
    'detail full returns every field; the default omits large and rarely needed fields.',
  ),
  'mcp.answer.bounded': built('No tool result, including a refusal, exceeds 8,000 tokens.'),
  'mcp.answer.narrowing': built('A truncated result states that it is truncated and how to narrow the call.'),
  'mcp.answer.links': built('A large body is returned as a link to a resource that has the whole body.'),

  // Errors
  'mcp.error.answer': built(
    'A refusal sets isError and has a name, a message and details: the cause, the field and the allowed values.',
  ),
  'mcp.error.next': built(
    'Every refusal of a tool gives the next step and names only tools that the caller can use.',
  ),
  'mcp.error.protocol': built('Only an unknown tool or a malformed message is a protocol error.'),

  // Confirming sends
  'mcp.confirm.bulk': built(
    'By default campaigns, batches and sends to more than one person need an approval.',
  ),
  'mcp.confirm.never': built('Under `never`, no call needs an approval.'),
  'mcp.confirm.always': built('Under `always`, a single mail needs an approval too.'),
  'mcp.confirm.elicitation': built(
    'If the client supports elicitation, its person is asked; a refusal sends nothing.',
  ),
  'mcp.confirm.no-deputy': built(
    'If the client supports elicitation, an assistant cannot confirm in place of its person.',
  ),
  'mcp.confirm.required': built(
    'Without elicitation, the first call returns confirmation_required and sends nothing.',
  ),
  'mcp.confirm.preview': built(
    'The preview has the subject, the recipient count, the skipped recipients with reasons, and the badges.',
  ),
  'mcp.confirm.token': built('Repeating the call with its confirmation_token sends the mail.'),
  'mcp.confirm.bound': built('A confirmation is bound to content, audience, tool, token and organization.'),
  'mcp.confirm.time': built('A confirmation expires after 15 minutes.'),
  'mcp.confirm.once': built('A confirmation works once.'),
  'mcp.confirm.dry-run': built('With dry_run every send returns only the preview and writes nothing.'),
  'mcp.confirm.stopping': built('Cancel, pause and unsubscribe never need an approval.'),
  'mcp.confirm.mcp-alone': built('Only assistants confirm: other doors reject confirmation_token.'),
  'mcp.idempotency': built(
    'Every send accepts idempotency_key; a repeat returns the first result and sends nothing.',
  ),
  'mcp.token-limits': built('The recipients, caps and mode of a token apply to assistants too.'),

  // Untrusted text
  'mcp.untrusted.fenced': built('Text of outsiders is returned between ⟦ and ⟧, only inside JSON strings.'),
  'mcp.untrusted.visible': built('Invisible characters are removed from untrusted text.'),
  'mcp.untrusted.marked': built('Every tool result is marked untrusted in _meta.'),
  'mcp.untrusted.instructions': built('The instructions say that fenced text is data.'),
  'mcp.untrusted.written-back': built(
    'Text that was read can be written back: fences are removed from input.',
  ),

  // Resources, prompts, skills, registry
  'mcp.resource.email': built('posthouse://emails/{id} is an email, and its html resource is the body.'),
  'mcp.resource.campaign': built('posthouse://campaigns/{id}/report is the report of a campaign.'),
  'mcp.resource.domain': built(
    'posthouse://domains/{name}/dns has the records that a domain needs and the current DNS answers.',
  ),
  'mcp.resource.documents': built(
    'posthouse://docs/{topic} and posthouse://openapi, which lists the parts of the contract, match the release.',
  ),
  'mcp.resource.unknown': built(
    'An unknown resource, or a resource of another organization, fails with -32602.',
  ),
  'mcp.resource.cache': built(
    'Resources of the release may be cached publicly for an hour, live data privately for seconds.',
  ),
  'mcp.prompt.eight': built('The server offers eight prompts, from draft_email to move_from_v1.'),
  'mcp.prompt.completed': built(
    'Prompt arguments are completed from the campaigns, tags, domains and subscribers of the caller.',
  ),
  'mcp.tasks': built(
    'A long call is a task for clients that declare tasks, stored records provide its state, and a task of another caller is unknown.',
  ),
  'mcp.skills': built('The release has three skills: first domain, first campaign, and moving from v1.'),
  'mcp.registry': built('server.json and mcpName are ready to publish.'),

  // OAuth
  'oauth.off': built('OAuth is off unless the operator enables it.'),
  'oauth.metadata': built(
    'The endpoint and its authorization server publish their metadata (RFC 9728, RFC 8414).',
  ),
  'oauth.flow': built(
    'A client gets access by a code with PKCE, for the organization of the token that approved it.',
  ),
  'oauth.once': built('A code and a refresh token work once; a second use ends the grant.'),
  'oauth.audience': built('An access token works only at the MCP endpoint.'),
  'oauth.narrowed': built('A grant never exceeds its API token, and ends with it.'),
  'oauth.limits': built('Caps, recipients and addresses of the API token apply to its grants.'),
  'oauth.step-up': built('A missing scope returns 403 insufficient_scope with the scope to request.'),
  'oauth.hashed': built('Only hashes of issued secrets are stored.'),
  'oauth.grants': built('An organization can list and revoke its grants.'),
  'oauth.tenancy': built('A grant never gives access to another organization.'),
  'oauth.signed-clients': built(
    'A client with published keys authenticates with them (RFC 7523), and weaker methods are rejected for it.',
  ),
  'oauth.assertion-once': built('An assertion authenticates a client once across all processes.'),
  'oauth.key-rotation': built(
    'A new key of a client is fetched when an assertion names it, at a limited rate, and never from a private network.',
  ),
  'oauth.made-clients': built(
    'The operator registers clients; secrets are shown once and stored as hashes, and redirects match exactly.',
  ),
  'oauth.registration': built(
    'Clients can register themselves only if the operator allows it: within rate limits, and unused registrations expire.',
  ),
  'oauth.languages': built(
    'The consent pages support five languages and name the client, the permissions and the duration.',
  ),
  'oauth.known-clients': built(
    'Widely used clients get from discovery to a tool call with the requests they really send.',
  ),
  'oauth.outside-issuer': built(
    'Access tokens of a configured external issuer are accepted for our audience only.',
  ),
  'oauth.identity-assertion': built(
    'An assertion of an identity provider gives a client access for one of its people: once for each assertion, within the asserted scopes, for an hour.',
  ),

  // The audit log
  'audit.written': built(
    'A change or send by an assistant, a script or a person is logged in its own transaction; a call with external effects, or a long call, is logged before it runs.',
  ),
  'audit.outcome': built('An entry has the caller, the client, the operation, its objects and the outcome.'),
  'audit.refused': built('Refused, repeated and waiting calls are logged too.'),
  'audit.no-addresses': built('The log has no address and no mail text of an accepted send.'),
  'audit.refused-recipients': built(
    'If content, a recipient or a limit causes the refusal of a send, the log names the recipient until the person is erased.',
  ),
  'audit.unwritable': built('A call that cannot be logged does not run.'),
  'audit.list': built('GET /audit-log lists entries newest first and filters by tool and token.'),
  'audit.kept': built('Entries are kept for 90 days.'),
  'audit.tenancy': built('The log has no entries of other organizations.'),

  // Cancelled calls
  'cancel.nothing-or-all': built('A cancelled send is either queued completely or not at all.'),
  'cancel.retry': built('Retrying a cancelled send with the same idempotency_key sends once.'),
  'cancel.doors': built('A client cancels by a notification or by closing the stream.'),
  'cancel.progress': built('A client that requests progress gets it during a long call.'),
} as const satisfies Record<string, Built>;
