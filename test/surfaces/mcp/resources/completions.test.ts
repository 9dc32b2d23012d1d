import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompletionSource, completionSources } from '../../../../src/surfaces/mcp/content/prompts.ts';
import { skillFiles } from '../../../../src/surfaces/mcp/content/skills.ts';
import {
  type CompletionQuestion,
  InvalidParams,
  type Prompt,
} from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { completer } from '../../../../src/surfaces/mcp/resources/completions.ts';
import { onBothDatabases } from '../../../tools/both-databases.ts';
import { sendable, sentCampaign } from '../../../tools/campaigns/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { answerOf, type Json, openWire, request } from '../protocol/wire.ts';
import { type Asking, resourceScene, someMaterials } from './resource-scene.ts';

const argument = (name: string) => ({ name, description: name, required: false });
const prompts: Prompt[] = [
  {
    name: 'launch',
    title: 'Launch',
    description: 'Launches something',
    arguments: [...completionSources, 'words'].map(argument),
  },
];
const sourceOf = (_prompt: string, name: string): CompletionSource | null =>
  name === 'words' ? null : (name as CompletionSource);

function completing(platform: SimulatedPlatform, asking: Asking = {}) {
  const { context, asCaller } = resourceScene(platform);
  const { caller, offered } = asCaller(asking);
  const skills = Object.keys(skillFiles());
  const complete = completer(context, caller, offered, {
    prompts,
    sourceOf,
    docs: someMaterials.docs,
    skills,
  });
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

describe('a completion', () => {
  it('for a documentation topic lists matching prefixes first, then other matches', async () => {
    const { ofTemplate } = completing(platform);
    const topics = (value: string) => ofTemplate('posthouse://docs/{topic}', 'topic', value);
    expect(await topics('')).toEqual({
      values: ['sending', 'sender-names', 'dns'],
      total: 3,
      hasMore: false,
    });
    // `dns` has `send` only in its title.
    expect((await topics('SEND')).values).toEqual(['sending', 'sender-names', 'dns']);
    expect((await topics('the')).values).toEqual(['dns']);
    expect((await topics('nowhere')).values).toEqual([]);
  });

  it('for a skill file matches its path', async () => {
    const { ofTemplate } = completing(platform);
    const paths = async (value: string) => (await ofTemplate('skill://{+path}', 'path', value)).values;
    expect(await paths('')).toEqual(Object.keys(skillFiles()));
    expect(await paths('first-c')).toEqual([
      'first-campaign/SKILL.md',
      'first-campaign/references/writing.md',
    ]);
    expect(await paths('first-domain/')).toEqual(['first-domain/SKILL.md']);
    expect(await paths('writing')).toEqual(['first-campaign/references/writing.md']);
    expect(await paths('../../')).toEqual([]);
  });

  it('is empty for free text, for oversized input and for invalid names', async () => {
    const { ofPrompt } = completing(platform);
    const nothing = { values: [], total: 0, hasMore: false };
    expect(await ofPrompt('words', 'a')).toEqual(nothing);
    expect(await ofPrompt('tag', 'a'.repeat(10_000))).toEqual(nothing);
    for (const value of ['\u0000', 'a\nb', '%', "' OR 1=1 --", '\\', '_', '⟦']) {
      expect(await ofPrompt('campaign', value), value).toEqual(nothing);
      expect(await ofPrompt('subscriber', value), value).toEqual(nothing);
    }
  });

  it('for an unknown prompt, template or argument is refused with the valid names', async () => {
    const { complete, ofPrompt, ofTemplate } = completing(platform, { scopes: ['tags.read', 'emails.read'] });
    const refusal = (asked: Promise<unknown>) => asked.then(() => null).catch((error: Error) => error);
    const other: CompletionQuestion = {
      ref: { type: 'ref/prompt', name: 'other' },
      argument: { name: 'tag', value: '' },
      chosen: {},
    };
    const refusals = [
      [complete(other), 'Unknown prompt; there is launch'],
      [
        ofPrompt('tags', ''),
        'Unknown argument; there is campaign, draft, unsent, tag, domain, subscriber, recipient, email, words',
      ],
      [
        ofTemplate('posthouse://campaigns/{id}', 'id', ''),
        'Unknown resource template; there is posthouse://emails/{id}, posthouse://emails/{id}/html, posthouse://emails/{id}/text, posthouse://emails/{id}/batch, posthouse://docs/{topic}, posthouse://openapi/{resource}, skill://{+path}',
      ],
      [ofTemplate('skill://{+path}', 'name', ''), 'Unknown argument; there is path'],
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

  it('says so if there are more than a hundred values', async () => {
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
  it('a completion lists only the objects of the organization that the caller may read', async () => {
    const { use, platform: here, organization } = place();
    const spring = await use('create_campaign', { name: 'Spring sale' });
    const late = await use('create_campaign', { name: 'Late spring', subject: 'Last days' });
    await use('create_tag', { name: 'newsletter' });
    await use('create_tag', { name: 'old newsletter' });
    await use('add_domain', { name: `news${organization.key}.example` });
    const ada = await use('create_subscriber', {
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    const nevada = await use('create_subscriber', { email: 'nevada@example.com' });
    await use('add_suppression', { email: 'closed@example.com' });
    const mail = await use('send_email', {
      from: 'hello@acme.example',
      to: 'Grace Hopper <grace@example.com>',
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
      ['subscriber', 'sub_', [nevada.id, ada.id]],
      ['subscriber', ada.id.slice(0, -1), [ada.id]],
      ['recipient', '', ['grace@example.com', 'closed@example.com', 'nevada@example.com', 'ada@example.com']],
      ['recipient', 'gra', ['grace@example.com']],
      ['recipient', 'Grace H', ['grace@example.com']],
      ['recipient', 'grace@example.com', ['grace@example.com']],
      ['recipient', 'close', ['closed@example.com']],
      ['recipient', 'lovelace', ['ada@example.com']],
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

    const other = await here.addOrganization('Another');
    const outsiders = completing(here, { organization: other.organization });
    const restricted = completing(here, { organization, scopes: ['events.read'] });
    const filtered = completing(here, {
      organization,
      without: [
        'list_campaigns',
        'list_tags',
        'list_domains',
        'list_subscribers',
        'list_emails',
        'list_suppressions',
      ],
    });
    for (const [name, value] of expected) {
      for (const { ofPrompt: asked } of [outsiders, restricted, filtered]) {
        expect(await asked(name, value), `${name} ${value}`).toEqual({
          values: [],
          total: 0,
          hasMore: false,
        });
      }
    }
  });

  it('a completion lists only campaigns in a status that the prompt handles', async () => {
    const { use, platform: here, organization } = place();
    const { id: sent } = await sentCampaign(place());
    const { id: scheduled } = await use('create_campaign', sendable);
    await use('send_campaign', { campaignId: scheduled, scheduledAt: '2030-01-01T09:00Z' });
    const { id: draft } = await use('create_campaign', sendable);
    const { ofPrompt } = completing(here, { organization });
    for (const typed of ['', 'news', 'cmp_']) {
      expect((await ofPrompt('campaign', typed)).values, typed).toEqual([draft, scheduled, sent]);
      expect((await ofPrompt('draft', typed)).values, typed).toEqual([draft]);
      expect((await ofPrompt('unsent', typed)).values, typed).toEqual([draft, scheduled]);
    }
  });
});

describe('completion/complete works', () => {
  const template = (value: string) => ({
    ref: { type: 'ref/resource', uri: 'skill://{+path}' },
    argument: { name: 'path', value },
  });
  const argumentOf = (prompt: string, name: string, value: string) => ({
    ref: { type: 'ref/prompt', name: prompt },
    argument: { name, value },
  });

  it.each([
    ['with a handshake', 'legacy'],
    ['without a handshake', 'stateless'],
  ])('for a client %s', async (_, era) => {
    const wire = await openWire();
    try {
      const made = async (tool: string, input: object) =>
        (await wire.posthouse.call(tool, input)).output as Json;
      const session = era === 'legacy' ? await wire.open() : undefined;
      const values = async (question: Json) => {
        const response = session
          ? await wire.post(request('completion/complete', question), { session })
          : await wire.ask('completion/complete', question);
        return (await answerOf(response)).result.completion.values;
      };
      const { id } = await made('create_subscriber', { email: 'ada@example.com' });
      const mail = {
        from: 'hello@acme.dev',
        to: 'grace@example.com',
        subject: 'Receipt',
        html: '<p>Yes</p>',
      };
      await made('send_email', mail);
      const { id: campaign } = await made('create_campaign', { name: 'Spring' });
      await made('archive_campaign', { campaignId: campaign });
      expect(await values(template('first-d'))).toEqual(['first-domain/SKILL.md']);
      expect(await values(argumentOf('draft_email', 'recipient', 'sub_'))).toEqual([id]);
      expect(await values(argumentOf('diagnose_delivery', 'recipient', 'g'))).toEqual(['grace@example.com']);
      expect(await values(argumentOf('fix_blocked_content', 'campaign', 'spr'))).toEqual([campaign]);
      expect(await values(argumentOf('launch_campaign', 'campaign', 'spr'))).toEqual([]);
      expect(await values(argumentOf('review_before_send', 'campaign', 'spr'))).toEqual([]);
    } finally {
      await wire.close();
    }
  });
});
