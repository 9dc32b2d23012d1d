import { describe, expect, it, onTestFinished } from 'vitest';
import { invoke } from '../../../../../src/contract/invoke.ts';
import { hourMs } from '../../../../../src/model/instant.ts';
import { callerIn, draftCampaign, leave, toolNamed } from '../../../../engine/approval/preview-scene.ts';
import { addReaders, readers, untilSent } from '../../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import {
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

/** A scheduled campaign to one person by a segment, with a person's approval. */
async function toOne(here: Place, fields: object = {}) {
  await here.use('create_tag', { name: 'all' });
  await tagged(here, 'all', readers(60));
  const { campaignId, segmentId, rule } = await toTagged(here, 'vip', ['one@mailbox.dev'], fields);
  const approval = await confirmed(here, 'send_campaign', { campaignId, scheduledAt: later(here) });
  expect([approval.preview.recipients, approval.sent.status]).toEqual([1, 'SCHEDULED']);
  const widen = async () => {
    const all = { field: 'tags', operator: 'eq', value: 'all' };
    await here.use('update_segment', { segmentId, rule: { or: [rule, all] } });
  };
  return { campaignId, widen };
}

/** A scheduled campaign to all `amount` subscribers. */
async function toMany(here: Place, amount: number, fields: object = {}): Promise<string> {
  await addReaders(here.platform, here.organization, readers(amount));
  const { id } = await draftCampaign(here, fields);
  await confirmed(here, 'send_campaign', { campaignId: id, scheduledAt: later(here) });
  return id;
}

const tooMany = (people: number, approval: string) =>
  heldBack(`${people} people are now in its audience, but ${approval} approved`);

