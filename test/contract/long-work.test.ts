import { describe, expect, test } from 'vitest';
import { invoke, type Outcome } from '../../src/contract/invoke.ts';
import type { Engine } from '../../src/engine/context/scope.ts';
import { Failure } from '../../src/model/failure.ts';
import type { ContentVerifier } from '../../src/world/verifier.ts';
import { catalogue } from '../../tools/index.ts';
import { mail, open } from '../spec/scene.ts';
import { verifies } from '../spec/verifies.ts';
import { sendable } from '../tools/campaigns/scene.ts';
import type { SimulatedPlatform } from '../world/platform.ts';

type Telling = { done: number; total: number | undefined };

/**
 * Calls a tool as an assistant with progress, and cancels at the progress report with this number, from 1.
 */
async function useListening(
  platform: SimulatedPlatform,
  name: string,
  input: unknown,
  {
    cancelAt,
    engine = platform.platform.engine,
    controller = new AbortController(),
  }: {
    cancelAt?: number;
    engine?: Engine;
    controller?: AbortController;
  } = {},
): Promise<{ result: Telling[]; outcome: Outcome | Failure }> {
  const result: Telling[] = [];
  const progress = (done: number, total?: number): void => {
    result.push({ done, total });
    if (result.length === cancelAt) controller.abort();
  };
  const tool = catalogue.find((one) => one.name === name)!;
  const listening = { signal: controller.signal, progress };
  const outcome = await invoke(engine, tool, platform.caller('mcp'), input, undefined, listening).catch(
    (error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    },
  );
  return { result, outcome };
}

/** Returns the database content except the log of calls, as text. */
async function held({ platform: { engine } }: SimulatedPlatform): Promise<string> {
  const { reader } = engine.store.database;
  const tables = await reader.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name <> 'audit_entries' ORDER BY name",
    [],
  );
  const rows = [];
  for (const { name } of tables) rows.push([name, await reader.all(`SELECT * FROM ${name}`, [])]);
  return JSON.stringify(rows);
}

const domains = ['a.com', 'b.com', 'c.com', 'd.com'];

async function scene(): Promise<SimulatedPlatform> {
  // Calls the tools without a confirmation step.
  const platform = await open({ confirm: 'never' });
  for (const domain of domains) {
    platform.resolver.zone.set(domain, { mx: [{ exchange: `mx.${domain}`, priority: 10 }] });
  }
  await platform.call('add_domain', { name: 'acme.com' });
  for (const domain of domains) await platform.call('create_subscriber', { email: `ada@${domain}` });
  return platform;
}

async function campaignIn({ call }: SimulatedPlatform): Promise<string> {
  const variants = [{ subject: 'One' }, { subject: 'Two' }, { subject: 'Three' }];
  const { output } = await call('create_campaign', {
    ...sendable,
    tracking: { opens: true },
    abTest: { variants, metric: 'opens', percent: 20, waitMinutes: 60 },
  });
  return (output as { id: string }).id;
}

const emails = domains.map((domain) => mail({ to: `ada@${domain}`, markdown: `Your order at ${domain}` }));
const manyRows = Array.from({ length: 2_500 }, (_, n) => `person-${n}@example.com`).join('\n');

type Work = [tool: string, input: (platform: SimulatedPlatform) => unknown];
const counted: Work[] = [
  ['verify_email_addresses', () => ({ emails: ['not one', ...domains.map((one) => `ada@${one}`)] })],
  ['save_subscribers', () => ({ subscribers: domains.map((one) => ({ email: `bob@${one}` })) })],
  ['import_suppressions', () => ({ csv: `email\n${manyRows}` })],
  ['send_email_batch', () => ({ emails })],
  ['send_email_batch', () => ({ emails: [...emails, mail({ to: 'unknown' })], validation: 'permissive' })],
  ['verify_domain', () => ({ id: 'acme.com' })],
  ['send_campaign', async (platform) => ({ campaignId: await campaignIn(platform) })],
];

