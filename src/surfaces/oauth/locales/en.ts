import { scopeSentences } from '../../../model/oauth/scopes.ts';
import type { OauthWords } from './phrases.ts';

export const en: OauthWords = {
  languages: 'Language',
  links: { console: 'Console', documentation: 'Documentation' },
  signIn: {
    title: 'Connect an app to Posthouse',
    label: 'API token of your organization',
    hint: 'The app never sees this token. The app gets at most the permissions of the token, and loses access when the token stops working.',
    proceed: 'Continue',
    cancel: 'Cancel',
    session: 'Sign in to Posthouse',
    sessionHint: 'You then approve the app with your own permissions. Or use a token:',
  },
  consent: {
    title: 'Allow this app?',
    organization: 'Organization',
    token: 'API token',
    testToken: 'a test token: nothing goes to real mailboxes',
    allowedTo: 'The app will be able to:',
    limits:
      'The limits of the API token also apply to the app. To end access, revoke the API token, or disconnect in the app.',
    person: 'Signed in as',
    otherPerson: 'Use another account or organization',
    useToken: 'Use an API token instead',
    personLimits:
      'The app can never do more than you can. As with every assistant, some calls also need a person’s approval. To end access, disconnect the app on your account page, or in the app.',
    allow: 'Allow',
    deny: 'Deny',
    untilUnused: (days) => `Access ends when the app has not used it for ${days} days.`,
    untilMinutes: (minutes) => `Access ends after ${minutes} minutes.`,
    untilToken: (date) => `It ends with the API token on ${date} at the latest.`,
    untilPerson: 'It ends earlier if you lose a role or are removed from the organization.',
  },
  who: {
    document: (name, host) =>
      `An app that calls itself “${name}”, at ${host}, asks for access to your organization.`,
    operator: (name) =>
      `The app “${name}”, which the operator of this server added, asks for access to your organization.`,
    registration: (name) => `An app that calls itself “${name}” asks for access to your organization.`,
    unproved: 'The app registered itself. Its name is not verified, and any program can use the same name.',
    sentTo: (host) => `You will then be redirected to ${host}.`,
    sentToComputer: (host) => `You will then be redirected to ${host}, a program on this computer.`,
    sentToApp: (scheme) => `Then the app that opens ${scheme} links on this computer will start.`,
    elsewhere: (host, target) =>
      `The app is at ${host}, but you would be redirected to ${target}. Continue only if you know both.`,
    onlyIf: 'Continue only if you started this yourself just now, in an app that you trust.',
  },
  warnings: {
    tooManyWrong: 'Too many wrong tokens from your network. Wait a few minutes.',
    unknownToken: 'This API token is unknown or no longer works.',
    wrongAddress: 'This API token cannot be used from your network address.',
    nothingOfThat: 'This API token has none of the permissions that the app asks for.',
    nothingOfRoles:
      'Your roles allow none of the permissions that the app asks for. Use another account or an API token.',
    chooseOne: 'Choose at least one permission, or deny.',
  },
  fault: {
    title: 'The app cannot be connected',
    close: 'Close this page and start again in the app.',
    back: (host) => `Go back to ${host}`,
    unavailable: 'This server is temporarily unavailable. Try again in a minute.',
    repeated: (name) => `The app sent ${name} more than once.`,
    unknownApp: (why) => `The app is unknown: ${why}.`,
    notRegistered: 'The app asked to redirect you to an address that is not registered for it.',
    notServed: (why) => `The app sent a request that this server does not accept: ${why}.`,
    otherSite: 'This form was submitted from another site.',
    expired: 'This page has expired or does not belong to this server.',
    neither: 'The form was submitted with neither Allow nor Deny.',
    tokenGone: 'The API token no longer works.',
    personGone: 'You no longer have access to this organization.',
    signedOut: 'You are no longer signed in, or you signed in as another person.',
    appGone: 'The app is no longer registered here.',
    nothingGranted: 'The API token no longer has any of the permissions that you chose.',
    nothingOfYours: 'Your roles no longer allow any of the permissions that you chose.',
    answeredBefore: 'This request was already answered.',
    tooMany: (max) => `An organization can have at most ${max} connected apps. Disconnect one first.`,
  },
  scopes: scopeSentences,
};
