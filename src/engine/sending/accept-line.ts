import type { BatchQueue } from '../../concurrency/batcher.ts';
import type { Submission } from '../context/submission.ts';

/** A larger submission is a group of its own. */
export type GroupBounds = { draftsMax: number; octetsMax: number };

type Tenant<Each> = { key: number; waiting: Each[]; octets: number };

/** Groups take one submission per organization in turn, so that one organization's thousands delay others by one group only. */
export class AcceptLine<Each extends { one: Submission<unknown> }> implements BatchQueue<Each> {
  readonly #bounds: (organizationsReady: number) => GroupBounds;
  /** Ready tenants, in the order of their next turn. */
  readonly #tenants = new Map<number, Tenant<Each>>();
  readonly #resting = new Map<number, Tenant<Each>>();
  #ready = 0;
  #octetsReady = 0;

  /** @param bounds by number of ready organizations */
  constructor(bounds: (organizationsReady: number) => GroupBounds) {
    this.#bounds = bounds;
  }

  get ready(): number {
    return this.#ready;
  }

  isFull(): boolean {
    const { draftsMax, octetsMax } = this.#bounds(this.#tenants.size);
    return this.#ready >= draftsMax || this.#octetsReady >= octetsMax;
  }

  add(each: Each): void {
    const { key } = each.one.caller.organization;
    const octets = countOctets(each.one);
    const resting = this.#resting.get(key);
    const tenant = resting ?? this.#tenants.get(key) ?? { key, waiting: [], octets: 0 };
    tenant.waiting.push(each);
    tenant.octets += octets;
    if (resting) return;
    this.#tenants.set(key, tenant);
    this.#ready += 1;
    this.#octetsReady += octets;
  }

  /** Pauses an organization until it is woken. @returns false if it is paused already */
  rest(organization: number): boolean {
    if (this.#resting.has(organization)) return false;
    const tenant = this.#tenants.get(organization) ?? { key: organization, waiting: [], octets: 0 };
    this.#tenants.delete(organization);
    this.#resting.set(organization, tenant);
    this.#ready -= tenant.waiting.length;
    this.#octetsReady -= tenant.octets;
    return true;
  }

  wake(organization: number): void {
    const tenant = this.#resting.get(organization);
    this.#resting.delete(organization);
    if (tenant === undefined || tenant.waiting.length === 0) return;
    this.#tenants.set(organization, tenant);
    this.#ready += tenant.waiting.length;
    this.#octetsReady += tenant.octets;
  }

  /** An organization whose submission does not fit keeps its place. The first submission is taken whatever its size. */
  takeGroup(): Each[] {
    const { draftsMax, octetsMax } = this.#bounds(this.#tenants.size);
    const group: Each[] = [];
    let drafts = 0;
    let octets = 0;
    const takeNext = (tenant: Tenant<Each>): boolean => {
      const next = tenant.waiting[0]!;
      const draftsWith = drafts + next.one.drafts.length;
      const octetsOfNext = countOctets(next.one);
      if (group.length > 0 && (draftsWith > draftsMax || octets + octetsOfNext > octetsMax)) return false;
      drafts = draftsWith;
      octets += octetsOfNext;
      tenant.octets -= octetsOfNext;
      group.push(next);
      tenant.waiting.shift();
      const isLeft = tenant.waiting.length > 0;
      if (isLeft && this.#tenants.size === 1) return true;
      this.#tenants.delete(tenant.key);
      if (isLeft) this.#tenants.set(tenant.key, tenant);
      return isLeft;
    };
    for (let round = [...this.#tenants.values()]; round.length > 0; ) round = round.filter(takeNext);
    this.#ready -= group.length;
    this.#octetsReady -= octets;
    return group;
  }
}

export function countOctets({ drafts, raw }: Submission<unknown>): number {
  let octets = raw === undefined ? 0 : raw.message.header.length + raw.message.body.length;
  for (const { body } of drafts) octets += body.source.length;
  return octets;
}
