import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonRecord } from '../../src/model/person/person.ts';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page, type Visitor } from './browser.ts';
import { looksRightEverywhere } from './looks-right.ts';

/** An assistant’s question decided in a browser: from its link to the sent mail. */

/** Browsers have passkeys on names below localhost, without TLS. */
const baseUrl = 'http://console.localhost';
const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', html: '<h1>Hello</h1><p>News of May.</p>' };

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl }, mcp: { confirmBy: 'console' } });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

let people = 0;
beforeEach(async () => {
  people += 1;
  ada = await personIn(platform, platform.organization, {
    name: 'Ada Lovelace',
    email: `ada${people}@gmail.com`,
    roles: ['approver'],
  });
});

/** Approval link of the assistant's call, and the number of its sent mails. */
async function asked(fields: object = {}): Promise<{ link: string; sent(): Promise<number> }> {
  const to = [`bob${people}@mailbox.dev`, `cy${people}@mailbox.dev`];
  const emails = to.map((one) => ({ ...mail, ...fields, to: one }));
  const { result } = await assistantOf(platform, { headers: { host: 'console.localhost' } }).call(
    'send_email_batch',
    { emails },
  );
  expect(result.name).toBe('confirmation_required');
  return {
    link: result.details.approval.url,
    async sent() {
      await platform.deliver();
      return platform.mailbox.messages.filter((one) => to.includes(one.to.address)).length;
    },
  };
}

/** A browser with a signed-in person and a passkey on its device. */
async function withPasskey(visitor: Visitor = {}): Promise<Page> {
  const page = await browser.open(visitor);
  await page.giveDevice();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  await page.goto(`${baseUrl}/console/settings/account`);
  await page.evaluate(`document.querySelector('#name').value = 'The laptop'`);
  await page.follow('form[data-passkey] button');
  return page;
}

const approve = 'button[value="approve"]';
const textOf = async (page: Page) => await page.evaluate<string>('document.body.innerText');

/** Passkey of the displayed decision. */
async function signedBy(link: string): Promise<string | undefined> {
  const { approvals } = platform.platform.engine.store.forOrganization(platform.organization.key);
  const question = await approvals.byId(link.slice(link.lastIndexOf('/') + 1));
  return question?.decidedBy?.passkey;
}

test('an approval takes two clicks and a touch', async () => {
  const page = await withPasskey();
  const { link, sent } = await asked();
  await page.goto(`${baseUrl}/console/approvals`);
  await looksRightEverywhere(page, 'approvals');
  // The first click is on the link.
  expect(await page.goto(link)).toBe(200);
  await looksRightEverywhere(page, 'approval');
  // In dark mode a mail that supports both schemes would write white text on the white of its frame.
  const scheme = 'getComputedStyle(document.querySelector(".stage iframe")).colorScheme';
  expect(await page.evaluate(scheme)).toBe('light');
  expect(await sent()).toBe(0);
  // The second click; the device answers by a touch.
  await page.follow(approve);
  expect(await textOf(page)).toContain('It succeeded.');
  expect(await signedBy(link)).toMatch(/^pky_/);
  expect(await sent()).toBe(2);
  await looksRightEverywhere(page, 'approved');
  await page.follow('main a[href^="/console/emails/eml_"]');
  expect(await textOf(page)).toContain('approved by Ada Lovelace');
  await looksRightEverywhere(page, 'mail');
  await page.goto(`${baseUrl}/console/emails`);
  await looksRightEverywhere(page, 'mails');
  expect(await page.goto(`${baseUrl}/console/emails/eml_none`)).toBe(404);
  await page.close();
});

test('a signed-out person returns to the same page after signing in', async () => {
  const page = await withPasskey();
  await page.follow('header form button');
  const { link, sent } = await asked();
  await page.goto(link);
  await page.follow('form[data-passkey] button');
  expect(await page.evaluate('location.href')).toBe(link);
  await page.follow(approve);
  expect(await sent()).toBe(2);
  await page.close();
});

test('a person can decide by keyboard alone', async () => {
  const page = await withPasskey();
  for (const decision of ['approve', 'decline']) {
    const { link, sent } = await asked({ subject: `Hello, ${decision}` });
    await page.goto(link);
    const isThere = `document.activeElement?.value === '${decision}'`;
    for (let stops = 0; stops < 30 && !(await page.evaluate(isThere)); stops += 1) await page.press('Tab');
    expect(await page.evaluate(isThere)).toBe(true);
    await page.pressThrough('Enter');
    expect(await textOf(page)).toContain(decision === 'approve' ? 'It succeeded.' : 'Declined by');
    expect(await sent()).toBe(2);
  }
  await page.close();
});

test('the page shows a mail in an isolated frame that runs and sends nothing', async () => {
  // The verifier would refuse it; the frame must be safe without the verifier.
  await platform.call('update_organization', { id: platform.organization.id, verify_transactional: 'off' });
  const page = await withPasskey();
  const { link } = await asked({
    html: `<p onclick="top.ran = 1">News</p><script>top.ran = 1; window.ran = 1</script>
<img src="https://tracker.example/pixel.png" onerror="top.ran = 1"><form action="${baseUrl}/console/sign-out" method="post"><button>Go</button></form>
<meta http-equiv="refresh" content="0; url=${baseUrl}/console/settings/team">`,
  });
  await page.goto(link);
  expect(await page.evaluate('document.querySelector(".stage iframe").contentDocument')).toBe(null);
  expect(await page.evaluate('[window.ran ?? 0, location.href]')).toEqual([0, link]);
  // Opened by itself it is not a page of the console either: it has no origin, and scripts in it do not run.
  expect(await page.goto(`${link}/mails/1`)).toBe(200);
  expect(await page.evaluate('self.origin')).toBe('null');
  const ran = await page.evaluate(`(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }));
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.ran = 1');
    document.body.append(button);
    button.click();
    const form = Object.assign(document.createElement('form'), { action: '/console/sign-in' });
    document.body.append(form);
    form.submit();
    return window.ran ?? 0;
  })()`);
  expect(ran).toBe(0);
  expect(await page.evaluate('location.href')).toBe(`${link}/mails/1`);
  await page.close();
});
