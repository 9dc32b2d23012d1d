import { Failure, invalidFields } from '../../model/failure.ts';
import { changeDefinition } from '../../model/workflow/change-steps.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { type DefinitionTerms, readDefinition } from '../../model/workflow/read-definition.ts';
import { listReferences } from '../../model/workflow/references.ts';
import { type WorkflowRecord, workflowsMax } from '../../model/workflow/workflow.ts';
import type { workflowAnswer } from '../../model/workflow/workflow-answer.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { answerWorkflow } from './answer-workflow.ts';
import { workflowFieldWarnings } from './field-warnings.ts';

/** Absent fields do not change. */
export type SaveRequest = {
  workflowId?: string | undefined;
  name?: string | undefined;
  description?: string | null | undefined;
  expectedRevision?: number | undefined;
} & Readonly<Record<string, unknown>>;

/**
 * An active workflow keeps its version until the next activation. @throws Failure validation_error with every
 * fault by step; not_found; conflict after a concurrent change, or with too many workflows
 */
export async function saveWorkflow(
  scope: Scope,
  { workflowId: id, name, description, expectedRevision, ...given }: SaveRequest,
): Promise<ReturnType<typeof workflowAnswer>> {
  const { engine, now } = scope;
  const terms = definitionTerms(scope);
  if (id === undefined) {
    const definition = await withReferences(
      scope.store,
      assertDefinition(readDefinition(withoutUndefined(given), terms)),
    );
    const notes = await workflowFieldWarnings(scope.store, definition, now);
    return await scope.commit(async (store) => {
      await assertRoom(store);
      const workflow = await store.workflows.add({
        id: engine.world.ids.id('wfl'),
        name: name ?? 'Workflow',
        description: description ?? null,
        status: 'DRAFT',
        definition,
        version: null,
        versions: 0,
        problem: null,
        token: null,
        approvedDelivery: null,
        cause: null,
        revision: 1,
        createdAt: now,
        updatedAt: now,
        activatedAt: null,
        approvedAt: null,
        pausedAt: null,
        pausedMs: 0,
        movesTo: 0,
        ending: null,
        backfill: null,
        deletedAt: null,
      });
      scope.created();
      return await answerWorkflow(scope, store, workflow, notes);
    });
  }
  const known = await scope.store.workflows.byId(id);
  const read = known && changeDefinition(known.definition, withoutUndefined(given), terms);
  const notes = read?.ok ? await workflowFieldWarnings(scope.store, read.definition, now) : [];
  return await scope.commit(async (store) => {
    const held = (await store.workflows.hold(id)) ?? scope.fail('not_found');
    if (expectedRevision !== undefined && expectedRevision !== held.revision) {
      throw new Failure('conflict', { details: { revision: held.revision } });
    }
    if (held.status === 'ARCHIVED') {
      throw new Failure('conflict', { message: 'An archived workflow cannot be changed; restore it first' });
    }
    const definition = await withReferences(
      store,
      assertDefinition(changeDefinition(held.definition, withoutUndefined(given), terms)),
    );
    const workflow: WorkflowRecord = {
      ...held,
      name: name ?? held.name,
      description: description === undefined ? held.description : description,
      definition,
      revision: held.revision + 1,
      updatedAt: now,
    };
    await store.workflows.update(workflow);
    return await answerWorkflow(scope, store, workflow, notes);
  });
}

export function definitionTerms({ engine, caller }: Pick<Scope, 'engine' | 'caller'>): DefinitionTerms {
  const { settings } = engine;
  return {
    allowPrivate: settings.webhookAllowPrivate ?? false,
    ownHost: new URL(settings.baseUrl).hostname,
    timezone: caller.organization.timezone,
  };
}

/** @throws Failure validation_error with every fault */
export function assertDefinition(read: ReturnType<typeof readDefinition>): Definition {
  if (read.ok) return read.definition;
  throw invalidFields(read.faults);
}

function withoutUndefined(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Replaces segment names with ids. Tags are created when a run needs them. @throws Failure validation_error */
async function withReferences(store: OrganizationStore, definition: Definition): Promise<Definition> {
  const { trigger } = definition;
  let segmentId: string | undefined;
  const faults: { path: string; code: 'invalid'; message: string }[] = [];
  for (const { kind, name, path } of listReferences(definition)) {
    if (kind === 'segment') {
      segmentId = (await store.segments.byIdOrName(name))?.id;
      if (segmentId === undefined) {
        faults.push({
          path,
          code: 'invalid',
          message: 'is not the name or id of a segment in this organization; see list_segments',
        });
      }
    }
    if (kind === 'campaign' && !(await store.campaigns.byId(name))) {
      faults.push({
        path,
        code: 'invalid',
        message: 'is not a campaign of this organization; see list_campaigns',
      });
    }
  }
  if (faults.length > 0) throw invalidFields(faults);
  return trigger.type === 'SEGMENT_ENTERED' && segmentId !== undefined
    ? { ...definition, trigger: { ...trigger, segment: segmentId } }
    : definition;
}

async function assertRoom({ workflows }: OrganizationStore): Promise<void> {
  if ((await workflows.count()) < workflowsMax) return;
  throw new Failure('conflict', {
    message: `An organization has at most ${workflowsMax} workflows; archive one first`,
  });
}
