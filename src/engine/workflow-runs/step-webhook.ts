import { Failure } from '../../model/failure.ts';
import { webhooksPerOrganizationMax } from '../../model/webhook/webhook.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { filledJson } from '../../model/workflow/runs/apply-effect.ts';
import { addToOutbox, beginWebhooks, lockWebhooks } from '../../store/records/webhooks/webhook-outbox.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { newWebhookSecret, sealWebhookSecret } from '../webhooks/webhook-secret.ts';
import { newWebhookState, writeListens } from '../webhooks/webhook-status.ts';
import type { EffectOf } from './run-effect.ts';

/** Limit of the JSON data, because the rest of the payload must fit too. */
const dataOctetsMax = 8 * 1024;

/** Adds an endpoint for each new URL, which gives steps signatures, retries and history. @throws conflict */
export async function ensureEndpoints(
  { engine, now }: Pick<Scope, 'engine' | 'now'>,
  store: OrganizationStore,
  definition: Definition,
  name: string,
): Promise<void> {
  const urls = webhookUrls(definition);
  if (urls.length === 0) return;
  const { queries, organization, webhooks } = store;
  await beginWebhooks(queries, organization);
  await lockWebhooks(queries, organization);
  for (const url of urls) {
    if ((await webhooks.keyByUrl(url)) !== undefined) continue;
    if ((await webhooks.count()) >= webhooksPerOrganizationMax) {
      throw new Failure('conflict', {
        message: `An organization has at most ${webhooksPerOrganizationMax} webhooks; delete one first`,
      });
    }
    const made = {
      id: engine.world.ids.id('whk'),
      url,
      events: ['workflow.step' as const],
      description: `Steps of the workflow ${name}`.slice(0, 256),
      secret: sealWebhookSecret(engine.secretBox, newWebhookSecret(engine.world)),
      oldSecret: null,
      oldSecretUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    const state = newWebhookState('enabled', now);
    const key = await webhooks.add(made, state);
    await writeListens(store, { ...made, key, state });
  }
}

export function webhookUrls({ steps }: Definition): string[] {
  return [...new Set(steps.flatMap((step) => (step.type === 'webhook' ? [step.config.url] : [])))];
}

/** Skips steps whose endpoint was deleted. */
export async function queueStepWebhooks(
  store: OrganizationStore,
  effects: readonly EffectOf<'webhook'>[],
  now: number,
): Promise<void> {
  const endpoints = new Map<string, number | undefined>();
  for (const url of new Set(effects.map(({ effect }) => effect.step.config.url))) {
    endpoints.set(url, await store.webhooks.keyByUrl(url));
  }
  await addToOutbox(
    store.queries,
    effects.flatMap(({ workflow, run, person, effect: { step } }) => {
      const webhook = endpoints.get(step.config.url);
      if (webhook === undefined) return [];
      const data = filledJson(step.config.data, person, run.trigger);
      return {
        organization: store.organization,
        kind: 'workflow.step',
        objectId: run.id,
        at: now,
        webhook,
        toKey: person.email,
        subscriberId: person.id,
        data: {
          workflowId: workflow.id,
          runId: run.id,
          step: step.key,
          subscriberId: person.id,
          email: person.email,
          data: Buffer.byteLength(JSON.stringify(data)) > dataOctetsMax ? null : data,
        },
      };
    }),
  );
}
