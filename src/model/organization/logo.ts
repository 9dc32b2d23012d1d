import { hash } from 'node:crypto';
import { z } from 'zod';

/** Picture of an organization on its public pages and in mails of the server. @property file content hash and type */
export type Logo = { file: string; width: number; height: number };

export const logoLimits = {
  octetsMax: 200 * 1024,
  /** Of each side, because a picture of few bytes may take much memory to show. */
  pixelsMax: 2_000,
  /** Earlier logos stay, because sent mail shows them. */
  keptPerOrganization: 5,
} as const;

const types = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
} as const;
type Extension = keyof typeof types;

type Picture = { extension: Extension; width: number; height: number };

export const logoFolder = '/logos';

export function logoUrl(baseUrl: string, { file }: Logo): string {
  return `${baseUrl}${logoFolder}/${file}`;
}

/** Returns the media type of a stored file; null for a name that no logo has. */
export function logoType(file: string): string | null {
  const extension = /^[0-9a-f]{32}\.(png|jpg|webp|gif)$/.exec(file)?.[1];
  return extension === undefined ? null : types[extension as Extension];
}

/** Fits a logo into a box without enlarging it, for the width and height attributes of an image. */
export function fitLogo({ width, height }: Omit<Logo, 'file'>, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export const LogoInput = z
  .string()
  .check((ctx) => {
    const fault = logoFault(ctx.value);
    if (fault !== null) ctx.issues.push({ code: 'custom', input: '', message: fault });
  })
  .describe('Base64 PNG, JPEG, WebP or GIF, up to 200 KiB');

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function logoFault(content: string): string | null {
  const { octetsMax, pixelsMax } = logoLimits;
  if (content.length > Math.ceil(octetsMax / 3) * 4) return `must be at most ${octetsMax / 1024} KiB`;
  if (!base64.test(content)) return 'must be the base64 of a picture';
  const picture = readPicture(Buffer.from(content, 'base64'));
  if (picture === null) return 'must be a PNG, JPEG, WebP or GIF picture; SVG is not accepted';
  const { width, height } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > pixelsMax) {
    return `must have sides of 1 to ${pixelsMax} pixels; it has ${width} × ${height}`;
  }
  return null;
}

/** @param content base64 that `LogoInput` has accepted */
export function nameLogo(content: string): Logo {
  const bytes = Buffer.from(content, 'base64');
  const picture = readPicture(bytes);
  if (picture === null) throw new Error('a checked logo cannot be read');
  const { extension, width, height } = picture;
  return { file: `${hash('sha256', bytes, 'hex').slice(0, 32)}.${extension}`, width, height };
}

/** Reads the type and the size from the header of the file, without decoding it. */
function readPicture(bytes: Buffer): Picture | null {
  return readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
}

/** PNG (third edition) sections 5.2 and 11.2.1. */
function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** GIF89a section 18. */
function readGif(bytes: Buffer): Picture | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return { extension: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** RFC 9649 section 2, for a lossy, a lossless and an extended file. */
function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return {
        extension: 'webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case 'WEBPVP8L': {
      if (bytes[20] !== 0x2f) return null;
      const sides = bytes.readUInt32LE(21);
      return { extension: 'webp', width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'WEBPVP8X':
      return { extension: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** ITU-T T.81 section B: walks the segments to the frame header (SOF). */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      return { extension: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** SOF0 to SOF15, without DHT, JPG and DAC, whose codes lie between. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
