import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { expect } from 'vitest';
import { otelTraces } from '../../../src/world/telemetry/otel-traces.ts';
import type { Traces } from '../../../src/world/telemetry/traces.ts';
import { open } from '../../spec/scene.ts';
import type { SimulatedPlatform } from '../platform.ts';

type KeptSpans = {
  /** Those that have ended. */
  spans(): readonly ReadableSpan[];
  /** The only one of a name. */
  named(name: string): ReadableSpan;
};

/** Traces whose spans are kept in memory by the SDK of OpenTelemetry. */
export function keptSpans(): KeptSpans & { traces: Traces } {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const spans = () => exporter.getFinishedSpans();
  return {
    // A provider that is shut down forgets what it kept.
    traces: otelTraces(provider, () => provider.forceFlush()),
    spans,
    named(name) {
      const found = spans().filter((span) => span.name === name);
      expect(found.map(({ name: one }) => one)).toEqual([name]);
      return found[0]!;
    },
  };
}

/** A platform whose spans are kept. */
export async function traced(): Promise<SimulatedPlatform & KeptSpans> {
  const { traces, spans, named } = keptSpans();
  return { ...(await open({ traces })), spans, named };
}

export const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
export const traceOf = (span: ReadableSpan): string => span.spanContext().traceId;
