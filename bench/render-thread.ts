/** The baseline for the render processes: the same work in a thread, whose memory is not isolated. */
import { parentPort } from 'node:worker_threads';
import { renderEmail } from '../src/model/content/render.ts';

parentPort?.on('message', async (mail) => parentPort?.postMessage(await renderEmail(mail)));
await renderEmail({ body: { kind: 'markdown', source: 'ready' }, preview: null, values: {} });
parentPort?.postMessage('ready');
