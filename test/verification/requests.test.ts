import { describe, expect, test } from 'vitest';
import {
  approaches,
  type Concept,
  requests,
  voices,
} from '../../src/model/verification/content/requests/concept.ts';
import { fitsDomain, isWordyDomain } from '../../src/model/verification/content/requests/domain-names.ts';
import { conceptsIn } from '../../src/model/verification/content/requests/find-concepts.ts';
import { phrasesByLanguage } from '../../src/model/verification/content/requests/languages.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';
import { plainWords } from '../../src/model/verification/reading/plain-words.ts';
import { contentOfLine, type RequestMail, readCampaigns, readRequestMail } from './written-mail.ts';

function conceptsOf(text: string): Set<Concept> {
  return new Set(conceptsIn(plainWords(text)).map(({ phrase }) => phrase.concept));
}

describe('the phrases of a language', () => {
  test.each(Object.keys(phrasesByLanguage))('cover every request, approach and voice in %s', (language) => {
    const known = Object.keys(phrasesByLanguage[language]!);
    expect([...requests, ...approaches, ...voices].filter((concept) => !known.includes(concept))).toEqual([]);
  });

  test.each([
    ['English', 'Please confirm your account', 'confirmIdentity'],
    ['Polish', 'Prosimy o potwierdzenie danych konta', 'confirmIdentity'],
    ['Russian', 'Подтвердите данные вашего аккаунта', 'confirmIdentity'],
    ['Japanese, without spaces', 'クレジットカード情報を更新してください', 'giveBankData'],
    ['Arabic, with a prefix', 'يرجى مسح رمز الاستجابة السريعة', 'scanCode'],
    ['Korean, with a particle', '비밀번호를 입력하고 계정에 로그인하세요', 'signIn'],
  ] as const)('are found in %s text', (_, text, concept) => {
    expect(conceptsOf(text)).toContain(concept);
  });

  test('are found only if their parts are close together', () => {
    expect(conceptsOf('confirm the date of the visit')).not.toContain('confirmIdentity');
    expect(conceptsOf(`confirm ${'the date of the visit '.repeat(6)} account`)).not.toContain(
      'confirmIdentity',
    );
    expect(conceptsOf('your account: please confirm')).toContain('confirmIdentity');
  });
});

describe('a domain', () => {
  test.each(['parcel-customs.com', 'pay-verify.net', 'toll-invoice-payment.com', 'webmail-support.net'])(
    'of ordinary words vouches for nothing: %s',
    (domain) => {
      expect(isWordyDomain(domain)).toBe(true);
    },
  );

  test.each(['northfield-works.com', 'kellerbank.de', 'ledgerleaf.com', 'bücher-lindner.de'])(
    'with a name of its own is distinctive: %s',
    (domain) => {
      expect(isWordyDomain(domain)).toBe(false);
    },
  );

  test.each([
    ['Northfield Works', 'northfield-works.com'],
    ['Anna at Ledgerleaf', 'ledgerleaf.com'],
    ['British Rowing Association', 'bra.org.uk'],
    ['Дачный форум «Шесть соток»', 'shestsotok-forum.ru'],
    ['초록마당마트', 'chorokmadang.co.kr'],
    ['Café Zoë', 'cafezoe.nl'],
  ])('fits the name %s: %s', (name, domain) => {
    expect(fitsDomain(name, domain)).toBe(true);
  });

  test.each([
    ['Billing', 'pinefieldstudio.net'],
    ['Parcel Service', 'parcel-service-update.com'],
    ['HR Service Desk', 'hr-desk-intake.com'],
    ['Отдел проверки', 'otdel-kontrol-msk.com'],
    ['', 'northfield-works.com'],
    ['Northfield', 'northfield-account-update.com'],
    ['Nordbanken', 'nordbanken-betalning.com'],
  ])('does not fit the name "%s": %s', (name, domain) => {
    expect(fitsDomain(name, domain)).toBe(false);
  });
});

describe('the mail that asks for something', () => {
  const open = readRequestMail('open');
  const isCold = ({ request }: RequestMail): boolean => request.startsWith('cold');
  const stopped = (mails: readonly RequestMail[]): RequestMail[] =>
    mails.filter((mail) => verifyContent(contentOfLine(mail)).verdict !== 'pass');
  const share = (mails: readonly RequestMail[]): number => stopped(mails).length / mails.length;

  test('is complete: pairs of 20 requests in 27 languages', () => {
    const all = [...open, ...readRequestMail('sealed')];
    expect(all).toHaveLength(27 * 48);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ language }) => language))).toEqual(new Set(Object.keys(phrasesByLanguage)));
  });

  test('is stopped more often if it is bad than if it is honest', () => {
    const bad = open.filter(({ label }) => label === 'bad');
    expect(share(bad.filter((mail) => !isCold(mail)))).toBeGreaterThan(badShareMin);
    expect(share(bad.filter(isCold))).toBeGreaterThan(coldShareMin);
    expect(share(open.filter(({ label }) => label === 'honest'))).toBeLessThan(honestShareMax);
  });
});

test('replies to another domain speak against a sender whose own domain fits', () => {
  const mail = {
    from: { displayName: 'Fabbriani Ceramiche', address: 'a@fabbriani.net', domain: 'fabbriani.net' },
    subject: 'Our new bank details',
    preview: null,
    html: '',
    text: 'Please pay all open invoices to our new bank account from today. Reply with the payment receipt.',
    purpose: 'campaign',
  } as const;
  expect(verifyContent(mail).verdict).toBe('pass');
  expect(verifyContent({ ...mail, replyTo: 'a@fabbriani-pagamenti.com' }).verdict).toBe('block');
  expect(verifyContent({ ...mail, replyTo: 'billing@fabbriani.com' }).verdict).not.toBe('block');
});

describe('campaigns', () => {
  const campaigns = readCampaigns('open');
  const share = (label: string): number => {
    const mails = campaigns.filter((mail) => mail.label === label);
    return (
      mails.filter((mail) => verifyContent(contentOfLine(mail)).verdict !== 'pass').length / mails.length
    );
  };

  test('are complete: 27 languages, each id once', () => {
    const all = [...campaigns, ...readCampaigns('sealed')];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ language }) => language))).toEqual(new Set(Object.keys(phrasesByLanguage)));
  });

  test('of honest senders pass, unlike phishing and cold mail', () => {
    expect(share('honest')).toBeLessThan(honestCampaignShareMax);
    expect(share('phishing')).toBeGreaterThan(phishingCampaignShareMin);
    expect(share('cold')).toBeGreaterThan(coldCampaignShareMin);
  });
});

/** Measured on the open half, rounded down for bad and up for honest mail. */
const badShareMin = 0.65;
const coldShareMin = 0.6;
const honestShareMax = 0.03;
const honestCampaignShareMax = 0.01;
const phishingCampaignShareMin = 0.8;
const coldCampaignShareMin = 0.8;
