import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { hostname as machineName } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FilterFault, readToolsets } from './contract/tool-filter.ts';
import { confirmers, confirmersDescribed } from './model/approval/confirm-by.ts';
import { planNames } from './model/limits/plan.ts';
import { isLoopback } from './model/loopback.ts';
import type { OauthAuthority } from './model/oauth/authority.ts';
import { nameWhileUnset, organizationFields } from './model/organization/organization.ts';
import { approvalModes } from './model/sending/approval-mode.ts';
import { assertClosed, type Environment, environmentWith } from './world/environment/environment-file.ts';
import { fileOf, secretsFromFiles } from './world/environment/secret-files.ts';
import { telemetryVariables } from './world/environment/telemetry-variables.ts';
import { flag, list, port, spf, url } from './world/environment/variable-kinds.ts';
import { discard, keepOnce, makeFolder, settle } from './world/write-once-file.ts';

/** Every environment variable with its type, default and meaning. The README's table is generated from this list. */

/** Parses a list like `--toolsets`; undefined means all. */
const toolsetList = z.string().transform((text, ctx) => {
  try {
    return readToolsets(text, '') ?? undefined;
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    ctx.issues.push({ code: 'custom', input: text, message: error.message.trim() });
    return z.NEVER;
  }
});

const secretCharactersMin = 32;
const apiKeyShape = /^posthouse_[A-Za-z0-9]{32,}$/;

