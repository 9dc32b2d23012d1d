import { z } from 'zod';
import { limitMax, listSchema } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { hoursRangeDays, type MetricsPlace, readMetrics } from '../../src/engine/ledger/read-metrics.ts';
import { invalidField } from '../../src/model/failure.ts';
import { dayMs, Instant, InstantInput, isoInstant } from '../../src/model/instant.ts';
import { metricCounts, metricGroups, metricsKeptDays } from '../../src/model/metrics/email-metrics.ts';
import { intervals, periodStart } from '../../src/model/metrics/periods.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';

const limitDefault = 31;
const afterCharactersMax = 300;

/** Default length of a range, in days. */
const daysBefore = { hour: 1, day: 30, week: 84, month: 365 } as const;

const describeRange = `Default by interval: ${Object.values(daysBefore).join(', ')} days ago. At most ${metricsKeptDays} days ago; by hour, ${hoursRangeDays}`;

const counts = Object.fromEntries(metricCounts.map((count) => [count, z.int()])) as Record<
  (typeof metricCounts)[number],
  z.ZodInt
>;

export const getEmailMetrics = defineTool({
  name: 'get_email_metrics',
  title: 'Count emails over time',
  summary: 'Count emails by result and period, newest period first.',
  advice:
    'Each event counts at its own time, in the organization’s time zone. opened and clicked count people, not scanners.',
  toolset: 'deliverability',
  input: z.strictObject({
    from: InstantInput.optional().describe(describeRange),
    to: InstantInput.optional(),
    interval: z.enum(intervals).default('day'),
    group_by: z
      .enum(metricGroups)
      .optional()
      .describe('Split the counts; domain: of the sender, provider: of the recipient'),
    group: z.string().min(1).max(afterCharactersMax).optional().describe('Only this group, such as a domain'),
    include_test: z.boolean().default(false).describe('Count simulated mail too'),
    skip_empty: z.boolean().default(false).describe('Omit empty periods'),
    limit: z.int().min(1).max(limitMax).default(limitDefault),
    after: z.string().min(1).max(afterCharactersMax).optional().describe('next_after of the previous page'),
  }),
  output: listSchema(
    z.object({
      period: Instant.describe('Start of the period'),
      group: untrusted(z.string()).nullable(),
      ...counts,
    }),
  ).extend({ next_after: z.string().optional().describe('Pass this as after for the next page') }),
  failures: [],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /emails/metrics' },
  example: {
    input: { interval: 'day', group_by: 'provider', limit: 1 },
    output: {
      object: 'list',
      data: [
        {
          period: '2026-11-21T00:00:00.000Z',
          group: 'google',
          accepted: 1200,
          delivered: 1188,
          delivery_delayed: 14,
          bounced_hard: 5,
          bounced_soft: 3,
          complained: 1,
          suppressed: 2,
          failed: 0,
          opened: 402,
          opened_machine: 611,
          clicked: 87,
          clicked_machine: 30,
        },
      ],
      has_more: true,
      next_after: '2026-11-21T00:00:00.000Z/google',
    },
  },
  async run({ store, caller, now }, { from, to, interval, group_by: group = null, limit, after, ...asked }) {
    if (asked.group !== undefined && group === null) throw invalidField('group', 'requires group_by');
    const end = to === undefined ? now + 1 : Date.parse(to);
    const start = from === undefined ? end - daysBefore[interval] * dayMs : Date.parse(from);
    if (start >= end) throw invalidField('from', 'must be before to');
    const { timezone } = caller.organization;
    const page = await readMetrics(
      store,
      {
        from: start,
        to: end,
        interval,
        timezone,
        group,
        only: asked.group,
        includeTest: asked.include_test,
        skipEmpty: asked.skip_empty,
      },
      limit,
      after === undefined ? null : placeIn(after, (at) => periodStart(at, interval, timezone) === at),
    );
    const last = page.rows.at(-1);
    return {
      object: 'list' as const,
      data: page.rows.map(({ start: at, name, ...counted }) => ({
        period: isoInstant(at),
        group: name,
        ...counted,
      })),
      has_more: page.hasMore,
      ...(page.hasMore && last && { next_after: textOf(last) }),
    };
  },
});

function textOf({ start, name }: { start: number; name: string | null }): string {
  return name === null ? isoInstant(start) : `${isoInstant(start)}/${name}`;
}

/** @throws Failure validation_error for a cursor that `next_after` never returns */
function placeIn(after: string, isStart: (at: number) => boolean): MetricsPlace {
  const [period = '', ...name] = after.split('/');
  const at = InstantInput.safeParse(period).success ? Date.parse(period) : Number.NaN;
  if (Number.isNaN(at) || !isStart(at)) {
    throw invalidField('after', 'must be the next_after of a page with the same interval');
  }
  return { start: at, name: name.length === 0 ? null : name.join('/') };
}
