import { badgeDocs } from '../../model/verification/content/guidance.ts';
import { languagesRead } from '../../model/verification/language/languages.ts';
import type { DocsPage } from './page.ts';

export const contentPage: DocsPage = {
  name: 'content-verification',
  title: 'Content verification',
  description: 'What is refused as cold e-mail or phishing, what each badge means and how to mend it.',
  markdown: () => `# Content verification

Every campaign is verified before it is sent, and every transactional mail as it is accepted. The API, assistants and the command
line all apply the same policy.

## What is refused

- **Phishing**, in campaigns and in transactional mail: a mail that poses as another sender, asks for passwords or payment under a
  pretext, or hides where its links lead.
- **Cold e-mail**, in campaigns: a first message to people who never asked for it, made to look as if it were written to each of
  them alone, and mail to lists that were bought or gathered.

A refusal is a 400 with the code \`CONTENT_BLOCKED\`. It names the reasons, the badges explained below and, as guidance, what to
change. Nothing was sent and nothing was counted. Other words for the same thing are refused as well.

## How it looks

At the subject, the sender, the preview and the content as a reader would see it, and at what a reader would not see: links and
the text over them, hidden text, letters that resemble others. It adds up what it finds, so that one word, one link or one typical
sentence refuses nothing. A mail address in a text is not taken for the name of its provider, and the reader’s and the sender’s
own lead no reader away. The same content always gets the same verdict.

Words are understood in these languages: ${languagesRead()}. For other languages, only the structure of the text is verified, and the
badge \`language_unread\` says so.

It does not open links or pictures, does not look into attachments, keeps no copy, asks no other service, and learns nothing from
your mail. Where the operator of this server has put a verification service in its place, that service judges campaigns; when it
gives no verdict in time, nothing is sent and the code is \`VERIFICATION_UNAVAILABLE\`.

That is also the code of a campaign that cannot be judged whole, because it is too large, cannot be read or takes too long. A
transactional mail of this kind is judged in pieces and goes with a warning if nothing is noticed in any of them; else it is
refused with the same code, over SMTP with a 451. None of this is taken for phishing or remembered.

Ask before you send: \`POST /api/v2/verify/content\`, or the tool \`verify_content\`, answers the verdict and sends nothing. If a
refusal is wrong, change what it names, or write to the operator of this server with the badge.

## Badges

A badge is something that was noticed. With the severity \`block\` it is what a refusal is for; with \`warn\` or \`info\` the mail goes,
and its sender may want to look at it. A badge about a link names the \`host\` that it leads to, of several links the first one's;
where a link has no plain host, none is named. v1 answers no \`host\`.

${badgeDocs.map(({ id, title, guidance, more }) => `### ${title} {#${id}}\n\n\`${id}\`: ${guidance}\n\n${more}`).join('\n\n')}
`,
};
