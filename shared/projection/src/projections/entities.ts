import { COMPANY, companyState, companies as companiesModel } from '@fundlens/read-models/companies/companies';
import {
  CREDENTIAL,
  credentialState,
  credentials as credentialsModel,
} from '@fundlens/read-models/credentials/credentials';
import {
  dealPipelines as dealPipelinesModel,
  PIPELINE,
  pipelineState,
  pipelineText,
} from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { deals as dealsModel } from '@fundlens/read-models/deals/deals';
import { DEAL, dealState } from '@fundlens/read-models/deals/slots';
import { assertFits, MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { jsonBytes } from '@fundlens/read-models/json-text';
import { entityDocument, type Projection, slotChange } from './projection.ts';

/** Read models whose documents are of one entity. */

export const companies: Projection = {
  readModel: companiesModel,
  on: {
    CompanyChanged: (event) =>
      slotChange(event, { kind: 'company', companyId: event.companyId }, COMPANY, companyState.of),
  },
};

export const credentials: Projection = {
  readModel: credentialsModel,
  on: {
    CredentialChanged(event) {
      const { credentialId, tokenHash, kind, reach } = event;
      // A credential that lacks what authentication needs opens nothing: it is treated like a deleted one.
      const isComplete = tokenHash !== null && kind !== null && reach !== null;
      const state = () => (isComplete ? credentialState.of(event) : null);
      return slotChange(event, { kind: 'credential', credentialId }, CREDENTIAL, state);
    },
  },
};

/** One slot per contact that ever had the deal: the same id under another contact is another history. */
export const deals: Projection = {
  readModel: dealsModel,
  on: {
    DealChanged: (event) =>
      slotChange(event, entityDocument(event, event.dealId), `${DEAL}:${event.contactId}`, dealState.of),
  },
};

export const dealPipelines: Projection = {
  readModel: dealPipelinesModel,
  on: {
    PipelineChanged: (event) =>
      slotChange(event, entityDocument(event, event.pipelineId), PIPELINE, () => {
        const value = pipelineState.of(event);
        assertFits(jsonBytes(pipelineText(value, event.pipelineId)).byteLength, MAX_LIST_BODY_BYTES, 'a pipeline');
        return value;
      }),
  },
};
