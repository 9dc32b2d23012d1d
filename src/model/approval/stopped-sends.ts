import { unapprovedCountedMinutes, unapprovedPeopleMax } from '../sending/unapproved-people.ts';

/** Approved campaigns and workflows that an assistant's changes stop. */
export type StoppedCounts = {
  /** The number of changed people by campaign or workflow id. */
  people: Record<string, number>;
  /** Ids of workflows for which assistants changed too many people in the last minutes, over several calls. */
  repeated: string[];
};

const pauses = `it pauses when it would mail more than ${unapprovedPeopleMax} of them within ${unapprovedCountedMinutes} minutes, and waits for a new approval (activate_workflow)`;

/** Warns about the approved campaigns and workflows that changes stop. */
export function stoppedSendWarnings({ people, repeated }: StoppedCounts): string[] {
  return Object.entries(people).flatMap(([id, amount]) => {
    const changed = amount === 1 ? '1 person' : `${amount.toLocaleString('en')} people`;
    if (id.startsWith('cmp_')) {
      return [
        `Campaign ${id} was approved before this change to ${changed} waiting for its mail: it pauses before mailing them and waits for a new approval (resume_campaign)`,
      ];
    }
    if (amount > unapprovedPeopleMax) {
      return [`Workflow ${id} was approved before this change to ${changed}: ${pauses}`];
    }
    if (!repeated.includes(id)) return [];
    return [
      `Workflow ${id} was approved before assistants changed more than ${unapprovedPeopleMax} people in the last ${unapprovedCountedMinutes} minutes: ${pauses}`,
    ];
  });
}
