import type { Icon } from '../protocol/server-definition.ts';

/** `scripts/icon.png`, because a server on stdio serves no URL and clients need not render SVG. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAAGFBMVEUAAAAgQIAdTon////gWitAYKBggKCAoMA8C+zbAAAAAnRS' +
  'TlMAIE397fAAAAC0SURBVBjTzc3dCYNAEATgNRWoFcSDkAJWtACXFKAEC0gq8AJpP3qH9+duwDxI5kXYz5kD+CWZSlIId6VyA+UW' +
  'lFCwlRMHlbBkQLERIT8ONIbpHTzG8D69PTSDvzdD6wEnPzZiCHh1QzqGdWz5RmD+1MtQCvMYkTZvJdA8iW5mMAF8ERHugpqoY6GV' +
  'AGt738KaP4HLPUrvgMkRAADlLqhmyDg4zwDCElsxBYCCe8F2iig5fMsHjziiUHqOEwUAAAAASUVORK5CYII=';

export const serverIcons: readonly Icon[] = [
  { src: `data:image/png;base64,${png}`, mimeType: 'image/png', sizes: ['48x48'] },
];
