/** Shared look. Text has a contrast of at least 4.5 in both schemes (WCAG 2.2 section 1.4.3). */
export const look = `
:root{color-scheme:light dark;--ground:#f4f5f7;--sheet:#fff;--ink:#1c1e21;--quiet:#565d68;--line:#868d98;--strong:#1a4fb4;--on-strong:#fff;--notice:#e7f3ec;--on-notice:#14512f;--warned:#fdf1dc;--on-warned:#5f3f05}
@media (prefers-color-scheme:dark){:root{--ground:#14161a;--sheet:#1e2126;--ink:#e8eaed;--quiet:#a9b0ba;--line:#7d8590;--strong:#8ab4f8;--on-strong:#10131a;--notice:#1d3527;--on-notice:#b5e3c6;--warned:#3a2f18;--on-warned:#f4d9a4}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 1rem}
a{color:var(--strong);text-underline-offset:.15em}
.quiet{color:var(--quiet);font-size:.9375rem}
.notice,.warned{padding:.75rem 1rem;border-radius:.5rem}
.notice{background:var(--notice);color:var(--on-notice)}
.warned{background:var(--warned);color:var(--on-warned)}
button{min-height:2.875rem;padding:.625rem 1.5rem;border:0;border-radius:.5rem;background:var(--strong);color:var(--on-strong);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--strong);outline-offset:3px;border-radius:.25rem}
@media (forced-colors:active){button{border:1px solid}}
`;
