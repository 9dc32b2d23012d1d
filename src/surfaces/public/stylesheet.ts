import { look } from './look.ts';

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
