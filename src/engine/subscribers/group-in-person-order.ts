/** Splits items into waves with each person at most once, so that the items of one person keep their order. */
export function groupInPersonOrder<One>(ones: readonly One[], personOf: (one: One) => number): One[][] {
  const waves: One[][] = [];
  const places = new Map<number, number>();
  for (const one of ones) {
    const person = personOf(one);
    const place = places.get(person) ?? 0;
    places.set(person, place + 1);
    const wave = waves[place];
    if (wave) wave.push(one);
    else waves.push([one]);
  }
  return waves;
}
