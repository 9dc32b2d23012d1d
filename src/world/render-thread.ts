/** The program of the thread that `rendering.ts` starts: each mail it is sent comes back as what it answers. */
import { parentPort } from 'node:worker_threads';
import { renderEmail } from '../model/content/render.ts';
import {
  type RenderedInThread,
  renderedCharactersMax,
  type ThreadReady,
  type UnrenderedMail,
} from './rendering.ts';

// A fault is not caught: it ends this thread, and whoever waits for it is told.
parentPort?.on('message', async (mail: UnrenderedMail) => {
  const rendered = await renderEmail(mail);
  const tooLarge = rendered.html.length + rendered.text.length > renderedCharactersMax;
  // Checked on this side, because taking a message in is work for the thread that gets it.
  parentPort?.postMessage((tooLarge ? 'too_large' : rendered) satisfies RenderedInThread);
});

// The parsers are imported when the first body needs them; that is part of the start and not of anybody's mail.
await renderEmail({ body: { kind: 'markdown', source: 'ready' }, preview: null, values: {} });
parentPort?.postMessage('ready' satisfies ThreadReady);
