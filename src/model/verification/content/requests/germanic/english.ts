import type { ConceptPhrases } from '../concept.ts';
import { englishSenders } from './english-senders.ts';

export const english: ConceptPhrases = {
  ...englishSenders,
  signIn: `sign in/log in/login/log on/sign on/signing in/logging in + account/portal/mailbox/dashboard/profile/webmail
    enter + password/credentials/username
    password + expir*/reset/keep/same
    click + to sign in/to log in
    with your/using your + email and password/username and password/login details/usual credentials/work email/business email
    session + expired/timed out/ended + sign in/log in/log back/again/continue
    it wasnt me/this wasnt me/that wasnt me/was not me/this was not you/if this wasnt you/not you + secure/cancel/block/review/account/sign
    restore/regain/unlock/reactivate/secure/recover/reinstate/unblock + your account/your access/full access/account access/your profile`,
  confirmIdentity: `verif*/confirm/confirming/validat*/authenticat* + account/identity/details/information/ownership/profile/data
    update + your information/your details/your records/account information/kyc
    upload + passport/id card/driving licence/driver license/proof of identity
    photo/picture/scan/selfie/both sides/front and back + passport/id card/your id/licence/license/identity document
    complete/finish/renew/repeat/begin/start + verification/identity check/security check/validation/re-registration
    re-confirm/reconfirm/re-verify/reverify/revalidate/know your customer/kyc/verify yourself/verify that it is you/verify its you/confirm its you
    confirm that it is you/prove your identity`,
  giveBankData: `enter/provide/update/confirm/verify/submit/supply/reply with/send us + card number/card details/bank details/banking details
    enter/provide/update/confirm/verify/submit/supply/reply with/send us + billing details/iban/account number
    enter/provide/update/confirm/verify/submit/supply/reply with/send us + sort code/payment details/cvv/credit card/debit card/payment method
    card + expir* + update*
    card number/card no/long number + expiry/cvv/cvc/security code/3 digits/three digits/on the back
    payment/card/direct debit + declined/bounced/failed/rejected/could not be processed + update/new card/different card/retry
    account no/sort code/iban/bank details + send/reply/where we should/to be credited/so that we can pay/for the transfer`,
  changedBankDetails: `new/changed/updated/different/switched/moved/closed + bank details/banking details/bank account/account details/iban
    new/changed/updated/different/switched/moved/closed + remittance details/payment details/payment instructions
    bank/banking/account/remittance + have changed/has changed/no longer use/no longer valid/under audit
    all future payments/future payments/pending payments/outstanding payments + account/iban/bank
    pay/paid/remit/transfer + new account/different account/other account/account below/details below/updated account
    our account/our bank/our banking + changed/moved/closed/audit/being reviewed/new one/updated`,
  payrollChange: `
    payroll/salary/wages/paycheck/payslip/direct deposit + change/update*/confirm/new account/bank/deposit form/enrol*/review/acknowledge
    my pay/my salary/my wages/my payroll/my direct deposit + account/bank/switch/change/update/next pay
    payslip/pay slip/salary review/bonus statement + view/open/sign in/log in/confirm/acknowledge/approve
    pay rise/compensation/timesheet/leave balance + view/open/sign in/log in/confirm/acknowledge/approve`,
  giftCards: `gift card*/giftcard*/google play card*/itunes card* + buy/purchase/pick up/get me/scratch/codes/photos/pictures/reimburse*
    steam card*/amazon card*/vouchers + buy/purchase/pick up/get me/scratch/codes/photos/pictures/reimburse*
    cards + scratch/codes on the back/send me the codes/picture of the codes/face value/denomination*`,
  payInvoice: `invoice*/payment/balance/amount/remittance/fees + overdue/outstanding/unpaid/due/past due/settle/wire/process today/pay now
    wire/transfer + today/urgent*/payment/vendor/supplier
    electricity/gas supply/power supply/energy bill/your supply + disconnect*/cut off/interrupt*/arrears/unpaid
    arrears/final demand/amount owing/sum owed/debt of + pay/settle/clear/remit/disconnect*
    bank transfer/same day payment/urgent payment/wire transfer/payment to a supplier + process/arrange/make/set up/handle/today
    disconnection/disconnected/cut off + scheduled/notice/avoid/tomorrow/team/reconnection + pay/settle/balance/arrears/notice`,
  scanCode: `scan + code/qr/barcode/phone
    camera + code
    phone/camera/mobile/authenticator + scan/point + code/square/below/image
    qr code/qr-code/qrcode`,
  grantAccess: `grant/allow/approve/authorize/authorise/accept/consent + access/permission*/application/app
    connect + your google account/your microsoft account/your mailbox/your account
    install + remote/anydesk/teamviewer/quick assist/extension
    connector/integration/add-in/addin/plugin/third party app/sync tool + authoris*/authoriz*/approve/accept/consent/permission*
    on behalf of your organi*/grant consent/admin consent/give consent/read and send mail/full mailbox access/access to your mailbox`,
  openFile: `
    open/view/download/review/access/see + document/file/attachment/attached/pdf/statement/fax/voicemail/voice message/shared folder/scan/contract
    shared + document/file/folder + with you
    enable + content/macros/editing
    attached/enclosed/please find + remittance/contract/agreement/purchase order/quotation/signed copy/deed/payment advice
    sign/signing/signature/countersign + electronically/digitally/document/agreement/contract/deed + review/waiting/required/today/please
    file password/password for the file/document password/protected document/encrypted message/secure message + open/read/view/download
    sent you/has sent/uploaded + document/file/secure message/fax + open/view/read/access/retrieve`,
  callNumber: `call/dial/phone/ring + us/immediately/now/toll free/number/helpline/support/cancel/dispute/refund
    if you did not + call
    to cancel + call
    call/phone/dial + within 24/our agent/our advisor/billing team/fraud team/cancellation team/to stop/to reverse
    if you did not/not you/did not authorise/did not authorize/did not make/did not place + call/phone/contact our
    charged/debited/auto renew*/renewed/billed/your order of + call us/call our/phone us/toll free/helpline/call within/call the number`,
  walletPhrase: `connect/sync*/validat*/verif*/migrat*/restore + wallet
    airdrop/claim + tokens/wallet
    wallet/crypto/coins/assets + reconnect*/import/link your/re-sync/secure your/withdraw/transfer to/new wallet
    hardware wallet/ledger/trezor/metamask/firmware + update/verify/restore/sync*/recover/import
    seed phrase/recovery phrase/secret phrase/mnemonic/private key/12 words/24 words/twelve words/twelve word/twenty four words/backup phrase`,
  smallFee: `toll/fine/penalty/customs/duty/import/ticket/redelivery/handling/storage/parking + pay/fee/unpaid/outstanding/charge*/settle
    pay + small fee/shipping fee/delivery fee/customs fee
    second delivery/second attempt/redelivery/release the parcel/clearance/release fee + fee/charge/cost*/pay/costs/card only
    unpaid/missed/outstanding + toll/crossing/charge/journey/parking`,
  renewMailbox: `mailbox/inbox/email account/email storage/storage/quota/cloud + full/exceeded/limit/almost full/upgrade/deactivat*/expir*/suspend*
    messages/emails/mails + held/pending/quarantin*/undelivered/blocked/queue*
    keep/retain + same password/current password
    subscription/membership/domain/hosting/antivirus/licence/license + expir*/renew*/suspend*/ends today
    mailbox/email account/webmail/e-mail account + closure/termination/shut down/closing/migrat*/new version/will be deleted/upgrade/update
    request + close/terminate/delete/deactivate + mailbox/email account/your email/e-mail + cancel/stop/not you`,
  claimPrize: `won/winner/selected/chosen/lucky/congratulations + prize/reward/gift/iphone/voucher/draw/lottery/raffle/survey
    claim/collect/receive + prize/reward/refund/rebate/compensation/funds/grant/bonus/inheritance
    refund/rebate/overpaid/tax return + eligible/entitled/due/pending/approved/unclaimed/submit
    million/inheritance/next of kin/beneficiary + dollars/usd/eur/fund*/estate/deceased/bank
    tax refund/overpaid/overpayment/tax rebate + claim/refund form/lodge/released/credited/submit/access
    lodge/file/submit/make + your claim/refund claim/refund request/claim form
    donat*/bequeath*/entrust* + the sum of/million/charity/orphan*/widow/gods will
    widow/terminal illness/terminal cancer/late husband + fund*/charity/donat*/sum
    loyalty points/reward points/your points/cashback + expire/redeem/convert/claim before`,
  rescheduleParcel: `
    parcel/package/shipment/delivery/courier/consignment + reschedul*/failed/could not/unable/on hold/held/missed/incomplete address
    parcel/package/shipment/delivery/courier/consignment + confirm address/update address/redeliver*/waiting/returned
    parcel/package/shipment/delivery/item + house number/address is incomplete/incorrect address/wrong address/address missing/depot/nobody home
    choose/select/pick/book/arrange + new delivery/delivery day/delivery slot/delivery date/second delivery/redelivery`,
  replyPrivately: `are you available/are you at your desk + reply/email/text/discreet*/meeting/cell/mobile/asap/confidential/busy
    are you free/are you in the office + reply/email/text/discreet*/meeting/cell/mobile/asap/confidential/busy
    quick task/quick favour/quick favor/kindly assist/need your help + reply/email/text/discreet*/meeting/cell/mobile/asap/confidential/busy
    confidential*/discreet*/between us/keep this + reply/do not call/cannot talk/acquisition/surprise
    reply + personal email/private email/personal address/whatsapp/with your number/cell number/mobile number
    send me your + number/cell/whatsapp
    strictly confidential/utmost discretion/secrecy + transaction/acquisition/instructions/transfer/reply
    non-disclosure/only a few people/nobody else + transaction/acquisition/instructions/transfer/reply
    write/message/contact/text/reach/add + on whatsapp/via whatsapp/on telegram/via telegram/on signal/my private
    got a minute/have a moment/at your computer/need a favour/need a favor/need you to handle/something for me + reply/email/let me know/urgent*
    full name + country/phone/address/age/occupation + send/reply/contact/provide`,
  deadline: `within + hours/24/48/72/days/today
    by tonight/by midnight/immediately/right away/as soon as possible/final notice/last reminder/last warning/expires today/ends today
    before end of day`,
  threat: `account/access/card/mailbox/profile/service/parcel/licence/license/plate + suspend*/restrict*/block*/lock*/terminat*/clos*/disabl*
    account/access/card/mailbox/profile/service/parcel/licence/license/plate + deactivat*/delet*/limited/returned/revoked/seized
    unusual/suspicious/unauthorised/unauthorized/unrecognised/unrecognized + activity/sign in/login/transaction/device/charge
    legal action/prosecution/debt collection/collections/arrest/penalties/enforcement/lose access/permanently`,
  warning: `
    never ask/will never/do not share/never share/dont share/do not click/never click/do not reply to such/beware/scam/scams/scammers/phishing
    fraudsters/fake emails/spot the signs`,
  subscribed: `
    you subscribed/you signed up/you are receiving this because/you receive this because/you registered/your order/your booking/as a member
    as a customer/our members/our customers/you asked us/you requested/you opted in/thanks for joining/your purchase`,
};
