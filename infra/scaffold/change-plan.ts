/** What a scaffold makes: new files, and lines and raised numbers in files that are there. */
export type ChangePlan = {
  readonly created: readonly { readonly path: string; readonly text: string }[];
  readonly edited: readonly { readonly path: string; readonly edits: readonly Edit[] }[];
  /** What is left for the author, in order. */
  readonly next: readonly string[];
};

/** A line that goes in before the first line that `before` matches. */
export type LineInsertion = { readonly line: string; readonly before: RegExp };

/** The first number that `raised` matches, one higher. */
export type RaisedNumber = { readonly raised: RegExp };

export type Edit = LineInsertion | RaisedNumber;

/** @throws TypeError when nothing in the file matches: then its shape has changed and the scaffold must follow. */
export function applyEdit(text: string, edit: Edit): string {
  if ('raised' in edit) {
    if (!edit.raised.test(text)) throw new TypeError(`nothing matches ${edit.raised}`);
    return text.replace(edit.raised, (digits) => String(Number(digits) + 1));
  }
  const lines = text.split('\n');
  const index = lines.findIndex((candidate) => edit.before.test(candidate));
  if (index < 0) throw new TypeError(`no line matches ${edit.before}`);
  return lines.toSpliced(index, 0, edit.line).join('\n');
}

/** `NextSteps` or `nextSteps` as `next-steps`. */
export function kebab(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** `next-steps` as `nextSteps`. */
export function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
