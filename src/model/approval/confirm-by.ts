/**
 * Who can say yes to a call of an assistant. `client`: the person before the client, where it can put a form; else a person
 * at the console. `console`: always a person at the console or the terminal. `assistant`: the client's person, or else the
 * assistant itself hands back a token, which makes it pause for thought and proves no person's yes.
 */
export const confirmers = ['client', 'console', 'assistant'] as const;
export type ConfirmBy = (typeof confirmers)[number];

/** The same for the table of variables. */
export const confirmersDescribed =
  'Who can say yes: `client` (its person in a form where the client can show one, else a person at the console), `console` (always a person at the console or by `posthouse approvals`), or `assistant` (where there is no form, the assistant itself hands back a token: a pause for thought, no person’s yes)';
