import type { ActiveOrganizations } from '../../concurrency/active-organizations.ts';
import type { Clock } from '../../concurrency/clock.ts';
import type { Turn } from '../../concurrency/fair-turns.ts';
import { TookTooLong } from '../../model/content/run-within-limit.ts';
import { isInPlace, isReadInPlace } from '../../world/in-place.ts';
import type { Rendering } from '../../world/rendering.ts';
import { PieceTurns } from './piece-turns.ts';

/** Small work takes turns on the event loop. Work that exceeds its time limit there moves to a child process. */
export function renderingInTurn(
  rendering: Rendering,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  activeOrganizations: ActiveOrganizations,
): Rendering {
  const turns = new PieceTurns(clock, activeOrganizations);

  async function placed<Answer>(
    isSmall: boolean,
    turn: Turn,
    work: (turn: Turn & { place: 'loop' | 'child' }) => Promise<Answer>,
  ): Promise<Answer> {
    if (isSmall) {
      try {
        return await turns.take(turn, () => work({ ...turn, place: 'loop' }));
      } catch (error) {
        if (!(error instanceof TookTooLong)) throw error;
      }
    }
    return await work({ ...turn, place: 'child' });
  }

  return {
    verifyPieces: (content, turn) => rendering.verifyPieces(content, turn),
    clears: (message, envelope, turn) => rendering.clears(message, envelope, turn),
    waiting: () => rendering.waiting(),
    close: () => rendering.close(),
    render: (mail, turn) => placed(isInPlace(mail.body), turn, (at) => rendering.render(mail, at)),
    compile: (body, tracked, turn) =>
      placed(isInPlace(body), turn, (at) => rendering.compile(body, tracked, at)),
    targets: (body, turn) => placed(isInPlace(body), turn, (at) => rendering.targets(body, at)),
    read: (message, turn, attachment) =>
      placed(isReadInPlace(message), turn, (at) => rendering.read(message, at, attachment)),
    verify: (content, turn) =>
      placed(isInPlace(content.body, content.text), turn, (at) => rendering.verify(content, at)),
    shows: (mail, address, turn) =>
      placed(isInPlace(mail.body), turn, (at) => rendering.shows(mail, address, at)),
  };
}
