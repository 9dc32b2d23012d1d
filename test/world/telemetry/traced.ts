import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { expect } from 'vitest';
import { otelTraces } from '../../../src/world/telemetry/export-traces.ts';
import type { Traces } from '../../../src/world/telemetry/traces.ts';
import { open } from '../../spec/scene.ts';
import type { SimulatedPlatform } from '../platform.ts';

type KeptSpans = {
  /** Ended spans. */
  spans(): readonly ReadableSpan[];
  /** Returns the only span with this name. */
  named(name: string): ReadableSpan;
};

/** Traces whose spans the OpenTelemetry SDK keeps in memory. */
export function keptSpans(): KeptSpans & { traces: Traces } {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const spans = () => exporter.getFinishedSpans();
  return {
    // A provider that is shut down drops its spans.
    traces: otelTraces(provider, () => provider.forceFlush()),
    spans,
    named(name) {
      const found = spans().filter((span) => span.name === name);
      expect(found.map(({ name: one }) => one)).toEqual([name]);
      return found[0]!;
    },
  };
}

export async function traced(): Promise<SimulatedPlatform & KeptSpans> {
  const { traces, spans, named } = keptSpans();
  return { ...(await open({ traces })), spans, named };
}

export const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
export const traceOf = (span: ReadableSpan): string => span.spanContext().traceId;
