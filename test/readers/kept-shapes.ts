import type { Shape } from './shapes.ts';

/**
 * Shapes for which a reader once took quadratic time. Each text is read in full, repeatedly if necessary:
 * quadratic time would exceed the time limit of a test.
 */
export type KeptShape = Shape & { reader: string; why: string; times?: number };

export const keptShapes: readonly KeptShape[] = [
  {
    reader: 'the people named in a result',
    why: 'a long word was scanned again from each letter',
    make: 'run',
    units: ['a@b.example ', 'a'],
  },
  {
    reader: 'the people named in a result',
    why: 'each of a million addresses got its own mark and row',
    make: 'numbered',
    units: ['a@b', ' '],
  },
  {
    reader: 'html, verified',
    why: 'each open style rescanned the rest',
    make: 'stretches',
    units: ['<style>', 'a{b:c} '],
  },
  {
    reader: 'html, quick check',
    why: 'each open style rescanned the rest',
    make: 'stretches',
    units: ['<style>', 'a{b:c} '],
  },
  {
    reader: 'stylesheets, verified',
    why: 'each open comment was scanned to the end',
    make: 'alternate',
    units: ['/*a{'],
  },
  {
    reader: 'stylesheets, quick check',
    why: 'each open comment was scanned to the end',
    make: 'alternate',
    units: ['/*a{'],
    times: 6,
  },
  {
    reader: 'stylesheets, verified',
    why: 'blanks around a number were ambiguous',
    make: 'run',
    units: ['a{opacity:', ' ', 'x}'],
  },
  {
    reader: 'stylesheets, verified',
    why: 'blanks around a number were ambiguous',
    make: 'run',
    units: ['a{transform:scale(', ' ', 'x}'],
  },
  {
    reader: 'html, as every client shows it',
    why: 'the end of a selector was searched from each character',
    make: 'run',
    units: ['<style>.ExternalClass', 'a', '>b{display:none}</style>'],
  },
  {
    reader: 'plain text, verified',
    why: 'combining marks on one letter were sorted',
    make: 'run',
    units: ['a', '\u0300\u0316'],
  },
  {
    reader: 'html, verified',
    why: 'a line with a lone CR was a prefix of the rest',
    make: 'alternate',
    units: ['\r'],
  },
  {
    reader: 'html, verified',
    why: 'marks after an address were searched from each mark',
    make: 'runs',
    units: ['https://a', '.'],
    times: 12,
  },
  {
    reader: 'plain text, verified',
    why: 'signs after a word were searched from each sign',
    make: 'run',
    units: ['a', '$', 'a'],
  },
  {
    reader: 'html, quick check',
    why: 'a possible lure was copied at each letter',
    make: 'alternate',
    units: ['!'],
    times: 100,
  },
  {
    reader: 'html, verified',
    why: 'a long host was converted to ASCII',
    make: 'lettered',
    units: ['<a href="https://', '', '.example">a</a>'],
    times: 8,
  },
  {
    reader: 'a mailbox',
    why: 'a long host was converted to ASCII',
    make: 'lettered',
    units: ['a@'],
    times: 20_000,
  },
  {
    reader: 'html, rendered',
    why: 'more elements became objects than fit in memory',
    make: 'run',
    units: ['@', '<p>'],
    times: 4,
  },
  {
    reader: 'html, rendered',
    why: 'each element of a styled page became an object',
    make: 'run',
    units: ['<style>p{color:red}</style>', '<p>'],
    times: 3,
  },
  {
    reader: 'the body of a message, read',
    why: 'each empty line became an object',
    make: 'alternate',
    units: ['\n'],
    times: 3,
  },
  {
    reader: 'an MTA-STS policy',
    why: 'each run of empty lines was scanned to its end',
    make: 'run',
    units: ['mx: *.a.example\n', '\r\n', 'max_age: 1'],
    times: 40,
  },
  {
    reader: 'words in a header',
    why: 'each browser name was searched for another',
    make: 'alternate',
    units: ['Chrome/42.0.2311.135 '],
    times: 5_000,
  },
  {
    reader: 'a form',
    why: 'each name was searched among all names',
    make: 'numbered',
    units: ['&'],
    times: 200,
  },
  {
    reader: 'a query',
    why: 'each name was searched among all names',
    make: 'numbered',
    units: ['&'],
    times: 400,
  },
];
