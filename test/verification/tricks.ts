import { bodies } from './tricks/bodies.ts';
import { characters } from './tricks/characters.ts';
import { hidden } from './tricks/hidden.ts';
import { links } from './tricks/links.ts';
import type { Trick } from './tricks/trick.ts';

export { honestTwins } from './tricks/honest-twins.ts';
export type { TiptapNode, Trick } from './tricks/trick.ts';

/**
 * Clear phishing, each mail hidden by one trick. All of it has to be blocked, whatever the form of the body.
 */
export const tricks: readonly Trick[] = [...characters, ...hidden, ...links, ...bodies];
