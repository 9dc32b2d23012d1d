import { unapprovedCountedMinutes, unapprovedPeopleMax } from '../sending/unapproved-people.ts';

/** Warns about approved campaigns and workflows that an assistant's changes stop. @param stopped number of affected people by id */
export function stoppedSendWarnings(stopped: Readonly<Record<string, number>>): string[] {
  return Object.entries(stopped).flatMap(([id, amount]) => {
    const people = amount === 1 ? '1 person' : `${amount.toLocaleString('en')} people`;
    if (id.startsWith('cmp_')) {
      return [
        `Campaign ${id} was approved before this change to ${people} waiting for its mail: it pauses before mailing them and waits for a new approval (resume_campaign)`,
      ];
    }
    if (amount <= unapprovedPeopleMax) return [];
    return [
      `Workflow ${id} was approved before this change to ${people}: it pauses when it would mail more than ${unapprovedPeopleMax} of them within ${unapprovedCountedMinutes} minutes, and waits for a new approval (activate_workflow)`,
    ];
  });
}
