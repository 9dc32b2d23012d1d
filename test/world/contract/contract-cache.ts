import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/**
 * Folder where processes of one run share the contract: the first process builds it, and the others read it.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-contract-'));
  provide('contractFile', join(folder, 'openapi.json'));
  return () => rm(folder, { recursive: true, force: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    contractFile: string;
  }
}
