import type { Queries } from '../../database.ts';
import { type NotesWriter, notesIn } from '../../transaction-notes.ts';

const changedMail = { begin: () => new Set<number>() };

/** Reports, after each commit, the organizations whose mail changed. */
export function noticingMail(changed: (organization: number) => void): NotesWriter<Set<number>> {
  return {
    notes: changedMail,
    committed(organizations) {
      for (const organization of organizations) changed(organization);
    },
  };
}

export function noticeMail(queries: Queries, organization: number): void {
  notesIn(queries, changedMail)?.add(organization);
}
