import type { Caller, Door } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import { approvalOf, type SendPermit } from '../engine/context/send-permit.ts';
import { findOperationClass } from '../model/approval/operation-classes.ts';
import { Failure, type FailureName } from '../model/failure.ts';
import {
  type AuditRecord,
  addResultIds,
  collectInputIds,
  refusedIn,
  refusedRecipients,
  withBadges,
} from '../model/organization/audit.ts';
import { type CauseChain, linkOfCall } from '../model/sending/mail-cause.ts';
import { clientName } from '../model/text/text.ts';
import { badgesIn } from '../model/verification/content-refusal.ts';
import { DatabaseUnavailable } from '../store/outage.ts';
import type { NewAuditEntry } from '../store/records/access/audit.ts';
import { OrganizationStore } from '../store/store.ts';
import { isTried } from './description/tool-description.ts';
import { rootOfAssistant } from './send-permits.ts';
import type { Tool } from './tool.ts';

type Judged = Pick<Tool, 'name' | 'effect' | 'toolset' | 'bulk'>;

/** Toolsets with rare changes, for which operators ask who made them. */
const administered: ReadonlySet<Tool['toolset']> = new Set(['admin', 'deliverability', 'campaigns']);
/** Tools of other toolsets with wide effects. */
const bulk: ReadonlySet<string> = new Set(['save_subscribers', 'import_subscribers', 'pause_sending']);

/** REST, SMTP, links and integrations send by the thousand: entries would slow them and add nothing. */
const writtenDown: Readonly<Record<Door, (tool: Judged) => boolean>> = {
  mcp: () => true,
  tools: () => true,
  cli: () => true,
  console: () => true,
  v1: administers,
  v2: administers,
  smtp: () => false,
  link: () => false,
  integration: () => false,
};

function administers({ name, effect, toolset }: Judged): boolean {
  return effect === 'destroy' || administered.has(toolset) || bulk.has(name);
}

export function isAudited(tool: Judged, door: Door): boolean {
  if (findOperationClass(tool.name) === 'discloses_data') return true;
  return tool.effect !== 'read' && writtenDown[door](tool);
}

/** A rollback could not undo exports, calls to other servers or work in several transactions. */
function isWrittenFirst({ name, bulk }: Judged): boolean {
  const operation = findOperationClass(name);
  return operation === 'discloses_data' || operation === 'reaches_out' || bulk === true;
}

type AuditOutcome = 'done' | 'replayed' | 'not_offered' | FailureName;

export type Audit = {
  /** After a crash, the entry has no outcome. @throws service_unavailable on a failed write: do nothing */
  begin(root: string | null): Promise<void>;
  /** Null if `begin` wrote the entry. The ids in `output` are added. */
  entryOf(output: unknown): NewAuditEntry | null;
  committed(): void;
  /** Writes the outcome, or the whole entry if none exists yet. Never throws, because the effect stands anyway. */
  settle(came: Exclude<AuditOutcome, FailureName> | Failure, output?: unknown): Promise<void>;
};

/** Null for calls that are not audited. Does not validate the input, because refused calls count too. */
export function createAudit(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  permit?: SendPermit,
): Audit | null {
  // A dry run changes nothing.
  if (!isAudited(tool, caller.door) || isTried(tool, input)) return null;
  const { store, world } = engine;
  const entry: Omit<AuditRecord, 'key' | 'outcome'> = {
    id: world.ids.id('aud'),
    at: world.clock.now(),
    token: caller.token && { id: caller.token.id, name: caller.token.name },
    person: caller.person ? { id: caller.person.id, name: caller.person.name } : null,
    client: clientName(caller.client),
    cause: null,
    door: caller.door,
    tool: tool.name,
    effect: tool.effect,
    about: collectInputIds(input),
    requestId: caller.requestId,
    refused: null,
  };
  const organization = caller.organization.key;
  let state: 'new' | 'begun' | 'whole' | 'unwritable' = 'new';
  const write = (act: (records: OrganizationStore['audit']) => Promise<void>): Promise<void> =>
    store.database.transaction((queries) => act(new OrganizationStore(queries, organization).audit));
  const approval = permit && approvalOf(permit)?.id;
  const causeOf = (root: string | null): CauseChain => [linkOfCall(tool.name, caller, { root, approval })];
  const facts = { requestId: caller.requestId, tool: tool.name, door: caller.door };
  return {
    async begin(root) {
      entry.cause = causeOf(root);
      if (!isWrittenFirst(tool)) return;
      try {
        await write((audit) => audit.append({ ...entry, outcome: null }, null));
        state = 'begun';
      } catch (error) {
        state = 'unwritable';
        // An outage is logged elsewhere.
        if (error instanceof DatabaseUnavailable) throw error;
        world.log.error(
          { ...facts, err: error },
          'The audit entry could not be written, so nothing was done',
        );
        throw new Failure('service_unavailable', {
          message: 'The audit entry could not be written, so nothing was done',
          retryAfterSeconds: 1,
        });
      }
    },
    entryOf(output) {
      if (state === 'begun') return null;
      const about = addResultIds(entry.about, output);
      const refused = refusedRecipients(refusedIn(output));
      const whole = { ...entry, outcome: 'done', about, refused };
      return { organization, entry: whole, settledAt: world.clock.now() };
    },
    committed() {
      if (state === 'new') state = 'whole';
    },
    async settle(came, output) {
      if (state === 'unwritable' || state === 'whole') return;
      const [outcome, badges] =
        came instanceof Failure ? [came.failure, badgesIn(came).map(({ id }) => id)] : [came, []];
      const now = world.clock.now();
      const about = withBadges(addResultIds(entry.about, output), badges);
      const refused = refusedRecipients(came instanceof Failure ? came.recipients : refusedIn(output));
      try {
        // A call refused before `begin` has no cause yet.
        entry.cause ??= causeOf(await rootOfAssistant(engine, caller, permit));
        await write((audit) =>
          state === 'begun'
            ? audit.settle(entry.id, { outcome, about, refused }, now)
            : audit.append({ ...entry, outcome, about, refused }, now),
        );
      } catch (error) {
        // Refused calls during an outage need no line.
        if (error instanceof DatabaseUnavailable && outcome === 'service_unavailable') return;
        world.log.error(
          { ...facts, outcome, err: error },
          'The outcome of an audit entry could not be written',
        );
      }
    },
  };
}
