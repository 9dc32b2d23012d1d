import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  builtInRules,
  type DomainRules,
  isDisposable,
  readDomainRules,
} from '../model/verification/disposable-domains.ts';

/** Knows the domains of disposable mailboxes. */
export type DisposableDomains = {
  /** Whether a domain, or a parent of it, is disposable. @param domain lower-case ASCII */
  has(domain: string): Promise<boolean>;
};

/** The operator's own additions and exceptions. They override every other list. */
export const ownListFile = 'disposable-domains.txt';
/** The list fetched by `posthouse update-lists`. It replaces the one that came with this version. */
export const fetchedListFile = 'disposable-domains.list';

/**
 * The published list with our and the operator's rules. The operator's are read now, the long list on first use,
 * because most processes never need it.
 *
 * @param dataFolder where the two files may be; null for none
 * @throws Error naming the line of the operator's file that cannot be read
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
        // A file that could not be read may be readable the next time.
        rules = undefined;
        throw error;
      }
    },
  };
}

/** The list for an installation without a data folder of its own. */
export const publishedDomains = disposableDomains(null);

/** The list in use without the operator's and our rules: the last one fetched, or that of the package. */
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
