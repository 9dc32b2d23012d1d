import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResourceOffer } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import {
  lookEveryMaxMs,
  lookEveryMs,
  type WatchEnd,
  type WatchOptions,
  watchedUrisMax,
  watchesMax,
  watchesOfOneOrganizationMax,
  watchResources,
} from '../../../../src/surfaces/mcp/sessions/watch-resources.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { databases } from '../../../world/postgres/databases.ts';
import { simulatedClock } from '../../../world/simulated/clock.ts';
import { resourceScene } from '../resources/resource-scene.ts';

let platform: SimulatedPlatform;
let scene: ReturnType<typeof resourceScene>;
beforeAll(async () => {
  platform = await openPlatform();
  scene = resourceScene(platform);
});
afterAll(() => platform.close());

/** Reports of a watch, and a controller to stop it. */
type Heard = { changes: string[]; ends: WatchEnd[]; stop: AbortController };

function listening(): Heard & Pick<WatchOptions, 'onChange' | 'onEnd' | 'signal'> {
  const stop = new AbortController();
  const changes: string[] = [];
  const ends: WatchEnd[] = [];
  return {
    changes,
    ends,
    stop,
    signal: stop.signal,
    onChange: (uri) => void changes.push(uri),
    onEnd: (why) => void ends.push(why),
  };
}

