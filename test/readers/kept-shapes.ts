import type { Shape } from './shapes.ts';

/**
 * Shapes for which a reader once took quadratic time. Each text is read in full, repeatedly if necessary:
 * quadratic time would exceed the time limit of a test.
 */
export type KeptShape = Shape & { reader: string; why: string; times?: number };

export const keptShapes: readonly KeptShape[] = [
  {
    reader: 'the people named in an answer',
    why: 'a long word was looked through from each of its letters',
    make: 'run',
    units: ['a@b.example ', 'a'],
  },
  {
    reader: 'the people named in an answer',
    why: 'each of a million addresses got a mark and a row of its own',
    make: 'numbered',
    units: ['a@b', ' '],
  },
  {
    reader: 'html, verified',
    why: 'each open style was what all after it say',
    make: 'stretches',
    units: ['<style>', 'a{b:c} '],
  },
  {
    reader: 'html, looked at in passing',
    why: 'each open style was what all after it say',
    make: 'stretches',
    units: ['<style>', 'a{b:c} '],
  },
  {
    reader: 'stylesheets, verified',
    why: 'each open comment was looked through to the end',
    make: 'alternate',
    units: ['/*a{'],
  },
  {
    reader: 'stylesheets, looked at in passing',
    why: 'each open comment was looked through to the end',
    make: 'alternate',
    units: ['/*a{'],
    times: 6,
  },
  {
    reader: 'stylesheets, verified',
    why: 'blanks could stand before a number or behind none',
    make: 'run',
    units: ['a{opacity:', ' ', 'x}'],
  },
  {
    reader: 'stylesheets, verified',
    why: 'blanks could stand before a number or behind none',
    make: 'run',
    units: ['a{transform:scale(', ' ', 'x}'],
  },
  {
    reader: 'html, as every client shows it',
    why: 'the last part of a selector was looked for from each of its characters',
    make: 'run',
    units: ['<style>.ExternalClass', 'a', '>b{display:none}</style>'],
  },
  {
    reader: 'plain text, verified',
    why: 'marks on one letter were put into their order',
    make: 'run',
    units: ['a', '\u0300\u0316'],
  },
  {
    reader: 'html, verified',
    why: 'a line that only a lone CR ends was the beginning of all after it',
    make: 'alternate',
    units: ['\r'],
  },
  {
    reader: 'html, verified',
    why: 'marks at the end of an address were looked for from each of them',
    make: 'runs',
    units: ['https://a', '.'],
    times: 12,
  },
  {
    reader: 'plain text, verified',
    why: 'signs at the end of a word were looked for from each of them',
    make: 'run',
    units: ['a', '$', 'a'],
  },
  {
    reader: 'html, looked at in passing',
    why: 'what may begin a lure was copied at each letter of a word',
    make: 'alternate',
    units: ['!'],
    times: 100,
  },
  {
    reader: 'html, verified',
    why: 'a host of different letters was turned into ASCII, however long',
    make: 'lettered',
    units: ['<a href="https://', '', '.example">a</a>'],
    times: 8,
  },
  {
    reader: 'a mailbox',
    why: 'a host of different letters was turned into ASCII, however long',
    make: 'lettered',
    units: ['a@'],
    times: 20_000,
  },
  {
    reader: 'html, rendered',
    why: 'each element was kept as an object, of more than there is memory for',
    make: 'run',
    units: ['@', '<p>'],
    times: 4,
  },
  {
    reader: 'html, rendered',
    why: 'each element of a page with a style was kept as an object',
    make: 'run',
    units: ['<style>p{color:red}</style>', '<p>'],
    times: 3,
  },
  {
    reader: 'the body of a message, read',
    why: 'each empty line was kept as an object',
    make: 'alternate',
    units: ['\n'],
    times: 3,
  },
  {
    reader: 'a policy of MTA-STS',
    why: 'each run of empty lines was looked through to its end',
    make: 'run',
    units: ['mx: *.a.example\n', '\r\n', 'max_age: 1'],
    times: 40,
  },
  {
    reader: 'words of a header',
    why: 'each name of a browser was looked behind for another',
    make: 'alternate',
    units: ['Chrome/42.0.2311.135 '],
    times: 5_000,
  },
  {
    reader: 'a form',
    why: 'each name was looked for among all',
    make: 'numbered',
    units: ['&'],
    times: 200,
  },
  {
    reader: 'a query',
    why: 'each name was looked for among all',
    make: 'numbered',
    units: ['&'],
    times: 400,
  },
];
