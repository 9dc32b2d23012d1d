import { resolve } from 'node:path';
import { configSchema, readEnvironment } from '../../../config.ts';
import { environmentWith } from '../../../world/environment/environment-file.ts';

/** Settings without an effect on `posthouse mcp` with an existing database. */
const withoutEffect = new Set([
  'POSTHOUSE_DATA_DIR',
  'POSTHOUSE_API_KEY',
  'POSTHOUSE_API_KEY_FILE',
  'POSTHOUSE_PLAN',
  'POSTHOUSE_ORGANIZATION',
  'POSTHOUSE_SENDING_ENABLED',
  'POSTHOUSE_SMTP_HOST',
  'POSTHOUSE_SMTP_PORT',
  'POSTHOUSE_SMTPS_PORT',
  'POSTHOUSE_TLS_CERT',
  'POSTHOUSE_TLS_KEY',
  'POSTHOUSE_INBOUND_PORT',
  'POSTHOUSE_TRUST_PROXY',
  'POSTHOUSE_OAUTH',
  'POSTHOUSE_OAUTH_REGISTRATION',
  'POSTHOUSE_OAUTH_REDIRECT_SCHEMES',
  'POSTHOUSE_OAUTH_ISSUER',
  'LOG_LEVEL',
]);

/**
 * Lists settings that this command has, but a program started by an assistant would not have: such a program
 * gets neither the shell's variables nor a `.env` outside the data folder.
 */
export function unseenSettings(
  dataFolder: string,
  here: NodeJS.ProcessEnv = readEnvironment('working folder').values,
): string[] {
  const isOurs = (name: string) => name in configSchema.shape;
  const there = environmentWith(resolve(dataFolder, '.env'), {}, isOurs).values;
  return Object.keys(configSchema.shape).filter(
    (name) => !withoutEffect.has(name) && (here[name]?.trim() ?? '') !== '' && here[name] !== there[name],
  );
}
