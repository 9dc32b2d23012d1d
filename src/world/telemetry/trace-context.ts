/** A caller's trace (https://www.w3.org/TR/trace-context/). Untrusted, so it only links spans. */
export type TraceContext = {
  traceId: string;
  spanId: string;
  sampled: boolean;
  /** The vendor list as received; null for none. */
  state: string | null;
};

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;
const sampledFlag = 1;
/** A longer list is dropped, which 3.3.1.5 allows from this length on. */
const stateCharactersMax = 512;

/** Parses headers or `_meta`; null if invalid. Only versions after 00 may append fields (3.2.2). */
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

export function traceParent({ traceId, spanId, sampled }: Omit<TraceContext, 'state'>): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
