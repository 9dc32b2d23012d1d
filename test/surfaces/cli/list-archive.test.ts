import { expect, test } from 'vitest';
import { fileIn } from '../../../src/surfaces/cli/update-lists.ts';

const blockBytes = 512;

/** One entry of a tar archive, with its size as it is written in its header. */
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

test('a file is found behind others of any length', () => {
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
  'behind a size of %j nothing is looked for',
  (size) => {
    const archive = Buffer.concat([entry('package/a', '', size), entry(wanted, '[]'), end]);
    expect(fileIn(archive, wanted)).toBeNull();
  },
);

test('behind very many entries nothing is looked for either', () => {
  const archive = Buffer.concat([...Array<Buffer>(10_000).fill(entry('package/a', '')), entry(wanted, '[]')]);
  expect(fileIn(archive, wanted)).toBeNull();
});
