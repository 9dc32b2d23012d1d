import { expect, test } from 'vitest';
import { formatRefusal, formatResult } from '../../../src/surfaces/cli/output/format-result.ts';

const columns = 60;

test('a failed row shows its whole error, and the counts follow the table', () => {
  const message = 'email must be one mail address. There is a blank inside the address';
  const data = [
    { index: 0, result: 'created', id: 'sub_1', email: 'ada@example.com', status: 'ACTIVE', error: null },
    { index: 1, result: 'failed', id: null, email: null, status: null, error: { name: 'invalid', message } },
  ];
  expect(formatResult({ object: 'subscriber_batch', created: 1, failed: 1, data }, columns)).toBe(
    [
      'INDEX  RESULT   ID     EMAIL            STATUS',
      '0      created  sub_1  ada@example.com  ACTIVE',
      '1      failed   -      -                -',
      `  error: {"name":"invalid","message":"${message}"}`,
      '',
      '2 rows',
      '',
      'created  1',
      'failed   1',
      '',
    ].join('\n'),
  );
});

test('a dry run and the errors of a batch stay visible', () => {
  const dryRun = formatResult({ data: [{ id: 'eml_1' }], dry_run: true, warnings: ['no reply-to'] }, columns);
  expect(dryRun).toMatch(/^1 row\n\ndry_run +true\nwarnings +no reply-to\n$/m);
  const refused = formatResult({ data: [], errors: [{ index: 0, message: 'to is required' }] }, columns);
  expect(refused).toBe('Nothing found.\n\nerrors  [{"index":0,"message":"to is required"}]\n');
});

test('nested columns are printed last as JSON, and only if they fit', () => {
  const data = [
    { id: 'cmp_1', stats: { sent: 2 }, name: 'News' },
    { id: 'cmp_2', stats: null, name: 'Sale' },
  ];
  expect(formatResult({ data, has_more: false }, columns)).toMatch(
    /^ID +NAME +STATS\ncmp_1 +News +\{"sent":2\}\ncmp_2 +Sale +-\n/,
  );
  expect(formatResult({ data, has_more: false }, 20)).toMatch(/^ID +NAME\ncmp_1 +News\ncmp_2 +Sale\n/);
});

test('paging fields are printed as the command for the next page', () => {
  const page = formatResult({ data: [{ id: 'a' }], has_more: true, next_after: 'b' }, columns);
  expect(page).toBe('ID\na\n\n1 row\nNext page: --after b\n');
});

test('headings, field names and the cursor cannot contain terminal control sequences', () => {
  const data = [{ 'na\u001b[2Jme': 'x' }];
  const list = formatResult({ data, has_more: true, next_after: 'c\u001b[2J\nd' }, columns);
  expect(list).toContain('NA[2JME');
  expect(list).toMatch(/^Next page: --after c\[2J d$/m);
  expect(formatResult({ 'na\nme\u001b[2J': 1 }, columns)).toBe('na me[2J  1\n');
});

test('a refusal shows its details, badges and guidance on indented lines without control characters', () => {
  const refusal = {
    name: 'content_verification_failed',
    message: 'The content looks like phishing',
    code: 'CONTENT_BLOCKED',
    badges: [{ id: 'SPOOF', text: 'a\u202eb' }, { id: 'LINK' }],
    guidance: 'Remove\nthe link.',
    details: { hours: 2 },
  };
  expect(formatRefusal(refusal)).toBe(
    [
      'posthouse: The content looks like phishing',
      '  badges:',
      '    {"id":"SPOOF","text":"ab"}',
      '    {"id":"LINK"}',
      '  guidance: Remove the link.',
      '  details: {"hours":2}',
      '',
    ].join('\n'),
  );
});
