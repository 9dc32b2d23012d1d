import { expect, it } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

/** With double opt-in a new address starts unconfirmed, and the result says so. */

const pending = 'The subscriber is PENDING until the new address is confirmed';

onBothDatabases((place) => {
  it('a new address causes a warning that an opt-in request is sent or was sent recently', async () => {
    const { use } = place();
    await use('create_subscriber', { email: 'ada@example.com', doubleOptIn: false });
    await use('update_organization_settings', { double_opt_in: true });
    const to = (email: string) => use('update_subscriber', { subscriber: `ext:ada`, email });
    await use('update_subscriber', { subscriber: 'ada@example.com', externalId: 'ada' });
    const moved = await to('ada@example.net');
    expect(moved.status).toBe('PENDING');
    expect(moved.warnings?.[0]).toBe(`${pending}: an opt-in request is mailed to it`);
    expect(
      (await use('update_subscriber', { subscriber: 'ext:ada', firstName: 'Ada' })).warnings ?? [],
    ).toEqual((moved.warnings as string[]).slice(1));
    let again = await to('ada@example.org');
    for (let turn = 0; turn < 4; turn += 1) {
      await to('ada@example.net');
      again = await to('ada@example.org');
    }
    expect(again.warnings?.[0]).toBe(
      `${pending}. No opt-in request is mailed to it, because it got one recently`,
    );
  });

  it('a new address causes no warning without double opt-in', async () => {
    const { use } = place();
    await use('create_subscriber', { email: 'ada@example.com' });
    const moved = await use('update_subscriber', { subscriber: 'ada@example.com', email: 'ada@example.net' });
    expect([moved.status, moved.warnings]).toEqual(['ACTIVE', undefined]);
  });

  it('the tool description mentions the opt-in request', async () => {
    const answer = await place().http('GET', '/api/v2/tools/update_subscriber');
    expect(answer.body.description).toContain(
      'With double opt-in, a new email sets the status to PENDING and receives an opt-in request',
    );
  });
});
