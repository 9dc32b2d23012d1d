import { describe, expect, it } from 'vitest';
import { enrolPage } from '../../../../../src/engine/campaigns/sending/enrol-recipients.ts';
import { startCampaign } from '../../../../../src/engine/campaigns/start-campaign.ts';
import { approvedPeopleMax, boundPeopleMax } from '../../../../../src/model/campaign/approved-people.ts';
import { claimJobs } from '../../../../../src/store/jobs.ts';
import { draftCampaign } from '../../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../../engine/campaigns/campaign-scene.ts';
import type { Json } from '../../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import {
  assistantIn,
  begin,
  confirmed,
  heldBack,
  later,
  laterMs,
  mailedBy,
  sent,
  stands,
  tagged,
  toTagged,
} from '../approved-scene.ts';

const friends = ['ada@mailbox.dev', 'bob@mailbox.dev', 'cleo@mailbox.dev'];
const newcomers = ['xan@else.dev', 'yve@else.dev', 'zoe@else.dev'];

const others = (newcomers: string, people: number) =>
  heldBack(
    `${newcomers} of the ${people} people now in its audience ${was(newcomers)} not approved, or not with this address`,
  );
const was = (newcomers: string) => (newcomers === '1' ? 'was' : 'were');

/** Takes a tag from some people and gives it to others. */
async function moveTag(here: Place, tag: string, from: readonly string[], to: readonly string[]) {
  for (const subscriber of from) await here.use('remove_subscriber_tags', { subscriber, tags: [tag] });
  if (to.length > 0) await tagged(here, tag, to);
}

/** A scheduled campaign to three friends, with a person's approval. */
async function toFriends(here: Place, fields: object = {}) {
  const made = await toTagged(here, 'friend', friends, fields);
  await confirmed(here, 'send_campaign', { campaignId: made.campaignId, scheduledAt: later(here) });
  return made;
}

/** A scheduled campaign to all `amount` subscribers. */
async function toAll(here: Place, amount: number): Promise<string> {
  await addReaders(here.platform, here.organization, readers(amount));
  const { id } = await draftCampaign(here);
  await confirmed(here, 'send_campaign', { campaignId: id, scheduledAt: later(here) });
  return id;
}

/** The same number of people join and leave. */
async function exchange(here: Place, amount: number): Promise<void> {
  for (const subscriber of readers(amount)) await here.use('unsubscribe_subscriber', { subscriber });
  await addReaders(here.platform, here.organization, readers(amount, 'else.dev'));
}

/** Reads the stored approved audience of a campaign. */
async function keptOf(here: Place, campaignId: string) {
  const { store } = here.platform.platform.engine;
  return (await store.forOrganization(here.organization.key).campaigns.byId(campaignId))!.approvedPeople;
}

/**
 * Calls `send_campaign`; returns why a person has to be asked, null if it is sent, and the token to continue
 * with.
 */
async function trySend(here: Place, given: { campaignId: string; confirmation_token?: string }) {
  const { refused, result } = await assistantIn(here).call('send_campaign', given);
  if (!refused) return { reason: null, token: undefined };
  expect(result.name).toBe('confirmation_required');
  return { reason: result.details.reason, token: result.details.confirmation_token as string };
}

