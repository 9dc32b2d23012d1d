import { parseMailbox } from '../address.ts';

/** Room is kept for what is published below a domain: a label of 63 characters and its dot. */
export const sendingDomainCharactersMax = 253 - 64;

export type ReadDomainName = { ok: true; name: string } | { ok: false; message: string };

/**
 * Reads the name of a sending domain to lower-case ASCII, by the very rules by which a From address is read: a
 * domain that can be added is one that mail can come from, and the other way round.
 */
export function readDomainName(text: string): ReadDomainName {
  const parsed = parseMailbox(`${probe}@${text}`);
  // With angle brackets in it, the text would bring an address of its own.
  if (!parsed.ok || parsed.mailbox.local !== probe || parsed.mailbox.displayName !== null) {
    return refuse('must be a domain name such as acme.com');
  }
  const name = parsed.mailbox.domain;
  if (name.length > sendingDomainCharactersMax) {
    return refuse(`must have at most ${sendingDomainCharactersMax} characters`);
  }
  if (!name.includes('.') || isPublicSuffix(name)) {
    return refuse('must be a domain of your own, not an ending that others register names under');
  }
  return { ok: true, name };
}

const probe = 'postmaster';

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

function isPublicSuffix(name: string): boolean {
  return hostingSuffixes.has(name) || registrySuffixes.has(name);
}

/**
 * Endings of two labels under which a registry gives out names, the common ones, by country. The list is a
 * kindness, not a defence: who adds an ending that is missing here cannot publish its records anyway.
 */
const registries: Record<string, string> = {
  ar: 'com edu gob net org',
  at: 'ac co gv or',
  au: 'asn com edu gov id net org',
  br: 'com edu gov net org',
  cn: 'ac com edu gov net org',
  co: 'com edu gov net org',
  cy: 'ac com gov net org',
  eg: 'com edu gov net org',
  es: 'com gob nom org',
  gr: 'com edu gov net org',
  hk: 'com edu gov idv net org',
  hu: 'co org',
  id: 'ac co go or sch web',
  il: 'ac co gov muni net org',
  in: 'ac co edu firm gen gov ind net org',
  jp: 'ac ad co ed go gr lg ne or',
  ke: 'ac co go ne or',
  kr: 'ac co go ne or pe re',
  mx: 'com edu gob net org',
  my: 'com edu gov net org',
  ng: 'com edu gov net org',
  nz: 'ac co geek gen govt maori net org school',
  pe: 'com edu gob net org',
  ph: 'com edu gov net org',
  pk: 'com edu gov net org',
  pl: 'com edu gov net org',
  pt: 'com edu gov org',
  ro: 'com org',
  sa: 'com edu gov net org',
  sg: 'com edu gov net org',
  th: 'ac co go in or',
  tr: 'com edu gov net org',
  tw: 'com edu gov idv net org',
  ua: 'com edu gov net org',
  uk: 'ac co gov ltd me net nhs org plc police sch',
  uy: 'com edu gub net org',
  ve: 'co com edu gob net org',
  vn: 'com edu gov net org',
  za: 'ac co gov net org web',
};

const registrySuffixes: ReadonlySet<string> = new Set(
  Object.entries(registries).flatMap(([country, seconds]) =>
    seconds.split(' ').map((second) => `${second}.${country}`),
  ),
);

/** Endings under which a host gives out names. */
const hostingSuffixes: ReadonlySet<string> = new Set([
  'azurewebsites.net',
  'blogspot.com',
  'cloudfront.net',
  'firebaseapp.com',
  'fly.dev',
  'github.io',
  'gitlab.io',
  'herokuapp.com',
  'netlify.app',
  'onrender.com',
  'pages.dev',
  'vercel.app',
  'web.app',
  'workers.dev',
]);