export const configSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Where HTTP listens'),
  PORT: port(3025).describe('The port of /api/v1, /api/v2, /mcp and /openapi.json'),
  POSTHOUSE_BASE_URL: url(['http:', 'https:'])
    .refine((text) => !/[?#]/.test(text), 'must have neither a query nor a fragment')
    .optional()
    .describe('The public address, in links and in /openapi.json; `http://HOST:PORT` when unset'),
  POSTHOUSE_DATA_DIR: z
    .string()
    .min(1)
    .default('.posthouse')
    .describe('The SQLite database and generated keys'),
  POSTHOUSE_DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe('`postgres://…` puts everything on PostgreSQL'),
  POSTHOUSE_DATABASE_URL_FILE: fileOf('POSTHOUSE_DATABASE_URL'),
  POSTHOUSE_API_KEY: z
    .string()
    .regex(apiKeyShape, 'must be posthouse_ and 32 or more of A-Z a-z 0-9')
    .optional()
    .describe('First start: the default organization’s token; unset: one is made and shown once'),
  POSTHOUSE_API_KEY_FILE: fileOf('POSTHOUSE_API_KEY'),
  POSTHOUSE_PLAN: z.enum(planNames).default('free').describe('First start: the default organization’s plan'),
  POSTHOUSE_ORGANIZATION: organizationFields.name
    .default(nameWhileUnset)
    .describe('First start: the name that recipients read'),
  POSTHOUSE_SENDING_ENABLED: flag(false).describe('First start: the default organization’s sending_enabled'),
  POSTHOUSE_DELIVERY: z
    .enum(['capture', 'relay', 'direct'])
    .default('capture')
    .describe(
      'How real mail leaves: `capture` (it never does), `relay` (an SMTP smarthost) or `direct` (to the recipient’s MX)',
    ),
  POSTHOUSE_RELAY_URL: list
    .optional()
    .describe('`smtp://` or `smtps://user:pass@host:port`; several, comma separated, in order of preference'),
  POSTHOUSE_RELAY_URL_FILE: fileOf('POSTHOUSE_RELAY_URL'),
  POSTHOUSE_SPF: spf.optional().describe('SPF of what sends, comma separated: `include:spf.relay.example`'),
  POSTHOUSE_MX_PORT: port(25)
    .refine((number) => number > 0, 'must be a port number from 1 to 65535')
    .describe(
      'The port `direct` connects to. On another than 25, a test set-up, private and loopback addresses are dialled too',
    ),
  POSTHOUSE_DNS_SERVERS: list.optional().describe('`ip[:port]`, comma separated; the system’s when unset'),
  POSTHOUSE_REQUIRE_VERIFIED_DOMAIN: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .transform((text) => (text === undefined ? undefined : text === 'true' || text === '1'))
    .describe(
      'Refuse a From address whose domain is not verified; `true` for `direct`, else `false` when unset',
    ),
  POSTHOUSE_SMTP_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Where SMTP listens, for submission and for what comes back'),
  POSTHOUSE_SMTP_PORT: port(2587).describe('SMTP submission with STARTTLS; 0 turns it off'),
  POSTHOUSE_SMTPS_PORT: port(2465).describe('SMTP submission with TLS from the first byte; 0 turns it off'),
  POSTHOUSE_TLS_CERT: z
    .string()
    .optional()
    .describe('PEM file of the certificate chain for SMTP; a self-signed pair in the data folder when unset'),
  POSTHOUSE_TLS_KEY: z.string().optional().describe('PEM file of the private key of `POSTHOUSE_TLS_CERT`'),
  POSTHOUSE_BOUNCE_DOMAIN: z
    .string()
    .regex(
      /^(?=.{4,190}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i,
      'must be a domain name such as bounces.acme.com',
    )
    .transform((name) => name.toLowerCase())
    .optional()
    .describe(
      'The domain of the return path: bounces and complaints come to addresses of it, one for each mail',
    ),
  POSTHOUSE_INBOUND_PORT: port(0).describe(
    'The SMTP listener that takes bounces (DSN) and complaints (ARF) for `POSTHOUSE_BOUNCE_DOMAIN`; 0: none',
  ),
  POSTHOUSE_CONTENT_VERIFIER_URL: url(['http:', 'https:'])
    .optional()
    .describe(
      'A verification service that judges campaign content instead of the built-in verifier; without its verdict within 5 s nothing is sent',
    ),
  POSTHOUSE_TEST_RUNNERS: list
    .default(['playwright', 'cypress', 'vitest', 'jest', 'e2e', 'puppeteer', 'selenium', 'webdriverio', 'k6'])
    .describe('The runners of the `<runner>-test-` fixture prefix'),
  POSTHOUSE_WEBHOOK_ALLOW_PRIVATE: flag(false).describe('Webhooks may use `http` and private networks'),
  POSTHOUSE_RECIPIENT_GUARD_SCOPE: z
    .enum(['organization', 'instance'])
    .default('organization')
    .describe('Whose sends to a mailbox count together'),
  POSTHOUSE_MCP_TOOLSETS: toolsetList
    .optional()
    .describe(
      'The toolsets assistants are given, comma separated: `core`, `audience`, `campaigns`, `automation`, `deliverability`, `admin`; all when unset',
    ),
  POSTHOUSE_MCP_READ_ONLY: flag(false).describe('Assistants are given only the tools that change nothing'),
  POSTHOUSE_MCP_CONFIRM: z
    .enum(approvalModes)
    .default('bulk')
    .describe(
      'Which sends of an assistant its person must confirm, at every door: none, those to more than one person and campaigns, or all',
    ),
  POSTHOUSE_MCP_CONFIRM_BY: z.enum(confirmers).default('client').describe(confirmersDescribed),
  POSTHOUSE_TRUST_PROXY: list
    .default([])
    .describe('Addresses of proxies whose `X-Forwarded-For` is believed, for the IP limit'),
  POSTHOUSE_OAUTH: z
    .enum(['off', 'embedded'])
    .default('off')
    .describe(
      '`embedded`: hosted MCP clients connect by OAuth, approved with an API token on a page of this server; needs an https `POSTHOUSE_BASE_URL`',
    ),
  POSTHOUSE_OAUTH_REGISTRATION: z
    .enum(['off', 'open'])
    .default('off')
    .describe(
      '`open`: OAuth clients may register themselves (RFC 7591), for those that neither publish a document nor take a client id; needs `POSTHOUSE_OAUTH` `embedded`',
    ),
  POSTHOUSE_OAUTH_ISSUER: url(['https:'])
    .refine((text) => !/[?#]/.test(text), 'must have neither a query nor a fragment')
    .optional()
    .describe(
      'An OAuth issuer whose access tokens (JWT, RFC 9068, for the audience `/mcp`) are taken at `/mcp`. With `POSTHOUSE_OAUTH` `embedded`: the identity provider whose identity assertions (ID-JAG) are exchanged for tokens of this server instead',
    ),
  POSTHOUSE_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days; 0 keeps for ever')
    .default('90')
    .transform(Number)
    .describe(
      'After so many days from the end of its delivery the content of a mail is removed, with the message it was submitted as; `0` keeps it for ever',
    ),
  POSTHOUSE_SECRET: z
    .string()
    .min(secretCharactersMin, `must have at least ${secretCharactersMin} characters`)
    .optional()
    .describe(
      'Encrypts stored secrets; made in the data folder when unset. Required with PostgreSQL when more than one process runs',
    ),
  POSTHOUSE_SECRET_FILE: fileOf('POSTHOUSE_SECRET'),
  ...telemetryVariables,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe(
      'pino level; logs are JSON lines on stderr, pretty on a terminal; above debug ten lines of one kind a minute',
    ),
});

export type Config = z.output<typeof configSchema>;

export class ConfigFault extends Error {}

/** @throws ConfigFault with the variable, its source, the problem and the allowed values */
export function readProgramConfig(from: FileFrom = 'working folder'): Config {
  ofProgram = readEnvironment(from);
  return readConfig(ofProgram.values);
}

let ofProgram: Environment | null = null;

function programValues(): NodeJS.ProcessEnv {
  ofProgram ??= readEnvironment('working folder');
  return ofProgram.values;
}

export function placedFault({ message }: ConfigFault): string {
  const [names = ''] = message.split(':', 1);
  const places = names.split(', ').flatMap((name) => ofProgram?.places.get(name) ?? []);
  return places.length === 0 ? message : `${message} (${places.join(', ')})`;
}

/** @throws ConfigFault with the variable, the problem and the allowed values */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(configSchema.shape).flatMap((name) => {
      const text = environment[name]?.trim();
      return text === undefined || text === '' ? [] : [[name, text]];
    }),
  );
  const fromFiles = secretsFromFiles(given, Object.keys(configSchema.shape), ConfigFault);
  const result = configSchema.safeParse({ ...given, ...fromFiles });
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const name = issue.path.join('.');
    throw new ConfigFault(`${name in fromFiles ? `${name}_FILE` : name}: ${issue.message}`);
  }
  const config = result.data;
  if (config.POSTHOUSE_DELIVERY === 'relay' && !config.POSTHOUSE_RELAY_URL?.length) {
    throw new ConfigFault(
      'POSTHOUSE_RELAY_URL: is required when POSTHOUSE_DELIVERY is relay, such as smtp://localhost:25',
    );
  }
  if ((config.POSTHOUSE_TLS_CERT === undefined) !== (config.POSTHOUSE_TLS_KEY === undefined)) {
    throw new ConfigFault('POSTHOUSE_TLS_CERT, POSTHOUSE_TLS_KEY: must be set both, or neither');
  }
  if (config.POSTHOUSE_INBOUND_PORT !== 0 && config.POSTHOUSE_BOUNCE_DOMAIN === undefined) {
    throw new ConfigFault(
      'POSTHOUSE_INBOUND_PORT: needs POSTHOUSE_BOUNCE_DOMAIN, the domain that bounces come back to',
    );
  }
  if (config.POSTHOUSE_OAUTH === 'embedded') {
    if (!isSecureOrOwn(baseUrlOf(config))) {
      throw new ConfigFault(
        'POSTHOUSE_OAUTH: needs a POSTHOUSE_BASE_URL that begins with https:// or names this machine',
      );
    }
  }
  if (config.POSTHOUSE_OAUTH_REGISTRATION === 'open' && config.POSTHOUSE_OAUTH !== 'embedded') {
    throw new ConfigFault('POSTHOUSE_OAUTH_REGISTRATION: needs POSTHOUSE_OAUTH=embedded');
  }
  return config;
}

