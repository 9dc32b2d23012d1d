import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';

const topicCharactersMax = 200;
const partsMax = 100;

export const readDocs = defineTool({
  name: 'read_docs',
  title: 'Read the documentation',
  summary: 'Read a page of the documentation.',
  advice: 'Without topic, it lists the pages.',
  toolset: 'core',
  input: z.strictObject({
    topic: z.string().max(topicCharactersMax).optional().describe('Such as segments'),
    part: z.int().min(1).max(partsMax).default(1),
  }),
  output: z.object({
    object: z.literal('document'),
    topic: z.string().nullable().describe('null: the list of topics'),
    title: z.string(),
    part: z.int(),
    parts: z.int().describe('Number of parts of the page'),
    markdown: z.string(),
  }),
  failures: [],
  effect: 'read',
  needs: 'tools.run',
  offeredToAll: true,
  needsOf: () => [],
  doors: ['mcp', 'tools', 'cli'],
  rest: null,
  example: {
    input: { topic: 'sending' },
    output: {
      object: 'document',
      topic: 'sending',
      title: 'Sending mail',
      part: 1,
      parts: 1,
      markdown: '# Sending mail\n\nsend_email mails one message …',
    },
  },
  async run({ engine: { documentation } }, { topic, part }) {
    const found = topic === undefined ? null : documentation.read(topicOf(topic), part);
    if (found) {
      const { text: markdown, ...page } = found;
      return { object: 'document' as const, ...page, markdown };
    }
    const contents = documentation.contents();
    return {
      object: 'document' as const,
      topic: null,
      title: 'Topics',
      part: 1,
      parts: 1,
      // The requested name is not repeated, because it may contain anything.
      markdown: topic === undefined ? contents : `There is no such topic. Available topics:\n\n${contents}`,
    };
  },
});

/** Accepts the name of a page, a resource URI or an address. */
function topicOf(given: string): string {
  return given
    .trim()
    .replace(/^(?:posthouse:\/\/docs\/|\/?docs\/)/, '')
    .replace(/#[^#]*$/, '')
    .replace(/\.md$/, '');
}