onBothDatabases((place) => {
  describe('an approved campaign', () => {
    it('waits for a person if its segment now contains the same number of other people', async () => {
      const here = place();
      const { campaignId, segmentId } = await toFriends(here);
      await here.use('create_tag', { name: 'newcomer' });
      await tagged(here, 'newcomer', newcomers);
      const rule = { field: 'tags', operator: 'eq', value: 'newcomer' };
      await here.use('update_segment', { segmentId, rule });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(others('3', 3));
      await begin(here);
      expect(await mailedBy(here, campaignId)).toEqual([]);
      const { preview } = await confirmed(here, 'resume_campaign', { campaignId });
      expect(preview.warnings).toContainEqual(expect.stringMatching(/^3 of the 3 people/));
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(3));
      expect(await mailedBy(here, campaignId)).toEqual(newcomers);
    });

    it('waits for a person even if some people are skipped because of the token’s limits', async () => {
      const limited = { name: 'limited', allowed_recipients: ['*@mailbox.dev'] };
      const { token } = await place().platform.addToken(place().organization, limited);
      const here = { ...place(), token };
      const { campaignId } = await toFriends(here);
      await moveTag(here, 'friend', friends, ['new@mailbox.dev', ...newcomers.slice(1)]);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(others('3', 3));
      const { preview } = await confirmed(here, 'resume_campaign', { campaignId });
      expect(preview).toMatchObject({ recipients: 1, skipped: [{ reason: 'not_allowed', count: 2 }] });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(1));
    });

    it('waits for a person if one subscriber lost the tag and another got it', async () => {
      const here = place();
      const { campaignId } = await toFriends(here);
      await moveTag(here, 'friend', friends.slice(0, 1), newcomers.slice(0, 1));
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(others('1', 3));
    });

    it('counts a subscriber with a new address as another subscriber', async () => {
      const here = place();
      const { campaignId } = await toFriends(here);
      await here.use('update_subscriber', { subscriber: friends[0], email: 'newcomer@else.dev' });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(others('1', 3));
      await confirmed(here, 'resume_campaign', { campaignId });
      await begin(here);
      expect(await mailedBy(here, campaignId)).toEqual([...friends.slice(1), 'newcomer@else.dev']);
    });

    it('counts an address in another spelling as the same subscriber', async () => {
      const here = place();
      const { campaignId } = await toFriends(here);
      await here.use('update_subscriber', { subscriber: friends[0], email: 'Ada@Mailbox.dev' });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(3));
    });

    it('is sent although most people left and one came back', async () => {
      const here = place();
      const { campaignId } = await toFriends(here);
      for (const subscriber of friends) await here.use('unsubscribe_subscriber', { subscriber });
      await here.use('create_subscriber', {
        email: friends[1],
        resubscribe: true,
        consent: { source: 'sign-up form' },
      });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(1));
      expect(await mailedBy(here, campaignId)).toEqual([friends[1]]);
    });

    it('accepts changes of two of 200 people, but not of three', async () => {
      const here = place();
      const two = await toAll(here, 200);
      await exchange(here, 2);
      await begin(here);
      expect(await stands(here, two)).toEqual(sent(200));
      const another = await draftCampaign(here);
      await confirmed(here, 'send_campaign', { campaignId: another.id, scheduledAt: later(here) });
      for (const reader of ['a', 'b', 'c']) {
        const subscriber = readers(10)[reader.charCodeAt(0) - 'a'.charCodeAt(0) + 5];
        await here.use('unsubscribe_subscriber', { subscriber });
        await addReaders(here.platform, here.organization, [`${reader}@third.dev`]);
      }
      await begin(here);
      expect(await stands(here, another.id)).toEqual(others('3', 200));
    });

    it('compares only a sample if there are more people than can be stored', async () => {
      const here = place();
      const people = approvedPeopleMax + 500;
      const id = await toAll(here, people);
      expect(await keptOf(here, id)).toMatchObject({ whole: false, drawn: { length: approvedPeopleMax } });
      await exchange(here, people / 10);
      await begin(here);
      const { paused, problem, mails } = await stands(here, id);
      expect([paused, mails]).toEqual([true, 0]);
      const read =
        /^(\d+) of a sample of (\d+) of the (\d+) people now in its audience were not approved/.exec(problem);
      expect(read?.slice(2).map(Number)).toEqual([approvedPeopleMax, people]);
      expect(Number(read?.[1])).toBeGreaterThan(50);
      expect(Number(read?.[1])).toBeLessThan(150);
    });

    it('accepts changes of 1 % in such a sample', async () => {
      const here = place();
      const people = approvedPeopleMax + 200;
      const id = await toAll(here, people);
      await exchange(here, people / 100);
      await begin(here);
      expect(await stands(here, id)).toEqual(sent(people));
    });

    it('deletes the stored people after their enrollment or its cancellation', async () => {
      const here = place();
      const { campaignId } = await toFriends(here);
      const kept = await keptOf(here, campaignId);
      expect(kept).toMatchObject({ whole: true, drawn: { length: 3 } });
      for (const email of friends) expect(JSON.stringify(kept)).not.toContain(email.split('@')[0]);
      await here.use('cancel_campaign', { campaignId });
      expect(await keptOf(here, campaignId)).toBeNull();
      await confirmed(here, 'send_campaign', { campaignId, scheduledAt: later(here) });
      expect(await keptOf(here, campaignId)).not.toBeNull();
      await begin(here);
      expect([await stands(here, campaignId), await keptOf(here, campaignId)]).toEqual([sent(3), null]);
    });

    it('that a program sends over REST goes to its audience at the start, without a stored sample', async () => {
      const here = place();
      const { campaignId } = await toTagged(here, 'friend', friends);
      const body = { scheduledAt: later(here) };
      const { status } = await here.http('POST', `/api/v2/campaigns/${campaignId}/send`, { body });
      expect([status, await keptOf(here, campaignId)]).toEqual([200, null]);
      await moveTag(here, 'friend', friends, newcomers);
      await begin(here);
      expect(await mailedBy(here, campaignId)).toEqual(newcomers);
    });
  });

  describe('after an approved campaign has begun,', () => {
    it('a recipient who changes their address while waiting is skipped, and the others get their mail', async () => {
      const here = place();
      const { campaignId } = await toFriends(here, { throttle: { perHour: 1 } });
      await here.platform.clock.advance(laterMs);
      await here.platform.deliver();
      expect(await mailedBy(here, campaignId)).toHaveLength(1);
      const late = (await here.use('list_campaign_recipients', { campaignId, state: 'WAITING' })).data;
      await here.use('update_subscriber', { subscriber: late[0].email, email: 'newcomer@else.dev' });
      for (let hour = 0; hour < 5; hour += 1) {
        await here.platform.clock.advance(laterMs);
        await here.platform.deliver();
      }
      expect(await stands(here, campaignId)).toEqual(sent(2));
      expect(await mailedBy(here, campaignId)).toEqual(friends.filter((email) => email !== late[0].email));
      const { data } = await here.use('list_campaign_recipients', { campaignId, state: 'SKIPPED' });
      expect(data).toMatchObject([{ email: 'newcomer@else.dev', reason: 'address_changed' }]);
      const { stats } = await here.use('get_campaign', { campaignId });
      expect(stats).toMatchObject({ recipients: 3, skipped: 1 });
    });

    it('a recipient who was suppressed or unsubscribed at the start gets no mail later', async () => {
      const here = place();
      const [suppressed, gone] = newcomers as [string, string];
      const { campaignId } = await toTagged(here, 'friend', [...friends, suppressed, gone], {
        throttle: { perHour: 1 },
      });
      await here.use('add_suppressions', { emails: [suppressed] });
      const given = { campaignId, scheduledAt: later(here) };
      const { preview } = await confirmed(here, 'send_campaign', given);
      expect(preview.recipients).toBe(4);
      await here.platform.clock.advance(laterMs);
      const { engine } = here.platform.platform;
      const now = here.platform.clock.now();
      for (const job of await claimJobs(engine.store.database, 'send_campaign', 10, now, 1, 0)) {
        await startCampaign(engine, job);
      }
      // A person who leaves during enrolment has a row.
      await here.use('unsubscribe_subscriber', { subscriber: gone });
      await begin(here);
      await here.use('remove_suppressions', { emails: [suppressed] });
      await here.use('create_subscriber', {
        email: gone,
        resubscribe: true,
        consent: { source: 'sign-up form' },
      });
      for (let hour = 0; hour < 5; hour += 1) await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(3));
      expect(await mailedBy(here, campaignId)).toEqual(friends);
      const { data } = await here.use('list_campaign_recipients', { campaignId, state: 'SKIPPED' });
      expect(data.map(({ email, reason }: Json) => [email, reason]).sort()).toEqual([
        [suppressed, 'suppressed'],
        [gone, 'unsubscribed'],
      ]);
      const { stats } = await here.use('get_campaign', { campaignId });
      expect(stats).toMatchObject({ recipients: 5, skipped: 2 });
    });

    it('no recipient is skipped if no approval was needed', async () => {
      const here = place();
      const { campaignId } = await toTagged(here, 'friend', friends, { throttle: { perHour: 1 } });
      await here.use('send_campaign', { campaignId });
      await here.platform.deliver();
      const late = (await here.use('list_campaign_recipients', { campaignId, state: 'WAITING' })).data;
      await here.use('update_subscriber', { subscriber: late[0].email, email: 'new@mailbox.dev' });
      for (let hour = 0; hour < 5; hour += 1) {
        await here.platform.clock.advance(laterMs);
        await here.platform.deliver();
      }
      expect(await mailedBy(here, campaignId)).toContain('new@mailbox.dev');
    });

    describe('and was paused before any recipient was enrolled,', () => {
      const pausedAtOnce = async (here: Place, gathered = false) => {
        await addReaders(here.platform, here.organization, newcomers);
        const { campaignId } = await toFriends(here);
        if (gathered) await moveTag(here, 'friend', friends, newcomers);
        await here.platform.clock.advance(laterMs);
        const { engine } = here.platform.platform;
        const now = here.platform.clock.now();
        // Leaves the state of a worker that died at this point.
        for (const job of await claimJobs(engine.store.database, 'send_campaign', 10, now, 1, 0)) {
          await startCampaign(engine, job);
          if (gathered) await enrolPage(engine, job);
        }
        await here.use('pause_campaign', { campaignId });
        return campaignId;
      };

      it('it goes to the people approved at its resume', async () => {
        const here = place();
        const campaignId = await pausedAtOnce(here);
        await tagged(here, 'friend', newcomers);
        const { preview } = await confirmed(here, 'resume_campaign', { campaignId });
        expect(preview.recipients).toBe(6);
        await begin(here);
        expect(await stands(here, campaignId)).toEqual(sent(6));
      });

      it('it goes to them even if it was paused after the enrollment, but before the comparison', async () => {
        const here = place();
        const campaignId = await pausedAtOnce(here, true);
        const { preview } = await confirmed(here, 'resume_campaign', { campaignId });
        expect([preview.recipients, await keptOf(here, campaignId)]).toMatchObject([3, { whole: true }]);
        await begin(here);
        expect(await stands(here, campaignId)).toEqual(sent(3));
        expect(await mailedBy(here, campaignId)).toEqual(newcomers);
      });

      it('it waits again if its audience has changed by then', async () => {
        const here = place();
        const campaignId = await pausedAtOnce(here);
        await confirmed(here, 'resume_campaign', { campaignId });
        await here.use('unsubscribe_subscriber', { subscriber: friends[0] });
        await tagged(here, 'friend', newcomers.slice(0, 1));
        await begin(here);
        expect(await stands(here, campaignId)).toEqual(others('1', 3));
      });
    });

    it.each<[string, number, (here: Place, waiting: string[]) => Promise<unknown>]>([
      [
        'a person changed their address',
        0,
        (here, [subscriber]) => here.use('update_subscriber', { subscriber, email: newcomers[0] }),
      ],
      [
        'one person has returned and another has left',
        1,
        async (here, [left, other]) => {
          await here.use('unsubscribe_subscriber', { subscriber: other });
          await here.use('create_subscriber', {
            email: left,
            resubscribe: true,
            consent: { source: 'sign-up form' },
          });
        },
      ],
    ])('a resumed campaign needs a new approval if %s', async (_what, recipients, change) => {
      const here = place();
      const { campaignId } = await toFriends(here, { throttle: { perHour: 1 } });
      await here.platform.clock.advance(laterMs);
      await here.platform.deliver();
      await here.use('pause_campaign', { campaignId });
      const { data } = await here.use('list_campaign_recipients', { campaignId, state: 'WAITING' });
      const waiting: string[] = data.map(({ email }: Json) => email);
      expect(waiting).toHaveLength(2);
      await here.use('unsubscribe_subscriber', { subscriber: waiting[0] });
      const assistant = assistantIn(here);
      const shown = (await assistant.call('resume_campaign', { campaignId })).result.details;
      expect(shown.preview.recipients).toBe(1);
      await change(here, recipients === 1 ? waiting : waiting.slice(1));
      const { confirmation_token } = shown;
      const { result } = await assistant.call('resume_campaign', { campaignId, confirmation_token });
      expect(result.details).toMatchObject({ reason: 'changed', preview: { recipients } });
    });
  });

  describe('the confirmation of a campaign', () => {
    const given = async (here: Place) => {
      const { campaignId } = await toTagged(here, 'friend', friends);
      const { token } = await trySend(here, { campaignId });
      return { campaignId, confirmation_token: token! };
    };

    it.each<[string, (here: Place) => Promise<unknown>]>([
      ['the tag moved to as many other people', (here) => moveTag(here, 'friend', friends, newcomers)],
      [
        'a person changed their address',
        (here) => here.use('update_subscriber', { subscriber: friends[2], email: newcomers[0] }),
      ],
      ['a person was added', (here) => moveTag(here, 'friend', [], newcomers.slice(0, 1))],
      ['a person has left', (here) => moveTag(here, 'friend', friends.slice(0, 1), [])],
      [
        'a person was erased and returned',
        async (here) => {
          await here.use('delete_subscriber', { subscriber: friends[0] });
          await tagged(here, 'friend', friends.slice(0, 1));
        },
      ],
    ])('is invalid if %s', async (_what, change) => {
      const here = place();
      const call = await given(here);
      await change(here);
      const { reason, token } = await trySend(here, call);
      expect(reason).toBe('changed');
      expect((await here.use('get_campaign', { campaignId: call.campaignId })).status).toBe('DRAFT');
      expect((await trySend(here, { ...call, confirmation_token: token! })).reason).toBeNull();
    });

    it('stays valid if people were edited and one may not be mailed', async () => {
      const here = place();
      const call = await given(here);
      await here.use('update_subscriber', { subscriber: friends[0], firstName: 'Ada' });
      await tagged(here, 'friend', newcomers.slice(0, 1));
      await here.use('unsubscribe_subscriber', { subscriber: newcomers[0] });
      await tagged(here, 'friend', newcomers.slice(1, 2));
      await here.use('add_suppressions', { emails: newcomers.slice(1, 2) });
      expect((await trySend(here, call)).reason).toBeNull();
    });

    it('tolerates a few changes among more people than can be stored, but not many', async () => {
      const here = place();
      const people = approvedPeopleMax + 200;
      await addReaders(here.platform, here.organization, readers(people));
      const { id: campaignId } = await draftCampaign(here);
      let { token } = await trySend(here, { campaignId });
      await exchange(here, people / 4);
      const exchanged = await trySend(here, { campaignId, confirmation_token: token! });
      expect(exchanged.reason).toBe('changed');
      token = exchanged.token;
      // Probability that a newcomer is in the confirmation's sample; ten in a row is impossible in practice.
      expect(people / boundPeopleMax).toBe(12);
      let came = 0;
      for (; came < 10; came += 1) {
        await addReaders(here.platform, here.organization, [`one-more-${came}@third.dev`]);
        const { reason, token: next } = await trySend(here, { campaignId, confirmation_token: token! });
        if (reason === null) break;
        token = next;
      }
      expect(came).toBeLessThan(10);
    });
  });
});
