import type { ServerContext } from '@modelcontextprotocol/server';
import { type Fields, isFields } from '../../src/model/text/fields.ts';
import type {
  Answered,
  Conversation,
  InputWanted,
  Tool,
} from '../../src/surfaces/mcp/protocol/server-definition.ts';
import { systemClock } from '../../src/world/clock.ts';
import { accepted, form, redPixel } from './fixture-answers.ts';
import { minted, stateOf } from './fixture-state.ts';

type Act<Answer> = (given: Fields, conversation: Conversation) => Promise<Answer | InputWanted>;
type FixtureTool = { tool: Tool; act: Act<Answered> };

const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;
/** The suite observes the messages between two pauses. */
const pauseMs = 50;
const clock = systemClock();

function fixtureTool(
  name: string,
  description: string,
  act: Act<Answered>,
  inputSchema: Tool['inputSchema'] = noArguments,
): FixtureTool {
  return { tool: { name, title: name, description, inputSchema }, act };
}

/** A WAV file without samples. */
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (words: string): Answered => ({ content: [{ type: 'text', text: words }] });
const said = (value: unknown): string => JSON.stringify(value);

/** @param tell announces a changed list */
export function fixtureTools(tell: (list: 'tools' | 'prompts') => void): FixtureTool[] {
  return [
    fixtureTool('test_simple_text', 'Answers text', async () =>
      text('This is a simple text response for testing.'),
    ),
    fixtureTool('test_image_content', 'Answers a picture', async () => ({
      content: [{ type: 'image', data: redPixel, mimeType: 'image/png' }],
    })),
    fixtureTool('test_audio_content', 'Answers a sound', async () => ({
      content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
    })),
    fixtureTool('test_embedded_resource', 'Answers a resource', async () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    })),
    fixtureTool('test_multiple_content_types', 'Answers several kinds of content', async () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: redPixel, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: said({ test: 'data', value: 123 }),
          },
        },
      ],
    })),
    fixtureTool('test_tool_with_logging', 'Logs while it runs', async (_given, { sdk }) => {
      const { mcpReq } = sdk as ServerContext;
      await mcpReq.log('info', 'Tool execution started');
      await pause();
      await mcpReq.log('info', 'Tool processing data');
      await pause();
      await mcpReq.log('info', 'Tool execution completed');
      return text('Logged three lines');
    }),
    fixtureTool('test_logging_tool', 'Logs once', async (_given, { sdk }) => {
      await (sdk as ServerContext).mcpReq.log('info', 'A line');
      return text('Logged a line');
    }),
    fixtureTool('test_error_handling', 'Always fails', async () => ({
      ...text('This tool intentionally returns an error for testing'),
      isError: true,
    })),
    fixtureTool('test_tool_with_progress', 'Tells how far it is', async (_given, { progress }) => {
      progress(0, 100);
      await pause();
      progress(50, 100);
      await pause();
      progress(100, 100);
      return text('Done');
    }),
    fixtureTool(
      'test_sampling',
      'Asks the client for a completion',
      async ({ prompt }, { inputResponses }) => {
        const answer = inputResponses?.answer;
        if (!isFields(answer)) return { inputRequests: { answer: sampling(String(prompt), 100) } };
        return text(`LLM response: ${said(answer.content)}`);
      },
      { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    ),
    fixtureTool(
      'test_elicitation',
      'Asks the person',
      async ({ message }, { inputResponses }) => {
        const answer = inputResponses?.answer;
        if (isFields(answer)) return text(`User response: ${said(answer)}`);
        const properties = {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        };
        return { inputRequests: { answer: form(String(message), properties, ['username', 'email']) } };
      },
      { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    ),
    asking('test_elicitation_sep1034_defaults', 'Asks with defaults', defaultedFields),
    asking('test_elicitation_sep1330_enums', 'Asks with choices', choiceFields),
    asking('test_streaming_elicitation', 'Asks in a stream', { name: { type: 'string' } }),
    fixtureTool(
      'json_schema_2020_12_tool',
      'Tool with JSON Schema 2020-12 features',
      async () => text('ok'),
      {
        ...jsonSchema2020,
      },
    ),
    fixtureTool('test_missing_capability', 'Needs sampling', async (_given, { inputResponses }) =>
      inputResponses ? text('asked') : { inputRequests: { answer: sampling('Anything', 10) } },
    ),
    fixtureTool('test_trigger_tool_change', 'Says that the tools changed', async () => {
      tell('tools');
      return text('reported');
    }),
    fixtureTool('test_trigger_prompt_change', 'Says that the prompts changed', async () => {
      tell('prompts');
      return text('reported');
    }),
    fixtureTool('test_reconnection', 'Closes its stream before it answers', async (_given, { sdk }) => {
      (sdk as ServerContext).http?.closeSSE?.();
      await pause();
      return text('answered after the stream was taken up again');
    }),
    ...inputRequiredTools(),
  ];
}

