import { unapprovedCountedMinutes, unapprovedPeopleMax } from '../sending/unapproved-people.ts';

export type StoppedCounts = {
  people: Record<string, number>;
  /** Workflows for which assistants changed too many people in the last minutes, over several calls. */
  repeated: string[];
  /** False if there are more approved campaigns or workflows than are checked. */
  isComplete: boolean;
};

const namedMax = 20;

const pauses = `it pauses before mailing more than ${unapprovedPeopleMax} of them within ${unapprovedCountedMinutes} minutes and waits for a new approval (activate_workflow)`;

export function stoppedSendWarnings({ people, repeated, isComplete }: StoppedCounts): string[] {
  const stopped = Object.entries(people).flatMap(([id, amount]) => {
    const isRepeated = repeated.includes(id);
    return id.startsWith('cmp_') || amount > unapprovedPeopleMax || isRepeated ? { id, amount } : [];
  });
  const warnings = stopped.slice(0, namedMax).map(({ id, amount }) => stoppedSendWarning(id, amount));
  const more = stopped.length - namedMax;
  if (more > 0) {
    warnings.push(
      `${more} more approved ${more === 1 ? 'campaign or workflow waits' : 'campaigns and workflows wait'} for a new approval because of this change`,
    );
  }
  if (!isComplete) {
    warnings.push(
      'This organization has too many approved campaigns and workflows to check them all: others may also pause and wait for a new approval',
    );
  }
  return warnings;
}

function stoppedSendWarning(id: string, amount: number): string {
  const changed = amount === 1 ? '1 person' : `${amount.toLocaleString('en')} people`;
  if (id.startsWith('cmp_')) {
    return `Campaign ${id} was approved before this change to ${changed} waiting for its mail: it pauses before mailing them and waits for a new approval (resume_campaign)`;
  }
  return amount > unapprovedPeopleMax
    ? `Workflow ${id} was approved before this change to ${changed}: ${pauses}`
    : `Workflow ${id} was approved before assistants changed more than ${unapprovedPeopleMax} people in the last ${unapprovedCountedMinutes} minutes: ${pauses}`;
}
