import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { page, type Shown } from '../../layout.ts';
import { copyButton, icon, linkButton, tabs } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';

export const developersPath = '/console/developers';

const parts = {
  tokens: { href: developersPath, title: 'Tokens' },
  webhooks: { href: `${developersPath}/webhooks`, title: 'Webhooks' },
  integrations: { href: `${developersPath}/integrations`, title: 'Integrations' },
  smtp: { href: `${developersPath}/smtp`, title: 'SMTP' },
  requests: { href: `${developersPath}/requests`, title: 'Requests' },
} as const;

export const tokensPath = `${developersPath}/tokens`;
export const webhooksPath = parts.webhooks.href;
export const integrationsPath = parts.integrations.href;

/** A list of developers' things, below the tabs. */
export async function developersPage(
  visit: Visit,
  here: keyof typeof parts,
  { acts, body, ...shown }: Omit<Shown, 'title' | 'heading'>,
): Promise<HttpAnswer> {
  const entries = Object.entries(parts).map(([name, part]) => ({ ...part, isHere: name === here }));
  return await page(visit, {
    title: `${parts[here].title}, developers`,
    heading: 'Developers',
    sub: 'Tokens, webhooks and examples for your apps.',
    acts: html`${linkButton('/docs', 'API reference', { picture: 'file' })}${acts ?? null}`,
    ...shown,
    body: html`${tabs('Developers', entries)}${body}`,
  });
}

/** Shows a secret for the only time. */
export function secretNotice(title: string, text: Html | string, secret: string): Html {
  return html`<section class="note ok" role="status">${icon('key')}<div><b>${title}</b> ${text}<div class="secret section0"><code>${secret}</code>${copyButton(secret, 'secret')}</div></div></section>
`;
}
