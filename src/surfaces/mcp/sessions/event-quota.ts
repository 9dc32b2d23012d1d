const organizationBytesMax = 8 * 1024 * 1024;
const processBytesMax = 64 * 1024 * 1024;

/** Memory for replayed events. When it is full, the session's oldest go first, then the organization's. */
export type EventQuota = {
  /** Calls `forget` synchronously for evicted events; it must not throw. Returns the release of the room. */
  take(organization: number, bytes: number, forget: () => void): () => void;
};

type Place = { organization: number; bytes: number; forget(): void };

type Kept = { places: Set<Place>; bytes: number };

export function eventQuota(): EventQuota {
  const all: Kept = { places: new Set(), bytes: 0 };
  const ofOrganization = new Map<number, Kept>();

  const giveBack = (place: Place): void => {
    const theirs = ofOrganization.get(place.organization);
    if (!theirs?.places.delete(place)) return;
    all.places.delete(place);
    theirs.bytes -= place.bytes;
    all.bytes -= place.bytes;
    if (theirs.places.size === 0) ofOrganization.delete(place.organization);
  };
  const makeRoom = (kept: Kept, bytesMax: number): void => {
    for (const place of kept.places) {
      if (kept.bytes <= bytesMax) return;
      giveBack(place);
      place.forget();
    }
  };
  return {
    take(organization, bytes, forget) {
      const place: Place = { organization, bytes, forget };
      const theirs = ofOrganization.get(organization) ?? { places: new Set(), bytes: 0 };
      ofOrganization.set(organization, theirs);
      for (const kept of [theirs, all]) {
        kept.places.add(place);
        kept.bytes += bytes;
      }
      makeRoom(theirs, organizationBytesMax);
      makeRoom(all, processBytesMax);
      return () => giveBack(place);
    },
  };
}
