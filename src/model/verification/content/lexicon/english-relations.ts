import type { Lexicon } from './lexicon.ts';

export const englishRelations: Lexicon = {
  relation: `
    dear ~ customer/customers/client/clients/supplier/suppliers/tenant/tenants/colleague
    on/at our ~ stand/booth
    quote/quotation/estimate/samples ~ you ~ asked/requested/wanted
    you haven't/havent/have not ~ yet
    get the most out of
    set up/finish/complete your ~ profile/setup/account/workspace/store/onboarding
    invite your ~ team/teammates/colleagues/friends
    upgrade to/your
    your free plan
    free plan
    usage/monthly limit
    cancel any time/anytime
    most ~ users/members
    our users
    other users/members
    refer a friend
    on a scale
    getting set up
    need ~ hand/help ~ setting/getting/with your
    you're/you are ~ using/on/in ~ version/plan/app
    since you ~ started/began
    how are you getting on
    any ~ trouble/questions ~ about/with your
    help centre/center
    your progress/streak/results/history/statement/settings/preferences
    hit your limit
    in your ~ dashboard/inbox/settings/account/app
    log into/in to
    first lesson/project/import/campaign ~ done/live/ready
    your order/orders
    your recent/latest/new order
    your ~ account/booking/appointment/ticket/tickets/invoice/subscription/membership/trial/donation/reservation/purchase/payment/password/registration/application/enrolment/enrollment/delivery/parcel/refund/receipt/credits/licence/license
    your ~ lesson/class/course/seat/place/table/room/stay/visit/prescription/loan
    your free/trial plan/trial
    you signed/joined/registered/subscribed/bought/ordered/booked/cancelled/canceled/downloaded/donated/attended/voted/applied/enrolled/upgraded/installed/imported/uploaded/created/added/invited/paid/tried/switched
    you've signed/joined/registered/subscribed/bought/ordered/booked/cancelled/canceled/downloaded/donated/attended/voted/applied/enrolled/upgraded/installed/imported/uploaded/created/added/invited/paid/tried/switched
    you have/just/recently/already/only/once/last/first signed/joined/registered/subscribed/bought/ordered/booked/cancelled/canceled/downloaded/donated/attended/voted/applied/enrolled/upgraded/installed/imported/uploaded/created/added/invited/paid/tried/switched
    you asked/requested/told/wrote/sent us
    you asked ~ for/to/us
    you were/are/you're on ~ list
    waiting list
    waitlist
    beta
    since your ~ last/visit
    haven't seen you
    you ~ came/visited/stayed/stayed with us
    when you joined/signed/left
    thank you for ~ being/joining/signing/coming/trying/using/supporting/buying/subscribing/staying/months/years
    thank you for ~ order/purchase/support/donation/visit/feedback/patience/gift/registration/trust/custom/loyalty
    thanks for ~ being/joining/signing/coming/trying/using/supporting/buying/subscribing/staying/months/years
    thanks for ~ order/purchase/support/donation/visit/feedback/patience/gift/registration/trust/custom/loyalty
    to/for/from ~ our/all members
    members ~ first/only
    members
    as every/always year
    alumni/reunion
    class of
    our/power users
    users like you
    you've/you ~ unlocked/reached/earned
    your library/membership/gift/loyalty card/pin
    you/you've bought/been/shopped ~ with/from us
    years with us
    what you came for
    a customer/member/subscriber since/for
    you took part
    you ~ gave/gave us
    your first week/month with/on/in
    your last ~ order/booking/visit/lesson/class/invoice
    welcome aboard/back/on
    welcome to the/your
    see you
    as a ~ member/customer/subscriber/donor/attendee/volunteer/user/reader/guest/owner/parent/tenant/resident/host
    our ~ members/readers/subscribers/volunteers/donors/students/pupils/parents/residents/guests/tenants/community/alumni/supporters/choir/club/school/church/parish
    dear ~ members/member/parents/parent/neighbours/neighbors/students/readers/friends/colleagues/supporters/guests/all/volunteers/residents
    your ~ teacher/coach/adviser/advisor/doctor/dentist/instructor/mentor/landlord/trainer
    your contact at
    you receive/receiving/get/getting ~ because/this/as
    agenda/minutes ~ meeting
    general meeting
    committee/board meeting
    release/changelog/version/update notes/out
    new/latest version/release
    we ~ shipped/released/fixed
    bug ~ fixed/reported
    renews/renew/renewed/expires on
    next ~ lesson/class/session/rehearsal/training/meetup/meeting
    last ~ lesson/class/session/week's/month's/year's
    we'll be closed/open
    opening hours
    glad ~ back
    onboarding ~ call/session
    kick off
    import your
    support team
    our/this/month's newsletter
    survey
    switch it on
    log/sign in
    getting started
    first steps
    your turn
    as agreed/promised/discussed
    what happens next
    you sent ~ us/me/in
    reset ~ your/the ~ password/pin
    privacy policy/notice
    terms of service/use/sale
    your ~ policy/insurance/contract ~ ends/expires/renews/renewal/number
    recommend us
    how likely are you
    helps us ~ improve
    you entered ~ our/the
    prize draw/raffle/competition
    you're/are ~ on my/our/the list
    on my/our list
    you used to
    we miss you
    it's been ~ while/months since you
    here's what's new
    your ~ feedback/review ~ on/of/about
    how was your
    how did we do
    price/prices ~ change/changing/increase/rise ~ from/on/for
    our ~ existing/current/loyal ~ customers/clients/members
    your child/children/pupil/class
    your ~ team/workspace/company ~ on/in/with ~ plan/seats
    your ~ free/paid plan/credits/seats
    ignore this ~ email/mail/message
    did not ~ request/ask
    verification/security code
  `,
  circle: `
    you can now
    now available/live
    what's new
    new feature/features
    introducing
    we've/we added
    roadmap
    shop ~ now/online/the
    off ~ everything/selected/sitewide
    use code
    code at checkout
    while stocks last
    offer ~ ends/valid/until
    free returns
    terms apply
    gift guide
    recipe/recipes
    news from
    this week's/month's/season's
    newsletter
    new episode/post/article/issue/recipe/collection/arrivals/menu/season
    last week ~ i/we/wrote/shared/told
    as always
    dear reader/readers/listeners/all/everyone/everybody/friends/supporter
    hello ~ everyone/everybody/friends/all/team
    join us
    registration/booking/bookings ~ open/opens/close/closes
    tickets
    doors open
    open day/evening/house
    programme
    this/our/in summer/winter/spring/autumn
    christmas/easter
    volunteers/volunteer
    fundraiser/donate/donation/donations
    read more/on/the full
    free shipping/delivery ~ on/over/until
    new in ~ shop/store
    sale ends
    webinar
    parish/club/choir/school/society/association/museum/library/theatre/orchestra/university/council
  `,
};
