import { parseMailbox, readStoredMailbox } from '../../model/address.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import { listPlaceholders } from '../../model/content/merge-fields.ts';
import type { Definition, Step } from '../../model/workflow/definition.ts';
import { type FactsNeeded, factsNeeded } from '../../model/workflow/facts-needed.ts';
import type { FixedMail } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import type { Draft } from '../context/submission.ts';

/** An immutable workflow version with its derived facts, cached. */
export type FrozenVersion = {
  definition: Definition;
  tags: readonly string[];
  /** Of all steps, because a run may take several steps at once. */
  needs: FactsNeeded;
  /** Parts of each mail step that are the same for every person. */
  drafts: ReadonlyMap<string, Omit<Draft, 'to'>>;
};

const rememberedMax = 500;
const memoryOf = perEngine(() => new BoundedMap<string, FrozenVersion>(rememberedMax));

export async function frozenVersion(
  engine: Engine,
  store: OrganizationStore,
  workflow: number,
  version: number,
): Promise<FrozenVersion | undefined> {
  const memory = memoryOf(engine);
  const place = `${store.organization} ${workflow} ${version}`;
  const known = memory.get(place);
  if (known) return known;
  const kept = await store.workflows.version(workflow, version);
  if (!kept) return undefined;
  const { definition, mails } = kept;
  const frozen: FrozenVersion = {
    definition: withoutBodies(definition),
    tags: definition.steps.flatMap((step) =>
      step.type === 'add_tag' || step.type === 'remove_tag' ? [step.config.tag] : [],
    ),
    needs: factsNeeded(definition, null),
    drafts: new Map(
      definition.steps.flatMap((step) => {
        const mail = step.type === 'send_email' ? mails[step.key] : undefined;
        if (step.type !== 'send_email' || !mail) return [];
        const from = parseMailbox(mail.from);
        if (!from.ok) throw new Error('a workflow was frozen with a sender that cannot be read');
        const body = { kind: 'shared' as const, source: mail.body };
        const frozen = draftOfStep(step, { from: from.mailbox, body, badges: mail.badges });
        return [[step.key, mail.fixed ? withFixedContent(frozen, mail.fixed) : frozen] as const];
      }),
    ),
  };
  memory.set(place, frozen);
  return frozen;
}

function withFixedContent(
  draft: Omit<Draft, 'to'>,
  { template, replyTo, subject, preview, placeholders }: FixedMail,
): Omit<Draft, 'to'> {
  return { ...draft, template, replyTo: readStoredMailbox(replyTo), subject, preview, placeholders };
}

/** Bodies are stored elsewhere and would bloat the cache. */
function withoutBodies(definition: Definition): Definition {
  const steps = definition.steps.map((step) =>
    step.type === 'send_email'
      ? { ...step, config: { ...step.config, body: { ...step.config.body, source: '' } } }
      : step,
  );
  return { ...definition, steps };
}

/** Returns the parts of a step's mail that are the same for every person. */
export function draftOfStep(
  {
    config: { subject, preview, body: written, replyTo, transactional },
  }: Extract<Step, { type: 'send_email' }>,
  mail: Pick<Draft, 'from' | 'body' | 'badges' | 'template'>,
): Omit<Draft, 'to'> {
  return {
    ...mail,
    replyTo: readStoredMailbox(replyTo),
    subject,
    preview,
    placeholders: listPlaceholders([subject, preview, written.source]),
    ...(transactional && { transactional: true as const }),
  };
}
