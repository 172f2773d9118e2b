import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from '@fundlens/runtime/run-command';

/** @throws UsageError for an option that the command does not have. */
export function commandArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError('An option is wrong.');
    throw error;
  }
}
