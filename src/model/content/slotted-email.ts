import type { SlottedText } from '../message/compose.ts';
import type { MergeFields } from './merge-fields.ts';
import { hiddenPreview } from './preview.ts';
import type { EmailTemplate } from './render.ts';
import { slotValues, type Template } from './slots.ts';
import { blanksAtStart, withoutBlanksAtEnd, withoutTrailingBlanks } from './trailing-blanks.ts';

/** `compileMessage` encodes shared content once. Literals and values joined equal the result of `fillEmail`. */
export type SlottedEmail = {
  html: SlottedText;
  text: SlottedText;
  template: EmailTemplate;
  gaps: readonly Gap[];
};

/** Whether blanks end a line, and are dropped, depends on the values, so they cannot be part of a literal. */
type Gap = {
  /** Contains an element more than there are slots. */
  blanks: string[];
  endsLine: boolean;
};

type SlottedValues = { html: string[]; text: string[] };

export function slottedEmail(template: EmailTemplate): SlottedEmail {
  const { untilPreview, fromPreview, text } = template;
  const { cores, gaps } = parted(text);
  return {
    html: [...untilPreview.literals, ...fromPreview.literals] as unknown as SlottedText,
    text: cores as unknown as SlottedText,
    template,
    gaps,
  };
}

export function slottedValues(
  { template, gaps }: SlottedEmail,
  preview: string | null,
  values: MergeFields,
): SlottedValues {
  const { untilPreview, fromPreview, text } = template;
  const words = slotValues(text, values);
  let next = 0;
  return {
    html: [...slotValues(untilPreview, values), hiddenPreview(preview), ...slotValues(fromPreview, values)],
    text: gaps.map(({ blanks, endsLine }) => {
      let filled = blanks[0]!;
      for (let at = 1; at < blanks.length; at += 1) filled += words[next++]! + blanks[at]!;
      // The mark prevents the last line from ending here.
      return endsLine ? withoutTrailingBlanks(filled) : withoutTrailingBlanks(`${filled}|`).slice(0, -1);
    }),
  };
}

function parted({ literals }: Template): { cores: string[]; gaps: Gap[] } {
  const cores: string[] = [];
  const gaps: Gap[] = [];
  let blanks: string[] | null = null;
  for (const [index, literal] of literals.entries()) {
    const last = index === literals.length - 1;
    const before = blanks === null ? '' : blanksAtStart(literal);
    const rest = literal.slice(before.length);
    if (blanks !== null) {
      blanks.push(before);
      if (rest === '' && !last) continue;
      gaps.push({ blanks, endsLine: rest === '' || rest.startsWith('\n') });
    }
    const core = last ? rest : withoutBlanksAtEnd(rest);
    cores.push(core);
    blanks = [rest.slice(core.length)];
  }
  return { cores, gaps };
}
