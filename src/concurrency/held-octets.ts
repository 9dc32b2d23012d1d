/**
 * How many octets of what is still coming in are in memory at once: of all holders together, and of each. It refuses and
 * never keeps anybody waiting, since what waits is held as well.
 */
export type HeldOctets = {
  /** Holds more. @returns which bound has no room for it, and then nothing is held; null when it is held */
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
