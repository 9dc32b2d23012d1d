import { describe, expect, it } from 'vitest';
import { describePreview } from '../../../src/model/approval/describe-preview.ts';
import { type AbTest, allActive } from '../../../src/model/campaign/campaign.ts';
import {
  allActiveText,
  describeAbTest,
  describeAudience,
  describeAudienceRule,
  formatLocalTime,
} from '../../../src/model/campaign/describe-campaign.ts';
import type { Rule } from '../../../src/model/segment/rule.ts';
import type { SendPreview } from '../../../src/model/sending/send-preview.ts';
import { cutText } from '../../../src/model/text/text.ts';

const names = new Map([
  ['tag_1', 'customer'],
  ['tag_2', 'trial'],
  ['tag_3', 'staff'],
  ['seg_1', 'Readers of August'],
]);
const nameOf = (id: string) => names.get(id);
const tags = { any: [], all: [], none: [] };

describe('the description of an audience', () => {
  it('without conditions mentions all subscribers', () => {
    expect(describeAudience(allActive, nameOf)).toBe(allActiveText);
  });

  it('names its tags and its segment', () => {
    expect(describeAudience({ ...allActive, tags: { ...tags, any: ['tag_1'] } }, nameOf)).toBe(
      'ACTIVE subscribers with tag “customer”',
    );
    const every = { any: ['tag_1', 'tag_2'], all: ['tag_2'], none: ['tag_3'] };
    expect(describeAudience({ ...allActive, tags: every, segmentId: 'seg_1' }, nameOf)).toBe(
      'ACTIVE subscribers with tags “customer” or “trial”, with tag “trial”, without tag “staff”, in segment “Readers of August”',
    );
  });

  it('includes the filter and individually chosen subscribers', () => {
    const filter: Rule = {
      and: [
        { field: 'attributes.plan', operator: 'eq', value: 'pro' },
        {
          or: [
            { field: 'email_opened', operator: 'within', value: '30d' },
            { field: 'tags', operator: 'eq', value: 'tag_1' },
          ],
        },
      ],
    };
    expect(describeAudience({ ...allActive, filter, subscriberIds: ['sub_1', 'sub_2'] }, nameOf)).toBe(
      'ACTIVE subscribers where attributes.plan is “pro” and (email_opened is within the last “30d” or tags is “customer”), among 2 chosen one by one',
    );
  });

  it('includes event counts and time spans', () => {
    const filter: Rule = {
      and: [
        { field: 'event.order.paid', operator: 'count_gte', value: 2, within: '30 days' },
        { field: 'email_opened', operator: 'longer_ago', value: '90 days' },
      ],
    };
    expect(describeAudience({ ...allActive, filter }, nameOf)).toBe(
      'ACTIVE subscribers where event.order.paid counts at least “2” within the last “30 days” and email_opened is longer ago than “90 days”',
    );
  });

  it('is short for any audience, and names cannot imitate its wording', () => {
    const value = 'x'.repeat(200);
    const long: Rule = {
      or: Array.from({ length: 100 }, () => ({
        field: 'attributes.note',
        operator: 'contains' as const,
        value,
      })),
    };
    const many = Array.from({ length: 500 }, (_, n) => `tag_${n + 10}`);
    const words = describeAudience({ ...allActive, filter: long, tags: { ...tags, any: many } }, () =>
      'n'.repeat(90),
    );
    expect(words.length).toBeLessThan(1_000);
    expect(words).toContain('495 more');
    const sly = describeAudience(
      { ...allActive, tags: { ...tags, any: ['tag_1'] } },
      () => 'a”, with\ntag “b',
    );
    expect(sly).toBe("ACTIVE subscribers with tag “a', with tag 'b”");
  });

  it('truncates by visible characters, so that invisible padding hides nothing', () => {
    const padding = '\u{200B}'.repeat(400);
    const value = `${padding}gold`;
    const rule: Rule = { field: `attributes.${padding}plan`, operator: 'eq', value };
    const words = describeAudience(
      { ...allActive, filter: rule, tags: { ...tags, any: ['tag_1'] } },
      () => `${padding}customer`,
    );
    expect(words).toBe('ACTIVE subscribers with tag “customer”, where attributes.plan is “customer”');
    expect(describeAudienceRule(rule, () => undefined)).toBe('attributes.plan is “gold”');
  });
});

describe('the description of an A/B test', () => {
  const test: AbTest = {
    variants: [
      { name: 'A', subject: 'One', preview: null, body: null },
      { name: 'B', subject: 'Two', preview: null, body: null },
    ],
    percent: 20,
    metric: 'clicks',
    waitMinutes: 240,
    winner: null,
  };

  it('states the variants, their share, the wait and the content for the rest of the audience', () => {
    expect(describeAbTest(test)).toBe(
      '2 variants (“A” and “B”) go to 20 % of them in equal parts; after 4 hours the one with most clicks goes to the rest',
    );
    expect(describeAbTest({ ...test, waitMinutes: 90 })).toContain('after 90 minutes');
    expect(describeAbTest({ ...test, percent: 100 })).toBe(
      '2 variants (“A” and “B”) go to 100 % of them in equal parts',
    );
    expect(describeAbTest({ ...test, winner: 1 })).toBe('The A/B test is over: “B” goes to the rest');
  });
});

describe('a local time', () => {
  it('follows its time zone across a DST change', () => {
    expect(formatLocalTime(Date.UTC(2026, 2, 28, 17, 0), 'Europe/Berlin')).toBe(
      'Saturday 28 March 2026 at 18:00 (Europe/Berlin)',
    );
    expect(formatLocalTime(Date.UTC(2026, 2, 29, 17, 0), 'Europe/Berlin')).toBe(
      'Sunday 29 March 2026 at 19:00 (Europe/Berlin)',
    );
  });
});

describe('the description of a preview', () => {
  const preview: SendPreview = {
    object: 'send_preview',
    tool: 'send_campaign',
    from: null,
    subjects: ['Hello'],
    text: null,
    recipients: 3,
    at_least: false,
    to: [],
    skipped: [],
    delivery: 'live',
    scheduled_at: '2026-03-29T17:00:00.000Z',
    scheduled_local: 'Sunday 29 March 2026 at 19:00 (Europe/Berlin)',
    audience: allActiveText,
    ab_test: 'Two of them',
    badges: [],
    warnings: [],
  };

  it('states the audience, the test and the local time', () => {
    expect(describePreview('Send campaign', preview).split('\n')).toEqual([
      'Send campaign: to 3 people, on Sunday 29 March 2026 at 19:00 (Europe/Berlin), 2026-03-29T17:00:00.000Z.',
      'Audience: ALL subscribers who are ACTIVE.',
      'A/B test: Two of them.',
      'Subject: “Hello”',
      'Live: goes to real mailboxes.',
    ]);
  });

  it('says that the text is an excerpt only if it is truncated', () => {
    const cut = cutText(`Hello ${'\n'.repeat(400)}there, and more`, 300);
    const lines = (text: string) => describePreview('Send campaign', { ...preview, text }).split('\n');
    expect(lines(cut)).toContain('Beginning of the text: “Hello … [cut: 121 more characters]”');
    expect(lines('Hello')).toContain('Text: “Hello”');
  });
});
