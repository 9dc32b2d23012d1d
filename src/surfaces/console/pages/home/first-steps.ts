import { listDomains } from '../../../../../tools/domains/list-domains.ts';
import { listEmails } from '../../../../../tools/emails/list-emails.ts';
import { listPeople } from '../../../../../tools/people/list-people.ts';
import { listGrants } from '../../../../../tools/tokens/list-grants.ts';
import { listTokens } from '../../../../../tools/tokens/list-tokens.ts';
import { dayMs } from '../../../../model/instant.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, form, hiddenField } from '../../fields.ts';
import { columns, copyButton, hiddenWords, icon, linkButton, list, sheet } from '../../look/parts.ts';
import { isAdmin, isAuthor, type Visit } from '../../page.ts';
import { factList } from '../../shown.ts';

export type Step = {
  title: string;
  text: string;
  isDone: boolean;
  /** Text after the step was done. */
  done: string;
  link: { href: string; title: string };
  /** Does the step on the page itself. */
  form?: Html;
};

/** A new organization is shown the steps that are left for this long. */
export const firstStepsMs = 30 * dayMs;

export async function readSteps(visit: Visit): Promise<Step[]> {
  const { engine, organization } = visit;
  const mayManage = isAdmin(visit);
  const [emails, domains, grants, tokens, people] = await Promise.all([
    visit.call(listEmails, { limit: 1 }),
    visit.call(listDomains, { limit: 1 }),
    visit.call(listGrants, { limit: 1 }),
    visit.call(listTokens, { limit: 100 }),
    mayManage ? visit.call(listPeople, { limit: 2 }) : null,
  ]);
  const steps: (Step | null)[] = [
    {
      title: 'Send a test email',
      text: 'It appears in this server’s inbox, whichever delivery you choose later.',
      isDone: emails.data.length > 0,
      done: 'The first email was accepted.',
      link: { href: '/console/inbox', title: 'Open the inbox' },
      ...(isAuthor(visit) && { form: testForm(visit) }),
    },
    {
      title: 'Connect an assistant',
      text: 'Let Claude, Cursor or another assistant write and send with you. You approve its sends.',
      isDone: grants.data.length > 0 || tokens.data.some(({ assistant }) => assistant),
      done: 'An assistant is connected.',
      link: { href: '/console/assistants', title: 'Assistants' },
    },
    {
      title: 'Add your domain',
      text: 'Mailbox providers trust mail from a domain that you have verified.',
      isDone: domains.data.length > 0,
      done: 'A domain was added.',
      link: { href: '/console/domains', title: 'Domains' },
      ...(mayManage && {
        form: form(
          '/console/domains',
          html`<input type="text" name="name" aria-label="Domain" placeholder="example.com" maxlength="253" autocomplete="off" required>${button('Add domain', { look: '' })}`,
          'inline',
        ),
      }),
    },
    {
      title: 'Set up delivery',
      text: 'Until then, every email stays on this server. Nothing reaches a real mailbox.',
      isDone: engine.settings.delivery !== 'capture' && organization.sendingEnabled,
      done: 'Email goes to real mailboxes.',
      link: { href: '/console/settings/sending', title: 'Delivery' },
    },
    people === null
      ? null
      : {
          title: 'Invite a colleague',
          text: 'Colleagues can approve sends, write campaigns, or only read.',
          isDone: people.data.length > 1,
          done: 'Your team has more than one person.',
          link: { href: '/console/settings/team', title: 'Team' },
        },
  ];
  return steps.filter((step) => step !== null);
}

/** Sends to a test recipient, whose mail stays in the inbox of the console even if real mail leaves. */
function testForm({ organization }: Visit): Html {
  const values = {
    from: organization.defaultFrom ?? 'Posthouse <hello@example.com>',
    to: 'first@example.com',
    subject: 'Hello from Posthouse',
    markdown: 'It works. [Read on](https://example.com/docs)',
  };
  const fields = Object.entries(values).map(([name, value]) => hiddenField(name, value));
  return form(
    '/console/inbox/new',
    html`${fields}${button('Send a test email', { picture: 'send' })}`,
    'inline',
  );
}

/** The whole page on a fresh install. */
export async function welcome(visit: Visit, steps: readonly Step[]): Promise<Html> {
  const { baseUrl } = visit.engine.settings;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  const main = sheet({
    title: 'Setup',
    aside: html`<span class="small quiet">${String(done)} of ${String(steps.length)} done</span>`,
    body: html`<ol class="todo">${steps.map((step, index) => showStep(step, index, index === next))}</ol>`,
    bare: true,
  });
  const server = sheet({
    title: 'Your server',
    body: factList([
      [
        'Address',
        html`<span class="copy"><code>${new URL(baseUrl).host}</code>${copyButton(baseUrl, 'address')}</span>`,
      ],
    ]),
  });
  const learn = sheet({
    title: 'Learn',
    body: list([
      learnRow('/docs/start/first-mail', 'Send from your app', '5 minutes'),
      learnRow(
        '/docs/guides/testing',
        'Test your sign-up email',
        'Wait for an email in your end-to-end test',
      ),
      learnRow('/docs/guides/assistants', 'What an assistant can do', 'And what it cannot do without you'),
    ]),
    bare: true,
  });
  return columns(main, html`${server}${learn}`);
}

function learnRow(href: string, title: string, below: string) {
  return { sign: icon('file'), body: html`<a href="${href}">${title}</a><small>${below}</small>` };
}

function showStep(
  { title, text, isDone, done, link, form: inside }: Step,
  index: number,
  isNext: boolean,
): Html {
  if (isDone) {
    return html`<li class="done"><span class="dot ok">${icon('check')}${hiddenWords('Done')}</span><div><h3>${title}</h3><p>${done}</p></div><div class="acts">${linkButton(link.href, link.title, { look: 'tiny' })}</div></li>
`;
  }
  return html`<li class="${isNext ? 'now' : ''}"><span class="dot ${isNext ? 'info' : ''}">${String(index + 1)}</span><div><h3>${title}</h3><p>${text}</p></div>${
    inside
      ? html`<div class="under">${inside}</div>`
      : html`<div class="acts">${linkButton(link.href, link.title, { look: 'tiny' })}</div>`
  }</li>
`;
}

/** The steps that are left in a new organization whose mail is already on its way. */
export function stepsLeft(steps: readonly Step[]): Html | null {
  const left = steps.filter(({ isDone }) => !isDone);
  if (left.length === 0) return null;
  const rows = left.map(({ title, text, link }) => ({
    sign: icon('still'),
    body: html`<a href="${link.href}"><b>${title}</b></a><small>${text}</small>`,
  }));
  return sheet({ title: 'Setup', body: list(rows), bare: true });
}
