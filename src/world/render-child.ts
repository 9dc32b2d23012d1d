/** Child process of `rendering.ts`, which answers tasks. Only the channel keeps it alive, so it ends with its parent. */
import { compileEmail, countTemplateCharacters, renderEmail } from '../model/content/render.ts';
import { TookTooLong } from '../model/content/run-within-limit.ts';
import { readMime } from '../model/message/reading/read-mime.ts';
import { showsLink } from '../model/verification/shows-link.ts';
import { isClearInPieces, judgeContent, judgePiece } from '../model/verification/unread-content.ts';
import { type RenderAnswer, type RenderTask, renderedCharactersMax } from './rendering.ts';
import type { FromChild } from './watched-child.ts';

process.on('message', async (task: RenderTask) => {
  try {
    tell({ kind: 'answer', answer: await answerTo(task) });
  } catch (error) {
    // A stack overflow or a too long string, caused by the content.
    if (error instanceof RangeError) tell({ kind: 'answer', answer: 'too_large' });
    else if (error instanceof TookTooLong) tell({ kind: 'answer', answer: 'too_slow' });
    else tell({ kind: 'fault', stack: error instanceof Error ? String(error.stack) : String(error) });
  }
});

/** Checks sizes here, because receiving a message is work for the parent. */
async function answerTo(task: RenderTask): Promise<RenderAnswer> {
  switch (task.kind) {
    case 'compile': {
      const template = await compileEmail(task.body, task);
      return countTemplateCharacters(template) > renderedCharactersMax ? 'too_large' : template;
    }
    case 'verify':
      return await judgeContent(task.content);
    case 'shows': {
      const { html } = await renderEmail(task.mail);
      return html.length > renderedCharactersMax ? 'too_large' : showsLink(html, task.address);
    }
    case 'clears': {
      const { html, text, understood, cut } = await readMime(task.message);
      return understood && !cut && (await isClearInPieces({ ...task.envelope, html, text }));
    }
    case 'verify_piece':
      return await judgePiece(task.content, task.index);
    default: {
      const both =
        task.kind === 'render' ? await renderEmail(task.mail) : await readMime(task.message, task.attachment);
      return both.html.length + both.text.length > renderedCharactersMax ? 'too_large' : both;
    }
  }
}

type Report<Of> = Of extends unknown ? Omit<Of, 'processorMs' | 'memoryOctets'> : never;

function tell(message: Report<FromChild<RenderAnswer>>): void {
  const { user, system } = process.cpuUsage();
  const usage = { processorMs: (user + system) / 1_000, memoryOctets: process.memoryUsage.rss() };
  process.send?.({ ...message, ...usage } as FromChild<RenderAnswer>);
}

// Loads the parsers during the start instead of with the first mail.
await renderEmail({ body: { kind: 'markdown', source: 'ready' }, preview: null, values: {} });
await readMime({ header: '', body: '' });
tell({ kind: 'ready' });
