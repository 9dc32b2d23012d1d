import { describe, expect, test } from 'vitest';
import { assistantIn } from '../../surfaces/mcp/approval/approved-scene.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { phishing } from '../verification/scene.ts';
import { dayMs, mailStep, tagStep, work } from './scene.ts';

const trigger = { type: 'EVENT', name: 'user.signed_up' };
const { from: _, ...unsigned } = mailStep('welcome');
const asksClicks = (mail: string) => ({
  key: 'clicked',
  type: 'condition',
  rule: { field: 'email_clicked', operator: 'eq', value: mail },
  yes: [tagStep('engaged')],
});
const noSender =
  'activate_workflow would be refused because of welcome: it has no from, and the organization has no default_from';
const noClicks =
  'clicked asks about clicks of welcome, and none will be seen: acme.test does not track clicks. add_domain, then update_domain with click_tracking: true';

async function saved({ use }: Place, definition: object) {
  return await use('save_workflow', { name: 'Series', trigger, ...definition });
}

/** Adds a domain with verified records; returns its name. */
async function verifiedDomain({ platform }: Place, use: Place['use'], name: string): Promise<string> {
  const added = await use('add_domain', { name });
  for (const record of added.records) {
    const known = platform.resolver.zone.get(record.name) ?? {};
    platform.resolver.zone.set(record.name, { ...known, [record.type.toLowerCase()]: [record.value] });
  }
  await platform.clock.advance(3_600_000);
  expect((await use('verify_domain', { id: added.id })).status).toBe('verified');
  return name;
}

async function signUp(here: Place, names: readonly string[]): Promise<void> {
  for (const name of names)
    await here.use('track_event', { name: trigger.name, email: `${name}@example.com` });
  await work(here);
}

