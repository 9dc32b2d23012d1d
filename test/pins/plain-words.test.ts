import { extname } from 'node:path';
import { filesOf, sourceOf, textOf } from './checkout/program.ts';
import { rule } from './checkout/rule.ts';

type OldWord = { word: RegExp; instead: string };

/** Words that engineers do not use, each with those to use instead. */
const oldWords: readonly OldWord[] = [
  {
    word: /\b(?:no|some|any|every)bod(?:y|ys|ies)\b/gi,
    instead: 'name the actor: no subscriber, a person, any client, all recipients',
  },
  {
    word: /\bstrangers?\b/gi,
    instead: 'an attacker, an unauthenticated client, another organization; untrusted text',
  },
  { word: /\bas (?:it|he|she|they|one) likes?\b/gi, instead: 'any number of, freely' },
  { word: /\bhad (?:its|their) time\b/gi, instead: 'expired, is past its retention time' },
  { word: /\bnot there any ?more\b/gi, instead: 'no longer exists' },
  { word: /\b(?:to|can|cannot|could|could not) be had\b/gi, instead: 'exists, is free, can be fetched' },
  {
    word: /\bwho(?:m|so)?ever\b/gi,
    instead: 'name the actor: the caller, the client, the sender, the operator',
  },
  { word: /\bwhom\b/gi, instead: 'the person, the recipient; or put the verb first' },
  { word: /\banew\b/gi, instead: 'again; retries' },
  { word: /\bwhereof\b/gi, instead: 'of which' },
  { word: /\bfore(?:see|sees|seen|saw|seeing)\b/gi, instead: 'preview' },
  { word: /\bst(?:and|ands|ood|anding) for\b/gi, instead: 'represents, means' },
  { word: /\bin hand\b/gi, instead: 'in flight' },
  { word: /\b(?:became|becomes?) of\b/gi, instead: 'the result, the state, the outcome' },
  { word: /\btold\b/gi, instead: 'returns, reports, logs, gets' },
  { word: /\blanes?\b/gi, instead: 'batcher, queue, connection: name the mechanism' },
  { word: /\b[Hh]ouse\b(?! rules?\b)/g, instead: 'platform, context, scene: name the thing' },
];

/** The same words, and figurative ones, as parts of names: `foreseenSend`, `LookUpLane`, `thawRuns`. */
const oldParts =
  /^(?:whoever|whom|anew|whereof|foresee|foreseen|told|lanes?|house|thaws?|thawed|thawing|happenings?|(?:no|some|any|every)bodys?|strangers?)$/i;
const someOldPart =
  /whoever|whom|anew|whereof|foresee|told|lane|house|thaw|happening|(?:no|some|any|every)body|stranger/i;

/** Text that is data or quoted as people write it. */
const quoted: Readonly<Record<string, string>> = {
  'src/model/verification/content/lexicon/': 'phrases of mail',
  'src/model/verification/content/requests/': 'phrases of mail',
  'src/model/verification/content/names/': 'names of companies',
  'src/model/verification/content/sender-traits.ts': 'names in addresses',
  'src/model/verification/role-and-free-addresses.ts': 'names in addresses',
  'src/store/migrations/': 'an applied migration is never edited',
  'test/verification/': 'mail to be judged',
  'test/model/verification/': 'mail to be judged',
  'test/pins/v1/': 'transcripts that are never recorded again',
  'test/pins/plain-words.test.ts': 'the list itself',
  'evals/tasks/': 'requests as people type them',
};

/** What attackers and people write in test scenarios. */
const spoken = /ignore what you were told|clearing house|[a-z]+-house\.example|House <|The Post House/gi;

const files = filesOf(
  '{src,tools,test,bench,evals,scripts}/**/*.{ts,md,sql,html,css}',
  '{docs,prompts,skills}/**/*.md',
  '*.md',
).filter((path) => !Object.keys(quoted).some((place) => path.startsWith(place)));

rule(
  'Comments, titles, texts and docs use plain words',
  'a native engineer would not write the listed words, and readers stumble over them. A file of quoted text is listed with its reason.',
  function* () {
    for (const path of files) {
      const text = textOf(path).replaceAll(spoken, '');
      const present = oldWords.filter(({ word }) => text.search(word) !== -1);
      if (present.length === 0) continue;
      for (const [index, line] of text.split('\n').entries()) {
        for (const { word, instead } of present) {
          for (const [found] of line.matchAll(word)) yield `${path}:${index + 1} says "${found}": ${instead}`;
        }
      }
    }
  },
);

rule('Exported names use plain words', 'names are read more often than comments.', function* () {
  for (const path of files.filter((file) => extname(file) === '.ts')) {
    // Parsing every file takes half a minute on a busy machine, and few contain such a part anywhere.
    if (!someOldPart.test(textOf(path))) continue;
    for (const name of sourceOf(path).exported) {
      const part = name.split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])/).find((each) => oldParts.test(each));
      if (part !== undefined) yield `${path}: ${name} is named with "${part}"`;
    }
  }
});

/** Accessors such as `walFileOf`, which derive one part of their argument. May only fall. */
const accessorsMax = 12;

rule(
  'Exported functions are named after their action',
  'readers search for a verb and an object (`listReferences`); only an accessor of one part, such as `walFileOf`, ends in Of.',
  function* () {
    const accessors = files
      .filter((path) => /^(?:src|tools)\/.*\.ts$/.test(path) && someAccessor.test(textOf(path)))
      .flatMap((path) =>
        sourceOf(path)
          .exported.filter((name) => accessor.test(name))
          .map((name) => [path, name]),
      );
    if (accessors.length <= accessorsMax) return;
    for (const [path, name] of accessors) yield `${path} exports ${name}`;
  },
);

const accessor = /^[a-z]\w*Of$/;
const someAccessor = /^export .*\b[a-z]\w*Of\b/m;

rule('Every exception for old words is needed', 'an unneeded exception hides the next fault.', function* () {
  const places = Object.keys(quoted).filter((place) => !place.startsWith('test/'));
  for (const place of places) {
    const texts = filesOf('{src,evals,tools,test/spec}/**/*.*')
      .filter((path) => path.startsWith(place))
      .map(textOf);
    if (!texts.some((text) => oldWords.some(({ word }) => text.search(word) !== -1))) yield place;
  }
});
