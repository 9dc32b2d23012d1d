import { type Approval, contentReview } from '../../../../model/approval/approval.ts';
import {
  approvalWords,
  type DisplayStatus,
  displayStatus,
} from '../../../../model/approval/approval-words.ts';
import type { Question } from '../../../../model/approval/describe-question.ts';
import { type Html, html } from '../../../public/html.ts';
import { type StateWords, stateBadge } from '../../look/parts.ts';
import { foreign, inMarkup, renderTime } from '../../shown.ts';

const approvalStates: Readonly<Record<DisplayStatus, StateWords>> = {
  pending: { state: 'warn', text: 'Needs approval', picture: 'approval' },
  expired: { state: 'still', text: 'Expired', picture: 'clock' },
  declined: { state: 'still', text: 'Declined', picture: 'suppressed' },
  approved: { state: 'info', text: 'Approved, not run yet', picture: 'clock' },
  released: { state: 'ok', text: 'Released', picture: 'ok' },
  running: { state: 'info', text: 'Approved, running', picture: 'clock' },
  done: { state: 'ok', text: 'Approved', picture: 'ok' },
  refused: { state: 'bad', text: 'Approved, but refused', picture: 'bad' },
};

export function approvalBadge(approval: Pick<Approval, 'status' | 'outcome' | 'tool'>): Html {
  return stateBadge(approvalStates[displayStatus(approval)]);
}

export function renderAsker({ token, client, tool }: Pick<Approval, 'token' | 'client' | 'tool'>): Html {
  if (client === null) return token === null ? html`${approvalWords.operator}` : foreign(token.name);
  return html`<b>${foreign(client)}</b>${token === null ? (tool === contentReview.tool ? null : ' for the operator') : html` with the token ${foreign(token.name)}`}`;
}

export function renderQuestion({ words, values }: Question): Html {
  const shown = Object.entries(values).map(([name, value]) => [name, foreign(value)] as const);
  return inMarkup(words, Object.fromEntries(shown));
}

export function decisionBy(person: { name: string } | null, at: number | string | null, zone: string): Html {
  const { by, atTerminal, decidedAt } = approvalWords;
  const who = person === null ? html`${atTerminal}` : inMarkup(by, { name: foreign(person.name) });
  return at === null ? who : inMarkup(decidedAt, { by: who, at: renderTime(at, zone) });
}
