import { requestsPerSecondMax } from '../../model/limits/ip-budget.ts';
import { planNames } from '../../model/limits/plan.ts';
import { plans, requestWindowSeconds } from '../../model/limits/request-budget.ts';
import { smallBodyOctetsMax } from '../http/body-intake.ts';
import { codeBlock, type DocsPage } from './page.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Page linked by each 429 of v1. */
export const rateLimitPage: DocsPage = {
  name: 'rate-limits',
  title: 'Rate limits',
  description: 'Requests per minute by plan, the headers that report the rest, and the wait after a 429.',
  markdown: () => `# Rate limits

Posthouse counts the requests of an organization, over all its tokens, in windows of ${requestWindowSeconds} seconds. Read the rest of your window
from the headers of any answer:

${codeBlock('sh', 'curl -si http://127.0.0.1:3025/api/v2/emails -H "Authorization: Bearer $TOKEN" | grep -i ratelimit')}

${planNames.map((plan) => `- ${plan}: ${plans[plan].requestsPerWindow.toLocaleString('en')} requests a minute, and ${plans[plan].octetsPerWindow / mebibyte} MiB of large bodies`).join('\n')}

The header \`RateLimit\` of every answer has the remaining requests (\`r\`) and the seconds to the end of the window (\`t\`).

A request beyond the limit gets 429 \`rate_limit_exceeded\`. Wait for the seconds in \`Retry-After\`; without the header, wait longer after each
refusal. Spread long imports over time, or use the batch calls, which count as one request.

A body of more than ${smallBodyOctetsMax / kibibyte} KiB is large. Large bodies beyond the plan's MiB per minute get 429, with a second policy,
\`octets\`, in \`RateLimit-Policy\`. An organization may send four of the largest bodies at the same time. The server processes them one after the
other, so send batches one after the other too.

One network address may make ${requestsPerSecondMax} requests a second.

A 429 with the code \`RECIPIENT_RATE_LIMITED\` is different: it protects one mailbox from too many messages, and no plan raises it.

Sizes and counts: [Limits](/docs/limits.md).
`,
};
