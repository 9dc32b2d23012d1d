import { beforeEach, describe, expect, test } from 'vitest';
import { campaignStates } from '../../../../../src/surfaces/console/campaign-states.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { sendable, sendingCampaign } from '../../../../tools/campaigns/scene.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

const hostile = '"><img src=x onerror=alert(1)>';

/** The text of a page as a person reads it. */
const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll(/\s+/g, ' ');

const fieldIn = ({ text }: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

const places = ({ headers }: Page): string => headers.get('location') ?? '';

onBothDatabases((place) => {
  let here: Place;
  let at: Browser;

  beforeEach(async () => {
    here = place();
    await here.use('update_organization_settings', { timezone: 'Europe/London' });
    at = await signedInAs('admin');
  });

  const signedInAs = async (role: 'admin' | 'author' | 'viewer'): Promise<Browser> => {
    const email = `${role}-${String(Math.random()).slice(2)}@gmail.com`;
    return await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email, roles: [role] }),
    );
  };

  const draft = async (more: object = {}): Promise<string> => {
    for (const name of ['ada', 'grace'])
      await here.use('create_subscriber', { email: `${name}@mailbox.dev` });
    const { id } = await here.use('create_campaign', { ...sendable, name: 'May news', ...more });
    return id;
  };

  const logged = async (tool: string) => (await here.use('list_audit_log', { tool })).data;

  describe('the list of campaigns', () => {
    test('names the next step while it is empty, and says when a search finds none', async () => {
      expect(textOf(await at.get('/console/campaigns'))).toContain('No campaigns yet');
      const none = await at.get('/console/campaigns?state=SENT&q=spring');
      expect(textOf(none)).toContain('No matching campaigns');
      expect(none.text).toContain('value="spring"');
    });

    test('counts the campaigns of each state up to 99, but not the results of a search', async () => {
      await sendingCampaign(here);
      for (let made = 0; made < 99; made += 1) await here.use('create_campaign', { name: 'Draft' });
      const counted = textOf(await at.get('/console/campaigns'));
      expect(counted).toContain('All 99+ Drafts 99 Scheduled 0 Sending 1 Sent 0 Archived 0');
      await here.use('create_campaign', { name: 'Draft' });
      expect(textOf(await at.get('/console/campaigns?state=DRAFT'))).toContain('Drafts 99+ Scheduled 0');
      expect(textOf(await at.get('/console/campaigns?q=Draft'))).toContain('All Drafts Scheduled');
    });

    test('names the state of each campaign, filters by state and pages', async () => {
      await draft();
      const sending = await sendingCampaign(here);
      await here.use('pause_campaign', { campaignId: sending.id });
      const all = await at.get('/console/campaigns');
      expect(textOf(all)).toMatch(/May news Our news Draft/);
      expect(textOf(all)).toMatch(/Paused/);
      expect(textOf(all)).not.toContain('DRAFT');
      const drafts = await at.get('/console/campaigns?state=DRAFT');
      expect(textOf(drafts)).toContain('May news');
      expect(drafts.text).not.toContain(sending.id);
      expect(Object.keys(campaignStates)).toHaveLength(6);
    });
  });

  describe('writing a campaign', () => {
    test('creates a draft, and shows typed values with the fault at its field', async () => {
      const fields = {
        subject: 'Hello',
        fromEmail: 'no address',
        kind: 'MARKDOWN',
        body: 'Hi',
        next: 'preview',
      };
      const refused = await at.post('/console/campaigns/new', fields);
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(/value="no address"[^>]*aria-invalid="true"/);
      expect(fieldIn(refused, 'subject')).toBe('Hello');
      const saved = await at.post('/console/campaigns/new', { ...fields, fromEmail: 'news@acme.example' });
      expect([saved.status, places(saved)]).toEqual([
        303,
        expect.stringMatching(/^\/console\/campaigns\/cmp_\w+\/edit\?done=created$/),
      ]);
      const page = await at.get(places(saved));
      expect(textOf(page)).toContain('Saved as a draft.');
      expect((await logged('create_campaign'))[0]).toMatchObject({ door: 'console', outcome: 'done' });
      const [, id] = /(cmp_\w+)/.exec(places(saved))!;
      expect(await here.use('get_campaign', { campaignId: id })).toMatchObject({
        name: 'Hello',
        timezone: 'Europe/London',
        markdown: 'Hi',
      });
    });

    test('keeps the conditions that the form does not show', async () => {
      const { id: tag } = await here.use('create_tag', { name: 'book club' });
      const filter = { field: 'email', operator: 'contains', value: 'mailbox' };
      const id = await draft({ audience: { filter }, throttle: { perDomain: 5 } });
      const page = await at.get(`/console/campaigns/${id}/edit`);
      const form = { ...sendable, kind: 'MARKDOWN', body: 'New', revision: fieldIn(page, 'revision') };
      await at.post(`/console/campaigns/${id}/edit`, { ...form, include: [tag], perHour: '10' });
      expect(await here.use('get_campaign', { campaignId: id })).toMatchObject({
        audience: { tags: { any: [tag], none: [] }, filter },
        throttle: { perHour: 10, perDomain: 5 },
        markdown: 'New',
      });
      const stale = await at.post(`/console/campaigns/${id}/edit`, { ...form, body: 'Newer' });
      expect(stale.status).toBe(409);
      expect(stale.text).toContain('Newer');
    });

    test('previews the draft as a chosen subscriber, in a frame that runs nothing', async () => {
      const id = await draft();
      await here.use('create_subscriber', { email: 'mina@mailbox.dev', firstName: hostile });
      const page = await at.get(`/console/campaigns/${id}/edit?reader=mina@mailbox.dev`);
      expect(page.text).toContain(`src="/console/campaigns/${id}/frame?reader=mina%40mailbox.dev"`);
      const frame = await at.get(`/console/campaigns/${id}/frame?reader=mina@mailbox.dev`);
      expect(frame.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
      expect(frame.text).not.toContain('<img src=x');
      const unknown = await at.get(`/console/campaigns/${id}/frame?reader=none@mailbox.dev`);
      expect(unknown.text).toContain('There is no subscriber with this address.');
    });

    test('counts the recipients and names who is left out and why', async () => {
      const id = await draft();
      await here.use('unsubscribe_subscriber', { subscriber: 'ada@mailbox.dev' });
      const page = await at.get(`/console/campaigns/${id}/edit`);
      expect(textOf(page)).toContain('1 person will receive this email. 1 is left out: Unsubscribed 1');
      expect(textOf(await at.get(`/console/campaigns/${id}/audience`))).toContain('grace@mailbox.dev');
    });

    test('saves and sends a test to one address', async () => {
      const id = await draft();
      const form = {
        ...sendable,
        kind: 'MARKDOWN',
        body: sendable.markdown,
        next: 'test',
        to: 'me@mailbox.dev',
      };
      const tested = await at.post(`/console/campaigns/${id}/edit`, form);
      expect(places(tested)).toBe(`/console/campaigns/${id}/edit?done=tested`);
      expect((await here.use('list_emails', {})).data[0]).toMatchObject({ to: ['me@mailbox.dev'] });
      const refused = await at.post(`/console/campaigns/${id}/edit`, { ...form, to: 'nowhere' });
      expect([refused.status, textOf(refused)]).toEqual([
        400,
        expect.stringContaining('The test was not sent.'),
      ]);
    });

    test('copies the text of a template without saving it', async () => {
      const id = await draft();
      const template = await here.use('create_template', {
        name: 'frame',
        subject: 'From the template',
        markdown: 'Its text',
      });
      const form = {
        subject: 'Mine',
        kind: 'MARKDOWN',
        body: 'Mine',
        next: 'template',
        template: template.id,
      };
      const filled = await at.post(`/console/campaigns/${id}/edit`, form);
      expect([filled.status, fieldIn(filled, 'subject')]).toEqual([200, 'From the template']);
      expect((await here.use('get_campaign', { campaignId: id })).subject).toBe(sendable.subject);
    });

    test('sets up an A/B test and removes it', async () => {
      const id = await draft({ tracking: { opens: true, clicks: true } });
      const form = { subject_0: 'One', subject_1: 'Two', percent: '50', metric: 'opens', waitMinutes: '60' };
      const refused = await at.post(`/console/campaigns/${id}/ab-test`, { ...form, percent: '500' });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('value="500"')]);
      const saved = await at.post(`/console/campaigns/${id}/ab-test`, form);
      expect(places(saved)).toBe(`/console/campaigns/${id}/edit?done=saved`);
      const { abTest } = await here.use('get_campaign', { campaignId: id });
      expect(abTest).toMatchObject({ percent: 50, variants: [{ subject: 'One' }, { subject: 'Two' }] });
      expect(textOf(await at.get(`/console/campaigns/${id}/review`))).toContain('A/B test:');
      await at.post(`/console/campaigns/${id}/ab-test`, { ...form, next: 'remove' });
      expect((await here.use('get_campaign', { campaignId: id })).abTest).toBe(null);
    });
  });

  describe('sending a campaign', () => {
    test('says when and to how many people, in the zone, before it schedules', async () => {
      const id = await draft();
      const asked = await at.get(
        `/console/campaigns/${id}/review?when=at&at=2026-05-15T09:00&zone=Europe/London`,
      );
      expect(textOf(asked)).toContain('Goes to 2 people on Fri 15 May 2026, 09:00 (Europe/London)');
      expect(textOf(asked)).toContain('Schedule for 2 people');
      const past = await at.get(
        `/console/campaigns/${id}/review?when=at&at=2020-05-15T09:00&zone=Europe/London`,
      );
      expect(textOf(past)).toContain('has passed. Choose a later time.');
      const nowhere = await at.get(
        `/console/campaigns/${id}/review?when=at&at=2026-05-15T09:00&zone=Nowhere`,
      );
      expect(textOf(nowhere)).toContain('Nowhere is not a time zone.');
      const form = {
        about: fieldIn(asked, 'about'),
        people: fieldIn(asked, 'people'),
        when: 'at',
        at: '2026-05-15T09:00',
        zone: 'Europe/London',
      };
      const sent = await at.post(`/console/campaigns/${id}/send`, form);
      expect([sent.status, places(sent)]).toEqual([303, `/console/campaigns/${id}?done=scheduled`]);
      expect(await here.use('get_campaign', { campaignId: id })).toMatchObject({
        status: 'SCHEDULED',
        scheduledAt: '2026-05-15T08:00:00.000Z',
      });
      expect((await logged('send_campaign'))[0]).toMatchObject({ door: 'console', outcome: 'done' });
      const page = await at.get(`/console/campaigns/${id}`);
      expect(textOf(page)).toContain('Goes out on Fri 15 May 2026, 09:00 (Europe/London).');
      const moved = await at.post(`/console/campaigns/${id}/move`, {
        at: '2026-05-16T10:00',
        zone: 'Europe/London',
      });
      expect(places(moved)).toBe(`/console/campaigns/${id}?done=moved`);
      expect(textOf(await at.get(`/console/campaigns/${id}`))).toContain('Sat 16 May 2026, 10:00');
      const early = await at.post(`/console/campaigns/${id}/move`, {
        at: '2020-05-16T10:00',
        zone: 'Europe/London',
      });
      expect([early.status, textOf(early)]).toEqual([400, expect.stringContaining('That did not work.')]);
      await at.post(`/console/campaigns/${id}/cancel`);
      expect((await here.use('get_campaign', { campaignId: id })).status).toBe('DRAFT');
    });

    test('refuses to send a draft that was changed since the review', async () => {
      const id = await draft();
      const about = fieldIn(await at.get(`/console/campaigns/${id}/review`), 'about');
      await here.use('update_campaign', { campaignId: id, subject: 'Changed' });
      const sent = await at.post(`/console/campaigns/${id}/send`, { about, people: '2' });
      expect([sent.status, textOf(sent)]).toEqual([
        409,
        expect.stringContaining('The content or the audience has changed since the review'),
      ]);
      expect((await here.use('get_campaign', { campaignId: id })).status).toBe('DRAFT');
    });

    test('names the missing parts, and offers no button to send it', async () => {
      const id = await draft({ markdown: 'No link' });
      const page = await at.get(`/console/campaigns/${id}/review`);
      expect(textOf(page)).toContain('The email has no visible unsubscribe link.');
      expect(page.text).not.toContain(`/console/campaigns/${id}/send`);
    });

    test('pauses, resumes and ends a campaign that is being sent', async () => {
      const { id } = await sendingCampaign(here);
      const path = `/console/campaigns/${id}`;
      expect(places(await at.get(path))).toBe(`${path}/report`);
      expect(textOf(await at.get(`${path}/report`))).toMatch(/\d of 2 done, \d to go\./);
      for (const [act, done] of [
        ['pause', 'paused'],
        ['resume', 'resumed'],
        ['end', 'ended'],
      ]) {
        expect(places(await at.post(`${path}/${act}`))).toBe(`${path}/report?done=${done}`);
        expect((await logged(`${act}_campaign`))[0]).toMatchObject({ door: 'console', outcome: 'done' });
      }
      expect((await here.use('get_campaign', { campaignId: id })).status).toBe('ARCHIVED');
      expect((await at.post(`${path}/pause`)).status).toBe(409);
    });

    test('a campaign can be duplicated, archived, restored and deleted', async () => {
      const id = await draft();
      const copy = await at.post(`/console/campaigns/${id}/duplicate`);
      expect(places(copy)).toMatch(/cmp_\w+\/edit\?done=duplicated$/);
      expect(places(copy)).not.toContain(id);
      await at.post(`/console/campaigns/${id}/archive`);
      expect(textOf(await at.get(`/console/campaigns/${id}`))).toContain('It was never sent.');
      await at.post(`/console/campaigns/${id}/restore`);
      expect(places(await at.post(`/console/campaigns/${id}/delete`))).toBe(
        '/console/campaigns?done=deleted',
      );
      expect((await at.get(`/console/campaigns/${id}`)).status).toBe(404);
    });
  });

  describe('a sent campaign', () => {
    const sent = async (): Promise<string> => {
      await here.use('add_domain', { name: 'acme.dev', open_tracking: true, click_tracking: true });
      const id = await draft({
        fromEmail: 'news@acme.dev',
        markdown: 'Hello. [Shop](https://shop.example/a) [Leave]({{unsubscribeUrl}})',
      });
      for (const name of ['bounce', 'open'])
        await here.use('create_subscriber', { email: `${name}@example.com` });
      await here.use('send_campaign', { campaignId: id });
      await here.platform.deliver();
      await here.platform.clock.advance(180_000);
      await here.platform.deliver();
      return id;
    };

    test('shows its figures, its links and what happened to each person', async () => {
      const id = await sent();
      const report = await at.get(`/console/campaigns/${id}/report`);
      for (const words of [
        'Opened by people',
        'Opens by machines',
        'shop.example/a',
        'Show the figures as a table',
      ]) {
        expect(textOf(report)).toContain(words);
      }
      expect(textOf(await at.get(`/console/campaigns/${id}/report/details`))).toContain('Opens and clicks');
      const bounced = await at.get(`/console/campaigns/${id}/recipients?result=bounced`);
      expect(textOf(bounced)).toContain('bounce@example.com Bounced');
      expect(bounced.text).not.toContain('grace@mailbox.dev</bdi>');
      expect((await at.get(`/console/campaigns/${id}/email`)).text).toContain(
        `/console/campaigns/${id}/frame`,
      );
    });

    test('downloads the recipients with the filters of the list, and links each reason to its people', async () => {
      const id = await draft();
      await here.use('add_suppression', { email: 'grace@mailbox.dev' });
      const before = await at.get(`/console/campaigns/${id}/audience`);
      expect(before.text).toContain('<a href="/console/suppressions">Suppressed</a><b>1</b>');
      await here.use('send_campaign', { campaignId: id });
      await here.platform.deliver();
      const report = await at.get(`/console/campaigns/${id}/report`);
      const [, list] = /<a href="([^"]+)">Suppressed<\/a>/.exec(report.text)!;
      const skipped = await at.get(list!.replaceAll('&amp;', '&'));
      expect(textOf(skipped)).toContain('grace@mailbox.dev Suppressed Left out');
      expect(skipped.text).not.toContain('ada@mailbox.dev</bdi>');
      const path = `/console/campaigns/${id}/recipients`;
      const file = async (form: Record<string, string>): Promise<string> =>
        (await at.get(places(await at.post(path, form)))).text;
      expect((await file({ result: '', reason: '' })).split('\r\n')).toHaveLength(4);
      const left = await file({ result: 'SKIPPED', reason: 'suppressed' });
      expect(left).toContain('grace@mailbox.dev,skipped,suppressed');
      expect(left).not.toContain('ada@mailbox.dev');
      expect((await logged('export_csv')).at(-1)).toMatchObject({ door: 'console', outcome: 'done' });
    });

    test('lets an admin correct a link', async () => {
      const id = await sent();
      const path = `/console/campaigns/${id}/links`;
      const form = { url: 'https://shop.example/a', to: 'https://shop.example/b' };
      expect(places(await at.post(path, form))).toBe(`${path}?done=redirected`);
      expect(textOf(await at.get(path))).toContain('Leads to shop.example/b');
      expect((await logged('redirect_link'))[0]).toMatchObject({ door: 'console', outcome: 'done' });
      const refused = await at.post(path, { ...form, to: 'http://shop.example' });
      expect([refused.status, textOf(refused)]).toEqual([
        400,
        expect.stringContaining('The link was not changed.'),
      ]);
    });
  });

  describe('access to campaigns', () => {
    test('a viewer sees a campaign and no button, and each action is refused', async () => {
      const id = await draft();
      const viewer = await signedInAs('viewer');
      const page = await viewer.get(`/console/campaigns/${id}`);
      expect([page.status, page.text.includes('method="post" action="/console/campaigns')]).toEqual([
        200,
        false,
      ]);
      expect((await viewer.get('/console/campaigns')).text).not.toContain('/console/campaigns/new');
      const acts = 'edit ab-test send links pause resume end cancel duplicate archive restore delete move';
      for (const act of acts.split(' ')) {
        expect([act, (await viewer.post(`/console/campaigns/${id}/${act}`)).status]).toEqual([act, 403]);
      }
      expect((await viewer.post('/console/campaigns/new')).status).toBe(403);
    });

    test('an author writes and reviews, and an admin sends', async () => {
      const id = await draft();
      const author = await signedInAs('author');
      const review = await author.get(`/console/campaigns/${id}/review`);
      expect(textOf(review)).toContain('Only an admin of your organization can send it.');
      expect(review.text).not.toContain(`action="/console/campaigns/${id}/send"`);
      for (const act of ['send', 'pause', 'resume', 'end', 'cancel', 'move', 'links']) {
        expect([act, (await author.post(`/console/campaigns/${id}/${act}`)).status]).toEqual([act, 403]);
      }
      expect((await author.get(`/console/campaigns/${id}/edit`)).status).toBe(200);
    });

    test('a campaign of another organization is not found', async () => {
      const id = await draft();
      const other = await here.platform.addOrganization('Other');
      const eve = await signedIn(here.platform, await personIn(here.platform, other.organization));
      for (const part of [
        '',
        '/edit',
        '/review',
        '/report',
        '/report/details',
        '/recipients',
        '/links',
        '/email',
        '/frame',
        '/audience',
        '/ab-test',
      ]) {
        expect([part, (await eve.get(`/console/campaigns/${id}${part}`)).status]).toEqual([part, 404]);
      }
      for (const act of ['edit', 'send', 'delete', 'duplicate', 'pause', 'links', 'move']) {
        expect([act, (await eve.post(`/console/campaigns/${id}/${act}`)).status]).toEqual([act, 404]);
      }
    });

    test('hostile text stays text on every page', async () => {
      await here.use('create_tag', { name: hostile });
      await here.use('create_segment', {
        name: hostile,
        rule: { field: 'email', operator: 'contains', value: 'a' },
      });
      const id = await draft({ name: hostile, subject: hostile, preview: hostile });
      for (const path of ['', `/${id}/edit`, `/${id}/review`, `/${id}/audience`, `/${id}/ab-test`]) {
        const { status, text } = await at.get(`/console/campaigns${path}`);
        expect([path, status, text.includes('<img')]).toEqual([path, 200, false]);
      }
    });
  });
});
