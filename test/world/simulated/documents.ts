import type { FetchDocument } from '../../../src/world/http/document-fetch.ts';

/** Documents that can be fetched in a simulated world. */
export type SimulatedDocuments = {
  fetch: FetchDocument;
  /** Documents by URL, which the test may change; other URLs fail. */
  found: Map<string, { text: string; mediaType?: string }>;
  /** Every requested URL. */
  asked: string[];
};

export function simulatedDocuments(): SimulatedDocuments {
  const found: SimulatedDocuments['found'] = new Map();
  const asked: string[] = [];
  return {
    found,
    asked,
    async fetch({ url, takes, octetsMax }) {
      asked.push(url);
      const document = found.get(url);
      if (!document) return { fault: 'failed', why: 'the answer was 404' };
      if (!takes(document.mediaType ?? 'application/json')) {
        return { fault: 'failed', why: 'the answer is of another type' };
      }
      if (Buffer.byteLength(document.text) > octetsMax) {
        return { fault: 'failed', why: 'the answer is too large' };
      }
      return { text: document.text };
    },
  };
}
