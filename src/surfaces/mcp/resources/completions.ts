import { invoke } from '../../../contract/invoke.ts';
import { limitMax } from '../../../contract/list.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import { parseMailbox } from '../../../model/address.ts';
import type { CampaignStatus } from '../../../model/campaign/lifecycle.ts';
import { Failure, type FailureName } from '../../../model/failure.ts';
import { idPrefixes } from '../../../model/id.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { stripInvisible } from '../../../model/text/strip-invisible.ts';
import type { DocTopic } from '../content/doc-topics.ts';
import type { CompletionSource } from '../content/prompts.ts';
import { skillTemplate } from '../content/skills.ts';
import { type NameSource, type ResourcePlan, resourcePlans } from '../output/resource-address.ts';
import {
  type Completion,
  type CompletionQuestion,
  InvalidParams,
  type Prompt,
  type ServerDefinition,
} from '../protocol/server-definition.ts';
import type { McpContext } from '../tools/context.ts';

type CompletionMaterials = {
  prompts: readonly Prompt[];
  sourceOf(prompt: string, argument: string): CompletionSource | null | undefined;
  docs: readonly Pick<DocTopic, 'topic' | 'title'>[];
  /** Skill files by the paths used in their template. */
  skills: readonly string[];
};

/** The protocol allows no more. */
const completionValuesMax = 100;
/** Longer input cannot be the prefix of a name, so it is not looked up. */
const typedCharactersMax = 200;

/**
 * Completes arguments from the lists the caller may read. Campaigns and emails complete to ids and match by
 * name, subject or recipient; tags and domains complete to names, subscribers and recipients to addresses.
 */
export function completer(
  context: McpContext,
  caller: Caller,
  offered: (tool: string) => boolean,
  materials: CompletionMaterials,
): NonNullable<ServerDefinition['complete']> {
  return async (question) => {
    const source = sourceAsked(question, offered, materials);
    const typed = question.argument.value.trim();
    if (source === null || typed.length > typedCharactersMax) return nothing;
    if (source === 'topic') return chosen(typed, { candidates: materials.docs.map(topic), more: false });
    if (source === 'contract part') {
      return chosen(typed, {
        candidates: (await context.openApi()).parts().map(({ name }) => plain(name)),
        more: false,
      });
    }
    if (source === 'skill') return chosen(typed, { candidates: materials.skills.map(plain), more: false });
    return chosen(typed, await candidatesFrom(context, caller, offered, source, typed));
  };
}

const nothing: Completion = { values: [], total: 0, hasMore: false };

function topic({ topic: value, title }: Pick<DocTopic, 'topic' | 'title'>): Candidate {
  return { value, names: [title] };
}

function plain(value: string): Candidate {
  return { value, names: [] };
}

/** Returns null for free text. @throws InvalidParams with the known names */
function sourceAsked(
  { ref, argument }: CompletionQuestion,
  offered: (tool: string) => boolean,
  { prompts, sourceOf, docs, skills }: CompletionMaterials,
): CompletionSource | NameSource | null {
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.find(({ name }) => name === ref.name);
    if (!prompt) throw noneOf('prompt', prompts);
    if (!prompt.arguments.some(({ name }) => name === argument.name))
      throw noneOf('argument', prompt.arguments);
    return sourceOf(prompt.name, argument.name) ?? null;
  }
  const plans: CompletedTemplate[] = resourcePlans.filter((plan) =>
    isOffered(plan, offered, docs.length > 0),
  );
  if (skills.length > 0) plans.push(skillTemplate);
  const plan = plans.find(({ template }) => template.uriTemplate === ref.uri);
  if (!plan)
    throw noneOf(
      'resource template',
      plans.map(({ template }) => ({ name: template.uriTemplate })),
    );
  if (argument.name !== plan.variable) throw noneOf('argument', [{ name: plan.variable }]);
  return plan.completedFrom;
}

type CompletedTemplate = Pick<ResourcePlan, 'variable' | 'completedFrom'> & {
  template: Pick<ResourcePlan['template'], 'uriTemplate'>;
};

function isOffered(
  { tools, kind }: ResourcePlan,
  offered: (tool: string) => boolean,
  docs: boolean,
): boolean {
  return tools.every(offered) && (kind !== 'document' || docs);
}

function noneOf(what: string, allowed: readonly { name: string }[]): InvalidParams {
  if (allowed.length === 0) return new InvalidParams(`Unknown ${what}; none is available`);
  return new InvalidParams(`Unknown ${what}; there is ${allowed.map(({ name }) => name).join(', ')}`);
}

type Candidate = { value: string; names: readonly string[] };
type Candidates = { candidates: readonly Candidate[]; more: boolean };

type Source = {
  list: string;
  /** Returns the inputs of the list calls for the typed text. Only the first page of each is searched. */
  ask(typed: string): readonly Fields[];
  candidates(entry: Fields, typed: string): readonly Candidate[];
};

/** Lists without a search if nothing was typed. */
const named = (typed: string): readonly Fields[] => [typed === '' ? {} : { query: typed }];

/** The search covers names only, so the newest entries are scanned for an id. */
const namedOrOf =
  (prefix: string) =>
  (typed: string): readonly Fields[] =>
    typed.startsWith(prefix) ? [...named(typed), {}] : named(typed);

