/** The program of the thread that `rendering.ts` starts: each task it is sent comes back as what it answers. */
import { parentPort } from 'node:worker_threads';
import { renderEmail } from '../model/content/render.ts';
import { readMime } from '../model/message/read-mime.ts';
import { renderedCharactersMax, type ThreadAnswer, type ThreadReady, type ThreadTask } from './rendering.ts';

// A fault is not caught: it ends this thread, and whoever waits for it is told.
parentPort?.on('message', async (task: ThreadTask) => {
  const both = task.kind === 'render' ? await renderEmail(task.mail) : await readMime(task.message);
  const tooLarge = both.html.length + both.text.length > renderedCharactersMax;
  // Checked on this side, because taking a message in is work for the thread that gets it.
  parentPort?.postMessage((tooLarge ? 'too_large' : both) satisfies ThreadAnswer);
});

// The parsers are imported when the first body needs them; that is part of the start and not of anybody's mail.
await renderEmail({ body: { kind: 'markdown', source: 'ready' }, preview: null, values: {} });
await readMime({ header: '', body: '' });
parentPort?.postMessage('ready' satisfies ThreadReady);
