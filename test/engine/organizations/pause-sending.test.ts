import { describe, expect, onTestFinished, test } from 'vitest';
import { sendCampaign } from '../../../src/engine/campaigns/sending/send-campaign.ts';
import { deliverEmail } from '../../../src/engine/delivery/deliver-email.ts';
import { mailLinks } from '../../../src/engine/people/sign-in-links.ts';
import { runWorkflows } from '../../../src/engine/workflow-runs/run-workflows.ts';
import type { Database } from '../../../src/store/database.ts';
import { claimJobs, type Job, type JobKind } from '../../../src/store/jobs.ts';
import { personIn } from '../../surfaces/console/scene.ts';
import { message, openSmtp, submit } from '../../surfaces/smtp/scene.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addReaders, readers, scheduleCampaign, untilSent } from '../campaigns/campaign-scene.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const leaseMs = 20_000;
const mail = { from: 'hello@acme.dev', to: 'grace@takes-mail.com', subject: 'Hello', markdown: 'Hello' };
const series = {
  name: 'Series',
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  steps: [
    {
      key: 'welcome',
      type: 'send_email',
      from: 'Acme <hello@acme.dev>',
      subject: 'Welcome',
      markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
    },
  ],
};

const pause = (scene: SimulatedPlatform) => scene.call('pause_sending', { reason: 'Wrong prices' });
const resume = (scene: SimulatedPlatform) => scene.call('resume_sending', {});
const reached = ({ mailbox }: SimulatedPlatform) => mailbox.messages.map(({ to }) => to.address).sort();

async function claimed({ platform, clock }: SimulatedPlatform, kind: JobKind): Promise<Job[]> {
  return await claimJobs(platform.engine.store.database, kind, 10, clock.now(), leaseMs, 0);
}

/** Shares a database between processes; the test closes it. */
function shared(database: Database): Database {
  return { ...database, close: async () => {} };
}

