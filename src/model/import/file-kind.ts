const beginnings: readonly (readonly [kind: string, octets: string])[] = [
  ['gzip', '1f8b'],
  ['zip', '504b0304'],
  ['old Excel workbook (.xls)', 'd0cf11e0a1b11ae1'],
  ['PDF', '255044462d'],
  ['Zstandard', '28b52ffd'],
  ['bzip2', '425a68'],
  ['xz', 'fd377a585a00'],
  ['7-Zip', '377abcaf271c'],
  ['RAR', '526172211a07'],
  ['Parquet', '50415231'],
  ['SQLite database', '53514c69746520666f726d6174203300'],
].map(([kind, octets]) => [kind!, Buffer.from(octets!, 'hex').toString('latin1')] as const);

const archives: readonly (readonly [kind: string, inside: string])[] = [
  ['Excel workbook (.xlsx)', 'xl/'],
  ['OpenDocument spreadsheet (.ods)', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['Numbers document', 'Index/Document.iwa'],
];
const longestBeginning = 16;

/** Returns the kind of a compressed file or workbook; null for text. @param octets start of the file */
export function nonTextKind(octets: Buffer): string | null {
  const head = octets.toString('latin1', 0, longestBeginning);
  const kind = beginnings.find(([, beginning]) => head.startsWith(beginning))?.[0];
  if (kind !== 'zip') return kind ?? null;
  return archives.find(([, inside]) => octets.includes(inside))?.[0] ?? kind;
}
