import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posthouseServer } from '../../../../src/surfaces/mcp/offer/posthouse-server.ts';
import { bridgeStdio } from '../../../../src/surfaces/mcp/stdio/bridge.ts';
import { serveStdio } from '../../../../src/surfaces/mcp/stdio/stdio.ts';
import { addReaders } from '../../../engine/campaigns/campaign-scene.ts';
import {
  type AnyClient,
  type CallResult,
  clientKinds,
  type Person,
  type Reach,
} from '../protocol/clients.ts';
import { type Json, openWire, type Wire } from '../protocol/wire.ts';

/**
 * Every kind of client, over every transport, with the whole platform: a campaign to three people is sent
 * once after their person has agreed, and never otherwise.
 */
let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

/** An organization with three readers, and its callers. */
type Place = {
  readers: string[];
  organization: Awaited<ReturnType<Wire['posthouse']['addOrganization']>>['organization'];
  token: string;
};

const doors: { door: string; reach(place: Place): Reach }[] = [
  { door: 'HTTP', reach: ({ token }) => ({ url: wire.url, token }) },
  {
    door: 'stdio',
    reach({ organization }) {
      const pipes = { input: new PassThrough(), output: new PassThrough() };
      const { mcpContext, engine } = wire.posthouse.platform;
      const caller = wire.posthouse.platform.operator('mcp', organization);
      const offer = () => posthouseServer(mcpContext, caller);
      void serveStdio(engine.world, offer, pipes.input, pipes.output).then(() => pipes.output.end());
      return { pipes };
    },
  },
  {
    door: 'stdio bridged to HTTP',
    reach({ token }) {
      const pipes = { input: new PassThrough(), output: new PassThrough() };
      const server = { url: wire.url.replace(/mcp$/, ''), token };
      void bridgeStdio(server, pipes.input, pipes.output).then(() => pipes.output.end());
      return { pipes };
    },
  },
];

let places = 0;
async function openPlace(): Promise<Place> {
  places += 1;
  const made = await wire.posthouse.addOrganization(`Place ${places}`);
  const readers = [1, 2, 3].map((index) => `reader-${index}@place-${places}.dev`);
  await addReaders(wire.posthouse, made.organization, readers);
  return { ...made, readers };
}

const leave = '[Leave]({{unsubscribeUrl}})';

/** A working client, and its recorded actions. */
async function atWork(client: AnyClient, place: Place) {
  const made = await client.callTool({
    name: 'create_campaign',
    arguments: {
      name: 'News',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: `The garden is open. ${leave}`,
    },
  });
  const campaignId = structured(made).id as string;
  return {
    campaignId,
    send: (more: object = {}) =>
      client.callTool({ name: 'send_campaign', arguments: { campaignId, ...more } }),
    edit: (subject: string) =>
      wire.posthouse.call(
        'update_campaign',
        { campaignId, subject },
        { caller: wire.posthouse.caller('tools', place.organization) },
      ),
    /** The recipients of all mail sent so far, sorted. */
    async left(): Promise<string[]> {
      for (let step = 0; step < 5; step += 1) {
        await wire.posthouse.deliver();
        await wire.posthouse.clock.advance(1_000);
      }
      const to = wire.posthouse.mailbox.messages.map(({ to: { address } }) => address);
      return to.filter((address) => place.readers.includes(address)).sort();
    },
  };
}

function structured(result: CallResult): Json {
  if (result.isError || !result.structuredContent) throw new Error(JSON.stringify(result));
  return result.structuredContent;
}

function refusal(result: CallResult): Json {
  expect(result.isError).toBe(true);
  return JSON.parse(result.content[0]!.text!);
}

