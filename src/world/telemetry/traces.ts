import type { TraceContext } from './trace-context.ts';

/** What a span says of its subject: names, ids and numbers, and never content or an address. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanTerms = {
  /** As OpenTelemetry has it: `server` answers a request, `client` makes one, `producer` and `consumer` are ends of a queue. */
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** The span of another program that this one is a part of; left out: the one that is open here, if any. */
  parent?: TraceContext | null | undefined;
  /** It begins a trace of its own, whatever is open here. */
  root?: true;
  /** Spans that it follows from, each as `traceparent` has it. */
  links?: readonly string[];
};

/** A span that is open. */
export type OpenSpan = {
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. @param type what went wrong, from a closed set */
  fail(type: string): void;
};

/** Tells how a request, a send or a job went, as spans. A world without it traces nothing. */
export type Traces = {
  /** Runs work within a span. What is thrown ends the span as failed and is thrown on. */
  span<Result>(name: string, terms: SpanTerms, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** The open span as `traceparent`, to be kept with what is done later; null where none is open. */
  current(): string | null;
  /** Hands over what is left. */
  close(): Promise<void>;
};
