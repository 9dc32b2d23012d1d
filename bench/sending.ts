/** What one sender came to: mails per second, and microseconds of processor time for each. */
export type Sent = { perSecond: number; cpuUs: number };

/** Mails before the counted ones, in which the code gets warm and the connections are made. */
export const warmUpMails = 500;

/**
 * Sends mails, some of them at once, and writes one line with what it came to.
 * @param send hands over one mail, and resolves when it was taken
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
