import { existsSync, readFileSync } from 'node:fs';
import type { Tool } from '../protocol/server-definition.ts';

/** Where the build puts the tools as assistants see them, beside the program. */
export const builtFormsFile = 'tool-forms.json';

let read: ReadonlyMap<string, Tool> | undefined;

/**
 * The tools as assistants see them, by name, as the build has made them: turning every schema there is into JSON takes a
 * quarter of a start. Empty among the sources, where each is made when it is asked for.
 */
export function builtForms(): ReadonlyMap<string, Tool> {
  if (!read) {
    const file = new URL(builtFormsFile, import.meta.url);
    const forms: Tool[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    read = new Map(forms.map((form) => [form.name, form]));
  }
  return read;
}
