import type { Requirement } from '../requirements.ts';

function built(says: string): Requirement {
  return { state: 'built', area: 'workflows', says };
}

/** The requirements for workflows. */
export const requirementsOfWorkflows = {
  'workflow.crud': built(
    'Workflows are made, listed, read, changed, activated, paused and archived. v2 only.',
  ),
  'workflow.forms': built(
    'Steps are taken nested, or flat with connections; both are stored and answered flat, with an outline.',
  ),
  'workflow.refused': built(
    'What is wrong with a workflow is refused when it is saved, by step, with the repair.',
  ),
  'workflow.changes': built('Single fields of single steps are changed alone.'),
  'workflow.examples': built('Every example of the documentation is saved, and does what it says.'),
  'workflow.activation.approved': built('No assistant activates a workflow that no person approved.'),
  'workflow.activation.preview': built(
    'The preview of an activation is what the last days would have come to.',
  ),
  'workflow.activation.bound': built(
    'An approval of an activation is bound to the version, the trigger, the backfill and what happens to people on their way.',
  ),
  'workflow.activation.paused': built('A pause needs no approval, and what was paused needs one to go on.'),
  'workflow.activation.unasked': built(
    'An assistant activates without a question where nothing leaves; the workflow pauses before its first mail that would, and is activated again with a yes.',
  ),
  'workflow.changed-by-assistants': built(
    'A workflow mails as many people that an assistant started it for or changed since it was activated as it may mail without asking, and pauses before more.',
  ),
  'workflow.activation.dry-run': built('A dry run of an activation activates nothing.'),
  'workflow.untrusted': built('What outsiders wrote into events reaches assistants between marks alone.'),
  'workflow.escaped': built('Properties of events stand in mails as text, never as markup.'),
  'workflow.run': built('A run has a status, where it stands, what it waits for, and what it did and why.'),
  'workflow.trigger': built(
    'POST /workflows/{id}/trigger takes an email or a subscriberId, and properties that rules and mails see.',
  ),
  'workflow.tenancy': built('A workflow and its runs are seen and used by their own organization alone.'),
  'workflow.scopes': built('Workflows are read with workflows.read and changed with workflows.write.'),
} as const satisfies Record<string, Requirement>;
