import { describe, expect, it } from 'vitest';
import { invoke, previewCall } from '../../../src/contract/invoke.ts';
import { hashSubject } from '../../../src/engine/approval/send-approvals.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import type { PreviewedSend } from '../../../src/model/sending/send-preview.ts';
import type { Queries, Value } from '../../../src/store/database.ts';
import { storeOn } from '../../../src/store/store.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { callerIn, previewedIn, settle, toolNamed } from './preview-scene.ts';

const emails = ['a', 'b', 'c'].map((name) => `${name}@mailbox.dev`);
const many = { subscribers: emails.map((email) => ({ email, doubleOptIn: true })) };

onBothDatabases((place) => {
  describe('a preview', () => {
    it('counts opt-in requests to suppressed addresses, although they cannot be sent now', async () => {
      const here = place();
      await here.use('add_suppressions', { emails, scope: 'all' });
      const previewed = await previewedIn(here, 'save_subscribers', many);
      expect(previewed).toMatchObject({ bulk: true, preview: { recipients: 3, to: emails, skipped: [] } });
      expect(previewed!.preview.warnings).toContain(
        '3 opt-in requests would be refused now (suppressed) and may be sent later',
      );
      const one = await previewedIn(here, 'create_subscriber', many.subscribers[0]);
      expect(one).toMatchObject({ bulk: false, preview: { recipients: 1 } });
    });

    it('counts opt-in requests from an unverified sender, which are sent after its verification', async () => {
      const here = place();
      const { settings } = here.platform.platform.engine;
      const before = here.platform.mailbox.messages.length;
      settings.requireVerifiedDomain = true;
      try {
        const previewed = await previewedIn(here, 'save_subscribers', many);
        expect(previewed).toMatchObject({ bulk: true, preview: { recipients: 3 } });
        expect(previewed!.preview.warnings.join()).toMatch(
          /3 opt-in requests would be refused now \(domain not verified\)/,
        );
        await here.use('save_subscribers', many);
        await here.platform.deliver();
        expect(here.platform.mailbox.messages).toHaveLength(before);
      } finally {
        settings.requireVerifiedDomain = false;
      }
      await here.platform.clock.advance(hourMs);
      await here.platform.deliver();
      expect(here.platform.mailbox.messages).toHaveLength(before + 3);
    });

    it('names full storage as the reason why opt-in requests must wait', async () => {
      const here = place();
      await limitStorage(here, 10);
      const previewed = await previewedIn(here, 'save_subscribers', many);
      expect(previewed!.preview.warnings).toContain(
        '3 opt-in requests would be refused now (storage full) and may be sent later',
      );
    });

    it('counts only the opt-in requests beyond the storage limit as refused', async () => {
      const here = place();
      const { mailbox, clock } = here.platform;
      const kept = async () => (await here.use('get_organization')).storage_octets;
      await here.use('save_subscribers', many);
      const before = await kept();
      await here.platform.deliver();
      const after = await kept();
      const room = Math.floor(((after - before) / 3) * 2.5);
      await limitStorage(here, after + room);
      await clock.advance(30 * dayMs);
      const previewed = await previewedIn(here, 'save_subscribers', many);
      expect(previewed).toMatchObject({ bulk: true, preview: { recipients: 3, delivery: 'live' } });
      expect(previewed!.preview.warnings).toContain(
        '1 opt-in request would be refused now (storage full) and may be sent later',
      );
      const sent = mailbox.messages.length;
      await here.use('save_subscribers', many);
      await here.platform.deliver();
      expect(mailbox.messages).toHaveLength(sent + 2);
    });

    it('reads nothing for an event that cannot request an opt-in', async () => {
      const here = place();
      const { platform } = here.platform;
      const caller = await callerIn(here);
      const read: string[] = [];
      const { reader } = platform.engine.store.database;
      const watched: Queries = {
        ...reader,
        async all<Row>(sql: string, values: readonly Value[]) {
          read.push(sql);
          return await reader.all<Row>(sql, values);
        },
        async get<Row>(sql: string, values: readonly Value[]) {
          read.push(sql);
          return await reader.get<Row>(sql, values);
        },
      };
      const engine = {
        ...platform.engine,
        store: storeOn({ ...platform.engine.store.database, reader: watched }),
      };
      const event = { name: 'order.paid', email: emails[0] };
      expect(await previewCall(engine, toolNamed('track_event'), caller, event)).toBe(null);
      expect(read).toEqual([]);
      await settle(here, { doubleOptIn: true });
      expect(await previewCall(engine, toolNamed('track_event'), await callerIn(here), event)).not.toBe(null);
      expect(read).not.toEqual([]);
    });

    it('counts no recipient when a save requests no opt-in', async () => {
      const here = place();
      expect(
        await previewedIn(here, 'save_subscribers', { subscribers: emails.map((email) => ({ email })) }),
      ).toBe(null);
    });
  });

  describe('the sender of previewed opt-in requests', () => {
    it.each<[string, object]>([
      ['sender', { default_from: 'PayPal <news@mailbox.dev>' }],
      ['name', { name: 'PayPal, verify now' }],
    ])('is approved with them, so a changed %s needs a new approval', async (_what, change) => {
      const here = place();
      const approval = (await previewedIn(here, 'save_subscribers', many))!;
      const one = { email: 'd@mailbox.dev', doubleOptIn: true };
      const agreedToOne = (await previewedIn(here, 'create_subscriber', one))!;
      // The call was authorized before the change and writes after it.
      const caller = await callerIn(here);
      await here.use('update_organization_settings', change);
      const now = (await previewedIn(here, 'save_subscribers', many))!;
      expect(hashSubject(now.about)).not.toBe(hashSubject(approval.about));
      for (const [name, input, to] of [
        ['save_subscribers', many, approval],
        ['create_subscriber', one, agreedToOne],
      ] as const) {
        await expect(runAgreed(here, name, input, to, caller)).rejects.toMatchObject({
          failure: 'confirmation_required',
          details: { reason: 'changed' },
        });
      }
      expect((await here.use('list_subscribers')).data).toEqual([]);
      expect(await runAgreed(here, 'save_subscribers', many, now, caller)).toMatchObject({ created: 3 });
    });

    it('is also approved for a changed address and for an event', async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'old@mailbox.dev' });
      await settle(here, { doubleOptIn: true });
      const moved = { subscriber: 'old@mailbox.dev', email: 'new@mailbox.dev' };
      const event = { name: 'seen', email: 'e@mailbox.dev' };
      const caller = await callerIn(here);
      const agreedToMove = (await previewedIn(here, 'update_subscriber', moved))!;
      const agreedToEvent = (await previewedIn(here, 'track_event', event))!;
      const before = (await here.use('get_organization')).name;
      await here.use('update_organization_settings', { name: 'Another sender' });
      const changed = { failure: 'confirmation_required' };
      await expect(runAgreed(here, 'update_subscriber', moved, agreedToMove, caller)).rejects.toMatchObject(
        changed,
      );
      await expect(runAgreed(here, 'track_event', event, agreedToEvent, caller)).rejects.toMatchObject(
        changed,
      );
      await here.use('update_organization_settings', { name: before });
      expect(await runAgreed(here, 'update_subscriber', moved, agreedToMove, caller)).toMatchObject({
        email: 'new@mailbox.dev',
      });
      expect(await runAgreed(here, 'track_event', event, agreedToEvent, caller)).toMatchObject({
        name: 'seen',
      });
    });
  });
});

async function limitStorage({ platform, organization }: Place, storageOctetsMax: number): Promise<void> {
  const { organizations } = platform.platform.engine.store;
  const now = (await organizations.byKey(organization.key))!;
  await organizations.update({ ...now, storageOctetsMax });
}

/** Runs a tool as after the approval of its preview. */
async function runAgreed(
  here: Place,
  name: string,
  input: object,
  { about, preview }: PreviewedSend,
  caller: Awaited<ReturnType<typeof callerIn>>,
): Promise<unknown> {
  const approval = { about: hashSubject(about), recipients: preview.recipients, shownAt: 0 };
  const listening = {
    signal: new AbortController().signal,
    progress() {},
    permit: { kind: 'approved', approval } as const,
  };
  return (await invoke(here.platform.platform.engine, toolNamed(name), caller, input, undefined, listening))
    .output;
}
