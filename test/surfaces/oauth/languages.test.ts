import { expect, test } from 'vitest';
import { dayMs } from '../../../src/model/instant.ts';
import { oauthScopes, scopeSentences } from '../../../src/model/oauth/scopes.ts';
import { type Language, languages } from '../../../src/model/text/language.ts';
import { oauthWordsIn } from '../../../src/surfaces/oauth/locales/index.ts';
import { verifies } from '../../spec/verifies.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { clientId, embedded, type Fields, parameters, publish, redirectUri, transactionIn } from './scene.ts';

const all = Object.keys(languages) as Language[];

async function withPlatform(act: (simulated: SimulatedPlatform) => Promise<void>): Promise<void> {
  const simulated = await openPlatform();
  try {
    publish(simulated);
    await act(simulated);
  } finally {
    await simulated.close();
  }
}

const titles: Readonly<Record<Language, [signIn: string, consent: string]>> = {
  en: ['Connect an app to Posthouse', 'Allow this app?'],
  de: ['Eine App mit Posthouse verbinden', 'Diese App zulassen?'],
  fr: ['Connecter une application à Posthouse', 'Autoriser cette application ?'],
  es: ['Conectar una aplicación a Posthouse', '¿Permitir esta aplicación?'],
  pt: ['Ligar uma aplicação ao Posthouse', 'Permitir esta aplicação?'],
};

verifies('oauth.languages', 'every page is in the language of its reader', () =>
  withPlatform(async (simulated) => {
    const door = embedded(simulated);
    const expires = new Date(simulated.clock.now() + 40 * dayMs);
    const { token } = await simulated.addToken(simulated.organization, { expires_at: expires.toISOString() });
    for (const language of all) {
      const headers = { 'accept-language': `${language}-XX, en;q=0.5` };
      const first = await door.get(parameters(), { headers });
      const page = await door.post('/oauth/authorize', {
        transaction: transactionIn(first),
        token,
        decision: 'continue',
      });
      const [signIn, consent] = titles[language];
      for (const [shown, title] of [
        [first, signIn],
        [page, consent],
      ] as const) {
        expect(shown.text).toContain(`<html lang="${language}" `);
        expect(shown.text).toContain(`<h1>${title}</h1>`);
        expect(shown.headers.get('content-language')).toBe(language);
        expect(shown.text).toContain('The Assistant');
        expect(shown.text).toContain('assistant.example');
      }
      expect(page.text).toContain(oauthWordsIn[language].scopes['emails.send'].slice(0, 20));
      // The end of the grant: after 30 unused days, and with the API token.
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expires);
      expect(page.text).toMatch(new RegExp(`30 .*${date} \\(UTC\\)`));
      const wrong = await door.post('/oauth/authorize', {
        transaction: transactionIn(first),
        token: 'wrong',
        decision: 'continue',
      });
      expect(wrong.text).toContain(oauthWordsIn[language].warnings.unknownToken);
      const none = await door.post('/oauth/authorize', {
        transaction: transactionIn(page),
        decision: 'allow',
      });
      expect(none.text).toContain(oauthWordsIn[language].warnings.chooseOne);
    }
  }),
);

verifies(
  'oauth.languages',
  "a language chosen on the page overrides the app's request, which overrides the browser",
  () =>
    withPlatform(async (simulated) => {
      const door = embedded(simulated);
      const languageOf = async (changes: Fields, accept = 'pt') => {
        const page = await door.get(parameters(changes), { headers: { 'accept-language': accept } });
        return page.headers.get('content-language');
      };
      expect(await languageOf({})).toBe('pt');
      expect(await languageOf({}, 'xx')).toBe('en');
      expect(await languageOf({ ui_locales: 'xx fr-CA de' })).toBe('fr');
      expect(await languageOf({ ui_locales: 'fr', lang: 'es' })).toBe('es');
      for (const odd of ['', 'xx', '__proto__', 'toString', '"><script>', 'x'.repeat(5_000)]) {
        expect(await languageOf({ ui_locales: odd, lang: odd })).toBe('pt');
      }
      expect((await door.get({ client_id: 'x', lang: 'de' })).text).toContain(
        'Die App kann nicht verbunden werden',
      );
    }),
);

test('a page links to its other languages with the complete request', () =>
  withPlatform(async (simulated) => {
    const door = embedded(simulated);
    const first = await door.get(parameters({ state: 'a "state" & more' }));
    const links = [...first.text.matchAll(/href="(\?[^"]+)"/g)].map(([, link]) =>
      link!.replaceAll('&amp;', '&'),
    );
    expect(links).toHaveLength(all.length);
    for (const link of links) {
      const query = new URLSearchParams(link);
      expect([query.get('client_id'), query.get('redirect_uri')]).toEqual([clientId, redirectUri]);
      expect(query.get('state')).toBe('a "state" & more');
      const other = await door.ask('GET', `/oauth/authorize${link}`);
      expect([other.status, other.headers.get('content-language')]).toEqual([200, query.get('lang')]);
    }
  }));

test('a grant without refresh tokens states that it lasts an hour', () =>
  withPlatform(async (simulated) => {
    const door = embedded(simulated);
    const id = 'https://brief.example/client.json';
    publish(simulated, { client_id: id, grant_types: ['authorization_code'] });
    const first = await door.get(parameters({ client_id: id }));
    const page = await door.post('/oauth/authorize', {
      transaction: transactionIn(first),
      token: firstToken,
      decision: 'continue',
    });
    expect(page.text).toContain('Access ends after 60 minutes.');
  }));

test.each(all)('%s has every sentence translated, with its placeholders', (language) => {
  const words = oauthWordsIn[language];
  const english = oauthWordsIn.en;
  for (const scope of oauthScopes) {
    if (language !== 'en') expect([scope, words.scopes[scope]]).not.toEqual([scope, scopeSentences[scope]]);
    expect(words.scopes[scope]).toMatch(/\.$/);
  }
  for (const part of ['signIn', 'consent', 'who', 'warnings', 'fault'] as const) {
    for (const [name, say] of Object.entries(words[part]) as [string, unknown][]) {
      const said = sayOf(say);
      expect([name, said.length > 3]).toEqual([name, true]);
      const original = sayOf((english[part] as Record<string, unknown>)[name]);
      const filled = (text: string) => (text.match(/⟨\d⟩/g) ?? []).sort();
      expect([name, filled(said)]).toEqual([name, filled(original)]);
    }
  }
});

/** Renders a sentence with marks as placeholders. */
function sayOf(say: unknown): string {
  return typeof say === 'function' ? say('⟨1⟩', '⟨2⟩') : String(say);
}
