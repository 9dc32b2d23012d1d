/** Takes items from tenants in turn, so that no tenant waits behind all items of another. */
export class TenantQueue<Tenant, Item> {
  readonly #tenants = new Map<Tenant, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf(tenant: Tenant): number {
    return this.#tenants.get(tenant)?.length ?? 0;
  }

  add(tenant: Tenant, item: Item): void {
    const items = this.#tenants.get(tenant);
    if (items) items.push(item);
    else this.#tenants.set(tenant, [item]);
    this.#size += 1;
  }

  remove(tenant: Tenant, item: Item): boolean {
    const items = this.#tenants.get(tenant);
    const at = items?.indexOf(item) ?? -1;
    if (at === -1) return false;
    items!.splice(at, 1);
    if (items!.length === 0) this.#tenants.delete(tenant);
    this.#size -= 1;
    return true;
  }

  take(mayHaveTurn: (tenant: Tenant) => boolean): { tenant: Tenant; item: Item } | undefined {
    for (const [tenant, items] of this.#tenants) {
      if (!mayHaveTurn(tenant)) continue;
      const item = items[0]!;
      this.remove(tenant, item);
      return { tenant, item };
    }
    return undefined;
  }

  putLast(tenant: Tenant): void {
    const items = this.#tenants.get(tenant);
    if (!items) return;
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, items);
  }

  /** Returns the last item of the tenant with the most items, if it has more than `length`. */
  lastOfLongest(length: number): { tenant: Tenant; item: Item } | undefined {
    let longest: { tenant: Tenant; items: Item[] } | undefined;
    for (const [tenant, items] of this.#tenants) {
      if (items.length > (longest?.items.length ?? length)) longest = { tenant, items };
    }
    return longest && { tenant: longest.tenant, item: longest.items.at(-1)! };
  }
}
