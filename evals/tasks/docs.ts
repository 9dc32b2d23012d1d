import { type EvalTask, unsaid } from '../task.ts';

/** Questions that the documentation answers. They belong to the group of the read tools. */
export const docsTasks: readonly EvalTask[] = [
  {
    id: 'move-a-send-from-v1',
    group: 'diagnose',
    ask: 'We still call /api/v1 from our code. In a send we have the fields content, replyTo and tracking. What do they become in v2? Please look it up in the documentation of this server rather than from memory.',
    async world() {},
    callsMax: 4,
    check: async (_world, transcript) => {
      const looked = transcript.reads.some((page) => /move.from.v1/.test(page));
      return looked
        ? unsaid(transcript, 'markdown', 'reply_to', /domain|dropped|gone|removed|refused/)
        : 'the page was not read';
    },
    async script({ read }) {
      const page = await read('posthouse://docs/move-from-v1');
      return page
        .split('\n')
        .filter((line) => /content|replyTo|tracking/.test(line))
        .join('\n');
    },
  },
  {
    id: 'look-up-a-failure',
    group: 'diagnose',
    ask: 'Our shop got RECIPIENT_RATE_LIMITED. According to the documentation of this server: how many mails may one person get in ten minutes, and how many in a day?',
    async world() {},
    callsMax: 4,
    check: async (_world, transcript) => unsaid(transcript, /\b(5|five)\b/, /\b(20|twenty)\b/),
    async script({ read }) {
      return await read('posthouse://docs/limits');
    },
  },
];
