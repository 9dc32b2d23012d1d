import type { Requirement } from '../requirements.ts';

function built(says: string): Requirement {
  return { state: 'built', area: 'workflows', says };
}

/** The requirements for workflows. */
export const requirementsOfWorkflows = {
  'workflow.crud': built(
    'Workflows can be created, listed, read, changed, activated, paused and archived. v2 only.',
  ),
  'workflow.forms': built(
    'Steps are accepted nested, or flat with connections; both are stored and returned flat, with an outline.',
  ),
  'workflow.refused': built(
    'An invalid workflow is rejected when it is saved, with a fix for each faulty step.',
  ),
  'workflow.changes': built('Single fields of single steps can be changed without the others.'),
  'workflow.examples': built('Every example in the documentation can be saved and behaves as described.'),
  'workflow.activation.approved': built(
    'An assistant cannot activate a workflow without the approval of a person.',
  ),
  'workflow.activation.preview': built('The preview of an activation estimates its effect from recent days.'),
  'workflow.activation.bound': built(
    'An approval of an activation is bound to the version, the trigger, the backfill and the choice for people in running workflows.',
  ),
  'workflow.activation.paused': built('Pausing needs no approval; resuming needs one.'),
  'workflow.activation.unasked': built(
    'If no mail can leave, an assistant activates without an approval; the workflow pauses before its first real mail and needs an approval to continue.',
  ),
  'workflow.changed-by-assistants': built(
    'A workflow mails the people that an assistant started or changed since the activation only within the allowance, and then pauses.',
  ),
  'workflow.activation.dry-run': built('A dry run of an activation activates nothing.'),
  'workflow.untrusted': built('Text of outsiders in events reaches assistants only between marks.'),
  'workflow.escaped': built('Event properties appear in mails as text, never as markup.'),
  'workflow.run': built('A run has a status, its current step, its wait, and a history with reasons.'),
  'workflow.trigger': built(
    'POST /workflows/{id}/trigger takes an email or a subscriberId, and properties that rules and mails can use.',
  ),
  'workflow.tenancy': built('Only their own organization can see and use a workflow and its runs.'),
  'workflow.scopes': built('Reading workflows needs workflows.read, and changing them workflows.write.'),
} as const satisfies Record<string, Requirement>;
