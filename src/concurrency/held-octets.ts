/** Limits the incoming data in memory, in total and per holder. Refuses instead of waiting, because waiting data takes memory too. */
export type HeldOctets = {
  /** Reserves octets. @returns the exceeded limit, and reserves nothing; null on success */
  take(holder: string, octets: number): 'share' | 'all' | null;
  release(holder: string, octets: number): void;
};

export function heldOctets(octetsMax: number, shareOctetsMax: number): HeldOctets {
  let held = 0;
  const ofHolders = new Map<string, number>();
  return {
    take(holder, octets) {
      const share = (ofHolders.get(holder) ?? 0) + octets;
      if (share > shareOctetsMax) return 'share';
      if (held + octets > octetsMax) return 'all';
      held += octets;
      ofHolders.set(holder, share);
      return null;
    },
    release(holder, octets) {
      held -= octets;
      const left = ofHolders.get(holder)! - octets;
      if (left === 0) ofHolders.delete(holder);
      else ofHolders.set(holder, left);
    },
  };
}
