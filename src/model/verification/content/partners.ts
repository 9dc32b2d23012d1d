/** Third-party sites that honest senders link to. Hosts with arbitrary user content are excluded. */
const partners: ReadonlySet<string> = new Set(
  (
    'facebook.com instagram.com linkedin.com twitter.com x.com threads.net youtube.com youtu.be vimeo.com tiktok.com ' +
    'pinterest.com reddit.com bsky.app mastodon.social snapchat.com discord.gg discord.com twitch.tv whatsapp.com xing.com ' +
    'apple.com google.com g.page goo.gl waze.com openstreetmap.org github.com gitlab.com wikipedia.org medium.com ' +
    'spotify.com soundcloud.com bandcamp.com deezer.com podcasts.com ' +
    'dhl.de dhl.com ups.com fedex.com usps.com gls-group.com gls-group.eu dpd.com dpd.de dpd.co.uk myhermes.de myhermes.co.uk evri.com ' +
    'royalmail.com postnl.nl bpost.be laposte.fr colissimo.fr chronopost.fr correos.es ctt.pt poste.it post.ch post.at ' +
    'canadapost.ca auspost.com.au correios.com.br inpost.pl seur.com brt.it ' +
    'stripe.com paypal.com paypal.me klarna.com gocardless.com mollie.com adyen.com sumup.com wise.com razorpay.com ' +
    'paddle.com buymeacoffee.com patreon.com gofundme.com betterplace.org ' +
    'trustpilot.com tripadvisor.com yelp.com provenexpert.com kununu.com glassdoor.com ' +
    'calendly.com cal.com doodle.com zoom.us webex.com gotomeeting.com eventbrite.com eventbrite.de eventbrite.co.uk ' +
    'meetup.com lu.ma doctolib.de doctolib.fr doctolib.it opentable.com opentable.de treatwell.de eventim.de ticketmaster.com ' +
    'surveymonkey.com booking.com airbnb.com'
  ).split(' '),
);

export function isPartner(registrable: string): boolean {
  return partners.has(registrable);
}

const clickCounters: ReadonlySet<string> = new Set(
  (
    'list-manage.com mandrillapp.com sendgrid.net mailgun.org mjt.lu sendibm1.com sendinblue.com brevo.com rs6.net ' +
    'hubspotlinks.com hubspotemail.net hs-sites.com klclick.com klclick1.com klclick2.com klclick3.com cmail19.com cmail20.com ' +
    'createsend.com createsend1.com exacttarget.com sparkpostmail.com awstrack.me mlsend.com convertkit-mail.com ' +
    'convertkit-mail2.com getresponse.com activehosted.com emltrk.com pstmrk.it customeriomail.com intercom-mail.com ' +
    'rapidmail.de cleverreach.com cr-nav.com'
  ).split(' '),
);

export function isClickCounter(registrable: string): boolean {
  return clickCounters.has(registrable);
}
