import { enableCompileCache } from 'node:module';

enableCompileCache();
// Files of the program contain people's mail, so other users must not read them.
process.umask(0o077);

const lastWordsMs = 1_000;

// The reader of our output may close it (`… | head`), and then nothing can be reported.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const { main } = await import('./cli.ts');
process.exitCode = await main(process.argv.slice(2));
// Leaves time to flush the output, then exits even if some handle is still open.
setTimeout(() => process.exit(), lastWordsMs).unref();