/** OAuth 2.1 section 1.5: codes and tokens need TLS unless they stay on this machine. */
function isSecureOrOwn(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || isLoopback(hostname);
}

export function oauthOf(config: Config): OauthAuthority {
  const issuer = config.POSTHOUSE_OAUTH_ISSUER;
  if (config.POSTHOUSE_OAUTH === 'embedded') {
    const open = config.POSTHOUSE_OAUTH_REGISTRATION === 'open';
    return {
      kind: 'embedded',
      ...(open && { registration: true }),
      ...(issuer !== undefined && { identityProvider: issuer }),
    };
  }
  return issuer === undefined ? { kind: 'none' } : { kind: 'outside', issuer };
}

/** Returns unknown variables with our prefix: misspelled, or of another version. */
export function unknownVariables(environment: NodeJS.ProcessEnv = programValues()): string[] {
  return Object.keys(environment).filter(
    (name) => name.startsWith('POSTHOUSE_') && !(name in configSchema.shape),
  );
}

export function isSet(name: keyof Config, environment: NodeJS.ProcessEnv = programValues()): boolean {
  return (environment[name]?.trim() ?? '') !== '';
}

export function requiresVerifiedDomain(config: Config): boolean {
  return config.POSTHOUSE_REQUIRE_VERIFIED_DOMAIN ?? config.POSTHOUSE_DELIVERY === 'direct';
}