/** Asks for a form and reports the result. */
function asking(name: string, description: string, properties: Fields): FixtureTool {
  return fixtureTool(name, description, async (_given, { inputResponses }) => {
    const answer = inputResponses?.answer;
    if (!isFields(answer)) return { inputRequests: { answer: form('Please answer', properties, []) } };
    return text(`Elicitation completed: action=${String(answer.action)}, content=${said(answer.content)}`);
  });
}

function sampling(words: string, maxTokens: number): Fields {
  const messages = [{ role: 'user', content: { type: 'text', text: words } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens } };
}

const askForRoots = { method: 'roots/list', params: {} };

function inputRequiredTools(): FixtureTool[] {
  const name = 'test_input_required_result';
  return [
    fixtureTool(`${name}_elicitation`, 'Asks for a name', async (_given, conversation) => {
      const given = accepted(conversation, 'user_name');
      if (typeof given?.name === 'string') return text(`Hello, ${given.name}!`);
      return { inputRequests: { user_name: form('What is your name?', nameField, ['name']) } };
    }),
    fixtureTool(`${name}_sampling`, 'Asks a model', async (_given, { inputResponses }) => {
      const answer = inputResponses?.capital_question;
      if (isFields(answer)) return text(said(answer.content));
      return { inputRequests: { capital_question: sampling('What is the capital of France?', 100) } };
    }),
    fixtureTool(`${name}_list_roots`, 'Asks for roots', async (_given, { inputResponses }) => {
      const answer = inputResponses?.client_roots;
      return isFields(answer) ? text(said(answer.roots)) : { inputRequests: { client_roots: askForRoots } };
    }),
    fixtureTool(`${name}_request_state`, 'Keeps a state', async (_given, conversation) => {
      if (accepted(conversation, 'confirm') && stateOf(conversation) === 'confirming')
        return text('state-ok');
      return {
        inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }, ['ok']) },
        requestState: minted('confirming'),
      };
    }),
    fixtureTool(`${name}_tampered_state`, 'Keeps a state that is sealed', async (_given, conversation) => {
      if (stateOf(conversation) === 'sealed') return text('state-ok');
      return {
        inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }, ['ok']) },
        requestState: minted('sealed'),
      };
    }),
    fixtureTool(`${name}_multiple_inputs`, 'Asks three things', async (_given, conversation) => {
      const { user_name, greeting, client_roots } = conversation.inputResponses ?? {};
      if (user_name && greeting && client_roots) return text('All three answered');
      return {
        inputRequests: {
          user_name: form('What is your name?', nameField, ['name']),
          greeting: sampling('Generate a greeting', 50),
          client_roots: askForRoots,
        },
        requestState: minted('three'),
      };
    }),
    fixtureTool(`${name}_multi_round`, 'Asks twice', async (_given, conversation) => {
      const state = stateOf(conversation);
      if (state === 'second' && accepted(conversation, 'step2')) return text('Both steps answered');
      if (state === 'first' && accepted(conversation, 'step1')) {
        const color = { color: { type: 'string' } };
        return {
          inputRequests: { step2: form('Step 2: What is your favorite color?', color, ['color']) },
          requestState: minted('second'),
        };
      }
      return {
        inputRequests: { step1: form('Step 1: What is your name?', nameField, ['name']) },
        requestState: minted('first'),
      };
    }),
    fixtureTool(`${name}_capabilities`, 'Asks what the client can be asked', async (_given, conversation) => {
      const { elicits, inputResponses } = conversation;
      if (inputResponses) return text('answered');
      return {
        inputRequests: elicits
          ? { user_name: form('What is your name?', nameField, ['name']) }
          : { greeting: sampling('Generate a greeting', 50) },
      };
    }),
  ];
}

const nameField = { name: { type: 'string' } };

const defaultedFields = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const titled = (values: string[], titles: string[]) =>
  values.map((value, index) => ({ const: value, title: titles[index]! }));
const options = ['option1', 'option2', 'option3'];
const values = ['value1', 'value2', 'value3'];

const choiceFields = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled(values, ['First Option', 'Second Option', 'Third Option']) },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: {
    type: 'array',
    items: { anyOf: titled(values, ['First Choice', 'Second Choice', 'Third Choice']) },
  },
};

const jsonSchema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

function pause(): Promise<void> {
  return new Promise((resolve) => void clock.after(pauseMs, resolve));
}
