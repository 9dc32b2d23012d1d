const wayOut = 'after the operator turns it on, retry_email sends one email and release_emails sends many';

export const capturedSentence = `Sending is off: this mail is captured and not sent; ${wayOut}`;
export const wouldBeCaptured = `Sending is off: its mail would be captured and not sent; ${wayOut}`;

export function wereCaptured(count: number): string {
  return `${count.toLocaleString('en')} of its mails were captured because sending was off, and do not count as sent; ${wayOut}`;
}
