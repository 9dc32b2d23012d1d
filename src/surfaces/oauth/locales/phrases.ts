import type { OauthScope } from '../../../model/oauth/scopes.ts';

/**
 * What the pages say on which a person lets an app in. Names and hosts are plain text, and so is what is made of them; what a
 * developer reads of a wrong request stays English.
 */
export type OauthWords = {
  languages: string;
  signIn: {
    title: string;
    label: string;
    hint: string;
    proceed: string;
    cancel: string;
  };
  consent: {
    title: string;
    organization: string;
    token: string;
    /** Behind the name of a token with which nothing is really sent. */
    testToken: string;
    allowedTo: string;
    /** The limits of the token, and how to end what is allowed. */
    limits: string;
    allow: string;
    deny: string;
    /** How long it lasts, each a sentence. */
    untilUnused(days: number): string;
    untilMinutes(minutes: number): string;
    untilToken(date: string): string;
  };
  who: {
    /** By its document: `name` is its own word, `host` is known. */
    document(name: string, host: string): string;
    operator(name: string): string;
    registration(name: string): string;
    unproved: string;
    /** Where the person is sent afterwards. */
    sentTo(host: string): string;
    sentToComputer(host: string): string;
    sentToApp(scheme: string): string;
    elsewhere(host: string, target: string): string;
    onlyIf: string;
  };
  warnings: {
    tooManyWrong: string;
    unknownToken: string;
    wrongAddress: string;
    nothingOfThat: string;
    chooseOne: string;
  };
  fault: {
    title: string;
    close: string;
    back(host: string): string;
    unavailable: string;
    repeated(name: string): string;
    unknownApp(why: string): string;
    notRegistered: string;
    notServed(why: string): string;
    otherSite: string;
    expired: string;
    neither: string;
    tokenGone: string;
    appGone: string;
    nothingGranted: string;
    answeredBefore: string;
    tooMany(max: number): string;
  };
  scopes: Readonly<Record<OauthScope, string>>;
};
