import { existsSync, readFileSync } from 'node:fs';
import type { Tool } from '../protocol/server-definition.ts';

export const builtFormsFile = 'tool-forms.json';

let read: ReadonlyMap<string, Tool> | undefined;

/** Converting all schemas to JSON Schema would take a quarter of the startup time. Empty when running from the sources. */
export function builtForms(): ReadonlyMap<string, Tool> {
  if (!read) {
    const file = new URL(builtFormsFile, import.meta.url);
    const forms: Tool[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    read = new Map(forms.map((form) => [form.name, form]));
  }
  return read;
}
