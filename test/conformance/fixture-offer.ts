import type { Fields } from '../../src/model/text/fields.ts';
import type {
  Conversation,
  InputWanted,
  Listed,
  Prompt,
  Resource,
  ResourceTemplate,
  ServerDefinition,
} from '../../src/surfaces/mcp/protocol/server-definition.ts';
import { tasksExtension } from '../../src/surfaces/mcp/protocol/tasks.ts';
import { accepted, form, redPixel } from './fixture-answers.ts';
import { checkMinted } from './fixture-state.ts';
import { fixtureTasks } from './fixture-tasks.ts';
import { fixtureTools } from './fixture-tools.ts';

/**
 * The tools, prompts and resources that the conformance suite requires by name. They use the same code as our
 * own offer and are never shipped.
 */
export function fixtureOffer(): ServerDefinition {
  const listeners = new Set<(list: 'tools' | 'prompts') => void>();
  const tell = (list: 'tools' | 'prompts'): void => {
    for (const listener of listeners) listener(list);
  };
  const tasks = fixtureTasks();
  const tools = [...fixtureTools(tell), ...tasks.tools];
  return {
    identity: { name: 'posthouse-fixtures', title: 'Fixtures', version: '1.0.0' },
    instructions: () => 'Fixtures of a conformance suite.',
    logs: true,
    extensions: { [tasksExtension]: {} },
    tasks: tasks.offer,
    tools: {
      list: () => listed(tools.map(({ tool }) => tool)),
      has: (name) => tools.some(({ tool }) => tool.name === name),
      oftenConverses: () => true,
      call: async (name, given, conversation) =>
        tools.find(({ tool }) => tool.name === name)!.act(given, conversation),
      unknown: () => 'Unknown tool',
    },
    prompts: () => ({
      list: () => listed(prompts.map(({ prompt }) => prompt)),
      async get(name, given, conversation) {
        const found = prompts.find(({ prompt }) => prompt.name === name);
        return found ? found.act(given, conversation) : null;
      },
    }),
    resources: () => ({
      list: async () => listed(resources),
      templates: () => listed(templates),
      async read(uri) {
        const contents = contentsOf(uri);
        return contents && { contents: [contents], ttlMs: 60_000, cacheScope: 'public' };
      },
      stateOf: async (uri) => (contentsOf(uri) ? 'as ever' : null),
    }),
    async complete({ argument }) {
      const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(argument.value));
      return { values, total: values.length, hasMore: false };
    },
    checkState: checkMinted,
    onListChange(result) {
      listeners.add(result);
      return () => listeners.delete(result);
    },
  };
}

type Got = { description: string; messages: Fields[] };
type FixturePrompt = {
  prompt: Prompt;
  act(given: Record<string, string>, conversation: Conversation): Promise<Got | InputWanted>;
};

function got(...contents: Fields[]): Got {
  return { description: 'A fixture', messages: contents.map((content) => ({ role: 'user', content })) };
}

function fixturePrompt(name: string, names: string[], act: FixturePrompt['act']): FixturePrompt {
  const parameters = names.map((argument) => ({ name: argument, description: argument, required: true }));
  return { prompt: { name, title: name, description: name, arguments: parameters }, act };
}

const prompts: FixturePrompt[] = [
  fixturePrompt('test_simple_prompt', [], async () =>
    got({ type: 'text', text: 'This is a simple prompt for testing.' }),
  ),
  fixturePrompt('test_prompt_with_arguments', ['arg1', 'arg2'], async ({ arg1, arg2 }) =>
    got({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  ),
  fixturePrompt('test_prompt_with_embedded_resource', ['resourceUri'], async ({ resourceUri }) =>
    got(
      {
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      { type: 'text', text: 'Please process the embedded resource above.' },
    ),
  ),
  fixturePrompt('test_prompt_with_image', [], async () =>
    got(
      { type: 'image', data: redPixel, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ),
  ),
  fixturePrompt('test_input_required_result_prompt', [], async (_given, conversation) => {
    const given = accepted(conversation, 'user_context');
    if (given) return got({ type: 'text', text: `In this context: ${String(given.context)}` });
    const context = { context: { type: 'string' } };
    return {
      inputRequests: { user_context: form('What context should the prompt use?', context, ['context']) },
    };
  }),
];

const resources: Resource[] = [
  ['test://static-text', 'text/plain'],
  ['test://static-binary', 'image/png'],
  ['test://watched-resource', 'text/plain'],
].map(([uri, mimeType]) => ({
  uri: uri!,
  name: uri!,
  title: uri!,
  description: `The resource ${uri}`,
  mimeType: mimeType!,
}));

const templates: ResourceTemplate[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    title: 'A template',
    description: 'Data by its id',
    mimeType: 'application/json',
  },
];

function contentsOf(uri: string): Fields | null {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  }
  switch (uri) {
    case 'test://static-text':
      return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
    case 'test://static-binary':
      return { uri, mimeType: 'image/png', blob: redPixel };
    case 'test://watched-resource':
      return { uri, mimeType: 'text/plain', text: 'Watched.' };
    default:
      return null;
  }
}

function listed<Entry>(entries: readonly Entry[]): Listed<Entry> {
  return { entries, json: JSON.stringify(entries) };
}
