import { describe, expect, test } from 'vitest';
import {
  type Body,
  htmlBytesMax,
  markdownBytesMax,
  tiptapDepthMax,
} from '../../../src/model/content/body.ts';
import { renderEmail } from '../../../src/model/content/render.ts';

/**
 * Bodies that make a parser take minutes or overflow its stack without limits. Each must finish within a time
 * generous for a slow machine. CPU time of this thread is measured, so other load does not count.
 */
const cpuMaxMs = 3_000;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const bombs: [Body['kind'], string, string][] = [
  ['markdown', '50,000 (', '('.repeat(50_000)],
  ['markdown', '50,000 [', '['.repeat(50_000)],
  ['markdown', '30,000 *a', '*a'.repeat(30_000)],
  ['markdown', '30,000 *a_', '*a_'.repeat(30_000)],
  ['markdown', '30,000 _a', '_a'.repeat(30_000)],
  ['markdown', '50,000 * on both sides', `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`],
  ['markdown', '100,000 <', '<'.repeat(100_000)],
  ['markdown', '50,000 quotes in quotes', `${'> '.repeat(50_000)}x`],
  ['markdown', '50,000 > without blanks', `${'>'.repeat(50_000)}x`],
  [
    'markdown',
    'lists in lists',
    Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  ],
  ['markdown', 'lists on one line', `${'- '.repeat(5_000)}x`],
  ['markdown', 'quotes in lists in quotes', `${'> - '.repeat(2_000)}x`],
  ['markdown', 'a word that could be an address', `${'a'.repeat(100_000)}@`],
  ['markdown', 'a word that could be an address, with dots', `${'a.'.repeat(50_000)}@`],
  ['markdown', 'a link that goes on', `http://a${')'.repeat(50_000)}`],
  ['markdown', '20,000 http://', 'http://'.repeat(20_000)],
  ['markdown', 'links that never end', '[a]('.repeat(20_000)],
  ['markdown', 'images in images', '!['.repeat(50_000)],
  [
    'markdown',
    'code of every length',
    Array.from({ length: 600 }, (_, ticks) => `${'`'.repeat(ticks + 1)}a`).join(''),
  ],
  ['markdown', 'a list of lines', `- x\n${'a\n'.repeat(100_000)}`],
  ['markdown', 'lists of lines', `- x\n${'a\n'.repeat(4_000)}\n`.repeat(10)],
  ['markdown', 'titles that never end', '[a]: b "c\n'.repeat(50_000)],
  [
    'markdown',
    'a table as wide as long',
    `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${`${'|a'.repeat(1_000)}\n`.repeat(50)}`,
  ],
  ['markdown', 'a megabyte of line ends', '\n'.repeat(markdownBytesMax)],
  ['markdown', 'a megabyte of one word', 'a'.repeat(markdownBytesMax)],
  ['html', '100,000 <', '<'.repeat(100_000)],
  ['html', '100,000 elements in one another', `${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`],
  ['html', '100,000 elements never closed', '<b>'.repeat(100_000)],
  ['html', '200,000 ends without a beginning', '</b>'.repeat(200_000)],
  ['html', 'ends far from their beginnings', `<b>${'<i>'.repeat(120)}${'</b></i>'.repeat(50_000)}`],
  ['html', 'lists in lists', '<ul><li>'.repeat(50_000)],
  ['html', 'tables in tables', '<table><tr><td>'.repeat(30_000)],
  [
    'html',
    '100,000 attributes',
    `<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ')}>x`,
  ],
  ['html', 'comments in comments', `${'<!--[if mso]>'.repeat(50_000)}${'<![endif]'.repeat(50_000)}-->`],
  ['html', 'a condition that goes on', `<!--[if mso${' '.repeat(500_000)}x]>-->`],
  ['html', 'references without end', '&#'.repeat(300_000)],
  ['html', 'cells over everything', `<table><tr>${'<th colspan=100000 rowspan=100000>x'.repeat(2_000)}`],
  ['html', 'style comments that never end', `<style>${'/*'.repeat(500_000)}</style>x`],
  [
    'html',
    'rules times elements',
    `<style>${'p > b:not(.x){color:red}'.repeat(3_000)}</style>${'<p><b>x</b></p>'.repeat(5_000)}`,
  ],
  ['html', 'placeholders that never end', '{{a|'.repeat(400_000)],
  ['html', 'words like slots', 'slot1x'.repeat(300_000)],
  ['html', 'two megabytes of blanks', ' '.repeat(htmlBytesMax)],
  ['html', 'two megabytes of one word', 'a'.repeat(htmlBytesMax)],
];

describe('a body', () => {
  test.each(bombs)('in %s with %s is rendered in time', async (kind, _, source) => {
    const begun = cpuMs();
    const { html, text } = await renderEmail({ body: { kind, source }, preview: null, values: {} });
    expect(cpuMs() - begun).toBeLessThan(cpuMaxMs);
    expect(html).toContain('</html>');
    expect(text.length).toBeLessThan(3 * source.length);
  });

  test('in Tiptap with the maximum depth is rendered', async () => {
    let node: unknown = { type: 'text', text: 'deep' };
    for (let depth = 2; depth < tiptapDepthMax; depth += 1) node = { type: 'blockquote', content: [node] };
    const source = JSON.stringify({ type: 'doc', content: [node] });
    const { text } = await renderEmail({ body: { kind: 'tiptap', source }, preview: null, values: {} });
    expect(text).toContain('deep');
  });
});