describe.each(databases)('while sending is paused, on %s', (name, openDatabase) => {
  const opened = async (): Promise<SimulatedPlatform> => {
    const scene = await openPlatform({ database: await openDatabase() });
    onTestFinished(() => scene.close());
    return scene;
  };

  test('every kind of mail waits, even for days and after a restart, and is sent once after the resume', async () => {
    const database = await openDatabase();
    onTestFinished(() => database.close());
    const first = await openPlatform({ database: shared(database) });
    const { organization, clock } = first;
    await first
      .call('save_workflow', series)
      .then(({ output }) => first.call('activate_workflow', { workflowId: (output as { id: string }).id }));
    await pause(first);
    await first.call('send_email', mail);
    await first.call('send_email', { ...mail, to: 'accepted@example.com' });
    await first.call('create_subscriber', { email: 'eve@takes-mail.com', doubleOptIn: true });
    await addReaders(first, organization, ['ada@takes-mail.com']);
    await first.call('track_event', { name: 'user.signed_up', email: 'ada@takes-mail.com' });
    const campaignId = await scheduleCampaign(first, organization);
    for (let day = 0; day < 5; day += 1) {
      await first.deliver();
      await clock.advance(dayMs);
    }
    expect(first.mailbox.messages).toEqual([]);
    const { output: waiting } = await first.call('get_campaign', { campaignId });
    expect(waiting).toMatchObject({
      status: 'SCHEDULED',
      problem: 'Sending is paused for the organization until a person resumes it',
    });
    await first.close();

    const later = await openPlatform({ database: shared(database), clock, seed: 2 });
    await later.deliver();
    expect(later.mailbox.messages).toEqual([]);
    await resume(later);
    await untilSent(later, organization, campaignId);
    await clock.advance(dayMs);
    await later.deliver();
    expect(reached(later)).toEqual([
      'ada@takes-mail.com',
      'ada@takes-mail.com',
      'eve@takes-mail.com',
      'grace@takes-mail.com',
    ]);
    expect(later.mailbox.messages.filter(({ subject }) => subject === 'Welcome')).toHaveLength(1);
    await later.close();
  });

  test('SMTP submissions are accepted and wait', async () => {
    const scene = await openSmtp({ database: await openDatabase() });
    await pause(scene);
    const reply = await submit(await scene.client(), message(), 'grace@takes-mail.com');
    expect(reply.code).toBe(250);
    await scene.deliver();
    expect(scene.mailbox.messages).toEqual([]);
    await resume(scene);
    await scene.deliver();
    expect(reached(scene)).toEqual(['grace@takes-mail.com']);
  });

  test('other organizations send mail', async () => {
    const scene = await opened();
    const { organization } = await scene.addOrganization('Other');
    await pause(scene);
    await scene.call('send_email', mail);
    await scene.call(
      'send_email',
      { ...mail, to: 'bob@takes-mail.com' },
      {
        caller: scene.caller('tools', organization),
      },
    );
    await scene.deliver();
    expect(reached(scene)).toEqual(['bob@takes-mail.com']);
  });

  test('a mail deferred before the pause keeps the days for its attempts', async () => {
    const scene = await opened();
    scene.mailbox.next(refused(451));
    await scene.call('send_email', mail);
    await scene.deliver();
    await scene.clock.advance(2 * dayMs);
    await pause(scene);
    await scene.clock.advance(5 * dayMs);
    await scene.deliver();
    await resume(scene);
    scene.mailbox.next(refused(451));
    await scene.deliver();
    await scene.clock.advance(dayMs);
    await scene.deliver();
    const { output } = await scene.call('list_emails', {});
    expect(output).toMatchObject({ data: [{ last_event: 'sent' }] });
    expect(scene.mailbox.messages).toHaveLength(3);
  });

  test('a claimed mail returns to the queue without an attempt, and a mail in delivery finishes', async () => {
    const scene = await opened();
    await scene.call('send_email', mail);
    const [job] = await claimed(scene, 'deliver_email');
    const onItsWay = scene.mailbox.hang();
    await scene.call('send_email', { ...mail, to: 'bob@takes-mail.com' });
    const delivering = scene.deliver();
    while (scene.mailbox.inFlight() === 0) await new Promise((resolve) => setImmediate(resolve));
    await pause(scene);
    const attempt = deliverEmail(scene.platform.engine, job!);
    onItsWay.release();
    await Promise.all([delivering, attempt]);
    expect(reached(scene)).toEqual(['bob@takes-mail.com']);
    await resume(scene);
    const [again] = await claimed(scene, 'deliver_email');
    expect(again).toMatchObject({ subject: job!.subject, attempts: 1, unknownAttempts: 0 });
  });

  test('a worker with a claimed campaign or workflow job accepts no more mail', async () => {
    const scene = await opened();
    const { organization, platform } = scene;
    await addReaders(scene, organization, readers(3));
    const campaignId = await scheduleCampaign(scene, organization);
    const { output } = await scene.call('save_workflow', series);
    await scene.call('activate_workflow', { workflowId: (output as { id: string }).id });
    await scene.call('track_event', { name: 'user.signed_up', email: 'reader-1@mailbox.dev' });
    const [campaign] = await claimed(scene, 'send_campaign');
    const [workflows] = await claimed(scene, 'run_workflows');
    await pause(scene);
    await sendCampaign(platform.engine, campaign!);
    await runWorkflows(platform.engine, workflows!);
    const { output: emails } = await scene.call('list_emails', {});
    expect(emails).toMatchObject({ data: [] });
    expect(await claimed(scene, 'send_campaign')).toEqual([]);
    await resume(scene);
    await untilSent(scene, organization, campaignId);
    await scene.deliver();
    expect(reached(scene)).toEqual(
      ['reader-1', 'reader-1', 'reader-2', 'reader-3'].map((name) => `${name}@mailbox.dev`),
    );
  });

  test('a worker in another process stops at the pause and continues after the resume', async () => {
    const database = await openDatabase();
    onTestFinished(() => database.close());
    const door = await openPlatform({ database: shared(database) });
    const other = await openPlatform({ database: shared(database), clock: door.clock, seed: 2 });
    onTestFinished(() => Promise.all([door.close(), other.close()]).then(() => {}));
    other.platform.worker.start();
    await pause(door);
    await door.call('send_email', mail);
    await door.clock.advance(5_000);
    await other.deliver();
    expect(other.mailbox.messages).toEqual([]);
    await resume(door);
    await door.clock.advance(1_000);
    await other.deliver();
    expect(reached(other)).toEqual(['grace@takes-mail.com']);
  });

  test('a campaign ended during the pause mails no recipient after the resume', async () => {
    const scene = await opened();
    const { organization } = scene;
    await addReaders(scene, organization, readers(3));
    const campaignId = await scheduleCampaign(scene, organization, {
      throttle: { perHour: 1, perDomain: null },
    });
    await scene.deliver();
    const before = scene.mailbox.messages.length;
    expect(before).toBeLessThan(3);
    await pause(scene);
    await scene.call('end_campaign', { campaignId });
    await scene.clock.advance(dayMs);
    await scene.deliver();
    await resume(scene);
    await scene.clock.advance(dayMs);
    await scene.deliver();
    expect(scene.mailbox.messages).toHaveLength(before);
  });

  test('an A/B test is extended by the length of the pause', async () => {
    const scene = await opened();
    const { organization, platform } = scene;
    await addReaders(scene, organization, readers(10));
    const variants = ['First', 'Second'].map((subject) => ({
      name: subject,
      subject,
      preview: null,
      body: null,
    }));
    const campaignId = await scheduleCampaign(scene, organization, {
      abTest: { variants, percent: 50, metric: 'opens', waitMinutes: 60, winner: null },
    });
    await scene.deliver();
    const { campaigns } = platform.engine.store.forOrganization(organization.key);
    const standing = async () => (await campaigns.byId(campaignId))!;
    expect((await standing()).progress?.stage).toBe('choosing');
    await scene.clock.advance(30 * minuteMs);
    await pause(scene);
    await scene.clock.advance(dayMs);
    await resume(scene);
    await scene.deliver();
    await scene.clock.advance(29 * minuteMs);
    await scene.deliver();
    expect((await standing()).abTest?.winner).toBe(null);
    await scene.clock.advance(2 * minuteMs);
    await untilSent(scene, organization, campaignId);
    expect((await standing()).abTest?.winner).not.toBe(null);
    expect(reached(scene)).toEqual(readers(10).sort());
  });

  test('a refused opt-in request is retried after the resume', async () => {
    const scene = await opened();
    await pause(scene);
    await scene.call('create_subscriber', { email: 'eve@takes-mail.com', doubleOptIn: true });
    await scene.clock.advance(2 * dayMs);
    // Sends until the recipient guard refuses a mail.
    const fill = () => scene.call('send_email', { ...mail, to: 'eve@takes-mail.com' });
    for (let isFull = false; !isFull; ) {
      isFull = await fill().then(
        () => false,
        () => true,
      );
    }
    await resume(scene);
    await scene.deliver();
    const asked = () => scene.mailbox.messages.filter(({ html }) => html.includes('/confirm'));
    expect(asked()).toEqual([]);
    await scene.clock.advance(dayMs - minuteMs);
    await scene.deliver();
    expect(asked()).toHaveLength(1);
  });

  test('claims do not read organizations that are not paused', async () => {
    const database = await openDatabase();
    const statements: string[] = [];
    const all: typeof database.reader.all = (sql, values) => {
      statements.push(sql);
      return database.reader.all(sql, values);
    };
    const scene = await openPlatform({ database: { ...database, reader: { ...database.reader, all } } });
    onTestFinished(() => scene.close());
    await database.transaction((queries) =>
      queries.run(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
         INSERT INTO organizations (id, name, plan, sending_enabled, timezone, double_opt_in, created_at)
         SELECT 'org_' || n, 'Many', 'free', 1, 'UTC', 0, 1 FROM numbers`,
        [],
      ),
    );
    if (name === 'PostgreSQL') await database.transaction((queries) => queries.run('ANALYZE', []));
    await scene.call('send_email', mail);
    await scene.deliver();
    const sql = statements.find((one) => one.includes('sending_paused_at IS NOT NULL'))!;
    const explain = name === 'PostgreSQL' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    const plan = JSON.stringify(await database.reader.all(`${explain} ${sql}`, ['deliver_email', 1]));
    expect(plan).toContain('organizations_paused');
    expect(plan).not.toMatch(/Seq Scan on organizations|SCAN organizations"/);
  });

  test('sign-in links are still sent, so that a person can resume sending', async () => {
    const scene = await opened();
    await personIn(scene, scene.organization, { email: 'ada@gmail.com' });
    await pause(scene);
    await mailLinks(scene.platform.engine, 'ada@gmail.com', '/console');
    await scene.deliver();
    expect(reached(scene)).toEqual(['ada@gmail.com']);
  });

  test('a second pause keeps the time, actor and reason of the first pause', async () => {
    const scene = await opened();
    await pause(scene);
    const { output: first } = await scene.call('get_organization', {});
    await scene.clock.advance(dayMs);
    await scene.call('pause_sending', { reason: 'Another reason' });
    const { output: again } = await scene.call('get_organization', {});
    const { sending } = first as { sending: object };
    expect(sending).toMatchObject({ status: 'paused', paused_by: null, reason: 'Wrong prices' });
    expect(again).toMatchObject({ sending });
    await resume(scene);
    const { output: resumed } = await scene.call('resume_sending', {});
    expect(resumed).toMatchObject({
      sending: { status: 'active', paused_at: null, paused_by: null, reason: null },
    });
  });
});
