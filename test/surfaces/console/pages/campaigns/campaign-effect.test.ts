import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../tools/both-databases.ts';
import { sendable } from '../../../../tools/campaigns/scene.ts';
import { type Page, personIn, signedIn } from '../../scene.ts';

const fieldIn = ({ text }: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

const rule = (email: string) => ({ field: 'email', operator: 'eq', value: email });

onBothDatabases((place) => {
  test('a campaign is not sent if its audience grew or its segment or sender changed since the review', async () => {
    const here = place();
    for (const name of ['ada', 'grace'])
      await here.use('create_subscriber', { email: `${name}@mailbox.dev` });
    const { id: segment } = await here.use('create_segment', { name: 'Ada', rule: rule('ada@mailbox.dev') });
    const at = await signedIn(here.platform, await personIn(here.platform, here.organization));
    const review = async (more: object) => {
      const { id } = await here.use('create_campaign', { ...sendable, ...more });
      const page = await at.get(`/console/campaigns/${id}/review`);
      const names = ['about', 'people'];
      return { id, form: Object.fromEntries(names.map((name) => [name, fieldIn(page, name)])) };
    };
    const changes = [
      [
        { name: 'One', audience: { segmentId: segment } },
        ['update_segment', { segmentId: segment, rule: rule('grace@mailbox.dev') }],
      ],
      [{ name: 'Two' }, ['create_subscriber', { email: 'eve@mailbox.dev' }]],
      [{ name: 'Three' }, ['update_organization_settings', { default_reply_to: 'eve@mailbox.dev' }]],
    ] as const;
    for (const [draft, [tool, input]] of changes) {
      const { id, form } = await review({ ...draft, subject: draft.name });
      await here.use(tool, input);
      const sent = await at.post(`/console/campaigns/${id}/send`, form);
      expect([tool, sent.status]).toEqual([tool, 409]);
      expect(sent.text).toContain('The content or the audience has changed since the review');
      expect((await here.use('get_campaign', { campaignId: id })).status).toBe('DRAFT');
    }
  });
});
