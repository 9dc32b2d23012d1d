import { invoke } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { stillWorks } from '../../engine/exports/export-link.ts';
import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';

/** How long the token of a download is believed to work still. */
const believedMs = 10 * secondMs;

/** Who downloads a file, and since when. */
export type Download = {
  engine: Engine;
  caller: Caller;
  /** When it began; epoch ms. */
  at: number;
  /** Aborted when the client no longer reads the file. */
  signal: AbortSignal;
};

type Page = { text: string; next: string | null };

/**
 * The pages of a file, each one invocation of a tool and read when it is asked for: between two pages a download holds
 * neither a connection nor a transaction, and its organization has its turn for one page at a time.
 * @throws Failure restricted_api_key when the token was revoked meanwhile
 */
export async function* pagesOf<Of extends Tool>(
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