describe('watched resources', () => {
  const create = async (name: string): Promise<string> =>
    ((await platform.call('create_campaign', { name })).output as { id: string }).id;
  const rename = (campaignId: string, name: string) => platform.call('update_campaign', { campaignId, name });

  it('are reported only when they change', async () => {
    const id = await create('Before');
    const other = await create('Another');
    const uri = `posthouse://campaigns/${id}`;
    const heard = listening();
    const uris = [uri, `posthouse://campaigns/${other}`, 'posthouse://openapi.json', 'posthouse://nothing'];
    watchResources({
      ...heard,
      clock: platform.clock,
      offer: () => ({ resources: () => scene.resources() }),
      uris,
    });
    await platform.clock.advance(3 * lookEveryMs);
    expect(heard.changes).toEqual([]);
    await rename(id, 'After');
    await platform.clock.advance(lookEveryMs);
    expect(heard.changes).toEqual([uri]);
    await rename(id, 'After that');
    await rename(id, 'And after that');
    await platform.clock.advance(2 * lookEveryMs);
    expect(heard.changes).toEqual([uri, uri]);
    heard.stop.abort();
    await rename(id, 'Too late');
    await platform.clock.advance(lookEveryMaxMs);
    expect(heard.changes).toEqual([uri, uri]);
    expect(heard.ends).toEqual(['aborted']);
  });

  it("are reported as gone according to the caller's current rights", async () => {
    const id = await create('Going');
    const uri = `posthouse://campaigns/${id}`;
    const deleted = listening();
    const restricted = listening();
    const outsider = listening();
    const { organization } = await platform.addOrganization('Curious');
    let scopes: readonly ('full_access' | 'tags.read')[] = ['full_access'];
    const at = { clock: platform.clock, uris: [uri] };
    watchResources({ ...deleted, ...at, offer: () => ({ resources: () => scene.resources() }) });
    watchResources({ ...restricted, ...at, offer: () => ({ resources: () => scene.resources({ scopes }) }) });
    watchResources({
      ...outsider,
      ...at,
      offer: () => ({ resources: () => scene.resources({ organization }) }),
    });
    await platform.clock.advance(lookEveryMs);
    scopes = ['tags.read'];
    await platform.clock.advance(lookEveryMs);
    expect(restricted.changes).toEqual([uri]);
    await rename(id, 'Still here');
    await platform.clock.advance(lookEveryMs);
    await platform.call('delete_campaign', { campaignId: id });
    await platform.clock.advance(lookEveryMs);
    expect(deleted.changes).toEqual([uri, uri]);
    expect(restricted.changes).toEqual([uri]);
    expect(outsider.changes).toEqual([]);
    for (const { stop } of [deleted, restricted, outsider]) stop.abort();
    expect(platform.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe.each(databases)('the polling of resources on %s', (_, open) => {
  const html = `<p>{{unsubscribeUrl}}</p>${'<p>News</p>'.repeat(2_000)}`;

  it('reads no content of a mail or campaign, but notices every change', async () => {
    const database = await open();
    const posthouse = await openPlatform({ database });
    const resources = () => resourceScene(posthouse).resources();
    const use = async (name: string, input: object) =>
      (await posthouse.call(name, input)).output as { id: string; name: string };
    const tag = await use('create_tag', { name: 'Garden' });
    const domain = await use('add_domain', { name: 'acme.example' });
    const mail = { from: 'hello@acme.example', to: 'ada@mailbox.dev', subject: 'News', html };
    const email = await use('send_email', mail);
    const about = { name: 'News', subject: 'News', fromEmail: 'hello@acme.example' };
    const audience = { tags: { any: [tag.id] } };
    const campaign = await use('create_campaign', { ...about, html, audience });
    const uris = [
      ...['', '/html', '/text'].map((part) => `posthouse://emails/${email.id}${part}`),
      ...['', '/report', '/preview'].map((part) => `posthouse://campaigns/${campaign.id}${part}`),
      `posthouse://domains/${domain.name}/dns`,
    ];
    const states = async () => await Promise.all(uris.map((uri) => resources().stateOf!(uri)));
    const before = await states();
    expect(await states()).toEqual(before);
    expect(before).not.toContain(null);

    let characters = 0;
    const { reader } = database;
    const read = { get: reader.get.bind(reader), all: reader.all.bind(reader) };
    const counted = <Rows>(rows: Rows): Rows => {
      characters += JSON.stringify(rows ?? null).length;
      return rows;
    };
    Object.assign(reader, {
      get: async (...asked: Parameters<typeof read.get>) => counted(await read.get(...asked)),
      all: async (...asked: Parameters<typeof read.all>) => counted(await read.all(...asked)),
    });
    for (const uri of uris) {
      characters = 0;
      expect(await resources().stateOf!(uri)).not.toBeNull();
      expect(characters, uri).toBeGreaterThan(10);
      expect(characters, uri).toBeLessThan(html.length / 2);
    }
    Object.assign(reader, read);

    const changed = async () => {
      const now = await states();
      const different = uris.filter((_, index) => now[index] !== before[index]);
      before.splice(0, before.length, ...now);
      return different;
    };
    await posthouse.deliver();
    expect(await changed()).toEqual(uris.slice(0, 3));
    await posthouse.call('update_campaign', { campaignId: campaign.id, name: 'Other news' });
    expect(await changed()).toEqual(uris.slice(3, 6));
    // The problem of a draft changes with its tag.
    await posthouse.call('delete_tag', { tag: tag.id });
    expect(await changed()).toEqual(uris.slice(3, 6));
    await posthouse.call('update_domain', { id: domain.id, open_tracking: true });
    expect(await changed()).toEqual(uris.slice(3));
    await posthouse.close();
  });
});

describe('the polling of resources', () => {
  /** Resources with scripted states. */
  let states: Map<string, string | null>;
  let looks: string[];
  const resources: ResourceOffer = {
    list: async () => ({ entries: [], json: '[]' }),
    templates: () => ({ entries: [], json: '[]' }),
    read: async () => null,
    async stateOf(uri) {
      looks.push(uri);
      const state = states.get(uri);
      if (state === 'broken') throw new Error('the database is away');
      return state ?? null;
    },
  };
  const offer = () => ({ resources: () => resources });
  beforeEach(() => {
    states = new Map();
    looks = [];
  });

  it('becomes slower while nothing changes, and faster after a change', async () => {
    const clock = simulatedClock();
    const heard = listening();
    watchResources({ ...heard, clock, offer, uris: ['a'] });
    const looksWithin = async (ms: number) => {
      looks = [];
      await clock.advance(ms);
      return looks.length;
    };
    const hourMs = 60 * 60_000;
    expect(looks).toEqual(['a']);
    expect(await looksWithin(60_000)).toBe(60_000 / lookEveryMs);
    await clock.advance(hourMs);
    expect(await looksWithin(hourMs)).toBe(hourMs / lookEveryMaxMs);
    states.set('a', '1');
    await clock.advance(lookEveryMaxMs);
    expect(heard.changes).toEqual(['a']);
    expect(await looksWithin(60_000)).toBeGreaterThanOrEqual(60_000 / lookEveryMs - 1);
    heard.stop.abort();
    expect(clock.timers()).toBe(0);
  });

  it('starts at once, so that a change right after the subscription is reported', async () => {
    const clock = simulatedClock();
    const heard = listening();
    states.set('a', '1').set('b', '1');
    const watch = watchResources({ ...heard, clock, offer, uris: ['a'] })!;
    await clock.advance(0);
    expect(watch.add('b')).toBe(true);
    await clock.advance(0);
    states.set('a', '2').set('b', '2');
    await clock.advance(lookEveryMs);
    expect(heard.changes).toEqual(['a', 'b']);
    watch.remove('a');
    states.set('a', '3').set('b', null);
    await clock.advance(lookEveryMs);
    expect(heard.changes).toEqual(['a', 'b', 'b']);
    expect(watch.uris()).toEqual(['b']);
    heard.stop.abort();
    expect(watch.add('c')).toBe(false);
  });

  it('costs nothing without watched resources, and starts with the first', async () => {
    const clock = simulatedClock();
    const idle = Array.from({ length: watchesMax + 1 }, () => {
      const heard = listening();
      return { heard, watch: watchResources({ ...heard, clock, offer, uris: [] })! };
    });
    await clock.advance(lookEveryMaxMs);
    expect([clock.timers(), looks]).toEqual([0, []]);
    const { heard, watch } = idle[0]!;
    for (const uri of ['a', 'b', 'a']) {
      expect(watch.add(uri)).toBe(true);
      watch.remove(uri);
      expect(clock.timers()).toBe(0);
    }
    watch.add('a');
    watch.remove('a');
    watch.add('a');
    await clock.advance(0);
    expect(clock.timers()).toBe(1);
    states.set('a', '1');
    await clock.advance(lookEveryMs);
    expect(heard.changes).toEqual(['a']);
    heard.stop.abort();
    expect(clock.timers()).toBe(0);
  });

  it('becomes faster when a resource is added', async () => {
    const clock = simulatedClock();
    const heard = listening();
    const watch = watchResources({ ...heard, clock, offer, uris: ['a'] })!;
    await clock.advance(2 * 60 * lookEveryMaxMs + lookEveryMs);
    watch.add('b');
    await clock.advance(0);
    states.set('b', '1');
    await clock.advance(lookEveryMs);
    expect(heard.changes).toEqual(['b']);
    heard.stop.abort();
  });

  it('survives a single error and ends when errors persist', async () => {
    const clock = simulatedClock();
    const heard = listening();
    const warnings: string[] = [];
    const log = { warn: (_facts: unknown, message?: string) => void warnings.push(message ?? '') };
    states.set('a', '1');
    watchResources({ ...heard, clock, log: log as WatchOptions['log'] & {}, offer, uris: ['a'] });
    await clock.advance(lookEveryMs);
    states.set('a', 'broken');
    await clock.advance(2 * lookEveryMs);
    states.set('a', '2');
    await clock.advance(lookEveryMs);
    expect(heard.changes).toEqual(['a']);
    states.set('a', 'broken');
    await clock.advance(10 * lookEveryMs);
    expect(heard.ends).toEqual(['failed']);
    expect(clock.timers()).toBe(0);
    expect(new Set(warnings)).toEqual(new Set(['a watched resource could not be checked']));
    heard.stop.abort();
    expect(heard.ends).toEqual(['failed']);
  });

  it('continues when its listener throws', async () => {
    const clock = simulatedClock();
    const heard = listening();
    const onChange = (uri: string) => {
      heard.changes.push(uri);
      throw new Error('the stream is closed');
    };
    const onEnd = () => {
      throw new Error('the stream is closed');
    };
    watchResources({ ...heard, clock, offer, uris: ['a'], onChange, onEnd });
    await clock.advance(lookEveryMs);
    for (const state of ['1', '2']) {
      states.set('a', state);
      await clock.advance(lookEveryMs);
    }
    expect(heard.changes).toEqual(['a', 'a']);
    heard.stop.abort();
    expect(clock.timers()).toBe(0);
  });

  it('covers a limited number of resources, each once', async () => {
    const clock = simulatedClock();
    const heard = listening();
    const many = Array.from({ length: 3 * watchedUrisMax }, (_, number) => `u${number % 40}`);
    const watch = watchResources({ ...heard, clock, offer, uris: ['u1', ...many] })!;
    expect(watch.uris()).toHaveLength(watchedUrisMax);
    expect(watch.add('one more')).toBe(false);
    expect(watch.add('u1')).toBe(true);
    await clock.advance(0);
    expect(looks).toHaveLength(watchedUrisMax);
    heard.stop.abort();
  });

  it('is limited per organization and in total, and a stopped watch frees its slot', async () => {
    const clock = simulatedClock();
    const open = (organization?: number) => {
      const heard = listening();
      const one = { ...heard, clock, offer, uris: ['a'] };
      return { heard, watch: watchResources(organization === undefined ? one : { ...one, organization }) };
    };
    const theirs = Array.from({ length: watchesOfOneOrganizationMax }, () => open(1));
    expect(theirs.every(({ watch }) => watch !== null)).toBe(true);
    expect(open(1).watch).toBeNull();
    expect(open(2).watch).not.toBeNull();
    theirs[0]!.heard.stop.abort();
    expect(open(1).watch).not.toBeNull();
    const rest = Array.from({ length: watchesMax }, () => open());
    expect(rest.filter(({ watch }) => watch !== null)).toHaveLength(
      watchesMax - watchesOfOneOrganizationMax - 1,
    );
    expect(open(3).watch).toBeNull();
    theirs[1]!.heard.stop.abort();
    theirs[1]!.heard.stop.abort();
    expect(open(3).watch).not.toBeNull();
    expect(open(3).watch).toBeNull();
    // Completes each first poll before the next test counts its own.
    await clock.advance(0);
  });

  it('runs once for all watchers of one resource in an organization, and alternates between organizations', async () => {
    const clock = simulatedClock();
    const held = Promise.withResolvers<void>();
    let under = 0;
    let underMax = 0;
    const shared = (of: string): ResourceOffer => ({
      ...resources,
      stateKey: (uri) => uri,
      async stateOf(uri) {
        looks.push(`${of} ${uri}`);
        under += 1;
        underMax = Math.max(underMax, under);
        await held.promise;
        under -= 1;
        return states.get(uri) ?? null;
      },
    });
    const watch = (of: string, organization: number, uris: string[]) => {
      const heard = listening();
      watchResources({ ...heard, clock, organization, offer: () => ({ resources: () => shared(of) }), uris });
      return heard;
    };
    // A started poll may predate a change, so it serves no later watcher.
    const begun = watch('one', 1, ['a']);
    const gone = watch('one, gone,', 1, ['a']);
    const many = Array.from({ length: 20 }, () => watch('one', 1, ['a', 'b']));
    const busy = watch('one', 1, ['c']);
    const other = watch('two', 2, ['a']);
    gone.stop.abort();
    expect(looks).toEqual(['one a']);
    held.resolve();
    await clock.advance(0);
    expect(looks).toEqual(['one a', 'one a', 'two a', 'one c', 'one b']);
    expect(underMax).toBe(1);
    states.set('a', '1');
    await clock.advance(lookEveryMs);
    for (const { changes } of [begun, ...many, other]) expect(changes).toEqual(['a']);
    expect([...gone.changes, ...busy.changes]).toEqual([]);
    for (const { stop } of [begun, ...many, busy, other]) stop.abort();
    expect(clock.timers()).toBe(0);
  });

  it('pauses for three times the duration of a poll, at most a second', async () => {
    const clock = simulatedClock();
    const heard = listening();
    const slow = {
      ...resources,
      async stateOf(uri: string) {
        looks.push(uri);
        await new Promise<void>((resolve) => clock.after(uri === 'b' ? 2_000 : 100, resolve));
        return null;
      },
    };
    watchResources({ ...heard, clock, offer: () => ({ resources: () => slow }), uris: ['a', 'b', 'c'] });
    await clock.advance(399);
    expect(looks).toEqual(['a']);
    await clock.advance(1);
    expect(looks).toEqual(['a', 'b']);
    await clock.advance(2_999);
    expect(looks).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(looks).toEqual(['a', 'b', 'c']);
    heard.stop.abort();
  });

  it('does not start for a disconnected listener or a listener without access to resources', async () => {
    const clock = simulatedClock();
    const gone = listening();
    gone.stop.abort();
    watchResources({ ...gone, clock, offer, uris: ['a'] });
    expect(gone.ends).toEqual(['aborted']);
    const without = listening();
    watchResources({ ...without, clock, offer: () => ({}), uris: ['a'] });
    await clock.advance(3 * lookEveryMs);
    expect([without.changes, looks]).toEqual([[], []]);
    without.stop.abort();
    expect(clock.timers()).toBe(0);
  });
});
