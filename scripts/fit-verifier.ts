/**
 * Suggests weights for the content verifier, next to the current ones. Fits a logistic regression to the learning half of a corpus, each
 * mail with five senders, and to the project's own mail. Clusters and publishers count equally, regardless of their number of mails.
 * Weights keep their sign and are regularized towards their current values, so that rare signals are not lost; the difference shows
 * the evidence against them.
 *
 *   npm run verify:fit -- PATH
 *
 * Prints numbers and changes nothing: `weights.ts` is set and reviewed by hand. Only take weights of named signals from a corpus, never
 * mail, sentences or words.
 */

import { hasLure } from '../src/model/verification/content/phishing.ts';
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { scoreContent } from '../src/model/verification/content/verify-content.ts';
import {
  letterWeights,
  lureWeights,
  phishingThresholds,
  pitchWeights,
  repeats,
  structureWeights,
} from '../src/model/verification/content/weights.ts';
import { cold, coldHeldBack, riskyHonest, riskyHonestHeldBack } from '../test/verification/own-mail.ts';
import { honestTwins, tricks } from '../test/verification/tricks.ts';
import {
  contentOfOwn,
  corpusPath,
  groupOf,
  type LabelledMail,
  readCorpus,
  splitOf,
} from './verification-corpus.ts';
import { variants, variantsOf } from './verification-variants.ts';

const penalty = 0.03;
const stepSize = 0.1;
const steps = 1_000;
const folds = 6;
/** Maximum share of honest mail blocked in cross-validation: a third of the promised limit. */
const honestShareMax = 0.005 / 3;

type Sample = {
  signals: Record<string, number>;
  wanted: boolean;
  group: string;
  /** Sender variant. The project's own mail has only one. */
  kind: string;
  /** Whether a single fact is enough to block it. */
  hard: boolean;
  /** Whether weights may block it. */
  weighable: boolean;
  /** Weight in the fit, so that each group counts once. */
  share: number;
};
const corpus = readCorpus(corpusPath('verify:fit')).filter(
  (row) => splitOf(row) === 'learning' && row.label !== 'spam-other',
);
const phishing: Sample[] = [];
const coldEmail: Sample[] = [];

for (const row of corpus) {
  for (const [kind, content] of Object.entries(variantsOf(row))) take(content, row.label, groupOf(row), kind);
}
await takeOwn([...riskyHonest, ...riskyHonestHeldBack, ...honestTwins], 'honest');
await takeOwn([...cold, ...coldHeldBack], 'cold');
await takeOwn(tricks, 'phishing');
shareAlike(phishing);
shareAlike(coldEmail);

print('phishing', phishing, { ...lureWeights, ...structureWeights });
printLeftOut(phishing, { ...lureWeights, ...structureWeights });
print('cold e-mail', coldEmail, { ...pitchWeights, ...letterWeights });

function take(content: VerifiedContent, label: string, group: string, kind: string): void {
  const { phishing: phish, cold: approach } = scoreContent(content);
  const place = { group, kind, share: 1 };
  if (label !== 'cold') {
    phishing.push({
      ...place,
      signals: { ...phish.evidence.lures, ...phish.evidence.structure },
      wanted: label === 'phishing',
      hard: phish.evidence.hard.length > 0,
      weighable: hasLure(phish.evidence) && phish.structure >= phishingThresholds.campaign.structure,
    });
  }
  if (label !== 'phishing' && kind !== 'neutral') {
    const signals = { ...approach.evidence.cues, ...approach.evidence.letter };
    coldEmail.push({ ...place, signals, wanted: label === 'cold', hard: false, weighable: true });
  }
}

async function takeOwn(mails: readonly LabelledMail[], label: string): Promise<void> {
  for (const mail of mails) take(await contentOfOwn(mail), label, mail.name.split('/')[0]!, 'own mail');
}

function shareAlike(samples: readonly Sample[]): void {
  for (const alike of Map.groupBy(samples, ({ group }) => group).values()) {
    for (const sample of alike) sample.share = 1 / alike.length;
  }
}

type Fit = { weights: Record<string, number>; bias: number };