onBothDatabases((place) => {
  describe('an approved campaign needs a second approval', () => {
    it('if its segment was widened before the start, and is sent after that approval', async () => {
      const here = place();
      const { campaignId, widen } = await toOne(here);
      await widen();
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(tooMany(61, '1 was'));
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(tooMany(61, '1 was'));
      const { preview } = await confirmed(here, 'resume_campaign', { campaignId });
      expect(preview.recipients).toBe(61);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(61));
    });

    it('if people in its audience got its tag later', async () => {
      const here = place();
      await here.use('create_tag', { name: 'vip' });
      await tagged(here, 'vip', ['one@mailbox.dev', 'two@mailbox.dev']);
      const { id } = await draftCampaign(here, {
        audience: { tags: { any: ['vip'] } },
        timezone: 'Europe/Berlin',
      });
      const { preview } = await confirmed(here, 'send_campaign', {
        campaignId: id,
        scheduledAt: later(here),
      });
      expect(preview).toMatchObject({
        audience: '⟦ACTIVE subscribers with tag “vip”⟧',
        scheduled_local: expect.stringMatching(/^\w+ \d+ \w+ 2026 at \d\d:\d\d \(Europe\/Berlin\)$/),
      });
      await tagged(here, 'vip', readers(60));
      await begin(here);
      expect(await stands(here, id)).toEqual(tooMany(62, '2 were'));
    });

    it.each([
      ['with a throttle', { throttle: { perHour: 1 } }, {}],
      [
        'as an A/B test',
        {
          abTest: {
            variants: [
              { name: 'A', subject: 'One' },
              { name: 'B', subject: 'Two' },
            ],
            percent: 50,
            metric: 'opens',
            waitMinutes: 1,
          },
        },
        { opens: true },
      ],
    ])('even %s', async (_how, fields, tracking) => {
      const here = place();
      const { campaignId, widen } = await toOne(here, { ...fields, tracking });
      await widen();
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(tooMany(61, '1 was'));
      await confirmed(here, 'resume_campaign', { campaignId });
      await untilSent(here.platform, here.organization, campaignId, { stepMs: hourMs });
      expect(await mailedBy(here, campaignId)).toHaveLength(61);
    });

    it('if its audience grew by more than 1 %, but not by less', async () => {
      const here = place();
      const id = await toMany(here, 200);
      await addReaders(here.platform, here.organization, readers(2, 'other.dev'));
      const more = await draftCampaign(here);
      await confirmed(here, 'send_campaign', { campaignId: more.id, scheduledAt: later(here) });
      await addReaders(here.platform, here.organization, readers(1, 'third.dev'));
      await begin(here);
      expect(await stands(here, id)).toEqual(tooMany(203, '200 were'));
      expect(await stands(here, more.id)).toEqual(sent(203));
    });

    it('even if the new recipients are beyond the first page of its list', async () => {
      const here = place();
      const id = await toMany(here, 3);
      await addReaders(here.platform, here.organization, readers(5_100, 'other.dev'));
      await begin(here);
      expect(await stands(here, id)).toEqual(tooMany(5_103, '3 were'));
    });

    it('unless an operator resumes it', async () => {
      const here = place();
      const { campaignId, widen } = await toOne(here);
      await widen();
      await begin(here);
      const { status } = await here.http('POST', `/api/v2/campaigns/${campaignId}/resume`);
      expect(status).toBe(200);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(61));
    });

    it('if its worker crashed between the last row and the decision', async () => {
      const here = place();
      const { campaignId, widen } = await toOne(here);
      const { store } = here.platform.platform.engine;
      await widen();
      await here.platform.clock.advance(laterMs);
      const stage = async () =>
        (await store.forOrganization(here.organization.key).campaigns.byId(campaignId))?.progress?.stage;
      const { transaction } = store.database;
      let deaths = 0;
      onTestFinished(() => {
        store.database.transaction = transaction;
      });
      store.database.transaction = async (work) => {
        // Every transaction from here on is lost, until another worker takes over.
        if ((await stage()) === 'gathered' && deaths < 5) {
          deaths += 1;
          throw new Error('the process has died');
        }
        return await transaction(work);
      };
      await here.platform.deliver().catch(() => {});
      expect([deaths > 0, await stage()]).toEqual([true, 'gathered']);
      store.database.transaction = transaction;
      expect(await stands(here, campaignId)).toMatchObject({ paused: false, mails: 0 });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(tooMany(61, '1 was'));
    });

    it('when an assistant resumes it through an interface without approvals', async () => {
      const here = place();
      const { campaignId, widen } = await toOne(here);
      await widen();
      await begin(here);
      const { engine } = here.platform.platform;
      const resuming = invoke(engine, toolNamed('resume_campaign'), await callerIn(here), { campaignId });
      await expect(resuming).rejects.toMatchObject({ failure: 'confirmation_required' });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(tooMany(61, '1 was'));
    });
  });

  describe('an approved campaign is sent', () => {
    it('to fewer people than approved', async () => {
      const here = place();
      const id = await toMany(here, 20);
      for (const reader of readers(5)) await here.use('unsubscribe_subscriber', { subscriber: reader });
      await begin(here);
      expect(await stands(here, id)).toEqual(sent(15));
    });

    it('with many suppressed people in its audience, who were not in the preview', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, readers(20));
      await here.use('add_suppressions', { emails: readers(15) });
      const { id } = await draftCampaign(here);
      const given = { campaignId: id, scheduledAt: later(here) };
      expect((await confirmed(here, 'send_campaign', given)).preview.recipients).toBe(5);
      await begin(here);
      expect(await stands(here, id)).toMatchObject({ status: 'SENT', paused: false, problem: null });
    });

    it('to its whole audience after an operator cancelled and sent it', async () => {
      const here = place();
      const { campaignId, widen } = await toOne(here);
      await widen();
      await here.use('cancel_campaign', { campaignId });
      await here.use('send_campaign', { campaignId });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(61));
    });
  });

  it('a campaign that a program sends over REST goes to its audience at the start', async () => {
    const here = place();
    await addReaders(here.platform, here.organization, readers(1));
    const { id } = await draftCampaign(here, { markdown: `Hello. ${leave}` });
    const { status } = await here.http('POST', `/api/v2/campaigns/${id}/send`, {
      body: { scheduledAt: later(here) },
    });
    expect(status).toBe(200);
    await addReaders(here.platform, here.organization, readers(30, 'other.dev'));
    await begin(here);
    expect(await stands(here, id)).toEqual(sent(31));
  });
});
