import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  builtInRules,
  type DomainRules,
  isDisposable,
  readDomainRules,
} from '../model/verification/disposable-domains.ts';

export type DisposableDomains = {
  /** Whether a domain or a parent domain is disposable. @param domain lower-case ASCII */
  has(domain: string): Promise<boolean>;
};

/** The operator's additions and exceptions. They override every other list. */
export const ownListFile = 'disposable-domains.txt';
/** The list fetched by `posthouse update-lists`. It replaces the list of this version. */
export const fetchedListFile = 'disposable-domains.list';

/**
 * Combines the published list, read on first use, with our rules and the operator's.
 * @param dataFolder may contain the two files
 * @throws Error naming the first invalid line of the operator's file
 */
export function disposableDomains(dataFolder: string | null): DisposableDomains {
  const own = dataFolder === null ? [] : ownRules(join(dataFolder, ownListFile));
  let rules: Promise<DomainRules[]> | undefined;
  const load = async () => {
    const published = { listed: new Set(await publishedList(dataFolder)), allowed: new Set<string>() };
    return [...own, builtInRules, published];
  };
  return {
    async has(domain) {
      rules ??= load();
      try {
        return isDisposable(domain, await rules);
      } catch (error) {
        // Allows a retry, because the file may be readable next time.
        rules = undefined;
        throw error;
      }
    },
  };
}

/** For an installation without a data folder. */
export const publishedDomains = disposableDomains(null);

/** Returns the list in use without our rules and the operator's: the fetched list, or the package's. */
export async function publishedList(dataFolder: string | null): Promise<readonly string[]> {
  const file = dataFolder === null ? null : join(dataFolder, fetchedListFile);
  if (file !== null && existsSync(file)) {
    const fetched = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    if (fetched.length > 0) return fetched;
  }
  const { disposableEmailBlocklist } = await import('disposable-email-domains-js');
  return disposableEmailBlocklist();
}

function ownRules(file: string): DomainRules[] {
  if (!existsSync(file)) return [];
  const read = readDomainRules(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Error(`line ${read.line} of ${ownListFile} is no domain: ${read.why}`);
  return [read.rules];
}
