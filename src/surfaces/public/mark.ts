import type { Html } from './html.ts';

/** The mark of Posthouse: an open envelope. Pages set its colors by the classes `mark` and `fold`. */
export const mark: Html = {
  markup:
    '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M10.7 1.9a2.2 2.2 0 0 1 2.6 0l8 5.9c.6.4.9 1.1.9 1.8v9.9a2.7 2.7 0 0 1-2.7 2.7h-15a2.7 2.7 0 0 1-2.7-2.7V9.6c0-.7.3-1.4.9-1.8z"/><path class="fold" d="m5.2 11.3 5.4 4.2a2.3 2.3 0 0 0 2.8 0l5.4-4.2"/></svg>',
};

/** The mark as a file, for the icon of a window. */
export const markFile =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>Posthouse</title><style>path{fill:#3a49d1}.f{fill:none;stroke:#fff}@media (prefers-color-scheme:dark){path{fill:#8b99ff}.f{fill:none;stroke:#0b0d10}}</style><path d="M10.7 1.9a2.2 2.2 0 0 1 2.6 0l8 5.9c.6.4.9 1.100.9 1.8v9.9a2.7 2.7 0 0 1-2.7 2.7h-15a2.7 2.7 0 0 1-2.7-2.7V9.6c0-.7.3-1.400.9-1.8z"/><path class="f" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round" d="m5.2 11.3 5.4 4.2a2.3 2.3 0 0 0 2.8 0l5.4-4.2"/></svg>';
