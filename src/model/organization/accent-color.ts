import { z } from 'zod';

/** WCAG 2.2 section 1.4.3, for normal text. */
const contrastMin = 4.5;

/** Buttons show white text on the color, so it must be dark enough. */
export const AccentColorInput = z
  .string()
  .trim()
  .toLowerCase()
  .check((ctx) => {
    const fault = accentColorFault(ctx.value);
    if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
  })
  .describe('#rrggbb, 4.5:1 with white');

function accentColorFault(color: string): string | null {
  if (!/^#[0-9a-f]{6}$/.test(color)) return 'must be a color as #rrggbb, for example #3a49d1';
  const contrast = contrastWithWhite(color);
  if (contrast >= contrastMin) return null;
  const shown = (Math.floor(contrast * 100) / 100).toFixed(2);
  return `must have a contrast of at least ${contrastMin} with white, so that white text on it is legible; it has ${shown}. Choose a darker color`;
}

/** WCAG 2.2, contrast ratio. @param color `#rrggbb` */
export function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  return 1.05 / (luminance + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
