import { anthropic } from './anthropic.ts';
import { openai } from './openai.ts';
import { type Dialect, type Model, modelAt, ProviderFault, type Reach } from './provider.ts';

const providers: Readonly<Record<string, { dialect: Dialect; baseUrl: string }>> = {
  anthropic: { dialect: anthropic, baseUrl: 'https://api.anthropic.com' },
  openai: { dialect: openai, baseUrl: 'https://api.openai.com' },
};

/**
 * Returns the named model, configured by the environment.
 * @throws ProviderFault naming the missing or invalid variable
 */
export function chooseModel(
  model: string,
  environment: Record<string, string | undefined>,
  outside: Pick<Reach, 'fetch' | 'wait'> = {},
): Model {
  const key = environment.EVALS_API_KEY;
  if (!key) throw new ProviderFault('EVALS_API_KEY is not set: a model needs the key of its API');
  const name = environment.EVALS_PROVIDER ?? (/^claude/i.test(model) ? 'anthropic' : 'openai');
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider)
    throw new ProviderFault(`EVALS_PROVIDER is ${name}; it may be ${Object.keys(providers).join(' or ')}`);
  const baseUrl = environment.EVALS_BASE_URL ?? provider.baseUrl;
  if (!URL.canParse(baseUrl)) throw new ProviderFault(`EVALS_BASE_URL is no address: ${baseUrl}`);
  return modelAt({ model, key, baseUrl, dialect: provider.dialect, ...outside });
}
