/** Rows in columns as wide as their widest cell, without blanks at the end of a line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => all.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
