import { describeSubject } from '../engine/approval/asked-sentences.ts';
import { type AskedChange, emptySendPreview, type PreviewedSend } from '../model/sending/send-preview.ts';
import type { Tool } from './tool.ts';

/** Presents a change for approval as a preview. @param previewed the mail that the change also causes, or null */
export function withSentences(
  { name }: Pick<Tool, 'name'>,
  input: unknown,
  asked: readonly string[] | AskedChange,
  previewed: PreviewedSend | null,
): PreviewedSend {
  const {
    sentences,
    about: covered,
    ...more
  }: AskedChange = 'sentences' in asked ? asked : { sentences: asked };
  const {
    preview = emptySendPreview(name, { delivery: 'captured', warnings: [] }),
    about = null,
    ...rest
  } = previewed ?? {};
  return {
    ...rest,
    ...more,
    preview: { ...preview, warnings: [...sentences, ...preview.warnings] },
    about: describeSubject(covered ?? about, input, sentences),
    bulk: true,
    ...(previewed === null && { isChange: true as const }),
    // The approval is needed even while sending is off.
    later: true,
  };
}
