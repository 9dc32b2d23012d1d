import { readFrontMatter, textField } from './front-matter.ts';
import { shippedTexts } from './shipped-texts.ts';

export type DocTopic = {
  topic: string;
  title: string;
  description: string;
  text(): string;
};

/** Topics in reading order for newcomers. */
const topicNames = [
  'quickstart-for-assistants',
  'sending',
  'campaigns',
  'segments',
  'workflows',
  'import',
  'export',
  'deliverability',
  'integrations',
  'content-verification',
  'webhooks',
  'limits',
  'errors',
  'move-from-v1',
] as const;

let topics: readonly DocTopic[] | undefined;

export function docTopics(): readonly DocTopic[] {
  topics ??= topicNames.map((topic) => {
    const file = `${topic}.md`;
    const { fields, body } = readFrontMatter(shippedTexts('docs').get(file) ?? '', `docs/${file}`);
    const title = textField(fields, 'title', file);
    let text: string | undefined;
    return {
      topic,
      title,
      description: textField(fields, 'description', file),
      text() {
        text ??= `# ${title}\n\n${withoutMarkers(body)}\n`;
        return text;
      },
    };
  });
  return topics;
}

/** Removes the comments between which `npm run pins` inserts generated text. */
export function withoutMarkers(body: string): string {
  return body.replaceAll(/<!--[a-z_/]+-->(?:\n\n)?/g, '').trimEnd();
}
