import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['', '.github/', 'infra/**/', 'services/**/', 'shared/**/', 'test/**/'];

const filesOf = (pattern: string) =>
  globSync(
    FOLDERS.map((folder) => folder + pattern),
    { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] },
  ).sort();
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const pages = filesOf('*.md');
const runbooks = pages.filter((page) => page.startsWith('infra/runbooks/'));
const decisions = pages.filter((page) => /^infra\/adr\/\d{4}-/.test(page));

describe('the pages', () => {
  it('link to what there is', () => {
    const broken = pages.flatMap((page) =>
      linksOf(textOf(page))
        .filter((link) => !resolves(page, link))
        .map((link) => `${page} -> ${link}`),
    );
    expect(pages.length).toBeGreaterThan(decisions.length);
    expect(broken).toEqual([]);
  });

  it('of runbooks name metrics that the services have', () => {
    const code = filesOf('*.ts').filter((file) => /^(?:services|shared)\//.test(file));
    const metrics = new Set(code.flatMap((file) => textOf(file).match(/\bfundlens_[a-z_]+/g) ?? []));
    const named = runbooks.flatMap((page) => textOf(page).match(/\bfundlens_[a-z_]+/g) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((metric) => !metrics.has(metric))).toEqual([]);
  });
});

describe('the decision records', () => {
  it.each(decisions)('%s has the four parts', (page) => {
    const headings = [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Alternatives and why not', 'Consequences']);
  });

  it('are all in the index', () => {
    const index = linksOf(textOf('infra/adr/README.md'));
    expect(index.filter((link) => /^\d{4}-/.test(link))).toEqual(decisions.map((page) => basename(page)));
  });
});

/** Links within the repository; those in code blocks are examples. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) =>
    link === undefined || /^[a-z]+:/.test(link) ? [] : [link],
  );
}

function resolves(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(textOf(target)).includes(anchor);
}

/** As forges make them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}
