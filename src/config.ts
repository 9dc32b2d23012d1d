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
import { explainError } from './model/text/explain-error.ts';
import { assertClosed, type Environment, environmentWith } from './world/environment/environment-file.ts';
import { secretFileSetting, secretsFromFiles } from './world/environment/secret-files.ts';
import { telemetryVariables } from './world/environment/telemetry-variables.ts';
import { appSchemes, describeIssue, flag, list, port, spf, url } from './world/environment/variable-kinds.ts';
import { discard, keepOnce, makeFolder, syncToDisk } from './world/write-once-file.ts';

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
  HOST: z.string().min(1).default('127.0.0.1').describe('Address for HTTP'),
  PORT: port(3025).describe('Port for HTTP'),
  POSTHOUSE_BASE_URL: url(['http:', 'https:'])
    .refine((text) => !/[?#]/.test(text), 'must have neither a query nor a fragment')
    .optional()
    .describe('Public address, used in links and in /openapi.json. Default: `http://HOST:PORT`'),
  POSTHOUSE_DATA_DIR: z
    .string()
    .min(1)
    .default('.posthouse')
    .describe('Folder of the SQLite database and the generated keys'),
  POSTHOUSE_DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe('`postgres://…` uses PostgreSQL instead of SQLite'),
  POSTHOUSE_DATABASE_URL_FILE: secretFileSetting('POSTHOUSE_DATABASE_URL'),
  POSTHOUSE_API_KEY: z
    .string()
    .regex(apiKeyShape, 'must be posthouse_ and 32 or more of A-Z a-z 0-9')
    .optional()
    .describe('First start: token of the default organization. Default: a new token, shown once'),
  POSTHOUSE_API_KEY_FILE: secretFileSetting('POSTHOUSE_API_KEY'),
  POSTHOUSE_PLAN: z.enum(planNames).default('free').describe('First start: plan of the default organization'),
  POSTHOUSE_ORGANIZATION: organizationFields.name
    .default(nameWhileUnset)
    .describe('First start: name of the default organization, which recipients see'),
  POSTHOUSE_SENDING_ENABLED: flag(false).describe(
    'First start: whether the default organization sends real mail',
  ),
  POSTHOUSE_DELIVERY: z
    .enum(['capture', 'relay', 'direct'])
    .default('capture')
    .describe(
      'Delivery of real mail: `capture` (stored, never sent), `relay` (through an SMTP smarthost) or `direct` (to the recipient’s mail server)',
    ),
  POSTHOUSE_RELAY_URL: list
    .optional()
    .describe(
      '`smtp://` or `smtps://user:pass@host:port`. Several relays are comma separated, in order of preference',
    ),
  POSTHOUSE_RELAY_URL_FILE: secretFileSetting('POSTHOUSE_RELAY_URL'),
  POSTHOUSE_SPF: spf
    .optional()
    .describe(
      'SPF mechanisms that authorize your servers or relay, comma separated: `include:spf.relay.example`',
    ),
  POSTHOUSE_MX_PORT: port(25)
    .refine((number) => number > 0, 'must be a port number from 1 to 65535')
    .describe(
      'Port of the recipients’ mail servers for `direct`. A port other than 25 is for tests, and also allows private and loopback addresses',
    ),
  POSTHOUSE_DNS_SERVERS: list
    .optional()
    .describe('`ip[:port]`, comma separated. Default: the servers of the system'),
  POSTHOUSE_REQUIRE_VERIFIED_DOMAIN: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .transform((text) => (text === undefined ? undefined : text === 'true' || text === '1'))
    .describe('Refuse a From address at an unverified domain. Default: `true` for `direct`, else `false`'),
  POSTHOUSE_SMTP_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address for SMTP submission and for incoming bounces'),
  POSTHOUSE_SMTP_PORT: port(2587).describe('SMTP submission with STARTTLS; 0 turns it off'),
  POSTHOUSE_SMTPS_PORT: port(2465).describe('SMTP submission with TLS from the first byte; 0 turns it off'),
  POSTHOUSE_TLS_CERT: z
    .string()
    .optional()
    .describe(
      'PEM file with the certificate chain for SMTP. Default: a self-signed certificate in the data folder',
    ),
  POSTHOUSE_TLS_KEY: z.string().optional().describe('PEM file with the private key of `POSTHOUSE_TLS_CERT`'),
  POSTHOUSE_BOUNCE_DOMAIN: z
    .string()
    .regex(
      /^(?=.{4,190}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i,
      'must be a domain name such as bounces.acme.com',
    )
    .transform((name) => name.toLowerCase())
    .optional()
    .describe(
      'Domain of the return path. Each mail has its own address at this domain, which receives its bounces and complaints',
    ),
  POSTHOUSE_INBOUND_PORT: port(0).describe(
    'SMTP port for bounces (DSN) and complaints (ARF) to `POSTHOUSE_BOUNCE_DOMAIN`; 0 turns it off',
  ),
  POSTHOUSE_CONTENT_VERIFIER_URL: url(['http:', 'https:'])
    .optional()
    .describe(
      'Service that judges campaign content instead of the built-in verifier. Without a verdict within 5 s, the campaign is refused',
    ),
  POSTHOUSE_TEST_RUNNERS: list
    .default(['playwright', 'cypress', 'vitest', 'jest', 'e2e', 'puppeteer', 'selenium', 'webdriverio', 'k6'])
    .describe('Names of test runners. Addresses that start with `<runner>-test-` are test recipients'),
  POSTHOUSE_WEBHOOK_ALLOW_PRIVATE: flag(false).describe('Allow webhooks to `http` URLs and private networks'),
  POSTHOUSE_RECIPIENT_GUARD_SCOPE: z
    .enum(['organization', 'instance'])
    .default('organization')
    .describe('Mail that counts toward the limits of a mailbox: of one organization, or of all (`instance`)'),
  POSTHOUSE_MCP_TOOLSETS: toolsetList
    .optional()
    .describe(
      'Toolsets that assistants list, comma separated: `core`, `audience`, `campaigns`, `automation`, `deliverability`, `admin`, `rare`, `catalogue`; `standard` for all except `rare`; or `all`. With `catalogue`, assistants can call every tool. Default: `standard`',
    ),
  POSTHOUSE_MCP_READ_ONLY: flag(false).describe('Offer assistants only tools that change nothing'),
  POSTHOUSE_MCP_CONFIRM: z
    .enum(approvalModes)
    .default('bulk')
    .describe(
      'Sends of an assistant that a person must approve, over MCP, REST and SMTP: none (`never`), campaigns and mail to more than one person (`bulk`), or all (`always`)',
    ),
  POSTHOUSE_MCP_CONFIRM_BY: z.enum(confirmers).default('client').describe(confirmersDescribed),
  POSTHOUSE_TRUST_PROXY: list.default([]).describe('Addresses of proxies whose `X-Forwarded-For` is trusted'),
  POSTHOUSE_OAUTH: z
    .enum(['off', 'embedded'])
    .default('off')
    .describe(
      '`embedded`: hosted MCP clients connect by OAuth, and a person approves them on a page of this server, with their console session or an API token. Needs an https `POSTHOUSE_BASE_URL`',
    ),
  POSTHOUSE_OAUTH_REGISTRATION: z
    .enum(['off', 'open'])
    .default('off')
    .describe(
      '`open`: OAuth clients may register themselves (RFC 7591). Only clients without a metadata document or a client id need it. Needs `POSTHOUSE_OAUTH` `embedded`',
    ),
  POSTHOUSE_OAUTH_REDIRECT_SCHEMES: appSchemes
    .default([])
    .describe(
      'URI schemes of desktop apps to which OAuth may redirect, comma separated, such as `claude,windsurf`; always `cursor`, `vscode`, `vscode-insiders` and reversed domain names',
    ),
  POSTHOUSE_OAUTH_ISSUER: url(['https:'])
    .refine((text) => !/[?#]/.test(text), 'must have neither a query nor a fragment')
    .optional()
    .describe(
      'OAuth issuer whose access tokens (JWT, RFC 9068, audience `/mcp`) are accepted at `/mcp`. With `POSTHOUSE_OAUTH` `embedded`: identity provider whose assertions (ID-JAG) are exchanged for tokens of this server',
    ),
  POSTHOUSE_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of days; 0 keeps content forever')
    .default('90')
    .transform(Number)
    .describe(
      'Days after the end of delivery until the content of a mail and the submitted message are deleted; `0` keeps them forever',
    ),
  POSTHOUSE_SECRET: z
    .string()
    .min(secretCharactersMin, `must have at least ${secretCharactersMin} characters`)
    .optional()
    .describe(
      'Key that encrypts stored secrets. Default: generated in the data folder. Required with PostgreSQL if several processes run',
    ),
  POSTHOUSE_SECRET_FILE: secretFileSetting('POSTHOUSE_SECRET'),
  ...telemetryVariables,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe(
      'Lowest level (of pino) to log. Logs are JSON lines on stderr, or readable text on a terminal. At most ten similar lines per minute, except at `debug`',
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
    throw new ConfigFault(`${name in fromFiles ? `${name}_FILE` : name}: ${describeIssue(issue)}`);
  }
  const config = result.data;
  if (config.POSTHOUSE_DELIVERY === 'relay' && !config.POSTHOUSE_RELAY_URL?.length) {
    throw new ConfigFault(
      'POSTHOUSE_RELAY_URL: is required when POSTHOUSE_DELIVERY is relay, such as smtp://localhost:25',
    );
  }
  if ((config.POSTHOUSE_TLS_CERT === undefined) !== (config.POSTHOUSE_TLS_KEY === undefined)) {
    throw new ConfigFault('POSTHOUSE_TLS_CERT, POSTHOUSE_TLS_KEY: must both be set, or neither');
  }
  if (config.POSTHOUSE_INBOUND_PORT !== 0 && config.POSTHOUSE_BOUNCE_DOMAIN === undefined) {
    throw new ConfigFault(
      'POSTHOUSE_INBOUND_PORT: needs POSTHOUSE_BOUNCE_DOMAIN, the domain of the return path',
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

export function readOauthAuthority(config: Config): OauthAuthority {
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
 * Folder of the `.env` file. Assistants start `mcp` in folders with untrusted content, so it reads the file
 * of the data folder, and only in Posthouse's own folder falls back to the server's file.
 */
type FileFrom = 'working folder' | 'data folder';

/** Works for the sources and for the built program. */
const ownFolder = fileURLToPath(new URL('..', import.meta.url));

function worksInOwnFolder(): boolean {
  return realpathSync(process.cwd()) === realpathSync(ownFolder);
}

/**
 * Takes only our variables from the file, so that it cannot configure Node. @throws ConfigFault if untrusted
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
    throw new ConfigFault(`.env: ${explainError(error)}`);
  }
  const moved = isData && environment.places.get(dataFolderName);
  if (moved) {
    throw new ConfigFault(`${dataFolderName}: ${moved} may not name a different data folder`);
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

/** With a bound database (`isBound`), a lost secret is not replaced. @throws ConfigFault if it is missing */
export function instanceSecret(config: Config, isBound: boolean): string {
  if (config.POSTHOUSE_SECRET !== undefined) return config.POSTHOUSE_SECRET;
  const file = secretFileOf(config);
  const found = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (isBound) {
    const secret = found === null ? null : secretIn(found, isBound);
    if (secret !== null) return secret;
    const state = found === null ? 'is missing' : 'contains no secret';
    throw new ConfigFault(
      `POSTHOUSE_SECRET: ${file} ${state}, but this database needs the secret it was created with. Restore the file from your backup, or set POSTHOUSE_SECRET to its content`,
    );
  }
  makeFolder(dirname(file));
  // A power cut may have emptied the file of an older version; no database depends on it.
  const isBroken = (text: string) => secretIn(text, isBound) === null;
  if (found !== null && isBroken(found)) discard(file, isBroken);
  if (existsSync(file)) syncToDisk(file);
  else keepOnce(file, `${randomBytes(secretBytes).toString('base64url')}\n`);
  return readFileSync(file, 'utf8').trim();
}

/**
 * Returns the secret, or null. A final line break proves that the text is complete; otherwise the length must
 * match, unless a database can verify the secret (`isBound`).
 */
export function secretIn(text: string, isBound: boolean): string | null {
  const secret = text.trim();
  if (!/^[\x20-\x7e]+$/.test(secret)) return null;
  const isWhole = text.endsWith('\n')
    ? secret.length >= secretCharactersMin
    : secret.length === secretCharacters;
  return isBound || isWhole ? secret : null;
}
