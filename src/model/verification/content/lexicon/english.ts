import type { Lexicon } from './lexicon.ts';

export const english: Lexicon = {
  credential: `
    log/sign in ~ with ~ your ~ id/password/pin/code/card
    password and ~ pin/code/card/phrase/date
    user id ~ password
    your ~ password ~ expires/expired/expire
    needs/requires your ~ password/pin/identity
    mailbox ~ closed/deactivated/suspended/deleted
    email ~ deactivation/deactivated/termination
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
    staking/stake ~ rewards/earn/grow/feature/your/hold*
    earn ~ tokens/rewards/coins/crypto
    your ~ coins/tokens/nft ~ ready/waiting/claim
    utility nft/nfts
    funds ~ sent/received ~ wallet
    wallet ~ funded/blocked/credited
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
    hold and stake
    unclaimed ~ crypto/tokens/coins/assets/bitcoin
    dormant/inactive ~ wallet/holdings
    holdings ~ eligible/transfer/unclaimed/unreviewed
    hardware wallet ~ update/recall/replace*
    assets/funds ~ at risk
    smart contract ~ approve/revoke
    mining ~ account/payout/cloud/balance
    cloud mining
    presale ~ live/token/access
  `,
  threat: `
    virus/viruses ~ detected/found/alert
    access denied
    account locked
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
    renewal/invoice/order/subscription ~ confirmed/confirmation/activated/processed
    renewal is ~ confirmed/complete
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
    pending package/parcel
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
  prize: `
    get/win/grab/enjoy a free/new
    your free
    reward/rewards ~ you/your/today/inside/arrived/yet
    loyalty ~ reward/number/member
    you could win
    enter to win
    kindly confirm ~ prize
    welcome bonus/pack
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
    copy of your ~ passport/id/identification
    processing/transfer/handling/administration fee
    i am in a meeting
    keep ~ between us
    greatest desire
    reference number ~ contact/below
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
    withdrawal ~ error/approved/pending/request/available
    automatic ~ withdrawal/payout
    your balance is/has
    cash out
    income ~ opportunity/stream
  `,
  document: `
    your ~ statement/document is ~ available/ready
    document/statement ~ ready/available ~ review/download/view
    download ~ document/statement
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
  urgency: `
    urgent
    urgently
    immediately
    immediate action/attention
    action ~ required/needed/necessary
    as soon as possible
    act now/fast/today/immediately
    hurry
    limited time
    last/final chance
    expires today/soon/tonight/in
    before ~ too late
    today only
    only today
    do not ~ ignore/delay/miss
    don't ~ ignore/delay/miss
    attention required
    time sensitive
  `,
  callToAction: `
    click/tap ~ here/below/button/link
    click the/on/this
    follow ~ link below
    log/sign in now
    login now/here
    claim ~ now/here/today
    verify/confirm/update/restore/renew/redeem/activate/unlock/start/continue now/here/account
    get started
    review ~ now/activity
    track ~ here/now
    pay now
    download/open here
    join now
    yes i want
  `,
  anyonesGreeting: `
    dear customer/client/user/member/friend/winner/beneficiary/sir/madam/email/account/beloved/valued/owner/cardholder/taxpayer/subscriber/recipient
    hello dear/friend/user/customer
    hi dear/user
    attention dear/beneficiary/customer/user/winner
    attn
    dear valued/esteemed
    greetings ~ friend/dear/my
    good day
  `,
  optIn: `
    haven't/have not seen you
    been a week/month since
    you/you've ~ signed/joined/imported/created/built/registered/enrolled ~ up/us/yesterday/first/account/your
    since/when you ~ joined/signed/registered
    been using
    your ~ trial/workspace/membership/roster/project/dashboard/course/subscription
    our members
    you ~ are a ~ member/customer/subscriber
    account manager
    using our service/app/product
    no more ~ mails/emails
    feedback ~ service/experience/purchase
    you ~ receiving/received/receive/getting ~ because you
    you ~ receiving/received/receive/getting ~ as you/a
    because you ~ subscribed/signed/registered/opted/joined/requested/asked
    you ~ subscribed to
    you signed up
    thank you/thanks for ~ subscribing/signing/joining/registering/downloading/your/purchasing/order/supporting
    thanks for ~ subscribing/signing/joining/registering/downloading/your/purchasing/order/supporting
    your ~ subscription/membership/order/booking/appointment/reservation/registration/invoice/receipt
    update/manage your ~ preferences/subscription/subscriptions/settings
    manage/change/update/email preferences/notifications
    notification/notifications settings/preferences
    view ~ in/on ~ browser/online/web
    this week's issue/newsletter
    in this issue/edition
    welcome to ~
    members/subscribers of our
    you are subscribed
    you asked us
    your account with us
    as a ~ customer/subscriber/member/user/attendee/donor/volunteer/patient/resident
    see you there/then/tomorrow
    class/lesson/appointment/meeting ~ tomorrow/reminder
    unsubscribe ~ any time/anytime/list/newsletter
  `,
  warning: `
    attacker/attackers/scammers/fraudsters/criminals/phishers/impostors
    fake ~ email/emails/mail/message/messages/site/page
    phishing ~ email/mail/message/page/kit/report
    the lure
    never ~ by/in/via email
    we will never ~ ask
    never ask ~ password/code/card/phrase
    never share/give/enter/reveal ~ code/password/phrase/pin
    do not share
    don't share
    if you ~ did not/didn't ~ request/ask/sign ~ ignore
    ignore this ~ email/message/mail
    safely ignore
    how to ~ recognise/recognize/spot/avoid/report
    scam ~ alert/awareness/advice/warning
    phishing ~ simulation/awareness/training/attempts/emails/scams
    beware of/scams
  `,
  pitch: `
    your ~ website/site/page ~ could/is/has/isn't/doesn't ~ losing/slow/ranking/missing
    we ~ specialise/specialize in
    for ~ companies/businesses/firms/owners ~ like you/your
    our ~ services/solution ~ help/helps/can
    qualifies/qualify for ~ up/working/funding
    based on your ~ time/website/profile/role
    on the calendars of
    nominated/shortlisted/selected you ~ among/as/for
    sponsorship ~ packages/package/opportunity/slots/director/of
    vendor/supplier/provider ~ present/current/switch
    given what ~ does
    we moved/saved/got/took ~ local/businesses/companies/clients
    lead magnet
    play a set
    booking inquiry
    our music
    you're ~ probably/likely ~ losing/spending/missing/leaving/sending/doing
    are you ~ seeing/losing/struggling/finding
    i help ~
    we just launched ~ for
    custom/offshore software development
    enter ~ market
    your ~ current ~ presence/campaigns/agency/provider/supplier/vendor/process
    we/i ~ can/could ~ help/save/get/double/bring ~ you/your
    i/we ~ came across ~ your/you
    i/we ~ came across
    i/we ~ stumbled/landed ~ your
    i/we ~ been following ~ your
    i/we ~ was/were ~ browsing/checking/looking/reading ~ your/through
    i/we ~ visited your
    took a look at your
    found ~ your ~ website/company/profile/site/resource/article/post
    love what ~ you/doing/building
    impressed by/with
    we/i help/helped/work/worked/partner ~ companies/businesses/teams/founders/agencies/brands/firms/people/startups/organizations/shops/practices ~ like/similar
    we/i help/helped/work/worked ~ companies/businesses/teams/founders/agencies/brands/firms/startups/clients/others
    like yours
    like you ~ increase/reduce/save/grow/get/achieve/cut/generate/take
    ! companies/businesses/teams/agencies like yours
    we've/i've helped
    i'm reaching out
    reaching/reach out ~ because/to/see/about/regarding/as/on
    i'd like to ~ introduce/offer/show/share/contribute
    allow me to
    would you be ~ interested/open
    would this/that ~ work/be/help/interest
    would it ~ make sense/be worth/help
    worth ~ look/chat/conversation/exploring/15/10/20/a
    increase/boost/grow/double your ~ sales/revenue/traffic/leads/pipeline/conversions/customers/bookings/ranking
    more ~ leads/meetings/demos/clients/customers/bookings
    qualified ~ leads/meetings/appointments
    generat* ~ leads/meetings/pipeline
    lead generation
    pain points
    your competitors
    no strings attached
    we/our ~ company/agency/team ~ specializ*/specialis*/provide*/offer*/help*/manufactur*/suppl*
    we are ~ manufacturer/supplier/agency/provider/team/factory/exporter/leading
    seo ~ services/audit/agency/rank*
    first page ~ google
    web ~ design/development ~ company/services/agency
    mobile app development
    outsource/outsourcing/offshore
    virtual assistant
    send ~ over ~ details/info/deck/proposal/times
  `,
  smallTalk: `
    we offer ~
    would you like ~
    can/may i ~ send/show/ask/call/offer
    interested in ~ partner/selling/working/seeing/hearing
    send you ~ sample/samples/proposal/quote/examples/details/catalogue/catalog/list/pricing/profile/copy
    price list
    get back to me
    hear from you
    i was wondering
    your ~ website/site/store/shop/company/clinic/restaurant/hotel/practice/agency/warehouse/factory/podcast
    free sample/samples/quote/mockup/estimate/report
    our ~ clients/customers ~ include/are/see/save
    per month
    no contract
    i ~ noticed/saw/read/found/looked ~ your
    we've/we have ~ worked/been ~ with
    straight/right to the point
    worth a look
    took the liberty
    straight to it
    companies/businesses/teams such as
    employers/businesses/companies of your size
    your size
    thought of you
    i represent
    future outreach/emails
    not interested
    no thanks
    reply stop/remove/no
    if ~ isn't/not ~ relevant/interest
    starting/starts/start at/from
    spots/slots/places left
    do you ~ import/need/use/currently/outsource/handle/plan
    we/i make/build/design/produce/supply/sell/manage/move ~
    send me your
    i'll/i will quote
    if you like ~ where/what
    made this for you
    here's/here is how
    at no cost
    commercial advertisement
    want me to ~ send/share/show/walk
    want ~ early access
    want to ~ see/chat/know/learn
    should i ~ send/share
    lmk
    put together ~ breakdown/video/list/report/audit/guide
    wrote up
    thought ~ you'd/you might/this might ~ find/be/help/useful/interested/like
    imagine if
    congrats/congratulations on ~
    most ~ i ~ talk/speak/work/audit
    no pitch
    similar size to
    used this ~ approach/to
    specifically for ~ at/who
    we're based/located in
    we ~ analyzed/analysed
    if ~ useful/helpful
    i/we ~ noticed ~ your/you/that
    i/we ~ saw ~ your/you
    wanted to reach/introduce/see/share/ask
    let me introduce/know
    i/we work with ~
    i'd love to ~ show/help/learn/share/send/chat/have/hear
    my name is
    i am/i'm ~ founder/ceo/head/co/with/from/at
    on behalf of
    quick question
    are you ~ interested/open/currently/struggling/using/looking
    if ~ you're/you ~ interested/open
    is this something
    curious ~ if/how/whether/to
    happy to ~ share/send/show/help/walk/jump/set
    case study
    free audit/consultation/demo/trial/analysis/mockup/estimate/sample
    no obligation*
    no pressure
    no worries if
    save you/your ~ hours/time/money
    without ~ hiring/lifting/adding
    cut/cutting/reduce/reduced/saves ~ costs/time/hours/churn/by
    roi
    reply ~ yes/interested/and i/with
    just reply
    looking forward to ~ hearing
    what do you think
    any thoughts
    thoughts
    sound/sounds ~ interesting/good/fair/like
    let me know ~ if/what/your/thoughts/works/when
  `,
  meeting: `
    ten/five/fifteen minutes ~ tomorrow/this/next/with/so
    have ~ ten/fifteen/20/15/10 minutes
    convenient time
    a call on ~ monday/tuesday/wednesday/thursday/friday/tomorrow
    i'll/i will ~ call you
    10/15/20/30/5/ten/fifteen/twenty/thirty ~ minute/minutes/min/mins ~ call/chat/demo/conversation/meeting/zoom/intro/slot/walk*
    ! 10/15/20/30/ten/fifteen/twenty minute/minutes/min call/chat/intro/conversation
    worth 10/15/20/30/ten/fifteen ~ min/minutes/mins
    quick/brief/short/intro/introductory/discovery call/chat/conversation/demo/zoom/intro
    hop/jump/get on ~ call
    schedule/book/arrange/set ~ call/meeting/chat/demo/time ~ with/to/this/next/week
    open to ~ chat/call/conversation/quick/brief/connecting/exploring/learning/hearing/discuss*/meeting
    time/free/available/availability ~ this/next/week/tuesday/wednesday/thursday/friday/monday ~ call/chat/connect/talk/week
    does ~ tuesday/wednesday/thursday/friday/monday/next ~ work
    are you ~ free/available ~ call/chat/week/tuesday/thursday/wednesday
    what does your ~ calendar/schedule/availability
    grab ~ time/slot ~ calendar
    my ~ calendar/calendly
    find a time
    when ~ would be ~ good time
    interested in ~ chatting/learning/quick/call/discussing/connecting
    compare notes
    pick your brain
    coffee ~ chat/virtual
    connect ~ this/next week
    would love to ~ connect/chat/talk/meet/hop/schedule
    love to ~ connect/chat/talk/hop/schedule
    love to have you on
  `,
  probe: `
    are you the one
    right/best/correct/appropriate person ~ to/for/speak/talk/contact/handle*
    right/best person
    who ~ handles/manages/oversees/responsible/charge ~ your/at/there
    who ~ in charge of
    point me ~ to/in/right/toward
    direct me to
    if ~ not the right person
    ! not the right person
    appropriate contact
    decision maker
    forward ~ this ~ to ~ person/colleague/whoever/team/someone/right
    who should i ~ talk/speak/contact/reach
    connect me with
    introduce me to
    is this ~ you handle/your area
  `,
  bump: `
    following/follow up on ~ my/previous/last/email/note/message
    follow* up ~ previous/last/earlier ~ email/message/note/mail
    just/quick following/follow up
    quick follow
    just checking in
    checking in ~ see/again/on
    circling/circle back
    ! bump* this
    bumping ~ top/inbox
    float* this ~ top/inbox/back
    top of your inbox
    ! close/closing/closed ~ your/the/out/this ~ file/loop
    last/final ~ email/message/note/time/attempt/follow ~ from/i'll/reach/you/me
    this will be ~ last/final
    ! my last email/note/message
    haven't heard ~ back/from
    didn't hear ~ back/from
    have not heard ~ back/from
    not ~ heard back
    did you ~ get/see/have ~ chance/my ~ email/message/last/note/look
    any update/thoughts ~ on/my/below/this
    wanted to ~ follow ~ up
    know ~ you're/you ~ busy
    reached out ~ few times/times/before/last/couple
    not a priority
    isn't a priority
    bad time
    still interested
    permission to ~ close
    since i ~ haven't/didn't ~ hear
    as mentioned in my ~ last/previous
    i know i've been
    i won't ~ bother/reach/email/follow
    stop ~ reaching/emailing/bothering
    resend*/re ~ sending this
    break up email
    one last ~ time/try/note/thing
  `,
  acquiredList: `
    found/got/find/obtained/sourced/collected ~ your ~ email/contact/details/address/name ~ on/from/online/via/through/website/linkedin/internet/directory/google
    found you ~ on/through/via ~ linkedin/google/online/internet/directory/website
    your ~ email/contact/details/address/profile ~ on linkedin
    saw your ~ profile/post/company ~ linkedin
    your ~ name/email/contact/details came up
    publicly available
    public/business directory/register/registry
    email list ~ purchased/bought
    bought/purchased/acquired ~ list/database
    from a ~ list/database ~ bought/purchased
    came across your ~ contact/email/profile/name
    scraped
    attendee/exhibitor list
  `,
  listSale: `
    do the list
    email/mailing/contact/leads/lead/attendee/attendees/customer/users list/lists/database ~ of/for/with/include*/sale/available/interested
    ! verified/targeted/fresh ~ email/leads/contacts/emails/addresses/list/database
    b2b/consumer ~ leads/contacts/database/list/data
    attendee/attendees/visitors/exhibitors ~ list/database/contacts
    list of ~ attendees/companies/contacts/decision/users/executives/emails/registrants
    million/thousand email/emails ~ addresses/contacts
    bulk email
    lists/leads ~ for sale
    contact/contacts ~ fields/information/details ~ name/title/email/phone
    counts ~ cost/pricing
    pricing ~ counts
    target* ~ criteria/industry/geography/audience ~ list/counts/send/get
    reach ~ million/thousands ~ people/inboxes/customers
    data ~ append*/enrichment
  `,
  linkBuilding: `
    guest for your ~ audience/podcast/show
    your ~ latest/last episode
    your podcast
    guest post/posts/article/blog/contribut*/author
    link ~ exchange/swap/insertion/building/placement/collaboration
    ! backlink/backlinks/dofollow
    do follow link
    sponsored ~ post/article/content/link
    broken link/links
    link ~ no longer/dead/broken/404
    add/include/adding/mention* ~ link ~ to/resource/article/page/site/post
    link to ~ our/my/it/this ~ article/resource/guide/post/site
    your ~ resource/resources/links page
    domain authority/rating
    great/good/nice/valuable ~ addition/fit ~ to/for/your ~ resource/page/article/readers/list
    for your ~ readers/audience/blog ~
    your readers/audience ~ would/might/find/enjoy/benefit/interested/love
    write ~ article/post/piece ~ for/your/you
    contribute ~ article/post/piece/guest/content
    article/content/topic idea/ideas
    i've ~ written/created/published/put ~ article/guide/resource/piece/post/infographic
    your ~ article/post/piece/guide ~ on/about
    link back
    infographic
    skyscraper
    roundup
    podcast guest
    guest on ~ podcast/show
    host ~ podcast
  `,
  recruiting: `
    your profile/background/experience ~ caught/stood/impress*/fit/match/great/perfect
    your linkedin ~ profile/background
    exciting/new/great/amazing ~ opportunity/role/position ~ you/with/at/for
    open to ~ new/opportunities/roles/exploring ~ opportunities/roles/opportunity
    ! we ~ hiring ~ your/you
    i'm ~ recruiter/headhunter/talent
    recruit* for/on
    job ~ opportunity/opening/offer ~ you/for/remote/interested
    updated resume/cv
    send ~ resume/cv
    candidates ~ for your/you/open/roles/vetted
    i ~ have/represent ~ candidate/developer/engineer ~
    fill ~ roles/positions/open ~ faster/role/position
    staffing ~ agency/services/firm
    salary ~ range/up
    passive candidates
    developers/engineers ~ hourly/hour/available/bench
  `,
  fundraising: `
    raising ~ seed/round/series/pre/capital/million/angel
    our ~ seed/pre/series/funding round
    pitch deck
    seed/angel ~ round/investors/funding
    investor/investors ~ interested/meeting/deck/opportunity/looking/introduction
    invest in ~ us/our/startup/company
    capital ~ raise/partners/funding ~ your/business
    business ~ loan/funding/capital/financing ~ your/up/approved/qualify
    working capital
    acquire/buy/sell/selling ~ your ~ business/company
    pre approved ~ business/funding
    term sheet
    merchant cash
  `,
  noRelationship: `
    we haven't ~ met/spoken
    we have not ~ met/spoken
    haven't ~ met ~ yet/before
    we've never ~ met/spoken
    you don't know me
    you do not know me
    don't know me
    out of the blue
    cold ~ email/outreach/call
    sorry ~ for/to ~ email/bother/intru*/reach/unsolicited
    unsolicited
    i know ~ you ~ don't/didn't ~ know/expect/ask
    i know you're ~ busy/probably
    i hope ~ this/email/message ~ finds you
    hope ~ finds you well
    hope ~ you're/you are ~ doing well/great
    hope ~ don't mind ~ reaching/me/email
    dear sir/madam/sirs
    suggested/recommended/referred ~ i/reach/contact/you/me
    mentioned ~ you're/you/your
    to whom it may
  `,
};
