import { listDomains } from '../../../../../tools/domains/list-domains.ts';
import { sendEmail } from '../../../../../tools/emails/send-email.ts';
import { curlSample, sampleRequest } from '../../../../contract/description/code-samples.ts';
import { sdkCallText, writeSdkCall } from '../../../../contract/description/sdk-calls.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import {
  codeFigure,
  columns,
  copyable,
  icon,
  linkButton,
  list,
  notice,
  sheet,
  switchLinks,
} from '../../look/parts.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, plainSender } from '../../shown.ts';
import { developersPage, developersPath, tokensPath } from './developers-frame.ts';

const languages = { sdk: 'SDK', curl: 'curl', smtp: 'SMTP' } as const;

export async function showRequests(visit: Visit): Promise<HttpAnswer> {
  const { engine, request } = visit;
  const { baseUrl } = engine.settings;
  const asked = request.query.get('language') ?? '';
  const language = Object.hasOwn(languages, asked) ? (asked as keyof typeof languages) : 'sdk';
  const from = await exampleSender(visit);
  const input = { from, to: 'you@example.com', subject: 'It works', markdown: 'Hello from **Posthouse**.' };
  const call = writeSdkCall(sendEmail, sendEmail.rest!, sendEmail.rest!.route, input);
  const code = {
    sdk: `import { Posthouse } from 'posthouse';\n\nconst posthouse = new Posthouse(process.env.POSTHOUSE_API_KEY, {\n  baseUrl: '${baseUrl}',\n});\nawait posthouse.${call === null ? '' : sdkCallText(call)};`,
    curl: curlSample(sampleRequest(sendEmail, sendEmail.rest!, '/api/v2', input), baseUrl).source,
    smtp: smtpSample(visit, from),
  }[language];
  const choose = switchLinks(
    'Language',
    Object.entries(languages).map(([name, title]) => ({
      href: `${developersPath}/requests?language=${name}`,
      title,
      isHere: name === language,
    })),
  );
  const main = sheet({
    title: 'Send your first email',
    aside: choose,
    body: html`<p>The token is in the variable <code>${language === 'sdk' ? 'POSTHOUSE_API_KEY' : 'TOKEN'}</code>. ${isAdmin(visit) ? html`<a href="${tokensPath}/new">Create a token</a>` : null}</p><div class="section0">${codeFigure('request', languages[language], code)}</div>`,
  });
  const side = sheet({
    title: 'Reference',
    bare: true,
    body: list([
      referenceRow('/docs', 'Documentation', 'Guides and every operation'),
      referenceRow('/openapi.json', 'OpenAPI', 'For code generators'),
      referenceRow('/docs/guides/sdk', 'SDK', 'TypeScript, with retries and types'),
      referenceRow('/docs/errors', 'Errors', 'Each failure and its remedy'),
    ]),
  });
  return await developersPage(visit, 'requests', {
    body: columns(main, side),
    also: { tool: sendEmail, input, ask: 'Send a test email to me and tell me what happened to it.' },
  });
}

function referenceRow(href: string, title: string, below: string) {
  return { sign: icon('file'), body: html`<a href="${href}">${title}</a><small>${below}</small>` };
}

/** A verified domain of the organization, so that the sample works as it is. */
async function exampleSender(visit: Visit): Promise<string> {
  if (visit.organization.defaultFrom !== null) return plainSender(visit.organization.defaultFrom);
  const { data } = await visit.call(listDomains, { limit: 20 });
  const domain = data.find(({ status }) => status === 'verified');
  return `hello@${domain?.name ?? 'example.com'}`;
}

function smtpSample({ engine }: Visit, from: string): string {
  const { host, starttlsPort } = engine.settings.submission ?? { host: '127.0.0.1', starttlsPort: 2587 };
  return `swaks --server ${host}:${starttlsPort} --tls --auth-user posthouse --auth-password "$TOKEN" \\\n  --from '${from.replaceAll("'", '')}' --to you@example.com --header 'Subject: It works'`;
}

export async function showSmtp(visit: Visit): Promise<HttpAnswer> {
  const { submission } = visit.engine.settings;
  const body =
    submission === undefined
      ? notice({
          state: 'still',
          title: 'SMTP is off on this server.',
          text: 'The operator turns it on with POSTHOUSE_SMTP_PORT or POSTHOUSE_SMTPS_PORT.',
        })
      : html`${sheet({
          title: 'Settings for your program',
          body: factList([
            ['Server', copyable(submission.host, 'server')],
            submission.starttlsPort === 0
              ? null
              : ['Port with STARTTLS', copyable(String(submission.starttlsPort), 'port')],
            submission.tlsPort === 0 ? null : ['Port with TLS', copyable(String(submission.tlsPort), 'port')],
            ['User name', copyable('posthouse', 'user name')],
            ['Password', html`A token that may send emails`],
          ]),
          footer: html`${isAdmin(visit) ? linkButton(`${tokensPath}/new`, 'Create a token', { look: 'tiny', picture: 'key' }) : null}<a href="/docs/guides/smtp">Guide to SMTP</a>`,
        })}`;
  return await developersPage(visit, 'smtp', { body });
}
