import { invoke } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { stillWorks } from '../../engine/exports/export-link.ts';
import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';

/** Interval at which the token of a download is checked again. */
const believedMs = 10 * secondMs;

export type Download = {
  engine: Engine;
  caller: Caller;
  at: number;
  signal: AbortSignal;
};

type Page = { text: string; next: string | null };

/** Holds no connection between pages, each in its organization's turn. @throws if the token was revoked */
export async function* readExportPages<Of extends Tool>(
  { engine, caller, at, signal }: Download,
  tool: Of,
  input: Readonly<Record<string, unknown>>,
): AsyncGenerator<Of['output']['_zod']['output'] & Page> {
  const { clock } = engine.world;
  let believedUntil = clock.monotonic() + believedMs;
  for (let after: string | null = null; ; ) {
    if (clock.monotonic() > believedUntil) {
      if (!(await stillWorks(engine, caller))) throw new Failure('restricted_api_key');
      believedUntil = clock.monotonic() + believedMs;
    }
    const listening = { signal, progress() {} };
    const { output } = await invoke(engine, tool, caller, { ...input, at, after }, undefined, listening);
    const page = output as Of['output']['_zod']['output'] & Page;
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}
