/** What processes of the tests get of this one's environment: where programs are, and what Node has compiled before. */
export const INHERITED: Readonly<Record<'PATH' | 'NODE_COMPILE_CACHE', string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
