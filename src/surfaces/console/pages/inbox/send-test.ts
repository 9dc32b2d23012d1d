import { listDomains } from '../../../../../tools/domains/list-domains.ts';
import { sendTestEmail } from '../../../../../tools/emails/send-test-email.ts';
import { subjectCharactersMax } from '../../../../model/email/send-body.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { addressCharactersMax, button, faultNotice, form, textArea, textField } from '../../fields.ts';
import { correctable, rejectedFields } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { plainSender } from '../../shown.ts';

export const sendTestPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/inbox/new', roles: ['author'], answer: (visit) => showForm(visit) },
  { method: 'POST', path: '/console/inbox/new', roles: ['author'], answer: send },
];

const textCharactersMax = 20_000;

type Values = Readonly<Record<'from' | 'to' | 'subject' | 'markdown', string>>;

async function blank(visit: Visit): Promise<Values> {
  return {
    from: await guessSender(visit),
    to: visit.person.email ?? '',
    subject: 'Hello from Posthouse',
    markdown: 'This is a **test email**.\n\n[Open the documentation](https://example.com/docs)',
  };
}

/** The default sender, or else a verified domain. */
async function guessSender(visit: Visit): Promise<string> {
  const { defaultFrom } = visit.organization;
  if (defaultFrom !== null) return plainSender(defaultFrom);
  const { data } = await visit.call(listDomains, { limit: 20 });
  const domain = data.find(({ status }) => status === 'verified') ?? data[0];
  return domain ? `hello@${domain.name}` : 'hello@example.com';
}

async function showForm(visit: Visit, values?: Values, fault: Failure | null = null): Promise<HttpAnswer> {
  const { from, to, subject, markdown } = values ?? (await blank(visit));
  const at = (name: string): string | null => fieldFault(fault, name);
  const body = html`${faultNotice(fault)}${sheet({
    body: form(
      '/console/inbox/new',
      html`${textField({ name: 'from', label: 'From', value: straight(from), fault: at('from'), charactersMax: addressCharactersMax })}${textField(
        {
          name: 'to',
          label: 'To',
          value: straight(to),
          fault: at('to'),
          hint: 'An address ending in @example.com never receives mail, so it is safe for tests.',
          charactersMax: addressCharactersMax,
        },
      )}${textField({ name: 'subject', label: 'Subject', value: straight(subject), fault: at('subject'), hint: 'The email arrives with [Test] before its subject.', charactersMax: subjectCharactersMax })}${textArea(
        {
          name: 'markdown',
          label: 'Text (Markdown)',
          value: markdown,
          fault: at('markdown'),
          rows: 8,
          charactersMax: textCharactersMax,
        },
      )}${button('Send test email', { picture: 'send' })}`,
    ),
  })}`;
  return await page(visit, {
    title: 'Send a test email',
    crumb: { href: '/console/inbox', title: 'Inbox' },
    body,
    also: {
      tool: sendTestEmail,
      input: { from, to: [to], subject, markdown },
      ask: `Send a test email to ${to}.`,
    },
    status: fault?.status ?? 200,
  });
}

async function send(visit: Visit): Promise<HttpAnswer> {
  const text = (name: string): string => visit.form.get(name) ?? '';
  const values: Values = {
    from: text('from').trim(),
    to: text('to').trim(),
    subject: text('subject').trim(),
    markdown: text('markdown'),
  };
  try {
    const { data } = await visit.call(sendTestEmail, { ...values, to: [values.to] });
    return seeOther(`/console/inbox/${data[0]!.id}?done=sent`);
  } catch (error) {
    return await showForm(visit, values, correctable(error));
  }
}

/** The message of a validation failure for a field, also for the first of a list. */
function fieldFault(fault: Failure | null, name: string): string | null {
  const found = rejectedFields(fault).find(({ path }) => path === name || path.startsWith(`${name}[`));
  return found ? `This ${found.message}.` : null;
}
