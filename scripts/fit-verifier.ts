/**
 * What a fit would say about the weights of the content verifier, beside those that are set: logistic regression on the
 * learning half of a corpus, with an L2 penalty, and with the sign that each weight must have.
 *
 *   npm run verify:fit -- PATH
 *
 * It prints numbers and changes nothing: `weights.ts` is set and reviewed by hand. Rows of sources that may be used for
 * evaluation only are left out, so that no number that is taken over comes from them; the project's own mail stands in.
 */
import { htmlOfBody } from '../src/model/verification/content/html-of-body.ts';
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { scoreContent } from '../src/model/verification/content/verify-content.ts';
import {
  letterWeights,
  lureWeights,
  pitchWeights,
  repeats,
  structureWeights,
} from '../src/model/verification/content/weights.ts';
import { cold, riskyHonest } from '../test/verification/own-mail.ts';
import { honestTwins, tricks } from '../test/verification/tricks.ts';
import { contentOf, corpusPath, readCorpus, splitOf } from './verification-corpus.ts';

const evaluationOnly = /phishing_pot/;
const penalty = 0.02;
const stepSize = 0.1;
const steps = 3_000;

type Sample = { signals: Record<string, number>; wanted: boolean };
type Own = { from: { displayName: string; address: string }; subject: string } & Partial<
  Record<'html' | 'text' | 'markdown', string> & { tiptap: unknown }
>;

const corpus = readCorpus(corpusPath('verify:fit')).filter(
  (row) => splitOf(row) === 'learning' && !evaluationOnly.test(row.source) && row.label !== 'spam-other',
);
const phishing: Sample[] = [];
const coldEmail: Sample[] = [];

for (const row of corpus) take(contentOf(row, 'campaign'), row.label);
for (const mail of [...riskyHonest, ...honestTwins]) take(await contentOfOwn(mail), 'honest');
for (const mail of cold) take(await contentOfOwn(mail), 'cold');
for (const mail of tricks) take(await contentOfOwn(mail), 'phishing');

print('phishing', phishing, { ...lureWeights, ...structureWeights });
print('cold e-mail', coldEmail, { ...pitchWeights, ...letterWeights });

function take(content: VerifiedContent, label: string): void {
  const { phishing: phish, cold: approach } = scoreContent(content);
  if (label !== 'cold') {
    phishing.push({
      signals: { ...phish.evidence.lures, ...phish.evidence.structure },
      wanted: label === 'phishing',
    });
  }
  if (label !== 'phishing') {
    coldEmail.push({
      signals: { ...approach.evidence.cues, ...approach.evidence.letter },
      wanted: label === 'cold',
    });
  }
}

async function contentOfOwn({ from, subject, html, text, markdown, tiptap }: Own): Promise<VerifiedContent> {
  const body =
    markdown !== undefined
      ? await htmlOfBody({ kind: 'markdown', source: markdown })
      : tiptap !== undefined
        ? await htmlOfBody({ kind: 'tiptap', source: JSON.stringify(tiptap) })
        : (html ?? '');
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    from: { ...from, domain },
    subject,
    preview: null,
    html: body,
    text: text ?? null,
    purpose: 'campaign',
  };
}

/** Gradient descent on the mean loss; a weight that would take the other sign than it has stays at nothing. */
function regression(
  samples: readonly Sample[],
  weights: Readonly<Record<string, number>>,
): Record<string, number> {
  const names = Object.keys(weights);
  const fitted = Object.fromEntries(names.map((name) => [name, 0]));
  let bias = 0;
  const share = samples.filter(({ wanted }) => wanted).length / samples.length;
  const balance = (wanted: boolean): number => 0.5 / (wanted ? share : 1 - share);
  for (let step = 0; step < steps; step += 1) {
    const slope = Object.fromEntries(names.map((name) => [name, penalty * fitted[name]!]));
    let biasSlope = 0;
    for (const { signals, wanted } of samples) {
      let sum = bias;
      for (const name in signals) sum += capped(signals[name]!) * (fitted[name] ?? 0);
      const off = (1 / (1 + Math.exp(-sum)) - (wanted ? 1 : 0)) * balance(wanted);
      for (const name in signals) {
        if (name in slope) slope[name]! += (off * capped(signals[name]!)) / samples.length;
      }
      biasSlope += off / samples.length;
    }
    bias -= stepSize * biasSlope;
    for (const name of names) {
      const moved = fitted[name]! - stepSize * slope[name]!;
      fitted[name] = weights[name]! > 0 ? Math.max(0, moved) : Math.min(0, moved);
    }
  }
  return fitted;
}

function capped(count: number): number {
  return Math.min(count, repeats);
}

function print(title: string, samples: readonly Sample[], weights: Readonly<Record<string, number>>): void {
  const fitted = regression(samples, weights);
  const wanted = samples.filter((sample) => sample.wanted).length;
  console.log(`\n${title}: ${wanted} of ${samples.length} samples\nsignal\tset\tfitted\tin samples`);
  for (const [name, weight] of Object.entries(weights)) {
    const seen = samples.filter(({ signals }) => (signals[name] ?? 0) > 0).length;
    console.log([name, weight, fitted[name]!.toFixed(2), seen].join('\t'));
  }
}
