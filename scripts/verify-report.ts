/**
 * Reports the accuracy of the built-in content verifier on a corpus of labelled mail and on the project's test mail.
 *
 *   npm run verify:report -- PATH                     both halves of the corpus, and the project's mail that may be used for tuning
 *   npm run verify:report -- PATH --held-back         the project's held-back mail as well
 *   npm run verify:report -- PATH --learning-only     without the held-back half of the corpus
 *   npm run verify:report -- PATH --whole             mail never used for tuning: in total, by sender, source and cluster
 *   npm run verify:report -- --requests               mail of the project in many languages that asks for something
 *   npm run verify:report -- --sealed                 the half of that mail that is only for measuring
 *   npm run verify:report -- --campaigns              campaigns of the project in many languages
 *   npm run verify:report -- --sealed-campaigns       the half of the campaigns that is only for measuring
 */
import { needsVerification } from '../src/model/verification/content/needs-verification.ts';
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { verifyContent } from '../src/model/verification/content/verify-content.ts';
import { freshCold, freshHonest } from '../test/verification/fresh-mail.ts';
import * as ownMail from '../test/verification/own-mail.ts';
import { honestTwins, tricks } from '../test/verification/tricks.ts';
import {
  contentOfLine,
  readCampaigns,
  readRequestMail,
  type WrittenMail,
} from '../test/verification/written-mail.ts';
import {
  contentOf,
  contentOfOwn,
  corpusPath,
  type LabelledMail,
  type Row,
  readCorpus,
  type Split,
  splitOf,
} from './verification-corpus.ts';
import { variantsOf } from './verification-variants.ts';

type Count = {
  n: number;
  blocked: number;
  transactional: number;
  cleared: number;
  reasons: Map<string, number>;
};
/** Languages with an older lexicon, which are reported apart from the others. */
const seven = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']);
const fromOwnDomain = new Set(['wordy', 'nameless', 'business']);
const businessFraud = new Set(['changed_bank_details', 'payroll_change', 'gift_cards', 'reply_privately']);

const written = {
  '--requests': () => reportRequests('open'),
  '--sealed': () => reportRequests('sealed'),
  '--campaigns': () => reportCampaigns('open'),
  '--sealed-campaigns': () => reportCampaigns('sealed'),
};
const reportWritten = written[process.argv[2] as keyof typeof written];
if (reportWritten !== undefined) {
  reportWritten();
  process.exit();
}
const rows = readCorpus(corpusPath('verify:report'));
const options = process.argv.slice(3);

if (options.includes('--whole')) reportWhole();
else {
  for (const split of ['learning', 'heldBack'] as const) {
    if (split === 'heldBack' && options.includes('--learning-only')) continue;
    reportCorpus(split);
  }
}
await reportOwn();
reportTime();

type Half = 'open' | 'sealed';

function reportRequests(half: Half): void {
  const lines = readRequestMail(half).map((mail) => {
    const isCold = mail.request.startsWith('cold');
    const kind = mail.label === 'honest' ? 'honest' : isCold ? 'cold' : 'phishing';
    const groups = [kind, groupOfLanguages(kind, mail.language), `language ${mail.language}, ${mail.label}`];
    if (kind === 'phishing') groups.push(`phishing, ${mail.sender}`, `phishing, ${mail.request}`);
    if (kind === 'phishing' && fromOwnDomain.has(mail.sender)) groups.push('phishing, own domain');
    if (kind === 'phishing' && businessFraud.has(mail.request)) groups.push('phishing, business fraud');
    return { mail, groups };
  });
  reportVerdicts(`the mail that asks for something, ${half} half`, lines);
}

function reportCampaigns(half: Half): void {
  const lines = readCampaigns(half).map((mail) => {
    const { label, language } = mail;
    return { mail, groups: [label, groupOfLanguages(label, language), `language ${language}, ${label}`] };
  });
  reportVerdicts(`campaigns, ${half} half`, lines);
}

function groupOfLanguages(kind: string, language: string): string {
  return `${kind}, ${seven.has(language) ? 'seven' : 'other'} languages`;
}

/** Prints how many mails are blocked or need a review, with 95 % intervals. */
function reportVerdicts(title: string, lines: readonly { mail: WrittenMail; groups: string[] }[]): void {
  const kinds = new Map<string, { n: number; blocked: number; review: number }>();
  for (const { mail, groups } of lines) {
    const { verdict } = verifyContent(contentOfLine(mail));
    for (const group of groups) {
      const here = kinds.get(group) ?? { n: 0, blocked: 0, review: 0 };
      kinds.set(group, here);
      here.n += 1;
      if (verdict === 'block') here.blocked += 1;
      if (verdict === 'review') here.review += 1;
    }
  }
  console.log(title);
  console.log(['what', 'n', 'blocked', 'review', 'blocked or review %', '95 % interval'].join('\t'));
  for (const [name, { n, blocked, review }] of [...kinds].sort()) {
    const share = ((100 * (blocked + review)) / n).toFixed(1);
    console.log([name, n, blocked, review, share, interval(blocked + review, n)].join('\t'));
  }
}

/** The Wilson score interval of a share, in percent. */
function interval(hits: number, n: number): string {
  const z = 1.96;
  const share = hits / n;
  const middle = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const at = (value: number): string => ((100 * value) / (1 + (z * z) / n)).toFixed(1);
  return `${at(Math.max(0, middle - spread))} to ${at(middle + spread)}`;
}