/** Returns this instance's name for other mail servers: the host of its public URL, or the machine's name. */
export function hostNameOf(config: Config): string {
  const { hostname } = new URL(baseUrlOf(config));
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname) ? hostname : machineName();
}

/**
 * Folder of the `.env` file. Assistants start `mcp` in folders with untrusted content, so it reads the file of the data
 * folder. Only in Posthouse's own folder, which is as trusted as its code, it falls back to the server's file.
 */
type FileFrom = 'working folder' | 'data folder';

/** Works for the sources and for the built program. */
const ownFolder = fileURLToPath(new URL('..', import.meta.url));

function worksInOwnFolder(): boolean {
  return realpathSync(process.cwd()) === realpathSync(ownFolder);
}

/**
 * Reads the environment and the `.env` of a folder. Only our own variables are taken from the file, so that it cannot
 * configure Node, the database driver or child processes.
 * @throws ConfigFault for an unreadable or untrusted file
 */
export function readEnvironment(from: FileFrom, real: NodeJS.ProcessEnv = process.env): Environment {
  const chosen = real[dataFolderName]?.trim() ?? '';
  const dataFile = resolve(chosen || configSchema.shape[dataFolderName].parse(undefined), '.env');
  const isData = from === 'data folder' && (existsSync(dataFile) || !worksInOwnFolder());
  const file = isData ? dataFile : resolve('.env');
  let environment: Environment;
  try {
    // The default data folder is below the working folder and may belong to an untrusted checkout.
    if (isData && chosen === '') assertClosed(file);
    environment = environmentWith(
      file,
      real,
      (name) => name in configSchema.shape || name.startsWith('POSTHOUSE_'),
    );
  } catch (error) {
    throw new ConfigFault(`.env: ${(error as Error).message}`);
  }
  const moved = isData && environment.places.get(dataFolderName);
  if (moved) {
    throw new ConfigFault(`${dataFolderName}: ${moved} may not name another data folder than its own`);
  }
  return environment;
}

const dataFolderName = 'POSTHOUSE_DATA_DIR';

export function baseUrlOf(config: Config): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return (config.POSTHOUSE_BASE_URL ?? `http://${host}:${config.PORT}`).replace(/\/+$/, '');
}

export function databaseFileOf(config: Config): string {
  return resolve(config.POSTHOUSE_DATA_DIR, 'posthouse.sqlite');
}

const secretFileName = 'secret';
const secretBytes = 48;
const secretCharacters = Math.ceil((secretBytes * 4) / 3);

export function secretFileOf(config: Config): string {
  return resolve(config.POSTHOUSE_DATA_DIR, secretFileName);
}

/**
 * @param isBound whether the database was made with a secret; a lost secret is then not replaced
 * @throws ConfigFault if the database's secret is missing
 */
export function instanceSecret(config: Config, isBound: boolean): string {
  if (config.POSTHOUSE_SECRET !== undefined) return config.POSTHOUSE_SECRET;
  const file = secretFileOf(config);
  const found = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (isBound) {
    const secret = found === null ? null : secretIn(found, isBound);
    if (secret !== null) return secret;
    const state = found === null ? 'is missing' : 'holds no secret';
    throw new ConfigFault(
      `POSTHOUSE_SECRET: ${file} ${state}, and the database was made with one. Put the file back from your backup, or set POSTHOUSE_SECRET to what was in it`,
    );
  }
  makeFolder(dirname(file));
  // A power cut may have emptied the file of an older version; no database depends on it.
  const isBroken = (text: string) => secretIn(text, isBound) === null;
  if (found !== null && isBroken(found)) discard(file, isBroken);
  if (existsSync(file)) settle(file);
  else keepOnce(file, `${randomBytes(secretBytes).toString('base64url')}\n`);
  return readFileSync(file, 'utf8').trim();
}

/**
 * Returns the secret in a file's text, or null. A final line break proves that the text is complete. Without it, the
 * length must match, unless a database can verify the secret (`isBound`).
 */
export function secretIn(text: string, isBound: boolean): string | null {
  const secret = text.trim();
  if (!/^[\x20-\x7e]+$/.test(secret)) return null;
  const isWhole = text.endsWith('\n')
    ? secret.length >= secretCharactersMin
    : secret.length === secretCharacters;
  return isBound || isWhole ? secret : null;
}
