import { dryRunArgument } from '../../contract/listed-tool.ts';
import type { Caller } from '../../engine/scope.ts';
import { nearName } from '../../model/near-name.ts';
import { uiExtension, uiResources } from './apps/ui-resources.ts';
import { callTool } from './call-tool.ts';
import { completer } from './completions.ts';
import { checkConfirmation, mayAsk } from './confirm.ts';
import { docTopics } from './doc-topics.ts';
import type { McpHouse } from './house.ts';
import { instructionsFor } from './instructions.ts';
import { InvalidParams, type Offer } from './offer.ts';
import { heldCharactersMax } from './open-questions.ts';
import { promptArgumentSource, promptOffer } from './prompts.ts';
import { type ResourceMaterials, resourceOffer } from './resources.ts';
import { skillFiles, skillsExtension, withSkills } from './skills.ts';
import { admits, FilterFault, filterOfRequest, narrow, type ToolFilter } from './tool-filter.ts';
import { toolList } from './tool-list.ts';

const extensions = { [uiExtension]: {}, ...skillsExtension };

/**
 * What this platform offers one caller: what its scopes, the operator's filter and its own allow, whichever is stricter.
 * Made anew for each message, so it does nothing before it is asked.
 *
 * @param filter what the connection asked for, beside the operator's
 */
export function posthouseOffer(house: McpHouse, caller: Caller, filter: ToolFilter = house.filter): Offer {
  const list = () => toolList(house, caller.scopes, filter);
  const offered = (name: string): boolean => list().names.has(name);
  const materials = (): ResourceMaterials => ({
    openApi: house.openApi,
    docs: docTopics(),
    apps: uiResources,
  });
  return {
    identity: house.identity,
    get instructions() {
      return instructionsFor(list().tools, house.confirm);
    },
    extensions,
    tools: {
      list,
      has(name) {
        const tool = house.tools.get(name);
        return tool !== undefined && admits(filter, tool);
      },
      mayConverse(name, given, elicits) {
        if (!elicits || given[dryRunArgument]) return false;
        const tool = house.tools.get(name);
        return tool !== undefined && mayAsk(house, caller, tool);
      },
      holdQuestion(given) {
        if (JSON.stringify(given).length > heldCharactersMax) return null;
        return house.questions.take(caller.organization.key);
      },
      call: (name, given, conversation) =>
        callTool(house, caller, house.tools.get(name)!, given, conversation, offered),
      unknown(name) {
        const { names } = list();
        if (house.tools.has(name)) {
          return 'Unknown tool: it exists, but this connection was set up without it (toolsets, tools or read-only)';
        }
        const near = nearName(name, names);
        return near === undefined ? 'Unknown tool' : `Unknown tool; did you mean ${near}?`;
      },
    },
    get prompts() {
      return promptOffer(offered);
    },
    get resources() {
      return withSkills(resourceOffer(house, caller, offered, materials()), { files: skillFiles() });
    },
    complete: (question) =>
      completer(house, caller, offered, {
        prompts: promptOffer(offered).list().entries,
        sourceOf: promptArgumentSource,
        docs: docTopics(),
      })(question),
    get skills() {
      return { files: skillFiles() };
    },
    checkState: (state) => checkConfirmation(house.engine, state),
  };
}

/**
 * The filter of an HTTP request within the operator's.
 * @throws InvalidParams when it names what does not exist
 */
export function requestFilter(
  house: McpHouse,
  headers: Parameters<typeof filterOfRequest>[0],
  query: URLSearchParams,
): ToolFilter {
  try {
    return narrow(house.filter, filterOfRequest(headers, query, house.tools));
  } catch (error) {
    if (error instanceof FilterFault) throw new InvalidParams(error.message);
    throw error;
  }
}
