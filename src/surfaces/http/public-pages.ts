import { requestsPerSecondMax } from '../../model/limits/ip-budget.ts';
import { planNames } from '../../model/limits/plan.ts';
import { plans, requestWindowSeconds } from '../../model/limits/request-budget.ts';
import { verificationDocsPath } from '../../model/verification/content-refusal.ts';
import type { Outage } from '../../store/outage.ts';
import { smallBodyOctetsMax } from './body-intake.ts';
import { contentPage } from './content-page.ts';
import { docsPage } from './docs-page.ts';
import { publicPage } from './public-page.ts';
import { type Phase, rateLimitDocsPath } from './request-pipeline.ts';
import { jsonAnswer, type PublicRoute } from './request-response.ts';

/** The pages that need no token: whether the process lives and takes work, what its limits are, and what is refused. */
export function publicPages({
  phase,
  outage,
}: {
  phase: () => Phase;
  outage: Pick<Outage, 'error'>;
}): PublicRoute[] {
  return [
    healthCheck('/healthz', async () => jsonAnswer(200, { status: 'alive' })),
    healthCheck('/readyz', async () => {
      // A relay that is down does not count: mail is taken all the same, and waits for it.
      const now = phase() === 'ready' && outage.error !== null ? 'unavailable' : phase();
      return jsonAnswer(now === 'ready' ? 200 : 503, { status: now });
    }),
    publicPage(rateLimitDocsPath, async () => rateLimitPage()),
    publicPage(verificationDocsPath, async () => contentPage),
  ];
}

function healthCheck(path: string, answer: PublicRoute['answer']): PublicRoute {
  return { ...publicPage(path, answer), probe: true };
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Made on request: formatting its numbers takes longer than the rest of it. */
const rateLimitPage = () =>
  docsPage(
    'Rate limits',
    `<p>The requests of an organization are counted over all its tokens in windows of ${requestWindowSeconds} seconds:</p>
<ul>
${planNames.map((plan) => `<li>${plan}: ${plans[plan].requestsPerWindow.toLocaleString('en')} requests a minute, and ${plans[plan].octetsPerWindow / mebibyte} MiB of large bodies</li>`).join('\n')}
</ul>
<p>Every answer says where you stand in <code>RateLimit</code>: <code>r</code> requests are left and the window ends
in <code>t</code> seconds.</p>
<p>A request beyond the limit is answered 429. Wait as many seconds as <code>Retry-After</code> says; without it, wait
longer after each refusal. Spread long imports over time, or use the batch calls, which count as one request.</p>
<p>A body of more than ${smallBodyOctetsMax / kibibyte} KiB is large. Beyond what the plan takes of them in a minute the answer is
429, with a second policy, <code>octets</code>, in <code>RateLimit-Policy</code>. An organization may send four of the largest at
the same time; they are worked on one after the other, so send batches one after the other too.</p>
<p>One network address may make ${requestsPerSecondMax} requests a second.</p>
<p>A 429 with the code <code>RECIPIENT_RATE_LIMITED</code> is something else: it protects one mailbox from too many
messages, and a larger plan does not lift it.</p>`,
  );
