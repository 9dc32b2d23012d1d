import type { Log } from '../log.ts';
import { otelTraces } from './otel-traces.ts';
import type { Traces } from './traces.ts';

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
