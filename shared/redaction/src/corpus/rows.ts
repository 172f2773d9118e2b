/**
 * A table of the corpus: rows in lines, short ones beside each other with a broken bar between, each written like a string of
 * JSON without its quotes (`\n`, `\u200b`). Lines that begin with two slashes say what the rows below have in common.
 */
export function rows({ raw }: TemplateStringsArray): readonly string[] {
  return (raw[0] as string)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .flatMap((line) => line.split(' ¦ '))
    .map((line) => JSON.parse(`"${line.replaceAll('"', '\\"')}"`) as string);
}

/** Rows of a name and JSON, which begins with a bracket or a quote. */
export function namedRows(strings: TemplateStringsArray): readonly (readonly [name: string, json: string])[] {
  return rows(strings).map((row) => {
    const at = row.search(/ [{["]/);
    return [row.slice(0, at), row.slice(at + 1)];
  });
}
