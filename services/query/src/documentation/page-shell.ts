import { type Html, html } from '@fundlens/runtime/html';

export type PageParts = {
  /** Where the page is. */
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** Names of assets for this page alone. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
};

export const REFERENCE_PATH = '/docs';
export const EVENTS_PATH = '/docs/events';
export const ASSETS_PATH = '/docs/assets';

const SECTIONS = [
  { path: REFERENCE_PATH, label: 'API reference' },
  { path: EVENTS_PATH, label: 'Events' },
];

/**
 * The address of `to` as seen from `from`, both from the root of the service. Addresses are relative, because a proxy may
 * add a path that only the client sees.
 */
export function relativeAddress(from: string, to: string): string {
  return '../'.repeat(from.split('/').length - 2) + to.slice(1);
}

/** The frame of every page: header with sections. Works without JavaScript. */
export function pageHtml({ path, title, body, styles = [], scripts = [] }: PageParts): string {
  const to = (address: string) => relativeAddress(path, address);
  const links = SECTIONS.map(
    (section) =>
      html`<a href="${to(section.path)}"${section.path === path && html` aria-current="page"`}>${section.label}</a>`,
  );
  return html`<!DOCTYPE html>
<html lang="en" data-root="${to('/')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/png" href="${to(`${ASSETS_PATH}/favicon-32x32.png`)}">
${[...styles, 'documentation.css'].map((name) => html`<link rel="stylesheet" href="${to(`${ASSETS_PATH}/${name}`)}">\n`)}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${to(REFERENCE_PATH)}">Fundlens</a>
<nav class="sections" aria-label="Documentation">${links}</nav>
</header>
${body}
${scripts.map((name) => html`<script src="${to(`${ASSETS_PATH}/${name}`)}"></script>\n`)}
</body>
</html>
`.text;
}
