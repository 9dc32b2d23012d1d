import type { Clock } from '../../concurrency/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { Meters } from './meters.ts';
import type { OpenSpan, SpanTerms, Traces } from './traces.ts';

/** Status from which a failure ends a span as failed. Other failures are answers. */
export const serverFaultFrom = 500;

/** Describes a unit of work for the operator: its span, and the metrics of its outcome. */
export type Observed<Result> = {
  /** Called only if the world keeps traces. */
  span(): { name: string; terms: SpanTerms };
  /** Sets attributes of the span from the result. */
  done?(span: OpenSpan, result: Result): void;
  refused?(span: OpenSpan, failure: Failure): void;
  /** Records metrics. */
  measured?(meters: Meters, outcome: { result: Result } | { error: unknown }, tookMs: number): void;
};

type Observers = {
  traces?: Traces | undefined;
  meters?: Meters | undefined;
  clock: Pick<Clock, 'monotonic'>;
};

/**
 * Runs work within a span and records its metrics. A `Failure` marks the span as failed only from status 500 on, any other error always.
 * `work` gets the span's `traceparent`, to store or to send; null without a span.
 */
export function observe<Result>(
  { traces, meters, clock }: Observers,
  describe: () => Observed<Result>,
  work: (traceparent: string | null) => Promise<Result>,
): Promise<Result> {
  if (!traces && !meters) return work(null);
  const observed = describe();
  const run = () => (traces ? withinSpan(traces, observed, work) : work(null));
  return meters && observed.measured ? measure(meters, clock, observed, run) : run();
}

async function measure<Result>(
  meters: Meters,
  clock: Pick<Clock, 'monotonic'>,
  observed: Observed<Result>,
  run: () => Promise<Result>,
): Promise<Result> {
  const began = clock.monotonic();
  let outcome: { result: Result } | { error: unknown };
  try {
    outcome = { result: await run() };
  } catch (error) {
    outcome = { error };
  }
  observed.measured?.(meters, outcome, clock.monotonic() - began);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

async function withinSpan<Result>(
  traces: Traces,
  { span: describeSpan, done, refused }: Observed<Result>,
  work: (traceparent: string | null) => Promise<Result>,
): Promise<Result> {
  const { name, terms } = describeSpan();
  const outcome = await traces.span(name, terms, async (span) => {
    try {
      const result = await work(traces.current());
      done?.(span, result);
      return { result };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused?.(span, error);
      if (error.status >= serverFaultFrom) span.fail(error.failure);
      return { failure: error };
    }
  });
  if ('failure' in outcome) throw outcome.failure;
  return outcome.result;
}
