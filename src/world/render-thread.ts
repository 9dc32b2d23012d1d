/** The program of the thread that `rendering.ts` starts: each task it is sent comes back as what it answers. */
import { parentPort } from 'node:worker_threads';
import { charactersOf, compileEmail, followedLink, renderEmail } from '../model/content/render.ts';
import { readMime } from '../model/message/read-mime.ts';
import { judgeContent } from '../model/verification/unread-content.ts';
import { renderedCharactersMax, type ThreadAnswer, type ThreadReady, type ThreadTask } from './rendering.ts';

// A fault is not caught: it ends this thread, and whoever waits for it is told.
parentPort?.on('message', async (task: ThreadTask) => {
  parentPort?.postMessage((await answerTo(task)) satisfies ThreadAnswer);
});

/** Sizes are checked on this side, because taking a message in is work for the thread that gets it. */
async function answerTo(task: ThreadTask): Promise<ThreadAnswer> {
  switch (task.kind) {
    case 'compile': {
      const template = await compileEmail(task.body, task);
      return charactersOf(template) > renderedCharactersMax ? 'too_large' : template;
    }
    case 'follow':
      return (await followedLink(task.mail, task.link)) ?? 'no_link';
    case 'verify':
      return await judgeContent(task.content);
    default: {
      const both = task.kind === 'render' ? await renderEmail(task.mail) : await readMime(task.message);
      return both.html.length + both.text.length > renderedCharactersMax ? 'too_large' : both;
    }
  }
}

// The parsers are imported when the first body needs them; that is part of the start and not of anybody's mail.
await renderEmail({ body: { kind: 'markdown', source: 'ready' }, preview: null, values: {} });
await readMime({ header: '', body: '' });
parentPort?.postMessage('ready' satisfies ThreadReady);
