import type { ConsolePage } from '../../page.ts';
import { exportPages } from './exports.ts';
import { importPages } from './import.ts';
import { importListPages, importsEntry } from './imports.ts';
import { segmentPages, segmentsEntry } from './segments.ts';
import { subscriberPages } from './subscriber.ts';
import { subscriberActionPages } from './subscriber-actions.ts';
import { subscriberListPages, subscribersEntry } from './subscribers.ts';
import { suppressionPages, suppressionsEntry } from './suppressions.ts';
import { tagPages } from './tags.ts';

export const audiencePages: readonly ConsolePage[] = [
  ...subscriberListPages,
  ...subscriberPages,
  ...subscriberActionPages,
  ...tagPages,
  ...segmentPages,
  ...importListPages,
  ...importPages,
  ...exportPages,
  ...suppressionPages,
];

export const audienceEntries = [subscribersEntry, segmentsEntry, importsEntry, suppressionsEntry];
