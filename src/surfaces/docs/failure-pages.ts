import type { Tool } from '../../contract/tool.ts';
import { Failure, type FailureName, failures, toToolError } from '../../model/failure.ts';
import type { Envelope, EnvelopeName } from '../http/request-response.ts';
import { codeBlock, type DetailPage, jsonBlock } from './page.ts';

export type Doors = {
  envelopes: Readonly<Record<EnvelopeName, Envelope>>;
  smtpReply(failure: Failure): string;
  rateLimitDocs: string;
};

/** Details for the sample error of failures that always have details. */
const typicalDetails: Partial<Record<FailureName, ConstructorParameters<typeof Failure>[1]>> = {
  validation_error: {
    message: 'to: is required',
    details: [{ path: 'to', code: 'required', message: 'is required' }],
  },
  rate_limit_exceeded: { retryAfterSeconds: 12 },
  RECIPIENT_RATE_LIMITED: { retryAfterSeconds: 540 },
  service_unavailable: { retryAfterSeconds: 1 },
  concurrent_idempotent_requests: { retryAfterSeconds: 1 },
};

const notOverSmtp: ReadonlySet<FailureName> = new Set([
  'campaign_not_draft',
  'missing_unsubscribe_url',
  'audience_empty',
  'scheduled_in_past',
  'method_not_allowed',
  'unsupported_media_type',
  'confirmation_required',
  'cancelled',
  'invalid_signature',
]);

export function failurePages(catalogue: readonly Tool[], doors: Doors): DetailPage[] {
  return (Object.keys(failures) as FailureName[]).map((name) => ({
    name: `errors/${name}`,
    of: 'errors',
    title: name,
    description: `${failures[name].sentence}.`,
    markdown: () => failureText(name, catalogue, doors),
  }));
}

function failureText(name: FailureName, catalogue: readonly Tool[], doors: Doors): string {
  const { status, sentence, when, remedy } = failures[name];
  const failure = new Failure(name, typicalDetails[name]);
  const declaring = catalogue.filter((tool) => tool.failures.includes(name) && tool.rest !== null);
  const parts = [
    `# ${name}`,
    `**${sentence}.** HTTP status ${status}.`,
    `## When it happens\n\n${when}`,
    `## What to do\n\n${remedy}`,
    declaring.length === 0
      ? 'Any operation can return it.'
      : `Returned by: ${declaring.map((tool) => `\`${tool.name}\``).join(', ')}.`,
    `## How it looks\n\n### REST v2\n\n${httpLine(failure)}\n\n${jsonBlock(doors.envelopes.v2(failure, doors.rateLimitDocs))}`,
    `### REST v1\n\n${jsonBlock(doors.envelopes.v1(failure, doors.rateLimitDocs))}`,
    `### SMTP\n\n${notOverSmtp.has(name) ? 'Does not occur over SMTP.' : codeBlock('text', doors.smtpReply(failure))}`,
    `### MCP and the command line\n\nThe result has \`isError\`, and \`next\` names the next step. The command exits with code 1, or with 2 for invalid arguments.\n\n${jsonBlock(toToolError(failure))}`,
    `### TypeScript SDK\n\n${codeBlock(
      'ts not-run: an example of many calls',
      `const { data, error } = await posthouse.emails.send(mail);\nif (error?.name === '${name}') console.error(error.message, error.requestId);`,
    )}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function httpLine({ status, retryAfterSeconds }: Failure): string {
  return `Status ${status}${retryAfterSeconds === undefined ? '' : `, with \`Retry-After: ${retryAfterSeconds}\``}.`;
}
