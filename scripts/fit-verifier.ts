/**
 * What a fit would say about the weights of the content verifier, beside those that are set: logistic regression on the
 * learning half of a corpus and on the project's own mail. Each weight keeps its sign and is held near to where it is
 * set, so that a signal that the samples hardly have is not lost; what differs is what they say against it.
 *
 *   npm run verify:fit -- PATH
 *
 * It prints numbers and changes nothing: `weights.ts` is set and reviewed by hand. Numbers for signals that we named are all
 * that may be taken over from a corpus: no mail of it, no sentence and no word.
 */
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { scoreContent } from '../src/model/verification/content/verify-content.ts';
import {
  letterWeights,
  lureWeights,
  pitchWeights,
  repeats,
  structureWeights,
} from '../src/model/verification/content/weights.ts';
import { cold, coldHeldBack, riskyHonest, riskyHonestHeldBack } from '../test/verification/own-mail.ts';
import { honestTwins, tricks } from '../test/verification/tricks.ts';
import {
  contentOf,
  contentOfOwn,
  corpusPath,
  groupOf,
  type LabelledMail,
  readCorpus,
  splitOf,
} from './verification-corpus.ts';

const penalty = 0.03;
const stepSize = 0.1;
const steps = 2_000;
const folds = 6;
/** Of honest mail so many may be blocked where the left out is measured. */
const honestShareMax = 0.003;

type Sample = { signals: Record<string, number>; wanted: boolean; group: string; own: boolean };
const corpus = readCorpus(corpusPath('verify:fit')).filter(
  (row) => splitOf(row) === 'learning' && row.label !== 'spam-other',
);
const phishing: Sample[] = [];
const coldEmail: Sample[] = [];

for (const row of corpus) take(contentOf(row, 'campaign'), row.label, groupOf(row), false);
await takeOwn([...riskyHonest, ...riskyHonestHeldBack, ...honestTwins], 'honest');
await takeOwn([...cold, ...coldHeldBack], 'cold');
await takeOwn(tricks, 'phishing');

print('phishing', phishing, { ...lureWeights, ...structureWeights });
print('cold e-mail', coldEmail, { ...pitchWeights, ...letterWeights });

function take(content: VerifiedContent, label: string, group: string, own: boolean): void {
  const { phishing: phish, cold: approach } = scoreContent(content);
  if (label !== 'cold') {
    const signals = { ...phish.evidence.lures, ...phish.evidence.structure };
    phishing.push({ signals, wanted: label === 'phishing', group, own });
  }
  if (label !== 'phishing') {
    const signals = { ...approach.evidence.cues, ...approach.evidence.letter };
    coldEmail.push({ signals, wanted: label === 'cold', group, own });
  }
}

async function takeOwn(mails: readonly LabelledMail[], label: string): Promise<void> {
  for (const mail of mails) take(await contentOfOwn(mail), label, mail.name.split('/')[0]!, true);
}

type Fit = { weights: Record<string, number>; bias: number };

/** Gradient descent on the mean loss; a weight that would take the other sign than it has stays at nothing. */
function regression(samples: readonly Sample[], set: Readonly<Record<string, number>>): Fit {
  const names = Object.keys(set);
  const weights: Record<string, number> = { ...set };
  let bias = 0;
  const share = samples.filter(({ wanted }) => wanted).length / samples.length;
  const balance = (wanted: boolean): number => 0.5 / (wanted ? share : 1 - share);
  for (let step = 0; step < steps; step += 1) {
    const slope = Object.fromEntries(names.map((name) => [name, penalty * (weights[name]! - set[name]!)]));
    let biasSlope = 0;
    for (const { signals, wanted } of samples) {
      const chance = 1 / (1 + Math.exp(-scoreOf(signals, { weights, bias })));
      const off = (chance - (wanted ? 1 : 0)) * balance(wanted);
      for (const name in signals) {
        if (name in slope) slope[name]! += (off * capped(signals[name]!)) / samples.length;
      }
      biasSlope += off / samples.length;
    }
    bias -= stepSize * biasSlope;
    for (const name of names) {
      const moved = weights[name]! - stepSize * slope[name]!;
      weights[name] = set[name]! > 0 ? Math.max(0, moved) : Math.min(0, moved);
    }
  }
  return { weights, bias };
}

function scoreOf(signals: Sample['signals'], { weights, bias }: Fit): number {
  let sum = bias;
  for (const name in signals) sum += capped(signals[name]!) * (weights[name] ?? 0);
  return sum;
}

function capped(count: number): number {
  return Math.min(count, repeats);
}

function print(title: string, samples: readonly Sample[], set: Readonly<Record<string, number>>): void {
  const { weights, bias } = regression(samples, set);
  const wanted = samples.filter((sample) => sample.wanted).length;
  console.log(`\n${title}: ${wanted} of ${samples.length} samples\nsignal\tset\tfitted\tin samples`);
  for (const [name, weight] of Object.entries(set)) {
    const seen = samples.filter(({ signals }) => (signals[name] ?? 0) > 0).length;
    console.log([name, weight, weights[name]!.toFixed(2), seen].join('\t'));
  }
  console.log(`a total of ${(-bias).toFixed(2)} is as likely as not`);
  printLeftOut(samples, set);
}

/** Each group is scored by a fit that has not seen it; the threshold is the lowest that spares enough honest mail. */
function printLeftOut(samples: readonly Sample[], set: Readonly<Record<string, number>>): void {
  const groups = [...new Set(samples.map(({ group }) => group))].sort();
  const foldOf = new Map(groups.map((group, index) => [group, index % folds]));
  const scored: { sample: Sample; score: number }[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const fit = regression(
      samples.filter(({ group }) => foldOf.get(group) !== fold),
      set,
    );
    const left = samples.filter(({ group }) => foldOf.get(group) === fold);
    scored.push(...left.map((sample) => ({ sample, score: scoreOf(sample.signals, fit) })));
  }
  const honest = scored.filter(({ sample }) => !sample.wanted).map(({ score }) => score);
  const threshold = honest.sort((a, b) => b - a)[Math.floor(honest.length * honestShareMax)]!;
  for (const own of [false, true]) {
    const bad = scored.filter(({ sample }) => sample.wanted && sample.own === own);
    const found = bad.filter(({ score }) => score > threshold).length;
    console.log(
      `left out, ${own ? 'own mail' : 'corpus'}: ${found} of ${bad.length} with ${honestShareMax * 100} % of honest mail`,
    );
  }
}
