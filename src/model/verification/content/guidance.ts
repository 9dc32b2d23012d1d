import { languagesRead, languageUnread } from '../language/languages.ts';
import type { BlockReason } from './block-reason.ts';

/** Marks content with the verdict `review`. */
export const needsReviewBadge = 'content.review';

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

export const badgeDocs: readonly BadgeDoc[] = [
  doc(
    'phishing.lookalike_domain',
    'A domain imitates another company’s',
    'A sender or link domain imitates another brand. Link only to your own domain or to the genuine one.',
    'Readers mistake such a domain for the company: one letter differs, letters are from another alphabet, or a word such as "secure" or "login" is added. A domain that belongs to the company is fine.',
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
    'A link is unsafe',
    'Links must be https to a named host: no IP addresses, no user@host, no data: or javascript:, no odd ports.',
    'Such links hide their target or run code in the reader’s browser. Every honest page has a host name.',
    'MALWARE_LINK',
  ),
  doc(
    'phishing.placeholder_host',
    'A merge field chooses where a link leads',
    'Merge fields may not choose the scheme or the host of a link. Write out the host and use fields only after it.',
    'A value that is filled in later cannot be checked now. The platform’s own links, such as {{unsubscribeUrl}}, are fine.',
    'URL_MISMATCH',
  ),
  doc(
    'phishing.placeholder_text',
    'Unverified values choose the content of the mail',
    'Write out the text of the mail, and use merge fields only within it.',
    'A name, a plan or a city within a written text is fine. Values of attributes are cut after 300 characters, and addresses in them are not linked.',
  ),
  doc(
    'phishing.known_bad_url',
    'A link is on a threat list',
    'A link is on a threat list. Remove it.',
    'Other organizations maintain these lists. If your page is listed by mistake, ask the maintainer of the list to remove it.',
    'MALWARE_LINK',
  ),
  doc(
    'phishing.wallet_secret_request',
    'It is about wallets, airdrops or recovery phrases',
    'Asking for recovery phrases, airdrop claims and wallet verification is not allowed. Remove the request, or link to your own domain for it.',
    'Honest senders never ask for a recovery phrase or a wallet verification by mail. News about the subject is fine.',
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
    'Writing about another company is fine; impersonating it is not.',
  ),
  doc(
    'phishing.unnamed_sender',
    'It makes promises or threats without naming the sender',
    'Name yourself in the text as in your domain, or remove the promise or threat.',
    'Scams typically contain only a prize, a warning or a demand, and name no sender.',
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
    'It claims that a parcel is waiting',
    'Remove the delivery claim, or send it from the verified domain of the company that delivers.',
    'Notices about an order from your own shop are fine when they lead to your shop or the carrier’s genuine domain.',
  ),
  doc(
    'phishing.renewal_scare',
    'It warns that something expires',
    'Remove the renewal claim, or send it from the verified domain of the company it concerns.',
    'Reminders about a subscription to your own service are fine.',
  ),
  doc(
    'phishing.advance_fee',
    'It offers money that another person left or sent',
    'Offers of inheritances, donations, funds and unsolicited loans are not allowed. Remove the offer.',
    'A charity’s own appeal and a lender’s news to its customers are fine.',
  ),
  doc(
    'phishing.private_request',
    'The request is typical of fraud',
    'Do not ask by email for gift cards, changed bank details, payroll data, scanned codes, access to an account or a private answer. Refer to a page on your own domain.',
    'Fraudsters write in the name of a boss, a colleague or a supplier. A mail that names its sender as its domain does, and that explains or warns of such requests, is fine.',
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
    'Reported if the text shows the domain of the sender, or of the company that the mail represents, and the link has another target. With a threat or a request for a password, the mail is refused. Click counters of well-known services are exempt. The platform adds click tracking after this check, so write the final URL yourself.',
    'URL_MISMATCH',
  ),
  doc(
    'phishing.obscured_link',
    'A link hides its address',
    'Replace shortened URLs, open redirects and pages on free hosting with the final URL on your own domain.',
    'Readers and filters cannot see the target of a short URL.',
    'URL_MISMATCH',
  ),
  doc(
    'obfuscation.hidden_text',
    'Much of the text is hidden',
    'Write visible text, and remove hidden text.',
    'A short hidden preview text is fine, and so are parts for small screens.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.invisible_characters',
    'Words contain invisible characters',
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
    'Right-to-left languages do not need these characters.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.split_words',
    'Words are split or written with digits',
    'Write whole words, without spaces, dots, digits or empty elements inside them.',
    'Single initials and headings in spaced letters are fine.',
    'HIDDEN_TEXT',
  ),
  doc(
    'obfuscation.image_only',
    'The message is an image with hardly any text',
    'Add the message of the image as text.',
    'A reader who does not load images sees an empty mail.',
  ),
  doc(
    'cold_email.acquired_list',
    'The address was bought, scraped or looked up',
    'Bought, scraped or looked-up addresses are not allowed. Write to people who asked for it.',
    'The text says that the address was found somewhere and not given by its owner.',
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
    'Unsolicited requests for links or guest posts are not supported. Use personal mail instead.',
    'A call for papers to your own subscribers is fine.',
  ),
  doc(
    'cold_email.recruiting',
    'It approaches the reader about a job or offers candidates',
    'Unsolicited job offers and offers of candidates are not supported. Write only to people who registered for them.',
    'A job alert that its reader asked for is fine.',
  ),
  doc(
    'cold_email.fundraising',
    'It looks for investors or offers financing',
    'Unsolicited requests for investment and offers of financing are not supported.',
    'An update to your own shareholders is fine.',
  ),
  doc(
    'cold_email.contact_probe',
    'It asks for the right person to talk to',
    'Asking for the right person shows that the list was not collected with consent. Write to people who asked for it.',
    'A subscriber is always the right person.',
  ),
  doc(
    'cold_email.follow_up_bump',
    'It follows up on a mail that was not answered',
    'Follow-ups on unanswered mail are cold outreach. Do not send them as campaigns.',
    'A reminder of something the reader began, such as a booking, is fine.',
  ),
  doc(
    'cold_email.meeting_request',
    'It asks a reader who does not know the sender for a call',
    'An unsolicited request for a call is cold outreach. Address your subscribers instead, and say why they get the mail.',
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
    needsReviewBadge,
    'A person must review the content',
    'Ask a person to release the content, or change the parts that the other badges name.',
    'A campaign is refused with the code `CONTENT_REVIEW` until a person at the console or at a terminal of the server releases exactly this content. A single mail is sent with this badge, unless the organization blocks transactional mail.',
  ),
  doc(
    'content.removed',
    'A part of the content is removed when the mail is sent',
    'Mail programs do not run or load it. Remove it, or link to a page that has it.',
    '`found` is the part: an element, an attribute, a link by its scheme, or an attribute of a Tiptap document; `count` is how often it occurs. The first ten different parts are named. A link must begin with `https:`, `http:`, `mailto:` or `tel:`, not with a merge field. The text inside a removed element stays, except that of a script.',
  ),
  doc(
    languageUnread,
    'The language of the text is not supported',
    'The language is not supported, so only the structure of the text was verified. Ask a person who reads the language to check the text.',
    `Words are understood in these languages: ${languagesRead()}. In other languages only the sender, the links and the layout are verified. A text too short to detect its language gets no badge, and neither does a single mail that the first check clears.`,
  ),
  doc(
    'system.content_unreadable',
    'The content cannot be read',
    'The content cannot be read. Write it as plain HTML, Markdown or text.',
    'A campaign that cannot be read is not sent; a transactional mail is sent with a warning if its readable part has no findings.',
  ),
  doc(
    'system.content_too_large',
    'The content is too large to be checked',
    'The content is too large to be checked completely. Shorten it.',
    'A campaign is checked completely, so its size and number of links are limited; a larger transactional mail is checked in pieces.',
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
