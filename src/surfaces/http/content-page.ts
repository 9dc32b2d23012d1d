import { escapeHtml } from '../../model/content/escape-html.ts';
import { badgeDocs } from '../../model/verification/content/guidance.ts';
import { languagesRead } from '../../model/verification/language/languages.ts';
import { docsPage } from './docs-page.ts';

/** What the verifier looks for, badge by badge; refusals lead to the entry of theirs. */
const entries = badgeDocs
  .map(({ id, title, guidance, more }) => {
    const [name, what, change, why] = [id, title, guidance, more].map(escapeHtml);
    return `<dt id="${name}"><strong>${what}</strong> <code>${name}</code></dt>\n<dd><p>${change}</p><p>${why}</p></dd>`;
  })
  .join('\n');

export const contentPage = docsPage(
  'Content verification',
  `<p>Every campaign is verified before it is sent, and every transactional mail as it is accepted. The API,
assistants and the command line all apply the same policy.</p>
<h2>What is refused</h2>
<ul>
<li><strong>Phishing</strong>, in campaigns and in transactional mail: a mail that poses as another sender, asks for
passwords or payment under a pretext, or hides where its links lead.</li>
<li><strong>Cold e-mail</strong>, in campaigns: a first message to people who never asked for it, made to look as if it were
written to each of them alone, and mail to lists that were bought or gathered.</li>
</ul>
<p>A refusal is a 400 with the code <code>CONTENT_BLOCKED</code>. It names the reasons, the badges explained below and, as
guidance, what to change. Nothing was sent and nothing was counted. Other words for the same thing are refused as well.</p>
<h2>How it looks</h2>
<p>At the subject, the sender, the preview and the content as a reader would see it, and at what a reader would not see: links
and the text over them, hidden text, letters that resemble others. It adds up what it finds, so that one word, one link
or one typical sentence refuses nothing. A mail address in a text is not taken for the name of its provider, and the reader’s
and the sender’s own lead no reader away. The same content always gets the same verdict.</p>
<p>What words mean is known in these languages: ${languagesRead()}. A text in another language is judged by its structure alone,
and the badge <code>language_unread</code> says so.</p>
<p>It does not open links or pictures, does not look into attachments, keeps no copy, asks no other service, and learns
nothing from your mail. Where the operator of this server has put a verification service in its place, that service
judges campaigns; when it gives no verdict in time, nothing is sent and the code is
<code>VERIFICATION_UNAVAILABLE</code>.</p>
<p>That is also the code of a campaign that cannot be judged whole, because it is too large, cannot be read or takes too long. A
transactional mail of this kind is judged in pieces and goes with a warning if nothing is noticed in any of them; else it is
refused with the same code, over SMTP with a 451. None of this is taken for phishing or remembered.</p>
<p>Ask before you send: <code>POST /api/v2/verify/content</code>, or the tool <code>verify_content</code>, answers the verdict
and sends nothing. If a refusal is wrong, change what it names, or write to the operator of this server with the badge.</p>
<h2>Badges</h2>
<p>A badge is something that was noticed. With the severity <code>block</code> it is what a refusal is for; with
<code>warn</code> or <code>info</code> the mail goes, and its sender may want to look at it. A badge about a link names the
<code>host</code> that it leads to, of several links the first one's; where a link has no plain host, none is named. v1 answers
no <code>host</code>.</p>
<dl>
${entries}
</dl>`,
);
