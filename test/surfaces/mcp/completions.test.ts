import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completer } from '../../../src/surfaces/mcp/completions.ts';
import { type CompletionQuestion, InvalidParams, type Prompt } from '../../../src/surfaces/mcp/offer.ts';
import type { CompletionSource } from '../../../src/surfaces/mcp/prompts.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Asking, resourceScene, someMaterials } from './resource-scene.ts';

const argument = (name: string) => ({ name, description: name, required: false });
const prompts: Prompt[] = [
  {
    name: 'launch',
    title: 'Launch',
    description: 'Launches something',
    arguments: ['campaign', 'tag', 'domain', 'subscriber', 'email', 'words'].map(argument),
  },
];
const sourceOf = (_prompt: string, name: string): CompletionSource | null =>
  name === 'words' ? null : (name as CompletionSource);

function completing(platform: SimulatedPlatform, asking: Asking = {}) {
  const { house, asCaller } = resourceScene(platform);
  const { caller, offered } = asCaller(asking);
  const complete = completer(house, caller, offered, { prompts, sourceOf, docs: someMaterials.docs });
  return {
    complete,
    ofPrompt: (name: string, value: string) =>
      complete({ ref: { type: 'ref/prompt', name: 'launch' }, argument: { name, value }, chosen: {} }),
    ofTemplate: (uri: string, name: string, value: string) =>
      complete({ ref: { type: 'ref/resource', uri }, argument: { name, value }, chosen: {} }),
  };
}

let platform: SimulatedPlatform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

describe('what may be typed next', () => {
  it('is a topic of the documentation: beginnings first, then what has it anywhere', async () => {
    const { ofTemplate } = completing(platform);
    const topics = (value: string) => ofTemplate('posthouse://docs/{topic}', 'topic', value);
    expect(await topics('')).toEqual({
      values: ['sending', 'sender-names', 'dns'],
      total: 3,
      hasMore: false,
    });
    // `dns` has `send` in its title alone.
    expect((await topics('SEND')).values).toEqual(['sending', 'sender-names', 'dns']);
    expect((await topics('the')).values).toEqual(['dns']);
    expect((await topics('nowhere')).values).toEqual([]);
  });

  it('is nothing for free text, for far too much, and for what no name can hold', async () => {
    const { ofPrompt } = completing(platform);
    const nothing = { values: [], total: 0, hasMore: false };
    expect(await ofPrompt('words', 'a')).toEqual(nothing);
    expect(await ofPrompt('tag', 'a'.repeat(10_000))).toEqual(nothing);
    for (const value of ['\u0000', 'a\nb', '%', "' OR 1=1 --", '\\', '_', '⟦']) {
      expect(await ofPrompt('campaign', value), value).toEqual(nothing);
      expect(await ofPrompt('subscriber', value), value).toEqual(nothing);
    }
  });

  it('is refused for what there is none of, naming what there is', async () => {
    const { complete, ofPrompt, ofTemplate } = completing(platform, { scopes: ['tags.read', 'emails.read'] });
    const refusal = (asked: Promise<unknown>) => asked.then(() => null).catch((error: Error) => error);
    const other: CompletionQuestion = {
      ref: { type: 'ref/prompt', name: 'other' },
      argument: { name: 'tag', value: '' },
      chosen: {},
    };
    const refusals = [
      [complete(other), 'Unknown prompt; there is launch'],
      [ofPrompt('tags', ''), 'Unknown argument; there is campaign, tag, domain, subscriber, email, words'],
      [
        ofTemplate('posthouse://campaigns/{id}', 'id', ''),
        'Unknown resource template; there is posthouse://emails/{id}, posthouse://emails/{id}/html, posthouse://emails/{id}/text, posthouse://docs/{topic}',
      ],
      [ofTemplate('posthouse://emails/{id}', 'name', ''), 'Unknown argument; there is id'],
      [
        ofTemplate('posthouse://emails/eml_1', 'id', ''),
        expect.stringContaining('Unknown resource template'),
      ],
    ] as const;
    for (const [asked, message] of refusals) {
      const error = await refusal(asked);
      expect(error).toBeInstanceOf(InvalidParams);
      expect(error!.message).toEqual(message);
    }
  });

  it('says when there is more than a hundred', async () => {
    const { organization } = await platform.addOrganization('Many tags');
    const caller = platform.caller('tools', organization);
    for (let number = 0; number < 105; number += 1) {
      await platform.call('create_tag', { name: `tag ${number}` }, { caller });
    }
    const { ofPrompt } = completing(platform, { organization });
    const all = await ofPrompt('tag', 'tag');
    expect(all.values).toHaveLength(100);
    expect(all).not.toHaveProperty('total');
    expect(all.hasMore).toBe(true);
    expect(await ofPrompt('tag', 'tag 10')).toEqual({
      values: ['tag 104', 'tag 103', 'tag 102', 'tag 101', 'tag 100', 'tag 10'],
      total: 6,
      hasMore: false,
    });
  });
});