/** Gradient descent on the mean loss. A weight that would change its sign stays at zero. */
function regression(samples: readonly Sample[], set: Readonly<Record<string, number>>): Fit {
  const names = Object.keys(set);
  const weights: Record<string, number> = { ...set };
  let bias = 0;
  const whole = sumOf(samples);
  const wantedShare = sumOf(samples.filter(({ wanted }) => wanted)) / whole;
  const balance = (wanted: boolean): number => 0.5 / (wanted ? wantedShare : 1 - wantedShare);
  for (let step = 0; step < steps; step += 1) {
    const slope = Object.fromEntries(names.map((name) => [name, penalty * (weights[name]! - set[name]!)]));
    let biasSlope = 0;
    for (const { signals, wanted, share } of samples) {
      const chance = 1 / (1 + Math.exp(-scoreOf(signals, { weights, bias })));
      const off = ((chance - (wanted ? 1 : 0)) * balance(wanted) * share) / whole;
      for (const name in signals) {
        if (name in slope) slope[name]! += off * capped(signals[name]!);
      }
      biasSlope += off;
    }
    bias -= stepSize * biasSlope;
    for (const name of names) {
      const moved = weights[name]! - stepSize * slope[name]!;
      weights[name] = set[name]! > 0 ? Math.max(0, moved) : Math.min(0, moved);
    }
  }
  return { weights, bias };
}

function sumOf(samples: readonly Sample[]): number {
  return samples.reduce((sum, { share }) => sum + share, 0);
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
}

/**
 * Prints the accuracy of the whole decision, including hard facts: with weights fitted without the sample's group, and with the current
 * weights. Each fit uses the lowest threshold that spares enough of its honest mail.
 */
function printLeftOut(samples: readonly Sample[], set: Readonly<Record<string, number>>): void {
  const groups = [...new Set(samples.map(({ group }) => group))].sort();
  const foldOf = new Map(groups.map((group, index) => [group, index % folds]));
  const blocked = new Map<Sample, { fitted: boolean; asSet: boolean }>();
  const setFit = { weights: { ...set }, bias: 0 };
  for (let fold = 0; fold < folds; fold += 1) {
    const seen = samples.filter(({ group }) => foldOf.get(group) !== fold);
    const fit = regression(seen, set);
    const threshold = thresholdFor(seen, fit);
    for (const sample of samples) {
      if (foldOf.get(sample.group) !== fold) continue;
      const exceeds = (by: Fit, least: number) => sample.weighable && scoreOf(sample.signals, by) >= least;
      blocked.set(sample, {
        fitted: sample.hard || exceeds(fit, threshold),
        asSet: sample.hard || exceeds(setFit, phishingThresholds.campaign.total),
      });
    }
  }
  console.log('\nleft out, by cluster\tfitted\tas set\tclusters');
  for (const kind of [...variants, 'own mail']) {
    for (const wanted of [true, false]) {
      const alike = samples.filter((sample) => sample.kind === kind && sample.wanted === wanted);
      const clusters = [...Map.groupBy(alike, ({ group }) => group).values()];
      const share = (by: 'fitted' | 'asSet') =>
        clusters
          .map((each) => each.filter((sample) => blocked.get(sample)![by]).length / each.length)
          .reduce((sum, one) => sum + one, 0) / Math.max(1, clusters.length);
      const title = `${wanted ? 'phishing' : 'honest'}, ${kind}`;
      const shares = (['fitted', 'asSet'] as const).map((by) => `${(100 * share(by)).toFixed(1)} %`);
      console.log([title, ...shares, clusters.length].join('\t'));
    }
  }
}

/** Excludes honest mail with a neutral sender, because mail about another company is not honest from that sender. */
function thresholdFor(samples: readonly Sample[], fit: Fit): number {
  const honest = samples
    .filter(({ wanted, kind, weighable }) => !wanted && kind !== 'neutral' && weighable)
    .map(({ signals }) => scoreOf(signals, fit))
    .sort((a, b) => b - a);
  const all = samples.filter(({ wanted, kind }) => !wanted && kind !== 'neutral').length;
  return (honest[Math.floor(all * honestShareMax)] ?? 0) + Number.EPSILON;
}
