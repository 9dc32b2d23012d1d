// npm runs this after an install in a checkout, to build `dist`. Without development packages it cannot build, so the program runs
// from its sources and starts a little slower. Plain JavaScript for old versions of Node, because the program itself reports which
// version it needs.
let canBuild = true;
try {
  import.meta.resolve('rolldown');
} catch {
  canBuild = false;
}
if (canBuild) await import('./build.ts');
else
  process.stderr.write('Not built: the development packages are not installed. It runs from its sources.\n');
