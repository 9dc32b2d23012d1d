/**
 * Hooks around `npm pack`. The package has everything in `dist` and no dependencies, so npm packs a manifest without dependencies and
 * scripts. Afterwards the checkout's manifest is restored.
 *
 *   node scripts/pack.ts before    builds, and installs the package's manifest
 *   node scripts/pack.ts after     restores the checkout's manifest
 *   node scripts/pack.ts publish   refuses, because npm reads a published folder's manifest again after packing
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestFile = `${root}package.json`;
/** The checkout's manifest while npm packs. A file left over from a killed pack is restored first. */
const keptFile = `${root}package.json.checkout`;

/** Fields that the package does not contain. */
const notShipped = ['dependencies', 'devDependencies', 'overrides', 'scripts', 'scarfSettings'];

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
