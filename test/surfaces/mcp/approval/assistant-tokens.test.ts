import { beforeEach, describe, expect, it } from 'vitest';
import { unapprovedPeopleMax } from '../../../../src/model/sending/unapproved-people.ts';
import { draftCampaign } from '../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../engine/campaigns/campaign-scene.ts';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const person = (index: number) => `person-${index}@mailbox.dev`;

onBothDatabases((place) => {
  let here: Place;
  let token: string;
  let root: string;
  let before: number;
  beforeEach(async () => {
    here = place();
    before = here.platform.mailbox.messages.length;
    root = (await here.platform.addToken(here.organization, { scopes: ['full_access', 'admin'] })).token;
    token = await minted({ scopes: ['full_access'] });
  });

  /** Creates a token as an assistant, with an approval. */
  async function minted(fields: object): Promise<string> {
    const assistant = assistantOf(here.platform, { token: root });
    const wish = { name: 'minted', ...fields };
    const asked = await assistant.call('create_token', wish);
    expect(asked.result).toMatchObject({
      name: 'confirmation_required',
      message: 'Nothing was done: a person must approve this call first',
    });
    const { confirmation_token, preview } = asked.result.details;
    expect(preview).toMatchObject({ object: 'change_preview', tool: 'create_token' });
    expect(preview.changes[0]).toMatch(/^Creates an API token named minted\. Permissions: /);
    const made = await assistant.call('create_token', { ...wish, confirmation_token });
    expect(made.result.assistant).toBe(true);
    return made.result.token;
  }
  const post = (path: string, body: object, by = token): Promise<{ status: number; body: Json }> =>
    here.http('POST', path, { body, token: by });
  const left = async (): Promise<number> => {
    await here.platform.deliver();
    return here.platform.mailbox.messages.length - before;
  };

  describe('a token created by an assistant', () => {
    it('shares the allowance of its assistant over REST', async () => {
      const assistant = assistantOf(here.platform, { token: root });
      for (let index = 0; index < 4; index += 1) {
        expect((await assistant.call('send_email', { ...mail, to: person(index) })).refused).toBe(false);
      }
      for (let index = 4; index < unapprovedPeopleMax; index += 1) {
        expect((await post('/api/v2/emails', { ...mail, to: person(index) })).status).toBe(200);
      }
      const more = await post('/api/v2/emails', { ...mail, to: person(10) });
      expect([more.status, more.body.name]).toEqual([403, 'restricted_api_key']);
      expect((await assistant.call('send_email', { ...mail, to: person(11) })).result.name).toBe(
        'confirmation_required',
      );
      // People with an earlier mail and test recipients can still get mail.
      expect((await post('/api/v2/emails', { ...mail, to: person(4) })).status).toBe(200);
      expect((await post('/api/v2/emails', { ...mail, to: 'a@example.com' })).status).toBe(200);
      expect(await left()).toBe(11);
    });

    it('counts opt-in requests over REST together with single mails', async () => {
      await here.use('update_organization_settings', { double_opt_in: true });
      for (let index = 0; index < 5; index += 1) {
        expect((await post('/api/v2/emails', { ...mail, to: person(index) })).status).toBe(200);
      }
      for (let index = 5; index < unapprovedPeopleMax; index += 1) {
        expect((await post('/api/v2/subscribers', { email: person(index) })).status).toBe(201);
      }
      const more = await post('/api/v2/subscribers', { email: person(10) });
      expect([more.status, more.body.name]).toEqual([403, 'restricted_api_key']);
      expect((await post('/api/v2/emails', { ...mail, to: person(11) })).status).toBe(403);
      await here.platform.deliver();
      expect(await left()).toBe(unapprovedPeopleMax);
    });

    it('cannot read a webhook’s signing secret over REST', async () => {
      const { id } = await here.use('save_webhook', {
        url: 'https://hooks.acme.dev/x',
        events: ['email.sent'],
      });
      const rotated = await post(`/api/v2/webhooks/${id}/rotate-secret`, {});
      expect([rotated.status, rotated.body.name]).toEqual([403, 'restricted_api_key']);
    });

    it('can be rotated over MCP, unlike a person’s token or the token of the connection', async () => {
      const assistant = assistantOf(here.platform, { token: root });
      const all = (await here.use('list_tokens', {})).data as Json[];
      for (const { id, assistant: isAssistants } of all) {
        const asked = await assistant.call('rotate_token', { id });
        expect([isAssistants, asked.result.name]).toEqual(
          isAssistants ? [true, 'confirmation_required'] : [false, 'restricted_api_key'],
        );
        const { status } = await post(`/api/v2/tokens/${id}/rotate`, {});
        expect(status).toBe(403);
      }
      expect(new Set(all.map((one) => one.assistant))).toEqual(new Set([true, false]));
    });

    it('cannot send batches or campaigns, create sending tokens, or exceed the allowance in parallel calls', async () => {
      await addReaders(here.platform, here.organization, readers(12));
      const { id } = await draftCampaign(here);
      const emails = [0, 1].map((index) => ({ ...mail, to: person(index) }));
      for (const [path, body] of [
        ['/api/v2/emails/batch', emails],
        ['/api/v2/tools/send_email_batch', { emails }],
        [`/api/v2/campaigns/${id}/send`, {}],
        ['/api/v2/tools/send_campaign', { campaignId: id }],
        ['/api/v2/tokens', { name: 'more', scopes: ['emails.send'] }],
      ] as const) {
        const { status, body: answer } = await post(path, body);
        expect([path, answer.structured_content?.name ?? answer.name ?? status]).toEqual([
          path,
          'restricted_api_key',
        ]);
      }
      const many = await Promise.all(
        Array.from({ length: 40 }, (_, index) => post('/api/v2/emails', { ...mail, to: person(index) })),
      );
      expect(many.filter(({ status }) => status === 200)).toHaveLength(unapprovedPeopleMax);
      expect(await left()).toBe(unapprovedPeopleMax);
    });

    it('is not limited while sending is disabled, and a person’s token is never limited', async () => {
      const emails = Array.from({ length: 12 }, (_, index) => ({ ...mail, to: person(index) }));
      const test = emails.map((one, index) => ({ ...one, to: `a${index}@example.com` }));
      expect((await post('/api/v2/emails/batch', test)).status).toBe(200);
      expect((await post('/api/v2/emails/batch', emails, root)).status).toBe(200);
      const { token: forAssistant } = (
        await post('/api/v2/tokens', { name: 'Claude', scopes: ['emails.send'], assistant: true }, root)
      ).body;
      expect((await post('/api/v2/emails/batch', emails, forAssistant)).status).toBe(403);
    });

    it('cannot create a token, or a webhook to a new host', async () => {
      const read = await post('/api/v2/tokens', { name: 'r', scopes: ['emails.read'], assistant: false });
      expect([read.status, read.body.details.reason]).toEqual([403, 'not_confirmed']);
      const url = 'https://hooks.acme.dev/in';
      expect((await post('/api/v2/webhooks', { url })).status).toBe(403);
      expect((await post('/api/v2/webhooks', { url }, root)).status).toBe(201);
      expect((await post('/api/v2/webhooks', { url: 'https://hooks.acme.dev/other' })).status).toBe(201);
      expect((await post('/api/v2/webhooks', { url: 'https://hooks.acme.dev:8443/in' })).status).toBe(400);
      const known = (await here.use('list_webhooks', {})).data as Json[];
      const moved = { url: 'https://elsewhere.dev/in' };
      const path = `/api/v2/webhooks/${known[0]!.id}`;
      expect((await here.http('PATCH', path, { body: moved, token })).status).toBe(403);
    });
  });
});
