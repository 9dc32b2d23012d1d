/** Inline, because many clients drop stylesheets. Keeps the client's colours, for dark mode. */
const line = '1px solid #8c959f';
const monospace = "ui-monospace,Menlo,Consolas,'Liberation Mono',monospace";

const styles: Record<string, string> = {
  p: 'margin:0 0 16px',
  h1: 'margin:0 0 16px;font-size:28px;line-height:1.25',
  h2: 'margin:24px 0 12px;font-size:22px;line-height:1.3',
  h3: 'margin:24px 0 12px;font-size:18px;line-height:1.35',
  h4: 'margin:16px 0 8px;font-size:16px',
  h5: 'margin:16px 0 8px;font-size:16px',
  h6: 'margin:16px 0 8px;font-size:16px',
  ul: 'margin:0 0 16px;padding:0 24px',
  ol: 'margin:0 0 16px;padding:0 24px',
  blockquote: 'margin:0 0 16px;padding:0 16px;border-left:3px solid #8c959f',
  pre: `margin:0 0 16px;padding:12px;border:${line};font-family:${monospace};font-size:14px;white-space:pre-wrap`,
  code: `font-family:${monospace};font-size:14px`,
  hr: `margin:24px 0;border:0;border-top:${line}`,
  img: 'max-width:100%;height:auto',
};

const tableStyles: Record<string, string> = {
  table: 'margin:0 0 16px;border-collapse:collapse',
  th: `padding:6px 12px;border:${line};vertical-align:top`,
  td: `padding:6px 12px;border:${line};vertical-align:top`,
};

export function proseStyle(element: string, inPlainTable: boolean): string {
  return styles[element] ?? (inPlainTable ? (tableStyles[element] ?? '') : '');
}
