import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createAdminServer } from '@fundlens/runtime/admin-server';
import chromium from '@sparticuz/chromium';
import { Registry } from 'prom-client';
import puppeteer from 'puppeteer-core';
import { expect, it } from 'vitest';
import { statusRoute } from './page.ts';
import { mongodbAwayView, stoppedView } from './testing/views.ts';

const health = { ok: true, degraded: false, checks: {} };
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

it('has no violation of accessibility or of its CSP, in light and dark, wide and at 400 pixels', async (context) => {
  // The browser comes out of the package. Its own arguments turn off what a page may not do, so they are not used.
  const executablePath = await chromium.executablePath();
  const browser = await puppeteer
    .launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] })
    .catch((error: unknown) => context.skip(`no Chromium runs here: ${String(error).slice(0, 200)}`));
  let view = stoppedView();
  const server = createAdminServer({
    config: { ADMIN_HOST: '127.0.0.1', ADMIN_PORT: 0, ADMIN_ALLOWED_HOSTS: [] },
    registry: new Registry(),
    ready: async () => health,
    logger: { warn: () => undefined, error: ({ error }: { error: unknown }) => expect(error).toBeNull() } as never,
    actions: [statusRoute({ soon: async () => view })],
  });
  await server.start();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  try {
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      for (const width of [1280, 400]) {
        for (view of [stoppedView(), mongodbAwayView()]) {
          await page.setViewport({ width, height: 800 });
          await page.goto(`http://127.0.0.1:${server.port()}/status`);
          expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
          // Evaluated by the debugger, which the policy of the page does not bind.
          await page.evaluate(await readFile(AXE, 'utf8'));
          const found = (await page.evaluate('axe.run()')) as {
            violations: { id: string; nodes: { html: string }[] }[];
          };
          expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        }
      }
    }
    // The browser itself asks for an icon, which there is none of.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(16, 19, 24)');
  } finally {
    await browser.close();
    await server.stop();
  }
});
