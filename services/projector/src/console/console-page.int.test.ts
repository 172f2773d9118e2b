import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import { Registry } from 'prom-client';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, it, type TestContext } from 'vitest';
import { type AdminServer, startAdminServer } from '@fundlens/runtime/admin-server';
import type { ActionOrder } from './console-actions.ts';
import { consoleRoutes } from './console-routes.ts';
import type { ConsoleView } from './console-view.ts';
import { consoleView, mongodbAwayView, stoppedView } from './testing/console-views.ts';
import { explanation } from './testing/explanations.ts';

/** The real page, server and browser; only what the page shows is made up. */
const TOKEN = 'admin-token-of-the-browser-0123456789';
const health = { ok: true, degraded: false, checks: {} };
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let server: AdminServer;
let browser: Browser | null = null;
let whyNot = '';
let view: ConsoleView;
let orders: ActionOrder[];

beforeAll(async () => {
  const actions = {
    count: async () => 1,
    async run(order: ActionOrder) {
      orders.push(order);
      view = consoleView();
      return { outcomes: { replayed: 1 }, left: 0 };
    },
  };
  server = await startAdminServer({
    ...{ host: '127.0.0.1', port: 0, token: TOKEN, metrics: new Registry() },
    ...{ live: () => health, ready: async () => health, onError: (error: unknown) => expect(error).toBeNull() },
    actions: consoleRoutes({
      ...{ refresh: async () => undefined, view: () => view, actions },
      explain: async () => explanation(),
    }),
  });
  try {
    // The browser comes out of the package. Its own arguments turn off what a page may not do, so they are not used.
    const executablePath = await chromium.executablePath();
    browser = await puppeteer.launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] });
  } catch (error) {
    whyNot = `no Chromium runs here: ${String(error).slice(0, 200)}`;
  }
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});
beforeEach(() => {
  view = stoppedView();
  orders = [];
});

/** A tab with what the browser complains of. */
async function tab(context: TestContext): Promise<{ page: Page; complaints: string[] }> {
  if (browser === null) context.skip(whyNot);
  const page = await (browser as Browser).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  return { page, complaints };
}

const open = (page: Page, path = '/console') => page.goto(`http://127.0.0.1:${server.port}${path}`);
const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');

it('has no violation of accessibility or of its CSP, in light and dark, wide and at 400 pixels', async (context) => {
  const { page, complaints } = await tab(context);
  await page.setBypassCSP(false);
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    for (const [width, shown, path] of [
      [1280, stoppedView(), '/console'],
      [400, mongodbAwayView(), '/console'],
      [400, stoppedView(), '/console/discard?reason=undecodable'],
      [400, stoppedView(), '/console/explain?what=contact:loc-1:c-1'],
    ] as const) {
      view = shown;
      await page.setViewport({ width, height: 800 });
      await open(page, path);
      await page.$$eval('details', (all) => all.map((details) => details.setAttribute('open', '')));
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      expect(complaints).toEqual([]);
      // Evaluated by the debugger, which the policy of the page does not bind.
      await page.evaluate(await readFile(AXE, 'utf8'));
      const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  }
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const dark = await background();
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  expect(await background()).not.toBe(dark);
  await page.close();
});

it('replays a dead letter by the keyboard alone, and asks for account and token first', async (context) => {
  const { page, complaints } = await tab(context);
  await open(page);
  expect(await page.title()).toBe('■ stopped – Fundlens');
  const reached = new Set<string>();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const href = (await page.evaluate("document.activeElement?.getAttribute('href') ?? ''")) as string;
    reached.add(href);
    if (href.startsWith('/console/replay?reason=')) break;
  }
  const actions = await page.$$eval('#partitions a', (links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect([...reached]).toEqual(expect.arrayContaining(actions));
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await textOf(page, 'article')).toContain('goes the way of every event');
  const fill = async (token: string) => {
    await page.focus('input[name=by]');
    await page.keyboard.type('ticket-7');
    await page.keyboard.press('Tab');
    await page.keyboard.type(token);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  };
  await fill('another-token-0123456789-0123456789');
  expect([await textOf(page, 'article'), orders]).toEqual([expect.stringContaining('Nothing was changed'), []]);
  await open(page, '/console/replay?reason=undecodable');
  await fill(TOKEN);
  expect(await textOf(page, 'article')).toContain('replayed');
  expect(orders).toMatchObject([{ name: 'replay', by: 'ticket-7', target: { selection: { reason: 'undecodable' } } }]);
  expect(page.url()).not.toContain(TOKEN);
  // Chromium reports the refused form itself.
  expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  await page.close();
});

it('explains by the keyboard alone: the box is the first thing that is reached, and nothing is posted', async (context) => {
  const { page, complaints } = await tab(context);
  const methods: string[] = [];
  page.on('request', (request) => methods.push(request.method()));
  await open(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('contact:loc-1:c-1');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(page.url()).toContain('/console/explain?what=contact%3Aloc-1%3Ac-1&since=');
  expect(await textOf(page, 'article')).toContain('changed nothing: duplicate of crm.changes.v1:3:81200');
  expect(await page.$eval('input[name=what]', (input) => input.getAttribute('value'))).toBe('contact:loc-1:c-1');
  expect([[...new Set(methods)], complaints]).toEqual([['GET'], []]);
  await page.close();
});

it('is live: the sentence, the title and the icon follow, and an open list stays open', async (context) => {
  const { page } = await tab(context);
  await open(page);
  await page.$eval('#well', (details) => details.setAttribute('open', ''));
  view = mongodbAwayView();
  await page.waitForFunction("document.querySelector('#verdict').textContent.includes('MongoDB has not')");
  expect(await page.$eval('#well', (details) => details.hasAttribute('open'))).toBe(true);
  view = consoleView();
  await page.waitForFunction("document.title === '● ok – Fundlens'");
  expect(await page.$eval('#icon', (icon) => icon.getAttribute('href'))).toMatch(/ok\.svg$/);
  await page.close();
});

it('works without JavaScript: the page asks for itself again', async (context) => {
  const { page, complaints } = await tab(context);
  await page.setJavaScriptEnabled(false);
  await open(page);
  expect(await page.$('meta[http-equiv=refresh]')).not.toBeNull();
  expect(complaints).toEqual([]);
  await page.close();
});
