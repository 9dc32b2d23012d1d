import { leave } from '../../people.ts';
import type { Answer } from '../../task.ts';
import { type EvalWorld, minuteMs, sender } from '../../world.ts';

/** Returns a mail step with the usual fields. */
export function mailStep(key: string, subject: string, fields: object = {}): Record<string, unknown> {
  return {
    key,
    type: 'send_email',
    from: sender,
    subject,
    markdown: `Hello. [Look](https://acme.dev/) ${leave}`,
    ...fields,
  };
}

/** Saves a workflow, and stores its id as `workflow`. */
export async function saved(world: EvalWorld, definition: object): Promise<string> {
  const { id } = await world.use('save_workflow', { name: 'Series', ...definition });
  world.kept.set('workflow', id);
  return id;
}

export async function activated(world: EvalWorld, definition: object): Promise<string> {
  const id = await saved(world, definition);
  await world.use('activate_workflow', { workflowId: id });
  return id;
}

export async function happened(
  world: EvalWorld,
  name: string,
  email: string,
  properties = {},
): Promise<void> {
  await world.use('track_event', { name, email, properties });
  await world.pass(minuteMs);
}

/** Returns the organization's only workflow, or undefined. */
export async function onlyWorkflow(world: EvalWorld): Promise<Answer | undefined> {
  const { data } = await world.use('list_workflows', {});
  return data.length === 1 ? await world.use('get_workflow', { workflowId: data[0].id }) : undefined;
}

/** Simulates the organization's only workflow; null if there is none. */
export async function played(world: EvalWorld, given: object = {}): Promise<Answer | null> {
  const workflow = await onlyWorkflow(world);
  if (!workflow) return null;
  return await world.use('simulate_workflow', { workflowId: workflow.id, ...given });
}

/** Returns a fault unless the organization's only workflow would send exactly this many mails. */
export async function mailsPlayed(world: EvalWorld, amount: number, given: object): Promise<string | null> {
  const path = await played(world, given);
  if (path === null) return 'there is not exactly one workflow';
  if (!path.enters) return `the person would not enter: ${path.reason}`;
  return path.mails === amount
    ? null
    : `${JSON.stringify(given)} leads to ${path.mails} mails instead of ${amount}`;
}
