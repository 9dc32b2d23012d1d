import { scopeSentences } from '../../../model/oauth/scopes.ts';
import type { OauthWords } from './phrases.ts';

export const en: OauthWords = {
  languages: 'Language',
  signIn: {
    title: 'Connect an app to Posthouse',
    label: 'API token of your organization',
    hint: 'The app never sees it. The app gets no more than this token may do, and stops when the token does.',
    proceed: 'Continue',
    cancel: 'Cancel',
  },
  consent: {
    title: 'Allow this app?',
    organization: 'Organization',
    token: 'API token',
    testToken: 'a test token: nothing is really sent',
    allowedTo: 'It would be allowed to:',
    limits:
      'Limits of the API token hold for the app too. To end this, revoke the API token, or disconnect in the app.',
    allow: 'Allow',
    deny: 'Deny',
    untilUnused: (days) => `This lasts until the app has not used it for ${days} days.`,
    untilMinutes: (minutes) => `This lasts ${minutes} minutes.`,
    untilToken: (date) => `It ends with the API token, on ${date}, at the latest.`,
  },
  who: {
    document: (name, host) =>
      `An app that calls itself “${name}”, at ${host}, asks to use your organization.`,
    operator: (name) =>
      `The app “${name}”, which the operator of this server added, asks to use your organization.`,
    registration: (name) => `An app that calls itself “${name}” asks to use your organization.`,
    unproved: 'The app registered itself: its name is not proved, and any program can use it.',
    sentTo: (host) => `Afterwards you are sent to ${host}.`,
    sentToComputer: (host) => `Afterwards you are sent to ${host}, a program on this computer.`,
    sentToApp: (scheme) => `Afterwards the app that opens ${scheme} links on this computer is started.`,
    elsewhere: (host, target) =>
      `The app is at ${host}, but you would be sent to ${target}. Go on only if you know both.`,
    onlyIf: 'Go on only if you have just started this yourself, in an app that you trust.',
  },
  warnings: {
    tooManyWrong: 'There were too many wrong tokens from your network. Wait some minutes.',
    unknownToken: 'This API token is not known, or no longer works.',
    wrongAddress: 'This API token may not be used from your network address.',
    nothingOfThat: 'This API token may do nothing of what the app asks for.',
    chooseOne: 'Choose at least one, or deny.',
  },
  fault: {
    title: 'The app cannot be connected',
    close: 'Close this page, and start again in the app.',
    back: (host) => `Go back to ${host}`,
    unavailable: 'This server cannot be used right now. Try again in a minute.',
    repeated: (name) => `The app sent ${name} more than once.`,
    unknownApp: (why) => `The app is not known: ${why}.`,
    notRegistered: 'The app asked to send you to an address that is not registered for it.',
    notServed: (why) => `The app asked in a way that is not served: ${why}.`,
    otherSite: 'This form was submitted from another site.',
    expired: 'This page has expired, or is not one of ours.',
    neither: 'This page was answered with neither Allow nor Deny.',
    tokenGone: 'The API token no longer works.',
    appGone: 'The app is no longer registered here.',
    nothingGranted: 'The API token may no longer do any of what was chosen.',
    answeredBefore: 'This was answered before.',
    tooMany: (max) => `An organization can have ${max} connected apps at most. Disconnect one first.`,
  },
  scopes: scopeSentences,
};
