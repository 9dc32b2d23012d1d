import type { z } from 'zod';
import type { CampaignReport } from '../../../../model/campaign/campaign-report.ts';
import { type Html, html } from '../../../public/html.ts';
import { badge, list, sheet } from '../../look/parts.ts';
import { people } from '../../number-words.ts';
import { foreign } from '../../shown.ts';
import { describeShare } from './campaign-words.ts';

/** The versions of an A/B test with their results. */
export function abTestResult({ variants }: z.output<typeof CampaignReport>): Html | null {
  if (variants.length === 0) return null;
  const rows = variants.map(({ name, subject, sent, delivered, opened, clicked, winner }) => {
    const reached = Math.max(sent, delivered);
    return {
      sign: html`<b>${foreign(name)}</b>`,
      body: html`${subject === null ? 'No subject' : foreign(subject)}<small>Opened ${describeShare(opened, reached)}, clicked ${describeShare(clicked, reached)} of ${people(reached)}</small>`,
      end: winner ? badge('ok', 'Chosen', 'check') : null,
    };
  });
  return sheet({ title: 'A/B test', bare: true, body: list(rows) });
}
