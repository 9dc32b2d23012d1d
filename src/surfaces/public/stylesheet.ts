import { tokens } from './frame/tokens.ts';

/**
 * Look of the public pages, the documentation and the sign-in of apps, in the colors of the console. Text has a contrast
 * of at least 4.5 in both schemes (WCAG 2.2 section 1.4.3).
 */
export const look = `
${tokens}*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.25;font-weight:620;letter-spacing:-.018em;text-wrap:balance}
p{margin:0 0 1rem}
a{color:var(--link);text-underline-offset:.15em}
.quiet{color:var(--ink-3);font-size:.9375rem}
.notice,.warned{padding:.75rem 1rem;border-radius:.5rem}
.notice{background:var(--ok-soft);color:var(--ok)}
.warned{background:var(--warn-soft);color:var(--warn)}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.375rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:.25rem}
@media (forced-colors:active){button{border:1px solid}}
`;

/** Layout of the public pages. Inlined with the look, so that a page loads nothing else. */
export const stylesheet = `${look}
body{min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,6vh,4rem) 1rem}
header{width:100%;max-width:34rem;padding:0 clamp(1.25rem,5vw,2.5rem) 1rem;font-weight:650;letter-spacing:-.01em}
header img{display:block;max-width:100%;height:auto}
main{width:100%;max-width:34rem;padding:clamp(1.25rem,5vw,2.5rem);background:var(--sheet);border-radius:.75rem}
main>:last-child,form>:last-child,fieldset>:last-child{margin-bottom:0}
form{margin:1.5rem 0}
fieldset{min-width:0;margin:0 0 1.5rem;padding:0;border:0}
legend{padding:0;margin-bottom:.5rem;font-weight:600}
.choice{display:grid;grid-template-columns:auto 1fr;column-gap:.75rem;align-items:start;padding:.5rem 0}
.choice input{width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--accent)}
.choice label{cursor:pointer}
.choice .quiet{grid-column:2;margin:0}
footer{width:100%;max-width:34rem;padding:1.5rem clamp(1.25rem,5vw,2.5rem) 0;color:var(--ink-3);font-size:.875rem}
footer a{color:inherit}
.by{display:flex;gap:.375rem;align-items:center;margin:1rem 0 0}
.mark{width:1.125rem;height:1.125rem}
.fold{fill:none;stroke:var(--ground);stroke-width:2.1;stroke-linecap:round;stroke-linejoin:round}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.25rem 0}
nav [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
@media (max-width:30rem){body{padding:0 0 2rem;background:var(--sheet)}header{padding-top:1.25rem;padding-bottom:0}main{border-radius:0}button{width:100%}}
`;
