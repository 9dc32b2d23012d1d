/**
 * What npm runs around `npm pack`. The package carries all it needs in `dist` and depends on nothing, so while npm packs, the
 * folder has a manifest without dependencies and scripts; then the checkout gets its own back.
 *
 *   node scripts/pack.ts before    builds, and puts the manifest of the package in place
 *   node scripts/pack.ts after     restores the checkout's manifest
 *   node scripts/pack.ts publish   refuses: npm reads the manifest of a published folder again after it was packed
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestFile = `${root}package.json`;
/** The checkout's own manifest while npm packs. One that was left here by a pack that was killed is restored first. */
const keptFile = `${root}package.json.checkout`;

/** Fields of the checkout alone. */
const notShipped = ['dependencies', 'devDependencies', 'overrides', 'scripts', 'scarfSettings'];

/** The manifest of the package, made from the checkout's. */
export function packedManifest(text: string): string {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  for (const field of notShipped) delete manifest[field];
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function restore(): void {
  if (existsSync(keptFile)) renameSync(keptFile, manifestFile);
}

if (import.meta.main) {
  const [step] = process.argv.slice(2);
  restore();
  if (step === 'before') {
    await import('./build.ts');
    const text = readFileSync(manifestFile, 'utf8');
    writeFileSync(keptFile, text);
    writeFileSync(manifestFile, packedManifest(text));
  } else if (step === 'publish') {
    process.stderr.write(
      'Publish the packed file, not the folder: npm run check && npm pack && npm publish ./posthouse-VERSION.tgz\n',
    );
    process.exitCode = 1;
  } else if (step !== 'after') {
    process.stderr.write('node scripts/pack.ts before|after|publish\n');
    process.exitCode = 2;
  }
}
