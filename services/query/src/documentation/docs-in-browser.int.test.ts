import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedPages, servePages } from '../testing/page-server.ts';

/** The real pages in a real browser, below a path as behind a proxy. */
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The browser that the package brings is one for Linux. */
const inBrowser = it.runIf(process.platform === 'linux');

let server: Awaited<ReturnType<typeof servePages>>;
let browser: Browser;

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  server = await servePages(publishedPages(), '/funding/lens');
  // The browser comes out of the package. Its own arguments turn off what a page may not do, so they are not used.
  const executablePath = await chromium.executablePath();
  browser = await puppeteer.launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A tab with what the browser complains of: errors, refusals of the CSP, and addresses that are not there. */
async function tab(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
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

inBrowser.each([
  ['light', 1280, '/docs/events/FundingPlanChanged'],
  ['dark', 400, '/docs/events/publishing'],
] as const)('violates neither accessibility nor its CSP: %s, %i pixels wide', async (scheme, width, path) => {
  const { page, complaints } = await tab();
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width, height: 800 });
  await open(page, path);
  await page.$$eval('details', (all) => all.map((details) => details.setAttribute('open', '')));
  await page.focus('#search');
  await page.keyboard.type('plan');
  await page.waitForSelector('#found li[aria-selected=true]');
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const result = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
  expect(result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(complaints).toEqual([]);
});

inBrowser('finds an event, a field and a route by the keyboard alone', async () => {
  const { page, complaints } = await tab();
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
  // Slashes that are typed into a field stay there; what is not found is said; Escape ends it.
  await page.keyboard.press('/');
  await page.keyboard.type('/xyzzy');
  await page.waitForFunction("document.querySelector('#found').textContent === 'Nothing found.'");
  expect(await page.$eval('#count', ({ textContent }) => textContent)).toBe('nothing found');
  await page.keyboard.press('Escape');
  expect([await found(page), await page.$eval('#found', (list) => list.hasAttribute('hidden'))]).toEqual([[], true]);
  expect(complaints).toEqual([]);
});
