/**
 * A program for assistants to start: `local` serves the scene on stdin and stdout, `bridge URL TOKEN`
 * forwards to a running server.
 */
import { bridgeStdio } from '../../../../src/surfaces/mcp/stdio/bridge.ts';
import { serveStdio } from '../../../../src/surfaces/mcp/stdio/stdio.ts';
import { openScene } from '../scene.ts';

const [mode, url, token] = process.argv.slice(2);
if (mode === 'bridge' && url !== undefined && token !== undefined) {
  await bridgeStdio({ url, token }, process.stdin, process.stdout);
} else {
  const scene = await openScene();
  await serveStdio(scene.context.engine.world, () => scene.offer, process.stdin, process.stdout);
  await scene.close();
}
