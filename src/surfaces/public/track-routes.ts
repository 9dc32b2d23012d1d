import { recordClick } from '../../../tools/links/record-click.ts';
import { recordOpen } from '../../../tools/links/record-open.ts';
import { invoke } from '../../contract/invoke.ts';
import { linkCaller } from '../../engine/consent/link-caller.ts';
import { linkPaths, readLinkToken } from '../../engine/content/public-links.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { remoteText } from '../../model/bounces/remote-text.ts';
import { Failure } from '../../model/failure.ts';
import { languageFor } from '../../model/text/language.ts';
import { type RequestContext, userAgentCharactersMax } from '../../model/tracking/visit.ts';
import { inTurnOfLink } from '../http/link-turns.ts';
import type { HttpAnswer, HttpRequest, PublicRoute } from '../http/request-response.ts';
import { notFoundPage, unavailablePage } from './pages.ts';

/** All invalid links get the same page, and pixels the same image, so that clients cannot probe for mail. */
export function trackRoutes(engine: Engine): PublicRoute[] {
  return [
    route(`/${linkPaths.click}/:token/:link`, (request, { token, link }) =>
      inTurnOfLink(engine, `click ${token}`, () => followLink(engine, request, token!, link!)),
    ),
    route(`/${linkPaths.open}/:token`, (request, { token }) => showPixel(engine, request, token!)),
  ];
}

function route(
  path: string,
  answer: (request: HttpRequest, parameters: Readonly<Record<string, string>>) => Promise<HttpAnswer>,
): PublicRoute {
  return {
    method: 'GET',
    path,
    access: 'public',
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    answer: (request, _, parameters) => answer(request, parameters),
    unavailable: ({ headers }) => unavailablePage(languageFor({ accept: headers['accept-language'] })),
  };
}

async function followLink(
  engine: Engine,
  request: HttpRequest,
  token: string,
  link: string,
): Promise<HttpAnswer> {
  const subject = readLinkToken(engine, 'click', token);
  const caller = subject && (await linkCaller(engine, subject, recordClick.needs, request.requestId));
  const target =
    caller &&
    (await recorded(engine, caller, request.signal, { id: subject.id, link, visit: visitOf(request) }));
  if (target === null) return notFoundPage(languageFor({ accept: request.headers['accept-language'] }));
  return { status: 302, headers: { ...secret, Location: target }, body: null };
}

async function recorded(
  engine: Engine,
  caller: NonNullable<Awaited<ReturnType<typeof linkCaller>>>,
  signal: AbortSignal,
  input: Record<string, unknown>,
): Promise<string | null> {
  try {
    const { output } = await invoke(engine, recordClick, caller, input, undefined, { signal, progress() {} });
    return (output as { target: string }).target;
  } catch (error) {
    if (error instanceof Failure && nowhere.has(error.failure)) return null;
    throw error;
  }
}

/** The tool rejects a malformed segment as invalid; it is handled like an unknown link. */
const nowhere: ReadonlySet<string> = new Set(['not_found', 'validation_error']);

async function showPixel(engine: Engine, request: HttpRequest, segment: string): Promise<HttpAnswer> {
  const subject = readLinkToken(engine, 'open', segment.replace(/\.gif$/, ''));
  const caller = subject && (await linkCaller(engine, subject, recordOpen.needs, request.requestId));
  if (caller) {
    try {
      await inTurnOfLink(engine, `open ${segment}`, () =>
        invoke(engine, recordOpen, caller, { id: subject.id, visit: visitOf(request) }),
      );
    } catch (error) {
      // `invoke` has logged the error, and readers should not see a broken image.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return pixel;
}

function visitOf({ headers, ip, headOnly }: HttpRequest): RequestContext {
  const header = (name: string): string | null => {
    const sent = headers[name];
    return typeof sent === 'string' && sent !== '' ? remoteText(sent, headerCharactersMax) : null;
  };
  const userAgent = headers['user-agent'];
  return {
    method: headOnly ? 'HEAD' : 'GET',
    ip: remoteText(ip, ipCharactersMax),
    user_agent: userAgent === undefined ? null : remoteText(userAgent, userAgentCharactersMax),
    purpose: header('sec-purpose') ?? header('purpose') ?? header('x-purpose') ?? header('x-moz'),
    fetch_mode: header('sec-fetch-mode'),
    fetch_dest: header('sec-fetch-dest'),
  };
}

const headerCharactersMax = 100;
const ipCharactersMax = 64;

/** Links are personal: responses are not cached, and targets receive no referrer. */
const secret: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

const pixel: HttpAnswer = {
  status: 200,
  headers: { ...secret, 'Content-Type': 'image/gif' },
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};
