import { type Edit, valueRemoval } from './edits.ts';
import type { FieldContext } from './field-edits.ts';
import { hintFinder } from './ssn-hints.ts';
import { bareDigits } from './subject-numbers.ts';
import { ARRAY, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/** A message is short; a longer text is a page. */
const MAX_QUESTION = 320;
/** `sure`, `one sec`: what people say before they answer. */
const MAX_MESSAGES = 4;
const MAX_MEMBERS = 32;
const MAX_ANSWER = 320;

/** A word about SSNs at the end of a message, or in its last question. */
const ASKS =
  /(?<![\p{L}])(?:ssns?|s\.s\.n?\.?|ss\s?(?:#|no|num(?:ber)?|card)|itins?|tax\s?(?:payer)?\s?id|soc(?:ial)?s?(?!\s(?:media|net|link|profile|work|event|acc|page|post|hour|club|handle|skills))(?:\ssec(?:urity)?)?(?:\s?(?:#|no|num(?:ber)?|card))?)(?![\p{L}])[^\d\n]{0,64}$/iu;
const REQUEST = /\?|\b(?:send|need|give|what'?s?|provide|text|confirm|share|enter|your|ur|please|pls)\b/i;
/** The number as people write it, no amount and no part of something longer. */
const NUMBER = /(?<![\p{L}\d$.,/-])(?:\d{9}|\d{3}([-. ]?)\d\d\1\d{4})(?![\p{L}\d/-]|[.,]\d)/u;
const LAST_FOUR = /\b(?:last|final)\s?(?:4|four)\b/i;
const FOUR = /^\D{0,32}\d{4}\D{0,32}$/;

/**
 * Answers to a question about SSNs in the message before: texts of the same name in the next items of a list, or its next
 * items. What is found there is nine digits, or the parts of nine over two messages, or four where four were asked for.
 */
export function answersIn(
  tokens: TokenIndex,
  { hints, subjects }: FieldContext,
): { readonly edits: readonly Edit[]; readonly aboutSsn: readonly number[] } {
  const edits: Edit[] = [];
  const aboutSsn: number[] = [];
  if (hints.length > 0) {
    const hintsIn = hintFinder(hints);
    for (let entry = 0; entry < tokens.length; entry++) {
      if (tokens.kindOf(entry) !== STRING || tokens.lengthOf(entry) > MAX_QUESTION) continue;
      if (hintsIn(tokens.startOf(entry), tokens.endOf(entry)).length === 0) continue;
      const question = tokens.decode(tokens.spelling(entry));
      if (ASKS.test(question) && REQUEST.test(question)) judgeAnswers(entry, question);
    }
  }
  return { edits, aboutSsn };

  function judgeAnswers(asked: number, question: string): void {
    const answers = answersTo(tokens, asked);
    const digits = answers.map((answer) => bareDigits(tokens.decode(tokens.spelling(answer))) ?? '');
    for (const [index, answer] of answers.entries()) {
      const [first = '', second = ''] = digits.slice(index);
      if (first !== '' && second !== '' && first.length + second.length === 9) {
        subjects.add(first + second);
        edits.push(valueRemoval(tokens, answer, 'sibling', 'the question before'));
        edits.push(valueRemoval(tokens, answers[index + 1] as number, 'sibling', 'the question before'));
      } else if (LAST_FOUR.test(question) && FOUR.test(tokens.spelling(answer))) {
        edits.push(valueRemoval(tokens, answer, 'sibling', 'the question before'));
      } else if (NUMBER.test(tokens.spelling(answer))) aboutSsn.push(answer);
    }
  }
}

/** The texts with digits in the next messages. */
function answersTo(tokens: TokenIndex, asked: number): readonly number[] {
  const parent = tokens.parentOf(asked);
  if (parent < 0) return [];
  const isItem = tokens.kindOf(parent) === ARRAY;
  const list = isItem ? parent : tokens.parentOf(parent);
  if (list < 0 || tokens.kindOf(list) !== ARRAY) return [];
  const found: number[] = [];
  let next = tokens.nextOf(isItem ? asked : parent);
  for (let i = 0; i < MAX_MESSAGES && next < tokens.nextOf(list); i++, next = tokens.nextOf(next)) {
    const text = isItem ? next : textLike(tokens, next, asked);
    if (
      text >= 0 &&
      tokens.kindOf(text) === STRING &&
      tokens.lengthOf(text) <= MAX_ANSWER &&
      /\d/.test(tokens.spelling(text))
    )
      found.push(text);
  }
  return found;
}

function textLike(tokens: TokenIndex, message: number, asked: number): number {
  if (tokens.kindOf(message) !== OBJECT) return -1;
  const name = tokens.nameOf(asked);
  return tokens.membersOf(message, MAX_MEMBERS).find((member) => tokens.nameOf(member) === name) ?? -1;
}
