import { PassThrough, Writable } from 'node:stream';
import { redactText } from '@fundlens/redaction/redact-text';
import { failureOf } from '@fundlens/runtime/run-command';
import { runCommandLine } from '../command-line.ts';
import { openSystem, type System } from '../composition-root.ts';
import { readConfig } from '../config.ts';

export type OperatorOptions = {
  readonly environment: Readonly<Record<string, string>>;
  /** What of the system is replaced: to inject faults, or to wait less. */
  readonly replaced?: (system: System) => Partial<System>;
  /** What is typed at the terminal; absent: there is none. */
  readonly typed?: string;
};

/** Runs one `fundlens` command in this process against the system that `environment` names. */
export async function operate(args: readonly string[], options: OperatorOptions) {
  const [input, output, errors] = [new PassThrough(), new Written(), new Written()];
  const { typed } = options;
  if (typed !== undefined) input.end(`${typed}\n`);
  const status = await runCommandLine(args, {
    input: Object.assign(input, { isTTY: typed !== undefined }),
    output,
    errors: Object.assign(errors, { isTTY: typed !== undefined }),
    sanitize: redactText,
    async open(onRemark) {
      const system = openSystem(readConfig(options.environment), onRemark);
      return { ...system, ...options.replaced?.(system) };
    },
  }).catch((error: unknown) => {
    const failure = failureOf(error);
    errors.write(redactText(failure.text));
    return failure.status;
  });
  const written = output.text();
  /** The one document of `--json`. */
  const json = <T>() => JSON.parse(written) as T;
  return { status, output: written, errors: errors.text(), json };
}

/** Takes as much as is written. */
class Written extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
