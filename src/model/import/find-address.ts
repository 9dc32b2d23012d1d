import { domainToUnicode } from 'node:url';

/** Does not parse rows, because a partly uploaded file is incomplete. Also finds an address inside a longer one. */
export class AddressFinder {
  readonly #needles: readonly string[];
  readonly #keptLength: number;
  #rest = '';

  /** @param addresses mailbox keys */
  constructor(addresses: readonly string[]) {
    this.#needles = [...new Set(addresses.flatMap(needlesOf))];
    this.#keptLength = Math.max(0, ...this.#needles.map(({ length }) => length - 1));
  }

  /** @returns whether this piece, possibly together with the end of the last one, contains an address */
  push(octets: Uint8Array): boolean {
    const text = this.#rest + Buffer.from(octets).toString('latin1').toLowerCase();
    this.#rest = this.#keptLength === 0 ? '' : text.slice(-this.#keptLength);
    return this.#needles.some((needle) => text.includes(needle));
  }
}

function needlesOf(address: string): string[] {
  const at = address.lastIndexOf('@');
  const shown = `${address.slice(0, at + 1)}${domainToUnicode(address.slice(at + 1))}`;
  // Addresses are stored in normal form C, but the file may contain decomposed characters.
  const spellings = [address, shown]
    .flatMap((form) => [form, form.toLocaleUpperCase('en')])
    .flatMap((form) => [form, form.normalize('NFD')]);
  return [...new Set(spellings)].flatMap((spelling) => {
    const utf16 = Buffer.from(spelling, 'utf16le');
    const octets = [
      Buffer.from(spelling),
      Buffer.from(spelling, 'latin1'),
      utf16,
      Buffer.from(utf16).swap16(),
    ];
    return octets.map((each) => each.toString('latin1').toLowerCase());
  });
}
