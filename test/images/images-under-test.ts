import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, findEngine } from '../../infra/docker/engine.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type ImagesUnderTest = {
  readonly engine: Engine;
  /** Of the services' images. */
  readonly tag: string;
  /** The command line that reads `compose.yaml`. */
  readonly composeTool: readonly string[];
  /** Variables of `compose.yaml`: images built here in the place of the published ones; empty where those can be pulled. */
  readonly serverImages: Readonly<Record<string, string>>;
};

/** As `npm run images` says in `IMAGES_UNDER_TEST`. */
export function imagesUnderTest(): ImagesUnderTest {
  const given = process.env.IMAGES_UNDER_TEST;
  if (given === undefined) throw new Error('these tests need images: "npm run images" builds them and runs the tests');
  return {
    ...(JSON.parse(given) as Omit<ImagesUnderTest, 'engine'>),
    engine: findEngine(join(ROOT, '.fundlens'), ROOT),
  };
}
