import type { Lexicon } from './lexicon.ts';

export const englishThreats: Lexicon = {
  credential: `
    two step verification ~ complete/within/days
    security standards ~ updated/comply
    kyc ~ authentication/wallet
    account ~ login information/details
    log/sign in ~ with ~ your ~ id/password/pin/code/card
    password and ~ pin/code/card/phrase/date
    user id ~ password
    your ~ password ~ expires/expired/expire
    needs/requires your ~ password/pin/identity
    mailbox ~ closed/deactivated/suspended/deleted
    sign in ~ keep
    verify/confirm/validate/update/authenticate your ~ account/accounts/identity/mailbox/details/credentials/profile/information/data
    verify/confirm/validate your ~ password/email/login/records
    enter/provide/submit/supply/reconfirm your ~ password/credentials/username/login/pin/passcode
    confirm/send/reply/forward/tell ~ password/passcode/pin
    ! reply with ~ password/pin/code/credentials
    ! keep ~ current/same/old password
    keep ~ same password
    password ~ expire*/expiring
    password is about to expire
    mailbox/inbox/storage/quota ~ full/exceeded/limit
    exceeded/reached ~ mailbox/storage/quota limit
    messages/emails/mails ~ pending/undelivered/quarantine*/held/blocked
    pending/undelivered/quarantined/held/incoming messages/emails/mails
    release ~ messages/emails/mails
    retrieve/recover/view/review ~ pending/incoming/held messages/emails/mails
    unusual/suspicious/unauthorized/unauthorised/unrecognized sign/login/activity/access/transaction/transactions
    login attempt
    someone ~ tried/attempted ~ log/sign/access
    log in to ~ restore/verify/confirm/review/secure/continue/avoid
    login to review
    sign in to ~ restore/verify/confirm/review/secure/continue/avoid/keep
    secure/restore/reactivate/unlock/unblock/recover your ~ account/access/mailbox
    account verification
    verify ~ ownership
    verify now
    verify it's really you
    re/revalidate your account
    upgrade your mailbox
    migrate/upgrade ~ new webmail/mail/server
    webmail/mail/email administrator
    it/mail/email help desk/helpdesk
    your photos ~ deleted/removed/lost
    cloud storage ~ full/expired/deleted/limit
    your files ~ deleted/removed/lost
    social security number
    mother's maiden name
    know your customer
    complete ~ kyc/verification
    kyc ~ required/regulation/verification/update
    account ~ requires/needs ~ verification/verified/attention
    profile ~ incomplete/outdated
    payroll/salary/benefits ~ sign/login/confirm/verify
    two factor ~ expire*/disabled
    sync* ~ account/device/wallet
  `,
  wallet: `
    allocation/allocations ~ eligible/claim/unclaimed/available/review
    token/tokens ~ allocated/distribution/claimable/reserved
    eligib* ~ dashboard/wallet/allocation
    wallet ~ funded/upgrade/merge/blocked/inaccessible/failed
    recovery seed
    withdrawals are ~ available/open
    withdraw ~ digital assets
    digital assets ~ suspended/approved/available/account
    desktop app ~ wallet/bitcoin
    firmware ~ wallet/ledger/seed
    confirm your phrase
    stake/staking ~ token/tokens
    free btc/bitcoin
    claim ~ nft/nfts
    earn ~ tokens/rewards/coins/crypto
    ! seed/recovery/secret/backup/mnemonic phrase
    ! twelve/24/12 word/words phrase
    private keys ~ enter/import/confirm/submit
    enter/import/confirm/submit/provide ~ private/seed/secret/recovery key/keys/phrase
    connect/sync/link/verify/validate/restore/update/unlock/secure/migrate/activate your ~ wallet/metamask/ledger
    wallet/wallets ~ verification/validation/verified/suspended/restricted/deactivated/disabled/compromised/synchronization/eligib*
    verify/validate ~ wallet/wallets
    claim ~ airdrop/tokens/token/coins/rewards/nft/allocation
    ! airdrop ~ claim/eligib*/live/official
    token distribution/airdrop/allocation/claim/migration
    check ~ eligibility ~ airdrop/wallet/token
    exclusive/official airdrop
    token ~ giveaway/reward
    double your ~ bitcoin/btc/crypto/eth
    bitcoin/btc/eth/crypto ~ giveaway/donation/withdraw/withdrawal/payout
    withdraw/withdrawal ~ bitcoin/btc/eth/crypto/coins
    free/your btc/bitcoin/bitcoins ~ ready/waiting/pending/transfer
    your bitcoin/btc/crypto transaction/transfer/payment/balance
    whitelist ~ wallet
    staking ~ program/rewards/pool
    unclaimed ~ crypto/tokens/coins/assets/bitcoin
    dormant/inactive ~ wallet/holdings
    hardware wallet ~ update/recall/replace*
    assets/funds ~ at risk
    smart contract ~ approve/revoke
    mining ~ account/payout/cloud/balance
    cloud mining
    presale ~ live/token/access
  `,
  threat: `
    virus/viruses ~ detected/found/alert
    your ~ assets/funds ~ suspended/frozen/blocked
    account/access/service/card/profile/mailbox/domain/page/website ~ suspended/limited/locked/restricted/blocked/disabled/deactivated/terminated/frozen/closed
    suspend*/limit*/lock*/restrict*/block*/disabl*/deactivat*/terminat*/clos* your ~ account/access/service/card/mailbox/page/profile
    will be ~ suspended/deactivated/terminated/disabled/closed/permanently/deleted
    permanent* ~ suspen*/delet*/disabl*/lock*/clos*/remov*/lose/loss
    avoid/prevent ~ suspension/termination/closure/deactivation/interruption/deletion/disruption/loss/restriction
    failure to ~ respond/comply/verify/update/confirm/pay/act
    if you ~ do not/fail/ignore ~ account/access/service
    legal action
    arrest warrant
    court ~ notice/summons/order/appearance
    law enforcement
    final/last warning/reminder/notice/notification/chance/attempt
    lose access
    lose ~ files/photos/data/emails
    violat* ~ terms/policy/community/copyright/guidelines
    copyright infringement/violation
    your ~ page/account ~ reported
    appeal ~ decision/form/review
    within 12/24/36/48/72 hours
    in the next 12/24/48/72/1/2 hours/days
    24/48/72 hours ~ or
    your device/computer/pc/phone ~ infected/risk/virus*
    viruses ~ detected/found
    security breach
    compromised account
    account ~ compromised
  `,
  payment: `
    account is experiencing
    billing confirmations
    unauthorized payment
    ! scratch ~ codes/card/cards/them
    picture/photo/photos of the ~ codes/cards/back
    send ~ codes ~ me/to
    card number ~ security code
    invoice ~ due/overdue/wire/attached ~ payment/transfer/pay
    update/confirm/verify/provide/add/change your ~ payment/billing/card/bank/credit/debit
    payment ~ declined/failed/unsuccessful/rejected/invalid
    unable to ~ process/charge/collect/bill/validate ~ payment/card/subscription
    could not/couldn't ~ process/charge/authorize/validate ~ payment/card
    problem/issue/trouble ~ billing/payment/card
    billing ~ information/details ~ update/invalid/expired/incorrect
    card ~ no longer valid
    card/credit ~ expired/declined
    outstanding/unpaid/overdue ~ balance/invoice/bill/fine/toll/debt
    unpaid toll
    toll ~ balance/violation/fee
    pay ~ avoid ~ penalties/fees/late/suspension
    enter/provide/send/reply ~ bank/card/account number/numbers/details
    credit card ~ number/details
    card number ~ cvv/cvc/expiry/expiration
    cvv
    bank account ~ number/details ~ send/reply/provide
    wire ~ transfer/instructions
    new ~ bank details/account
    gift cards ~ scratch/codes/photos/purchase/buy
    buy/purchase ~ gift cards
    remittance advice
    payment ~ on hold/pending ~ confirm/release/verify
  `,
  renewal: `
    subscription/membership/plan/protection ~ has been ~ renewed/updated/extended
    successfully renewed
    renew your ~ license/licence/protection/coverage
    next charge/billing ~ antivirus/protection
    protection/coverage ~ inactive/expired/lapsed
    payment method auto
    renewal/invoice/order/subscription ~ confirmed/confirmation/activated/processed
    thank you for ~ renewing/renewal
    subscription/membership/plan/license/licence/protection/antivirus/coverage ~ expired/expires/expire/expiring/ended/ends/renew/renewed/canceled/cancelled/suspended
    auto/automatic/automatically renew*
    renew* ~ automatically
    renew ~ now/today/subscription/protection/license/membership/plan/antivirus
    your ~ antivirus/protection ~ expired/inactive/disabled/off
    device/computer/devices ~ unprotected/vulnerable/risk/exposed
    80/85/88/90/95/98 off ~ renew*
    expired today
    account ~ charged/debited ~ renew*
    has been renewed
    domain ~ expire*/expiration/renew*
    warranty ~ expire*/final/extend*
    loyalty/exclusive ~ renewal discount
  `,
  delivery: `
    your ~ package/parcel/shipment/order ~ way/arrived/address/fee
    customs fee/fees
    package/parcel/shipment/delivery/order/item ~ held/hold/stopped/suspended/pending/waiting/undelivered/undeliverable/returned/blocked/failed/stuck
    unable to deliver
    could not/couldn't ~ deliver/delivered
    was not delivered
    failed/missed/unsuccessful ~ delivery
    delivery ~ attempt/attempted/failed/problem/issue/exception
    reschedule/schedule/confirm/arrange ~ delivery/redelivery
    confirm/update/verify/complete/incorrect/incomplete/wrong ~ delivery/shipping/postal ~ address/details/information
    address ~ incomplete/incorrect/missing
    customs/import/clearance/shipping/redelivery/delivery/storage fee/fees/duty/duties/charge/charges
    pay ~ customs/shipping/delivery/redelivery
    released/release ~ package/parcel/shipment
    track your ~ package/parcel
    you have 1/one package/parcel
    package/parcel ~ awaits/awaiting/waiting
    returned to ~ sender
    distribution/sorting center/centre/warehouse
    unclaimed package/parcel
    claim your ~ package/parcel
  `,
};
