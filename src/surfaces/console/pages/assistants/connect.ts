import { createToken } from '../../../../../tools/tokens/create-token.ts';
import { approvalMode } from '../../../../engine/approval/allowance.ts';
import { Failure } from '../../../../model/failure.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import type { ApprovalMode } from '../../../../model/sending/approval-mode.ts';
import { publishedStart } from '../../../../world/command-line.ts';
import { assistantScopes } from '../../../connect/assistant-scopes.ts';
import {
  type AssistantClient,
  assistantClients,
  type Configuration,
  cursorLink,
  vsCodeLink,
} from '../../../connect/clients.ts';
import {
  bearer,
  endpointPath,
  isPublicHttps,
  jsonText,
  type Remote,
  serverName,
  tokenPlaceholder,
} from '../../../connect/server-entry.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, presenceForm } from '../../fields.ts';
import { correctable, passkeyMissing } from '../../form-faults.ts';
import { page } from '../../layout.ts';
import { codeFigure, columns, icon, linkButton, list, notice, sheet } from '../../look/parts.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { assistantsPath } from './assistants-list.ts';

const below: Readonly<Record<string, string>> = {
  'claude-code': 'One command in a terminal',
  'claude-desktop': 'A connector, or an entry in its settings',
  cursor: 'One click, or an entry in mcp.json',
  vscode: 'One click, or an entry in mcp.json',
  codex: 'An entry in config.toml',
  chatgpt: 'An app with the address of this server',
};

/** Any client that reads a list of MCP servers as JSON. */
const otherClient: AssistantClient = {
  name: 'other',
  title: 'Another client',
  configure(entry) {
    const { url, authorization } = entry as Remote;
    const token = typeof authorization === 'object' ? authorization.token : tokenPlaceholder;
    const headers = authorization === 'oauth' ? {} : { headers: { Authorization: bearer(token) } };
    return {
      places: ['Add this to your assistant’s MCP servers.'],
      text: jsonText({ mcpServers: { [serverName]: { type: 'http', url, ...headers } } }),
      format: 'json',
    };
  },
};

const clients = [...assistantClients, otherClient];

export function connectRows(): Html {
  return list(
    clients.map(({ name, title }) => ({
      sign: icon('assistant'),
      body: html`<a href="${assistantsPath}/connect/${name}"><b>${title}</b></a><small>${below[name] ?? 'Settings as JSON'}</small>`,
      end: linkButton(`${assistantsPath}/connect/${name}`, 'Connect', { look: 'tiny' }),
    })),
  );
}

type Extra = { token?: string; fault?: Failure };

export async function showConnect(visit: Visit, { token, fault }: Extra = {}): Promise<HttpAnswer> {
  const { engine, parameters, request } = visit;
  const client = clients.find(({ name }) => name === parameters.client);
  if (!client) throw new Failure('not_found');
  const { baseUrl, oauth } = engine.settings;
  const url = `${baseUrl}${endpointPath}`;
  const isOauth = oauth !== undefined && token === undefined;
  const entry: Remote = { url, authorization: token !== undefined ? { token } : isOauth ? 'oauth' : 'unset' };
  const platform = /Windows/.test(request.headers['user-agent'] ?? '') ? 'win32' : 'linux';
  const configuration = client.configure(
    { transport: 'http', ...entry },
    { platform, bridge: publishedStart(platform), isRegistrationOpen: oauth === 'open' },
  );
  const obstacle = client.isHosted && (!isPublicHttps(url) || oauth === undefined);
  const needsToken = entry.authorization === 'unset' && !obstacle;
  const main = obstacle
    ? notice({
        state: 'warn',
        title: `${client.title} cannot reach this server.`,
        text: 'It needs a public https address and sign-in with OAuth. The operator sets POSTHOUSE_BASE_URL to the address and POSTHOUSE_OAUTH to embedded.',
      })
    : html`${token === undefined ? null : notice({ state: 'ok', picture: 'key', title: 'A token was created for this assistant.', text: 'The settings below contain it. You will not see it again.' })}${needsToken && isAdmin(visit) ? await tokenSheet(visit, client) : null}${configurationSheet(client, configuration, entry)}`;
  const side = sheet({
    title: 'Next steps',
    bare: true,
    body: list([
      {
        sign: icon('approval'),
        body: html`Approvals<small>Large sends and changes wait for a person’s approval</small>`,
      },
      {
        sign: icon('send'),
        body: html`Try it<small>Say: “Send a test email to ada@example.com and tell me what happened to it.”</small>`,
      },
      { sign: icon('file'), body: html`<a href="/docs/guides/assistants">Guide to assistants</a>` },
    ]),
  });
  return await page(visit, {
    title: `Connect ${client.title}`,
    crumb: { href: assistantsPath, title: 'Assistants' },
    sub: isOauth
      ? 'Your browser opens, and you choose the assistant’s permissions.'
      : 'The assistant signs in to this server with a token.',
    body: html`${fault ? notice({ state: 'bad', title: 'Not connected.', text: fault.message }) : null}${columns(main, side)}`,
    status: fault?.status ?? 200,
  });
}

function configurationSheet(
  { name, title }: AssistantClient,
  { places, text, notes }: Configuration,
  entry: Remote,
): Html {
  const [first, ...more] = places;
  const link =
    name === 'cursor'
      ? cursorLink({ url: entry.url })
      : name === 'vscode'
        ? vsCodeLink({ type: 'http', url: entry.url })
        : null;
  // Without OAuth the link would add a server that refuses the assistant.
  const click =
    link !== null && entry.authorization === 'oauth'
      ? linkButton(link, `Open in ${title}`, { look: 'main', picture: 'external' })
      : null;
  const remaining = entry.authorization === 'oauth' ? (notes ?? []) : [];
  return sheet({
    title: 'Settings',
    aside: click,
    body: html`<p>${first ?? ''}</p>${more.map((place) => html`<p class="small mid">${place}</p>`)}<div class="section0">${codeFigure('configuration', title, text)}</div>${remaining.map((note) => html`<p class="section0">${note}</p>`)}`,
  });
}

export const approvalSentences: Readonly<Record<ApprovalMode, string>> = {
  bulk: 'Mail to more than one person needs approval.',
  always: 'Each email needs approval.',
  never: 'Sends need no approval on this server.',
};

async function tokenSheet(visit: Visit, { name, title }: AssistantClient): Promise<Html> {
  return sheet({
    title: 'Create a token',
    body: html`<p>The token allows: ${describeScopes(assistantScopes).toLowerCase()}. ${approvalSentences[approvalMode(visit.engine)]}</p><div class="section0">${await presenceForm(
      visit,
      {
        action: `${assistantsPath}/connect/${name}`,
        body: button(`Create a token for ${title}`, { picture: 'key' }),
      },
    )}</div>`,
  });
}

export async function makeToken(visit: Visit): Promise<HttpAnswer> {
  const client = clients.find(({ name }) => name === visit.parameters.client);
  if (!client) throw new Failure('not_found');
  if (!(await visit.isPersonPresent())) {
    return await showConnect(visit, { fault: passkeyMissing() });
  }
  try {
    const input = { name: client.title, scopes: [...assistantScopes], assistant: true };
    const { token } = await visit.call(createToken, input);
    return await showConnect(visit, { token });
  } catch (error) {
    return await showConnect(visit, { fault: correctable(error) });
  }
}
