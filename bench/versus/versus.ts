/**
 * Compares this tree with another commit. Both programs are built, started as separate processes and called only over the network,
 * so that any commit with the same protocols can be measured. Rounds alternate, so that a change in the machine's speed affects both
 * rounds of a pair.
 *
 *   npm run bench -- versus REF           every part, about fifteen minutes
 *   npm run bench -- versus REF --short   the parts that cost most, in about three minutes
 *   npm run bench -- versus REF send SMTP 'MCP get'   some parts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dnsServer } from '../../test/world/simulated/dns-server.ts';
import { startChild } from '../processes.ts';
import { median, printTable, type Row, whole } from '../table.ts';
import { buildProgram, checkOut, removeOnExit } from './checkout.ts';
import { type PartName, parts } from './parts.ts';
import {
  costRatioMax,
  describeRatio,
  describeVerdict,
  judgeCost,
  pairedRatio,
  type Ratio,
  type Round,
} from './ratios.ts';
import { killServers } from './served.ts';
import { type Side, startSide } from './sides.ts';

type Form = { rounds: number; parts: readonly PartName[] };

const everyPart = Object.keys(parts) as PartName[];
const longForm: Form = { rounds: 15, parts: everyPart };
const shortForm: Form = {
  rounds: 7,
  parts: ['send', 'batch of 100', 'list', 'MCP send', 'SMTP', 'campaign mail', 'start'],
};
/** Warm-up for each side, over all parts. */
const warmUpSecondsMin = 10;
const warmUpSecondsEach = 2;

type Measured = Record<'ours' | 'theirs', Round[]>;

/** @throws if the commit cannot be checked out, built or started */
export async function compareWithCommit(words: readonly string[]): Promise<void> {
  const [ref, ...rest] = words.filter((word) => word !== '--short');
  if (ref === undefined) throw new Error('name a commit: npm run bench -- versus REF');
  const form = words.includes('--short') ? shortForm : longForm;
  const names = rest.length === 0 ? form.parts : rest.map(partNamed);
  const here = fileURLToPath(new URL('../..', import.meta.url));

  const folder = mkdtempSync(join(tmpdir(), 'posthouse-bench-'));
  removeOnExit(() => {
    killServers();
    // A killed server may still have files open.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  say(`checking out ${ref}`);
  const other = checkOut(here, ref);
  removeOnExit(other.remove);
  say('building both');
  buildProgram(here);
  buildProgram(other.root);

  const dns = await dnsServer({});
  const sink = startChild('./sink.ts', [], 'measuring');
  const { port: relayPort } = await sink.line<{ port: number }>();
  const ours = await startSide(here, join(folder, 'ours'), { relayPort, dns });
  const theirs = await startSide(other.root, join(folder, 'theirs'), { relayPort, dns });
  const measured = await alternate({ ours, theirs }, { ...form, parts: names });
  await ours.stop();
  await theirs.stop();
  await sink.stop();
  await dns.close();
  report(measured, ref);
}

async function alternate(sides: Record<keyof Measured, Side>, form: Form): Promise<Map<PartName, Measured>> {
  const warmUpSeconds = Math.max(warmUpSecondsEach, warmUpSecondsMin / form.parts.length);
  for (const side of [sides.ours, sides.theirs]) {
    for (const name of form.parts) {
      say(`warming up ${name}`);
      const until = performance.now() + warmUpSeconds * 1_000;
      while (performance.now() < until) await parts[name].measure(side);
    }
  }
  const measured = new Map<PartName, Measured>(form.parts.map((name) => [name, { ours: [], theirs: [] }]));
  for (let round = 0; round < form.rounds; round += 1) {
    say(`round ${round + 1} of ${form.rounds}`);
    for (const [name, rounds] of measured) {
      // The side that runs second may find the machine warmer or busier, so the order alternates.
      const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
      for (const side of order) rounds[side].push(await parts[name].measure(sides[side]));
    }
  }
  return measured;
}

function report(measured: Map<PartName, Measured>, ref: string): void {
  const costs: { name: string; ratio: Ratio }[] = [];
  const rows: Row[] = [];
  for (const [name, { ours, theirs }] of measured) {
    const ratio = pairedRatio(costsOf(ours), costsOf(theirs));
    costs.push({ name, ratio });
    rows.push({
      what: name,
      measured: describeRounds(ours, parts[name].unit),
      beside: describeRounds(theirs, parts[name].unit),
      ratio: describeRates(ours, theirs),
      goal: `${describeRatio(ratio)}${judgeCost(ratio) === 'fine' ? '' : ` ${judgeCost(ratio)}`}`,
    });
  }
  printTable(rows, {
    what: 'Operation',
    measured: 'This tree',
    beside: ref,
    ratio: 'Rate, this tree over the other (quartiles)',
    goal: `Cost, this tree over the other (quartiles); over: above ${costRatioMax}`,
  });
  process.stdout.write(`\n${describeVerdict(costs, ref)}\n`);
}

function describeRounds(rounds: readonly Round[], unit: string): string {
  const cost = `${whole(median(costsOf(rounds)))} ${unit}`;
  const rates = ratesOf(rounds);
  return rates === null || unit === 'ms' ? cost : `${cost}, ${whole(median(rates))}/s`;
}

function describeRates(ours: readonly Round[], theirs: readonly Round[]): string {
  const [rates, otherRates] = [ratesOf(ours), ratesOf(theirs)];
  return rates && otherRates ? describeRatio(pairedRatio(rates, otherRates)) : '';
}

function costsOf(rounds: readonly Round[]): number[] {
  return rounds.map(({ cost }) => cost);
}

function ratesOf(rounds: readonly Round[]): number[] | null {
  const rates = rounds.map(({ perSecond }) => perSecond);
  return rates.every((rate) => rate !== null) ? rates : null;
}

function partNamed(name: string): PartName {
  const found = everyPart.find((part) => part === name);
  if (found === undefined) throw new Error(`no part named ${name}; there are ${everyPart.join(', ')}`);
  return found;
}

function say(step: string): void {
  process.stderr.write(`${step} …\n`);
}
