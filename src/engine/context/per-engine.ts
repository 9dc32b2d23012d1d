import type { Engine } from './scope.ts';

/** Returns a function that makes a value for an engine on first use and returns that value from then on. */
export function perEngine<Value>(make: (engine: Engine) => Value): (engine: Engine) => Value {
  const made = new WeakMap<Engine, { value: Value }>();
  return (engine) => {
    let entry = made.get(engine);
    if (!entry) {
      entry = { value: make(engine) };
      made.set(engine, entry);
    }
    return entry.value;
  };
}
