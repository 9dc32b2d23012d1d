import type { ConsolePage, NavEntry } from '../../page.ts';
import { developersPath, integrationsPath, tokensPath, webhooksPath } from './developers-frame.ts';
import { addWebhook, changeWebhook, showEditWebhook, showNewWebhook } from './edit-webhook.ts';
import { addIntegration, showIntegrations, showNewIntegration } from './list-integrations.ts';
import { showTokens } from './list-tokens.ts';
import { showWebhooks } from './list-webhooks.ts';
import { addToken, showNewToken } from './new-token.ts';
import { showRequests, showSmtp } from './requests.ts';
import { replayOne, showDelivery } from './show-delivery.ts';
import {
  removeIntegration,
  renewUrl,
  replaceSecret,
  replayEvents,
  showIntegration,
} from './show-integration.ts';
import { renameToken, revoke, rotate, showToken } from './show-token.ts';
import { removeWebhook, replayFailed, rotateSecret, sendTest, showWebhook } from './show-webhook.ts';

const roles = ['admin'] as const;

export const developersPages: readonly ConsolePage[] = [
  { method: 'GET', path: developersPath, answer: (visit) => showTokens(visit) },
  { method: 'GET', path: `${tokensPath}/new`, roles, answer: (visit) => showNewToken(visit) },
  { method: 'POST', path: tokensPath, roles, answer: addToken },
  { method: 'GET', path: `${tokensPath}/:id`, answer: (visit) => showToken(visit) },
  { method: 'POST', path: `${tokensPath}/:id`, roles, answer: renameToken },
  { method: 'POST', path: `${tokensPath}/:id/rotate`, roles, answer: rotate },
  { method: 'POST', path: `${tokensPath}/:id/revoke`, roles, answer: revoke },
  { method: 'GET', path: webhooksPath, answer: showWebhooks },
  { method: 'POST', path: webhooksPath, roles, answer: addWebhook },
  { method: 'GET', path: `${webhooksPath}/new`, roles, answer: (visit) => showNewWebhook(visit) },
  { method: 'GET', path: `${webhooksPath}/:id`, answer: (visit) => showWebhook(visit) },
  { method: 'POST', path: `${webhooksPath}/:id`, roles, answer: changeWebhook },
  { method: 'GET', path: `${webhooksPath}/:id/edit`, roles, answer: (visit) => showEditWebhook(visit) },
  { method: 'POST', path: `${webhooksPath}/:id/rotate`, roles, answer: rotateSecret },
  { method: 'POST', path: `${webhooksPath}/:id/test`, roles, answer: sendTest },
  { method: 'POST', path: `${webhooksPath}/:id/replay`, roles, answer: replayFailed },
  { method: 'POST', path: `${webhooksPath}/:id/delete`, roles, answer: removeWebhook },
  { method: 'GET', path: `${webhooksPath}/:id/deliveries/:message`, answer: (visit) => showDelivery(visit) },
  { method: 'POST', path: `${webhooksPath}/:id/deliveries/:message/replay`, roles, answer: replayOne },
  { method: 'GET', path: integrationsPath, answer: showIntegrations },
  { method: 'POST', path: integrationsPath, roles, answer: addIntegration },
  { method: 'GET', path: `${integrationsPath}/new`, roles, answer: (visit) => showNewIntegration(visit) },
  { method: 'GET', path: `${integrationsPath}/:id`, answer: (visit) => showIntegration(visit) },
  { method: 'POST', path: `${integrationsPath}/:id/url`, roles, answer: renewUrl },
  { method: 'POST', path: `${integrationsPath}/:id/secret`, roles, answer: replaceSecret },
  { method: 'POST', path: `${integrationsPath}/:id/replay`, roles, answer: replayEvents },
  { method: 'POST', path: `${integrationsPath}/:id/events/:event/replay`, roles, answer: replayEvents },
  { method: 'POST', path: `${integrationsPath}/:id/delete`, roles, answer: removeIntegration },
  { method: 'GET', path: `${developersPath}/smtp`, answer: showSmtp },
  { method: 'GET', path: `${developersPath}/requests`, answer: showRequests },
];

export const developersEntry: NavEntry = {
  href: developersPath,
  title: 'Developers',
  picture: 'code',
  group: 'Set-up',
};
