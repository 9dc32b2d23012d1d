import { expect, test } from 'vitest';
import { outdatedFiles } from '../../scripts/pins/write-pins.ts';

test('every generated file is up to date; `npm run pins` updates it', () => {
  expect([...outdatedFiles().keys()]).toEqual([]);
});
