import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/engine/scope.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import { callTool } from '../../../src/surfaces/mcp/call-tool.ts';
import type { Fields } from '../../../src/surfaces/mcp/fields.ts';
import { mcpHouse } from '../../../src/surfaces/mcp/house.ts';
import type { Conversation, InputWanted } from '../../../src/surfaces/mcp/offer.ts';
import { posthouseOffer } from '../../../src/surfaces/mcp/posthouse-offer.ts';
import { unaskedMail, unaskedPeopleMax } from '../../../src/surfaces/mcp/unasked-mail.ts';
import { catalogue } from '../../../tools/index.ts';
import { callerIn, settle } from '../../engine/foresee-scene.ts';
import { mcpUrl } from '../../spec/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Told = any;

const silent: Conversation = {
  client: 'a test 1.0',
  elicits: false,
  inputResponses: undefined,
  requestState: undefined,
  signal: new AbortController().signal,
  progress() {},
  sdk: undefined,
};
const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const tooMany =
  'Nothing was sent: more than 10 people were mailed within 15 minutes without a word of a person';

onBothDatabases((place) => {
  let here: Place;
  let house: ReturnType<typeof mcpHouse>;
  let caller: Caller;
  beforeEach(async () => {
    here = place();
    house = mcpHouse(here.platform.platform.engine, catalogue, '2.1.0');
    caller = await callerIn(here);
  });

  const say = async (
    name: string,
    given: Fields,
    saying: Partial<Conversation> = {},
    by = caller,
  ): Promise<Told> => {
    const talk = { ...silent, ...saying };
    const came = await callTool(house, by, house.tools.get(name)!, given, talk, () => true);
    return 'inputRequests' in came ? came : JSON.parse(String(came.content[0]!.text));
  };
  const sendTo = (to: unknown, more: Fields = {}, by = caller) =>
    say('send_email', { ...mail, to, ...more }, {}, by);
  const person = (index: number) => `person-${index}@mailbox.dev`;
  const mailTen = async () => {
    for (let index = 0; index < unaskedPeopleMax; index += 1) {
      expect((await sendTo(person(index))).id).toMatch(/^eml_/);
    }
  };
  const mailed = async () => (await here.use('list_emails', { limit: 100 })).data.length;

  describe('mail to one person after another', () => {
    it('is asked about from the eleventh on, and the confirmed one does not count', async () => {
      await mailTen();
      const asked = await sendTo(person(10));
      expect(asked).toMatchObject({
        name: 'confirmation_required',
        message: tooMany,
        details: { reason: 'not_confirmed', preview: { recipients: 1, to: [person(10)] } },
      });
      expect(asked.details.preview.warnings[0]).toMatch(/^Asked because more than 10 people were mailed/);
      expect(await mailed()).toBe(10);
      const { confirmation_token } = asked.details;
      expect((await sendTo(person(10), { confirmation_token })).id).toMatch(/^eml_/);
      expect((await sendTo(person(10))).name).toBe('confirmation_required');
      expect((await sendTo(person(0))).id).toMatch(/^eml_/);
      expect((await sendTo('anybody@example.com')).id).toMatch(/^eml_/);
      await here.platform.clock.advance(15 * minuteMs);
      expect((await sendTo([person(10)])).id).toMatch(/^eml_/);
    });

    it('is counted of many calls at once', async () => {
      const came = await Promise.all(Array.from({ length: 100 }, (_, index) => sendTo(person(index))));
      expect(came.filter(({ id }) => id)).toHaveLength(10);
      expect(came.filter(({ name }) => name === 'confirmation_required')).toHaveLength(90);
      expect(await mailed()).toBe(10);
    });

    it('is counted of one array of calls on the wire', async () => {
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

    it('counts no fixture, no repetition and nobody who was not mailed', async () => {
      for (let index = 0; index < 12; index += 1) {
        expect((await sendTo(`fixture-${index}@example.com`)).id).toMatch(/^eml_/);
        expect((await sendTo(person(index), { markdown: '', idempotency_key: `bad-${index}` })).name).toBe(
          'validation_error',
        );
        expect((await sendTo(person(0), { idempotency_key: 'once' })).id).toMatch(/^eml_/);
      }
      expect(house.unasked.isFull(caller)).toBe(false);
    });

    it('is counted whatever tool mails one', async () => {
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

    it('is counted though its one recipient would be skipped right now', async () => {
      const emails = Array.from({ length: 11 }, (_, index) => person(index));
      await here.use('add_suppressions', { emails, scope: 'all' });
      for (const to of emails.slice(0, 10)) {
        expect((await say('send_test_email', { ...mail, to: [to] })).data).toHaveLength(1);
      }
      expect((await say('send_test_email', { ...mail, to: [emails[10]] })).message).toBe(tooMany);
    });

    it('is counted by token and organization', async () => {
      await mailTen();
      const other = await callerIn(here, { name: 'another' });
      expect((await sendTo(person(10), {}, other)).id).toMatch(/^eml_/);
      const elsewhere = here.platform.caller(
        'mcp',
        (await here.platform.addOrganization('Else')).organization,
      );
      expect((await sendTo(person(10), {}, elsewhere)).id).toMatch(/^eml_/);
    });

    it('is asked about in a form where the client has one, which is where such calls are sent then', async () => {
      const offer = posthouseOffer(house, caller);
      const given = { ...mail, to: person(10) };
      expect(offer.tools.mayConverse('send_email', given, true)).toBe(false);
      await mailTen();
      expect(offer.tools.mayConverse('send_email', given, true)).toBe(true);
      const wanted: InputWanted = await say('send_email', given, { elicits: true });
      expect(JSON.stringify(wanted.inputRequests)).toContain('more than 10 people were mailed');
      const answer = { elicits: true, requestState: wanted.requestState };
      // Whoever was asked is waited for, though the count has run out meanwhile.
      await here.platform.clock.advance(15 * minuteMs - 1);
      expect((await say('send_email', given, answer)).details.reason).toBe('not_confirmed');
      const yes = { confirm: { action: 'accept', content: { confirm: true } } };
      expect((await say('send_email', given, { ...answer, inputResponses: yes })).id).toMatch(/^eml_/);
    });
  });

  it('keeps what was mailed by another call meanwhile, and takes back what was not', async () => {
    const unasked = unaskedMail(here.platform.platform.engine);
    const people = Array.from({ length: unaskedPeopleMax }, (_, index) => person(index));
    const takeBack = unasked.take(caller, people)!;
    expect(unasked.take(caller, [person(0)])).not.toBeNull();
    expect(unasked.take(caller, [person(10)])).toBeNull();
    takeBack();
    expect(unasked.take(caller, people.slice(1))).not.toBeNull();
    expect([unasked.isFull(caller), unasked.take(caller, [person(10)])]).toEqual([true, null]);
  });
});
