import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Engine, findEngine } from '../../infra/docker/engine.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const schema = z.strictObject({
  /** Of the services' images. */
  tag: z.string(),
  /** The command line that reads `compose.yaml`. */
  composeTool: z.array(z.string()).min(1),
  /** Variables of `compose.yaml`: images built here in the place of the published ones; empty where those can be pulled. */
  serverImages: z.record(z.string(), z.string()),
});

export type ImagesUnderTest = z.infer<typeof schema> & { readonly engine: Engine };

/** As `npm run images` says in `IMAGES_UNDER_TEST`. */
export function imagesUnderTest(): ImagesUnderTest {
  const given = process.env.IMAGES_UNDER_TEST;
  if (given === undefined) throw new Error('these tests need images: "npm run images" builds them and runs the tests');
  return { ...schema.parse(JSON.parse(given)), engine: findEngine(join(ROOT, '.fundlens'), ROOT) };
}
