import { z } from 'zod';
import { figuresSchema } from '../dashboards/dashboard-figures.ts';

type Node = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
};

type Row = { readonly figure: string; readonly text: string };

/** The page of all figures, one table row each, made from the schema of the answer. */
export function figuresPage(): string {
  const rows = rowsOf('', z.toJSONSchema(figuresSchema) as Node);
  const widths = {
    figure: Math.max(...rows.map(({ figure }) => figure.length)),
    text: Math.max(...rows.map(({ text }) => text.length)),
  };
  const line = (figure: string, text: string, fill = ' ') =>
    `| ${figure.padEnd(widths.figure, fill)} | ${text.padEnd(widths.text, fill)} |`;
  return [
    '# The figures of the dashboard',
    '',
    'Made from `src/dashboards/dashboard-figures.ts` by its test; after a change run',
    '`npx vitest run --project unit shared/read-models -u`.',
    '',
    line('figure', 'what it says'),
    line('', '', '-'),
    ...rows.map(({ figure, text }) => line(figure, text)),
    '',
  ].join('\n');
}

function rowsOf(path: string, node: Node): Row[] {
  const own = node.description === undefined ? [] : [{ figure: `\`${path}\``, text: node.description }];
  const members = Object.entries(node.properties ?? {}).flatMap(([name, member]) =>
    rowsOf(path === '' ? name : `${path}.${name}`, member),
  );
  return [...own, ...members, ...(node.items === undefined ? [] : rowsOf(`${path}[]`, node.items))];
}
