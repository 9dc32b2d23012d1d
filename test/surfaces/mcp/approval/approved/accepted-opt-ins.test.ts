import { describe, expect } from 'vitest';
import type { Json } from '../../../../spec/assistants/assistant.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { reasons } from '../../../../tools/imports/scene.ts';
import { assistantIn, confirmed } from '../approved-scene.ts';

const people = ['ada@mailbox.dev', 'bob@mailbox.dev', 'eve@mailbox.dev'];
const csvOf = (emails: readonly string[]): string => ['email', ...emails].join('\n');

async function switchSending(here: Place, on: boolean): Promise<void> {
  await here.use('update_organization', { id: here.organization.id, sending_enabled: on });
}

/** Creates an organization with double opt-in, with its own sender by default. */
async function asking(here: Place, on: boolean): Promise<number> {
  await here.use('update_organization_settings', { double_opt_in: true, default_from: 'news@acme.dev' });
  await switchSending(here, on);
  return here.platform.mailbox.messages.length;
}

/** The mail sent to the people of these tests after the first `before` mails. */
async function leftSince(here: Place, before: number): Promise<string[]> {
  await here.platform.deliver();
  return here.platform.mailbox.messages
    .slice(before)
    .map(({ to }) => to.address)
    .sort();
}

async function statuses(here: Place): Promise<Record<string, string>> {
  const { data } = await here.use('list_subscribers', { limit: 100 });
  return Object.fromEntries((data as Json[]).map(({ email, status }) => [email, status]));
}

