import { escapeHtml } from '../content/escape-html.ts';
import { fitLogo, logoUrl } from './logo.ts';
import type { OrganizationRecord } from './organization.ts';

const box = { width: 240, height: 64 };

/** Returns HTML with the logo, for mails that the server writes in the name of an organization; '' without a logo. */
export function mailHeader(
  { name, logo }: Pick<OrganizationRecord, 'name' | 'logo'>,
  baseUrl: string,
): string {
  if (!logo) return '';
  const { width, height } = fitLogo(logo, box);
  const alt = escapeHtml(name.replaceAll(/[{}]/g, ''));
  return `<p><img src="${escapeHtml(logoUrl(baseUrl, logo))}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;max-width:100%"></p>\n`;
}
