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

/** Layout of the public pages. Inlined with the look, so that a page loads nothing else. */
export const stylesheet = `${look}
body{min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,6vh,4rem) 1rem}
main{width:100%;max-width:34rem;padding:clamp(1.25rem,5vw,2.5rem);background:var(--sheet);border-radius:.75rem}
main>:last-child,form>:last-child,fieldset>:last-child{margin-bottom:0}
form{margin:1.5rem 0}
fieldset{min-width:0;margin:0 0 1.5rem;padding:0;border:0}
legend{padding:0;margin-bottom:.5rem;font-weight:600}
.choice{display:grid;grid-template-columns:auto 1fr;column-gap:.75rem;align-items:start;padding:.5rem 0}
.choice input{width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--strong)}
.choice label{cursor:pointer}
.choice .quiet{grid-column:2;margin:0}
footer{width:100%;max-width:34rem;padding:1.5rem clamp(1.25rem,5vw,2.5rem) 0;color:var(--quiet);font-size:.875rem}
footer a{color:inherit}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.25rem 0}
nav [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
@media (max-width:30rem){body{padding:0 0 2rem;background:var(--sheet)}main{border-radius:0}button{width:100%}}
`;
