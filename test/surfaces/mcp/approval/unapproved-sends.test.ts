import { beforeEach, describe, expect, it } from 'vitest';
import { findBudgetKey, spendAllowance } from '../../../../src/engine/approval/allowance.ts';
import type { Caller } from '../../../../src/engine/context/caller.ts';
import { sweep } from '../../../../src/engine/worker/sweep.ts';
import { dayMs, minuteMs } from '../../../../src/model/instant.ts';
import { unapprovedPeopleMax } from '../../../../src/model/sending/unapproved-people.ts';
import type { Fields } from '../../../../src/model/text/fields.ts';
import { openPostgres } from '../../../../src/store/postgres/database.ts';
import type {
  Answered,
  Conversation,
  InputWanted,
} from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { callTool } from '../../../../src/surfaces/mcp/tools/call-tool.ts';
import { mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { catalogue } from '../../../../tools/index.ts';
import { callerIn, settle } from '../../../engine/approval/preview-scene.ts';
import { mcpUrl } from '../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { freshPostgres } from '../../../world/postgres/postgres.ts';
import { simulatedClock } from '../../../world/simulated/clock.ts';
import { freshFile } from '../content/fresh-file.ts';
import { plainClient, textsOf } from './approved-scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type ToolResult = any;

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const tooMany =
  'Nothing was sent: an assistant mails at most 10 people in 15 minutes and 40 in 24 hours without an approval, and this would be one more';

onBothDatabases((place) => {
  let here: Place;
  let context: ReturnType<typeof mcpContext>;
  let caller: Caller;
  beforeEach(async () => {
    here = place();
    context = mcpContext(here.platform.platform.engine, catalogue, '2.1.0', { confirmBy: 'assistant' });
    caller = await callerIn(here);
  });

  const say = async (
    name: string,
    given: Fields,
    saying: Partial<Conversation> = {},
    by = caller,
  ): Promise<ToolResult> => {
    const talk = { ...plainClient, ...saying };
    const came = await callTool(context, by, context.tools.get(name)!, given, talk, () => true);
    return 'inputRequests' in came ? came : JSON.parse(textsOf(came)[0]!);
  };
  const sendTo = (to: unknown, more: Fields = {}, by = caller) =>
    say('send_email', { ...mail, to, ...more }, {}, by);
  const person = (index: number) => `person-${index}@mailbox.dev`;
  const mailTen = async () => {
    for (let index = 0; index < unapprovedPeopleMax; index += 1) {
      expect((await sendTo(person(index))).id).toMatch(/^eml_/);
    }
  };
  const mailed = async () => (await here.use('list_emails', { limit: 100 })).data.length;

  describe('mail to single people in turn', () => {
    it('needs an approval from the eleventh person on, and approved mail does not count', async () => {
      await mailTen();
      const asked = await sendTo(person(10));
      expect(asked).toMatchObject({
        name: 'confirmation_required',
        message: tooMany,
        details: { reason: 'not_confirmed', preview: { recipients: 1, to: [person(10)] } },
      });
      expect(asked.details.preview.warnings[0]).toMatch(
        /^Asked because an assistant mails at most 10 people/,
      );
      expect(await mailed()).toBe(10);
      const { confirmation_token } = asked.details;
      expect((await sendTo(person(10), { confirmation_token })).id).toMatch(/^eml_/);
      expect((await sendTo(person(10))).name).toBe('confirmation_required');
      expect((await sendTo(person(0))).id).toMatch(/^eml_/);
      expect((await sendTo('someone@example.com')).id).toMatch(/^eml_/);
      await here.platform.clock.advance(15 * minuteMs);
      expect((await sendTo([person(10)])).id).toMatch(/^eml_/);
    });

    it('is counted correctly for many parallel calls', async () => {
      const came = await Promise.all(Array.from({ length: 100 }, (_, index) => sendTo(person(index))));
      expect(came.filter(({ id }) => id)).toHaveLength(10);
      expect(came.filter(({ name }) => name === 'confirmation_required')).toHaveLength(90);
      expect(await mailed()).toBe(10);
    });

    it('is counted for each call in an array of calls', async () => {
      const calls = Array.from({ length: 25 }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'send_email', arguments: { ...mail, to: person(id) } },
      }));
      const { platform } = here.platform;
      const response = await platform.http.fetch(
        new Request(mcpUrl, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${here.token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify(calls),
        }),
      );
      const text = await response.text();
      expect(text.split(tooMany).length - 1).toBe(15);
      expect(await mailed()).toBe(10);
    });

    it('does not count test recipients, repeats and failed sends', async () => {
      for (let index = 0; index < 12; index += 1) {
        expect((await sendTo(`fixture-${index}@example.com`)).id).toMatch(/^eml_/);
        expect((await sendTo(person(index), { markdown: '', idempotency_key: `bad-${index}` })).name).toBe(
          'validation_error',
        );
        expect((await sendTo(person(0), { idempotency_key: 'once' })).id).toMatch(/^eml_/);
      }
      for (let index = 1; index < 10; index += 1) {
        expect((await sendTo(person(index))).id).toMatch(/^eml_/);
      }
      expect((await sendTo(person(10))).message).toBe(tooMany);
    });

    it('is counted for every tool that mails one person', async () => {
      await settle(here, { doubleOptIn: true });
      caller = await callerIn(here);
      for (let index = 0; index < 3; index += 1) {
        expect((await sendTo(person(index))).id).toBeDefined();
        expect((await say('send_test_email', { ...mail, to: [person(10 + index)] })).data).toHaveLength(1);
        expect((await say('create_subscriber', { email: person(20 + index) })).status).toBe('PENDING');
      }
      expect((await say('track_event', { name: 'seen', email: person(30) })).name).toBe('⟦seen⟧');
      for (const [name, given] of [
        ['send_email', { ...mail, to: person(40) }],
        ['send_test_email', { ...mail, to: [person(40)] }],
        ['create_subscriber', { email: person(40) }],
        ['track_event', { name: 'seen', email: person(40) }],
      ] as const) {
        expect(await say(name, given)).toMatchObject({ name: 'confirmation_required', message: tooMany });
      }
      expect((await say('create_subscriber', { email: person(41), doubleOptIn: false })).status).toBe(
        'ACTIVE',
      );
    });

    it('is not counted if its recipient is suppressed at acceptance', async () => {
      const suppressed = Array.from({ length: 11 }, (_, index) => person(index));
      await here.use('add_suppressions', { emails: suppressed, scope: 'all' });
      for (const to of suppressed) {
        expect((await say('send_test_email', { ...mail, to: [to] })).data).toHaveLength(1);
      }
      for (let index = 11; index < 21; index += 1) {
        expect((await say('send_test_email', { ...mail, to: [person(index)] })).data).toHaveLength(1);
      }
      expect((await say('send_test_email', { ...mail, to: [person(21)] })).message).toBe(tooMany);
    });

    it('is counted once for all tokens derived from one token', async () => {
      const root = await callerIn(here, { name: 'root' });
      const minted: Caller[] = [];
      for (let by = root, each = 0; each < 3; each += 1) {
        const wish = { name: `minted ${each}`, scopes: ['full_access'] };
        const { confirmation_token } = (await say('create_token', wish, {}, by)).details;
        const { id } = await say('create_token', { ...wish, confirmation_token }, {}, by);
        const { tokens } = here.platform.platform.engine.store.forOrganization(caller.organization.key);
        by = { ...caller, token: (await tokens.byId(id))! };
        minted.push(by);
      }
      for (let index = 0; index < unapprovedPeopleMax; index += 1) {
        expect((await sendTo(person(index), {}, minted[index % 3])).id).toMatch(/^eml_/);
      }
      for (const by of [root, ...minted]) expect((await sendTo(person(10), {}, by)).message).toBe(tooMany);
    });

    it('is counted separately for each token and organization', async () => {
      await mailTen();
      const other = await callerIn(here, { name: 'another' });
      expect((await sendTo(person(10), {}, other)).id).toMatch(/^eml_/);
      const elsewhere = here.platform.caller(
        'mcp',
        (await here.platform.addOrganization('Else')).organization,
      );
      expect((await sendTo(person(10), {}, elsewhere)).id).toMatch(/^eml_/);
    });

    it('needs an approval in a form if the client has forms', async () => {
      const given = { ...mail, to: person(10) };
      await mailTen();
      const wanted: InputWanted = await say('send_email', given, { elicits: true });
      expect(JSON.stringify(wanted.inputRequests)).toContain('mails at most 10 people in 15 minutes');
      const answer = { elicits: true, requestState: wanted.requestState };
      // A pending approval is still needed, although the count has expired meanwhile.
      await here.platform.clock.advance(15 * minuteMs - 1);
      expect((await say('send_email', given, answer)).details.reason).toBe('not_confirmed');
      const yes = { confirm: { action: 'accept', content: { confirm: true } } };
      expect((await say('send_email', given, { ...answer, inputResponses: yes })).id).toMatch(/^eml_/);
    });
  });

  describe('the count of mailed people', () => {
    const take = async (addresses: readonly string[], by = caller): Promise<boolean> => {
      const { engine } = here.platform.platform;
      const budget = await findBudgetKey(engine, by);
      const whose = { organization: here.organization.key, budget, now: here.platform.clock.now() };
      return await engine.store.database.transaction((queries) =>
        spendAllowance(queries, engine, whose, addresses),
      );
    };
    const rows = async () => {
      const { reader } = here.platform.platform.engine.store.database;
      return await reader.all<{ caller: string; people: string }>(
        'SELECT caller, people FROM unasked_mail WHERE organization = $1 ORDER BY caller',
        [here.organization.key],
      );
    };

    it('ignores the spelling of addresses and stores no address', async () => {
      for (let index = 0; index < 12; index += 1) {
        expect(await take([index % 2 ? 'Ada@Mailbox.dev' : '"Ada" <ada@mailbox.dev>'])).toBe(true);
      }
      const [row, ...more] = await rows();
      expect([more, JSON.parse(row!.people)]).toEqual([
        [],
        [expect.objectContaining({ at: here.platform.clock.now() })],
      ]);
      expect(row!.people).not.toMatch(/ada|mailbox/i);
    });

    it('is stored in one row per caller, with at most the allowed number of people, until the cleanup', async () => {
      const token = await callerIn(here, { name: 'another' });
      for (let index = 0; index < 40; index += 1) await take([person(index)]);
      for (let index = 0; index < 3; index += 1) await take([person(index)], token);
      const kept = await rows();
      expect(kept.map((row) => [row.caller, JSON.parse(row.people).length])).toEqual([
        ['operator', 10],
        [token.token!.id, 3],
      ]);
      await here.platform.clock.advance(10 * minuteMs);
      await take([person(0)], token);
      await here.platform.clock.advance(dayMs - 10 * minuteMs);
      await sweep(here.platform.platform.engine);
      expect((await rows()).map((row) => row.caller)).toEqual([token.token!.id]);
      await here.platform.clock.advance(10 * minuteMs);
      await sweep(here.platform.platform.engine);
      expect(await rows()).toEqual([]);
    });
  });
});

