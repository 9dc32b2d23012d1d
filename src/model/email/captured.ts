const wayOut = 'once the operator switches it on, retry_email sends one and release_emails many';

export const capturedSentence = `Sending is off: this mail is kept and does not leave by itself; ${wayOut}`;
export const wouldBeCaptured = `Sending is off: its mail would be captured and not sent; ${wayOut}`;

export function wereCaptured(count: number): string {
  return `${count.toLocaleString('en')} of its mails were captured, as sending was off: they are kept, and none of them counts as sent; ${wayOut}`;
}
