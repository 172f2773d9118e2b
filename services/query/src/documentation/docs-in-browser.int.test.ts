import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { publishedPages, servePages } from '../testing/page-server.ts';

/** The real pages in a real browser, below a path as behind a proxy. */
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let server: Awaited<ReturnType<typeof servePages>>;
let browser: Browser | null = null;
let whyNot = '';

beforeAll(async () => {
  server = await servePages(publishedPages(), '/funding/lens');
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
  await server.close();
});

/** A tab with what the browser complains of: errors, refusals of the CSP, and addresses that are not there. */
async function tab(context: TestContext): Promise<{ page: Page; complaints: string[] }> {
  if (browser === null) context.skip(whyNot);
  const page = await (browser as Browser).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return { page, complaints };
}

const open = (page: Page, path: string) => page.goto(`${server.base}${path}`, { waitUntil: 'networkidle0' });
const found = (page: Page) => page.$$eval('#found .name', (names) => names.map(({ textContent }) => textContent));

it('has no violation of accessibility or of its CSP, in light and dark, wide and at 400 pixels', async (context) => {
  const { page, complaints } = await tab(context);
  const axe = await readFile(AXE, 'utf8');
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
    ['dark', 400],
  ] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setViewport({ width, height: 800 });
    for (const path of ['/docs/events', '/docs/events/FundingPlanChanged', '/docs/events/publishing']) {
      await open(page, path);
      await page.$$eval('details', (all) => all.map((details) => details.setAttribute('open', '')));
      await page.focus('#search');
      await page.keyboard.type('plan');
      await page.waitForSelector('#found li[aria-selected=true]');
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      // Evaluated by the debugger, which the policy of the page does not bind.
      await page.evaluate(axe);
      const result = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
      expect(result.violations.map(({ id, nodes }) => `${path} ${scheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  }
  expect(complaints).toEqual([]);
  await page.close();
});

it('finds an event, a field and a route by the keyboard alone', async (context) => {
  const { page, complaints } = await tab(context);
  await open(page, '/docs/events/');
  const go = async (query: string, keys: readonly ('ArrowDown' | 'ArrowUp')[]) => {
    await page.keyboard.press('/');
    await page.keyboard.type(query);
    await page.waitForSelector('#found li[aria-selected=true]');
    for (const key of keys) await page.keyboard.press(key);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    return page.url().slice(server.base.length);
  };
  expect(await go('creditreport', [])).toBe('/docs/events/CreditReportStored');
  expect(await go('recommendations aprpct', ['ArrowDown', 'ArrowUp'])).toBe(
    '/docs/events/FundingPlanChanged#field-recommendations.aprPct',
  );
  expect(await go('get /deals', [])).toBe('/docs#/Pipeline/deals.list');
  await page.waitForSelector('.opblock.is-open a[href="#/Pipeline/deals.list"]');
  expect(await go('get /locations', [])).toBe('/docs#/Locations/locations.list');
  await page.waitForSelector('.opblock.is-open a[href="#/Locations/locations.list"]');
  // Slashes that are typed into a field stay there; what is not found is said; Escape ends it.
  await page.keyboard.press('/');
  await page.keyboard.type('/xyzzy');
  await page.waitForFunction("document.querySelector('#found').textContent === 'Nothing found.'");
  expect(await page.$eval('#count', ({ textContent }) => textContent)).toBe('nothing found');
  await page.keyboard.press('Escape');
  expect([await found(page), await page.$eval('#found', (list) => list.hasAttribute('hidden'))]).toEqual([[], true]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('shows the API reference below the path of a proxy, with and without a slash at its end', async (context) => {
  const { page, complaints } = await tab(context);
  for (const path of ['/docs', '/docs/']) {
    await open(page, path);
    await page.waitForSelector('.opblock a[href="#/Contacts/contacts.list"]');
    expect(await page.$eval('.info .title', ({ textContent }) => textContent)).toContain('Fundlens API');
  }
  expect(complaints).toEqual([]);
  await page.close();
});

it('opens what is folded when the address names a field in it', async (context) => {
  const { page } = await tab(context);
  await open(page, '/docs/events/DealChanged#field-meta.epoch');
  expect(await page.$eval('details.meta', (details) => details.hasAttribute('open'))).toBe(true);
  await page.close();
});

it('is read without JavaScript: everything but the search', async (context) => {
  const { page, complaints } = await tab(context);
  await page.setJavaScriptEnabled(false);
  await open(page, '/docs/events/ContactChanged');
  expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('ContactChanged');
  expect(await page.$eval('.search', (box) => box.hasAttribute('hidden'))).toBe(true);
  expect(complaints).toEqual([]);
  await page.close();
});
