/** Reading order. Unnamed files of `docs/guides` come last in "Run it"; others are not in the side bar. */
export type Group = { title: string | null; pages: readonly string[] };
export type Part = { title: string; groups: readonly Group[] };

export const lastGuides = 'Run it';

export const structure: readonly Part[] = [
  {
    title: 'Start',
    groups: [
      {
        title: null,
        pages: [
          'start/first-mail',
          'start/connect-an-assistant',
          'start/first-campaign',
          'start/welcome-series',
          'start/test-sign-up-mail',
          'start/concepts',
        ],
      },
    ],
  },
  {
    title: 'Guides',
    groups: [
      {
        title: 'Send',
        pages: [
          'sending',
          'guides/templates',
          'guides/sdk',
          'guides/react-email',
          'guides/smtp',
          'guides/frameworks',
          'guides/testing',
        ],
      },
      {
        title: 'People and campaigns',
        pages: [
          'guides/consent',
          'segments',
          'campaigns',
          'guides/campaigns',
          'workflows',
          'import',
          'export',
        ],
      },
      {
        title: 'Arrive',
        pages: [
          'guides/domain-and-dns',
          'guides/delivery',
          'deliverability',
          'guides/not-delivered',
          'guides/verification',
        ],
      },
      {
        title: 'Assistants',
        pages: [
          'guides/assistants',
          'guides/assistant-limits',
          'guides/oauth',
          'guides/approvals',
          'guides/decide-approvals',
          'quickstart-for-assistants',
        ],
      },
      {
        title: 'Other systems',
        pages: ['webhooks', 'integrations', 'guides/integrations'],
      },
      {
        title: 'Move here',
        pages: [
          'guides/from-resend',
          'guides/from-postmark',
          'guides/from-plunk',
          'guides/from-usesend',
          'guides/from-listmonk',
          'guides/from-mailpit',
          'move-from-v1',
        ],
      },
      {
        title: lastGuides,
        pages: [
          'guides/production',
          'guides/console',
          'guides/console-pages',
          'guides/install',
          'guides/several-machines',
          'guides/backup-and-upgrade',
          'guides/monitoring',
          'guides/metrics',
          'guides/statistics',
          'guides/operations',
        ],
      },
    ],
  },
  {
    title: 'Reference',
    groups: [
      {
        title: null,
        pages: [
          'reference',
          'reference/tools',
          'reference/sdk',
          'errors',
          'events',
          'limits',
          'rate-limits',
          'content-verification',
          'reference/configuration',
        ],
      },
    ],
  },
  {
    title: 'Explanation',
    groups: [
      {
        title: 'How it works',
        pages: [
          'architecture/life-of-a-request',
          'architecture/life-of-an-mcp-call',
          'architecture/life-of-a-send',
          'architecture/life-of-a-campaign',
          'architecture/life-of-a-workflow',
          'architecture/rooms',
          'architecture/glossary',
        ],
      },
      {
        title: 'The project',
        pages: [
          'project/guarantees',
          'project/speed',
          'project/benchmarks',
          'project/dependencies',
          'project/packaging',
          'project/development',
        ],
      },
    ],
  },
];
