import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretBox } from '../../../src/engine/context/secret-box.ts';

test('a MAC is HMAC-SHA256 under a key of its purpose', () => {
  const secret = 'a secret of at least sixteen characters';
  const box = secretBox(secret);
  for (const purpose of ['link click', 'link open', 'erased address']) {
    const key = Buffer.from(hkdfSync('sha256', secret, 'posthouse', `mac ${purpose}`, 32));
    for (const text of ['', 'a', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(10_000), 'ü\n12\neml_…']) {
      const expected = createHmac('sha256', key).update(text, 'utf8').digest();
      expect(box.mac(purpose, text).equals(expected)).toBe(true);
      // The same again: what is kept for a purpose is not changed by its use.
      expect(box.mac(purpose, text).equals(expected)).toBe(true);
    }
  }
});
