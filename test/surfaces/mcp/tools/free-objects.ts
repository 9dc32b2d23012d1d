const rules = ['list_subscribers.rule', 'apply_tag.rule', 'create_segment.rule', 'update_segment.rule'];

/** Input objects without listed fields: names of the caller, Tiptap documents, and parts that would contain themselves. */
export const freeObjects: ReadonlySet<string> = new Set([
  // The caller's own names.
  ...['create_subscriber', 'update_subscriber', 'save_subscribers.subscribers[]'].map(
    (place) => `${place}.attributes`,
  ),
  'track_event.properties',
  'preview_template.variables',
  'send_template.variables',
  'send_template_batch.messages[].variables',
  'trigger_workflow.properties',
  'simulate_workflow.properties',
  'simulate_workflow.acts[].properties',
  'simulate_workflow.person.attributes',
  'import_subscribers.columns',
  ...['create_integration', 'update_integration'].flatMap((place) =>
    ['attributes', 'properties', 'mails'].map((field) => `${place}.mapping.${field}`),
  ),
  'save_workflow.changes',
  'save_workflow.steps[].attributes',
  // Documents of an editor.
  ...['send_email', 'send_email_batch.emails[]', 'send_test_email', 'verify_content'].map(
    (place) => `${place}.tiptap`,
  ),
  ...['create_template', 'update_template'].map((place) => `${place}.tiptap`),
  ...['create_campaign', 'update_campaign'].flatMap((place) => [
    `${place}.audience.filter`,
    `${place}.tiptap`,
    `${place}.ab_test.variants[].tiptap`,
  ]),
  // Rules contain rules, and steps contain steps.
  ...rules.flatMap((rule) => [`${rule}.and[]`, `${rule}.or[]`]),
  'save_workflow.goal',
  'save_workflow.trigger.filter',
  'save_workflow.steps[].rule',
  ...['received', 'timed_out', 'yes', 'no', 'cases', 'else', 'a', 'b'].map(
    (list) => `save_workflow.steps[].${list}[]`,
  ),
  // Fields that depend on the type, and settings beyond the token limit of a tool.
  'save_workflow.trigger.config',
  'save_workflow.steps[].config',
  'save_workflow.quiet_hours',
  'save_workflow.mails_max',
]);
