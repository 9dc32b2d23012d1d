import { z } from 'zod';
import type { Clock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import { blockReasons } from '../model/verification/content/block-reason.ts';
import { Badge, type ContentVerdict } from '../model/verification/content/verdict.ts';
import { nodeHttp, nodeHttps } from './http/node-http.ts';

/** The request to a content verifier. Merge fields are unfilled in all texts. */
export type VerificationRequest = {
  subject: string;
  /** `Display <address>`. */
  from: string;
  /** As its author wrote it; for Markdown and Tiptap, what they are converted to. */
  html: string;
  text: string;
  /** The owner of the content, by id. */
  organization: string;
};

/** A service that the operator configured in place of the built-in verifier. */
export type ContentVerifier = {
  /** @throws VerifierUnavailable for everything that is not a verdict in time */
  verify(request: VerificationRequest): Promise<ContentVerdict>;
};

/** There is no verdict; the message tells the operator why. */
export class VerifierUnavailable extends Error {}

/** From the first look-up to the last octet: a caller waits for it. */
const answerMsMax = 5 * secondMs;
const answerOctetsMax = 256 * 1024;
const badgesMax = 100;
const labelCharactersMax = 500;
const guidanceCharactersMax = 2_000;
const badgeIdCharactersMax = 100;
const pathCharactersMax = 200;
const statusOk = 200;

/** Sanitized, because it goes into answers, logs and the database. */
const words = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .regex(/^\P{C}*$/u);

const Verdict = z
  .strictObject({
    verdict: z.enum(['pass', 'block']),
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
  // Reasons that contradict the verdict invalidate it.
  .refine(({ verdict, blockReasons: reasons }) => (verdict === 'block') === reasons.length > 0);

/**
 * Asks a service over HTTP: a POST of the request as JSON, answered 200 with a verdict. There are no retries: the
 * sender may retry, and an overloaded verifier is not helped by more requests. Redirects are not followed, so that
 * content only goes where the operator said.
 *
 * @param url `http:` or `https:`; a name and a password in it become Basic authentication
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
