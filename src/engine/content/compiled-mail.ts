import type { KeptBody } from '../../model/content/body.ts';
import { countTemplateCharacters } from '../../model/content/render.ts';
import { type SlottedEmail, slottedEmail } from '../../model/content/slotted-email.ts';
import { TemplateCache } from '../../model/content/template-cache.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { type CompiledMessage, compileMessage } from '../../model/message/compose.ts';
import type { OutgoingMessage } from '../../world/mail/mail.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import { massBody } from './load-body.ts';

type CompiledMail = {
  message: CompiledMessage;
  slotted: SlottedEmail;
  uses(name: string): boolean;
};

/** Cache limits: entries, and characters of their templates. */
const mailsMax = 50;
const mailCharactersMax = 16_000_000;

const memoryOf = perEngine(() => ({
  mails: new TemplateCache<CompiledMail>({ entriesMax: mailsMax, charactersMax: mailCharactersMax }),
  /** Deduplicates compilations, because the first mails of a campaign arrive together. */
  underway: new Map<string, Promise<CompiledMail | 'gone' | 'too_much'>>(),
}));

/** Compiles a shared body once. @returns `gone` when it was removed, `too_much` when it cannot be rendered */
export async function compiledMail(
  engine: Engine,
  email: EmailRecord & { body: KeptBody & { kind: 'shared' } },
  { from, replyTo }: Pick<OutgoingMessage, 'from' | 'replyTo'>,
): Promise<CompiledMail | 'gone' | 'too_much'> {
  const { organization, body, tracked } = email;
  const place = JSON.stringify([organization, body.source, tracked, email.from, email.replyTo]);
  const { mails, underway } = memoryOf(engine);
  const known = mails.get(place) ?? underway.get(place);
  if (known) return await known;
  const compiling = compile(engine, email, { from, replyTo });
  underway.set(place, compiling);
  try {
    const compiled = await compiling;
    if (typeof compiled !== 'string')
      mails.set(place, compiled, countTemplateCharacters(compiled.slotted.template));
    return compiled;
  } finally {
    underway.delete(place);
  }
}

async function compile(
  engine: Engine,
  { organization, body, tracked }: EmailRecord,
  { from, replyTo }: Pick<OutgoingMessage, 'from' | 'replyTo'>,
): Promise<CompiledMail | 'gone' | 'too_much'> {
  const shared = await massBody(engine, organization, body.source);
  if (shared === undefined) return 'gone';
  const template = await engine.world.rendering.compile(shared.body, tracked, {
    tenant: organization,
    rank: 'delivery',
  });
  if (template === null) return 'too_much';
  const slotted = slottedEmail(template);
  const { untilPreview, fromPreview, text } = template;
  const names = new Set(
    [untilPreview, fromPreview, text].flatMap(({ slots }) => slots.map(({ name }) => name)),
  );
  return {
    message: compileMessage({ from, replyTo, subject: ['', ''], html: slotted.html, text: slotted.text }),
    slotted,
    uses: (name) => names.has(name),
  };
}
