import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../../src/model/text/did-you-mean.ts';

const names = ['send_email', 'send_email_batch', 'list_emails', 'get_email', 'list_subscribers'];

describe('an unknown name', () => {
  it.each([
    ['send_emial', 'send_email'],
    ['sendEmail', 'send_email'],
    ['send-email', 'send_email'],
    ['list_subscriber', 'list_subscribers'],
    ['LIST_EMAILS', 'list_emails'],
  ])('%s suggests %s', (given, meant) => {
    expect(didYouMean(given, names)).toBe(meant);
  });

  it.each(['', 'x', 'drop_database', 'a'.repeat(100_000)])(
    'that resembles no known name has no suggestion',
    (given) => {
      expect(didYouMean(given, names)).toBeUndefined();
    },
  );
});
