import { badgeDoc } from '../guidance.ts';
import type { Badge } from '../verdict.ts';
import type { Request } from './concept.ts';

const badgeOfRequest: Record<Request, string> = {
  signIn: 'phishing.credential_request',
  confirmIdentity: 'phishing.credential_request',
  giveBankData: 'phishing.payment_details_request',
  changedBankDetails: 'phishing.private_request',
  payrollChange: 'phishing.private_request',
  giftCards: 'phishing.private_request',
  payInvoice: 'phishing.payment_details_request',
  scanCode: 'phishing.private_request',
  grantAccess: 'phishing.private_request',
  openFile: 'phishing.credential_request',
  callNumber: 'phishing.callback_lure',
  walletPhrase: 'phishing.wallet_secret_request',
  smallFee: 'phishing.payment_details_request',
  renewMailbox: 'phishing.renewal_scare',
  claimPrize: 'phishing.prize_lure',
  rescheduleParcel: 'phishing.delivery_lure',
  replyPrivately: 'phishing.private_request',
};

export function requestBadges(requests: ReadonlySet<Request>, severity: 'warn' | 'block'): Badge[] {
  const ids = new Set(Array.from(requests, (request) => badgeOfRequest[request]));
  return Array.from(ids, (id) => ({ id, label: badgeDoc(id).title, severity, path: 'content' }));
}
