import { Failure } from '../../model/failure.ts';
import type { World } from '../world.ts';
import type { OpenSpan, SpanTerms, Traces } from './traces.ts';

/** Status from which a failure ends a span as failed. Other failures are answers. */
const serverFaultFrom = 500;

/** Describes the span of a unit of work. `done` sets attributes from its result. */
export type Observed<Result> = {
  name: string;
  terms: SpanTerms;
  done?(span: OpenSpan, result: Result): void;
  refused?(span: OpenSpan, failure: Failure): void;
};

/**
 * Runs work within a span. A `Failure` marks it as failed only from status 500 on, any other error always.
 * `work` gets the span's `traceparent`, to store or to send; null without a span.
 */
export function observe<Result>(
  { traces }: { traces?: World['traces'] | undefined },
  describe: () => Observed<Result>,
  work: (traceparent: string | null) => Promise<Result>,
): Promise<Result> {
  return traces ? withinSpan(traces, describe(), work) : work(null);
}

async function withinSpan<Result>(
  traces: Traces,
  { name, terms, done, refused }: Observed<Result>,
  work: (traceparent: string | null) => Promise<Result>,
): Promise<Result> {
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
