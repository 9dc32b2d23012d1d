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
import type { Log } from '../log.ts';
import { readTraceContext, type TraceContext, traceParent } from './trace-context.ts';
import type { SpanTerms, Traces } from './traces.ts';

/** Spans queued for export. Further spans are dropped, so that an unavailable collector uses no more memory. */
const waitingSpansMax = 4_096;
const exportMs = 10_000;
/** Longest wait for the collector during a drain. */
const closeMs = 2_000;

/**
 * Exports with OTLP over HTTP. The operator installs the SDK, a peer dependency; without it, the log says so.
 * `ratio` is the sampled part of traces that begin here, 0 to 1; for others, the caller decides.
 */
export async function exportTraces(
  { endpoint, service, ratio }: { endpoint: string; service: string; ratio: number },
  log: Pick<Log, 'warn'>,
): Promise<Traces | undefined> {
  try {
    const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = await import(
      '@opentelemetry/sdk-trace'
    );
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    const { resourceFromAttributes } = await import('@opentelemetry/resources');
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({
            url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
            timeoutMillis: exportMs,
          }),
          maxQueueSize: waitingSpansMax,
        }),
      ],
    });
    return otelTraces(provider, async () => {
      // An unavailable collector must not delay a drain. Lost spans do not affect mail.
      await provider.forceFlush({ timeoutMillis: closeMs }).catch(() => {});
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    log.warn({ why: (error as Error).message }, 'Traces are off: the OpenTelemetry SDK is not installed');
    return undefined;
  }
}

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
