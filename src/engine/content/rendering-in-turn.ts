import type { Clock } from '../../concurrency/clock.ts';
import type { OrganizationsNear } from '../../concurrency/organizations-near.ts';
import { isInPlace, isReadInPlace, type Rendering } from '../../world/rendering.ts';
import { PieceTurns } from './piece-turns.ts';

/** What is done in place takes the event loop from other organizations, so that it waits for its turn as what is large does. */
export function renderingInTurn(
  rendering: Rendering,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  near: OrganizationsNear,
): Rendering {
  const turns = new PieceTurns(clock, near);
  return {
    ...rendering,
    render: (mail, turn) =>
      isInPlace(mail.body)
        ? turns.take(turn, () => rendering.render(mail, turn))
        : rendering.render(mail, turn),
    compile: (body, tracked, turn) =>
      isInPlace(body)
        ? turns.take(turn, () => rendering.compile(body, tracked, turn))
        : rendering.compile(body, tracked, turn),
    targets: (body, turn) =>
      isInPlace(body) ? turns.take(turn, () => rendering.targets(body, turn)) : rendering.targets(body, turn),
    read: (message, turn, attachment) =>
      isReadInPlace(message)
        ? turns.take(turn, () => rendering.read(message, turn, attachment))
        : rendering.read(message, turn, attachment),
    verify: (content, turn) =>
      isInPlace(content.body, content.text)
        ? turns.take(turn, () => rendering.verify(content, turn))
        : rendering.verify(content, turn),
    shows: (mail, address, turn) =>
      isInPlace(mail.body)
        ? turns.take(turn, () => rendering.shows(mail, address, turn))
        : rendering.shows(mail, address, turn),
  };
}
