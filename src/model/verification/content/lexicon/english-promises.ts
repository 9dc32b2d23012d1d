import type { Lexicon } from './lexicon.ts';

export const englishPromises: Lexicon = {
  prize: `
    get/win/grab/enjoy a free/new
    your free
    reward/rewards ~ you/your/today/inside/arrived/yet
    loyalty ~ reward/number/member
    enter to win
    congratulations ~ you/winner/selected/won
    you ~ been ~ selected/chosen/picked/drawn
    you've been selected/chosen
    you ~ won
    you ~ winner
    you ~ are ~ lucky/winner/selected
    lucky winner/winners/one/visitor/customer
    ! winning ~ number/numbers/notification/ticket
    ! lottery ~ winner/prize/won/program/international/winning
    claim/receive/get/redeem/collect/unlock/secure/confirm your ~ prize/reward/rewards/gift/winnings/bonus/voucher/giftcard/award
    prize/reward/gift/voucher ~ waiting/awaits/reserved/expires/arrived/unclaimed/ready/confirmation/pending
    unclaimed ~ prize/reward/rewards/gift/points
    take/complete/answer/fill/participate/finish ~ survey/questionnaire/quiz
    short/quick/30/60/brief/simple ~ survey
    share your ~ opinion/insights/feedback/experience ~ reward/win/gift/receive/chance
    survey ~ reward/rewards/win/gift
    chance to ~ win/receive/get/claim
    ~ win a free/brand/new
    exclusive ~ reward/rewards/gift/offer ~ you/claim/waiting
    free ~ gift/giftcard/iphone/samsung/ipad/sample/voucher/toolset/cooler
    gift card/cards ~ claim/waiting/win/free/reward/ready/survey
    for free ~ just/only ~ shipping
    just/only pay shipping
    cash/loyalty ~ prize/reward/app
    points ~ expire*/expiring/redeem
    redeem ~ points/today/now
    guess who ~ won
    customer reward/rewards
    reward ~ program/department/center ~ claim/selected/pending/survey
    jackpot
    sweepstakes/giveaway ~ winner/entry/selected/claim/confirm
    limited ~ winners/gifts/units/spots ~ left
    award ~ winner/notification/fund/promotion
    last chance ~ claim/win/prize/reward/gift
    activate* your ~ bonus/reward
    free/welcome spins/bonus
  `,
  advanceFee: `
    donated ~ usd/dollars/euros/million/eur/sum
    charity proposal
    purpose of charity
    compensation ~ atm/order/card
    courier ~ box/consignment
    receive your donation
    hundred million
    dear beneficiary
    copy of your ~ passport/id/identification
    processing/transfer/handling/administration fee
    i am in a meeting
    keep ~ between us
    lottery
    claims agent/department
    ! next of kin
    ! inheritance ~ fund/funds/claim
    late ~ client/husband/father/customer
    ! beneficiary ~ fund/funds/payment/unpaid
    unpaid beneficiary
    million/millions ~ dollars/usd/euros/euro/pounds/united/gbp/donation
    usd ~ million
    sum of ~ million/usd/dollars/euros/pounds
    total sum
    donat* ~ you/sum/charity/amount/lucky/usd/million
    donation ~ you/usd/amount/charity/grant
    voluntary donation
    charity ~ donation/project/homes/work/fund
    widow
    orphan*
    dying/diagnosed ~ cancer
    transfer ~ fund/funds/sum ~ account/country/you
    fund/funds ~ transferred/released/transfer/release/deposited/payment/manage*
    consignment ~ box/boxes
    diplomat/diplomatic ~ agent/delivery/box
    atm ~ visa/card/debit ~ deliver/worth/loaded/fund/shipped
    compensation ~ fund/payment/victims/program
    scam victims
    ! united nations ~ compensation/fund/payment
    world bank ~ fund/compensation/payment
    barrister/attorney ~ late/client/deceased
    deceased client/customer
    business proposal/proposition/transaction
    mutual benefit
    strictly/utmost/highly confidential*
    trust* foreign/reliable partner
    foreign partner
    honest/reliable/god fearing person
    for more details/information contact/reply
    kindly ~ reply/respond/revert/get back/contact
    reply ~ urgently/back/soon ~ details
    contact ~ urgently/me/him/her ~ email/via
    full name ~ address ~ phone/telephone/age/occupation
    your full name/names
    urgent ~ response/reply
    ! western union/moneygram
    loan ~ offer/rate/interest ~ apply/contact/amount
    loan offer/offers
    we offer ~ loan/loans/financing/funding
    interest rate ~ 1/2/3/4
    investment ~ partner/proposal/portfolio/project ~ country/discuss/fund
    fund manager
    invest ~ your country
    military/peacekeeping ~ mission/officer/syria/afghanistan
    email ~ selected/chosen/won ~ randomly/random/donation/fund
    selected ~ randomly/random
    overdue ~ fund/inheritance
    part payment
    did you ~ get/receive ~ last/previous/first ~ message/email/mail ~ fund/donation/transaction
    i am mr/mrs/miss/dr/barrister/sgt/general/engineer
    my name is mr/mrs/miss/dr/barrister/sgt
    bank ~ ghana/nigeria/benin/togo/burkina
    beloved in
    greetings in the name
  `,
  callback: `
    support desk/line ~ number/call
    if you wish to cancel
    questions about your invoice ~ contact/call
    if you did not/didn't ~ authorize/authorise/make/place/initiate/recognize/recognise/approve
    cancel ~ this/the transaction/payment/order/charge
    call ~ toll/customer/support/helpline/number/immediately/cancel/dispute/refund
    call us ~ immediately/now/cancel/dispute/refund
    if you did not ~ authorize/authorise/make/place/initiate/recognize/approve ~ call/contact/dial/charge/order/purchase/transaction/payment
    didn't/not ~ authorize/authorise/make/place ~ call/contact/dial
    toll free
    helpline ~ number/cancel
    contact ~ billing/support ~ cancel/refund/dispute
    to cancel ~ call/contact/dial
    dial ~ cancel/support/refund
    will be ~ charged/debited/deducted ~ account/card/bank
    has been ~ charged/debited/deducted
    order/invoice/transaction ~ confirmed/processed/placed ~ call/cancel/support
    charge will appear
    purchase of ~ bitcoin/ethereum/eth/btc
  `,
  refund: `
    tax ~ refund/return/rebate ~ pending/due/claim/eligible/submit/receive
    eligible ~ refund/rebate/relief/grant/benefit/compensation/payment
    claim ~ refund/rebate/grant/compensation/benefit
    refund ~ pending/waiting/due/claim/confirm/process
    outstanding refund
    government ~ grant/benefit/relief/fund
    stimulus ~ check/payment
    relief ~ fund/program
    debt ~ relief/forgiveness
    tax ~ fine/penalty/arrears/lien
    fine ~ unpaid/pay/traffic
    traffic/parking ~ violation/fine/ticket
  `,
  extortion: `
    ! recorded you
    i ~ hacked/infected/compromised ~ device/account/computer/email
    ! your ~ webcam/camera ~ video/recorded/footage
    adult ~ sites/websites/video
    send ~ bitcoin/btc ~ address/wallet
    ! transfer ~ bitcoin/btc ~ wallet/address
    my bitcoin/btc ~ wallet/address
    all your contacts
    masturbat*
    ! trojan ~ virus/installed
    full access ~ device/computer/account
    i will ~ delete/send/publish ~ video/footage
  `,
  profit: `
    you ~ forgotten ~ account
    waiting for you to claim
    passively ~ collecting/earning
    automatic ~ mining/withdrawal
    earn ~ per/a/every day/week/month/hour
    guaranteed/daily/weekly ~ profit/profits/returns/income
    passive income
    work from home
    financial freedom
    trading ~ bot/robot/platform/signals ~ profit/earn/join/automatic
    invest ~ 250/100/200/500/profit
    make money ~ online/home/fast
    get rich
    extra/second income
    transfer/payment/payout of ~ approved/pending/ready/waiting
    payout ~ approved/pending/ready/waiting/confirm/available
    your ~ account/balance ~ credited
    confirm ~ transfer/withdrawal/payout
    withdraw ~ money/funds/balance/now/earnings
    your balance is/has
    cash out
    income ~ opportunity/stream
  `,
  document: `
    shared/sent ~ document/documents/file/files/fax ~ you
    document/file/fax/invoice/contract ~ shared/waiting/awaiting/ready ~ review/signature/sign/view/you
    review ~ sign ~ document/documents
    view/open/review/access/download/check ~ shared/secure/secured/important/your ~ document/documents/file/files/fax/message
    important document/message
    voicemail/voice message/mail/note
    new ~ voicemail/fax
    encrypted/secure/protected message/document
    via docusign/sharepoint/onedrive/dropbox/adobe
    sharepoint/onedrive ~ file/document
    purchase order ~ attached/view/download
    see/find/view/open ~ attached ~ invoice/document/file/statement
  `,
};