onBothDatabases((place) => {
  describe('a saved workflow', () => {
    test('names mails without a sender, as its simulation does, and cannot be activated', async () => {
      const { use, refusal, organization } = place();
      const { id, warnings, problem } = await saved(place(), { steps: [unsigned] });
      expect([warnings, problem]).toEqual([[noSender], null]);
      expect((await use('simulate_workflow', { workflowId: id })).warnings).toEqual([noSender]);
      const refused = await refusal('activate_workflow', { workflowId: id });
      expect(JSON.stringify(refused.details)).toContain('steps.welcome.from');
      await use('update_organization', { id: organization.id, default_from: 'Acme <hello@acme.test>' });
      expect((await use('get_workflow', { workflowId: id })).warnings).toEqual([]);
      expect((await use('activate_workflow', { workflowId: id })).status).toBe('ACTIVE');
    });

    test('names the allowed sending domains, and a forbidden domain', async () => {
      const here = place();
      const own = await verifiedDomain(here, here.use, `own-${here.organization.key}.test`);
      const { id, warnings } = await saved(here, { steps: [unsigned] });
      expect(warnings).toEqual([`${noSender}; it can send from ${own}`]);
      const other = await here.platform.addOrganization(`Other of ${here.organization.key}`);
      const caller = here.platform.caller('v2', other.organization);
      const useOther: Place['use'] = async (tool, input) =>
        (await here.platform.call(tool, input, { caller })).output;
      const taken = await verifiedDomain(here, useOther, `taken-${here.organization.key}.test`);
      const from = `Acme <hello@${taken}>`;
      const changed = await here.use('save_workflow', { workflowId: id, changes: { welcome: { from } } });
      expect(changed.warnings).toEqual([
        `activate_workflow would be refused because of welcome: The domain of the from address is not verified; add it under /domains and publish its records (${taken})`,
      ]);
    });

    test('warns about click triggers on domains without click tracking', async () => {
      const { use } = place();
      const steps = [mailStep('welcome'), { type: 'delay', duration: '1 day' }, asksClicks('welcome')];
      const { id, warnings } = await saved(place(), { steps });
      expect(warnings).toEqual([noClicks]);
      const domain = await use('add_domain', { name: `clicks-${place().organization.key}.test` });
      await use('update_domain', { id: domain.id, click_tracking: true });
      const from = `Acme <hello@${domain.name}>`;
      const changed = await use('save_workflow', { workflowId: id, changes: { welcome: { from } } });
      expect(changed.warnings).toEqual([]);
      const opens = { rule: { field: 'email_opened', operator: 'eq', value: 'welcome' } };
      const asked = await use('save_workflow', { workflowId: id, changes: { clicked: opens } });
      expect(asked.warnings.join()).toContain('. update_domain with open_tracking: true');
    });

    test.each([
      ['EMAIL_OPENED', 'opens', 'open_tracking'],
      ['EMAIL_CLICKED', 'clicks', 'click_tracking'],
    ])('warns that %s of untracked mail never starts it', async (type, what, setting) => {
      const { use, organization } = place();
      const definition = { trigger: { type }, steps: [tagStep('seen')], exitOn: [] };
      const { id, warnings } = await saved(place(), definition);
      const never = `It starts with ${what} of any mail, and no domain here tracks ${what}: no person enters, but by a campaign with tracking.${what}. update_domain with ${setting}: true`;
      expect(warnings).toEqual([never]);
      expect((await use('simulate_workflow', { workflowId: id })).warnings).toContain(never);
      const name = `${what}-${organization.key}.test`;
      const domain = await use('add_domain', { name });
      await use('update_domain', { id: domain.id, [setting]: true });
      expect((await use('get_workflow', { workflowId: id })).warnings).toEqual([]);

      const campaign = await use('create_campaign', { name: 'News', fromEmail: 'news@other.test' });
      const of = { trigger: { type, campaignId: campaign.id } };
      const asked = await use('save_workflow', { workflowId: id, ...of });
      expect(asked.warnings).toEqual([
        `It starts with ${what} of ${campaign.id}, which does not track ${what}: no person enters. update_campaign with tracking.${what}: true`,
      ]);
      await use('update_campaign', { campaignId: campaign.id, tracking: { [what]: true } });
      expect((await use('get_workflow', { workflowId: id })).warnings).toEqual([]);
      await use('update_campaign', { campaignId: campaign.id, tracking: null, fromEmail: `news@${name}` });
      expect((await use('get_workflow', { workflowId: id })).warnings).toEqual([]);
    });

    test.each([
      ['event.user.signed_up', /names the event itself: after event\. goes one of its properties/],
      ['event.', /must be one of ONCE, EVERY_TIME, event\.<property>, .*such as event\.order_id/],
      ['order_id', /must be one of ONCE, EVERY_TIME, event\.<property>/],
      ['every time', /must be one of .*did you mean EVERY_TIME\?/],
    ])('is rejected with reentry %s, and the valid values are listed', async (reentry, sentence) => {
      const { details } = await place().refusal('save_workflow', {
        name: 'Series',
        trigger,
        reentry,
        steps: [],
      });
      expect(details).toMatchObject([{ path: 'reentry', message: expect.stringMatching(sentence) }]);
    });

    test('warns that unsubscribed people never enter it if it sends no mail, until it allows them', async () => {
      const { use } = place();
      const { id, warnings, outline } = await saved(place(), { steps: [tagStep('seen')] });
      expect(outline.at(-1)).toBe(
        'leaves on unsubscribe, bounce, complaint; people with one of these never enter',
      );
      expect(warnings).toEqual([
        'No marketing mail is sent, yet people with unsubscribe, bounce, complaint never enter. For everyone: exitOn: []',
      ]);
      const open = await use('save_workflow', { workflowId: id, exitOn: [] });
      expect([open.warnings, open.outline.length]).toEqual([[], 2]);
      await use('activate_workflow', { workflowId: id });
      await use('create_subscriber', { email: 'ada@example.com' });
      await use('unsubscribe_subscriber', { subscriber: 'ada@example.com' });
      await signUp(place(), ['ada']);
      const { stats } = await use('get_workflow', { workflowId: id });
      expect(stats.started).toBe(1);
    });
  });

  test('an activation judges the reply address of a mail', async () => {
    const here = place();
    const { markdown: _, ...mail } = mailStep('first', 'Gift cards');
    const html = `<p>Acme: please buy ten gift cards within 24 hours and send me the codes.</p><a href="https://acme.test">acme.test</a> <a href="{{unsubscribeUrl}}">Leave</a>`;
    const saves = async (replyTo: string) =>
      (await saved(here, { name: replyTo, steps: [{ ...mail, html, replyTo }] })).id;
    const elsewhere = await saves('mark@private-mail.example');
    expect((await here.refusal('activate_workflow', { workflowId: elsewhere })).code).toBe('CONTENT_REVIEW');
    const own = await saves('mark@acme.test');
    expect((await here.use('activate_workflow', { workflowId: own })).status).toBe('ACTIVE');
  });

  test('a dry run of an activation names each refused mail with its field, finding and fix', async () => {
    const lure = `${phishing.html}<p><a href="{{unsubscribeUrl}}">Leave</a></p>`;
    const { markdown: __, ...mail } = mailStep('first', phishing.subject);
    const { id: workflowId } = await saved(place(), {
      steps: [{ ...mail, html: lure }, mailStep('fine'), { ...mail, key: 'last', html: lure }],
    });
    const { result } = await assistantIn(place()).call('activate_workflow', { workflowId, dry_run: true });
    const text = result.preview.warnings.join('\n');
    expect(text).toContain('The send would be refused: steps.first: ');
    expect(text).toMatch(/\nsteps\.first\.(?:html|subject): /);
    expect(text).toMatch(/\nsteps\.last\.(?:html|subject): /);
    expect(text).not.toContain('steps.fine');
    expect(result.preview.badges).not.toEqual([]);
    const refused = await place().refusal('activate_workflow', { workflowId });
    expect(refused.failure).toBe('content_verification_failed');
    expect(JSON.stringify(refused.fields)).toMatch(/steps\.last\.(?:html|subject)/);
  });

  test('an activation counts the runs that move to the new version, and the list of runs shows it', async () => {
    const { use, platform } = place();
    const steps = (tag: string) => [{ key: 'later', type: 'delay', duration: '1 day' }, tagStep(tag)];
    const { id: workflowId } = await saved(place(), { steps: steps('old'), exitOn: [] });
    await use('activate_workflow', { workflowId });
    await signUp(place(), ['ada', 'grace']);
    const versions = async () => {
      const { data } = await use('list_workflow_runs', { workflowId });
      const each = await Promise.all(
        data.map(({ id: runId }: { id: string }) => use('get_workflow_run', { workflowId, runId })),
      );
      return [...data, ...each].map(({ version }) => version);
    };
    expect(await versions()).toEqual([1, 1, 1, 1]);
    await use('save_workflow', { workflowId, steps: steps('new') });
    const { result } = await assistantIn(place()).call('activate_workflow', {
      workflowId,
      running: 'move',
      dry_run: true,
    });
    const moves = '2 open runs will continue in version 2';
    expect(result.preview.warnings).toContain(moves);
    const moved = await use('activate_workflow', { workflowId, running: 'move' });
    expect(moved.warnings).toEqual([moves]);
    expect(await versions()).toEqual([2, 2, 2, 2]);
    await platform.clock.advance(dayMs);
    await work(place());
    expect(await versions()).toEqual([2, 2, 2, 2]);
    expect((await use('activate_workflow', { workflowId })).warnings).toEqual([]);
  });
});
