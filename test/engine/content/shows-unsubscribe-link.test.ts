import { expect, test } from 'vitest';
import { showsUnsubscribeLink } from '../../../src/engine/content/shows-unsubscribe-link.ts';
import { open } from '../../spec/scene.ts';

const turn = { tenant: 1, rank: 'send' } as const;
const link = '{{unsubscribeUrl}}';

test.each([
  [`<a href="${link}">Leave</a>`, true],
  [`<p>${link}</p>`, true],
  [`<div style="display:none"><a href="${link}">Leave</a></div>`, false],
])('the unsubscribe link is found at the end of a large mail: %s', async (part, shown) => {
  const { platform } = await open();
  const source = `<p>${'What we made this year. '.repeat(25_000)}</p>${part}`;
  expect(await showsUnsubscribeLink(platform.engine, { kind: 'html', source }, turn)).toBe(shown);
});

test('an author cannot forge the placeholder of the unsubscribe link', async () => {
  const { platform } = await open();
  const source =
    '<!-- {{unsubscribeUrl}} --><a href="https://link.invalid/msg_00000000000000000000000001">x</a>';
  expect(await showsUnsubscribeLink(platform.engine, { kind: 'html', source }, turn)).toBe(false);
});
