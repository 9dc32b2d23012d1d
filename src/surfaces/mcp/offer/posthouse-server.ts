import { createAudit } from '../../../contract/audit.ts';
import { dryRunArgument } from '../../../contract/description/tool-description.ts';
import type { Tool } from '../../../contract/tool.ts';
import {
  admits,
  callToolName,
  FilterFault,
  filterOfRequest,
  narrow,
  reachedBy,
  type ToolFilter,
} from '../../../contract/tool-filter.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import { didYouMean } from '../../../model/text/did-you-mean.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { oneLine } from '../../../model/text/quoted.ts';
import { uiExtension, uiResources } from '../apps/ui-resources.ts';
import { docTopics } from '../content/doc-topics.ts';
import { describeAlternative } from '../content/for-people.ts';
import { instructionsFor } from '../content/instructions.ts';
import { promptArgumentSource, promptOffer } from '../content/prompts.ts';
import { skillFiles, skillsExtension, withSkills } from '../content/skills.ts';
import { type Icon, InvalidParams, type ServerDefinition } from '../protocol/server-definition.ts';
import { tasksExtension } from '../protocol/tasks.ts';
import { completer } from '../resources/completions.ts';
import type { ResourceMaterials } from '../resources/fixed-resources.ts';
import { resourceOffer } from '../resources/resources.ts';
import { readInnerCall } from '../tools/catalogue/call-tool.ts';
import { checkConfirmation, oftenAsks } from '../tools/confirm.ts';
import type { McpContext } from '../tools/context.ts';
import { isTooLarge } from '../tools/pending-elicitations.ts';
import { callOrTask, taskOffer } from '../tools/tasks.ts';
import { type ToolList, toolList } from '../tools/tool-list.ts';

const askedNameCharactersMax = 64;

const extensions = { [uiExtension]: {}, ...skillsExtension, [tasksExtension]: {} };
/** Enterprise-Managed Authorization of ext-auth. */
const withIdentityProvider = {
  ...extensions,
  'io.modelcontextprotocol/enterprise-managed-authorization': {},
};

/** Lazy, because an offer is created per message. */
export function posthouseServer(
  context: McpContext,
  caller: Caller,
  filter: ToolFilter = context.filter,
): ServerDefinition {
  let listed: ToolList | undefined;
  const list = (): ToolList => {
    listed ??= toolList(context, caller.scopes, filter);
    return listed;
  };
  const offered = (name: string): boolean => list().reach.tools.has(name);
  const reachFilter = reachedBy(filter);
  const has = (name: string): boolean => {
    const tool = context.tools.get(name);
    return tool !== undefined && admits(tool.toolset === 'catalogue' ? filter : reachFilter, tool);
  };
  /** Returns the tool of a call, and for `call_tool` the tool that it names. */
  const aim = (name: string, given: Fields): Aimed => {
    const tool = context.tools.get(name)!;
    if (tool.toolset !== 'catalogue') return { tool, given };
    const inner = name === callToolName ? readInnerCall(given) : null;
    const called = inner && context.tools.get(inner.name);
    if (!called || called.toolset === 'catalogue') return { tool: list().catalogue.get(name)!, given };
    if (has(called.name)) return { tool: called, given: inner.given };
    return { tool: list().catalogue.get(name)!, given, withheld: called };
  };
  const materials = (): ResourceMaterials => ({
    openApi: context.openApi,
    docs: docTopics(),
    apps: uiResources,
  });
  return {
    identity: context.identity,
    icons: serverIcons,
    instructions: () => instructionsFor(list().tools, context.confirm, context.confirmBy),
    extensions: context.identityProvider ? withIdentityProvider : extensions,
    tools: {
      list,
      has,
      oftenConverses(name, given, asks) {
        if (!asks || !context.tools.has(name)) return false;
        const called = aim(name, given);
        return !called.given[dryRunArgument] && oftenAsks(context, called.tool);
      },
      lockRequest(given) {
        if (isTooLarge(given)) return 'too_large';
        return context.questions.take(caller.organization.key) ?? 'too_many_questions';
      },
      call(name, given, conversation) {
        const called = aim(name, given);
        if (called.withheld) noteWithheld(context, caller, called.withheld);
        return callOrTask(context, caller, called.tool, called.given, conversation, offered);
      },
      unknown(name) {
        const withheld = context.tools.get(name);
        if (withheld) {
          noteWithheld(context, caller, withheld);
          return `Unknown tool: ${name} exists, but this connection excludes it (toolsets, tools or read-only)`;
        }
        if (context.forPeople.has(name)) {
          return `Unknown tool: ${name} is not available to assistants; ${describeAlternative(name)}`;
        }
        const names = list().tools.map((tool) => tool.name);
        const near = didYouMean(name, [...names, ...list().reach.tools.keys()]);
        const asked = `Unknown tool: ${oneLine(name.toWellFormed(), askedNameCharactersMax)}`;
        return near === undefined
          ? `${asked}. The tools are: ${names.join(', ')}`
          : `${asked}; did you mean ${near}?`;
      },
    },
    prompts: () => promptOffer(offered, (name) => context.tools.has(name)),
    resources: () =>
      withSkills(resourceOffer(context, caller, offered, materials()), { files: skillFiles() }),
    complete: (question) =>
      completer(context, caller, offered, {
        prompts: promptOffer(offered).list().entries,
        sourceOf: promptArgumentSource,
        docs: context.engine.documentation.pages(),
        skills: Object.keys(skillFiles()),
      })(question),
    skills: () => ({ files: skillFiles() }),
    tasks: taskOffer(context, caller, offered),
    checkState: (state) => checkConfirmation(context.engine, state),
  };
}

