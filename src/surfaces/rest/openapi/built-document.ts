import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './document.ts';

export const builtDocumentFile = 'openapi-document.json.br';

/** Placeholder for the base URL, which each server sets itself. */
const anyBaseUrl = 'https://base-url.invalid';

/** Returns the content of `builtDocumentFile` before its compression. */
export function builtDocumentText(options: Omit<OpenApiOptions, 'baseUrl'>): string {
  return JSON.stringify(openApiDocument({ ...options, baseUrl: anyBaseUrl }));
}

/** Reads the document that the build wrote. Returns null if it does not fit, or when running from the sources. */
export function readBuiltDocument(baseUrl: string): OpenApiDocument | null {
  const file = new URL(builtDocumentFile, import.meta.url);
  return existsSync(file) ? fillBaseUrl(brotliDecompressSync(readFileSync(file)).toString(), baseUrl) : null;
}

/**
 * Returns null for a URL with other characters, because code samples would have to quote it.
 *
 * @param text from `builtDocumentText`
 */
export function fillBaseUrl(text: string, baseUrl: string): OpenApiDocument | null {
  return /^[\w:/.-]+$/.test(baseUrl) ? JSON.parse(text.replaceAll(anyBaseUrl, baseUrl)) : null;
}
