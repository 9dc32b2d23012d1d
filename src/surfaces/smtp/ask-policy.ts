import type { SmtpVisit } from './policy.ts';
import type { SmtpReply } from './reply.ts';
import type { Question } from './session.ts';

export function askPolicy(
  visit: SmtpVisit,
  question: Question,
  onFault: (error: unknown) => SmtpReply,
): SmtpReply | Promise<SmtpReply> {
  try {
    const answer = ask(visit, question);
    return answer instanceof Promise ? answer.catch(onFault) : answer;
  } catch (error) {
    return onFault(error);
  }
}

function ask(visit: SmtpVisit, question: Question): SmtpReply | Promise<SmtpReply> {
  switch (question.about) {
    case 'credentials':
      return visit.signIn!(question.credentials);
    case 'sender':
      return visit.sender(question.sender);
    case 'recipient':
      return visit.recipient(question.recipient, question.transaction);
    case 'message':
      return visit.message(question.message, question.transaction);
  }
}
