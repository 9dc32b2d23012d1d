/** Limits octets in flight, in total and per organization. Admits a larger item when nothing is in flight. */
export type OctetBudget = {
  /** Resolves once there is room. Call the returned function to release the octets. */
  take(organization: number, octets: number): Promise<() => void>;
};

export function octetBudget(octetsMax: number, organizationOctetsMax: number): OctetBudget {
  let all = 0;
  const perOrganization = new Map<number, number>();
  const waiting: { organization: number; octets: number; enter: () => void }[] = [];

  const ofOne = (organization: number): number => perOrganization.get(organization) ?? 0;
  const fits = (inFlight: number, octets: number, max: number): boolean =>
    inFlight === 0 || inFlight + octets <= max;

  function change(organization: number, octets: number): void {
    all += octets;
    const left = ofOne(organization) + octets;
    if (left === 0) perOrganization.delete(organization);
    else perOrganization.set(organization, left);
  }

  /** Admits waiting callers in order, but skips organizations at their limit, so that they block no others. */
  function letIn(): void {
    for (let at = 0; at < waiting.length; ) {
      const { organization, octets, enter } = waiting[at]!;
      if (!fits(ofOne(organization), octets, organizationOctetsMax)) {
        at += 1;
        continue;
      }
      if (!fits(all, octets, octetsMax)) return;
      waiting.splice(at, 1);
      change(organization, octets);
      enter();
    }
  }

  return {
    async take(organization, octets) {
      if (octets === 0) return () => {};
      await new Promise<void>((enter) => {
        waiting.push({ organization, octets, enter });
        letIn();
      });
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        change(organization, -octets);
        letIn();
      };
    },
  };
}
