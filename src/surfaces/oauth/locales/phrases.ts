import type { OauthScope } from '../../../model/oauth/scopes.ts';

/** Parameters and results are plain text. Errors for developers stay in English. */
export type OauthWords = {
  languages: string;
  links: { console: string; documentation: string };
  signIn: {
    title: string;
    label: string;
    hint: string;
    proceed: string;
    cancel: string;
    /** Link to sign in at the console, instead of a token. */
    session: string;
    sessionHint: string;
  };
  consent: {
    title: string;
    organization: string;
    token: string;
    /** Suffix of a test token, which sends nothing. */
    testToken: string;
    allowedTo: string;
    /** Limits of the token, and instructions for revoking access. */
    limits: string;
    person: string;
    otherPerson: string;
    useToken: string;
    /** Limits of the person's permissions, and instructions for disconnecting. */
    personLimits: string;
    allow: string;
    deny: string;
    untilUnused(days: number): string;
    untilMinutes(minutes: number): string;
    untilToken(date: string): string;
    untilPerson: string;
  };
  who: {
    /** Client with a metadata document: `name` is its own claim, `host` is verified. */
    document(name: string, host: string): string;
    operator(name: string): string;
    registration(name: string): string;
    unproved: string;
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
    nothingOfRoles: string;
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
    personGone: string;
    signedOut: string;
    appGone: string;
    nothingGranted: string;
    nothingOfYours: string;
    answeredBefore: string;
    tooMany(max: number): string;
  };
  scopes: Readonly<Record<OauthScope, string>>;
};
