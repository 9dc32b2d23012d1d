import { expect, test } from 'vitest';
import { fileIn } from '../../../src/surfaces/cli/update-lists.ts';

const blockBytes = 512;

/** A tar entry with its size as written in the header. */
function entry(name: string, content: string, size = content.length.toString(8).padStart(11, '0')): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write(size, 124, 12, 'latin1');
  const rest = Buffer.alloc(Math.ceil(content.length / blockBytes) * blockBytes);
  rest.write(content);
  return Buffer.concat([header, rest]);
}

const wanted = 'package/list.json';
const end = Buffer.alloc(2 * blockBytes);

test('the archive reader finds a file after entries of any length', () => {
  const others = [
    entry('package/a', ''),
    entry('package/b', 'x'.repeat(512)),
    entry('package/c', 'x'.repeat(513)),
  ];
  const archive = Buffer.concat([...others, entry(wanted, '["a.com"]'), end]);
  expect(fileIn(archive, wanted)?.toString()).toBe('["a.com"]');
  expect(fileIn(archive, 'package/d')).toBeNull();
});

test.each(['-0000001000', '-1', '1x', '0x10', '8', '', '\x80\x00\x00\x01'])(
  'the archive reader stops reading at an entry whose size is %j',
  (size) => {
    const archive = Buffer.concat([entry('package/a', '', size), entry(wanted, '[]'), end]);
    expect(fileIn(archive, wanted)).toBeNull();
  },
);

test('the archive reader stops reading after 10,000 entries', () => {
  const archive = Buffer.concat([...Array<Buffer>(10_000).fill(entry('package/a', '')), entry(wanted, '[]')]);
  expect(fileIn(archive, wanted)).toBeNull();
});
