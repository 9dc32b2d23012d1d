import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import type { Settings } from '../../src/engine/context/settings.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../src/engine/webhooks/webhook-secret.ts';
import { newWebhookState, setEnabled, writeListens } from '../../src/engine/webhooks/webhook-status.ts';
import { Failure, invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { alias } from '../../src/model/text/alias.ts';
import { didYouMean } from '../../src/model/text/did-you-mean.ts';
import { oneLineOrNull } from '../../src/model/text/text.ts';
import { readEndpointUrl } from '../../src/model/webhook/endpoint-url.ts';
import { webhookEventNames } from '../../src/model/webhook/kinds.ts';
import {
  type StoredWebhook,
  WebhookMaybeWithSecret,
  webhookAnswer,
  webhooksPerOrganizationMax,
} from '../../src/model/webhook/webhook.ts';
import { beginWebhooks, lockWebhooks } from '../../src/store/records/webhooks/webhook-outbox.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { newWebhookExample } from './webhook-example.ts';

const urlInput = z.string().min(1);
/** `auto_disabled` is set by failed deliveries only. */
const chosenStatuses = ['enabled', 'disabled'] as const;

export const saveWebhook = defineTool({
  name: 'save_webhook',
  title: 'Save webhook',
  summary: 'Create or change a webhook, which posts events to a URL.',
  advice:
    'For a new webhook, signing_secret is shown once. status: enabled resumes a disabled webhook. Then call test_webhook.',
  toolset: 'automation',
  input: z.strictObject({
    id: IdInput.optional().describe('Webhook to change'),
    url: urlInput.optional(),
    endpoint: urlInput.optional().meta(alias),
    events: z
      .array(z.string().max(64))
      .max(webhookEventNames.length)
      .optional()
      .describe('Such as email.bounced or subscriber.*; empty: all'),
    description: oneLineOrNull(256).optional(),
    status: z.enum(chosenStatuses).optional(),
    enabled: z.boolean().optional().meta(alias),
  }),
  output: WebhookMaybeWithSecret,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  needs: 'webhooks.write',
  rest: { route: 'POST /webhooks', aliases: ['PATCH /webhooks/{id}'] },
  secretAnswer: true,
  example: {
    input: { url: newWebhookExample.url, events: newWebhookExample.events },
    output: newWebhookExample,
  },
  async asks({ store, engine: { settings } }, { url, endpoint }) {
    const read = readUrl(settings, url ?? endpoint);
    // A refused URL needs no approval.
    if (!read?.ok) return null;
    if ((await store.webhooks.firstOfNewHost([read.url])) === undefined) return null;
    const { host } = new URL(read.url);
    return [
      `Posts events of the organization to ${read.url}`,
      `The organization has no webhook to ${host} yet`,
    ];
  },
  async run(scope, { id, endpoint, url: given, status, enabled, ...fields }) {
    const { engine, now } = scope;
    const { settings } = engine;
    if (given !== undefined && endpoint !== undefined) {
      throw invalidField('endpoint', 'is another name for url: pass only one of them');
    }
    const read = readUrl(settings, given ?? endpoint);
    if (read?.ok === false) throw invalidField('url', read.message);
    const enable = readEnabled(status, enabled);
    const wanted = { ...fields, url: read?.url, events: fields.events && eventsOf(fields.events) };
    if (id !== undefined) {
      return await scope.commit(async (store) => {
        const known =
          (await lockWebhooks(store.queries, store.organization)) && (await store.webhooks.hold(id));
        if (!known) return scope.fail('not_found');
        const changed: StoredWebhook = {
          ...known,
          url: wanted.url ?? known.url,
          events: wanted.events ?? known.events,
          description: wanted.description === undefined ? known.description : wanted.description,
          updatedAt: now,
        };
        const { state: _, ...row } = changed;
        await store.webhooks.update(row);
        const kept = await setEnabled(store, changed, enable ?? known.state.status === 'enabled', now);
        await writeListens(store, kept);
        return webhookAnswer(kept);
      });
    }
    if (wanted.url === undefined) throw invalidField('url', 'is required for a new webhook', 'required');
    const secret = newWebhookSecret(engine.world);
    const made = {
      id: engine.world.ids.id('whk'),
      url: wanted.url,
      events: wanted.events ?? [],
      description: wanted.description ?? null,
      secret: sealWebhookSecret(engine.secretBox, secret),
      oldSecret: null,
      oldSecretUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    const state = newWebhookState(enable === false ? 'disabled' : 'enabled', now);
    return await scope.commit(async (store) => {
      await assertRoom(store);
      const key = await store.webhooks.add(made, state);
      const webhook = { ...made, key, state };
      await writeListens(store, webhook);
      scope.created();
      return { ...webhookAnswer(webhook), signing_secret: secret };
    });
  },
});

function readUrl(
  { webhookAllowPrivate = false, baseUrl }: Pick<Settings, 'webhookAllowPrivate' | 'baseUrl'>,
  url: string | undefined,
): ReturnType<typeof readEndpointUrl> | null {
  if (url === undefined) return null;
  return readEndpointUrl(url, { allowPrivate: webhookAllowPrivate, ownHost: new URL(baseUrl).hostname });
}

/** Undefined if the request does not say. @throws Failure validation_error when `status` and `enabled` contradict each other */
function readEnabled(
  status: (typeof chosenStatuses)[number] | undefined,
  enabled: boolean | undefined,
): boolean | undefined {
  if (status === undefined) return enabled;
  if (enabled !== undefined && enabled !== (status === 'enabled')) {
    throw invalidField('enabled', `contradicts status: ${status}; pass only status`);
  }
  return status === 'enabled';
}

/** @throws Failure conflict when the organization has too many webhooks */
async function assertRoom({ queries, organization, webhooks }: OrganizationStore): Promise<void> {
  await beginWebhooks(queries, organization);
  await lockWebhooks(queries, organization);
  if ((await webhooks.count()) < webhooksPerOrganizationMax) return;
  throw new Failure('conflict', {
    message: `An organization has at most ${webhooksPerOrganizationMax} webhooks; delete one first`,
  });
}

/** @throws Failure validation_error for an unknown kind or group */
function eventsOf(names: readonly string[]): string[] {
  for (const [index, name] of names.entries()) {
    if (webhookEventNames.includes(name)) continue;
    throw invalidField(`events[${index}]`, `is not an event type; ${repairOf(name)}`);
  }
  return [...new Set(names)];
}

/** Letters compared, so that `bounce` finds `email.bounced`. */
const stemLetters = 5;

function repairOf(name: string): string {
  if (name === '*') return 'leave events empty for all types';
  const stem = name.toLowerCase().slice(0, stemLetters);
  const alike = stem.length < stemLetters ? [] : webhookEventNames.filter((kind) => kind.includes(stem));
  const meant = didYouMean(name, webhookEventNames) ?? alike.join(' or ');
  return meant ? `did you mean ${meant}?` : `the types are ${webhookEventNames.join(', ')}`;
}
