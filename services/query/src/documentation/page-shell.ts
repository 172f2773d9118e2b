import { type Html, html } from '@fundlens/runtime/html';

/** What every page of the documentation is given. */
export type PageContext = {
  /** From the page to the root of the service, `../` or empty: a proxy may add a path that only the client sees. */
  readonly root: string;
  /** The address of an asset, relative to the page. */
  readonly assetPath: (name: string) => string;
};

export type ShellParts = {
  readonly title: string;
  /** Which link of the header the page is. */
  readonly section: 'reference' | 'events';
  readonly body: Html;
  /** Styles and scripts of this page alone. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
};

const SECTIONS = [
  { name: 'reference', path: 'docs', label: 'API reference' },
  { name: 'events', path: 'docs/events', label: 'Events' },
] as const;

/** From the page at `path` to the root of the service. */
export function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2);
}

/** The frame of every page: header with sections. Works without JavaScript. */
export function pageHtml(
  { title, section, body, styles = [], scripts = [] }: ShellParts,
  context: PageContext,
): string {
  const { root, assetPath } = context;
  const links = SECTIONS.map(
    ({ name, path, label }) =>
      html`<a href="${root}${path}"${name === section && html` aria-current="page"`}>${label}</a>`,
  );
  return html`<!DOCTYPE html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/png" href="${assetPath('favicon-32x32.png')}">
${[...styles, 'documentation.css'].map((name) => html`<link rel="stylesheet" href="${assetPath(name)}">\n`)}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${root}docs">Fundlens</a>
<nav class="sections" aria-label="Documentation">${links}</nav>
</header>
${body}
${scripts.map((name) => html`<script src="${assetPath(name)}"></script>\n`)}
</body>
</html>
`.text;
}
