export function referenceHtml(assetPath: (name: string) => string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fundlens API reference</title>
<link rel="icon" type="image/png" href="${assetPath('favicon-32x32.png')}">
<link rel="stylesheet" href="${assetPath('swagger-ui.css')}">
<link rel="stylesheet" href="${assetPath('reference.css')}">
</head>
<body>
<noscript>The reference needs JavaScript. The document itself is at /openapi.json.</noscript>
<div id="reference"></div>
<script src="${assetPath('swagger-ui-bundle.js')}"></script>
<script src="${assetPath('reference.js')}"></script>
</body>
</html>
`;
}

/**
 * Starts the component. A pasted key stays in the page's memory; no external validator is called; parameters in the page's
 * URL cannot change the document that it loads. It asks the host that it came from, whatever the public address is: the content
 * security policy allows no other.
 */
export function referenceScript(documentPath: string): string {
  return `window.ui = SwaggerUIBundle({
  url: ${JSON.stringify(documentPath)},
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
}

export const REFERENCE_CSS = `body { margin: 0; background: #fafafa; }
noscript { display: block; padding: 2rem; font-family: sans-serif; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .info__license { display: none; }
.swagger-ui .auth-container input[type='text'] { box-sizing: border-box; min-width: 0; width: 100%; }
`;
