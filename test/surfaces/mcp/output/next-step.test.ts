import { describe, expect, it } from 'vitest';
import { Failure, type FailureName, failures, invalidField } from '../../../../src/model/failure.ts';
import { nextStep } from '../../../../src/surfaces/mcp/output/next-step.ts';
import { catalogue } from '../../../../tools/index.ts';

const names = new Set(catalogue.map(({ name }) => name));

function next(
  failure: Failure,
  tool: string,
  offered: (name: string) => boolean = (name) => names.has(name),
) {
  return nextStep({ failure, tool: catalogue.find(({ name }) => name === tool)!, offered });
}

describe('the next step after a refusal', () => {
  it.each([
    ['get_email', 'list_emails'],
    ['update_subscriber', 'list_subscribers'],
    ['add_subscriber_tags', 'list_subscribers'],
    ['list_subscriber_events', 'list_subscribers'],
    ['get_tag', 'list_tags'],
    ['get_domain', 'list_domains'],
    ['rotate_domain_dkim', 'list_domains'],
    ['revoke_token', 'list_tokens'],
    ['track_event', 'list_subscribers'],
    ['get_suppression', 'list_suppressions'],
  ])('names the listing tool when %s finds no object: %s', (tool, list) => {
    expect(next(new Failure('not_found'), tool)).toBe(`Call ${list} to find the right id.`);
  });

  const again =
    'Only when they agree, call send_email again with the same arguments and this confirmation_token.';
  const askedAgain = 'Call send_email again: the person will be asked again.';
  const copied =
    'Copy confirmation_token exactly and repeat the arguments unchanged. If it is refused again, stop and tell the person.';
  const looked =
    'It was already sent, tried or declined: check with list_emails or get_campaign before anything else.';
  const said = 'Do not send; ask the person what to change.';
  const waiting =
    'Tell the person that approval requests are waiting for them. Call send_email again after they are answered; a request expires after 15 minutes.';
  const smaller = 'Tell the person, and send it in smaller calls: each needs their approval.';
  it.each([
    ['not_confirmed', `Show the preview to the person. ${again}`, askedAgain],
    ['changed', `Show the new preview to the person again. ${again}`, askedAgain],
    ['expired', `Ask the person again. ${again}`, askedAgain],
    ['invalid', copied, copied],
    ['used', looked, looked],
    ['declined', said, said],
    ['too_many_questions', waiting, waiting],
    ['too_large', smaller, smaller],
  ])('after a failed confirmation depends on the reason: %s', (reason, withToken, without) => {
    const refused = (details: object) =>
      next(new Failure('confirmation_required', { details: { reason, ...details } }), 'send_email');
    expect(refused({ confirmation_token: 'x' })).toBe(withToken);
    expect(refused({})).toBe(without);
  });

  it('names no tool that the caller may not use', () => {
    expect(next(new Failure('not_found'), 'get_email', () => false)).toBe(
      'Ask the person for the right id or name; do not guess one.',
    );
    for (const failure of Object.keys(failures) as FailureName[]) {
      const result = next(new Failure(failure), 'send_email', () => false) ?? '';
      const named = [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(result));
      expect(named.filter((name) => name !== 'send_email')).toEqual([]);
    }
  });

  it('names the fields to correct', () => {
    expect(next(invalidField('to', 'is required', 'required'), 'send_email')).toBe(
      'Correct to as described and call send_email again.',
    );
  });

  describe('for a fault of the campaign', () => {
    const mended =
      'with update_campaign. Its answer lists remaining faults in problem and badges. Then call send_campaign again.';
    const missing = (path?: string) =>
      new Failure('missing_unsubscribe_url', { ...(path && { details: { path } }) });

    it.each([
      [
        'abTest.metric',
        invalidField('abTest.metric', 'is opens'),
        `Change the campaign as described ${mended}`,
      ],
      [
        'a missing sender',
        invalidField('fromEmail', 'x', 'required'),
        `Change the campaign as described ${mended}`,
      ],
      [
        'a deleted tag',
        invalidField('audience.tags.any[0]', 'x'),
        `Change the campaign as described ${mended}`,
      ],
      [
        'no unsubscribe link',
        missing('content'),
        `Add a link to {{unsubscribeUrl}} to the content ${mended}`,
      ],
      [
        'no unsubscribe link in a variant',
        missing('abTest.variants[1].content'),
        `Add a link to {{unsubscribeUrl}} to abTest.variants[1].content ${mended}`,
      ],
      [
        'blocked content',
        new Failure('content_verification_failed'),
        `Change the content named in the badges, as described in guidance ${mended} Note that the same message in other words is also blocked.`,
      ],
    ])('is update_campaign and then another send: %s', (_, failure, result) => {
      expect(next(failure, 'send_campaign')).toBe(result);
      expect(next(failure, 'test_campaign')).toBe(result.replace('send_campaign', 'test_campaign'));
      const cannot = next(failure, 'send_campaign', (name) => name !== 'update_campaign');
      expect(cannot).not.toContain('update_campaign');
      expect(cannot).toContain('ask the person to do it; then call send_campaign again.');
    });

    it('is list_domains and update_campaign for an unverified domain', () => {
      const failure = new Failure('domain_not_verified');
      const result = next(failure, 'send_campaign');
      expect(result).toContain('Call list_domains, and set fromEmail to an address at a verified domain');
      expect(result).toContain(mended);
      expect(next(failure, 'send_email')).toContain('Call list_domains and send from a verified domain.');
    });

    it.each([
      ['send_campaign', invalidField('timezone', 'is none')],
      ['send_campaign', invalidField('subject', 'is not a field of this request', 'unknown_field')],
      ['test_campaign', invalidField('to[0]', 'is not one mailbox')],
      ['create_campaign', invalidField('abTest.metric', 'must be opens or clicks')],
    ])('differs from the next step for a wrong argument: %s', (tool, failure) => {
      const [{ path }] = failure.details as [{ path: string }];
      expect(next(failure, tool)).toBe(`Correct ${path} as described and call ${tool} again.`);
    });
  });

  it('says how long to wait', () => {
    expect(next(new Failure('rate_limit_exceeded', { retryAfterSeconds: 1 }), 'list_emails')).toBe(
      'Wait 1 second, then call list_emails again.',
    );
    expect(next(new Failure('RECIPIENT_RATE_LIMITED', { retryAfterSeconds: 3600 }), 'send_email')).toContain(
      'Wait 3600 seconds',
    );
  });

  it('is to use the same idempotency key when a send may have happened', () => {
    expect(next(new Failure('internal_server_error'), 'send_email')).toContain('the same idempotency_key');
  });
});