/** Campaigns with any of these statuses, or all campaigns if none is given. */
function campaigns(...statuses: CampaignStatus[]): Source {
  const wanted = statuses.length === 0 ? [{}] : statuses.map((status) => ({ status }));
  const ask = namedOrOf(idPrefixes.campaign);
  return {
    list: 'list_campaigns',
    ask: (typed) => ask(typed).flatMap((input) => wanted.map((status) => ({ ...input, ...status }))),
    candidates: ({ id, name, subject }) => [{ value: text(id), names: [text(name), text(subject)] }],
  };
}

const subscribers: Source = {
  list: 'list_subscribers',
  ask: named,
  candidates: ({ email, firstName, lastName }) => [
    {
      value: text(email),
      names: [text(firstName), text(lastName), `${text(firstName)} ${text(lastName)}`],
    },
  ],
};

/** Emails are not searched on every keystroke: only the newest, and those to a typed address. */
const newestEmails = (typed: string): readonly Fields[] => (typed.includes('@') ? [{ to: typed }, {}] : [{}]);

/** Lists to read per source. Entries of earlier lists are offered first. */
const sources: Record<CompletionSource, readonly Source[]> = {
  campaign: [campaigns()],
  draft: [campaigns('DRAFT')],
  unsent: [campaigns('DRAFT', 'SCHEDULED')],
  tag: [{ list: 'list_tags', ask: named, candidates: ({ name }) => [plain(text(name))] }],
  domain: [
    {
      list: 'list_domains',
      ask: () => [{}],
      candidates: ({ name, id }) => [{ value: text(name), names: [text(id)] }],
    },
  ],
  subscriber: [
    {
      ...subscribers,
      ask: namedOrOf(idPrefixes.subscriber),
      // Subscriber ids are offered only if the typed text starts like one.
      candidates: (entry, typed) => [
        ...subscribers.candidates(entry, typed),
        ...(typed.startsWith(`${idPrefixes.subscriber}_`) ? [plain(text(entry.id))] : []),
      ],
    },
  ],
  recipient: [
    {
      list: 'list_emails',
      ask: newestEmails,
      candidates: ({ to }) => recipientsIn(to).map((one) => ({ value: addressIn(one), names: [one] })),
    },
    // Finds bounced recipients whose mail is no longer among the newest.
    { list: 'list_suppressions', ask: named, candidates: ({ email }) => [plain(text(email))] },
    subscribers,
  ],
  email: [
    {
      list: 'list_emails',
      ask: newestEmails,
      candidates: ({ id, subject, to }) => [{ value: text(id), names: [...recipientsIn(to), text(subject)] }],
    },
  ],
};

function recipientsIn(to: unknown): readonly string[] {
  return Array.isArray(to) ? to.map(text) : [];
}

function addressIn(recipient: string): string {
  const parsed = parseMailbox(recipient);
  return parsed.ok ? parsed.mailbox.address : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function candidatesFrom(
  context: McpContext,
  caller: Caller,
  offered: (tool: string) => boolean,
  source: CompletionSource,
  typed: string,
): Promise<Candidates> {
  const pages = await Promise.all(
    sources[source]
      .filter(({ list }) => offered(list))
      .flatMap(({ list, ask, candidates }) =>
        ask(typed).map(async (input) => {
          const { entries, more } = await listed(context, caller, list, { ...input, limit: limitMax });
          return { candidates: entries.flatMap((entry) => candidates(entry, typed)), more };
        }),
      ),
  );
  const found = new Map<string, Candidate>();
  for (const { value, names } of pages.flatMap(({ candidates }) => candidates)) {
    // Several lists may contain the same address.
    const known = found.get(value)?.names ?? [];
    if (isPlain(value)) found.set(value, { value, names: [...known, ...names] });
  }
  return { candidates: [...found.values()], more: pages.some(({ more }) => more) };
}

/** Values with hidden characters are never suggested. */
function isPlain(value: string): boolean {
  return value !== '' && stripInvisible(value) === value;
}

type ListPage = { entries: readonly Fields[]; more: boolean };

/** Failures that mean there is nothing to suggest. */
const nothingThere: ReadonlySet<FailureName> = new Set([
  'restricted_api_key',
  'validation_error',
  'not_found',
]);

async function listed(context: McpContext, caller: Caller, name: string, input: Fields): Promise<ListPage> {
  const tool = context.tools.get(name);
  if (tool?.effect !== 'read') return { entries: [], more: false };
  try {
    const { output } = await invoke(context.engine, tool, caller, input);
    const { data, has_more } = output as { data: Fields[]; has_more: boolean };
    return { entries: data, more: has_more };
  } catch (error) {
    if (error instanceof Failure && nothingThere.has(error.failure)) return { entries: [], more: false };
    throw error;
  }
}

/** Returns prefix matches first, then other matches, each in list order. */
function chosen(typed: string, { candidates, more }: Candidates): Completion {
  const wanted = typed.toLowerCase();
  const begins: string[] = [];
  const contains: string[] = [];
  for (const { value, names } of candidates) {
    const spellings = [value, ...names].map((name) => name.toLowerCase());
    if (spellings.some((spelling) => spelling.startsWith(wanted))) begins.push(value);
    else if (spellings.some((spelling) => spelling.includes(wanted))) contains.push(value);
  }
  const all = [...begins, ...contains];
  return {
    values: all.slice(0, completionValuesMax),
    ...(!more && { total: all.length }),
    hasMore: more || all.length > completionValuesMax,
  };
}
