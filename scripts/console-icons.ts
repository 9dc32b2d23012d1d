/** Prints the icons of the console from Lucide's npm package, so that the server loads only those it shows. */
import { icons } from 'lucide';

/** One icon for each idea of the console, by its name in Lucide. */
const names = {
  add: 'Plus',
  approval: 'BadgeCheck',
  archive: 'Archive',
  assistant: 'Bot',
  attachment: 'Paperclip',
  back: 'ChevronLeft',
  bad: 'CircleX',
  bounce: 'CornerUpLeft',
  calendar: 'CalendarClock',
  campaign: 'Megaphone',
  captured: 'FlaskConical',
  check: 'Check',
  click: 'MousePointerClick',
  clock: 'Clock',
  code: 'CodeXml',
  complaint: 'ThumbsDown',
  copy: 'Copy',
  dark: 'Moon',
  desktop: 'Monitor',
  domain: 'Globe',
  down: 'ArrowDown',
  download: 'Download',
  draft: 'FilePenLine',
  edit: 'Pencil',
  email: 'Mail',
  event: 'Zap',
  external: 'ExternalLink',
  file: 'FileText',
  goal: 'Flag',
  health: 'Activity',
  home: 'Home',
  history: 'History',
  imagesOff: 'ImageOff',
  import: 'Upload',
  inbox: 'Inbox',
  info: 'Info',
  key: 'KeyRound',
  light: 'Sun',
  link: 'Link',
  menu: 'Menu',
  next: 'ChevronRight',
  ok: 'CircleCheck',
  open: 'Eye',
  passkey: 'Fingerprint',
  pause: 'CirclePause',
  people: 'Users',
  person: 'User',
  personLeft: 'UserX',
  phone: 'Smartphone',
  play: 'Play',
  retry: 'RefreshCw',
  search: 'Search',
  segment: 'Funnel',
  send: 'Send',
  server: 'Server',
  settings: 'Settings',
  shield: 'ShieldCheck',
  signOut: 'LogOut',
  split: 'Split',
  still: 'CircleDashed',
  stop: 'OctagonX',
  suppressed: 'Ban',
  tag: 'Tag',
  template: 'LayoutTemplate',
  trash: 'Trash2',
  up: 'ArrowUp',
  wait: 'Hourglass',
  warn: 'TriangleAlert',
  webhook: 'Webhook',
  workflow: 'Workflow',
} as const;

export const consoleIconsFile = 'src/surfaces/console/look/icons.ts';

export function consoleIconsText(): string {
  const entries = Object.entries(names).map(([idea, name]) => {
    const shapes = icons[name].map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
      return `<${tag}${written.join('')}/>`;
    });
    return `  ${idea}: '${shapes.join('')}',\n`;
  });
  return `/** Shapes of Lucide's icons (ISC, \`THIRD-PARTY-NOTICES.txt\`), 24 units wide. Written by \`npm run pins\`. */
export const icons = {
${entries.join('')}};

export type IconName = keyof typeof icons;
`;
}