describe.each(['SQLite', 'PostgreSQL'])('several processes on one %s', (kind) => {
  const open = async (): Promise<{ start(seed: number): Promise<SimulatedPlatform>; remove(): unknown }> => {
    const clock = simulatedClock();
    if (kind === 'SQLite') {
      const file = freshFile();
      return { start: (seed) => openPlatform({ database: file.open(), clock, seed }), remove: file.remove };
    }
    const { url, drop } = await freshPostgres();
    return {
      start: async (seed) => openPlatform({ database: await openPostgres(url), clock, seed }),
      remove: drop,
    };
  };
  const assistantIn = (platform: SimulatedPlatform) => {
    const context = mcpContext(platform.platform.engine, catalogue, '2.1.0', { confirmBy: 'assistant' });
    return async (name: string, given: Fields): Promise<ToolResult> => {
      const caller = platform.caller('mcp');
      const came = await callTool(context, caller, context.tools.get(name)!, given, plainClient, () => true);
      return JSON.parse(textsOf(came as Answered)[0]!);
    };
  };
  const to = (index: number) => ({ ...mail, to: `person-${index}@mailbox.dev` });

  it('share the count of people, in sequence and in parallel', async () => {
    const { start, remove } = await open();
    const first = await start(1);
    const say = assistantIn(first);
    for (let index = 0; index < 5; index += 1) expect((await say('send_email', to(index))).id).toBeDefined();
    await first.close();
    const [second, third] = [await start(2), await start(3)];
    try {
      const [here, there] = [assistantIn(second), assistantIn(third)];
      const came = await Promise.all(
        Array.from({ length: 40 }, (_, index) => [here, there][index % 2]!('send_email', to(5 + index))),
      );
      expect(came.filter(({ id }) => id)).toHaveLength(5);
      expect(came.filter(({ message }) => message === tooMany)).toHaveLength(35);
      expect(await there('create_subscriber', { email: 'eve@mailbox.dev', doubleOptIn: true })).toMatchObject(
        {
          name: 'confirmation_required',
          message: tooMany,
        },
      );
    } finally {
      await second.close();
      await third.close();
      await remove();
    }
  });

  it('do not count a person for another tool if the mail failed', async () => {
    const { start, remove } = await open();
    const [one, two] = [await start(1), await start(2)];
    try {
      const [here, there] = [assistantIn(one), assistantIn(two)];
      for (let index = 0; index < 20; index += 1) {
        expect((await here('send_email', { ...to(index), from: 'unknown' })).name).toBe(
          'invalid_from_address',
        );
      }
      for (let index = 20; index < 30; index += 1) {
        expect((await there('send_email', to(index))).id).toBeDefined();
      }
      expect((await here('send_email', to(30))).message).toBe(tooMany);
    } finally {
      await one.close();
      await two.close();
      await remove();
    }
  });
});
