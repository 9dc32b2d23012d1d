import { requestsPerSecondMax } from '../../model/limits/ip-budget.ts';
import { planNames } from '../../model/limits/plan.ts';
import { plans, requestWindowSeconds } from '../../model/limits/request-budget.ts';
import { smallBodyOctetsMax } from '../http/body-intake.ts';
import type { DocsPage } from './page.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Page linked by each 429 of v1. */
export const rateLimitPage: DocsPage = {
  name: 'rate-limits',
  title: 'Rate limits',
  description: 'How requests are counted, the headers that say where you stand, and what to do after a 429.',
  markdown: () => `# Rate limits

The requests of an organization are counted over all its tokens in windows of ${requestWindowSeconds} seconds:

${planNames.map((plan) => `- ${plan}: ${plans[plan].requestsPerWindow.toLocaleString('en')} requests a minute, and ${plans[plan].octetsPerWindow / mebibyte} MiB of large bodies`).join('\n')}

Every answer says where you stand in \`RateLimit\`: \`r\` requests are left and the window ends in \`t\` seconds.

A request beyond the limit is answered 429, \`rate_limit_exceeded\`. Wait as many seconds as \`Retry-After\` says; without it, wait longer after each
refusal. Spread long imports over time, or use the batch calls, which count as one request.

A body of more than ${smallBodyOctetsMax / kibibyte} KiB is large. Beyond what the plan takes of them in a minute the answer is 429, with a second policy,
\`octets\`, in \`RateLimit-Policy\`. An organization may send four of the largest at the same time; they are worked on one after the
other, so send batches one after the other too.

One network address may make ${requestsPerSecondMax} requests a second.

A 429 with the code \`RECIPIENT_RATE_LIMITED\` is something else: it protects one mailbox from too many messages, and a larger plan does not lift it.

Sizes and counts: [Limits](/docs/limits.md).
`,
};
