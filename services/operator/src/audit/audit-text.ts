import type { StoredAuditEntry } from '@fundlens/read-models/audit';
import { table } from '../table.ts';

/** The entries as a table; `more`: there are older ones. */
export function auditText(entries: readonly StoredAuditEntry[], more: boolean): string {
  if (entries.length === 0) return 'No entries.';
  const head = ['time', 'status', 'operation', 'location', 'arguments', 'credential', 'company', 'ms', 'request'];
  return [...table(head, entries.map(cells)), ...(more ? ['… older ones: --limit, --until or --export'] : [])].join(
    '\n',
  );
}

function cells(entry: StoredAuditEntry): string[] {
  const at = entry.at.toISOString();
  if (entry.kind === 'count') {
    return [at, `${entry.status} × ${entry.count}`, '', '', '', entry.credentialId ?? 'not known', '', '', ''];
  }
  return [
    at,
    entry.code === null ? String(entry.status) : `${entry.status} ${entry.code}`,
    entry.operation,
    entry.locationId ?? '',
    Object.entries(entry.arguments)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    entry.credentialId,
    entry.companyId ?? '',
    String(entry.durationMs),
    entry._id,
  ];
}
