import { hourMs, minuteMs, secondMs } from '../instant.ts';

/** The send rate of one destination: it starts low, grows while mail is accepted, and shrinks or pauses when it is not. */
export type Pace = {
  /** Connections it may have now. */
  connections: number;
  /** Mails accepted in a row since the number of connections last changed. */
  streak: number;
  /** How often it throttled us, less what has been forgiven. */
  throttles: number;
  /** Epoch ms; until then it gets nothing. */
  restsUntil: number;
  /** Epoch ms up to which slots are booked for mails that found it full. */
  bookedUntil: number;
  /** Smoothed duration of one mail. */
  mailMs: number;
};

export type PaceEvent =
  /** It accepted a mail. */
  | { kind: 'accepted'; tookMs: number }
  /** It refused a mail or a mailbox: the connection is fine, and the pace does not change. */
  | { kind: 'answered' }
  /** It asked us to slow down. */
  | { kind: 'throttled'; jitter: number }
  /** It has `live` connections from us, and accepts no more. */
  | { kind: 'crowded'; live: number }
  /** The connection failed or was lost. */
  | { kind: 'lost' };

const connectionsAtFirst = 2;
/** After being crowded, mails to be accepted before one connection is added. */
const crowdedPatience = 100;
const throttleRestMsMin = minuteMs;
const throttleRestMsMax = hourMs;
/** This many mails accepted in a row forgive one throttling. */
const forgivingStreak = 5;
/** Mails that wait for the end of a rest are spread over this time. */
const returnMs = 30 * secondMs;
const bookingMsMin = 2 * secondMs;
/** Longer waits would delay mail to a destination that has become faster meanwhile; shorter ones cost a commit each. */
const bookingMsMax = 10 * minuteMs;
/** Slots are booked closer together than the pace says, since an idle connection is worse than a mail rescheduled twice. */
const bookingPart = 0.5;
/** A rest is extended by up to this share, so that not all senders come back at once. */
const restJitter = 1 / 4;
/** Weight of the newest mail in the smoothed time. */
const smoothing = 0.2;
const mailMsAtFirst = secondMs;

/** The pace of an unknown destination. */
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

/** @param connectionsMax the most connections this destination ever gets */
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
  // One more once each connection has carried one mail, like TCP congestion avoidance.
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

/** A rest longer than the next one would be began before the clock was set back: it is over. */
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

/** Whether a destination unused since `usedAt` can be forgotten without losing state. */
export function isForgettable(pace: Pace, usedAt: number, now: number): boolean {
  return !isResting(pace, now) && now - usedAt >= throttleRestMsMax;
}
