import { beforeEach, describe, expect, test } from 'vitest';
import { signInLimits } from '../../../src/model/person/session.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { type Browser, type Page, personIn, signedIn } from './scene.ts';

const bodyOf = (html: string): string => html.replaceAll(/href="[^"]*"/g, '');

onBothDatabases((place) => {
  let here: Place;
  let at: Browser;

  beforeEach(async () => {
    here = place();
    at = await signedInAs('author');
    await here.use('create_subscriber', { email: 'mina@mailbox.dev', firstName: 'Mina' });
  });

  const signedInAs = async (role: 'author' | 'viewer'): Promise<Browser> => {
    const email = `${role}-${String(Math.random()).slice(2)}@gmail.com`;
    return await signedIn(
      here.platform,
      await personIn(here.platform, here.organization, { email, roles: [role] }),
    );
  };

  const typed = {
    subject: 'Hello',
    fromEmail: 'news@acme.example',
    kind: 'MARKDOWN',
    body: '# Dear {{firstName|reader}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
    reader: 'mina@mailbox.dev',
  };
  const fromAcme = { fromEmail: 'news@acme.example', subject: 'Hello' };

  describe('the preview of a campaign while a person types', () => {
    test('renders the typed text as a send does, as the chosen subscriber, and saves nothing', async () => {
      const { id } = await here.use('create_campaign', { ...fromAcme, markdown: 'Saved' });
      for (const path of [`/console/campaigns/${id}/frame`, '/console/campaigns/new/frame']) {
        const frame = await at.post(path, typed);
        expect([frame.status, frame.text]).toEqual([200, expect.stringContaining('Dear Mina')]);
        expect(frame.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
      }
      expect(await here.use('get_campaign', { campaignId: id })).toMatchObject({ markdown: 'Saved' });
      expect((await here.use('list_campaigns', {})).data).toHaveLength(1);

      const shown = await at.post(`/console/campaigns/${id}/frame`, typed);
      await here.use('update_campaign', { campaignId: id, markdown: typed.body });
      await here.use('send_campaign', { campaignId: id });
      await here.platform.deliver();
      const mail = here.platform.mailbox.messages.at(-1);
      expect(bodyOf(shown.text)).toBe(bodyOf(String(mail?.html)));
    });

    test('shows the first text of a new campaign, and says when a subscriber is unknown', async () => {
      expect((await at.get('/console/campaigns/new/frame')).text).toContain('write your news here');
      const unknown = await at.post('/console/campaigns/new/frame', { ...typed, reader: 'none@mailbox.dev' });
      expect(unknown.text).toContain('There is no subscriber with this address.');
      const page = await at.get('/console/campaigns/new');
      expect(page.text).toContain('formaction="/console/campaigns/new/frame" formnovalidate data-preview=""');
    });
  });

  test('the preview of a template renders the typed text with its samples, as the chosen subscriber', async () => {
    const { id } = await here.use('create_template', { name: 'receipt', subject: 'Hi', markdown: 'Saved' });
    const form = {
      ...typed,
      name: '',
      subject: '',
      body: 'Dear {{firstName|you}}, order {{number}}',
      name_0: 'number',
      type_0: 'string',
      sample_0: 'R-17',
    };
    for (const path of [`/console/templates/${id}/frame`, '/console/templates/new/frame']) {
      expect((await at.post(path, form)).text).toContain('Dear Mina, order R-17');
    }
    const wrong = await at.post(`/console/templates/${id}/frame`, { ...form, type_0: 'number' });
    expect([wrong.status, wrong.text]).toEqual([200, expect.stringContaining('variables[0].sample')]);
    expect((await at.get(`/console/templates/${id}/frame?reader=mina@mailbox.dev`)).text).toContain('Saved');
    expect((await at.get('/console/templates/new/frame')).text).toContain('thank you for your order');
    expect(await here.use('get_template', { template: id })).toMatchObject({ markdown: 'Saved' });
  });

  test('a preview is limited per session and minute, and leaves the frame as it is beyond the limit', async () => {
    const { previewsPerMinuteMax } = signInLimits;
    const minute = here.platform.clock.now() % 60_000;
    await here.platform.clock.advance(60_000 - minute);
    const post = (by: Browser): Promise<Page> => by.post('/console/campaigns/new/frame', typed);
    for (let asked = 0; asked < previewsPerMinuteMax; asked += 1) expect((await post(at)).status).toBe(200);
    expect([(await post(at)).status, (await post(at)).text]).toEqual([204, '']);
    expect((await post(await signedInAs('author'))).status).toBe(200);
    await here.platform.clock.advance(60_000);
    expect((await post(at)).status).toBe(200);
  });

  test('a preview needs the role author, and is of the own organization only', async () => {
    const { id } = await here.use('create_campaign', { ...fromAcme, markdown: 'Saved' });
    const viewer = await signedInAs('viewer');
    expect((await viewer.post(`/console/campaigns/${id}/frame`, typed)).status).toBe(403);
    const { organization } = await here.platform.addOrganization('Another');
    const eve = await signedIn(here.platform, await personIn(here.platform, organization));
    expect((await eve.post(`/console/campaigns/${id}/frame`, typed)).status).toBe(404);
    const unknown = await eve.post('/console/campaigns/new/frame', typed);
    expect(unknown.text).toContain('There is no subscriber with this address.');
  });
});
