import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/model/failure.ts';
import { open } from '../../spec/scene.ts';
import { sendable } from './scene.ts';

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'a\r\nBcc: x@example.com',
    '{{unsubscribeUrl}}',
    '{{{unsubscribeUrl}}}',
    '<a href="{{unsubscribeUrl}}">',
    '"><script>{{unsubscribeUrl}}</script>',
    '<a href=\'{{unsubscribeUrl}}\' title=">">x',
    '[x]({{unsubscribeUrl|javascript:alert(1)}})',
    '=?utf-8?q?=0D=0ABcc?=',
    '__proto__',
    'constructor',
    'x'.repeat(3_000),
    '2030-01-01T00:00',
    '2030-02-30T00:00Z',
    '9999-12-31T23:59-23:59',
    'Europe/Lisbon',
    'tag_00000000000000000000000001',
    'MARKDOWN',
    'TIPTAP',
    '{"type":"doc","content":[]}',
  ),
);
const hostileValue = fc.oneof(
  { depthSize: 'small' },
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e300, 5, [], {}, { type: 'doc', content: [] }),
  fc.jsonValue({ maxDepth: 3 }),
);
const variant = fc.dictionary(
  fc.constantFrom('name', 'subject', 'preview', 'content', 'contentType', 'html', 'markdown', 'tiptap', 'x'),
  hostileValue,
);
const tags = fc.record({ any: fc.array(hostileText, { maxLength: 3 }) });
const structured = {
  audience: fc.oneof(
    fc.record({ tags }),
    fc.dictionary(fc.constantFrom('tags', 'segmentId', 'filter', 'subscriberIds'), hostileValue),
  ),
  abTest: fc.record({
    variants: fc.array(variant, { maxLength: 6 }),
    percent: fc.constantFrom(1, 100, 101),
    metric: fc.constantFrom('opens', 'clicks'),
    waitMinutes: fc.constantFrom(1, 10_080, 0),
  }),
};
const fields = ['name', 'subject', 'preview', 'fromName', 'fromEmail', 'replyTo', 'content', 'contentType'];
const moreFields = ['html', 'markdown', 'tiptap', 'timezone', 'throttle', 'tracking', 'x', '__proto__'];
const change = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fields, ...moreFields), hostileValue, { maxKeys: 4 }),
    fc.record(structured, { requiredKeys: [] }),
  )
  .map(([plain, rest]) => ({ ...plain, ...rest }));
const asked = fc.record(
  { scheduledAt: hostileValue, timezone: hostileValue, to: fc.array(hostileText), variant: hostileValue },
  { requiredKeys: [] },
);

test('every hostile campaign call succeeds or is rejected with the field at fault', async () => {
  const { call, organization } = await open();
  const result = async (tool: string, input: object): Promise<{ id?: string } | null> => {
    try {
      return (await call(tool, input)).output as { id: string };
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      const { status, message } = error as Failure;
      expect([tool, input, status]).toEqual([tool, input, expect.toSatisfy((code) => code < 500)]);
      expect(message).not.toContain(organization.id);
      return null;
    }
  };
  await fc.assert(
    fc.asyncProperty(change, change, asked, async (made, edited, sent) => {
      const campaign = await result('create_campaign', { ...sendable, markdown: undefined, ...made });
      if (!campaign) return;
      const campaignId = campaign.id;
      await result('update_campaign', { campaignId, ...edited });
      const { to = ['ada@example.com'], variant: which, ...times } = sent;
      await result('test_campaign', { campaignId, to, variant: which });
      await result('send_campaign', { campaignId, ...times });
      expect(await result('get_campaign', { campaignId })).toMatchObject({ id: campaignId });
      expect(await result('delete_campaign', { campaignId })).toMatchObject({ deleted: true });
    }),
    { numRuns: 300 },
  );
});
