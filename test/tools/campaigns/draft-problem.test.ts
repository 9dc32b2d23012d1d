import { beforeEach, describe, expect, test } from 'vitest';
import { doors, outputThrough } from '../../spec/doors.ts';
import { open } from '../../spec/scene.ts';
import { onBothDatabases } from '../both-databases.ts';
import { phishing } from '../verification/scene.ts';
import { sendable } from './scene.ts';

const noLink =
  'The content must contain {{unsubscribeUrl}} as a visible link, so that recipients can unsubscribe';
const unmeasured = 'abTest.metric is clicks, which are not followed: set tracking.clicks to true';
const unverified =
  'The domain of the from address is not verified; add it under /domains and publish its records';
const twoSubjects = { variants: [{ subject: 'A' }, { subject: 'B' }], percent: 10, waitMinutes: 60 };
const lure = `${phishing.html}<p><a href="{{unsubscribeUrl}}">Leave</a></p>`;

/** The missing part of a draft, its full problem text, and the failure of a send. */
const lacking: [string, object, string, string][] = [
  [
    'everything',
    { name: 'May' },
    'subject is required to send. fromEmail is required to send, or default_from of the organization. content is required to send',
    'validation_error',
  ],
  ['a sender', { ...sendable, fromEmail: null }, 'fromEmail is required', 'validation_error'],
  ['an unsubscribe link', { ...sendable, markdown: 'Hello' }, noLink, 'missing_unsubscribe_url'],
  [
    'a visible unsubscribe link',
    { ...sendable, markdown: '<p hidden>{{unsubscribeUrl}}</p>' },
    noLink,
    'missing_unsubscribe_url',
  ],
  [
    'the same in one variant, and what its A/B test is measured by',
    {
      ...sendable,
      abTest: { ...twoSubjects, variants: [{}, { markdown: 'Hello' }], metric: 'clicks' },
    },
    `abTest.variants[1].content: ${noLink}. ${unmeasured}`,
    'missing_unsubscribe_url',
  ],
  [
    'only the metric of its A/B test',
    { ...sendable, abTest: { ...twoSubjects, metric: 'clicks' } },
    unmeasured,
    'validation_error',
  ],
  [
    'a sender, and tracks nothing of what its A/B test is measured by',
    {
      ...sendable,
      fromEmail: null,
      abTest: { ...twoSubjects, metric: 'clicks' },
      tracking: { clicks: false },
    },
    `fromEmail is required to send, or default_from of the organization. ${unmeasured}`,
    'validation_error',
  ],
  [
    'honesty',
    { ...sendable, markdown: undefined, html: lure, subject: phishing.subject, fromName: 'PayPal Support' },
    'The content looks like cold email or phishing',
    'content_verification_failed',
  ],
];

