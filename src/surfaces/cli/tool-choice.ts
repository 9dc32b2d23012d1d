import {
  everyTool,
  FilterFault,
  type FilterPlaces,
  readFilter,
  type ToolFilter,
} from '../../contract/tool-filter.ts';
import { oneValue, UsageError, type Words } from './parse-options.ts';

export const choiceOptions = { toolsets: true, tools: true, 'exclude-tools': true, 'read-only': false };

const places: FilterPlaces = {
  toolsets: '--toolsets',
  tools: '--tools',
  excluded: '--exclude-tools',
  readOnly: '--read-only',
};

/** @throws UsageError for an unknown tool */
export function toolChoice(words: Words, known: ReadonlySet<string>): ToolFilter {
  if (Object.keys(choiceOptions).every((name) => !words.options.has(name))) return everyTool;
  try {
    return readFilter(
      {
        toolsets: oneValue(words, 'toolsets'),
        tools: oneValue(words, 'tools'),
        excluded: oneValue(words, 'exclude-tools'),
        readOnly: switchValue(words, 'read-only'),
      },
      places,
      known,
    );
  } catch (error) {
    throw error instanceof FilterFault ? new UsageError(error.message) : error;
  }
}

/** A switch without a value means true. `--read-only=false` is accepted too. */
function switchValue(words: Words, name: string): string | undefined {
  const given = words.options.get(name);
  return given === undefined ? undefined : (given.at(-1) ?? 'true');
}
