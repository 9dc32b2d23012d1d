import { enableCompileCache } from 'node:module';

enableCompileCache();
// What the program writes holds people's mail: no other user of this machine may read it.
process.umask(0o077);

const lastWordsMs = 1_000;

// A reader of our output may stop reading (`… | head`): then nothing more can be reported.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const { main } = await import('./cli.ts');
process.exitCode = await main(process.argv.slice(2));
// What is written last still gets out; then nothing that was forgotten to be closed keeps the program alive.
setTimeout(() => process.exit(), lastWordsMs).unref();