/** `withheld`: the tool that `call_tool` names, if the connection excludes it. */
type Aimed = { tool: Tool; given: Fields; withheld?: Tool };

const notesBeingWritten = new WeakMap<McpContext, Set<string>>();

/** Writes in the background, one entry at a time per caller and tool, so that writes cannot pile up. */
function noteWithheld(context: McpContext, caller: Caller, tool: Tool): void {
  let writing = notesBeingWritten.get(context);
  if (!writing) {
    writing = new Set();
    notesBeingWritten.set(context, writing);
  }
  const attempt = `${caller.organization.key} ${caller.token?.id} ${tool.name}`;
  const audit = writing.has(attempt) ? null : createAudit(context.engine, tool, caller, undefined);
  if (audit === null) return;
  writing.add(attempt);
  void audit.settle('not_offered').finally(() => writing.delete(attempt));
}

export function requestFilter(
  context: McpContext,
  headers: Parameters<typeof filterOfRequest>[0],
  query: URLSearchParams,
): ToolFilter {
  try {
    return narrow(context.filter, filterOfRequest(headers, query, context.tools));
  } catch (error) {
    if (error instanceof FilterFault) throw new InvalidParams(error.message);
    throw error;
  }
}

/** `scripts/icon.png`, because a server on stdio serves no URL and clients need not render SVG. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAAGFBMVEUAAAAgQIAdTon////gWitAYKBggKCAoMA8C+zbAAAAAnRS' +
  'TlMAIE397fAAAAC0SURBVBjTzc3dCYNAEATgNRWoFcSDkAJWtACXFKAEC0gq8AJpP3qH9+duwDxI5kXYz5kD+CWZSlIId6VyA+UW' +
  'lFCwlRMHlbBkQLERIT8ONIbpHTzG8D69PTSDvzdD6wEnPzZiCHh1QzqGdWz5RmD+1MtQCvMYkTZvJdA8iW5mMAF8ERHugpqoY6GV' +
  'AGt738KaP4HLPUrvgMkRAADlLqhmyDg4zwDCElsxBYCCe8F2iig5fMsHjziiUHqOEwUAAAAASUVORK5CYII=';

const serverIcons: readonly Icon[] = [
  { src: `data:image/png;base64,${png}`, mimeType: 'image/png', sizes: ['48x48'] },
];
