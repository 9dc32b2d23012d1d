import type { Lexicon } from './lexicon.ts';

export const englishStrangers: Lexicon = {
  introduction: `
    my name is
    i am ~ from/at/with/founder/cofounder/ceo/owner/director
    i'm ~ from/at/with/founder/cofounder/ceo/owner/director
    here from
    with/at/from ~ here
    i/we run ~ agency/studio/firm/company/shop/team/days/events/workshops
    i/we represent
    i/we manufacture/make/build/design/produce/supply/distribute/rent/lease/broker/install/print/roast/audit/test
    we import/export
    i/we specialise/specialize in
    ! we are a/an ~ agency/manufacturer/supplier/factory/studio/brand/firm/consultancy/exporter/wholesaler/startup/band/company
    ! we're a/an ~ agency/manufacturer/supplier/factory/studio/brand/firm/consultancy/exporter/wholesaler/startup/band/company
    we built ~ for
    i'm/i am advising
    our company ~ is/makes/offers/provides/specialises/specializes
    we/i ~ for a living
    i look after
    i handle ~ partnerships/sales/sponsorship/sponsorships/outreach
    partnerships/sales/outreach/business/account/growth manager/lead/executive/associate
    business development
    sdr
    account executive
    based in
    allow me to introduce
    i'm/am writing ~ to/because/on
    i'm/am reaching out
    i'm getting in touch
    writing to you ~ on/because
  `,
  readersBusiness: `
    businesses/companies/teams/firms/agencies ~ your size
    your ~ business/company/firm/organisation/organization/agency/practice/clinic/dealership/brand/startup
    your ~ website/site/homepage/storefront/checkout/blog/podcast/show/channel/feed/newsletter
    your ~ team/crew/staff/drivers/technicians/reps/engineers/marketers/developers
    your ~ customers/clients/patients/guests/buyers/audience/listeners/readers/followers
    your ~ building/roof/warehouse/office/offices/fleet/yard/vans/premises/kitchen/shelves/store/stores/facility
    your ~ pipeline/funnel/ads/ad/ranking/rankings/reviews/listing/listings/seo/conversion/payroll/costs/margins/bill/bills
    your ~ hiring/onboarding/recruiting/outreach/marketing/sales/campaigns/stack/procurement/logistics/shipping
    your ~ essay/talk/episode/interview/article/post/posts/launch/announcement
    your ~ competitors/competition/industry/niche/market/space/area
    businesses/companies/teams/firms/shops/owners/founders like/such
    a firm/company/business such as/like
    similar ~ companies/businesses/size/firms
    in your ~ space/industry/area/zip/region/niche/sector/city
    dear ~ owner/manager/director/team/sirs/professionals
  `,
  trade: `
    consulting/consultancy services/service
    leads/lead
    prospects/prospecting
    outbound
    sales team
    conversion/conversions
    google ads
    ad spend/budget
    search engine/results
    seo
    traffic
    web designer/design/designers/developer/developers/development
    app development
    white label
    moq
    minimum order
    samples/sample
    quotation/quote/quotes
    wholesale
    factory
    our prices/rates/pricing/catalogue/catalog
    sponsor/sponsors/sponsorship
    booth
    delegates/attendees
    media kit
    commission
    ambassador/affiliate/influencer program/programme
    collab/collaboration/partnership/partnerships
    investors/mrr/arr/valuation/cap table
    seed round
    raising
    staffing
    candidates
    decision makers
    freight
    carriers
    cleaning/catering/bookkeeping/accounting/payroll/insurance/printing services/service/company
    cost/costs/costing you
    pay/pays for itself
    fixed price
    free mockup/design/audit/review/trial/pilot
    lost revenue
    missed calls
    open roles
    head of growth/sales/marketing
    budget
    cash flow
    working capital
    merchant
    energy/electricity/fuel bill/bills/costs/contract
    domain name ~ sale/available/buy
    buy/acquire/purchase/sell ~ your ~ business/house/property/domain/company
    explainer/promo/product videos/video
    voip/phone systems/system
    payment/card processing
    tax credit/credits
    grants for
    trademark/patent
    wikipedia page
    press/media coverage/placement/placements/features
    featured/feature ~ you/your ~ in/on/magazine
    nominate/nominated/nomination/shortlisted
    speaking slot/opportunity
    exhibit/exhibitor/exhibitors
    penetration test/testing
    soc 2
    gdpr/accessibility ~ compliance/audit/compliant/fines
    translation/subtitles/localisation/localization services
    product photography/photos
    cold email/emails/outreach/calling
    booked calls/meetings/demos
    appointment setting/setters
    fulfilment/fulfillment/3pl/warehousing
    workwear/uniforms/packaging/merch/merchandise
    coffee machine/machines
    vending
    fitted/installed by us
  `,
  proof: `
    helped ~ cut/increase/save/grow/reduce/double/triple/book/get/add/go
    saved/saving ~ hours/month/year/week/grand/money
    case study/studies
    more meetings/demos/leads/calls/bookings/customers/sales/revenue/pipeline
    in ~ days/weeks ~ guaranteed
    ! money back guarantee
    results/increase/growth/reduction ~ in/within ~ days/weeks/months
    similar ~ results
    clients/customers include/see/saw/get/got
    companies/teams/brands ~ already ~ use/using
    year ~ experience
    percent/x ~ more/increase/growth/faster/cheaper
    fraction of the cost
    same quality
    no setup/contract/obligation/risk
    trusted by
    we've/we have ~ worked/done/built/helped/placed
    used ~ to ~ book/get/grow/cut
    been using it/us/our
  `,
  smallAsk: `
    interested
    not interested
    up for it
    deal
    worth ~ look/chat/call/minutes/conversation/exploring/trying/discussing
    open to
    opposed to
    would you ~ consider/take/mind/like/want/prefer/be
    is this/that/it something
    is this/that ~ relevant/priority/interest
    would this/that/it ~ be/help/make/work
    shall/should/may/can/could/might i ~ send/show/put/share/pencil/call/ring/give/book/introduce/ask/swing/come/drop/tell
    i could do ~ monday/tuesday/wednesday/thursday/friday
    want me to
    want to see/know/hear/try
    let me know
    lemme know
    tell me more
    i'll send/share/show/quote/call/ring
    i can/could ~ send/share/show/call/ring/hold/do/drop/stop
    i'd love to ~ hand/hear/chat/be/show/share/have/play/meet/talk/learn
    i'd like to ~ hand/show/share/invite/offer/talk/ask
    happy to ~ share/send/chat/show/help/explain/call
    glad to ~ call/send/share/help/show
    text/call me
    reply ~ with/yes/tell/and
    please reply
    when could/can/would i/we/you
    grab ~ min/mins/minutes
    minutes/mins/min ~ phone/call/week/zoom/time
    minutes of your time
    on the phone
    feel free to ignore
    no worries
    confirm your interest
    perfect/good/great fit
    not a fit
    i have ~ idea/ideas
    curious
    figured
    thought ~ you'd/you might/it might/it may/of
    on me
    see if
    put together ~ for
  `,
  replyOptOut: `
    not interested
    prefer no/not ~ emails/mail/email/contact
    no further emails/messages/contact
    leave me alone
    not a fit
    reply ~ stop/remove/no/unsubscribe/pass
    won't ~ email/write/bother/hear/contact again
    take/strike you off
    if not ~ no worries/worries/ignore/problem/delete
    if this ~ isn't/not/isnt ~ relevant/for
    sorry to ~ disturb/bother/intrude
    sorry ~ disturb/bother
    tell me ~ to stop/go/leave
    out of your inbox
    your inbox ~ full
    wrong person
    somebody/someone else ~ job/headache/desk/handles/area
  `,
  flattery: `
    love/loved/obsessed/admire/impressed/enjoyed ~ your/with/what
    big fan
    i'm/been a ~ fan
    been following/reading/listening
    listening to your
    read your ~ essay/post/article/book/piece/interview
    really dig/liked/like/enjoyed
    congrats/congratulations
    caught my ~ eye/attention
    great/amazing/awesome/impressive work/job/content/site/brand/product
    stood out
    kudos
    nice work
    ! obsessed with your
  `,
  pitch: `
    noticed/saw/see/seen ~ you're/your/you are/have ~ hiring/using/expanding/opening/running/launching/looking/missing
    i noticed/saw/spotted ~ on your
    while ~ browsing/looking/reading/researching ~ your/for
    driving/drove/walked/walking past ~ your
    had a look at your
    a ~ look at your
    ran ~ test/audit/scan/report ~ on/of ~ your
    i/we ~ checked/tested/audited/analysed/analyzed/reviewed ~ your
    we ~ work/works ~ with ~ firms/companies/shops/practices/teams/people like
    would be a ~ fit for
    i believe/think ~ we/you/your ~ could/can/would/ship/need
    what are you paying
    are you ~ happy with your
    do you ~ have/need/want ~ more/someone/anyone/help
    tired/sick of
    what if you/your
    imagine ~ if/your/having
    how many ~ can/do ~ your/you
    saving about/around/up
  `,
  bump: `
    tried you ~ twice/times/before
    i/we ~ tried ~ calling/reaching/you
    last one from me
    my ~ first/earlier/previous/last ~ email/note/message/mail
    i wrote/emailed/mailed ~ to you/you/last
    i sent you
    no reply/answer/response ~ from/to/so/yet
    nudge/nudging
    buried in
    any ~ thoughts/interest/luck/joy
    did ~ this/my ~ slip/get/land/reach
    slipped through
    never heard back
    third/second and last ~
    assume ~ not/you're/no
    if i ~ don't/do not hear
  `,
  probe: `
    not sure if/whether ~ you're/you are ~ right
    the right ~ contact/person/team/place
    is that you
    or somebody/someone else
    who looks after
    who ~ deals/decides/signs/buys/books/runs
    who would ~ i/be ~ speak/talk/best
    mind ~ pointing/passing/forwarding/sharing
    pass ~ this/it ~ on/along/to
    do you ~ own/handle/manage/look after
    whoever ~ handles/runs/manages/books/buys/is
  `,
  recruiting: `
    candidate ~ who/for you/available/looking/might
    contract/permanent/confidential ~ role/position/vacancy/opportunity
    client ~ is/of mine ~ looking/hiring/searching
    requirement with ~ client
    visa status
    expected rate/salary
    your name ~ came up/has come up/was mentioned
    on the appointment of
    discreet/confidential ~ conversation/chat/word/approach/search
    happy where you are
    considering ~ move/change
    hiring ~ developers/engineers/salespeople/nurses/drivers
    your ~ open/vacant/advertised ~ role/position/vacancy/roles
  `,
  fundraising: `
    fixed return/returns
    private/accredited/sophisticated investors/investor
    we're/are raising
    pre seed
    at a ~ cap/valuation
    month on/over month
    look at ~ deck
    investment ~ opportunity/opportunities
    off plan
    exit/succession/retire ~ business/owner
    buyers/buyer ~ for your/looking/interested
  `,
  listSale: `
    attendee/delegate/visitor/exhibitor list
    direct dials
    work emails
    list/database of ~ executives/directors/buyers/owners/cfos/ceos/founders/people/businesses/homeowners/doctors/schools
    leads ~ exclusive/each/per/month/fresh
    exclusive leads
    a lead
    intent data/signals
    opt in ~ contacts/records
    records ~ for/with
  `,
  noRelationship: `
    your details/name/address ~ passed/given/came/from
    we have not met
    we've never met
    forgive/excuse/pardon ~ unsolicited/cold/intrusion/email/directness/approach
    you won't/don't know me
    complete stranger
    this is a cold
    unsolicited approach/email
    public sources/records/register
  `,
};