onBothDatabases((place) => {
  it('is what the caller’s own organization has, and nothing without the right', async () => {
    const { use, platform: here, organization } = place();
    const spring = await use('create_campaign', { name: 'Spring sale' });
    const late = await use('create_campaign', { name: 'Late spring', subject: 'Last days' });
    await use('create_tag', { name: 'newsletter' });
    await use('create_tag', { name: 'old newsletter' });
    await use('add_domain', { name: `news${organization.key}.example` });
    await use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' });
    await use('create_subscriber', { email: 'nevada@example.com' });
    const mail = await use('send_email', {
      from: 'hello@acme.example',
      to: 'grace@example.com',
      subject: 'Your receipt',
      html: '<p>Thank you</p>',
    });
    const { ofPrompt, ofTemplate } = completing(here, { organization });
    const expected: [string, string, string[]][] = [
      ['campaign', '', [late.id, spring.id]],
      ['campaign', 'spring', [spring.id, late.id]],
      ['campaign', ' LAST ', [late.id]],
      ['campaign', spring.id.slice(0, -1), [spring.id]],
      ['tag', 'News', ['newsletter', 'old newsletter']],
      ['domain', '', [`news${organization.key}.example`]],
      ['domain', 'example', [`news${organization.key}.example`]],
      ['subscriber', 'ada', ['ada@example.com', 'nevada@example.com']],
      ['subscriber', 'lovelace', ['ada@example.com']],
      ['email', '', [mail.id]],
      ['email', 'eml_', [mail.id]],
      ['email', 'grace@example.com', [mail.id]],
      ['email', 'receipt', [mail.id]],
    ];
    for (const [name, value, values] of expected) {
      expect((await ofPrompt(name, value)).values, `${name} ${value}`).toEqual(values);
    }
    expect((await ofTemplate('posthouse://campaigns/{id}/report', 'id', 'late')).values).toEqual([late.id]);
    expect((await ofTemplate('posthouse://emails/{id}/html', 'id', 'rec')).values).toEqual([mail.id]);
    expect((await ofTemplate('posthouse://domains/{name}/dns', 'name', 'news')).values).toHaveLength(1);

    const other = await here.addOrganization('Somebody else');
    const strangers = completing(here, { organization: other.organization });
    const restricted = completing(here, { organization, scopes: ['events.read'] });
    const filtered = completing(here, {
      organization,
      without: ['list_campaigns', 'list_tags', 'list_domains', 'list_subscribers', 'list_emails'],
    });
    for (const [name, value] of expected) {
      for (const { ofPrompt: asked } of [strangers, restricted, filtered]) {
        expect(await asked(name, value), `${name} ${value}`).toEqual({
          values: [],
          total: 0,
          hasMore: false,
        });
      }
    }
  });
});
