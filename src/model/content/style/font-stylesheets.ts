/** Remote stylesheets are unverified and can track readers, so only font services are allowed. */
const hosts = [
  String.raw`fonts\.(?:googleapis\.com|bunny\.net)`,
  String.raw`use\.typekit\.(?:net|com)`,
  String.raw`api\.fontshare\.com`,
  String.raw`fast\.fonts\.net`,
  String.raw`rsms\.me`,
].join('|');
const address = `https://(?:${hosts})/[^\\s"'()<>]{1,500}`;

const fontAddress = new RegExp(`^${address}$`, 'i');
const fontImport = new RegExp(
  `^@import\\s{1,9}(?:url\\(\\s{0,9})?["']?${address}["']?\\s{0,9}\\)?\\s{0,9};$`,
  'i',
);

export function isFontStylesheet(url: string): boolean {
  return fontAddress.test(url.trim());
}

export function isFontImport(rule: string): boolean {
  return fontImport.test(rule);
}

const importRule = /@import\s(?:[^;{}<"'()]|"[^"\n]{0,999}"|'[^'\n]{0,999}'|\([^()\n]{0,999}\)){1,999};/gi;

/** @returns the stylesheet, and the same without its font imports */
export function withoutImports(written: string, onRemoved: () => void): { css: string; rest: string } {
  if (!/@import/i.test(written)) return { css: written, rest: written };
  const css = written.replace(importRule, (rule) => {
    if (isFontImport(rule)) return rule;
    onRemoved();
    return ' ';
  });
  // Removing an import may join the surrounding text into a new one, so every import is checked again.
  return { css, rest: css.replace(importRule, (rule) => (isFontImport(rule) ? ' ' : rule)) };
}
