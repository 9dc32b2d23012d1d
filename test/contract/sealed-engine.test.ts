import { expect, expectTypeOf, it } from 'vitest';
import { type Engine, type Scope, sealedEngine } from '../../src/engine/context/scope.ts';

it('a tool cannot name the store of another organization', () => {
  expectTypeOf<keyof Scope['engine']>().toEqualTypeOf<keyof Engine>();
  expectTypeOf<Scope['engine']>().toExtend<Engine>();
  expectTypeOf<Scope['engine']['store']>().toBeNever();
  // @ts-expect-error: the store of the engine has no members here.
  type _ = Scope['engine']['store']['forOrganization'];
  const engine = {} as Engine;
  expect(sealedEngine(engine)).toBe(engine);
});
