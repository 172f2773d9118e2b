import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
const WALKS = ["One event's way", "One request's way"];
const METRIC = /\bfundlens_[a-z_]+/g;
/** To follow one thing must not take more files. */
const MOST_FILES = 12;

describe('the pages', () => {
  it('link to what there is', () => {
    const broken = pages.flatMap((page) =>
      linksOf(textOf(page))
        .filter((link) => !resolves(page, link))
        .map((link) => `${page} -> ${link}`),
    );
    expect(pages.length).toBeGreaterThan(1);
    expect(broken).toEqual([]);
  });

  it('of an operator at night name metrics that the services have', () => {
    const code = filesOf('*.ts').filter((file) => /^(?:services|shared)\//.test(file));
    const metrics = new Set(code.flatMap((file) => textOf(file).match(METRIC) ?? []));
    const named = textOf('infra/guides/runbook.md').match(METRIC) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((metric) => !metrics.has(metric))).toEqual([]);
  });

  it.each(WALKS)('lead through %s in files that there are', (heading) => {
    const [, section = ''] = textOf('README.md').split(`\n## ${heading}\n`);
    const [own = ''] = section.split('\n## ');
    const files = [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
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
