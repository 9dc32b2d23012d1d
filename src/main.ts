import { enableCompileCache } from 'node:module';

enableCompileCache();

const lastWordsMs = 1_000;

const { main } = await import('./cli.ts');
process.exitCode = await main(process.argv.slice(2));
// What is written last still gets out; then nothing that was forgotten to be closed keeps the program alive.
setTimeout(() => process.exit(), lastWordsMs).unref();
