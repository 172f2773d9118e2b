import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { BASE_PATH } from '../routes/route.ts';
import { publishedDocument } from '../testing/published-routes.ts';
import { REFERENCE_SCRIPT } from './reference-page.ts';

/** The options that the component takes, as far as the page's script sets them. */
type ComponentOptions = {
  readonly url: string;
  readonly plugins: readonly (() => {
    readonly statePlugins: {
      readonly spec: { readonly wrapActions: { readonly updateJsonSpec: (update: Update) => Update } };
    };
  })[];
};
type Update = (read: object) => unknown;

it('the reference page asks the host that it came from, whatever the public address is', () => {
  const started: ComponentOptions[] = [];
  const page = createContext({
    window: {},
    URL,
    SwaggerUIBundle: (options: ComponentOptions) => started.push(options),
    document: { documentElement: { dataset: { root: './' } } },
    location: { href: 'https://behind.example.test/docs' },
  });
  runInContext(REFERENCE_SCRIPT, page);
  const [options] = started;
  expect(options?.url).toBe('https://behind.example.test/openapi.json');

  const document = publishedDocument({ PUBLIC_URL: 'https://api.example.test' });
  const shown: unknown[] = [];
  const update = options?.plugins[0]?.().statePlugins.spec.wrapActions.updateJsonSpec((read) => shown.push(read));
  update?.(document);
  expect(shown).toMatchObject([{ servers: [{ url: BASE_PATH }], openapi: '3.1.0' }]);
  // While the document is loading.
  update?.({});
  expect(shown[1]).toEqual({ servers: [] });
});
