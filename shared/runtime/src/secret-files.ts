import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** An option of `secretOptions`. */
type Given<Name extends string> = { readonly [Option in Name | `${Name}_FILE`]?: string | undefined };

/** The option that names the file with the value of the option `name`. */
export function fileOptionOf(name: string): string {
  return `${name}_FILE`;
}

/** Options whose value may also stand in a file: each gets a sibling that names the file, e.g. `CURSOR_SECRET_FILE`. */
export function secretOptions<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  const files = Object.keys(shape).map((name) => [fileOptionOf(name), z.string().optional()]);
  return { ...shape, ...Object.fromEntries(files) };
}

/** The trimmed content of a file, or what is wrong with it as the end of a sentence; never the content. */
export function readSecretFile(path: string): { readonly value: string } | { readonly problem: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? { problem: `names an empty file, ${path}` } : { value };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { problem: `the file ${path} cannot be read${code}` };
  }
}

/**
 * For clients that ask at each connection: what the file holds now, so that a rotated secret needs no restart. While the
 * file cannot be read, the last known value holds. Null: the option is not set.
 */
export function currentSecret<Name extends string>(options: Given<Name>, name: Name): (() => string) | null {
  const given: Readonly<Record<string, string | undefined>> = options;
  const [value, file] = [given[name], given[fileOptionOf(name)]];
  if (value === undefined) return null;
  let last = value;
  return () => {
    const read = file === undefined ? { value } : readSecretFile(file);
    if ('value' in read) last = read.value;
    return last;
  };
}
