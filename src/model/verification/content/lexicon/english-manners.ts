import type { Lexicon } from './lexicon.ts';

export const englishManners: Lexicon = {
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
    our/this ~ mailing/email list
    haven't/have not seen you
    been a week/month since
    you/you've ~ signed/joined/imported/created/built/registered/enrolled ~ up/us/yesterday/first/account/your
    since/when you ~ joined/signed/registered
    you've been using
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
    thank you/thanks for ~ subscribing/signing/joining/registering/downloading/purchasing/order/supporting
    thanks for ~ subscribing/signing/joining/registering/downloading/purchasing/order/supporting
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
};