onBothDatabases((place) => {
  describe('a draft', () => {
    beforeEach(() => place().use('create_subscriber', { email: 'ada@example.com' }));

    test.each(lacking)(
      'without %s reports that problem and cannot be sent',
      async (_, fields, said, name) => {
        const { use, refusal } = place();
        const made = await use('create_campaign', fields);
        expect(made.problem).toMatch(literally(said));
        expect(await use('get_campaign', { campaignId: made.id })).toEqual(made);
        const { failure, message } = await refusal('send_campaign', { campaignId: made.id });
        expect(failure).toBe(name);
        expect(made.problem).toContain(message);
      },
    );

    test('without a problem can be sent', async () => {
      const { use } = place();
      const made = await use('create_campaign', sendable);
      expect(made).toMatchObject({ status: 'DRAFT', problem: null });
      expect(await use('send_campaign', { campaignId: made.id })).toMatchObject({
        status: 'SCHEDULED',
        problem: null,
      });
    });

    test('reports the remaining problems after each edit', async () => {
      const { use } = place();
      const { id: campaignId } = await use('create_campaign', { name: 'May' });
      const left = async (fields: object) =>
        (await use('update_campaign', { campaignId, ...fields })).problem;
      expect(await left({ subject: 'News', fromEmail: 'a@acme.example' })).toBe(
        'content is required to send',
      );
      expect(await left({ markdown: 'Hello' })).toBe(noLink);
      expect(await left({ markdown: sendable.markdown })).toBeNull();
      expect(await left({ subject: null })).toBe('subject is required to send');
    });

    test.each([900, 13_000])(
      'reports a problem in content of %i paragraphs, which is too long for the quick check',
      async (amount) => {
        const { use } = place();
        const paragraphs = '<p>The harvest was good this year.</p>\n'.repeat(amount);
        const large = (link: string) => ({ ...sendable, markdown: undefined, html: `${paragraphs}${link}` });
        const problemOf = async (link: string) => {
          const { id, problem } = await use('create_campaign', large(link));
          expect((await use('get_campaign', { campaignId: id })).problem).toBe(problem);
          return problem;
        };
        expect(await problemOf('<p><a href="{{unsubscribeUrl}}">Leave</a></p>')).toBeNull();
        expect(await problemOf('<!-- {{unsubscribeUrl}} -->')).toBe(noLink);
      },
    );

    test('names the deleted parts of its audience', async () => {
      const { use, refusal } = place();
      const { id: segmentId } = await use('create_segment', {
        name: 'In',
        rule: { field: 'email', operator: 'exists' },
      });
      await use('create_subscriber', { email: 'ada@example.com', tags: ['news'] });
      const audience = { segmentId, tags: { any: ['news'] } };
      const { id: campaignId, problem } = await use('create_campaign', { ...sendable, audience });
      expect(problem).toBeNull();
      await use('delete_tag', { tag: 'news' });
      await use('delete_segment', { segmentId });
      const result = (await use('get_campaign', { campaignId })).problem;
      expect(result).toBe(
        'audience.segmentId is no segment of this organization any more. audience.tags.any[0] is no tag of this organization any more',
      );
      expect(result).toContain((await refusal('send_campaign', { campaignId })).message);
    });

    test('reports that the token may not send from its domain', async () => {
      const { use, platform, organization } = place();
      const { id } = await use('add_domain', { name: 'other.example' });
      const bound = await use('create_token', { name: 'Bound', scopes: ['campaigns.write'], domain_id: id });
      const token = (await platform.platform.engine.store
        .forOrganization(organization.key)
        .tokens.byId(bound.id))!;
      const caller = { ...platform.caller('tools', organization), token };
      const { output } = await platform.call('create_campaign', sendable, { caller });
      expect(output).toMatchObject({
        problem: 'This API token may only send from the domain it is bound to',
      });
    });

    test('reports its problem again after it was cancelled or restored', async () => {
      const { use } = place();
      const { id: campaignId } = await use('create_campaign', sendable);
      const later = { campaignId, scheduledAt: '2030-07-01T09:00Z' };
      expect(await use('send_campaign', later)).toMatchObject({ status: 'SCHEDULED', problem: null });
      expect(await use('cancel_campaign', { campaignId })).toMatchObject({ status: 'DRAFT', problem: null });
      await use('update_campaign', { campaignId, markdown: 'Hello' });
      expect(await use('archive_campaign', { campaignId })).toMatchObject({
        status: 'ARCHIVED',
        problem: null,
      });
      expect(await use('restore_campaign', { campaignId })).toMatchObject({
        status: 'DRAFT',
        problem: noLink,
      });
    });
  });
});

function literally(text: string): RegExp {
  return new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
}

describe.each(doors.current)('through %s', (door) => {
  test('a draft reports every reason why it cannot be sent, including an unverified domain', async () => {
    const platform = await open({ settings: { requireVerifiedDomain: true } });
    await outputThrough('v2', platform, 'create_subscriber', { email: 'ada@example.com' });
    const made = await outputThrough(door, platform, 'create_campaign', { ...sendable, markdown: 'Hello' });
    expect(made.problem).toBe(`${unverified}. ${noLink}`);
    const campaignId = made.id;
    const { markdown } = sendable;
    expect(await outputThrough(door, platform, 'update_campaign', { campaignId, markdown })).toMatchObject({
      problem: unverified,
    });
    expect(await outputThrough(door, platform, 'get_campaign', { campaignId })).toMatchObject({
      problem: unverified,
    });
  });
});

test('v1 returns drafts without a problem field', async () => {
  const platform = await open();
  const made = await outputThrough('v1', platform, 'create_campaign', { name: 'May' });
  expect(made).not.toHaveProperty('problem');
  expect(await outputThrough('v1', platform, 'get_campaign', { campaignId: made.id })).toEqual(made);
});
