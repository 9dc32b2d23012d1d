import type MiniSearch from 'minisearch';
import { z } from 'zod';
import { inputSchema } from '../../../../contract/description/json-schema.ts';
import { mayAsk } from '../../../../contract/description/tool-description.ts';
import { defineTool, type Tool } from '../../../../contract/tool.ts';
import { listedName } from '../../../../model/text/alias.ts';
import { isFields } from '../../../../model/text/fields.ts';
import { extractQueryWords, normalizeWord, queryCharactersMax } from '../../../../model/text/query-words.ts';
import { everyToken, type Reach } from './reach.ts';

const foundMax = 8;
const boost = { name: 4, title: 3, summary: 2 };
/** Search words of other products, by tool name or a word of it. */
const synonyms: Readonly<Record<string, string>> = {
  campaign: 'newsletter broadcast bulk blast',
  email: 'message transactional arrive missing',
  export: 'download backup csv',
  integration: 'connect app plugin',
  segment: 'audience filter group',
  subscriber: 'contact person people recipient customer',
  suppression: 'blocklist blacklist bounce complaint no mail',
  template: 'layout reusable variables',
  token: 'api key credential',
  webhook: 'notify chat slack callback',
  workflow: 'automation drip sequence series journey',
  save_workflow: 'automation drip series welcome birthday yearly every year',
};
/** Shorter words must match exactly. */
const fuzzyFromCharacters = 5;

export const ToolEffect = z.enum(['read', 'write', 'destroy', 'send']);

export function findTools(reach: Reach): Tool {
  return defineTool({
    name: 'find_tools',
    title: 'Find tools',
    summary: 'Search all tools of this server, including unlisted ones.',
    advice: 'Then call describe_tool.',
    ...everyToken,
    input: z.strictObject({
      query: z.string().min(1).max(queryCharactersMax).describe('The task in a few words'),
    }),
    output: z.object({
      object: z.literal('tool_search'),
      data: z
        .array(
          z.object({
            name: z.string(),
            summary: z.string(),
            effect: ToolEffect,
            may_ask: z.boolean().describe('A call may wait for a person'),
          }),
        )
        .describe(`At most ${foundMax} tools`),
    }),
    failures: [],
    effect: 'read',
    example: {
      input: { query: 'undo an archived campaign' },
      output: {
        object: 'tool_search',
        data: [
          {
            name: 'restore_campaign',
            summary: 'Restore an archived campaign to its previous state.',
            effect: 'write',
            may_ask: false,
          },
        ],
      },
    },
    async run(_scope, { query }) {
      const found = await rankTools(query, reach);
      return {
        object: 'tool_search' as const,
        data: found.map((tool) => ({
          name: tool.name,
          summary: tool.summary,
          effect: tool.effect,
          may_ask: mayAsk(tool),
        })),
      };
    },
  });
}

type Entry = {
  id: string;
  name: string;
  title: string;
  summary: string;
  advice: string;
  input: string;
  synonyms: string;
};

const indexes = new WeakMap<ReadonlyMap<string, Tool>, Promise<MiniSearch<Entry>>>();

/** Returns the tools that match any word of the query, best first. */
async function rankTools(query: string, { tools, all }: Reach): Promise<Tool[]> {
  let index = indexes.get(all);
  if (!index) {
    index = buildIndex(all);
    indexes.set(all, index);
  }
  const words = extractQueryWords(query.replaceAll('_', ' '));
  const found = (await index).search(words.join(' '), { filter: ({ id }) => tools.has(id) });
  return found
    .toSorted((one, other) => weighMatch(other) - weighMatch(one))
    .slice(0, foundMax)
    .map(({ id }) => tools.get(id as string)!);
}

/** A tool that matches more words of the query ranks higher. */
function weighMatch({ score, queryTerms }: { score: number; queryTerms: readonly string[] }): number {
  return score * queryTerms.length;
}

async function buildIndex(tools: ReadonlyMap<string, Tool>): Promise<MiniSearch<Entry>> {
  const { default: Index } = await import('minisearch');
  const index = new Index<Entry>({
    fields: ['name', 'title', 'summary', 'advice', 'input', 'synonyms'],
    processTerm: normalizeWord,
    searchOptions: {
      boost,
      prefix: (word) => word.length >= fuzzyFromCharacters,
      fuzzy: (word) => (word.length >= fuzzyFromCharacters ? 1 : false),
    },
  });
  index.addAll(
    [...tools.values()].map((tool) => ({
      id: tool.name,
      name: tool.name.replaceAll('_', ' '),
      title: tool.title,
      summary: tool.summary,
      advice: tool.advice ?? '',
      input: inputWords(inputSchema(tool)),
      synonyms: listSynonyms(tool.name),
    })),
  );
  return index;
}

/** Returns the names and the allowed values of the fields. */
function inputWords(schema: unknown): string {
  if (Array.isArray(schema)) return schema.map(inputWords).join(' ');
  if (!isFields(schema)) return '';
  const own = [...Object.keys(isFields(schema.properties) ? schema.properties : {}), schema.enum ?? []];
  const words = own.flat().map((word) => listedName(String(word)).replaceAll('_', ' '));
  return [...words, ...Object.values(schema).map(inputWords)].join(' ');
}

function listSynonyms(name: string): string {
  const words = name.split('_').map((word) => word.replace(/s$/, ''));
  return [name, ...words].map((word) => synonyms[word] ?? '').join(' ');
}