function reportCorpus(split: Split): void {
  const kinds = new Map<string, Count>();
  const languages = new Map<string, Count>();
  for (const row of rows) {
    if (splitOf(row) !== split) continue;
    const wanted = row.label === 'phishing' || row.label === 'cold';
    const sender = row.spoofedSender ? 'neutral' : 'as written';
    const campaign = contentOf(row, 'campaign', sender);
    const verdicts = judged(campaign);
    count(kinds, row.label, verdicts);
    if (row.label.startsWith('legit')) count(kinds, 'all honest', verdicts);
    if (row.spoofedSender) {
      count(kinds, 'phishing, forged, neutral sender', verdicts);
      count(kinds, 'phishing, forged, as written', judged(contentOf(row, 'campaign')));
    }
    if (wanted || row.label.startsWith('legit'))
      count(languages, `${wanted ? 'bad' : 'honest'} ${row.lang}`, verdicts);
    if (row.label === 'phishing') count(languages, `phishing: ${row.subtype}`, verdicts);
  }
  print(`corpus, ${split}`, kinds);
  print(`corpus, ${split}, by language and kind`, languages);
}

/** Reports each row with each sender, by source. A cluster counts once, regardless of its rows. */
function reportWhole(): void {
  const kinds = new Map<string, Count>();
  const places = new Map<string, Count>();
  const clusters = new Map<string, Map<string, number[]>>();
  for (const row of rows) {
    const label = row.label.startsWith('legit') ? 'honest' : row.label;
    for (const [sender, content] of Object.entries(variantsOf(row))) {
      const verdicts = judged(content);
      count(kinds, `${label}, ${sender}`, verdicts);
      const blocks = Map.groupBy([verdicts.campaign.verdict === 'block' ? 1 : 0], () => row.cluster);
      const known = clusters.get(`${label}, ${sender}`) ?? new Map<string, number[]>();
      for (const [cluster, [block]] of blocks) known.set(cluster, [...(known.get(cluster) ?? []), block!]);
      clusters.set(`${label}, ${sender}`, known);
      if (sender === 'as written') count(places, `${row.label}, ${row.source.split(/[ :/]/)[0]}`, verdicts);
    }
  }
  print('all of it, by sender', kinds);
  print('as written, by where it is from', places);
  console.log('\nby cluster\tclusters\tblocked %');
  for (const [name, known] of [...clusters].sort()) {
    const shares = [...known.values()].map((each) => each.reduce((sum, one) => sum + one, 0) / each.length);
    const share = (100 * shares.reduce((sum, one) => sum + one, 0)) / shares.length;
    console.log([name, shares.length, share.toFixed(1)].join('\t'));
  }
}

async function reportOwn(): Promise<void> {
  const sets: Record<string, readonly LabelledMail[]> = {
    'risky honest': [...ownMail.riskyHonest, ...ownMail.riskyHonestHeldBack],
    'honest twins of tricks': honestTwins,
    cold: [...ownMail.cold, ...ownMail.coldHeldBack],
    tricks,
  };
  if (options.includes('--held-back')) {
    sets['fresh honest, held back'] = freshHonest;
    sets['fresh cold, held back'] = freshCold;
  }
  const counts = new Map<string, Count>();
  for (const [name, mails] of Object.entries(sets)) {
    for (const mail of mails) count(counts, name, judged(await contentOfOwn(mail)));
  }
  print('the project’s own mail', counts);
}

type Verdict = ReturnType<typeof verifyContent>;
type Judged = { campaign: Verdict; transactional: Verdict; cleared: boolean };

function judged(campaign: VerifiedContent): Judged {
  const transactional: VerifiedContent = { ...campaign, purpose: 'transactional' };
  const verdicts = {
    campaign: verifyContent(campaign),
    transactional: verifyContent(transactional),
    cleared: !needsVerification(transactional),
  };
  if (verdicts.cleared && verdicts.transactional.verdict === 'block') {
    console.error(`needsVerification clears what is blocked: ${campaign.subject}`);
    process.exitCode = 1;
  }
  return verdicts;
}

function count(counts: Map<string, Count>, name: string, { campaign, transactional, cleared }: Judged): void {
  const here = counts.get(name) ?? { n: 0, blocked: 0, transactional: 0, cleared: 0, reasons: new Map() };
  counts.set(name, here);
  here.n += 1;
  if (transactional.verdict === 'block') here.transactional += 1;
  if (cleared) here.cleared += 1;
  if (campaign.verdict !== 'block') return;
  here.blocked += 1;
  for (const reason of campaign.blockReasons) here.reasons.set(reason, (here.reasons.get(reason) ?? 0) + 1);
}

function print(title: string, counts: ReadonlyMap<string, Count>): void {
  console.log(`\n${title}`);
  console.log(['what', 'n', 'blocked', '%', 'as transactional', 'cleared quickly', 'reasons'].join('\t'));
  for (const [name, { n, blocked, transactional, cleared, reasons }] of [...counts].sort()) {
    const share = ((100 * blocked) / n).toFixed(1);
    const why = [...reasons].sort((a, b) => b[1] - a[1]).map(([reason, times]) => `${reason} ${times}`);
    console.log([name, n, blocked, share, transactional, cleared, why.join(', ')].join('\t'));
  }
}

/** Reports times in milliseconds for bodies of about 100 KB, each assembled from one row. */
function reportTime(): void {
  const bodyCharacters = 100_000;
  const bodiesMax = 60;
  const times: number[] = [];
  for (const row of evenly(
    rows.filter(({ html }) => html !== undefined),
    bodiesMax,
  )) {
    const html = row.html!.repeat(Math.ceil(bodyCharacters / row.html!.length)).slice(0, bodyCharacters);
    const content = { ...contentOf(row, 'campaign'), html };
    const begin = performance.now();
    verifyContent(content);
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(1);
  console.log(`\na body of 100 KB: median ${at(0.5)} ms, p95 ${at(0.95)} ms (${times.length} bodies)`);
}

function evenly(all: readonly Row[], most: number): Row[] {
  const every = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, index) => index % every === 0).slice(0, most);
}
