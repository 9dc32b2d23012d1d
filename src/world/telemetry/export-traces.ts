import type { Log } from '../log.ts';
import { otelTraces } from './otel-traces.ts';
import type { Traces } from './traces.ts';

/** Spans that wait to be handed over: any further ones are dropped, so that a collector that is away costs no memory. */
const waitingSpansMax = 4_096;
const exportMs = 10_000;
/** A drain waits so long for the collector. */
const closeMs = 2_000;

/**
 * Traces that go to a collector by OTLP over HTTP. The SDK is a peer that the operator installs; where it is missing nothing
 * is traced, and one line of the log says so.
 *
 * @param endpoint as `OTEL_EXPORTER_OTLP_ENDPOINT` has it: signals have their paths below it
 * @param ratio the part of traces that begin here and are kept, 0 to 1; of others their caller decides
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
      // A collector that is away must not hold a drain up, and what it lacks is no fault of the mail.
      await provider.forceFlush({ timeoutMillis: closeMs }).catch(() => {});
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    log.warn({ why: (error as Error).message }, 'Traces are off: the SDK of OpenTelemetry is not installed');
    return undefined;
  }
}
