import type { SlottedText } from '../message/compose.ts';
import type { MergeFields } from './merge-fields.ts';
import { hiddenPreview } from './preview.ts';
import type { EmailTemplate } from './render.ts';
import { slotValues, type Template } from './slots.ts';
import { blanksAtStart, withoutBlanksAtEnd, withoutTrailingBlanks } from './trailing-blanks.ts';

/**
 * A compiled body taken apart for `compileMessage`: what is the same for everybody is encoded once, and for each person
 * their values alone. Literals and values in turn are exactly what `fillEmail` gives.
 */
export type SlottedEmail = {
  html: SlottedText;
  text: SlottedText;
  template: EmailTemplate;
  /** What stands between each two literals of the text. */
  gaps: readonly Gap[];
};

/**
 * Slots with nothing but blanks around and between them. Blanks at the end of a line are dropped, and whether these are
 * there depends on the values beside them, so they are no part of a literal.
 */
type Gap = {
  /** One more than there are slots. */
  blanks: string[];
  /** A line ends behind it. */
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

/** What one person's mail says between the literals. @param preview final text */
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
      // The mark keeps the last line from ending here.
      return endsLine ? withoutTrailingBlanks(filled) : withoutTrailingBlanks(`${filled}|`).slice(0, -1);
    }),
  };
}

/** A text of literals that neither begin nor end in a blank where a slot is, and the gaps between them. */
function parted({ literals }: Template): { cores: string[]; gaps: Gap[] } {
  const cores: string[] = [];
  const gaps: Gap[] = [];
  /** Of the gap at hand; the first literal has none before it. */
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
