import { type Html, html } from '../../../public/html.ts';
import { icon } from '../../look/parts.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { named } from './campaign-words.ts';

/** Buttons inside the form of the editor, where another form is impossible: each submits to its own action. */
export function deleteInEditor({ id, name }: CampaignAnswer): Html {
  const path = `/console/campaigns/${id}`;
  return html`<div class="inline"><button type="submit" class="btn" formaction="${path}/duplicate" formnovalidate>${icon('copy')}Duplicate</button><button type="submit" class="btn" formaction="${path}/archive" formnovalidate>${icon('archive')}Archive</button><button type="button" class="btn danger" command="show-modal" commandfor="delete">${icon('trash')}Delete</button><dialog class="dialog" id="delete" aria-labelledby="delete-title"><h2 id="delete-title">Delete ${named(name)}?</h2><p>The draft is deleted. You cannot undo this.</p><div class="acts"><button type="button" class="btn" command="close" commandfor="delete">Cancel</button><button type="submit" class="btn danger main" formaction="${path}/delete" formnovalidate>Delete campaign</button></div></dialog></div>`;
}
