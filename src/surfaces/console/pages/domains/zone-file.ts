import { getDomain } from '../../../../../tools/domains/get-domain.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { fileAnswer } from '../../download.ts';
import type { Visit } from '../../page.ts';
import type { ShownDomain } from './show-domain.ts';

/** RFC 1035 3.3.14: a TXT record holds strings of at most 255 octets. */
const stringOctetsMax = 255;
const ttlSeconds = 3_600;

export async function downloadZone(visit: Visit): Promise<HttpAnswer> {
  const domain = await visit.call(getDomain, { id: visit.parameters.id });
  return fileAnswer(`${domain.name}.zone.txt`, 'text/plain; charset=utf-8', zoneText(domain));
}

/** Formats the records as a zone file (RFC 1035), for the import at a DNS provider. */
function zoneText({ name, records }: Pick<ShownDomain, 'name' | 'records'>): string {
  const lines = records.map(({ name: at, type, value, priority }) => {
    const data =
      type === 'TXT'
        ? quoteText(value)
        : `${priority === undefined ? '' : `${priority} `}${value.replace(/\.?$/, '.')}`;
    return `${at}.\t${ttlSeconds}\tIN\t${type}\t${data}\n`;
  });
  return `; DNS records for sending email from ${name}\n${lines.join('')}`;
}

/** Values come from DNS too, so every other character is written as its decimal octet. */
function quoteText(value: string): string {
  const octets = Buffer.from(value);
  const strings: string[] = [];
  for (let at = 0; at < octets.length; at += stringOctetsMax) {
    const part = [...octets.subarray(at, at + stringOctetsMax)].map(quoteOctet).join('');
    strings.push(`"${part}"`);
  }
  return strings.join(' ');
}

function quoteOctet(octet: number): string {
  const character = String.fromCharCode(octet);
  if (character === '"' || character === '\\') return `\\${character}`;
  return octet >= 0x20 && octet < 0x7f ? character : `\\${String(octet).padStart(3, '0')}`;
}
