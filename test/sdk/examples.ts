// Printed by `npm run pins` from the catalogue.
import type { Posthouse } from '../../src/sdk/index.ts';

/** An example per operation, type-checked by the compiler. */
export const examples = {
  'emails.send': (posthouse: Posthouse) =>
    posthouse.emails.send({
      from: 'Acme <hello@acme.example>',
      to: 'ada@example.com',
      subject: 'Your receipt',
      markdown: '# Thank you\n\nHello {{firstName|there}}, your order is on its way.',
    }),
  'emails.batch': (posthouse: Posthouse) =>
    posthouse.emails.batch([
      {
        from: 'hello@acme.example',
        to: 'ada@example.com',
        subject: 'Hello',
        markdown: 'Hello Ada',
      },
      {
        from: 'hello@acme.example',
        to: 'bob@example.com',
        subject: 'Hello',
        html: '<p>Hello Bob</p>',
      },
    ], { validation: 'permissive' }),
  'emails.sendTest': (posthouse: Posthouse) =>
    posthouse.emails.sendTest({
      from: 'hello@acme.example',
      to: ['ada@example.com'],
      subject: 'Our news in May',
      markdown: '# News',
    }),
  'emails.list': (posthouse: Posthouse) =>
    posthouse.emails.list({ last_event: 'bounced', limit: 1 }),
  'emails.get': (posthouse: Posthouse) =>
    posthouse.emails.get('eml_01kaa0xq5v8m3c2n7r4t6w9yzb'),
  'emails.source': (posthouse: Posthouse) =>
    posthouse.emails.source('eml_01kaa0xq5v8m3c2n7r4t6w9yzb'),
  'emails.attachment': (posthouse: Posthouse) =>
    posthouse.emails.attachment('eml_01kaa0xq5v8m3c2n7r4t6w9yzb', 1),
  'emails.metrics': (posthouse: Posthouse) =>
    posthouse.emails.metrics({ interval: 'day', group_by: 'provider', limit: 1 }),
  'emails.wait': (posthouse: Posthouse) =>
    posthouse.emails.wait({ to: 'ada@example.com', subject: 'receipt', timeout_seconds: 10 }),
  'emails.retry': (posthouse: Posthouse) =>
    posthouse.emails.retry('eml_01kaa0xq5v8m3c2n7r4t6w9yzb'),
  'emails.release': (posthouse: Posthouse) =>
    posthouse.emails.release({ limit: 100 }),
  'verify.address': (posthouse: Posthouse) =>
    posthouse.verify.address({ email: 'ada@gmial.com' }),
  'emails.verify': (posthouse: Posthouse) =>
    posthouse.emails.verify({ email: 'ada@gmial.com' }),
  'verify.addresses': (posthouse: Posthouse) =>
    posthouse.verify.addresses({ emails: ['ada@gmial.com'] }),
  'verify.content': (posthouse: Posthouse) =>
    posthouse.verify.content({
      from: 'Acme <hello@acme.example>',
      subject: 'Our news in May',
      markdown: '# News\n\nHello {{firstName|there}}. [Leave]({{unsubscribeUrl}})',
    }),
  'subscribers.upsert': (posthouse: Posthouse) =>
    posthouse.subscribers.upsert({
      email: 'Ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      attributes: { plan: 'pro', seats: 3 },
      externalId: 'user-42',
      timezone: 'Europe/Lisbon',
      consent: { at: '2025-11-21T09:30:00Z', ip: '192.0.2.7', source: 'sign-up form' },
      tags: ['newsletter'],
    }),
  'subscribers.list': (posthouse: Posthouse) =>
    posthouse.subscribers.list({ status: 'active', tag: ['newsletter'], limit: 1 }),
  'subscribers.get': (posthouse: Posthouse) =>
    posthouse.subscribers.get('ada@example.com'),
  'subscribers.update': (posthouse: Posthouse) =>
    posthouse.subscribers.update('ext:user-42', { attributes: { plan: 'pro', trial: null } }),
  'subscribers.unsubscribe': (posthouse: Posthouse) =>
    posthouse.subscribers.unsubscribe('ada@example.com', { reason: 'Asked by phone' }),
  'subscribers.addTags': (posthouse: Posthouse) =>
    posthouse.subscribers.addTags('ada@example.com', { tags: ['newsletter'] }),
  'subscribers.removeTags': (posthouse: Posthouse) =>
    posthouse.subscribers.removeTags('ada@example.com', { tags: ['newsletter'] }),
  'subscribers.events': (posthouse: Posthouse) =>
    posthouse.subscribers.events('ada@example.com', { name: 'order.paid' }),
  'subscribers.saveMany': (posthouse: Posthouse) =>
    posthouse.subscribers.saveMany({
      subscribers: [
        { email: 'ada@example.com', tags: ['newsletter'] },
        { email: 'not an address' },
      ],
    }),
  'subscribers.erase': (posthouse: Posthouse) =>
    posthouse.subscribers.erase('ada@example.com'),
  'events.track': (posthouse: Posthouse) =>
    posthouse.events.track({
      name: 'order.paid',
      email: 'ada@example.com',
      properties: { total: 42, currency: 'EUR' },
      occurredAt: '2026-11-21T09:31:00Z',
    }),
  'exports.csv': (posthouse: Posthouse) =>
    posthouse.exports.csv({ kind: 'subscribers', columns: ['email', 'status', 'attributes.plan'] }),
  'exports.subscriber': (posthouse: Posthouse) =>
    posthouse.exports.subscriber('ada@example.com'),
  'tags.list': (posthouse: Posthouse) =>
    posthouse.tags.list({ query: 'news' }),
  'tags.create': (posthouse: Posthouse) =>
    posthouse.tags.create({
      name: 'newsletter',
      description: 'Monthly news',
      color: '#1f6feb',
      topic: true,
    }),
  'tags.get': (posthouse: Posthouse) =>
    posthouse.tags.get('newsletter'),
  'tags.update': (posthouse: Posthouse) =>
    posthouse.tags.update('news', { name: 'newsletter', description: 'Monthly news' }),
  'tags.delete': (posthouse: Posthouse) =>
    posthouse.tags.delete('newsletter'),
  'imports.create': (posthouse: Posthouse) =>
    posthouse.imports.create({
      csv: 'Email,First name\nada@example.com,Ada\ngrace@example.com,Grace\n',
      file_name: 'readers.csv',
      consent: { source: 'Sign-up sheet of the 2026 fair' },
      start: false,
    }),
  'imports.addPart': (posthouse: Posthouse) =>
    posthouse.imports.addPart('imp_01k9zr0a3vq8m5t2c7x4w6y1ne', 1, 'email\nada@example.com\n'),
  'imports.get': (posthouse: Posthouse) =>
    posthouse.imports.get('imp_01k9zr0a3vq8m5t2c7x4w6y1ne'),
  'imports.list': (posthouse: Posthouse) =>
    posthouse.imports.list(),
  'imports.errors': (posthouse: Posthouse) =>
    posthouse.imports.errors('imp_01k9zr0a3vq8m5t2c7x4w6y1ne'),
  'imports.cancel': (posthouse: Posthouse) =>
    posthouse.imports.cancel('imp_01k9zr0a3vq8m5t2c7x4w6y1ne'),
  'segments.list': (posthouse: Posthouse) =>
    posthouse.segments.list(),
  'segments.create': (posthouse: Posthouse) =>
    posthouse.segments.create({
      name: 'Active on the pro plan',
      rule: {
        and: [
          { field: 'attributes.plan', operator: 'eq', value: 'pro' },
          { field: 'email_opened', operator: 'within', value: '30 days' },
        ],
      },
    }),
  'segments.get': (posthouse: Posthouse) =>
    posthouse.segments.get('seg_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'segments.update': (posthouse: Posthouse) =>
    posthouse.segments.update('seg_01kb3k7f5d2c8n1r4s6t9v0w3x', {
      rule: {
        and: [
          { field: 'attributes.plan', operator: 'eq', value: 'pro' },
          { field: 'email_opened', operator: 'within', value: '30 days' },
        ],
      },
    }),
  'segments.delete': (posthouse: Posthouse) =>
    posthouse.segments.delete('seg_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.create': (posthouse: Posthouse) =>
    posthouse.campaigns.create({
      name: 'May news',
      subject: 'Our news in May',
      fromName: 'Acme',
      fromEmail: 'news@acme.example',
      markdown: 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
      audience: { tags: { any: ['newsletter'] } },
    }),
  'campaigns.list': (posthouse: Posthouse) =>
    posthouse.campaigns.list({ status: 'DRAFT' }),
  'campaigns.get': (posthouse: Posthouse) =>
    posthouse.campaigns.get('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.update': (posthouse: Posthouse) =>
    posthouse.campaigns.update('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { subject: 'Our news in May', expectedRevision: 1 }),
  'campaigns.preview': (posthouse: Posthouse) =>
    posthouse.campaigns.preview('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { subscriber: 'ada@example.com' }),
  'campaigns.audience': (posthouse: Posthouse) =>
    posthouse.campaigns.audience('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.test': (posthouse: Posthouse) =>
    posthouse.campaigns.test('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { to: ['ada@example.com'] }),
  'campaigns.send': (posthouse: Posthouse) =>
    posthouse.campaigns.send('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' }),
  'campaigns.cancel': (posthouse: Posthouse) =>
    posthouse.campaigns.cancel('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.reschedule': (posthouse: Posthouse) =>
    posthouse.campaigns.reschedule('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' }),
  'campaigns.pause': (posthouse: Posthouse) =>
    posthouse.campaigns.pause('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.resume': (posthouse: Posthouse) =>
    posthouse.campaigns.resume('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.end': (posthouse: Posthouse) =>
    posthouse.campaigns.end('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.redirectLink': (posthouse: Posthouse) =>
    posthouse.campaigns.redirectLink('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', {
      url: 'https://acme.example/sale-2026',
      to: 'https://acme.example/sale-2027',
    }),
  'campaigns.archive': (posthouse: Posthouse) =>
    posthouse.campaigns.archive('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.restore': (posthouse: Posthouse) =>
    posthouse.campaigns.restore('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.recipients': (posthouse: Posthouse) =>
    posthouse.campaigns.recipients('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'skipped' }),
  'campaigns.report': (posthouse: Posthouse) =>
    posthouse.campaigns.report('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.delete': (posthouse: Posthouse) =>
    posthouse.campaigns.delete('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'campaigns.duplicate': (posthouse: Posthouse) =>
    posthouse.campaigns.duplicate('cmp_01kb3k7f5d2c8n1r4s6t9v0w3w'),
  'domains.add': (posthouse: Posthouse) =>
    posthouse.domains.add({ name: 'acme.com' }),
  'domains.list': (posthouse: Posthouse) =>
    posthouse.domains.list(),
  'domains.get': (posthouse: Posthouse) =>
    posthouse.domains.get('acme.com'),
  'domains.update': (posthouse: Posthouse) =>
    posthouse.domains.update('acme.com', { tls: 'enforced' }),
  'domains.verify': (posthouse: Posthouse) =>
    posthouse.domains.verify('acme.com'),
  'domains.rotateDkim': (posthouse: Posthouse) =>
    posthouse.domains.rotateDkim('acme.com'),
  'domains.remove': (posthouse: Posthouse) =>
    posthouse.domains.remove('acme.com'),
  'suppressions.add': (posthouse: Posthouse) =>
    posthouse.suppressions.add({ email: 'ada@acme.com' }),
  'suppressions.list': (posthouse: Posthouse) =>
    posthouse.suppressions.list({ origin: 'bounce', limit: 20 }),
  'suppressions.get': (posthouse: Posthouse) =>
    posthouse.suppressions.get('ada@acme.com'),
  'suppressions.remove': (posthouse: Posthouse) =>
    posthouse.suppressions.remove('ada@acme.com'),
  'suppressions.addMany': (posthouse: Posthouse) =>
    posthouse.suppressions.addMany({ emails: ['ada@acme.com'], origin: 'bounce' }),
  'suppressions.removeMany': (posthouse: Posthouse) =>
    posthouse.suppressions.removeMany({ emails: ['ada@acme.com'] }),
  'suppressions.import': (posthouse: Posthouse) =>
    posthouse.suppressions.import({ csv: 'email,origin\nada@acme.com,complaint\nno address,manual\n' }),
  'suppressions.export': (posthouse: Posthouse) =>
    posthouse.suppressions.export({ limit: 100 }),
  'workflows.create': (posthouse: Posthouse) =>
    posthouse.workflows.create({
      name: 'Welcome series',
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [
        {
          key: 'welcome',
          type: 'send_email',
          subject: 'Welcome, {{firstName|friend}}',
          markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
        },
        { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
        { key: 'engaged', type: 'add_tag', tag: 'engaged' },
      ],
    }),
  'workflows.update': (posthouse: Posthouse) =>
    posthouse.workflows.update('workflow_id', {
      name: 'Welcome series',
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [
        {
          key: 'welcome',
          type: 'send_email',
          subject: 'Welcome, {{firstName|friend}}',
          markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
        },
        { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
        { key: 'engaged', type: 'add_tag', tag: 'engaged' },
      ],
    }),
  'workflows.dryRun': (posthouse: Posthouse) =>
    posthouse.workflows.dryRun('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { acts: [{ after: '2 hours', opens: 'welcome' }] }),
  'workflows.activate': (posthouse: Posthouse) =>
    posthouse.workflows.activate('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'workflows.pause': (posthouse: Posthouse) =>
    posthouse.workflows.pause('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'workflows.list': (posthouse: Posthouse) =>
    posthouse.workflows.list(),
  'workflows.get': (posthouse: Posthouse) =>
    posthouse.workflows.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'workflows.trigger': (posthouse: Posthouse) =>
    posthouse.workflows.trigger('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { email: 'ada@example.com' }),
  'runs.list': (posthouse: Posthouse) =>
    posthouse.runs.list('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'subscribers.runs': (posthouse: Posthouse) =>
    posthouse.subscribers.runs('subscriber_id', { workflowId: 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzm' }),
  'runs.get': (posthouse: Posthouse) =>
    posthouse.runs.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', 'run_01kaa0xq5v8m3c2n7r4t6w9yzk'),
  'runs.cancel': (posthouse: Posthouse) =>
    posthouse.runs.cancel('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { all: true }),
  'runs.retry': (posthouse: Posthouse) =>
    posthouse.runs.retry('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { runId: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk' }),
  'workflows.archive': (posthouse: Posthouse) =>
    posthouse.workflows.archive('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'workflows.delete': (posthouse: Posthouse) =>
    posthouse.workflows.delete('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'webhooks.create': (posthouse: Posthouse) =>
    posthouse.webhooks.create({
      url: 'https://hooks.acme.com/posthouse',
      events: ['email.bounced', 'email.complained'],
    }),
  'webhooks.update': (posthouse: Posthouse) =>
    posthouse.webhooks.update('webhook_id', {
      url: 'https://hooks.acme.com/posthouse',
      events: ['email.bounced', 'email.complained'],
    }),
  'webhooks.list': (posthouse: Posthouse) =>
    posthouse.webhooks.list(),
  'webhooks.deliveries': (posthouse: Posthouse) =>
    posthouse.webhooks.deliveries('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { status: 'failed', limit: 1 }),
  'webhooks.replay': (posthouse: Posthouse) =>
    posthouse.webhooks.replay('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { since: '2026-11-21T00:00:00Z' }),
  'webhooks.test': (posthouse: Posthouse) =>
    posthouse.webhooks.test('whk_01kaa0xq5v8m3c2n7r4t6w9yzk'),
  'webhooks.get': (posthouse: Posthouse) =>
    posthouse.webhooks.get('whk_01kaa0xq5v8m3c2n7r4t6w9yzk'),
  'webhooks.delete': (posthouse: Posthouse) =>
    posthouse.webhooks.delete('whk_01kaa0xq5v8m3c2n7r4t6w9yzk'),
  'webhooks.rotateSecret': (posthouse: Posthouse) =>
    posthouse.webhooks.rotateSecret('whk_01kaa0xq5v8m3c2n7r4t6w9yzk'),
  'webhooks.samples': (posthouse: Posthouse) =>
    posthouse.webhooks.samples(),
  'webhooks.event': (posthouse: Posthouse) =>
    posthouse.webhooks.event('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', 'msg_01kaa0xq5v8m3c2n7r4t6w9yzm'),
  'integrations.create': (posthouse: Posthouse) =>
    posthouse.integrations.create({
      provider: 'stripe',
      secret: 'whsec_…',
      mapping: { tags: ['customer'], events: ['customer.*'] },
    }),
  'integrations.list': (posthouse: Posthouse) =>
    posthouse.integrations.list(),
  'integrations.get': (posthouse: Posthouse) =>
    posthouse.integrations.get('int_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'integrations.update': (posthouse: Posthouse) =>
    posthouse.integrations.update('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { mapping: { tags: ['customer'], events: ['customer.*'] } }),
  'integrations.delete': (posthouse: Posthouse) =>
    posthouse.integrations.delete('int_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'integrations.events': (posthouse: Posthouse) =>
    posthouse.integrations.events('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'applied' }),
  'integrations.replay': (posthouse: Posthouse) =>
    posthouse.integrations.replay('int_01kb3k7f5d2c8n1r4s6t9v0w3x'),
  'tags.apply': (posthouse: Posthouse) =>
    posthouse.tags.apply('regular', {
      rule: {
        field: 'event.order.paid',
        operator: 'count_gte',
        value: 2,
        within: '30 days',
      },
    }),
  'approvals.list': (posthouse: Posthouse) =>
    posthouse.approvals.list({ status: 'pending' }),
  'approvals.get': (posthouse: Posthouse) =>
    posthouse.approvals.get('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  'approvals.wait': (posthouse: Posthouse) =>
    posthouse.approvals.wait('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV', { timeout_seconds: 10 }),
  'tokens.create': (posthouse: Posthouse) =>
    posthouse.tokens.create({
      name: 'Shop',
      scopes: ['emails.send', 'events.write'],
      send_cap: { per_day: 5000 },
    }),
  'tokens.list': (posthouse: Posthouse) =>
    posthouse.tokens.list({ limit: 20 }),
  'tokens.get': (posthouse: Posthouse) =>
    posthouse.tokens.get('tok_01kb3kd6q8s0v2x4z6b8d0f2h4'),
  'tokens.update': (posthouse: Posthouse) =>
    posthouse.tokens.update('tok_01kb3kd6q8s0v2x4z6b8d0f2h4', { send_cap: { per_day: 5000 } }),
  'tokens.rotate': (posthouse: Posthouse) =>
    posthouse.tokens.rotate('tok_01kb3kd6q8s0v2x4z6b8d0f2h4'),
  'tokens.revoke': (posthouse: Posthouse) =>
    posthouse.tokens.revoke('tok_01kb3kd6q8s0v2x4z6b8d0f2h4'),
  'grants.list': (posthouse: Posthouse) =>
    posthouse.grants.list({ limit: 20 }),
  'grants.revoke': (posthouse: Posthouse) =>
    posthouse.grants.revoke('grt_5d2c8f1a7b4e6d9c0a3f8b1e2d'),
  'organization.get': (posthouse: Posthouse) =>
    posthouse.organization.get(),
  'organization.update': (posthouse: Posthouse) =>
    posthouse.organization.update({ default_from: 'Acme <hello@acme.example>', timezone: 'Europe/Lisbon' }),
  'organization.pauseSending': (posthouse: Posthouse) =>
    posthouse.organization.pauseSending({ reason: 'The prices in the newsletter are wrong' }),
  'organization.resumeSending': (posthouse: Posthouse) =>
    posthouse.organization.resumeSending(),
  'auditLog.list': (posthouse: Posthouse) =>
    posthouse.auditLog.list({ tool: 'send_campaign' }),
  'exports.organization': (posthouse: Posthouse) =>
    posthouse.exports.organization(),
  'tools.list': (posthouse: Posthouse) =>
    posthouse.tools.list(),
  'tools.get': (posthouse: Posthouse) =>
    posthouse.tools.get('get_organization'),
  'tools.run': (posthouse: Posthouse) =>
    posthouse.tools.run('get_organization'),
  'exports.downloadSubscribers': (posthouse: Posthouse) =>
    posthouse.exports.downloadSubscribers(),
  'exports.downloadEmails': (posthouse: Posthouse) =>
    posthouse.exports.downloadEmails(),
  'exports.downloadEvents': (posthouse: Posthouse) =>
    posthouse.exports.downloadEvents(),
  'exports.downloadSuppressions': (posthouse: Posthouse) =>
    posthouse.exports.downloadSuppressions(),
  'exports.downloadOrganization': (posthouse: Posthouse) =>
    posthouse.exports.downloadOrganization(),
  'exports.downloadSubscriber': (posthouse: Posthouse) =>
    posthouse.exports.downloadSubscriber('ada@example.com'),
};
