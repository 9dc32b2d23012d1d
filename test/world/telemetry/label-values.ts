import type { Rank } from '../../../src/concurrency/fair-turns.ts';
import { doors } from '../../../src/engine/context/caller.ts';
import type { Attempt } from '../../../src/engine/delivery/attempt.ts';
import { flows } from '../../../src/engine/worker/jobs.ts';
import type { MeasuredKind } from '../../../src/engine/worker/meter-process.ts';
import { mailboxProviders } from '../../../src/model/delivery/mailbox-provider.ts';
import { knownProviders } from '../../../src/model/delivery/providers.ts';
import type { ReplyClass } from '../../../src/model/delivery/reply-class.ts';
import { emailSources } from '../../../src/model/email/email.ts';
import { troubleReasons } from '../../../src/model/email/trouble.ts';
import { failures } from '../../../src/model/failure.ts';
import { outcomes } from '../../../src/model/webhook/verdict.ts';
import { busyTables, errorClasses, type Pool } from '../../../src/store/figures.ts';
import { meteredPlace } from '../../../src/surfaces/http/telemetry/observe-request.ts';
import type { HeldReason } from '../../../src/world/mail/mail.ts';
import type { TlsNote } from '../../../src/world/mail/tls-results.ts';
import { catalogue } from '../../../tools/index.ts';
import { openPlatform } from '../../world/platform.ts';

/** Lists a union's values; the compiler requires every one. */
const all = <Value extends string>(values: Record<Value, true>): Value[] => Object.keys(values) as Value[];

const replyKinds = all<NonNullable<ReplyClass['kind']>>({
  mailbox: true,
  full: true,
  size: true,
  policy: true,
  greylist: true,
  throttle: true,
  sender: true,
  content: true,
  auth: true,
  connection: true,
  system: true,
  protocol: true,
  unknown: true,
});
const tlsPolicies = all<TlsNote['policy']>({
  tlsa: true,
  sts: true,
  'no-policy-found': true,
  configured: true,
});
const tlsResults = all<TlsNote['result']>({
  success: true,
  'starttls-not-supported': true,
  'certificate-host-mismatch': true,
  'certificate-expired': true,
  'certificate-not-trusted': true,
  'validation-failure': true,
  'tlsa-invalid': true,
  'dnssec-invalid': true,
  'sts-policy-fetch-error': true,
  'sts-policy-invalid': true,
  'sts-webpki-invalid': true,
});
const heldReasons = all<HeldReason | 'campaign_paused' | 'sending_off' | 'sending_paused'>({
  provider_rests: true,
  provider_full: true,
  servers_rest: true,
  relay_rests: true,
  stopping: true,
  dns: true,
  warm_up: true,
  campaign_paused: true,
  sending_off: true,
  sending_paused: true,
});
const attemptKinds = all<Attempt['kind']>({
  handed_over: true,
  suppressed: true,
  canceled: true,
  put_off: true,
  ended: true,
  failed: true,
});
const transactions = all<MeasuredKind>({
  accept: true,
  bulk: true,
  claim: true,
  settle: true,
  webhook: true,
  migration: true,
  other: true,
});
const ranks = all<Rank>({ send: true, delivery: true, look: true, public: true });
const pool = all<keyof Pool>({ busy: true, idle: true, waiting: true });
const connected = [...knownProviders, 'relay'];

/** All possible values of each metric label. */
export const labelValues = (
  routes: readonly string[],
): Record<string, Record<string, readonly string[]>> => ({
  accepted_total: { door: doors, source: emailSources },
  refused_total: { gate: Object.keys(failures) },
  guard_refusals_total: { rule: ['short', 'long', 'cooldown'] },
  rate_limited_total: { what: ['organization', 'address'] },
  tool_calls_total: { tool: catalogue.map(({ name }) => name), status: ['done', 'refused', 'failed'] },
  deliveries_total: {
    provider: mailboxProviders,
    source: emailSources,
    outcome: attemptKinds,
    class: [...replyKinds, 'none'],
  },
  signatures_total: { result: ['signed', 'unsigned', 'failed'] },
  job_faults_total: { kind: Object.keys(flows) },
  bounces_total: { class: troubleReasons },
  complaints_total: { provider: [...mailboxProviders, 'test'] },
  webhook_attempts_total: { outcome: outcomes },
  held_total: { reason: heldReasons },
  tls_sessions_total: {
    provider: connected,
    version: ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3', 'none'],
    policy: tlsPolicies,
    result: tlsResults,
  },
  db_errors_total: { code_class: errorClasses },
  http_request_duration_seconds: { route: routes, status_class: ['2xx', '3xx', '4xx', '5xx'] },
  first_attempt_delay_seconds: { source: emailSources },
  delivery_duration_seconds: { provider: mailboxProviders, stage: ['hand_over'] },
  db_transaction_seconds: { what: transactions },
  build_info: { version: ['this one'] },
  jobs: { kind: Object.keys(flows), state: ['due', 'later', 'running'] },
  oldest_due_seconds: { kind: Object.keys(flows) },
  campaigns: { stage: ['scheduled', 'sending'] },
  singleton_held: { name: ['gauges'] },
  db_pool: { state: pool },
  db_dead_rows: { table: busyTables },
  event_loop_delay_seconds: { quantile: ['0.5', '0.99', '1'] },
  render_queue: { rank: ranks },
  provider_connections: { provider: connected },
  provider_connections_limit: { provider: connected },
  provider_rests_seconds: { provider: connected },
});

/** Returns the route names that a full platform uses in its metrics. */
export async function meteredRoutes(): Promise<string[]> {
  const posthouse = await openPlatform({ oauth: { kind: 'embedded' } });
  const places = posthouse.platform.http.routes.map(({ path }) => meteredPlace(path));
  await posthouse.close();
  return [...new Set(['none', '/metrics', ...places])];
}
