/**
 * Look of the public pages, the documentation and the sign-in of apps, in the colors of the console. Text has a contrast
 * of at least 4.5 in both schemes (WCAG 2.2 section 1.4.3).
 */
export const look = `
:root{color-scheme:light dark;--ground:light-dark(#fbfbfc,#0f1115);--sheet:light-dark(#fff,#16181d);--ink:light-dark(#15171c,#eef0f4);--quiet:light-dark(#616876,#959cab);--line:light-dark(#868d9b,#69707f);--strong:light-dark(#3a49d1,#a3b0ff);--on-strong:light-dark(#fff,#0f1115);--notice:light-dark(#e4f5ec,#12291f);--on-notice:light-dark(#0c6b43,#5fd39d);--warned:light-dark(#fdf1dc,#2d2312);--on-warned:light-dark(#8a4d00,#f2b655)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.25;font-weight:620;letter-spacing:-.018em;text-wrap:balance}
p{margin:0 0 1rem}
a{color:var(--strong);text-underline-offset:.15em}
.quiet{color:var(--quiet);font-size:.9375rem}
.notice,.warned{padding:.75rem 1rem;border-radius:.5rem}
.notice{background:var(--notice);color:var(--on-notice)}
.warned{background:var(--warned);color:var(--on-warned)}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.375rem;background:var(--strong);color:var(--on-strong);font:inherit;font-weight:600;cursor:pointer}
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
