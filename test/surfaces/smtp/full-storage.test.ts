import { expect, test } from 'vitest';
import { message, openSmtp, submit } from './scene.ts';

test("a message is deferred with 452 4.2.2 when its organization's storage is full", async () => {
  const scene = await openSmtp();
  const { id } = scene.organization;
  const client = await scene.client();
  expect((await submit(client, message())).code).toBe(250);
  await scene.call('update_organization', { id, storage_octets_max: 100 });
  const full = await scene.client();
  const refused = await submit(full, message());
  expect([refused.code, refused.text]).toEqual([452, expect.stringMatching(/^452 4\.2\.2 The storage/)]);
  expect(await scene.mails()).toHaveLength(1);
  await scene.call('update_organization', { id, storage_octets_max: null });
  expect((await submit(full, message(), 'bob@example.com')).code).toBe(250);
});
