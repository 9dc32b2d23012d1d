import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { invoke, noListener, previewCall } from '../../../src/contract/invoke.ts';
import { permitFor } from '../../../src/contract/send-permits.ts';
import type { Tool } from '../../../src/contract/tool.ts';
import { type Caller, callerByToken } from '../../../src/engine/context/caller.ts';
import type { Failure } from '../../../src/model/failure.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { updateOrganizationSettings } from '../../../tools/organizations/update-organization-settings.ts';
import { updateSegment } from '../../../tools/segments/update-segment.ts';
import { updateTag } from '../../../tools/tags/update-tag.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { activeWorkflow, mailStep } from '../../tools/workflows/scene.ts';

/** A change that needed no approval when its permit was decided, and needs one when it is written. */

/** Decides the permit of an assistant's call, lets `meanwhile` happen, and makes the call. @returns the refusal */
async function overtaken(
  { platform, organization }: Place,
  tool: Tool,
  input: object,
  meanwhile: () => Promise<unknown>,
): Promise<string | null> {
  const { engine } = platform.platform;
  const store = engine.store.forOrganization(organization.key);
  const { id } = await platform.addToken(organization, { assistant: true });
  const known = (await engine.store.organizations.byKey(organization.key))!;
  const caller: Caller = { ...callerByToken(known, await store.tokens.byId(id), 'req_1'), door: 'mcp' };
  const preview = () => previewCall(engine, tool, caller, input);
  const permit = await permitFor(engine, { tool, caller, input }, preview);
  if (permit.kind === 'needs approval') throw new Error('it needs an approval already');
  await meanwhile();
  return await invoke(engine, tool, caller, input, undefined, { ...noListener, permit }).then(
    () => null,
    ({ failure }: Failure) => failure,
  );
}

/** Time that an activation stays uncommitted, so that the overtaken call meets it. */
const openMs = 500;

/** Activates a workflow in a transaction that commits `openMs` later. @returns waits for the commit */
async function activateSlowly(
  { platform, organization, use }: Place,
  workflowId: string,
): Promise<() => Promise<void>> {
  const { database } = platform.platform.engine.store;
  const { transaction } = database;
  const written = Promise.withResolvers<void>();
  database.transaction = (work, kind) =>
    transaction(async (queries) => {
      const answer = await work(queries);
      const found = await new OrganizationStore(queries, organization.key).workflows.byId(workflowId);
      if (found?.status === 'ACTIVE') {
        written.resolve();
        await sleep(openMs);
      }
      return answer;
    }, kind);
  try {
    const activated = use('activate_workflow', { workflowId });
    await Promise.race([written.promise, activated]);
    return async () => await activated;
  } finally {
    database.transaction = transaction;
  }
}

onBothDatabases((place) => {
  it('a tag cannot take a name that a workflow activated in the meantime uses', async () => {
    const { use } = place();
    for (const name of ['customers', 'digest']) await use('create_tag', { name });
    const input = { tag: 'customers', name: 'clients' };
    const activated = () =>
      activeWorkflow(place(), {
        trigger: { type: 'TAG_ADDED', tag: 'customers' },
        steps: [mailStep('hello')],
      });
    expect(await overtaken(place(), updateTag, input, activated)).toBe('confirmation_required');
    expect((await use('get_tag', { tag: 'customers' })).name).toBe('customers');
  });

  it('a tag keeps its name while the activation of a workflow that uses it is not committed', async () => {
    const { use } = place();
    for (const name of ['customers', 'digest']) await use('create_tag', { name });
    const { id } = await use('save_workflow', {
      name: 'Series',
      trigger: { type: 'TAG_ADDED', tag: 'customers' },
      steps: [mailStep('hello')],
    });
    let committed = async (): Promise<void> => {};
    const activating = async () => {
      committed = await activateSlowly(place(), id);
    };
    const input = { tag: 'customers', name: 'clients' };
    expect(await overtaken(place(), updateTag, input, activating)).toBe('confirmation_required');
    await committed();
    expect((await use('get_tag', { tag: 'customers' })).name).toBe('customers');
  });

  it('a segment that a newly activated workflow uses keeps its rule', async () => {
    const { use } = place();
    const ruleOf = (value: string) => ({ field: 'attributes.plan', operator: 'eq', value });
    const { id: segmentId } = await use('create_segment', { name: 'pro', rule: ruleOf('pro') });
    const input = { segmentId, rule: ruleOf('free') };
    const activated = () =>
      activeWorkflow(place(), {
        trigger: { type: 'SEGMENT_ENTERED', segment: segmentId },
        steps: [mailStep('hello')],
      });
    expect(await overtaken(place(), updateSegment, input, activated)).toBe('confirmation_required');
    expect((await use('get_segment', { segmentId })).rule).toEqual(ruleOf('pro'));
  });

  it('a segment keeps its rule while the activation of a workflow is not committed', async () => {
    const { use } = place();
    const ruleOf = (value: string) => ({ field: 'attributes.plan', operator: 'eq', value });
    const { id: segmentId } = await use('create_segment', { name: 'pro', rule: ruleOf('pro') });
    const { id } = await use('save_workflow', {
      name: 'Series',
      trigger: { type: 'SEGMENT_ENTERED', segment: segmentId },
      steps: [mailStep('hello')],
    });
    let committed = async (): Promise<void> => {};
    const activating = async () => {
      committed = await activateSlowly(place(), id);
    };
    const input = { segmentId, rule: ruleOf('free') };
    expect(await overtaken(place(), updateSegment, input, activating)).toBe('confirmation_required');
    await committed();
    expect((await use('get_segment', { segmentId })).rule).toEqual(ruleOf('pro'));
  });

  it('a setting that a person has just filled in is not replaced', async () => {
    const input = { postal_address: 'Other Street 2' };
    const filled = () => place().use('update_organization_settings', { postal_address: 'Main Street 1' });
    expect(await overtaken(place(), updateOrganizationSettings, input, filled)).toBe('confirmation_required');
    expect((await place().use('get_organization')).postal_address).toBe('Main Street 1');
  });
});
