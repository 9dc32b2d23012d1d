import { addPeople, drafted, launched, leave, peopleAt } from '../people.ts';
import { type Answer, type EvalTask, firstOf, timesCalled } from '../task.ts';
import { type EvalWorld, minuteMs, secondMs } from '../world.ts';

/** Starts a throttled campaign, which is still sending during the task. */
async function slowCampaign(world: EvalWorld): Promise<void> {
  await addPeople(world, ...peopleAt(12));
  await drafted(world, { throttle: { perHour: 60 } });
  await world.use('send_campaign', { campaignId: world.known('campaign') });
  await world.pass(2 * minuteMs);
}

async function sentOf(world: EvalWorld): Promise<number> {
  return (await world.campaign(world.known('campaign'))).stats.sent;
}

export const campaignTasks: readonly EvalTask[] = [
  {
    id: 'schedule-in-new-york',
    group: 'campaigns',
    ask: `Please write and schedule a campaign "Winter hours" to everybody with the tag newsletter, for Wednesday 14 January 2026 at 9 in the morning New York time. It should say that from 19 January we open at 10 instead of 9. From Acme, hello@acme.dev.`,
    async world(world) {
      await addPeople(
        world,
        { email: 'n1@mailbox.dev', tags: ['newsletter'] },
        { email: 'n2@mailbox.dev', tags: ['newsletter'] },
        { email: 'x1@mailbox.dev' },
      );
    },
    callsMax: 10,
    async check(world) {
      const campaign = await world.campaignLike(/winter hours/i);
      if (!campaign) return 'there is no campaign Winter hours';
      const { count } = await world.use('preview_campaign_audience', { campaignId: campaign.id });
      return firstOf(
        campaign.status !== 'SCHEDULED' && `it is ${campaign.status}`,
        campaign.scheduledAt !== '2026-01-14T14:00:00.000Z' && `it goes out at ${campaign.scheduledAt}`,
        count !== 2 && `it goes to ${count} people instead of 2`,
        !/10/.test(JSON.stringify(campaign.content)) && 'it does not say 10',
      );
    },
    async script({ call, send }) {
      const { id } = await call('create_campaign', {
        name: 'Winter hours',
        subject: 'New opening hours from 19 January',
        fromName: 'Acme',
        fromEmail: 'hello@acme.dev',
        markdown: `Hello {{firstName|there}},\n\nfrom 19 January we open at 10 instead of 9.\n\n${leave}`,
        audience: { tags: { any: ['newsletter'] } },
      });
      await send('send_campaign', {
        campaignId: id,
        scheduledAt: '2026-01-14T09:00',
        timezone: 'America/New_York',
        idempotency_key: 'winter-hours',
      });
      return 'Scheduled for 14 January at 9:00 in New York, to 2 people.';
    },
    async wrong({ call, send }) {
      const { id } = await call('create_campaign', {
        name: 'Winter hours',
        subject: 'New opening hours from 19 January',
        fromEmail: 'hello@acme.dev',
        markdown: `Hello, from 19 January we open at 10 instead of 9.\n\n${leave}`,
        audience: { tags: { any: ['newsletter'] } },
      });
      await send('send_campaign', { campaignId: id, scheduledAt: '2026-01-14T09:00:00Z' });
      return 'Scheduled for 9:00.';
    },
  },
  {
    id: 'cancel-scheduled',
    group: 'campaigns',
    ask: 'Stop! The campaign "Spring news" must not go out, there is an error in it. Take it back so that I can change it; do not delete it.',
    async world(world) {
      await addPeople(world, ...peopleAt(3));
      await drafted(world);
      await world.use('send_campaign', {
        campaignId: world.known('campaign'),
        scheduledAt: '2026-01-02T09:00:00Z',
      });
      await drafted(world, { name: 'Staff picks', subject: 'What we like' }, 'other');
      await world.use('send_campaign', {
        campaignId: world.known('other'),
        scheduledAt: '2026-01-02T09:00:00Z',
      });
    },
    callsMax: 4,
    async check(world) {
      const { status } = await world.campaign(world.known('campaign'));
      const other = await world.campaign(world.known('other'));
      return firstOf(
        status !== 'DRAFT' && `Spring news is ${status}`,
        other.status !== 'SCHEDULED' && 'the other campaign was stopped as well',
      );
    },
    async script({ call }) {
      const { data } = await call('list_campaigns', { query: 'Spring' });
      await call('cancel_campaign', { campaignId: data[0].id });
      return 'It is a draft again.';
    },
    async wrong({ call }) {
      const { data } = await call('list_campaigns', { status: 'SCHEDULED' });
      for (const { id } of data) await call('cancel_campaign', { campaignId: id });
      return 'Nothing goes out now.';
    },
  },
  {
    id: 'pause-sending',
    group: 'campaigns',
    ask: '"Spring news" is going out right now and I just saw a wrong link in it. Pause it!',
    world: slowCampaign,
    callsMax: 4,
    async check(world) {
      const { status, paused } = await world.campaign(world.known('campaign'));
      return paused ? null : `it is ${status} and not paused`;
    },
    async script({ call }) {
      const { data } = await call('list_campaigns', { status: 'SENDING' });
      await call('pause_campaign', { campaignId: data[0].id });
      return 'It is paused.';
    },
  },
  {
    id: 'resume-paused',
    group: 'campaigns',
    ask: 'I checked the link in "Spring news", it was right after all. Please let the paused campaign go on.',
    async world(world) {
      await slowCampaign(world);
      await world.use('pause_campaign', { campaignId: world.known('campaign') });
    },
    callsMax: 6,
    async check(world) {
      const { paused } = await world.campaign(world.known('campaign'));
      if (paused) return 'it is still paused';
      await world.pass(20 * minuteMs);
      return (await sentOf(world)) === 12 ? null : 'not everybody got it';
    },
    async script({ call, send }) {
      const { data } = await call('list_campaigns', { query: 'Spring' });
      await send('resume_campaign', { campaignId: data[0].id, idempotency_key: 'resume-spring' });
      return 'It goes on.';
    },
  },
  {
    id: 'ab-test',
    group: 'campaigns',
    ask: `Our draft "Spring news" should be tested with two subjects: "What is new this spring" and "The garden is open again". A quarter of the people get the test, more opens win after 4 hours, and then the rest get the better one. Set that up and start it.`,
    async world(world) {
      await addPeople(world, ...peopleAt(40));
      await drafted(world);
    },
    callsMax: 10,
    async check(world) {
      const { abTest, status } = await world.campaign(world.known('campaign'));
      const subjects = abTest?.variants.map(({ subject }: Answer) => subject).sort();
      return firstOf(
        status !== 'SENDING' && `it is ${status}`,
        !abTest && 'there is no A/B test',
        String(subjects) !== 'The garden is open again,What is new this spring' &&
          `the subjects are ${subjects}`,
        abTest?.percent !== 25 && `${abTest?.percent} percent are tested`,
        abTest?.metric !== 'opens' && `${abTest?.metric} decide`,
        abTest?.waitMinutes !== 240 && `it waits ${abTest?.waitMinutes} minutes`,
      );
    },
    async script({ call, send }) {
      const { data } = await call('list_campaigns', { status: 'DRAFT' });
      const { id } = data[0];
      await call('update_campaign', {
        campaignId: id,
        // Without tracking, no variant could win on opens, so the send would be refused.
        tracking: { opens: true },
        abTest: {
          variants: [
            { name: 'A', subject: 'What is new this spring' },
            { name: 'B', subject: 'The garden is open again' },
          ],
          percent: 25,
          metric: 'opens',
          waitMinutes: 240,
        },
      });
      await send('send_campaign', { campaignId: id, idempotency_key: 'spring-ab' });
      return 'The test is running.';
    },
  },
  {
    id: 'preview-then-launch',
    group: 'campaigns',
    ask: 'The draft "Spring news" has a typo in its subject, "sprnig". Correct it, send a test to me at boss@mailbox.dev, and then send it to everybody.',
    async world(world) {
      await addPeople(world, ...peopleAt(6));
      await drafted(world, { subject: 'What is new this sprnig' });
    },
    callsMax: 10,
    async check(world) {
      await world.pass(minuteMs);
      const { subject, status, stats } = await world.campaign(world.known('campaign'));
      const tests = await world.mails({ to: 'boss@mailbox.dev' });
      return firstOf(
        subject !== 'What is new this spring' && `its subject is ${subject}`,
        status !== 'SENT' && `it is ${status}`,
        stats.sent !== 6 && `${stats.sent} got it instead of 6`,
        tests.length !== 1 && `${tests.length} tests went to boss@mailbox.dev`,
        tests.some((mail: Answer) => /sprnig/.test(mail.subject)) && 'the test has the typo',
      );
    },
    async script({ call, send }) {
      const { data } = await call('list_campaigns', { query: 'Spring' });
      const campaignId = data[0].id;
      await call('update_campaign', { campaignId, subject: 'What is new this spring' });
      await call('preview_campaign_audience', { campaignId });
      await send('test_campaign', { campaignId, to: ['boss@mailbox.dev'], idempotency_key: 'spring-test' });
      await send('send_campaign', { campaignId, idempotency_key: 'spring' });
      return 'Corrected, tested and sent.';
    },
  },
  {
    id: 'move-a-launch',
    group: 'campaigns',
    ask: 'The campaign "Spring news" is scheduled for 2 January 2026 at 9:00 UTC. Change its subject to "A new path along the river" and move it to the same hour on 5 January.',
    async world(world) {
      await addPeople(world, ...peopleAt(3));
      await drafted(world);
      await world.use('send_campaign', {
        campaignId: world.known('campaign'),
        scheduledAt: '2026-01-02T09:00:00Z',
      });
    },
    callsMax: 8,
    async check(world) {
      const { subject, status, scheduledAt } = await world.campaign(world.known('campaign'));
      return firstOf(
        status !== 'SCHEDULED' && `it is ${status}`,
        scheduledAt !== '2026-01-05T09:00:00.000Z' && `it goes out at ${scheduledAt}`,
        subject !== 'A new path along the river' && `its subject is ${subject}`,
      );
    },
    async script({ call, send }) {
      const { data } = await call('list_campaigns', { status: 'SCHEDULED' });
      const campaignId = data[0].id;
      await call('cancel_campaign', { campaignId });
      await call('update_campaign', { campaignId, subject: 'A new path along the river' });
      await send('send_campaign', {
        campaignId,
        scheduledAt: '2026-01-05T09:00:00Z',
        idempotency_key: 'spring-on-5-january',
      });
      return 'It goes out on 5 January at 9:00 UTC.';
    },
  },
  {
    id: 'leave-customers-out',
    group: 'campaigns',
    ask: 'Send the draft "Spring news" to the people with the tag newsletter, but to nobody who has the tag customer.',
    async world(world) {
      await addPeople(
        world,
        { email: 'r1@mailbox.dev', tags: ['newsletter'] },
        { email: 'r2@mailbox.dev', tags: ['newsletter', 'customer'] },
        { email: 'r3@mailbox.dev', tags: ['customer'] },
        { email: 'r4@mailbox.dev', tags: ['newsletter'] },
      );
      await drafted(world);
    },
    callsMax: 8,
    async check(world) {
      const reached = world.mailbox.messages.map(({ to }) => to.address).sort();
      return String(reached) === 'r1@mailbox.dev,r4@mailbox.dev'
        ? null
        : `it reached ${reached.join(', ') || 'nobody'}`;
    },
    async script({ call, send }) {
      const { data } = await call('list_campaigns', { status: 'DRAFT' });
      const campaignId = data[0].id;
      await call('update_campaign', {
        campaignId,
        audience: { tags: { any: ['newsletter'], none: ['customer'] } },
      });
      await send('send_campaign', { campaignId, idempotency_key: 'spring-without-customers' });
      return 'Sent to 2 people.';
    },
  },
  {
    id: 'slow-it-down',
    group: 'campaigns',
    ask: 'Send the draft "Spring news" to everybody, but not more than 20 mails an hour, our shop cannot take the rush.',
    async world(world) {
      await addPeople(world, ...peopleAt(25));
      await drafted(world);
    },
    callsMax: 8,
    async check(world, transcript) {
      const { throttle, status } = await world.campaign(world.known('campaign'));
      return firstOf(
        status !== 'SENDING' && `it is ${status}`,
        throttle?.perHour !== 20 && `it has ${throttle?.perHour ?? 'no limit of'} mails an hour`,
        timesCalled(transcript, 'send_email', 'send_email_batch') > 0 && 'mails were sent one by one',
      );
    },
    async script({ call, send }) {
      const { data } = await call('list_campaigns', { status: 'DRAFT' });
      const campaignId = data[0].id;
      await call('update_campaign', { campaignId, throttle: { perHour: 20 } });
      await send('send_campaign', { campaignId, idempotency_key: 'spring-slowly' });
      return 'It goes out at 20 mails an hour.';
    },
  },
  {
    id: 'delete-old-drafts',
    group: 'campaigns',
    ask: 'Please delete the campaigns that are still drafts. Leave what was sent.',
    async world(world) {
      await addPeople(world, ...peopleAt(2));
      await drafted(world, { name: 'Sent already' }, 'sent');
      await launched(world, world.known('sent'));
      await drafted(world, { name: 'Draft one' });
      await drafted(world, { name: 'Draft two' });
      await world.pass(secondMs);
    },
    callsMax: 6,
    async check(world) {
      const { data } = await world.use('list_campaigns', {});
      const names = data.map(({ name }: Answer) => name);
      return String(names) === 'Sent already' ? null : `there are: ${names.join(', ')}`;
    },
    async script({ call }) {
      const { data } = await call('list_campaigns', { status: 'DRAFT' });
      for (const { id } of data) await call('delete_campaign', { campaignId: id });
      return 'Both drafts are deleted.';
    },
  },
];
