import { describe, expect, test } from 'vitest';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { mail, open } from '../../../spec/scene.ts';

/**
 * Assistants see snake_case and may also write REST's camelCase: both name the same argument at any depth.
 */

const faultsOf = ({ result }: { result: Json }): [string, string][] => {
  expect(result.name).toBe('validation_error');
  return (result.details as { path: string; message: string }[]).map(({ path, message }) => [path, message]);
};

describe('the camelCase name of an argument', () => {
  test('is accepted silently for a snake_case argument', async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { result } = await assistant.call('send_email', mail({ dryRun: true, replyTo: 'a@example.com' }));
    expect(result.preview).toMatchObject({ recipients: 1 });
    expect((await platform.call('list_emails', {})).output).toMatchObject({ data: [] });
    const key = { idempotencyKey: 'once' };
    const first = await assistant.call('send_email', mail({ to: 'ada@example.com', ...key }));
    const again = await assistant.call('send_email', mail({ to: 'ada@example.com', ...key }));
    expect(again.result.id).toBe(first.result.id);
  });

  test('is accepted in objects and lists of known fields, with the same result', async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const { result: segment } = await assistant.call('create_segment', {
      name: 'all',
      rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
    });
    const made = async (given: Json) =>
      (
        await assistant.call('create_campaign', {
          subject: 'News',
          markdown: 'x {{unsubscribeUrl}}',
          ...given,
        })
      ).result;
    const [snake, camel] = [
      await made({ from_name: 'Acme', audience: { segment_id: segment.id }, throttle: { per_hour: 10 } }),
      await made({ fromName: 'Acme', audience: { segmentId: segment.id }, throttle: { perHour: 10 } }),
    ];
    expect(snake).toMatchObject({
      fromName: 'Acme',
      audience: { segmentId: segment.id },
      throttle: { perHour: 10 },
    });
    expect({
      ...camel,
      id: snake.id,
      name: snake.name,
      createdAt: snake.createdAt,
      updatedAt: snake.updatedAt,
    }).toEqual(snake);
    const saved = await assistant.call('save_subscribers', {
      subscribers: [
        { email: 'ada@example.com', first_name: 'Ada' },
        { email: 'bob@example.com', firstName: 'Bob' },
      ],
    });
    expect(saved.result).toMatchObject({ created: 2, failed: 0 });
    const { data } = (await assistant.call('list_subscribers', {})).result;
    expect(data.map(({ firstName }: Json) => firstName).sort()).toEqual(['⟦Ada⟧', '⟦Bob⟧']);
  });

  test('is not converted if the caller chose the name', async () => {
    const assistant = assistantOf(await open());
    const attributes = { favorite_color: 'red', favoriteColor: 'blue', first_name: 'x' };
    await assistant.call('create_subscriber', { email: 'ada@example.com', attributes });
    const { result } = await assistant.call('get_subscriber', { subscriber: 'ada@example.com' });
    expect(Object.keys(result.attributes)).toEqual(Object.keys(attributes));
  });

  test('is rejected together with the listed name, and the call has no effect', async () => {
    const platform = await open();
    const assistant = assistantOf(platform);
    const twice = mail({ dry_run: false, dryRun: true });
    expect(faultsOf(await assistant.call('send_email', twice))).toEqual([
      ['dry_run', 'is given in two casings: use one of them'],
    ]);
    const nested = { subject: 'x', audience: { segment_id: 'seg_a', segmentId: 'seg_b' } };
    expect(faultsOf(await assistant.call('create_campaign', nested))).toEqual([
      ['audience.segment_id', 'is given in two casings: use one of them'],
    ]);
    expect((await platform.call('list_emails', {})).output).toMatchObject({ data: [] });
  });
});

test('a refusal names arguments as listed, whatever casing was sent', async () => {
  const assistant = assistantOf(await open());
  expect(faultsOf(await assistant.call('get_campaign', {}))).toEqual([['campaign_id', 'is required']]);
  const wrong = {
    subject: 'x',
    fromEmail: 'not an address',
    abTest: { variants: [{}], percent: 0, metric: 'opens', waitMinutes: 1 },
  };
  const paths = faultsOf(await assistant.call('create_campaign', wrong)).map(([path]) => path);
  expect(paths).toEqual(expect.arrayContaining(['from_email', 'ab_test.variants', 'ab_test.percent']));
  const unknown = faultsOf(await assistant.call('create_campaign', { subject: 'x', from_nam: 'y' }));
  expect(unknown).toEqual([['from_nam', 'is not a field of this request; did you mean from_name?']]);
});

test('other interfaces accept only the REST names', async () => {
  const platform = await open();
  const { body } = await platform.http('POST', '/api/v2/campaigns', {
    body: { subject: 'x', from_name: 'y' },
  });
  expect(body.details).toMatchObject([{ path: 'from_name', code: 'unknown_field' }]);
});
