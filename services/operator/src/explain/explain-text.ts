import type { Explanation } from '@fundlens/projection/explain/explanation';
import {
  instantText,
  outcomeText,
  positionText,
  searchedLines,
  verdictText,
  versionText,
  visibleText,
} from '@fundlens/projection/explain/explanation-text';
import { table } from '../table.ts';

/** The explanation for a person: the sentence first, then what it rests on. */
export function explanationText(explanation: Explanation): string {
  const sections = [
    [explanation.question, verdictText(explanation)],
    recordLines(explanation),
    documentLines(explanation),
    routeLines(explanation),
    ['Searched', ...searchedLines(explanation).map(indented)],
    explanation.notes,
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function recordLines(explanation: Explanation): string[] {
  const { records } = explanation;
  if (records.length === 0) return [];
  const rows = records.map((record) => [
    `${record.isAsked ? '> ' : ''}${positionText(record)}`,
    instantText(record.appendedAt),
    record.key ?? 'key not shown',
    versionText(record.version),
    record.eventId ?? 'not read',
    visibleText(record),
    outcomeText(record, explanation),
  ]);
  return table(['position', 'taken by the log', 'key', 'version', 'event id', 'visible', 'outcome'], rows);
}

function documentLines({ documents }: Explanation): string[] {
  const rows = documents.flatMap(({ model, key, revision, slots }) =>
    slots.map((slot) => [
      `${model}/${key}`,
      slot.slot,
      slot.state === 'erased' ? '-' : versionText(slot),
      slot.state,
      slot.changedAt === null ? 'not recorded' : instantText(slot.changedAt),
      String(revision),
    ]),
  );
  return rows.length === 0 ? [] : table(['document', 'slot', 'version', 'state', 'in /changes at', 'revision'], rows);
}

function routeLines({ documents }: Explanation): string[] {
  const rows = documents.flatMap(({ model, views }) =>
    views.flatMap(({ name, shows, routes }) =>
      routes.map((route) => [`${model}.${name}`, shows ? 'shown' : 'nothing to show', route]),
    ),
  );
  return rows.length === 0 ? [] : table(['view', '', 'route'], rows);
}

function indented(line: string): string {
  return `  ${line}`;
}
