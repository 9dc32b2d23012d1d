import { beforeEach, expect, test } from 'vitest';
import { gallery } from '../../../../src/surfaces/console/pages/workflows/gallery.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { mailStep, tagStep, work } from '../../../tools/workflows/scene.ts';
import { type Browser, type Page, personIn, signedIn } from '../scene.ts';

const hostile = '"><img src=x onerror=alert(1)>';

/** The text of a page as a person reads it. */
const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<\/?(?:bdi|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

const begun = { type: 'EVENT', name: 'signed_up' };
const steps = [
  mailStep('hello', 'Hello there'),
  { key: 'later', type: 'delay', duration: '3 days' },
  {
    key: 'paid',
    type: 'wait_for_event',
    name: 'order.paid',
    timeout: '7 days',
    received: [{ key: 'buyer', ...tagStep('buyer') }],
    timed_out: [mailStep('reminder', 'Still there?')],
  },
];

onBothDatabases((place) => {
  let here: Place;
  let admin: Browser;
  let author: Browser;
  let viewer: Browser;
  let id: string;
  let path: string;

  const personWith = async (role: 'admin' | 'author' | 'viewer'): Promise<Browser> => {
    const email = `${role}@gmail.com`;
    return await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email, roles: [role] }),
    );
  };
  const enter = async (...names: string[]): Promise<void> => {
    for (const name of names)
      await here.use('track_event', { name: 'signed_up', email: `${name}@reader.dev` });
    await work(here);
  };
  const logged = async (tool: string): Promise<[string, string][]> => {
    const { data } = await here.use('list_audit_log', { tool });
    return data.map(({ outcome, cause }: { outcome: string; cause: { door: string }[] }) => [
      outcome,
      cause[0]!.door,
    ]);
  };
  const activate = async (at: Browser, form: Record<string, string> = {}): Promise<Page> => {
    const shown = await at.get(`${path}/activate`);
    const about = /name="about" value="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    return await at.post(`${path}/activate`, { about, running: 'finish', ...form });
  };

  beforeEach(async () => {
    here = place();
    await here.use('update_organization_settings', { default_from: 'hello@acme.test' });
    [admin, author, viewer] = [
      await personWith('admin'),
      await personWith('author'),
      await personWith('viewer'),
    ];
    ({ id } = await here.use('save_workflow', { name: 'Series', trigger: begun, steps }));
    path = `/console/workflows/${id}`;
  });

  test('the outline shows the number of people at each step, and a list shows every workflow', async () => {
    await here.use('activate_workflow', { workflowId: id });
    await enter('ada', 'mina');
    const one = textOf(await viewer.get(path));
    for (const part of [
      'Starts with the event “signed_up” Once per person 2 started',
      'Send “Hello there” From "Acme" &lt;hello@acme.test&gt;. Sent to 2 No people here',
      'Wait 3 days 2 people here',
      'Wait for “order.paid”, at most 7 days No people here',
      'It happened Add the tag “buyer” No people here',
      'Not within 7 days Send “Still there?”',
    ]) {
      expect(one).toContain(part);
    }
    const listed = textOf(await viewer.get('/console/workflows'));
    expect(listed).toMatch(/Series On 2 2 0/);
    expect(listed).toContain('All 1 Draft 0 On 1 Paused 0 Archived 0');
    expect(textOf(await viewer.get('/console/workflows?state=DRAFT'))).toContain('No matching workflows');
  });

  test('a step whose sender may not send is stuck', async () => {
    await here.use('activate_workflow', { workflowId: id });
    const { settings } = here.platform.platform.engine;
    settings.requireVerifiedDomain = true;
    await enter('ada');
    const page = await viewer.get(path);
    settings.requireVerifiedDomain = false;
    expect(page.text).toMatch(/<span class="sq bad">/);
    expect(textOf(page)).toContain('1 stuck here');
  });

  test('People filters by step and state, and Report counts mails and reactions of each step', async () => {
    expect(textOf(await viewer.get(`${path}/report`))).toContain('No figures yet');
    await here.use('activate_workflow', { workflowId: id });
    await enter('ada', 'mina');
    await here.platform.deliver();
    expect((await viewer.get(path)).text).toContain(`href="${path}/runs?step=later"`);
    const waiting = await viewer.get(`${path}/runs?step=later&state=WAITING`);
    expect(textOf(waiting)).toContain('ada@reader.dev');
    const none = await viewer.get(`${path}/runs?step=hello`);
    expect(none.text).toContain('<option value="hello" selected>');
    expect(none.text).not.toContain('ada@reader.dev');
    const { data } = await here.use('list_emails', { to: 'ada@reader.dev' });
    await here.platform.platform.engine.store.database.transaction(async (queries) => {
      for (const [type, machine] of [
        ['opened', 0],
        ['opened', 1],
        ['clicked', 0],
      ]) {
        await queries.run(
          `INSERT INTO email_events (organization, email_id, type, at, machine, details) VALUES ($1, $2, $3, 1, $4, '{}')`,
          [here.organization.key, data[0].id, type!, machine!],
        );
      }
    });
    const report = textOf(await viewer.get(`${path}/report`));
    expect(report).toContain('Entered 2 In progress 2 Finished 0 Left before the end 0 Failed 0');
    expect(report).toContain('Send “Hello there” 0 2 2 1 1');
    expect(report).toContain('Wait 3 days 2 0 – – –');
  });

  test('an admin deletes a workflow that is off, after a dialog that names it', async () => {
    const page = await admin.get(path);
    expect(textOf(page)).toContain('Delete Series?');
    expect((await author.post(`${path}/delete`)).status).toBe(403);
    await here.use('activate_workflow', { workflowId: id });
    expect((await admin.get(path)).text).not.toContain(`${path}/delete`);
    expect((await admin.post(`${path}/delete`)).status).toBe(409);
    await here.use('pause_workflow', { workflowId: id });
    const deleted = await admin.post(`${path}/delete`);
    expect(deleted.headers.get('location')).toBe('/console/workflows?done=deleted');
    expect(textOf(await admin.get('/console/workflows?done=deleted'))).toContain('Deleted.');
    expect((await admin.get(path)).status).toBe(404);
    expect(await logged('delete_workflow')).toContainEqual(['done', 'console']);
  });

  test('a run is found by address and explained', async () => {
    await here.use('activate_workflow', { workflowId: id });
    await enter('ada');
    const found = await viewer.get(`${path}/runs?subscriber=ada@reader.dev`);
    expect(textOf(found)).toContain(
      'Waiting. ada@reader.dev: At “Wait 3 days”. Waits until 4 Jan 2026, 00:00.',
    );
    const run = /href="([^"]*\/runs\/run_\w+)"/.exec(found.text)![1]!;
    expect(textOf(await viewer.get(run))).toMatch(
      /Entered .*Send “Hello there” .*Show the email .*Waiting At “Wait 3 days”/,
    );
    expect(textOf(await viewer.get(`${path}/runs?subscriber=none@reader.dev`))).toContain(
      'No subscriber has the address none@reader.dev',
    );
    await here.platform.clock.advance(3 * 86_400_000);
    await work(here);
    await here.use('track_event', { name: 'order.paid', email: 'ada@reader.dev' });
    await work(here);
    // A sign-in lasts 12 hours.
    const reader = { email: 'reader@gmail.com', roles: ['viewer'] as const };
    const later = await signedIn(here.platform, await personIn(here.platform, here.organization, reader));
    expect(textOf(await later.get(run))).toMatch(
      /It happened\. .*Add the tag “buyer” .*Finished: no step follows\./,
    );
  });

  test('an admin cancels a run, and the audit log names it', async () => {
    await here.use('activate_workflow', { workflowId: id });
    await enter('ada');
    const run = (await here.use('list_workflow_runs', { workflowId: id })).data[0].id;
    expect((await admin.post(`${path}/runs/${run}/cancel`)).status).toBe(303);
    expect(textOf(await viewer.get(`${path}/runs/${run}`))).toContain('Cancelled');
    expect(await logged('cancel_workflow_runs')).toEqual([['done', 'console']]);
    expect((await admin.post(`${path}/runs/${run}/retry`)).status).toBe(409);
  });

  test('an admin sees every mail before activating, and a changed effect is refused', async () => {
    const shown = await admin.get(`${path}/activate`);
    expect(textOf(shown)).toContain('No one enters now. People enter when they meet the trigger.');
    expect(textOf(shown)).toContain('Email 1 of 2');
    expect((await admin.get(`${path}/activate/mails/2`)).text).toContain('Hello.');
    expect((await admin.get(`${path}/activate/mails/3`)).status).toBe(404);
    await here.use('save_workflow', { workflowId: id, changes: { hello: { subject: 'Changed' } } });
    const about = /name="about" value="([^"]*)"/.exec(shown.text)![1]!;
    const late = await admin.post(`${path}/activate`, { about, running: 'finish' });
    expect([late.status, textOf(late)]).toEqual([
      409,
      expect.stringContaining('has changed since the review'),
    ]);
    expect((await activate(admin)).status).toBe(303);
    expect(await logged('activate_workflow')).toEqual([['done', 'console']]);
    expect(textOf(await viewer.get(path))).toContain('Series On');
  });

  test('a long history of the trigger is counted by a page of its own, before the decision', async () => {
    // The more events the filter names, the fewer entries are read together.
    const filter = {
      and: Array.from({ length: 40 }, (_, n) => ({ field: `event.e${n}`, operator: 'is_empty' })),
    };
    const trigger = { type: 'EVENT', name: 'signed_up', filter };
    await here.use('save_workflow', { workflowId: id, trigger });
    const past = 'people would have entered: ';
    for (let n = 0; n < 6; n += 1)
      await here.use('track_event', { name: 'signed_up', email: `${n}@reader.dev` });
    const short = await admin.get(`${path}/activate`);
    expect(textOf(short)).toContain(`In the last 30 days, 6 ${past}`);
    expect(short.text).not.toContain('data-deferred');
    await here.use('track_event', { name: 'signed_up', email: '6@reader.dev' });
    const long = await admin.get(`${path}/activate`);
    expect(textOf(long)).not.toContain(past);
    expect(textOf(long)).toMatch(/Rendered for \d+@reader\.dev, who recently entered through the trigger\./);
    expect(long.text).toContain('No one enters now.');
    const [part, decision] = [long.text.indexOf('data-deferred='), long.text.indexOf('name="about"')];
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(decision);
    expect(long.text).toContain(`data-deferred="${path}/activate/history"`);
    const counted = await admin.get(`${path}/activate/history`);
    expect(textOf(counted)).toContain(`In the last 30 days, 7 ${past}`);
    expect((await author.get(`${path}/activate/history`)).status).toBe(403);
    expect((await activate(admin)).status).toBe(303);
  });

  test('an activation is refused if more people would enter, or another segment starts it, than reviewed', async () => {
    const rule = (word: string) => ({ field: 'email', operator: 'contains', value: word });
    const { id: segment } = await here.use('create_segment', { name: 'Readers', rule: rule('reader') });
    const reviewed = async (name: string, trigger: object, form: Record<string, string>) => {
      ({ id } = await here.use('save_workflow', { name, trigger, steps: [mailStep('hello', 'Hello')] }));
      path = `/console/workflows/${id}`;
      const shown = await admin.get(`${path}/activate?${new URLSearchParams(form)}`);
      const field = (of: string) => new RegExp(`name="${of}" value="([^"]*)"`).exec(shown.text)![1]!;
      return { ...form, about: field('about'), people: field('people') };
    };
    await here.use('create_subscriber', { email: 'ada@reader.dev' });
    const backfilled = { running: 'finish', backfill: 'on' };
    const grows = await reviewed('Newcomers', { type: 'SUBSCRIBER_CREATED' }, backfilled);
    expect(grows.people).toBe('1');
    await here.use('create_subscriber', { email: 'mina@reader.dev' });
    const grown = await admin.post(`${path}/activate`, grows);
    expect([grown.status, textOf(grown)]).toEqual([409, expect.stringContaining('2 people enter now')]);
    const trigger = { type: 'SEGMENT_ENTERED', segment };
    const entering = await reviewed('Entering', trigger, { running: 'finish' });
    await here.use('update_segment', { segmentId: segment, rule: rule('gmail') });
    expect((await admin.post(`${path}/activate`, entering)).status).toBe(409);
    expect(await logged('activate_workflow')).toEqual([]);
  });

  test('an activation that would be refused says why and has no button', async () => {
    await here.use('update_organization_settings', { default_from: null });
    await here.use('save_workflow', { workflowId: id, changes: { hello: { from: null } } });
    const shown = await admin.get(`${path}/activate`);
    expect(textOf(shown)).toContain('the organization has no default sender: set one in the settings');
    expect(shown.text).not.toContain('name="about"');
  });

  test('an author pauses a workflow, an admin resumes, archives and restores it', async () => {
    await here.use('activate_workflow', { workflowId: id });
    expect((await author.post(`${path}/pause`)).status).toBe(303);
    expect(textOf(await viewer.get(path))).toContain('Series Paused');
    expect((await activate(admin)).headers.get('location')).toBe(`${path}?done=activated`);
    expect((await admin.post(`${path}/archive`)).status).toBe(303);
    expect(textOf(await viewer.get(path))).toContain('Series Archived');
    expect((await admin.post(`${path}/restore`)).status).toBe(303);
    expect((await here.use('get_workflow', { workflowId: id })).status).toBe('DRAFT');
  });

  test('every example of the gallery is saved, and opens in the editor', async () => {
    for (const [example, { name }] of Object.entries(gallery)) {
      const made = await author.post('/console/workflows', { example });
      expect([example, made.status]).toEqual([example, 303]);
      const editor = await author.get(made.headers.get('location')!);
      expect(textOf(editor)).toContain(`Edit ${name}`);
      const simulated = await author.get(
        made.headers.get('location')!.replace('/edit?done=created', '/simulate'),
      );
      expect([example, textOf(simulated)]).toEqual([
        example,
        expect.stringMatching(/would enter .* and receive/),
      ]);
    }
  });

  test('an author edits texts and times, and a fault stands at its field with the typed values', async () => {
    const given = {
      name: 'New name',
      description: '',
      'hello.subject': 'A new subject',
      'later.duration': '5 days',
    };
    expect((await author.post(`${path}/edit`, given)).status).toBe(303);
    const saved = await here.use('get_workflow', { workflowId: id });
    expect([saved.name, saved.steps[0].config.subject, saved.steps[1].config.duration]).toEqual([
      'New name',
      'A new subject',
      '5 days',
    ]);
    expect(await logged('save_workflow')).toContainEqual(['done', 'console']);
    const wrong = await author.post(`${path}/edit`, {
      ...given,
      'later.duration': 'soon',
      'hello.subject': hostile,
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/id="later\.duration"[^>]*value="soon"[^>]*aria-invalid="true"/);
    expect(wrong.text).not.toContain('<img');
    const late = await author.post(`${path}/edit`, { ...given, revision: '1' });
    expect(textOf(late)).toContain('changed this workflow while you were editing it');
  });

  test('a definition is pasted as JSON, and a fault keeps the text', async () => {
    const definition = JSON.stringify({ name: 'Pasted', trigger: begun, steps });
    const made = await author.post('/console/workflows', { definition });
    expect(made.status).toBe(303);
    const broken = await author.post('/console/workflows', { definition: '{"name": "Pasted"' });
    expect([broken.status, textOf(broken)]).toEqual([400, expect.stringContaining('not valid JSON')]);
    expect(broken.text).toContain('{&quot;name&quot;: &quot;Pasted&quot;');
    const unknown = await author.post(`${path}/definition`, { definition: '{"steps": [{"type": "dance"}]}' });
    expect(unknown.status).toBe(400);
    expect((await author.post(`${path}/definition`, { definition: '{"steps": []}' })).status).toBe(303);
  });

  test('versions are compared in words, and a simulation shows the path of a person', async () => {
    await here.use('activate_workflow', { workflowId: id });
    await here.use('save_workflow', { workflowId: id, changes: { later: { duration: '2 days' } } });
    const page = await viewer.get(`${path}/versions`);
    expect(page.text).toContain('<del>Wait 3 days</del>');
    expect(page.text).toContain('<ins>Wait 2 days</ins>');
    expect(textOf(await viewer.get(`${path}/simulate`))).toMatch(
      /2 emails\. A new subscriber would enter .* Not within 7 days\. .*Finished/,
    );
    const unknown = await viewer.get(`${path}/simulate?subscriber=none@reader.dev`);
    expect([unknown.status, textOf(unknown)]).toEqual([
      404,
      expect.stringContaining('No subscriber has the address none@reader.dev'),
    ]);
  });

  test('a viewer sees no button and may not act, and an author may not activate', async () => {
    await here.use('activate_workflow', { workflowId: id });
    const shown = await viewer.get(path);
    expect(shown.text).not.toContain('method="post" action="/console/workflows');
    expect(shown.text).not.toMatch(/href="[^"]*\/(edit|activate)"/);
    const posts = [
      'edit',
      'definition',
      'activate',
      'pause',
      'archive',
      'restore',
      'runs/run_1/cancel',
      'runs/run_1/retry',
    ];
    for (const act of posts) expect([act, (await viewer.post(`${path}/${act}`)).status]).toEqual([act, 403]);
    expect((await viewer.post('/console/workflows', { example: 'welcome' })).status).toBe(403);
    for (const act of ['activate', 'archive', 'restore']) {
      expect([act, (await author.post(`${path}/${act}`)).status]).toEqual([act, 403]);
    }
  });

  test('hostile names stay text, and the workflows of another organization are not found', async () => {
    await here.use('save_workflow', {
      workflowId: id,
      name: hostile,
      description: hostile,
      trigger: {
        type: 'EVENT',
        name: 'signed_up',
        filter: { field: 'attributes.plan', operator: 'eq', value: hostile },
      },
      steps: [{ key: 'tag', ...tagStep(hostile.slice(0, 40)) }, mailStep('hello', hostile)],
    });
    for (const page of ['', '/runs', '/versions', '/simulate', '/edit', '/activate']) {
      const { text } = await admin.get(path + page);
      expect([page, text.includes('<img')]).toEqual([page, false]);
    }
    const { organization } = await here.platform.addOrganization('Other');
    const outsider = await signedIn(here.platform, await personIn(here.platform, organization));
    for (const page of [
      '',
      '/runs',
      '/versions',
      '/simulate',
      '/edit',
      '/activate',
      '/activate/history',
      '/activate/mails/1',
    ]) {
      expect([page, (await outsider.get(path + page)).status]).toEqual([page, 404]);
    }
    for (const act of ['edit', 'pause', 'archive', 'activate']) {
      expect([act, (await outsider.post(`${path}/${act}`)).status]).toEqual([act, 404]);
    }
  });
});
