import { describe, expect, it, onTestFinished } from 'vitest';
import { minuteMs } from '../../../../src/model/instant.ts';
import { draftCampaign, toolNamed } from '../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { assistantIn, confirmed } from './approved-scene.ts';

const emails = readers(60);
const asked = emails.map((email) => ({ email, doubleOptIn: true }));

/** Makes a change between the preview of a call and its execution, as a parallel call may. */
function afterTheLook(tool: string, change: () => Promise<unknown>): void {
  const known = toolNamed(tool);
  const { preview } = known;
  known.preview = async (scope, input) => {
    const seen = await preview!(scope, input);
    await change();
    return seen;
  };
  onTestFinished(() => {
    known.preview = preview!;
  });
}

/** The number of sent mails, with all waiting mail delivered. */
async function mailsOf({ platform }: Place): Promise<number> {
  await platform.deliver();
  await platform.clock.advance(minuteMs);
  await platform.deliver();
  return platform.mailbox.messages.length;
}

const changed = { name: 'confirmation_required', details: { reason: 'changed' } };

onBothDatabases((place) => {
  describe('no opt-in request goes to a person who was not in the preview', () => {
    it('if people in the confirmed save are deleted before it runs', async () => {
      const here = place();
      const before = await mailsOf(here);
      await here.use('save_subscribers', { subscribers: emails.map((email) => ({ email })) });
      afterTheLook('save_subscribers', async () => {
        for (const subscriber of emails) await here.use('delete_subscriber', { subscriber });
      });
      const { refused, result } = await assistantIn(here).call('save_subscribers', { subscribers: asked });
      expect(refused).toBe(true);
      expect(result).toMatchObject(changed);
      expect((await here.use('list_subscribers')).data).toEqual([]);
      expect(await mailsOf(here)).toBe(before);
    });

    it('if more people would get a request than approved', async () => {
      const here = place();
      const before = await mailsOf(here);
      await here.use('save_subscribers', { subscribers: emails.slice(2).map((email) => ({ email })) });
      const assistant = assistantIn(here);
      const { result } = await assistant.call('save_subscribers', { subscribers: asked });
      expect(result.details.preview.recipients).toBe(2);
      afterTheLook('save_subscribers', async () => {
        await here.use('delete_subscriber', { subscriber: emails[7] });
      });
      const { confirmation_token } = result.details;
      const again = await assistant.call('save_subscribers', { subscribers: asked, confirmation_token });
      expect(again.result).toMatchObject(changed);
      expect(await mailsOf(here)).toBe(before);
    });

    it('if one person was mailed without an approval and another would be', async () => {
      const here = place();
      const before = await mailsOf(here);
      const two = asked.slice(0, 2);
      await here.use('save_subscribers', { subscribers: [{ email: emails[1] }] });
      afterTheLook('save_subscribers', async () => {
        await here.use('delete_subscriber', { subscriber: emails[1] });
        await here.use('create_subscriber', { email: emails[0], doubleOptIn: false });
      });
      const { result } = await assistantIn(here).call('save_subscribers', { subscribers: two });
      expect(result).toMatchObject(changed);
      expect(await mailsOf(here)).toBe(before);
    });

    it('if one save of an address is refused and the next save is not', async () => {
      const here = place();
      const before = await mailsOf(here);
      const subscribers = emails.flatMap((email) => [
        { email, doubleOptIn: false, tags: ['tag_01kaa0xq5v8m3c2n7r4t6w9yzb'] },
        { email, doubleOptIn: true },
      ]);
      const { result } = await assistantIn(here).call('save_subscribers', { subscribers });
      expect(result).toMatchObject({
        name: 'confirmation_required',
        details: { reason: 'not_confirmed', preview: { recipients: 60 } },
      });
      expect(await mailsOf(here)).toBe(before);
      const { sent } = await confirmed(here, 'save_subscribers', { subscribers });
      expect([sent.created, sent.failed]).toEqual([60, 60]);
      expect(await mailsOf(here)).toBe(before + 60);
    });

    it('and every recipient in the preview gets a request', async () => {
      const here = place();
      const before = await mailsOf(here);
      const { sent } = await confirmed(here, 'save_subscribers', { subscribers: asked });
      expect(sent.created).toBe(60);
      const alone = await assistantIn(here).call('create_subscriber', {
        email: 'alone@mailbox.dev',
        doubleOptIn: true,
      });
      expect(alone.refused, JSON.stringify(alone.result)).toBe(false);
      expect(await mailsOf(here)).toBe(before + 61);
    });
  });

  describe('an approval reactivates an unsubscribed person', () => {
    const left = 'left@mailbox.dev';
    const other = 'other@mailbox.dev';
    const back = (email: string, fields = {}) => ({
      email,
      resubscribe: true,
      consent: { source: 'the desk' },
      ...fields,
    });
    const calls: [string, (...people: object[]) => Record<string, unknown>][] = [
      ['create_subscriber', (person) => ({ ...person })],
      ['save_subscribers', (...subscribers) => ({ subscribers })],
    ];
    async function bothLeft(here: Place): Promise<void> {
      await addReaders(here.platform, here.organization, [left, other]);
      for (const subscriber of [left, other]) await here.use('unsubscribe_subscriber', { subscriber });
    }
    const status = async (here: Place, subscriber: string) =>
      (await here.use('get_subscriber', { subscriber })).status;

    it.each(calls)('by %s, but only a person who was shown', async (tool, given) => {
      const here = place();
      await bothLeft(here);
      const { preview } = await confirmed(here, tool, given(back(left)));
      expect(preview.changes).toEqual([
        `Brings back a person who left: ${left}`,
        `${left}: consent as stated by the assistant: “the desk”; ACTIVE at once, without an opt-in request`,
      ]);
      expect([await status(here, left), await status(here, other)]).toEqual(['ACTIVE', 'UNSUBSCRIBED']);
    });

    it.each(calls)('by %s with an opt-in request that is shown too', async (tool, given) => {
      const here = place();
      await bothLeft(here);
      const { preview } = await confirmed(here, tool, given(back(left, { doubleOptIn: true })));
      expect(preview).toMatchObject({
        recipients: 1,
        warnings: [
          `Brings back a person who left: ${left}`,
          expect.stringContaining('; PENDING until they confirm by mail'),
          expect.stringMatching(/^Double opt-in/),
        ],
      });
      expect(await status(here, left)).toBe('PENDING');
    });

    it('unless more of them have unsubscribed since', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, [left, other]);
      await here.use('unsubscribe_subscriber', { subscriber: left });
      const given = { subscribers: [back(left), back(other)] };
      const assistant = assistantIn(here);
      const { confirmation_token } = (await assistant.call('save_subscribers', given)).result.details;
      await here.use('unsubscribe_subscriber', { subscriber: other });
      const { result } = await assistant.call('save_subscribers', { ...given, confirmation_token });
      expect(result).toMatchObject({ name: 'confirmation_required', details: { reason: 'changed' } });
      expect(await status(here, left)).toBe('UNSUBSCRIBED');
    });
  });

  it('a pause during an assistant’s resume stays in effect', async () => {
    const here = place();
    await addReaders(here.platform, here.organization, readers(3));
    const { id: campaignId } = await draftCampaign(here, { throttle: { perHour: 1 } });
    await here.use('send_campaign', { campaignId });
    await here.platform.deliver();
    const assistant = assistantIn(here);
    const unpaused = await assistant.call('resume_campaign', { campaignId });
    expect(unpaused.result).toMatchObject({ status: 'SENDING', paused: false });
    afterTheLook('resume_campaign', () => here.use('pause_campaign', { campaignId }));
    const { result } = await assistant.call('resume_campaign', { campaignId });
    expect(result).toMatchObject(changed);
    expect(await here.use('get_campaign', { campaignId })).toMatchObject({ paused: true });
  });

  it('an approval shows the footer, and a changed footer needs another approval', async () => {
    const here = place();
    const before = await mailsOf(here);
    await here.use('update_organization_settings', { postal_address: '1 Garden Street\nLisbon' });
    const subscribers = asked.slice(0, 3);
    const assistant = assistantIn(here);
    const { result } = await assistant.call('save_subscribers', { subscribers });
    expect(result.details.preview.warnings).toContain(
      'The footer shows the postal address “1 Garden Street, Lisbon”',
    );
    const { confirmation_token } = result.details;
    await here.use('update_organization_settings', { postal_address: 'Call +1 555 0100 at once' });
    const again = await assistant.call('save_subscribers', { subscribers, confirmation_token });
    expect(again.result).toMatchObject(changed);
    const { warnings } = again.result.details.preview;
    expect(warnings).toContain('The footer shows the postal address “Call +1 555 0100 at once”');
    expect(await mailsOf(here)).toBe(before);
  });
});
