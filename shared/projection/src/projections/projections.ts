import { COMPANY, companyState } from '@fundlens/read-models/companies/companies';
import * as ofContact from '@fundlens/read-models/contacts/slots';
import { CREDENTIAL, credentialState } from '@fundlens/read-models/credentials/credentials';
import { PIPELINE, pipelineState } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { DEAL, dealState } from '@fundlens/read-models/deals/deals';
import { definitionOf } from '@fundlens/read-models/definitions';
import type { DocumentId } from '@fundlens/read-models/document';
import * as ofLocation from '@fundlens/read-models/locations/locations';
import type { SlotValue } from '@fundlens/read-models/slot';
import { reportSlot, reportTextChange } from './credit-reports.ts';
import { entityDocument, type ProjectedEvent, type Projection, slotChange, versionOf } from './projection.ts';

/** Of each read model: the document and the slot that an event changes, and what the slot holds then. */

export const companies: Projection = {
  readModel: definitionOf('companies'),
  on: {
    CompanyChanged: (event) => slotChange(event, { kind: 'company', id: event.companyId }, COMPANY, companyState.of),
  },
};

export const locations: Projection = {
  readModel: definitionOf('locations'),
  on: {
    LocationChanged: (event) =>
      slotChange(event, locationDocument(event), ofLocation.PROFILE, ofLocation.profileState.of),
    CustomFieldChanged: (event) => {
      const slot = `${ofLocation.CUSTOM_FIELD}:${event.fieldId}`;
      return slotChange(event, locationDocument(event), slot, ofLocation.customFieldState.of);
    },
    InstallationChanged: (event) => {
      const slot = `${ofLocation.INSTALLATION}:${event.companyId}`;
      const value = installationSlot(event);
      return { documentId: locationDocument(event), slot, version: versionOf(event), value };
    },
  },
};

/**
 * A deleted installation that still says when it was made counts as an uninstalled one: what took the location from an
 * earlier owner must not give it back by being cleaned away. One without `installedAt` counts as never made.
 */
function installationSlot(event: ProjectedEvent<'InstallationChanged'>): ofLocation.InstallationSlot | null {
  const { meta, state, installedAt } = event;
  if (installedAt === null) return null;
  if (meta.deleted) return { state: 'uninstalled', installedAt };
  return state === null ? null : { state, installedAt };
}

export const credentials: Projection = {
  readModel: definitionOf('credentials'),
  on: {
    CredentialChanged: (event) => {
      const { credentialId, tokenHash, kind, reach } = event;
      // A credential that lacks what authentication needs opens nothing: it is treated like a deleted one.
      const isComplete = tokenHash !== null && kind !== null && reach !== null;
      const state = () => (isComplete ? credentialState.of(event) : null);
      return slotChange(event, { kind: 'credential', id: credentialId }, CREDENTIAL, state);
    },
  },
};

/** Everything that belongs to a contact changes its one document, each upstream entity a slot of its own. */
export const contacts: Projection = {
  readModel: definitionOf('contacts'),
  on: {
    ContactChanged: (event) => contactChange(event, ofContact.CONTACT, ofContact.contactState.of),
    ApplicantChanged: (event) => contactChange(event, ofContact.APPLICATION, ofContact.applicationState.of),
    CreditReportStored: (event) => contactChange(event, `${ofContact.REPORT}:${event.requestId}`, reportSlot),
    UnderwritingCompleted: (event) =>
      contactChange(event, `${ofContact.RESULT}:${event.resultId}`, ofContact.resultState.of),
    FundingPlanChanged: (event) => contactChange(event, `${ofContact.PLAN}:${event.planId}`, ofContact.planState.of),
    NextStepsChanged: (event) => contactChange(event, ofContact.NEXT_STEPS, ofContact.nextStepsState.of),
  },
};

/** The text of a stored report, once; its figures are in the contact's document. */
export const creditReports: Projection = {
  readModel: definitionOf('credit_reports'),
  on: { CreditReportStored: reportTextChange },
};

/** One slot per contact that ever had the deal: the same id under another contact is another history. */
export const deals: Projection = {
  readModel: definitionOf('deals'),
  on: {
    DealChanged: (event) =>
      slotChange(event, entityDocument(event, event.dealId), `${DEAL}:${event.contactId}`, dealState.of),
  },
};

export const dealPipelines: Projection = {
  readModel: definitionOf('deal_pipelines'),
  on: {
    PipelineChanged: (event) => slotChange(event, entityDocument(event, event.pipelineId), PIPELINE, pipelineState.of),
  },
};

/** Every projection. A read model that is not listed here is not built. */
export const projections: readonly Projection[] = [
  companies,
  locations,
  credentials,
  contacts,
  creditReports,
  dealPipelines,
  deals,
];

type OfLocation = Parameters<typeof entityDocument>[0];

function locationDocument({ meta }: OfLocation): DocumentId {
  return { kind: 'location', locationId: meta.locationId };
}

type OfContact = Parameters<typeof slotChange>[0] & OfLocation & { readonly contactId: string };

function contactChange<E extends OfContact>(event: E, slot: string, value: (event: E) => SlotValue) {
  return slotChange(event, entityDocument(event, event.contactId), slot, value);
}
