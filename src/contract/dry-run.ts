import type { Caller } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import { ambientDelivery } from '../engine/sending/preview-send.ts';
import { emptySendPreview, type Preview, shownPreview } from '../model/sending/send-preview.ts';
import { previewCall } from './invoke.ts';
import type { Tool } from './tool.ts';

export async function dryRun(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
): Promise<{ preview: Preview }> {
  const previewed = await previewCall(engine, tool, caller, input);
  if (previewed) return { preview: shownPreview(previewed) };
  const delivery = ambientDelivery(engine.settings, caller);
  return { preview: emptySendPreview(tool.name, { delivery, warnings: ['This call sends no mail'] }) };
}
