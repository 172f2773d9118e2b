import { hash } from 'node:crypto';
import type { AdminAction } from '@fundlens/runtime/admin-server';
import { CONSOLE_SCRIPT } from './console-script.ts';
import { CONSOLE_STYLE } from './console-style.ts';
import type { Level } from './verdict.ts';

type Asset = { readonly name: string; readonly type: string; readonly body: string };

/** A shape for each level, because colour alone does not tell. */
const SHAPES: Readonly<Record<Level, string>> = {
  ok: '<circle cx="8" cy="8" r="7" fill="#1a7f4b"/><path d="M4.5 8.2l2.4 2.4 4.6-5" fill="none" stroke="#fff" stroke-width="1.8"/>',
  degraded: '<path d="M8 1l7.5 14H.5z" fill="#c77700"/><path d="M8 6v4.4M8 12v1.4" stroke="#fff" stroke-width="1.8"/>',
  stopped:
    '<rect x="1" y="1" width="14" height="14" rx="2" fill="#c62828"/><path d="M5 5l6 6M11 5l-6 6" stroke="#fff" stroke-width="2"/>',
  unknown: '<circle cx="8" cy="8" r="6" fill="none" stroke="#6b7280" stroke-width="2" stroke-dasharray="3 2"/>',
};

const assets: readonly Asset[] = [
  { name: 'console.css', type: 'text/css; charset=utf-8', body: CONSOLE_STYLE },
  { name: 'console.js', type: 'text/javascript; charset=utf-8', body: CONSOLE_SCRIPT },
  ...Object.entries(SHAPES).map(([level, shape]) => ({
    name: `${level}.svg`,
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`,
  })),
];

const DIGEST = hash('sha256', assets.map(({ body }) => body).join('\n')).slice(0, 16);

/** The path changes with the content, so browsers may keep it. */
export function assetPath(name: string): string {
  return `/console/assets/${DIGEST}/${name}`;
}

export function assetActions(): AdminAction[] {
  return assets.map(({ name, type, body }) => ({
    method: 'GET',
    path: new RegExp(`^${assetPath(name).replaceAll('.', '\\.')}$`),
    run: async () => ({
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
      body,
    }),
  }));
}
