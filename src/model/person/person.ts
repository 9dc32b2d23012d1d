import { z } from 'zod';
import { parseMailbox } from '../address.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { oneLine } from '../text/text.ts';
import { type PersonRole, personRoles } from './roles.ts';

/** Includes all roles. Keeps the list of people reviewable. */
export const peoplePerOrganizationMax = 100;
export const personNameCharactersMax = 100;

export type PersonRecord = {
  key: number;
  id: string;
  organization: number;
  name: string;
  /** Null for an admin created on the machine without an address, who cannot receive links by mail. */
  email: string | null;
  emailKey: string | null;
  roles: PersonRole[];
  createdAt: number;
  lastSeenAt: number | null;
};

export type NamedPerson = Pick<PersonRecord, 'id' | 'name' | 'roles'>;

const RolesInput = z
  .array(z.enum(personRoles))
  .min(1)
  .transform((roles) => personRoles.filter((role) => roles.includes(role)));

/** Shown in lists and in the log, where hidden characters could make a name look like another. */
const NameInput = oneLine(personNameCharactersMax)
  .min(1)
  .check((ctx) => {
    if (stripInvisible(ctx.value) === ctx.value) return;
    ctx.issues.push({ code: 'custom', input: ctx.value, message: 'must not hold invisible characters' });
  });

const EmailInput = z
  .string()
  .trim()
  .transform((text, ctx): { email: string; emailKey: string } => {
    const read = parseMailbox(text);
    if (read.ok) return { email: read.mailbox.address, emailKey: read.mailbox.key };
    ctx.issues.push({ code: 'custom', input: text, message: `cannot be read. ${read.message}` });
    return z.NEVER;
  });

export const personFields = {
  name: NameInput.describe('Name shown in the audit log and to other people'),
  email: EmailInput.describe('Address that receives sign-in links'),
  roles: RolesInput.describe(
    'viewer can read; author can also edit and test; approver decides approvals; admin can do everything',
  ),
};

export const Person = z.object({
  object: z.literal('person'),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  roles: z.array(z.enum(personRoles)),
  created_at: Instant,
  last_seen_at: Instant.nullable(),
});

export function personAnswer(person: PersonRecord): z.infer<typeof Person> {
  return {
    object: 'person',
    id: person.id,
    name: person.name,
    email: person.email,
    roles: person.roles,
    created_at: isoInstant(person.createdAt),
    last_seen_at: isoInstantOrNull(person.lastSeenAt),
  };
}
