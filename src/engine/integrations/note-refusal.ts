import { minuteMs } from '../../model/instant.ts';
import type { IntegrationRecord } from '../../model/integration/integration.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** Limit of one write per minute and integration, because anyone who knows an id can send refused requests endlessly. */
const noteEveryMs = minuteMs;
const notedMax = 1_000;

const noted = new WeakMap<Engine, Map<number, number>>();

const words = {
  missing_signature: 'A request without the signature of this provider was refused',
  wrong_signature: 'A request with a wrong signature was refused: is the secret still the provider’s?',
  too_old: 'A request was refused whose signed time is too old: is the clock of this server right?',
  in_the_future: 'A request was refused whose signed time lies ahead: is the clock of this server right?',
  wrong_url_secret: 'A request was refused whose URL did not have the secret of this integration',
  foreign_topic: 'A message of another SNS topic was refused',
} as const;

export async function noteRefusal(
  engine: Engine,
  { key, organization }: Pick<IntegrationRecord, 'key' | 'organization'>,
  why: keyof typeof words,
): Promise<void> {
  const { clock } = engine.world;
  const last = noted.get(engine) ?? new Map<number, number>();
  noted.set(engine, last);
  const at = clock.monotonic();
  if (at - (last.get(key) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return;
  last.delete(key);
  last.set(key, at);
  for (const oldest of last.keys()) {
    if (last.size <= notedMax) break;
    last.delete(oldest);
  }
  await engine.store.database.transaction((queries) =>
    new OrganizationStore(queries, organization).integrations.noteFault(key, words[why], clock.now()),
  );
}
