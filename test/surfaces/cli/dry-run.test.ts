import { expect, it } from 'vitest';
import { openPlatform } from '../../world/platform.ts';
import { runTools } from './runner.ts';

const mail = ['--from', 'Acme <hello@acme.test>', '--subject', 'Hello', '--markdown', 'Hello'];

it('a dry run previews a send and delivers nothing', async () => {
  const platform = await openPlatform();
  const words = ['run', 'send_email', '--to', 'grace@takes-mail.com', ...mail, '--dry-run'];
  const { code, out, err } = await runTools(words, { platform });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual({
    preview: expect.objectContaining({ tool: 'send_email', recipients: 1, to: ['grace@takes-mail.com'] }),
  });
  expect(platform.mailbox.messages).toEqual([]);
});

it('the help of a sending tool lists --dry-run but no confirmation token', async () => {
  const { out } = await runTools(['run', 'send_email', '--help']);
  expect(out).toContain('--dry_run');
  expect(out).not.toContain('confirmation');
});

it('a tool that sends no mail rejects --dry-run', async () => {
  const { code, err } = await runTools(['run', 'list_emails', '--dry-run']);
  expect([code, err]).toEqual([2, expect.stringContaining('--dry-run')]);
});

it('the command line rejects a confirmation token', async () => {
  const words = [
    'run',
    'send_email',
    '--to',
    'ada@example.com',
    ...mail,
    '--json',
    '{"confirmation_token":"x"}',
  ];
  const { code, err } = await runTools(words, { platform: await openPlatform() });
  expect([code, err]).toEqual([2, expect.stringContaining('confirmation_token')]);
});
