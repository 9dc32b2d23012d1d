import { languagesRead, languageUnread } from '../language/languages.ts';
import type { BlockReason } from './block-reason.ts';

type BadgeDoc = {
  id: string;
  title: string;
  guidance: string;
  more: string;
  /** Block reasons in addition to the badge family's. */
  reasons: readonly BlockReason[];
};

function doc(id: string, title: string, guidance: string, more: string, ...reasons: BlockReason[]): BadgeDoc {
  const family: BlockReason[] = id.startsWith('cold_email.')
    ? ['COLD_EMAIL']
    : id.startsWith('phishing.')
      ? ['PHISHING']
      : [];
  return { id, title, guidance, more, reasons: [...family, ...reasons] };
}

/** In order of precedence. */
export const badgeDocs: readonly BadgeDoc[] = [
  doc(
    'phishing.lookalike_domain',
    'A domain imitates another company’s',
    'A sender or link domain imitates another brand. Link only to your own domain or to the genuine one.',
    'A name one letter away from a known one, written with letters of another alphabet, or joined to a word such as "secure" or "login", is taken for the company itself. A domain that belongs to the company is fine.',
    'LOOKALIKE_DOMAIN',
  ),
  doc(
    'phishing.embedded_form',
    'A form is in the message',
    'Forms and password fields are not allowed in email. Link to a page on your own domain instead.',
    'Most mail programs remove forms, and readers have learnt that a form in a mail is a trap.',
    'CREDENTIAL_REQUEST',
  ),
  doc(
    'phishing.unsafe_link',
    'A link is of an unsafe kind',
    'Links must be https to a named host: no IP addresses, no user@host, no data: or javascript:, no odd ports.',
    'Such links hide where they lead or run something in the reader’s browser. Every honest page has a name.',
    'MALWARE_LINK',
  ),
  doc(
    'phishing.placeholder_host',
    'A merge field chooses where a link leads',
    'Merge fields may not choose the scheme or the host of a link. Write the host out and use fields after it only.',
    'What is filled in later cannot be checked now. The platform’s own links, such as {{unsubscribeUrl}}, are fine.',
    'URL_MISMATCH',
  ),
  doc(
    'phishing.placeholder_text',
    'What the mail says is chosen by values that are not verified',
    'Write out what the mail says, and use merge fields inside of it only.',
    'A name, a plan or a city in a text of its own is fine. Values of attributes are cut after 300 characters, and addresses in them are not linked.',
  ),
  doc(
    'phishing.known_bad_url',
    'A link is on a threat list',
    'A link is on a threat list. Remove it.',
    'Lists of known bad addresses are kept by others; ask their keeper when a page of yours is on one by mistake.',
    'MALWARE_LINK',
  ),
  doc(
    'phishing.wallet_secret_request',
    'It is about wallets, airdrops or recovery phrases',
    'Asking for recovery phrases, airdrop claims and wallet verification is not allowed. Remove the request, or link to your own domain for it.',
    'Honest senders never ask for a recovery phrase or have a wallet verified by mail. News about the subject is fine.',
    'CREDENTIAL_REQUEST',
  ),
  doc(
    'phishing.credential_request',
    'It asks for a password, a code or a sign-in',
    'Do not ask for passwords, codes or a sign-in on a domain you have not verified. Link to your own domain.',
    'A password reset, a one-time code or a security notice that leads to the sender’s own verified domain is fine.',
    'CREDENTIAL_REQUEST',
  ),
  doc(
    'phishing.brand_impersonation',
    'It presents itself as a company that is not the sender',
    'The message presents itself as a brand whose domain you have not verified. Use your own name and domain.',
    'Writing about another company is fine; being taken for it is not.',
  ),
  doc(
    'phishing.unnamed_sender',
    'It promises or threatens, and does not say who sends it',
    'Say in the text who you are, by the name of your domain, or leave out what you promise or threaten.',
    'Mail with only a prize, a warning or a demand in it, and no named sender, is what swindlers send.',
    'PHISHING',
  ),
  doc(
    'phishing.payment_details_request',
    'It asks for card or bank details',
    'Do not ask for card or bank details by email. Link to a page on your verified domain.',
    'An invoice, a receipt or a failed payment of your own service is fine when it leads to your own domain.',
    'CREDENTIAL_REQUEST',
  ),
  doc(
    'phishing.account_threat',
    'It threatens with suspension or loss',
    'Remove threats of suspension or loss that push readers to an outside link, or link to your own domain.',
    'A plain notice about an account of your own service is fine.',
  ),
  doc(
    'phishing.prize_lure',
    'It promises a prize, a reward or easy money',
    'Remove the claim of a prize or reward, or send it from the verified domain of the company that gives it.',
    'A raffle or a loyalty program of your own is fine when it leads to your own domain.',
  ),
  doc(
    'phishing.delivery_lure',
    'It speaks of a parcel that waits',
    'Remove the delivery claim, or send it from the verified domain of the company that delivers.',
    'Notices about an order from your own shop are fine when they lead to your shop or the carrier’s genuine domain.',
  ),
  doc(
    'phishing.renewal_scare',
    'It warns of something that expires',
    'Remove the renewal claim, or send it from the verified domain of the company it concerns.',
    'Reminders about a subscription to your own service are fine.',
  ),
  doc(
    'phishing.advance_fee',
    'It offers money that another person left or sent',
    'Offers of inheritances, donations, funds and unasked loans are not allowed. Remove the offer.',
    'A charity’s own appeal and a lender’s news to its customers are fine.',
  ),
  doc(
    'phishing.callback_lure',
    'It pushes readers to call a number about a charge',
    'Remove the request to call about a charge, or refer to your own domain.',
    'A customer service number on an honest invoice is fine.',
  ),
  doc(
    'phishing.link_text_mismatch',
    'A link shows another site than it leads to',
    'Link text shows a different site from its target. Make both match.',
    'Noticed where the text shows the domain of the sender, or of the company that the mail speaks for, and the link leads elsewhere; with a threat or a request for a password it is refused. The click counters of well-known services are let be. Click tracking is added by the platform after this check, so write the final address yourself.',
    'URL_MISMATCH',
  ),
  doc(
    'phishing.obscured_link',
    'A link hides its address',
    'Replace shortened addresses, open redirects and pages on free hosting by the final address on your own domain.',
    'Readers and filters cannot see where a short address leads.',
    'URL_MISMATCH',
  ),
  doc(
    'obfuscation.hidden_text',
    'Much of the text is hidden',
    'Write the text plainly and visibly, and remove what is hidden.',
    'A short hidden preview text is fine, and so are parts for small screens.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.invisible_characters',
    'Invisible characters stand inside words',
    'Remove the invisible characters inside words.',
    'Joiners that a script needs, and single soft hyphens in long words, are fine.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.homoglyphs',
    'Words are written with look-alike letters',
    'Write each word in one alphabet, without look-alike letters.',
    'Text in any language is fine in its own letters.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.bidi_override',
    'The direction of text is overridden',
    'Remove the characters that reverse the direction of text.',
    'Right-to-left languages need none of them.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.split_words',
    'Words are taken apart or written with digits',
    'Write words whole, without blanks, dots, digits or empty elements inside them.',
    'Single initials and headings in spaced letters are fine.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.image_only',
    'The message is an image with hardly any text',
    'Add text to the message that says what the image says.',
    'A reader who does not load images sees nothing of it.',
  ),
  doc(
    'cold_email.acquired_list',
    'The address was bought, scraped or looked up',
    'Bought, scraped or looked-up addresses are not allowed. Write to people who asked for it.',
    'The text says that the address was found somewhere instead of given by its owner.',
    'PURCHASED_LIST',
  ),
  doc(
    'cold_email.no_relationship',
    'The text says that sender and reader do not know each other',
    'The text says that you do not know the reader. Campaigns may only go to people who opted in.',
    'A reader who subscribed or bought needs no introduction.',
  ),
  doc(
    'cold_email.list_or_lead_sale',
    'It offers lists or leads for sale',
    'Offers of address lists or leads are not supported. Remove the offer.',
    'Telling your own subscribers about a product of yours is fine.',
    'PURCHASED_LIST',
  ),
  doc(
    'cold_email.link_building',
    'It asks for a link or a guest post',
    'Unasked requests for links or guest posts are not supported. Use personal mail instead.',
    'A call for papers to your own subscribers is fine.',
  ),
  doc(
    'cold_email.recruiting',
    'It approaches the reader about a job or offers candidates',
    'Unasked job offers and offers of candidates are not supported. Write only to people who registered for them.',
    'A job alert that its reader asked for is fine.',
  ),
  doc(
    'cold_email.fundraising',
    'It looks for investors or offers financing',
    'Unasked requests for investment and offers of financing are not supported.',
    'An update to your own shareholders is fine.',
  ),
  doc(
    'cold_email.contact_probe',
    'It asks for the right person to talk to',
    'Asking for the right person shows that the list was not collected by consent. Write to people who asked for it.',
    'A subscriber is the right person by having subscribed.',
  ),
  doc(
    'cold_email.follow_up_bump',
    'It follows up on a mail that was not answered',
    'Follow-ups on unanswered mail are cold outreach. Campaigns are no place for them.',
    'A reminder of something the reader began, such as a booking, is fine.',
  ),
  doc(
    'cold_email.meeting_request',
    'It asks a reader who does not know the sender for a call',
    'An unasked request for a call is cold outreach. Address your subscribers instead, and say why they get the mail.',
    'An invitation to an event that all subscribers get is fine.',
  ),
  doc(
    'cold_email.sales_pitch',
    'It is a one-to-one sales approach',
    'The text is a one-to-one sales approach. Use a sales tool for it, not campaigns, or write a newsletter to people who opted in and say so.',
    'Selling to subscribers is what newsletters are for; this is about mail that pretends to be a personal letter.',
  ),
  doc(
    'merge.foreign_placeholder',
    'The content has a placeholder of another system',
    'Write merge fields as {{firstName}} or {{firstName|there}}: a name and an optional default, without logic or filters. To show a placeholder literally, write \\{{firstName}} or put it in code.',
    'Recipients never see raw braces: a single mail is sent without the placeholder, and a campaign is refused. Merge fields do not work in the sender name. `found` is the placeholder, `meant` the suggested merge field.',
  ),
  doc(
    'merge.unknown_field',
    'A merge field is unknown',
    'Use a merge field of this platform or attributes.<name>. An unknown field is left empty.',
    '`meant` is the field with the closest name. Fields that start with `trigger.` exist only in workflows.',
  ),
  doc(
    'merge.unknown_attribute',
    'No subscriber has this attribute',
    'Check the attribute name, or give a default. Without one it is left empty for everyone.',
    'Checked when the content is saved. Attributes that are set later are still used.',
  ),
  doc(
    'content.removed',
    'A part of the content is removed at sending',
    'Mail programs do not run or load it. Remove it, or link to a page that has it.',
    '`found` is the part: an element, an attribute, a link by its scheme, or an attribute of a Tiptap document; `count` is how often it occurs. The first ten different parts are named. A link must begin with `https:`, `http:`, `mailto:` or `tel:`, not with a merge field. The text inside a removed element stays, except that of a script.',
  ),
  doc(
    languageUnread,
    'The text is in a language that is not read',
    'The language is not read, so the text was judged by its structure alone. Have a person who reads it look at it.',
    `What words mean is known in these languages: ${languagesRead()}. In any other language the sender, the links and the layout are still judged. A text too short to detect its language gets no badge, and neither does a single mail that the first check clears.`,
  ),
  doc(
    'system.content_unreadable',
    'The content cannot be read',
    'The content cannot be read. Write it as plain HTML, Markdown or text.',
    'A campaign that cannot be read is not sent; a transactional mail goes with a warning if nothing is noticed in what is left of it.',
  ),
  doc(
    'system.content_too_large',
    'The content is too large to be checked',
    'The content is too large to be checked whole. Shorten it.',
    'A campaign is checked whole, so there is a limit to its size and to the number of its links; a transactional mail beyond it is checked in pieces.',
  ),
  doc(
    'system.verification_unavailable',
    'The content could not be checked',
    'Content verification is unavailable at the moment. Try again later.',
    'A verifier that is required did not answer. Nothing is wrong with the content.',
  ),
];

const byId = new Map(badgeDocs.map((each) => [each.id, each]));

/** @throws Error for an id without an entry, which is a programming error */
export function badgeDoc(id: string): BadgeDoc {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`No documentation for the badge ${id}`);
  return found;
}
