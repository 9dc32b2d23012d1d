import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSmallHouse, type SmallHouse } from '../http/small-house.ts';

let house: SmallHouse;
beforeEach(async () => {
  house = await openSmallHouse();
});
afterEach(async () => {
  await house.close();
});

/** What `list_things` was asked. */
async function asked(query: string): Promise<Record<string, unknown>> {
  const { status, body } = await house.ask('GET', `/api/v2/things${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data[0];
}

describe('a query', () => {
  it('is read by the types of the tool', async () => {
    expect(await asked('')).toEqual({ limit: 20, verbose: false });
    expect(
      await asked('?limit=7&verbose=true&weight=-1.5&status=NEW&after=thing_1&tag=a&tag=b,c&verbose='),
    ).toEqual({ limit: 7, verbose: true, weight: -1.5, status: 'NEW', after: 'thing_1', tag: ['a', 'b', 'c'] });
  });
});
