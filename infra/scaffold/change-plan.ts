/** What a scaffold makes: new files, and lines in files that are there. */
export type ChangePlan = {
  readonly created: readonly { readonly path: string; readonly text: string }[];
  readonly edited: readonly { readonly path: string; readonly edits: readonly LineInsertion[] }[];
  /** What is left for the author, in order. */
  readonly next: readonly string[];
};

/** A line that goes in before the first line that `before` matches. */
export type LineInsertion = { readonly line: string; readonly before: RegExp };

/** @throws TypeError when the file has no such line: then its shape has changed and the scaffold must follow. */
export function inserted(text: string, { line, before }: LineInsertion): string {
  const lines = text.split('\n');
  const index = lines.findIndex((candidate) => before.test(candidate));
  if (index < 0) throw new TypeError(`no line matches ${before}`);
  return lines.toSpliced(index, 0, line).join('\n');
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
