import type { Sayings } from './situations.ts';

export const english: Sayings = {
  receipt: [
    'Your receipt from {p}',
    'Thank you for your order. You paid 49.00 with {b}, and the card ending in 4242 was charged today. The receipt is attached to your account at {p}.',
    'View receipt',
  ],
  reset: [
    'Reset your {p} password',
    'Someone asked to reset the password of your {p} account. If it was you, choose a new one within the next hour. If not, ignore this mail: your password stays as it is.',
    'Choose a new password',
  ],
  code: [
    '482 913 is your {p} code',
    'Enter this code to sign in to {p}: 482 913. It is valid for ten minutes. We never ask for it by phone or in a message.',
    'Open {p}',
  ],
  invoice: [
    'Invoice 2026-1107 from {p}',
    'Your invoice for November is ready: 129.00 for the team plan, due on 30 November. You can pay by card, by bank transfer or with {b}.',
    'Pay invoice',
  ],
  reminder: [
    'Reminder: invoice 2026-1006 is due',
    'Our records at {p} show that invoice 2026-1006 over 129.00 is still open. If your payment has crossed this mail, please ignore it. Otherwise please pay within seven days.',
    'See the invoice',
  ],
  failedPayment: [
    'We could not charge your card',
    'The payment for your {p} subscription did not go through; your bank declined it. Please update your card or pay with {b} so that your plan goes on without a break.',
    'Update payment method',
  ],
  signIn: [
    'New sign-in to your {p} account',
    'Your account was just used from a new device: Firefox on Linux, near Porto, at 14:02. If this was you, there is nothing to do. If not, change your password and sign out all devices.',
    'Review devices',
  ],
  addressChanged: [
    'Your email address was changed',
    'The address of your {p} account is now ada@example.com. If you did not change it, let us know within three days and we will put it back.',
    'This was not me',
  ],
  shipped: [
    'Your {p} order is on its way',
    'Good news: we handed your parcel to {b} this morning. It should arrive on Thursday between ten and two. Nobody has to be at home; the driver leaves it with a neighbour.',
    'Track parcel',
  ],
  event: [
    'Tomorrow at 10:00: planning with Grace',
    'This is a reminder of your meeting tomorrow at 10:00. It is booked through {p} and stands in your {b} calendar. To move it, use the link below.',
    'Change the time',
  ],
  invitation: [
    'Grace invited you to {p}',
    'Grace Hopper has invited you to the workspace “Harbour” on {p}. You can join with your {b} account or choose a password. The invitation is valid for a week.',
    'Join the workspace',
  ],
  trialEnds: [
    'Your {p} trial ends in three days',
    'Your free trial ends on Friday. If you want to keep your projects, choose a plan before then; it starts at 9 a month. If you do nothing, your account becomes a free one and no card is charged.',
    'Choose a plan',
  ],
  accountCloses: [
    'Your {p} account will be closed',
    'You asked us to close your account. It will be deleted with all its data on 1 December. If you have changed your mind, sign in before that day and it stays open.',
    'Keep my account',
  ],
  storageFull: [
    'Your {p} storage is almost full',
    'You use 9.4 of 10 GB. Once it is full, new files can no longer be saved. You can delete what you do not need, or add 100 GB for 2 a month.',
    'Manage storage',
  ],
  twoFactor: [
    'Set up two-step verification for {p}',
    'Your team asks everybody to use two-step verification from 1 December on. It takes a minute with {b} Authenticator or any other app. Without it you cannot sign in after that day.',
    'Set it up',
  ],
  exportReady: [
    'Your {p} export is ready',
    'The export that you asked for is done: 1,204 contacts, 18 MB. You can download it for the next 48 hours; then it is deleted.',
    'Download export',
  ],
  termsChange: [
    'Our terms change on 1 January',
    'We have made the terms of {p} shorter and added how we work with {b} as a payment provider. They apply from 1 January. If you do not agree, you can close your account before then, free of charge.',
    'Read the terms',
  ],
  refund: [
    'Your refund of 24.90 is on its way',
    'We have received your return and refunded 24.90 to your {b} account. It can take up to five working days until you see it. Thank you for shopping at {p}.',
    'See refund',
  ],
  passwordChanged: [
    'Your {p} password was changed',
    'The password of your account was changed today at 09:41. If you did it, all is well. If you did not, reset it now and write to our support.',
    'Secure my account',
  ],
  confirmAddress: [
    'Confirm your email for {p}',
    'Welcome to {p}! Please confirm that this is your address so that we can send you receipts and security notices. The link works for 24 hours.',
    'Confirm address',
  ],
};
