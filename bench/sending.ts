/** Mails per second, and microseconds of processor time per mail. */
export type Sent = { perSecond: number; cpuUs: number };

/** Uncounted mails that warm up the code and open the connections. */
export const warmUpMails = 500;

/**
 * Sends mails with `inFlight` concurrency, and writes a line with the result.
 * @param send resolves when the mail was accepted
 */
export async function inTurn(
  mails: number,
  inFlight: number,
  send: (number: number) => Promise<void>,
): Promise<void> {
  let number = 0;
  const upTo = async (last: number) => {
    const hand = async () => {
      while (number < last) {
        number += 1;
        await send(number);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, hand));
  };
  await upTo(warmUpMails);
  const before = process.cpuUsage();
  const from = performance.now();
  await upTo(warmUpMails + mails);
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const sent: Sent = { perSecond: mails / seconds, cpuUs: (user + system) / mails };
  process.stdout.write(`${JSON.stringify(sent)}\n`);
}
