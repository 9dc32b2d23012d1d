import type { Place } from '../both-databases.ts';

export const receipt = {
  name: 'receipt',
  from: 'Acme <hello@acme.dev>',
  subject: 'Receipt {{number}}',
  markdown: 'Thank you, {{first_name|friend}}. Here is [your receipt]({{receipt_url}}).',
  variables: [
    { name: 'number', type: 'string', required: true, sample: 'R-17' },
    { name: 'first_name', type: 'string', required: false },
    { name: 'receipt_url', type: 'url', required: true },
  ],
};

export const values = { number: 'R-18', receipt_url: 'https://acme.dev/receipts/18?a=1&b=2' };

/** Creates a template and publishes it as version 1. @returns its id */
export async function published({ use }: Place, fields: object = {}): Promise<string> {
  const { id } = await use('create_template', { ...receipt, ...fields });
  await use('publish_template', { template: id });
  return id;
}

export async function mailOf(
  { use }: Place,
  id: string,
): Promise<{ subject: string; html: string; text: string }> {
  return await use('get_email', { id });
}
