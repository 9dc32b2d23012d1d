import { z } from 'zod';

export const userAgentCharactersMax = 200;
const headerCharactersMax = 100;
const Header = z.string().max(headerCharactersMax).nullable();

export const RequestContext = z.strictObject({
  method: z.enum(['GET', 'HEAD']),
  ip: z.string().max(64),
  user_agent: z.string().max(userAgentCharactersMax).nullable(),
  purpose: Header.describe('Sec-Purpose, Purpose, X-Purpose or X-Moz'),
  fetch_mode: Header.describe('Sec-Fetch-Mode'),
  fetch_dest: Header.describe('Sec-Fetch-Dest'),
});
export type RequestContext = z.output<typeof RequestContext>;

export const visitExample: RequestContext = {
  method: 'GET',
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  purpose: null,
  fetch_mode: 'navigate',
  fetch_dest: 'document',
};

const keptLinkCharactersMax = 500;

export function keptLink(written: string): string {
  return written.slice(0, keptLinkCharactersMax).toWellFormed();
}