onBothDatabases((place) => {
  describe('an import with double opt-in that an assistant starts while sending is off', () => {
    verifies('import.unasked', 'needs no approval, and its opt-in requests are captured', async () => {
      const here = place();
      const before = await asking(here, false);
      const assistant = assistantIn(here);
      const { refused, result } = await assistant.call('import_subscribers', { csv: csvOf(people) });
      expect([refused, result.status]).toEqual([false, 'queued']);
      expect(await leftSince(here, before)).toEqual([]);
      const { data } = await here.use('list_emails', { delivery_mode: 'captured' });
      expect(data).toHaveLength(people.length);
      // They were captured and remain so.
      await switchSending(here, true);
      expect(await leftSince(here, before)).toEqual([]);
    });

    verifies(
      'import.unasked',
      'skips and counts people who would now get a real request, and a second import needs an approval',
      async () => {
        const here = place();
        const before = await asking(here, false);
        await here.use('create_subscriber', { email: people[0], doubleOptIn: false });
        const assistant = assistantIn(here);
        const csv = csvOf([...people, 'fixture@example.com']);
        const { result } = await assistant.call('import_subscribers', { csv });
        await switchSending(here, true);
        expect(await leftSince(here, before)).toEqual([]);
        const done = await here.use('get_import', { importId: result.id });
        expect(done).toMatchObject({
          status: 'completed',
          result: { rows: 4, refused: 2, pending: 1, reasons: { not_approved: 2 } },
        });
        expect(await reasons(here, result.id)).toEqual([
          '3,not_approved,,"would now get a real opt-in request, which no person approved: import it again"',
          '4,not_approved,,"would now get a real opt-in request, which no person approved: import it again"',
        ]);
        expect(await statuses(here)).toEqual({ [people[0]!]: 'ACTIVE', 'fixture@example.com': 'PENDING' });

        const { preview } = await confirmed(here, 'import_subscribers', { csv });
        expect(preview).toMatchObject({ delivery: 'live', recipients: 2 });
        expect(await leftSince(here, before)).toEqual(people.slice(1));
      },
    );

    verifies(
      'import.unasked',
      'never sends a request that waited for a sender until sending was enabled',
      async () => {
        const here = place();
        const before = await asking(here, false);
        // Without a permitted sender address they wait.
        const other = await here.platform.addOrganization('Owner of acme.dev');
        const owner = here.platform.caller('tools', other.organization);
        await here.platform.call('add_domain', { name: 'taken.dev' }, { caller: owner });
        const { database } = here.platform.platform.engine.store;
        await database.transaction((queries) => queries.run("UPDATE domains SET status = 'verified'", []));
        await here.use('update_organization_settings', { default_from: 'news@taken.dev' });
        const assistant = assistantIn(here);
        await assistant.call('import_subscribers', { csv: csvOf(people) });
        await assistant.call('save_subscribers', {
          subscribers: [{ email: 'joe@mailbox.dev' }, { email: 'sue@mailbox.dev' }],
        });
        expect(await leftSince(here, before)).toEqual([]);
        await switchSending(here, true);
        await here.use('update_organization_settings', { default_from: 'news@acme.dev' });
        expect(await leftSince(here, before)).toEqual([]);
        expect(Object.values(await statuses(here))).toEqual(Array.from({ length: 5 }, () => 'PENDING'));
        expect(here.platform.log).toContainEqual(
          expect.objectContaining({ message: 'an opt-in request could not be sent' }),
        );
        // A day later they can get a request again, with an approval.
        await here.platform.clock.advance(86_400_000);
        const subscribers = people.map((email) => ({ email, doubleOptIn: true }));
        await confirmed(here, 'save_subscribers', { subscribers });
        expect(await leftSince(here, before)).toEqual(people);
      },
    );

    verifies(
      'import.unasked',
      'also captures requests for a file that was uploaded and previewed before',
      async () => {
        const here = place();
        const before = await asking(here, true);
        const previewed = await here.use('import_subscribers', { csv: csvOf(people), start: false });
        await switchSending(here, false);
        const { result } = await assistantIn(here).call('import_subscribers', { importId: previewed.id });
        expect(result.status).toBe('queued');
        await switchSending(here, true);
        expect(await leftSince(here, before)).toEqual([]);
        const done = await here.use('get_import', { importId: previewed.id });
        expect(done.result).toMatchObject({ created: 0, refused: 3, reasons: { not_approved: 3 } });
      },
    );
  });

  describe('while sending is on', () => {
    verifies('import.unasked', 'an import that contains only test recipients needs no approval', async () => {
      const here = place();
      const before = await asking(here, true);
      const assistant = assistantIn(here);
      const fixtures = ['ada@example.com', 'bob@example.com'];
      const { result } = await assistant.call('import_subscribers', { csv: csvOf(fixtures) });
      expect(result.status).toBe('queued');
      expect(await leftSince(here, before)).toEqual([]);
      expect((await here.use('list_emails', { delivery_mode: 'test' })).data).toHaveLength(2);
      const mixed = await assistant.call('import_subscribers', { csv: csvOf([...fixtures, ...people]) });
      expect(mixed.result.name).toBe('confirmation_required');
    });

    verifies('import.unasked', 'an import by a person or with an approval sends every request', async () => {
      const here = place();
      const before = await asking(here, false);
      await here.use('import_subscribers', { csv: csvOf(people.slice(0, 1)) });
      await switchSending(here, true);
      await confirmed(here, 'import_subscribers', { csv: csvOf(people.slice(1)) });
      expect(await leftSince(here, before)).toEqual(people);
    });
  });

  describe('saves with double opt-in by an assistant while sending is off', () => {
    verifies('import.unasked', 'need no approval, and their requests are never sent', async () => {
      const here = place();
      const before = await asking(here, false);
      const assistant = assistantIn(here);
      const subscribers = people.map((email) => ({ email, doubleOptIn: true }));
      const saved = await assistant.call('save_subscribers', { subscribers });
      expect([saved.refused, saved.result.created]).toEqual([false, people.length]);
      await switchSending(here, true);
      expect(await leftSince(here, before)).toEqual([]);
      expect(Object.values(await statuses(here))).toEqual(people.map(() => 'PENDING'));
    });
  });
});
