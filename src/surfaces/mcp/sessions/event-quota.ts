/** Kept for the sessions of one organization, in bytes. */
const organizationBytesMax = 8 * 1024 * 1024;
/** Kept for all sessions of one process, in bytes. */
const processBytesMax = 64 * 1024 * 1024;

/**
 * Room for what the sessions of one process said, so that what one of them keeps is taken from itself, from its
 * organization and from all, in this order, and never from the memory that the process needs to go on.
 */
export type EventQuota = {
  /**
   * Takes room; where there is none left, what was kept longest goes: of the same organization, or of all.
   *
   * @param bytes far fewer than an organization may have
   * @param forget called at once when the room is needed for something else; it must not throw
   * @returns gives the room back; harmless after `forget`
   */
  take(organization: number, bytes: number, forget: () => void): () => void;
};

type Place = { organization: number; bytes: number; forget(): void };

/** Places in the order in which they were taken. */
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