describe.each(doors)('over $door', ({ reach }) => {
  describe.each(clientKinds)('$name', (kind) => {
    const withClient = async (
      person: Person | undefined,
      act: (client: AnyClient, place: Place) => Promise<void>,
    ) => {
      const place = await openPlace();
      const client = await kind.connect(reach(place), person);
      try {
        await act(client, place);
      } finally {
        await client.close();
      }
    };

    it('without forms gets a token for one use, for the shown send', async () => {
      await withClient(undefined, async (client, place) => {
        const work = await atWork(client, place);
        const first = refusal(await work.send());
        expect(first).toMatchObject({
          name: 'confirmation_required',
          details: { reason: 'not_confirmed', preview: { recipients: 3, subjects: ['⟦News⟧'] } },
        });
        expect(await work.left()).toEqual([]);
        await work.edit('Other news');
        const stale = refusal(await work.send({ confirmation_token: first.details.confirmation_token }));
        expect(stale.details).toMatchObject({ reason: 'changed', preview: { subjects: ['⟦Other news⟧'] } });
        expect(await work.left()).toEqual([]);
        const given = { confirmation_token: stale.details.confirmation_token, idempotency_key: 'once' };
        const sent = structured(await work.send(given));
        expect(sent.id).toBe(work.campaignId);
        expect(await work.left()).toEqual(place.readers);
        // The answer was lost: the same call again, with its confirmation and without.
        expect(structured(await work.send(given))).toEqual(sent);
        expect(structured(await work.send({ idempotency_key: 'once' }))).toEqual(sent);
        expect(refusal(await work.send({ ...given, idempotency_key: 'twice' })).name).toMatch(
          /campaign_not_draft|confirmation_required/,
        );
        expect(await work.left()).toEqual(place.readers);
      });
    });

    it('sends once after its person agrees, and a repeat needs no second approval', async () => {
      const asked: string[] = [];
      const person: Person = async (message) => {
        asked.push(message);
        return { action: 'accept', content: { confirm: true } };
      };
      await withClient(person, async (client, place) => {
        const work = await atWork(client, place);
        const sent = structured(await work.send({ idempotency_key: 'once' }));
        expect(asked).toHaveLength(1);
        expect(asked[0]).toContain('to 3 people');
        expect(await work.left()).toEqual(place.readers);
        expect(structured(await work.send({ idempotency_key: 'once' }))).toEqual(sent);
        expect(asked).toHaveLength(1);
        expect(await work.left()).toEqual(place.readers);
      });
    });

    it.each([
      ['declines', { action: 'decline' }],
      ['cancels', { action: 'cancel' }],
      ['leaves the checkbox unchecked', { action: 'accept', content: { confirm: false } }],
    ])('sends nothing if its person %s', async (_what, answer) => {
      await withClient(
        async () => answer,
        async (client, place) => {
          const work = await atWork(client, place);
          const said = refusal(await work.send());
          expect(said).toMatchObject({ name: 'confirmation_required', details: { reason: 'declined' } });
          expect(said.details).not.toHaveProperty('confirmation_token');
          expect(await work.left()).toEqual([]);
        },
      );
    });

    it('needs an approval from the eleventh single mail on', async () => {
      const asked: string[] = [];
      const answers = ['decline', 'accept'];
      const person: Person = async (message) => {
        asked.push(message);
        return { action: answers.shift()!, content: { confirm: true } };
      };
      await withClient(person, async (client, { readers }) => {
        const domain = readers[0]!.split('@')[1];
        const sendTo = (index: number) =>
          client.callTool({
            name: 'send_email',
            arguments: {
              from: 'hello@acme.dev',
              to: `one-${index}@${domain}`,
              subject: 'Hello',
              markdown: 'Hello.',
            },
          });
        for (let index = 0; index < 10; index += 1) structured(await sendTo(index));
        expect(asked).toEqual([]);
        const said = refusal(await sendTo(10));
        expect(said).toMatchObject({ name: 'confirmation_required', details: { reason: 'declined' } });
        expect(said.details).not.toHaveProperty('confirmation_token');
        expect(structured(await sendTo(10)).id).toMatch(/^eml_/);
        expect(asked).toHaveLength(2);
        expect(asked[1]).toContain('mails at most 10 people in 15 minutes');
        structured(await sendTo(0));
        expect(asked).toHaveLength(2);
      });
    });

    it('shows a second form if the mail changed in the meantime, but not a third', async () => {
      let edit: (subject: string) => Promise<unknown> = async () => {};
      let asked = 0;
      const person: Person = async (message) => {
        asked += 1;
        expect(message).toContain(asked === 1 ? '“News”' : '“News 1”');
        await edit(`News ${asked}`);
        return { action: 'accept', content: { confirm: true } };
      };
      await withClient(person, async (client, place) => {
        const work = await atWork(client, place);
        edit = work.edit;
        expect(refusal(await work.send()).details.reason).toBe('changed');
        expect(asked).toBe(2);
        expect(await work.left()).toEqual([]);
      });
    });

    it('completes a whole session: lists, reads, completions, calls with progress, sends and the end', async () => {
      await withClient(undefined, async (client, place) => {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toContain('send_email');
        const { prompts } = (await client.ask('listPrompts')) as Json;
        expect(prompts.map(({ name }: Json) => name)).toContain('launch_campaign');
        const { messages } = (await client.ask('getPrompt', {
          name: 'launch_campaign',
          arguments: { goal: 'more visitors' },
        })) as Json;
        expect(messages[0].content.text).toContain('more visitors');
        const { resources } = (await client.ask('listResources')) as Json;
        expect(resources.length).toBeGreaterThan(0);
        const { resourceTemplates } = (await client.ask('listResourceTemplates')) as Json;
        expect(resourceTemplates.length).toBeGreaterThan(0);
        const work = await atWork(client, place);
        const uri = `posthouse://campaigns/${work.campaignId}`;
        const { contents } = (await client.ask('readResource', { uri })) as Json;
        expect(JSON.parse(contents[0].text).id).toBe(work.campaignId);
        await expect(client.ask('readResource', { uri: `${uri}x` })).rejects.toThrow();
        const { completion } = (await client.ask('complete', {
          ref: { type: 'ref/prompt', name: 'launch_campaign' },
          argument: { name: 'campaign', value: 'Ne' },
        })) as Json;
        expect(completion.values.length).toBeGreaterThan(0);
        const steps: number[] = [];
        const verified = await client.callTool(
          { name: 'verify_email_addresses', arguments: { emails: place.readers } },
          { onprogress: ({ progress }) => void steps.push(progress) },
        );
        expect(structured(verified).data).toHaveLength(3);
        // A client forgets a call with its answer, and messages just before it.
        expect(steps).toEqual(steps.filter((step, at) => step <= 3 && step > (steps[at - 1] ?? 0)));
        const mail = { from: 'hello@acme.dev', to: place.readers[0], subject: 'Hello', markdown: 'Hello.' };
        expect(structured(await client.callTool({ name: 'send_email', arguments: mail })).id).toMatch(
          /^eml_/,
        );
      });
    });
  });
});
