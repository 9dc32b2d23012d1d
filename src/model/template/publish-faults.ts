import { marksIn } from '../content/merge-fields.ts';
import { isKnownField, meantField } from '../content/template/meant-field.ts';
import type { FieldFault } from '../failure.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { cutText } from '../text/text.ts';
import type { TemplateContent } from './template.ts';

const faultsMax = 50;
const shownCharactersMax = 60;

/** Names every placeholder that no mail of the template could fill. */
export function publishFaults({ subject, preview, body, variables }: TemplateContent): FieldFault[] {
  const declared = variables.map(({ name }) => name);
  const faults: FieldFault[] = [];
  for (const [path, text] of [
    ['subject', subject],
    ['preview', preview ?? ''],
    [body.kind, body.source],
  ] as const) {
    const seen = new Set<string>();
    for (const mark of marksIn(text)) {
      if (mark.kind === 'literal') continue;
      const written = mark.kind === 'field' ? `{{${mark.name}}}` : mark.written;
      if (seen.has(written)) continue;
      seen.add(written);
      const message = mark.kind === 'field' ? fieldFault(mark.name, declared) : foreignFault(mark.written);
      if (message !== null) faults.push({ path, code: 'invalid', message });
      if (faults.length === faultsMax) return faults;
    }
  }
  return faults;
}

function fieldFault(name: string, declared: readonly string[]): string | null {
  if (declared.includes(name) || isKnownField(name)) return null;
  const meant = didYouMean(name, declared) ?? meantField(name);
  const repair = meant === undefined || meant === null ? '' : `, or write {{${meant}}}`;
  return `holds {{${name}}}, which is neither a declared variable nor a merge field; declare it in variables${repair}`;
}

function foreignFault(written: string): string {
  const shown = cutText(written.replace(/\s/g, ' '), shownCharactersMax);
  return `holds ${shown}, which is a placeholder of another system; put a backslash before it to show it as written`;
}
