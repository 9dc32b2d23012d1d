import { expect, test } from 'vitest';
import { bulkValues, valueInLink } from '../../../src/model/content/bulk-values.ts';
import { keptValuesCharactersMax, mergeValuesFor } from '../../../src/model/content/merge-fields.ts';

test.each([
  ['Verify at http://evil.com/verify now.', 'Verify at http:// evil. com/verify now.'],
  ['HTTPS://Evil.COM', 'HTTPS:// Evil. COM'],
  ['see www.evil.com', 'see www. evil. com'],
  ['https://a.example/https://evil.com/', 'https:// a. example/https:// evil. com/'],
  ['go to evil.com/login', 'go to evil. com/login'],
  ['paypal.com.evil.com/login', 'paypal. com. evil. com/login'],
  ['Booking.com', 'Booking.com'],
  ['4.5/5 and 1.000,50 € and/or 12.5.2026', '4.5/5 and 1.000,50 € and/or 12.5.2026'],
])('the value %s becomes %s in bulk mail', (value, said) => {
  const values = bulkValues({ 'attributes.a': value });
  expect(values['attributes.a']).toBe(said);
  expect(valueInLink(values, 'attributes.a')).toBe(value);
});

test('values in bulk mail are truncated between characters', () => {
  const long = '👩'.repeat(300);
  const values = bulkValues({
    'attributes.a': `a${long}`,
    firstName: `a${long}`,
    email: `${'a'.repeat(320)}@b.de`,
  });
  expect(values).toEqual({
    'attributes.a': `a${'👩'.repeat(149)}`,
    firstName: `a${'👩'.repeat(49)}`,
    email: `${'a'.repeat(320)}@b.de`,
  });
});

test('the stored values of a mail have a size limit, and further values are empty', () => {
  const attributes = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`a${n}`, 'x'.repeat(10_000)]));
  const names = Object.keys(attributes).map((name) => `attributes.${name}`);
  const values = mergeValuesFor(names, { email: 'a@b.de', firstName: null, lastName: null, attributes });
  expect(Object.keys(values)).toEqual(names);
  expect(Object.values(values).join('')).toHaveLength(60_000);
  expect(keptValuesCharactersMax).toBe(65_536);
});
