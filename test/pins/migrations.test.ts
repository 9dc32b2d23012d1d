import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { filesOf, textOf } from './program.ts';

/**
 * Every migration by its checksum, which each database that has applied it keeps: one byte of change, a comment too,
 * and those databases are refused. A new migration adds a line here; a line that stands never changes.
 */
const shipped: Record<string, string> = {
  '0001-foundation.sql': 'a3d04a34878e9aef1ab3bb5f06a0db926015339eac833ebbba4ab67ab81edde2',
  '0002-request-windows.postgres.sql': '201076265ec30235a6610c262339b10840a12652eeb40b2d747eaa43ecaf370b',
  '0003-domains.sql': 'd7968964deac5989b0161d0af6b2fc1b892624939f084ef3b007094e09a7d112',
  '0004-raw-messages.sql': 'a58b3ee112a8fe7a62e468a35a51e15bc817c3f8088f725b783770c19effe51a',
  '0005-domains.sql': '38b47d104146d73141db4d126e2dfd4b180250458828567b3cb136fcb23c0a8f',
  '0006-warm-up.sql': '887dd37b6b64608bf2fcd00bfc1d28934400912fef8402ad67fd37916d6833da',
  '0007-campaigns.sql': 'ebf1a69e5ea37c495adc192464b1dbb2d66f5db5b39ab12424fe8d0f077df3b8',
  '0008-assistants.sql': '0e382b6c3e9eee35dcf118718840b1361ecd7146e70a0500b0d9bf2b94348eae',
  '0009-oauth.sql': '48e89e3f08c50177a7a10f7f735ec9611422cca37e5bf208e704333821999611',
  '0010-agreed.sql': 'bcb3a2ad0b938f527b65dd1a07ad304330c4e1632e8205b87ef5824b07ca6929',
  '0011-agreed-people.sql': 'aa71cd38104407e8753cbcb020b8581f7032b39990099bea9eea2796bdd0c442',
  '0012-unasked-mail.sql': 'e6b30e60d87499c59230989c24e3e61f49c6d206290b9bb982d35552be7af5a1',
  '0013-terms-of-questions.sql': 'a8fb67f5e993ca25ec66b8d6a76eadb9597abbadaa5a9545107eca831fc19c40',
  '0014-agreed-delivery.sql': 'fd62c75849c2c186c6dbce4deea3a9d7f753d77080fef95573cb32df186e5697',
  '0017-proved-domains.sql': 'd2ea9a4d0573f72f269b99e7fc459b144ed8bdfcfbc8922986aa17d58571693b',
  '0018-lineage-and-people.sql': '8ed26c5b8a5c6a4caa8751a00239d2d861cb8229c095906ef8c8ad7ffac803a0',
  '0019-octet-windows.postgres.sql': 'a8f970b09b9f1f72f8a912cfbafb2687e8def35359f9643fd0980514361164cd',
  '0020-retention-and-storage.sql': 'adb5aea51f28a6c691e966c2d62fd00f859d4c2dab382d41d7937ab64d7ebdb5',
  '0021-list-indexes.sql': 'fa4f62b7fb7bdc8f1528ee534d4e47b8a805d669f2651a992c47c212fa31dee3',
  '0022-kept-counts.sql': 'bb9680d1fcb4d3902f23cb35dceb0ecbec0b29c8b4d6aaac055344f4ad380c2c',
  '0023-recipients-by-state.sql': 'a22b5a62678c6ef93d66689cec00ef837e671b9e29b58c326828a4f39ac98f54',
  '0024-search-index.sqlite.sql': 'da693bcb83343a478a949fc269d1fb5e1d6caf58ad60671a19fc8470c6730549',
  '0025-search-index.postgres.sql': '0e3b2f4d1b9cae5bf6d43a856a900b72abb4047febf4bc953801ad6a63811e93',
  '0026-postal-address.sql': 'cc20b54135ada8c86dd37953410406b6516f1417fe145b1e1e88c115e7c744a4',
  '0027-verify-transactional.sql': 'fcf5c83ba7905332cdf1315ff318fabbd14c6e2d0adc1c401cf0bca90090720d',
  '0028-link-redirects.sql': '306ccdd17e3b96c7ee4ecc85a12314d31bb8ec8230dcdd904ba238a54a589417',
  '0030-integrations.sql': '596d3fdd172eddc6d68e2880d887088dcfc27910d78b1db4a5e640db4aa1ecbd',
};

test('a migration that has shipped never changes, and a new one is pinned here', () => {
  const folder = 'src/store/migrations/';
  const found = filesOf(`${folder}*`).map((path) => [
    path.slice(folder.length),
    createHash('sha256').update(textOf(path)).digest('hex'),
  ]);
  expect(Object.fromEntries(found)).toEqual(shipped);
});

test('no two migrations have one number', () => {
  const numbers = Object.keys(shipped).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
