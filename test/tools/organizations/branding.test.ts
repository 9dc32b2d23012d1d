import { describe, expect, test } from 'vitest';
import { gifHeader, jpegHeader, pngOf, webpHeader } from '../../world/pictures.ts';
import { onBothDatabases } from '../both-databases.ts';

type Details = { path: string; message: string }[];

onBothDatabases((place) => {
  const set = (input: object) => place().use('update_organization_settings', input);
  const fault = async (input: object): Promise<string> => {
    const { failure, details } = await place().refusal('update_organization_settings', input);
    expect(failure).toBe('validation_error');
    return (details as Details).map(({ path, message }) => `${path} ${message}`).join();
  };
  /** Returns the answer for the logo of the organization. */
  const logoAt = async (url: string) => await place().platform.platform.http.fetch(new Request(url));

  describe('the logo of an organization', () => {
    test.each([
      ['PNG', pngOf(320, 80), 'png', 'image/png'],
      ['JPEG', jpegHeader(320, 80), 'jpg', 'image/jpeg'],
      ['GIF', gifHeader(320, 80), 'gif', 'image/gif'],
      ['lossy WebP', webpHeader('VP8 ', 320, 80), 'webp', 'image/webp'],
      ['lossless WebP', webpHeader('VP8L', 320, 80), 'webp', 'image/webp'],
      ['extended WebP', webpHeader('VP8X', 320, 80), 'webp', 'image/webp'],
    ])(
      'may be a %s, and is served with its type, a long cache and no rights',
      async (_, file, extension, type) => {
        const { logo } = await set({ logo: file.toString('base64') });
        expect(logo).toEqual({
          url: expect.stringMatching(
            new RegExp(`^http://posthouse\\.example/logos/[0-9a-f]{32}\\.${extension}$`),
          ),
          width: 320,
          height: 80,
        });
        const response = await logoAt(logo.url);
        const { status, headers } = response;
        expect(status).toBe(200);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        });
        expect(Buffer.from(await response.arrayBuffer())).toEqual(file);
        expect((await place().use('get_organization')).logo).toEqual(logo);
      },
    );

    test.each([
      [
        'an SVG',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        /SVG is not accepted/,
      ],
      [
        'a page',
        Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(80)),
        /PNG, JPEG, WebP or GIF/,
      ],
      ['an empty file', Buffer.from(' '), /PNG, JPEG, WebP or GIF/],
      ['a picture that is too wide', gifHeader(2_001, 10), /sides of 1 to 2000 pixels; it has 2001 × 10/],
      ['a picture without height', gifHeader(10, 0), /sides of 1 to 2000 pixels/],
      ['a JPEG without a frame', jpegHeader(10, 10).subarray(0, 20), /PNG, JPEG, WebP or GIF/],
      [
        'a file that is too large',
        Buffer.concat([gifHeader(10, 10), Buffer.alloc(200 * 1024)]),
        /at most 200 KiB/,
      ],
    ])('may not be %s', async (_, file, message) => {
      expect(await fault({ logo: file.toString('base64') })).toMatch(message);
      expect((await place().use('get_organization')).logo).toBeNull();
    });

    test('may not be other text than base64', async () => {
      for (const logo of ['', 'data:image/png;base64,AAAA', 'https://acme.example/logo.png']) {
        expect(await fault({ logo })).toMatch(/^logo must be the base64 of a picture/);
      }
    });

    test('stays for sent mail when it changes, up to five, and goes with all earlier ones when it is removed', async () => {
      const urls: string[] = [];
      for (let width = 10; width < 17; width += 1) {
        urls.push((await set({ logo: pngOf(width, 10).toString('base64') })).logo.url);
      }
      const stored = (await place().use('get_organization')).storage_octets;
      expect(stored).toBeGreaterThan(5 * 200);
      const statuses = async () => await Promise.all(urls.map(async (url) => (await logoAt(url)).status));
      expect(await statuses()).toEqual([404, 404, 200, 200, 200, 200, 200]);
      // An earlier picture that is set again becomes the newest.
      expect((await set({ logo: pngOf(12, 10).toString('base64') })).logo.url).toBe(urls[2]);
      expect((await set({ logo: pngOf(30, 10).toString('base64') })).logo.width).toBe(30);
      expect(await statuses()).toEqual([404, 404, 200, 404, 200, 200, 200]);
      expect((await set({ logo: null })).logo).toBeNull();
      expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404, 404]);
      expect((await place().use('get_organization')).storage_octets).toBe(0);
    });

    test('is not served by a name that no logo has', async () => {
      for (const name of [
        '0'.repeat(32),
        `${'0'.repeat(32)}.svg`,
        '..%2f..%2fetc',
        `${'0'.repeat(32)}.png`,
      ]) {
        expect((await place().http('GET', `/logos/${name}`)).status).toBe(404);
      }
    });

    test('counts as storage and is refused if the storage is full', async () => {
      const { id } = await place().use('get_organization');
      await place().use('update_organization', { id, storage_octets_max: 100 });
      const refused = await place().refusal('update_organization_settings', {
        logo: pngOf(40, 40).toString('base64'),
      });
      expect(refused.failure).toBe('payload_too_large');
      expect((await place().use('get_organization')).logo).toBeNull();
    });
  });

  describe('the accent color of an organization', () => {
    test('is accepted if white text on it is legible', async () => {
      expect((await set({ accent_color: ' #2F6B3F ' })).accent_color).toBe('#2f6b3f');
      expect((await set({ accent_color: '#767676' })).accent_color).toBe('#767676');
      expect((await set({ accent_color: null })).accent_color).toBeNull();
    });

    test('is refused with its contrast if it is too light, and in another form', async () => {
      expect(await fault({ accent_color: '#777777' })).toContain(
        'must have a contrast of at least 4.5 with white, so that white text on it is legible; it has 4.47.',
      );
      expect(await fault({ accent_color: '#ffcc00' })).toContain('it has 1.51');
      for (const accent_color of ['red', '#fff', '#2f6b3f;}', '']) {
        expect(await fault({ accent_color })).toContain('must be a color as #rrggbb, for example #3a49d1');
      }
    });
  });

  test('the export of an organization contains its logo', async () => {
    const file = pngOf(24, 12).toString('base64');
    const { logo } = await set({ logo: file, accent_color: '#2f6b3f' });
    const { organizationSections } = await import('../../../src/engine/exports/organization-sections.ts');
    const { platform, organization } = place();
    const { engine } = platform.platform;
    const known = (await engine.store.organizations.byKey(organization.key))!;
    const scope = {
      store: engine.store.forOrganization(organization.key),
      organization: known,
      settings: engine.settings,
      at: 0,
      signal: AbortSignal.timeout(10_000),
    };
    const read = async (section: string) =>
      JSON.parse((await organizationSections[section]!.page(scope, null)).text);
    expect(await read('organization.json')).toMatchObject({ logo, accent_color: '#2f6b3f' });
    expect(await read('logos.ndjson')).toEqual({ file: logo.url.split('/').at(-1), content: file });
  });
});
