import type { Language } from '../../../model/text/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Words } from './phrases.ts';
import { pt } from './pt.ts';

export const wordsIn: Readonly<Record<Language, Words>> = { en, de, fr, es, pt };
