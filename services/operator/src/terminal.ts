import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';

/** What the operator sees. Every text goes through the redactor first: a terminal is an edge like any other. */
export type Terminal = ReturnType<typeof createTerminal>;

export type TerminalOptions = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly json: boolean;
  readonly sanitize: (text: string) => string;
};

export function createTerminal({ input, output, errors, json, sanitize }: TerminalOptions) {
  let lineOpen = false;

  /** Ends the line of what is under way. */
  function endLine(): void {
    if (lineOpen) errors.write('\n');
    lineOpen = false;
  }

  return {
    endLine,
    /** The result, on standard output: `text` for a person, or `value` when `--json` asks for it. */
    result(value: unknown, text: string): void {
      endLine();
      output.write(`${sanitize(json ? JSON.stringify(value) : text)}\n`);
    },
    /** One line of JSON for each row, on standard output, as fast as its reader takes them. @returns how many */
    async rows(rows: AsyncIterable<unknown>): Promise<number> {
      endLine();
      let written = 0;
      async function* lines() {
        for await (const row of rows) {
          written += 1;
          yield `${sanitize(JSON.stringify(row))}\n`;
        }
      }
      try {
        await pipeline(lines, output, { end: false });
      } catch (error) {
        // The reader has enough, e.g. `head`.
        if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
      }
      return written;
    },
    /** A remark on standard error; not with `--json`. */
    say(text: string): void {
      endLine();
      if (!json) errors.write(`${sanitize(text)}\n`);
    },
    /** Why the command ended without its result, on standard error. */
    fail(text: string): void {
      endLine();
      errors.write(`${sanitize(text)}\n`);
    },
    /** How far it is while something lasts; only at a terminal. `total` null: not known. */
    progress(label: string, done: number, total: number | null): void {
      if (json || errors.isTTY !== true) return;
      lineOpen = true;
      errors.write(`\r${sanitize(`${label} ${done}${total === null ? '' : ` of ${total}`}`)}`);
    },
    /** True when the operator says yes; false without a terminal to ask at. */
    async confirm(question: string): Promise<boolean> {
      endLine();
      if (input.isTTY !== true || errors.isTTY !== true) return false;
      const asking = createInterface({ input, output: errors });
      try {
        // Ctrl-C and the end of the input close it, which is no yes.
        const answer = await asking.question(`${sanitize(question)} [y/N] `).catch(() => '');
        return /^y(es)?$/i.test(answer.trim());
      } finally {
        asking.close();
      }
    },
  };
}
