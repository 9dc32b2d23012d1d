/** Lays the SQL of the migrations beside the built `migrate.js`, which reads it from its own folder. */
import { cp } from 'node:fs/promises';

const folder = 'src/store/migrations/';

await cp(new URL(`../${folder}`, import.meta.url), new URL(`../dist/${folder}`, import.meta.url), {
  recursive: true,
});
