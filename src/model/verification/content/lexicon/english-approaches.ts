import type { Lexicon } from './lexicon.ts';

export const englishApproaches: Lexicon = {
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
    you're ~ probably/likely ~ losing/spending/missing/leaving/sending/doing
    are you ~ seeing/losing/struggling/finding
    i help ~
    we just launched ~ for
    custom/offshore software development
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
    want to ~ see/chat/know/learn
    should i ~ send/share
    lmk
    thought ~ you'd/you might/this might ~ find/be/help/useful/interested/like
    congrats/congratulations on ~
    no pitch
    we're based/located in
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
