import type { PersonRecord } from '../../model/person/person.ts';
import { linkOfCall } from '../../model/sending/mail-cause.ts';
import { clientName } from '../../model/text/text.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

const effects = {
  sign_in: 'write',
  sign_out: 'write',
  end_session: 'destroy',
  add_passkey: 'write',
  remove_passkey: 'destroy',
} as const;

export type PersonNote = {
  tool: keyof typeof effects;
  about: readonly string[];
  client: string | undefined;
  requestId: string;
};

export async function auditPerson(
  { world }: Pick<Engine, 'world'>,
  { audit }: Pick<OrganizationStore, 'audit'>,
  { id, name }: Pick<PersonRecord, 'id' | 'name'>,
  { tool, about, client, requestId }: PersonNote,
): Promise<void> {
  const now = world.clock.now();
  const caller = { door: 'console', token: null, person: { id }, ...(client !== undefined && { client }) };
  const entry = {
    id: world.ids.id('aud'),
    at: now,
    token: null,
    person: { id, name },
    client: clientName(client),
    cause: [linkOfCall(tool, caller, { root: null, approval: undefined })],
    door: 'console',
    tool,
    effect: effects[tool],
    about,
    requestId,
    outcome: 'done',
    refused: null,
  };
  await audit.append(entry, now);
}
