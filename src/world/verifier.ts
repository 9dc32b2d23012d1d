import { z } from 'zod';
import type { Clock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import { blockReasons } from '../model/verification/content/block-reason.ts';
import { Badge, type ContentVerdict } from '../model/verification/content/verdict.ts';
import { nodeHttp, nodeHttps } from './http/node-http.ts';

/** A request to a content verifier. Texts contain unfilled merge fields. */
export type VerificationRequest = {
  subject: string;
  /** `Display <address>`. */
  from: string;
  /** As its author wrote it, or converted from Markdown or Tiptap. */
  html: string;
  text: string;
  organization: string;
};

/** A verification service configured by the operator in place of the built-in verifier. */
export type ContentVerifier = {
  /** @throws VerifierUnavailable if there is no valid verdict in time */
  verify(request: VerificationRequest): Promise<ContentVerdict>;
};

/** There is no verdict. The message is for the operator. */
export class VerifierUnavailable extends Error {}

/** Includes the DNS look-up and the response, because a caller waits for it. */
const answerMsMax = 5 * secondMs;
const answerOctetsMax = 256 * 1024;
const badgesMax = 100;
const labelCharactersMax = 500;
const guidanceCharactersMax = 2_000;
const badgeIdCharactersMax = 100;
const pathCharactersMax = 200;
const statusOk = 200;

/** Sanitizes text, because it goes into results, logs and the database. */
const words = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .regex(/^\P{C}*$/u);

const Verdict = z
  .strictObject({
    verdict: z.enum(['pass', 'review', 'block']),
    blockReasons: z.array(z.enum(blockReasons)).max(blockReasons.length),
    badges: z
      .array(
        z.strictObject({
          ...Badge.omit({ host: true }).shape,
          id: z
            .string()
            .max(badgeIdCharactersMax)
            .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/),
          label: words(labelCharactersMax),
          path: words(pathCharactersMax).optional(),
        }),
      )
      .max(badgesMax),
    guidance: words(guidanceCharactersMax),
  })
  // A block has reasons, and a pass has none.
  .refine(
    ({ verdict, blockReasons: reasons }) =>
      verdict === 'review' || (verdict === 'block') === reasons.length > 0,
  );

/**
 * Posts the request as JSON; the service answers 200 and a verdict. Does not retry, because that does not
 * help an overloaded verifier. Follows no redirects, so that content goes only to the configured host. @param
 * url may contain user and password
 */
export function httpVerifier({ url, clock }: { url: string; clock: Clock }): ContentVerifier {
  return {
    async verify(request) {
      const answer = await post(new URL(url), JSON.stringify(request), clock);
      const read = Verdict.safeParse(parsed(answer));
      if (!read.success) throw new VerifierUnavailable('its answer is no verdict');
      return read.data as ContentVerdict;
    },
  };
}

function parsed(octets: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    throw new VerifierUnavailable('its answer is not JSON');
  }
}

async function post(url: URL, body: string, clock: Clock): Promise<Buffer> {
  const { request: send } = url.protocol === 'https:' ? nodeHttps() : nodeHttp();
  return await new Promise((resolve, reject) => {
    const end = (act: () => void): void => {
      cancel();
      asking.destroy();
      act();
    };
    const give = (why: string): void => end(() => reject(new VerifierUnavailable(why)));
    const cancel = clock.after(answerMsMax, () => give(`no answer within ${answerMsMax / secondMs} s`));
    const asking = send(url, {
      method: 'POST',
      agent: false,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Posthouse',
      },
    });
    asking.on('error', (error: NodeJS.ErrnoException) =>
      give(`the connection failed (${error.code ?? error.name})`),
    );
    asking.on('response', (answer) => {
      if (answer.statusCode !== statusOk) return give(`it answered ${answer.statusCode}`);
      const parts: Buffer[] = [];
      let octets = 0;
      answer.on('data', (part: Buffer) => {
        octets += part.length;
        parts.push(part);
        if (octets > answerOctetsMax) give('its answer is too large');
      });
      answer.on('error', () => give('its answer broke off'));
      answer.on('end', () => end(() => resolve(Buffer.concat(parts))));
    });
    asking.end(body);
  });
}