describe('a long call', () => {
  test.each(counted)('of %s reports progress that increases and ends at its total', async (name, input) => {
    const platform = await scene();
    const { result, outcome } = await useListening(platform, name, await input(platform));
    expect(outcome).not.toBeInstanceOf(Failure);
    expect(result.length).toBeGreaterThan(0);
    for (const [index, { done, total }] of result.entries()) {
      expect(done).toBeGreaterThan(result[index - 1]?.done ?? 0);
      expect(total).toBe(result[0]!.total);
    }
    expect(result.at(-1)!.done).toBe(result[0]!.total);
  });

  test('on a thousand addresses reports at most a hundred steps', async () => {
    const platform = await scene();
    const many = Array.from({ length: 1_000 }, (_, n) => `ada@nowhere-${n}.com`);
    const { result } = await useListening(platform, 'verify_email_addresses', { emails: many });
    expect(result.length).toBeGreaterThan(10);
    expect(result.length).toBeLessThanOrEqual(101);
  });

  test('on an audience reports no total until the size is known', async () => {
    const platform = await scene();
    const campaignId = await campaignIn(platform);
    const { result } = await useListening(platform, 'preview_campaign_audience', { campaignId });
    expect(result).toEqual([{ done: domains.length, total: undefined }]);
  });

  test.each([...counted, ['preview_campaign_audience', counted.at(-1)![1]] as Work])(
    'of %s leaves nothing or the complete result when it is cancelled at any step',
    async (name, input) => {
      const steps = new Set<string>();
      for (let cancelAt = 1; ; cancelAt += 1) {
        const platform = await scene();
        const given = await input(platform);
        const before = await held(platform);
        const { result, outcome } = await useListening(platform, name, given, { cancelAt });
        if (result.length < cancelAt) break;
        const cancelled = outcome instanceof Failure;
        if (cancelled) {
          expect(outcome.failure).toBe('cancelled');
          expect(await held(platform)).toBe(before);
          expect(result).toHaveLength(cancelAt);
        }
        steps.add(cancelled ? 'nothing' : 'everything');
        const { output } = await platform.call('list_audit_log', { tool: name });
        const { data } = output as { data: { outcome: string }[] };
        const reads = catalogue.find((tool) => tool.name === name)!.effect === 'read';
        expect(data.map((one) => one.outcome)).toEqual(reads ? [] : [cancelled ? 'cancelled' : 'done']);
        expect(platform.log.filter(({ level }) => level === 'error')).toEqual([]);
        expect(cancelAt).toBeLessThan(50);
      }
      expect(steps.size).toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('a cancelled batch', () => {
  verifies('cancel.nothing-or-all', 'is not accepted at all before its last mail is verified', async () => {
    const platform = await scene();
    const { outcome } = await useListening(platform, 'send_email_batch', { emails }, { cancelAt: 3 });
    expect(outcome).toMatchObject({ failure: 'cancelled' });
    expect((await platform.call('list_emails', {})).output).toMatchObject({ data: [] });
  });

  verifies('cancel.nothing-or-all', 'is accepted completely after it reached the gates', async () => {
    const platform = await scene();
    const { engine } = platform.platform;
    const controller = new AbortController();
    const handing: Engine = {
      ...engine,
      accept: {
        submit(submission) {
          const accepting = engine.accept.submit(submission);
          controller.abort();
          return accepting;
        },
      },
    };
    const more = { engine: handing, controller };
    const { outcome } = await useListening(platform, 'send_email_batch', { emails }, more);
    expect(outcome).toMatchObject({ output: { data: emails.map(() => ({ id: expect.any(String) })) } });
    const { data } = (await platform.call('list_emails', {})).output as { data: unknown[] };
    expect(data).toHaveLength(emails.length);
  });
});

describe('a pending query', () => {
  const silent: ContentVerifier = { verify: () => new Promise(() => {}) };

  test.each([
    ['verify_content', () => ({ from: 'Acme <hello@acme.com>', subject: 'News', markdown: 'Hello' })],
    ['send_campaign', async (platform: SimulatedPlatform) => ({ campaignId: await bareCampaign(platform) })],
  ])('to a silent verifier ends when %s is cancelled', async (name, input) => {
    const asked = Promise.withResolvers<void>();
    let speaks = true;
    const verifier: ContentVerifier = {
      async verify(request) {
        if (speaks) return { verdict: 'pass', blockReasons: [], badges: [], guidance: '' };
        asked.resolve();
        return await silent.verify(request);
      },
    };
    const platform = await open({ verifier });
    const given = await input(platform);
    speaks = false;
    const controller = new AbortController();
    const using = useListening(platform, name, given, { controller });
    await asked.promise;
    controller.abort();
    expect((await using).outcome).toMatchObject({ failure: 'cancelled' });
    // No time passes, because this world's clock stands still.
    expect(platform.clock.now()).toBe(Date.UTC(2026, 0, 1));
  });

  test.each([
    ['verify_domain', { id: 'acme.com' }],
    ['verify_email_addresses', { emails: Array.from({ length: 200 }, (_, n) => `ada@slow-${n}.com`) }],
  ])('to a silent DNS server ends when %s is cancelled', async (name, input) => {
    const platform = await scene();
    const { engine } = platform.platform;
    const asked = Promise.withResolvers<void>();
    let questions = 0;
    const never = () => {
      questions += 1;
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const resolver = { ...engine.world.resolver, mx: never, txt: never, cname: never, addresses: never };
    const slow: Engine = { ...engine, world: { ...engine.world, resolver } };
    const controller = new AbortController();
    const using = useListening(platform, name, input, { engine: slow, controller });
    await asked.promise;
    const begun = questions;
    controller.abort();
    const { outcome, result } = await using;
    expect(outcome).toMatchObject({ failure: 'cancelled' });
    // Pending queries end by their own deadline; no more are sent or reported.
    await platform.clock.advance(60_000);
    expect([questions, result]).toEqual([begun, []]);
    expect(platform.clock.timers()).toBe(0);
  });
});

async function bareCampaign({ call }: SimulatedPlatform): Promise<string> {
  return ((await call('create_campaign', sendable)).output as { id: string }).id;
}
