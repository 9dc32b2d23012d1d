/**
 * W3C Trace Context: what a caller says of the trace that its request belongs to (https://www.w3.org/TR/trace-context/).
 * It names spans and is believed for nothing else.
 */
export type TraceContext = {
  traceId: string;
  spanId: string;
  sampled: boolean;
  /** The list of vendors as it came; null for none. */
  state: string | null;
};

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;
const sampledFlag = 1;
/** A longer list is dropped: 3.3.1.5 lets a vendor do so, from this length on. */
const stateCharactersMax = 512;

/**
 * Reads `traceparent` and `tracestate`, of headers or of `_meta`; null for what is none. 3.2.2: a later version may say more behind
 * what is known here, and version 00 may not.
 */
export function readTraceContext(parent: unknown, state: unknown): TraceContext | null {
  if (typeof parent !== 'string') return null;
  const [, version, traceId, spanId, flags, more] = shape.exec(parent.trim()) ?? [];
  if (version === undefined || version === 'ff') return null;
  if (version === '00' && more !== undefined) return null;
  if (zeros.test(traceId!) || zeros.test(spanId!)) return null;
  const isState = typeof state === 'string' && state !== '' && state.length <= stateCharactersMax;
  return {
    traceId: traceId!,
    spanId: spanId!,
    sampled: (Number.parseInt(flags!, 16) & sampledFlag) === sampledFlag,
    state: isState ? state : null,
  };
}

/** The context as `traceparent` has it. */
export function traceParent({ traceId, spanId, sampled }: Omit<TraceContext, 'state'>): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
