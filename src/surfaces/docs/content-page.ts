import { badgeDocs } from '../../model/verification/content/guidance.ts';
import { languagesRead } from '../../model/verification/language/languages.ts';
import { codeBlock, type DocsPage } from './page.ts';

export const contentPage: DocsPage = {
  name: 'content-verification',
  title: 'Content verification',
  description:
    'Content that is refused as cold email or phishing, the meaning of each badge, and the remedy.',
  markdown: () => `# Content verification

Ask for the verdict before you send. This sends nothing:

${codeBlock('sh', "npx posthouse tools run verify_content --subject 'Your receipt' --markdown 'Thank you for your order.'")}

Posthouse verifies every campaign before it is sent, and every transactional mail when it is accepted. The API, assistants and the
command line apply the same policy. Over REST, call \`POST /api/v2/verify/content\`.

## Refused content

| kind | refused in | definition |
|---|---|---|
| phishing | campaigns and transactional mail | a mail that claims to be another sender, asks for passwords or payment under a pretext, or hides the targets of its links |
| cold email | campaigns | a first message to people who never asked for it, written as if to each of them personally, and mail to bought or scraped lists |

A refusal is a 400 with the code \`CONTENT_BLOCKED\`. It names the reasons, the badges explained below, and in \`guidance\` the
changes to make. Nothing is sent or counted. The same message in other words is refused too.

## Content in review

Findings close to a block refuse a campaign with the code \`CONTENT_REVIEW\`. The refusal names in \`review\` the page where a person with the role
approver can release exactly this content, until 30 days after the request. Send again after that. A block cannot be released.

## How verification works

It reads the subject, the sender, the preview and the content as a reader sees them. It also reads what a reader does not see: links and
their text, hidden text, and letters that resemble others. It adds up the findings, so no single word, link or
sentence refuses a mail. The same content always gets the same verdict.

A mail address in the text does not name a brand, and links to the domains of the sender or the reader do not count as foreign.
Verification understands these languages: ${languagesRead()}. For a text in another language, it checks only the structure and adds the badge
\`language_unread\`.

It does not open links or pictures, does not read attachments, stores no copy, calls no other service, and learns nothing from
your mail. If the operator has set up a verification service instead, that service judges campaigns. If it returns no verdict in time, nothing is
sent, and the code is \`VERIFICATION_UNAVAILABLE\`.

A campaign that is too large, cannot be read or takes too long gets the same code. A transactional mail of this kind is verified in pieces. It is
sent with a warning if no piece has a finding, otherwise it is refused with the same code, over SMTP with a 451. None of this
counts as phishing or is remembered.

If a refusal is wrong, change what it names, or write to the operator of this server and include the badge.

## Badges

A badge is a finding. A badge of severity \`block\` refuses the mail. With \`warn\` or \`info\` the mail is sent, and its sender may want to check it.
A badge about a link names the first such \`host\`, or none if the link has no plain host. v1 returns no \`host\`.

${badgeDocs.map(({ id, title, guidance, more }) => `### ${title} {#${id}}\n\n\`${id}\`: ${guidance}\n\n${more}`).join('\n\n')}
`,
};
