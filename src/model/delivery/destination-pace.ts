import { hourMs, minuteMs, secondMs } from '../instant.ts';

/** Send rate of one destination. It starts low, grows with accepted mail, and shrinks or pauses after refusals. */
export type Pace = {
  connections: number;
  /** Accepted mails in a row since the number of connections last changed. */
  streak: number;
  throttles: number;
  /** Epoch ms until which no mail is sent. */
  restsUntil: number;
  /** Epoch ms up to which slots are booked. */
  bookedUntil: number;
  mailMs: number;
};

export type PaceEvent =
  | { kind: 'accepted'; tookMs: number }
  /** The destination refused a mail or a mailbox. The connection works, so the pace stays. */
  | { kind: 'answered' }
  | { kind: 'throttled'; jitter: number }
  /** The destination accepts no more than our `live` connections. */
  | { kind: 'crowded'; live: number }
  | { kind: 'lost' };

const connectionsAtFirst = 2;
/** Accepted mails before a connection is added again after crowding. */
const crowdedPatience = 100;
const throttleRestMsMin = minuteMs;
const throttleRestMsMax = hourMs;
/** Accepted mails in a row that forgive one throttling. */
const forgivingStreak = 5;
/** Mails that wait for the end of a rest are spread over this time. */
const returnMs = 30 * secondMs;
const bookingMsMin = 2 * secondMs;
/** Longer waits would delay mail to a destination that recovered; shorter waits cost a commit each. */
const bookingMsMax = 10 * minuteMs;
/** An idle connection costs more than a mail rescheduled twice. */
const bookingPart = 0.5;
/** Random extension of a rest, so that senders do not all return at once. */
const restJitter = 1 / 4;
const smoothing = 0.2;
const mailMsAtFirst = secondMs;

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
  // Adds a connection once each connection has carried a mail, as in TCP congestion avoidance.
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
  // All mails in flight may get the same reply, so it counts once.
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

/** A rest longer than the longest possible one began before the clock was set back, so it is over. */
function isResting({ restsUntil, throttles }: Pace, now: number): boolean {
  const longestMs = Math.min(throttleRestMsMin * 2 ** throttles, throttleRestMsMax) * (1 + restJitter);
  return now < restsUntil && restsUntil - now <= longestMs;
}

/** As many mails wait as are being sent, so that no connection waits for the worker. */
export function mailsInFlightMax(pace: Pace): number {
  return 2 * pace.connections;
}

/**
 * Decides whether another mail may go in flight. Otherwise returns a time near its turn, different for each
 * mail, so that ten thousand mails do not return together. @param jitter 0 up to 1
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
  // A later booking was made before the clock was set back.
  const booked = pace.bookedUntil > now + bookingMsMax ? 0 : pace.bookedUntil;
  const bookedUntil = Math.min(Math.max(booked, now + bookingMsMin) + gapMs, now + bookingMsMax);
  const spreadMs = bookedUntil < now + bookingMsMax ? bookingMsMin : bookingMsMax / 2;
  return { kind: 'full', until: Math.floor(bookedUntil + spreadMs * jitter), pace: { ...pace, bookedUntil } };
}

export function isForgettable(pace: Pace, usedAt: number, now: number): boolean {
  return !isResting(pace, now) && now - usedAt >= throttleRestMsMax;
}
