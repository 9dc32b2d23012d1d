import type { Language } from '../../../model/text/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { OauthWords } from './phrases.ts';
import { pt } from './pt.ts';

export const oauthWordsIn: Readonly<Record<Language, OauthWords>> = { en, de, fr, es, pt };
