import type { MappedEntity } from './mapped-entity.ts';
import { type Source, SourceFields } from './source-fields.ts';

type Context = { readonly id: string; readonly occurredAt: number };

/** A company's installation in a location, as INSTALL and `GET /oauth/installedLocations` have it. */
export function mapInstallation(source: Source, { id, occurredAt }: Context): MappedEntity {
  const fields = new SourceFields(source, { occurredAt });
  const state = source.isInstalled === false ? ('uninstalled' as const) : ('installed' as const);
  const installedAt = fields.instant('installedAt') ?? occurredAt;
  return {
    statement: { type: 'InstallationChanged', fields: { companyId: id, state, installedAt } },
    cut: fields.cut,
  };
}

/** A company that has the app. Its quota is not HighLevel's to say. */
export function mapCompany(source: Source, { id, occurredAt }: Context): MappedEntity {
  const fields = new SourceFields(source, { occurredAt });
  const name = fields.line('companyName', 'name');
  return {
    statement: { type: 'CompanyChanged', fields: { companyId: id, name, state: 'active', dailyQuota: null } },
    cut: fields.cut,
  };
}
