/**
 * The colors and sizes of every page: console, documentation, sign-in of apps, and pages behind the links of a mail. The
 * console serves them before `look.css`; the others put them before their own stylesheet.
 */
export const tokens = `:root{
color-scheme:light dark;
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
--mono:ui-monospace,SFMono-Regular,"Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace;
/* surfaces: page, navigation, sheet, inset, overlay */
--ground:light-dark(#fbfbfc,#0f1115);
--rail:light-dark(#f4f5f7,#0b0d10);
--sheet:light-dark(#fff,#16181d);
--sunk:light-dark(#f4f5f8,#1d2026);
--raise:light-dark(#fff,#1d2026);
/* lines: hairline between things, edge of a control (3:1) */
--line:light-dark(#e5e7ec,#272b33);
--edge:light-dark(#868d9b,#69707f);
/* text */
--ink:light-dark(#15171c,#eef0f4);
--ink-2:light-dark(#474d5a,#b4bac7);
--ink-3:light-dark(#616876,#959cab);
/* accent: fill, text on it, links, selection */
--accent:light-dark(#3a49d1,#5666f0);
--accent-hover:light-dark(#2e3bb4,#4757e4);
--on-accent:#fff;
--link:light-dark(#3443c6,#a3b0ff);
--soft:light-dark(#e8ecff,#212644);
/* states: text and icon, tinted ground */
--ok:light-dark(#0c6b43,#5fd39d);
--ok-soft:light-dark(#e4f5ec,#12291f);
--warn:light-dark(#8a4d00,#f2b655);
--warn-soft:light-dark(#fdf1dc,#2d2312);
--bad:light-dark(#b3261e,#ff8f86);
--bad-soft:light-dark(#fdebe9,#341a1a);
--bad-fill:light-dark(#c12a21,#cf3a31);
--info:light-dark(#1d5f9e,#83bdf5);
--info-soft:light-dark(#e6f1fb,#14263a);
--test:light-dark(#7a3aa0,#d6a2f2);
--test-soft:light-dark(#f5eafb,#2a1b35);
--still:light-dark(#525968,#adb4c1);
--still-soft:light-dark(#eef0f3,#23272f);
/* charts, each 3:1 against a sheet */
--c1:light-dark(#4a5ae0,#6c7bf3);
--c2:light-dark(#0f8f7a,#3fbfa6);
--c3:light-dark(#c27800,#dfa03e);
--c4:light-dark(#d0453b,#f0766d);
--c5:light-dark(#868d9b,#6d7482);
/* mark, hover and selection in the rail, border of a button, ground of an input, row under the pointer, next step, ground and paper of a mail */
--brand:light-dark(#3a49d1,#8b99ff);
--rail-hover:light-dark(#e9ebef,#1a1d23);
--rail-here:light-dark(#e3e6f0,#22262f);
--frame:light-dark(#cfd3db,#3a404b);
--input:light-dark(#fff,#101216);
--row-hover:light-dark(#f8f9fb,#1a1d22);
--next:light-dark(#f9faff,#191c28);
--stage:light-dark(#eceef2,#0c0e11);
--paper:#fff;
--paper-dark:#111;
/* type, radius, shadow */
--t-xs:.75rem;--t-s:.8125rem;--t:.875rem;--t-m:.9375rem;--t-l:1.0625rem;--t-xl:1.375rem;
--r:.375rem;--r-2:.625rem;
--control:2rem;
--shadow:0 1px 2px light-dark(rgb(20 24 40/.06),rgb(0 0 0/.4));
--float:0 12px 32px light-dark(rgb(20 24 40/.16),rgb(0 0 0/.6)),0 2px 6px light-dark(rgb(20 24 40/.08),rgb(0 0 0/.5));
}
/* A person may choose a theme in Settings; otherwise the system decides. */
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
`;
