import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretBox } from '../../../src/engine/context/secret-box.ts';

test('a MAC is HMAC-SHA256 with a key derived for its purpose', () => {
  const secret = 'a secret of at least sixteen characters';
  const box = secretBox(secret);
  for (const purpose of ['link click', 'link open', 'erased address']) {
    const key = Buffer.from(hkdfSync('sha256', secret, 'posthouse', `mac ${purpose}`, 32));
    for (const text of ['', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(10_000), 'ü\n12\neml_…', '\ud800']) {
      const expected = createHmac('sha256', key).update(text, 'utf8').digest();
      expect(box.mac(purpose, text).equals(expected)).toBe(true);
      // Repeated, because using a cached key must not change it.
      expect(box.mac(purpose, text).equals(expected)).toBe(true);
      expect(box.macText(purpose, text)).toBe(expected.toString('base64url'));
    }
  }
});
