/**
 * Limits the octets of incoming data in memory, in total and per holder. It refuses instead of waiting, since whatever
 * waits would be in memory as well.
 */
export type HeldOctets = {
  /** Takes more. @returns which limit is exceeded, in which case nothing is taken; null when taken */
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
