// What npm runs after an install in a checkout: builds `dist`. An install without development packages has nothing to build
// with; the program runs from its sources there, and starts a little later. Plain JavaScript that old versions of Node can
// read: it is the program that tells them which one it needs.
let canBuild = true;
try {
  import.meta.resolve('rolldown');
} catch {
  canBuild = false;
}
if (canBuild) await import('./build.ts');
else
  process.stderr.write('Not built: the development packages are not installed. It runs from its sources.\n');
