import type { TraceContext } from './trace-context.ts';

/** Attributes of a span: names, ids and numbers, never content or an address. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanTerms = {
  /** OpenTelemetry kinds: `server` answers a request, `client` makes it, `producer` and `consumer` are the ends of a queue. */
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** Parent span in another program. Defaults to the span that is open here. */
  parent?: TraceContext | null | undefined;
  /** Begins a new trace, even within an open span. */
  root?: true;
  /** Linked spans, each as a `traceparent`. */
  links?: readonly string[];
};

export type OpenSpan = {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param type the kind of error, from a closed set */
  fail(type: string): void;
};

/** Records requests, sends and jobs as spans. A world without it traces nothing. */
export type Traces = {
  /** Runs work within a span. An error marks the span as failed and is rethrown. */
  span<Result>(name: string, terms: SpanTerms, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Returns the `traceparent` of the open span, to store with later work; null without an open span. */
  current(): string | null;
  close(): Promise<void>;
};
