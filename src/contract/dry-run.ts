import type { Caller } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import { ambientDelivery } from '../engine/sending/preview-send.ts';
import { type Preview, type SendPreview, shownPreview } from '../model/sending/send-preview.ts';
import { previewCall } from './invoke.ts';
import type { Tool } from './tool.ts';

export async function dryRun(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
): Promise<{ preview: Preview }> {
  const previewed = await previewCall(engine, tool, caller, input);
  return { preview: previewed ? shownPreview(previewed) : emptyPreview(engine, tool, caller) };
}

function emptyPreview({ settings }: Engine, { name }: Tool, caller: Caller): SendPreview {
  return {
    object: 'send_preview',
    tool: name,
    from: null,
    subjects: [],
    text: null,
    recipients: 0,
    at_least: false,
    to: [],
    skipped: [],
    delivery: ambientDelivery(settings, caller),
    scheduled_at: null,
    badges: [],
    warnings: ['This call sends no mail'],
  };
}
