import { html } from '@fundlens/runtime/html';
import { pageHtml, REFERENCE_PATH, relativeAddress } from './page-shell.ts';

export function referencePage(openapiPath: string): string {
  return pageHtml({
    path: REFERENCE_PATH,
    title: 'Fundlens API reference',
    // The component brings its own main part and headings.
    body: html`<div id="content">
<noscript>The reference needs JavaScript. <a href="${relativeAddress(REFERENCE_PATH, openapiPath)}">The document itself</a> does not.</noscript>
<div id="reference"></div>
</div>`,
    styles: ['swagger-ui.css', 'reference.css'],
    scripts: ['theme.js', 'swagger-ui-bundle.js', 'reference.js'],
  });
}

/**
 * Starts the component. A pasted key stays in the page's memory; no external validator is called; parameters in the page's
 * URL cannot change the document that it loads. It asks the host that it came from, whatever the public address is: the content
 * security policy allows no other.
 */
export const REFERENCE_SCRIPT = `window.ui = SwaggerUIBundle({
  url: new URL(document.documentElement.dataset.root + 'openapi.json', location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  supportedSubmitMethods: ['get'],
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  queryConfigEnabled: false,
  validatorUrl: null,
  plugins: [() => ({ statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (read) => update(fromHere(read)) } } } })],
});

function fromHere(read) {
  return { ...read, servers: (read.servers || []).filter(({ url }) => url.startsWith('/')) };
}
`;

/** The component is dark by a class, and knows nothing of the reader's choice. */
export const THEME_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', apply);
apply();
`;

export const REFERENCE_CSS = `noscript { display: block; padding: 2rem; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .info__license { display: none; }
.swagger-ui .auth-container input[type='text'] { box-sizing: border-box; min-width: 0; width: 100%; }
html.dark-mode, html.dark-mode .swagger-ui { background: transparent; }
`;
