import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { version } from '../../version.ts';
import { readTraceContext, type TraceContext, traceParent } from './trace-context.ts';
import type { SpanTerms, Traces } from './traces.ts';

const kinds: Readonly<Record<SpanTerms['kind'], SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Traces with the OpenTelemetry API. Does not register the provider globally, so that two platforms in one process stay separate. */
export function otelTraces(provider: TracerProvider, close: () => Promise<void>): Traces {
  const tracer = provider.getTracer('posthouse', version);
  const open = new AsyncLocalStorage<Context>();
  return {
    async span(name, { kind, attributes = {}, parent, root, links = [] }, work) {
      const around = parent ? remote(parent) : root ? ROOT_CONTEXT : (open.getStore() ?? ROOT_CONTEXT);
      const followed = links.flatMap((link) => {
        const context = readTraceContext(link, null);
        return context === null ? [] : [{ context: spanContext(context) }];
      });
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: { ...attributes }, links: followed },
        around,
      );
      const fail = (type: string): void => {
        span.setAttribute('error.type', type);
        span.setStatus({ code: SpanStatusCode.ERROR });
      };
      try {
        return await open.run(trace.setSpan(around, span), () =>
          work({ set: (more) => void span.setAttributes({ ...more }), fail }),
        );
      } catch (error) {
        // Only the class is recorded, because the message may quote text of a person.
        fail(error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        span.end();
      }
    },
    current() {
      const context = open.getStore();
      const span = context && trace.getSpanContext(context);
      return span ? traceParent({ ...span, sampled: (span.traceFlags & TraceFlags.SAMPLED) !== 0 }) : null;
    },
    close,
  };
}

function remote(parent: TraceContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, spanContext(parent));
}

function spanContext({ traceId, spanId, sampled, state }: TraceContext): SpanContext {
  return {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(state !== null && { traceState: createTraceState(state) }),
  };
}
