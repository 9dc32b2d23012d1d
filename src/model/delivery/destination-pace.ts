import { hourMs, minuteMs, secondMs } from '../instant.ts';

/**
 * How much one destination gets at once, and when it gets nothing. It begins with little, gets more while it takes
 * what it is given, and less, or a rest, when it does not.
 */
export type Pace = {
  /** Connections it may have now. */
  connections: number;
  /** Mails taken in a row since the number of connections last changed. */
  streak: number;
  /** How often it asked us to slow down, less what has been forgiven. */
  throttles: number;
  /** Epoch ms; until then it gets nothing. */
  restsUntil: number;
  /** Epoch ms up to which places are promised to mails that found it full. */
  bookedUntil: number;
  /** How long one mail takes, smoothed. */
  mailMs: number;
};

export type PaceEvent =
  /** It took a mail. */
  | { kind: 'accepted'; tookMs: number }
  /** It answered about a mail or a mailbox: the connection is well, and nothing follows for the pace. */
  | { kind: 'answered' }
  /** It asked us to slow down. */
  | { kind: 'throttled'; jitter: number }
  /** It holds `live` connections of ours, and takes no more. */
  | { kind: 'crowded'; live: number }
  /** It could not be spoken to, or went away. */
  | { kind: 'lost' };

const connectionsAtFirst = 2;
/** After being crowded it takes this many mails more before one connection is added. */
const crowdedPatience = 100;
const throttleRestMsMin = minuteMs;
const throttleRestMsMax = hourMs;
/** So many mails taken in a row forgive one request to slow down. */
const forgivingStreak = 5;
/** What waits for the end of a rest comes back over this time. */
const returnMs = 30 * secondMs;
const bookingMsMin = 2 * secondMs;
/** Longer waits would keep mail from a destination that has become faster meanwhile; shorter ones cost a commit each. */
const bookingMsMax = 10 * minuteMs;
/** Places are promised sooner than the pace would have it, since a connection without a mail is worse than a mail put back. */
const bookingPart = 0.5;
/** Of a rest, at most so much longer: not all senders shall come back at once. */
const restJitter = 1 / 4;
/** Share of the newest mail in the smoothed time. */
const smoothing = 0.2;
const mailMsAtFirst = secondMs;

/** A destination that nothing is known of. */
export function freshPace(): Pace {
  return {
    connections: connectionsAtFirst,
    streak: 0,
    throttles: 0,
    restsUntil: 0,
    bookedUntil: 0,
    mailMs: mailMsAtFirst,
  };
}

/** @param connectionsMax the most this destination ever gets */
export function paceAfter(pace: Pace, event: PaceEvent, now: number, connectionsMax: number): Pace {
  switch (event.kind) {
    case 'accepted':
      return afterAccepted(pace, event.tookMs, connectionsMax);
    case 'answered':
      return pace;
    case 'throttled':
      return afterThrottled(pace, event.jitter, now);
    case 'crowded':
      return {
        ...pace,
        connections: Math.max(1, Math.min(pace.connections, event.live)),
        streak: -crowdedPatience,
      };
    case 'lost':
      return { ...pace, connections: Math.max(1, pace.connections >> 1), streak: 0 };
  }
}

function afterAccepted(pace: Pace, tookMs: number, connectionsMax: number): Pace {
  const streak = pace.streak + 1;
  const forgiven = pace.throttles > 0 && streak % forgivingStreak === 0 ? 1 : 0;
  // One more once each connection has carried one mail: as TCP does when it avoids congestion.
  const grows =
    streak >= Math.max(pace.connections, forgivingStreak * pace.throttles) &&
    pace.connections < connectionsMax;
  return {
    ...pace,
    mailMs: pace.mailMs + smoothing * (tookMs - pace.mailMs),
    throttles: pace.throttles - forgiven,
    connections: Math.min(pace.connections + (grows ? 1 : 0), connectionsMax),
    streak: grows ? 0 : streak,
  };
}

function afterThrottled(pace: Pace, jitter: number, now: number): Pace {
  // All mails in flight may get the same reply; it counts once.
  if (isResting(pace, now)) return pace;
  const restMs = Math.min(throttleRestMsMin * 2 ** pace.throttles, throttleRestMsMax);
  return {
    ...pace,
    connections: Math.max(1, pace.connections >> 1),
    streak: 0,
    throttles: pace.throttles + 1,
    restsUntil: now + Math.floor(restMs * (1 + jitter * restJitter)),
  };
}

/** A rest that would last longer than the next one was begun before the clock was set back: it is over. */
function isResting({ restsUntil, throttles }: Pace, now: number): boolean {
  const longestMs = Math.min(throttleRestMsMin * 2 ** throttles, throttleRestMsMax) * (1 + restJitter);
  return now < restsUntil && restsUntil - now <= longestMs;
}

/** Mails in flight at once: as many waiting as being sent, so that no connection waits for the worker. */
export function mailsInFlightMax(pace: Pace): number {
  return 2 * pace.connections;
}

/**
 * Whether one more mail may go in flight, or when it should come back.
 *
 * When ten thousand mails find the destination full, each gets a different time, about when its turn will be, so that
 * they do not all come back at once only to be rescheduled.
 *
 * @param inFlight mails for this destination that wait or are being sent
 * @param jitter 0 up to 1
 */
export function admission(
  pace: Pace,
  inFlight: number,
  now: number,
  jitter: number,
): { kind: 'go' } | { kind: 'rests'; until: number } | { kind: 'full'; until: number; pace: Pace } {
  if (isResting(pace, now)) return { kind: 'rests', until: pace.restsUntil + Math.floor(returnMs * jitter) };
  if (inFlight < mailsInFlightMax(pace)) return { kind: 'go' };
  const gapMs = (bookingPart * pace.mailMs) / pace.connections;
  // A later one was booked before the clock was set back.
  const booked = pace.bookedUntil > now + bookingMsMax ? 0 : pace.bookedUntil;
  const bookedUntil = Math.min(Math.max(booked, now + bookingMsMin) + gapMs, now + bookingMsMax);
  const spreadMs = bookedUntil < now + bookingMsMax ? bookingMsMin : bookingMsMax / 2;
  return { kind: 'full', until: Math.floor(bookedUntil + spreadMs * jitter), pace: { ...pace, bookedUntil } };
}

/** Whether nothing would be lost by forgetting a destination that nothing was sent to since `usedAt`. */
export function isForgettable(pace: Pace, usedAt: number, now: number): boolean {
  return !isResting(pace, now) && now - usedAt >= throttleRestMsMax;
}
