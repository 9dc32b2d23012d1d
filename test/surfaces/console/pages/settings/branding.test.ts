import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../tools/both-databases.ts';
import { gifHeader, pngOf } from '../../../../world/pictures.ts';
import { type Browser, personIn, signedIn } from '../../scene.ts';

const branding = '/console/settings/branding';

function brandForm(fields: { accentColor?: string; removeLogo?: string }, logo?: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('logo', new File(logo ? [new Uint8Array(logo)] : [], logo ? 'logo.png' : ''));
  return form;
}

onBothDatabases((place) => {
  const at = async (role: 'admin' | 'viewer' = 'admin'): Promise<Browser> =>
    await signedIn(
      place().platform,
      await personIn(place().platform, place().organization, { email: null, roles: [role] }),
    );

  test('an admin uploads a logo and sets the accent color, and removes both again', async () => {
    const here = await at();
    const saved = await here.post(branding, brandForm({ accentColor: '#2F6B3F' }, pngOf(320, 80)));
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${branding}?done=saved`]);
    const { logo, accent_color } = await place().use('get_organization');
    expect([logo.width, logo.height, accent_color]).toEqual([320, 80, '#2f6b3f']);
    const file = new URL(logo.url).pathname;
    const shown = (await here.get(branding)).text;
    expect(shown).toContain(`<img src="${file}" alt="${place().organization.name}" width="240" height="60">`);
    expect(shown).toContain('value="#2f6b3f"');
    // A form without a file keeps the logo.
    await here.post(branding, brandForm({ accentColor: '' }));
    expect(await place().use('get_organization')).toMatchObject({ logo, accent_color: null });
    await here.post(branding, brandForm({ accentColor: '', removeLogo: 'on' }));
    expect((await place().use('get_organization')).logo).toBeNull();
    const log = await place().use('list_audit_log', { tool: 'update_organization_settings' });
    expect(log.data.filter(({ door }: { door: string }) => door === 'console')).toHaveLength(3);
  });

  test('a rejected logo or color stands at its field, and the page keeps the typed color', async () => {
    const here = await at();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(60));
    const first = await here.post(branding, brandForm({ accentColor: '#2f6b3f' }, svg));
    expect(first.status).toBe(400);
    expect(first.text).toMatch(/id="logo-fault"[\s\S]*SVG is not accepted/);
    expect(first.text).toContain('value="#2f6b3f"');
    const second = await here.post(branding, brandForm({ accentColor: '#ffcc00' }));
    expect(second.text).toMatch(/id="accentColor"[^>]*value="#ffcc00"[^>]*aria-invalid="true"/);
    expect(second.text).toContain('it has 1.51');
    const large = Buffer.concat([gifHeader(10, 10), Buffer.alloc(300 * 1024)]);
    expect((await here.post(branding, brandForm({ accentColor: '' }, large))).text).toContain(
      'at most 200 KiB',
    );
    expect((await here.post(branding, { accentColor: '' })).status).toBe(400);
  });

  test('the preview shows a page for recipients in a frame that can submit nothing', async () => {
    const here = await at('viewer');
    await place().use('update_organization_settings', {
      logo: pngOf(20, 20).toString('base64'),
      accent_color: '#2f6b3f',
    });
    const page = (await here.get(branding)).text;
    expect(page).toContain('<iframe src="/console/branding-preview"');
    expect(page).not.toContain('type="file"');
    const { status, headers, text } = await here.get('/console/branding-preview');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; .*frame-ancestors 'self'/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(text).toContain('--accent:#2f6b3f');
    expect((await here.get('/console/branding-preview?lang=de')).text).toContain('<html lang="de">');
    const [, src] = /<img src="([^"]+)"/.exec(text)!;
    expect((await here.get(new URL(src!, 'http://any/console/branding-preview').pathname)).status).toBe(200);
    expect((await here.post(branding, brandForm({}))).status).toBe(403);
  });
});
