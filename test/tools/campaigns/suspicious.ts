/** Content whose findings are close below a block. */
export const suspicious = {
  subject: 'You have been selected',
  fromName: 'Team',
  fromEmail: 'mail@northfield.example',
  html: '<p>Northfield: congratulations, you have won a gift card. Claim your prize and take our short survey, the offer expires today.</p><a href="https://other.example/s">Start now</a> <a href="{{unsubscribeUrl}}">Leave</a>',
};
