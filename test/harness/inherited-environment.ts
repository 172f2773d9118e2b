/** What processes of the tests get of this one's environment: where programs are, and what Node has compiled before. */
export const INHERITED: Readonly<Record<'PATH' | 'NODE_COMPILE_CACHE' | 'NODE_OPTIONS', string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  // e.g. --cpu-prof, to see what a benchmark is made of.
  NODE_OPTIONS: process.env.NODE_OPTIONS,
};
