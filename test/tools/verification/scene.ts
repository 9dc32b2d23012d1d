/** Contents with a known verdict. */

export const phishing = {
  from: 'PayPal Support <service@secure-mail.example>',
  subject: 'Your account is suspended',
  html: '<p>Dear customer, your PayPal account has been suspended. Verify your password now or it will be closed: <a href="http://192.168.7.9/login">https://paypal.com/login</a></p>',
};

/** Suspicious only: it is sent with a badge. */
export const odd = {
  from: 'PayPal Support <service@secure-mail.example>',
  subject: 'A notice',
  html: '<p>Your PayPal statement is ready. <a href="https://secure-mail.example/x">See it</a></p>',
};

export const cold = {
  from: 'Bob <bob@leads.example>',
  subject: 'Quick question',
  markdown:
    'Hi {{firstName}},\n\nI came across your website and was impressed. We help companies like yours get more leads. Are you the right person to talk to? Would you be open to a quick 15-minute call next week?\n\nBob',
};

export const receipt = {
  from: 'Acme <hello@acme.example>',
  subject: 'Your receipt',
  markdown: '# Thank you\n\nYour order is on its way.',
};

/** A language without a lexicon. */
export const croatian =
  'Hvala na narudžbi. Paket će stići u utorak, a možete ga pratiti na svom računu.\n\n[Odjava]({{unsubscribeUrl}})';

export const docsPage = 'http://posthouse.example/docs/content-verification';
