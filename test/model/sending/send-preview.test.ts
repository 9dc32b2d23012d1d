import { expect, it } from 'vitest';
import { boundWarnings, previewLimits } from '../../../src/model/sending/send-preview.ts';

const warnings = (count: number) => Array.from({ length: count }, (_, n) => `warning ${n}`);

it('a preview shows every warning up to the limit', () => {
  expect(boundWarnings(warnings(previewLimits.warnings))).toEqual(warnings(previewLimits.warnings));
});

it('a preview counts the warnings that it leaves out', () => {
  expect(boundWarnings(warnings(25))).toEqual([
    ...warnings(previewLimits.warnings - 1),
    '16 more warnings are not shown',
  ]);
});
