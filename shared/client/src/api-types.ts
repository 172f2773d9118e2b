/** Generated from openapi.json by `npm run generate`; a test holds it up to date. */

export interface paths {
    readonly "/locations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the locations that the credential reaches
         * @description In the order of ids. Agency keys find here the `locationId` to pass elsewhere. `locationId` itself is accepted and has no effect.
         *
         *     Needs `read`.
         */
        readonly get: operations["locations.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find contacts
         * @description Newest first, those without a date last. All given filters have to match.
         *
         *     Needs `read`.
         */
        readonly get: operations["contacts.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts/{contactId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one contact
         * @description Needs `read`.
         */
        readonly get: operations["contacts.find"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/custom-fields": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the custom fields of contacts
         * @description All of them, in the order of ids. What the `id` of `customFields` in a contact stands for.
         *
         *     Needs `read`.
         */
        readonly get: operations["custom-fields.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts/{contactId}/credit-summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a contact's credit summary
         * @description The latest scores of each bureau with the pull they come from, and the figures of the contact's 500 newest stored reports. Lists are empty while the contact, or a report of it, is there.
         *
         *     Needs `read`.
         */
        readonly get: operations["contacts.credit-summary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts/{contactId}/underwriting-results": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a contact's underwriting results
         * @description The 500 newest; one report may have several. Never runs underwriting.
         *
         *     Needs `read`.
         */
        readonly get: operations["contacts.underwriting-results"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts/{contactId}/funding-plans": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a contact's funding plans
         * @description The 500 newest, with recommendations and statuses. Never changes a plan.
         *
         *     Needs `read`.
         */
        readonly get: operations["contacts.funding-plans"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts/{contactId}/next-steps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List an applicant's next steps
         * @description All of them, done ones too.
         *
         *     Needs `read`.
         */
        readonly get: operations["contacts.next-steps"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/contacts/{contactId}/application": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a contact's application
         * @description The entry that `/pipeline` shows of the contact. 404 while the pipeline has none: the contact has no application, or was deleted.
         *
         *     Needs `read`.
         */
        readonly get: operations["contacts.application"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/pipeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the applicant pipeline
         * @description Latest submission first. Lists contacts that are not deleted and have an application. All given filters have to match.
         *
         *     Needs `read`.
         */
        readonly get: operations["pipeline.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List CRM deals
         * @description Newest first, those without a date last. Filters combine freely; all of them have to match.
         *
         *     Needs `read`.
         */
        readonly get: operations["deals.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deals/{dealId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one CRM deal
         * @description Needs `read`.
         */
        readonly get: operations["deals.find"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deal-pipelines": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deal pipelines and their stages
         * @description In the order of ids. What the ids of pipelines and stages in deals stand for.
         *
         *     Needs `read`.
         */
        readonly get: operations["deal-pipelines.list"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/credit-reports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a stored credit report
         * @description One exact report by `requestId`, or the latest of the contact by `contactId`; one of them is required. With both, `requestId` selects and its report must belong to the contact. Never starts a credit pull.
         *
         *     Needs `read` and `credit_reports`.
         */
        readonly get: operations["credit-reports.find"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/credit-reports/pdf-url": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a link to the PDF of a stored credit report
         * @description Selects a report as `/credit-reports` does. The link is short-lived and signed; it works without a credential and is refused once the credential it was made with is revoked or loses `credit_reports`, the location changes hands, or the report is deleted or replaced. Using it is audited and counts against the limits of that credential. A PDF that is not ready yet is waited for up to two seconds; then the answer is 404 with `Retry-After`. `error.reason` says why there is none: `report_not_found`, `report_not_renderable` or `pdf_failed` for good, `pdf_pending` for now. Never starts a credit pull.
         *
         *     Needs `read` and `credit_reports`.
         */
        readonly get: operations["credit-reports.pdf-url"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/credential": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show what the credential may do
         * @description Reach, permissions, limits and what is left of them. The request counts like any other one. `locationId` is accepted and has no effect.
         *
         *     Needs `read`.
         */
        readonly get: operations["credential.show"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Aggregate statistics of a recent window
         * @description Credit, underwriting, funding and deal figures over the last `days` days of the location's calendar, today included. A location in which nothing has happened has zeros.
         *
         *     Needs `read`.
         */
        readonly get: operations["dashboard.stats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A contact with its application, and where it stands. */
        readonly Applicant: {
            readonly contactId: string;
            readonly firstName: string | null;
            readonly lastName: string | null;
            readonly name: string | null;
            readonly companyName: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly tags: readonly string[];
            readonly assignedTo: string | null;
            readonly stage: string | null;
            /** @enum {string|null} */
            readonly outcome: "open" | "approved" | "funded" | "declined" | "withdrawn" | "parked" | null;
            /** @description Why the application ended as it did, or waits. */
            readonly reason: string | null;
            /** Format: int64 */
            readonly requestedAmountCents: number | null;
            /** Format: date-time */
            readonly submittedAt: string | null;
            /** Format: date-time */
            readonly stageChangedAt: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
            readonly processor: string | null;
            readonly waitingOn: string | null;
            /** @description The latest stored report, in figures. */
            readonly creditReport: components["schemas"]["ApplicantCreditReport"] | null;
            /** @description The latest underwriting result. */
            readonly underwriting: components["schemas"]["ApplicantUnderwriting"] | null;
            /** @description Sums over all plans. */
            readonly funding: components["schemas"]["ApplicantFunding"];
            /** @description The newest plans. */
            readonly fundingPlans: readonly components["schemas"]["ApplicantFundingPlansItem"][];
            readonly nextSteps: components["schemas"]["ApplicantNextSteps"] | null;
            /** @description What `include` asks for, as the routes below `/contacts/{contactId}` show it. Absent without `include`. */
            readonly included?: components["schemas"]["ApplicantIncluded"];
        };
        readonly ApplicantCreditReport: {
            readonly requestId: string;
            /** Format: date-time */
            readonly pulledAt: string | null;
            readonly bureaus: readonly string[];
            readonly scores: readonly components["schemas"]["ApplicantCreditReportScoresItem"][];
            readonly utilizationPct: number | null;
            /** Format: int64 */
            readonly openTradelines: number | null;
            /**
             * Format: int64
             * @description Inquiries of the last six months.
             */
            readonly inquiries6m: number | null;
            /**
             * Format: int64
             * @description Derogatory marks of the last 24 months.
             */
            readonly derogatories24m: number | null;
            /** Format: int64 */
            readonly oldestAccountMonths: number | null;
            /** Format: int64 */
            readonly totalDebtCents: number | null;
            /** @description More figures, derived from the report. Null where the report cannot tell. */
            readonly figures?: components["schemas"]["ApplicantCreditReportFigures"];
        };
        readonly ApplicantCreditReportFigures: {
            /** @description The figures beside this object that the funding platform stated. All others are derived from the report. */
            readonly stated: readonly ("utilizationPct" | "openTradelines" | "inquiries6m" | "derogatories24m" | "oldestAccountMonths" | "totalDebtCents")[];
            /**
             * Format: int64
             * @description Balances of the open revolving accounts.
             */
            readonly revolvingBalanceCents: number | null;
            /**
             * Format: int64
             * @description Limits of the open revolving accounts.
             */
            readonly revolvingLimitCents: number | null;
            /** @description Of the open revolving account that uses most of its limit, in percent. */
            readonly highestCardUtilizationPct: number | null;
            /**
             * Format: int64
             * @description Open cards, charge accounts and lines of credit.
             */
            readonly openRevolving: number | null;
            /** Format: int64 */
            readonly openInstallment: number | null;
            /**
             * Format: int64
             * @description Open mortgages and home equity lines.
             */
            readonly openMortgages: number | null;
            /**
             * Format: int64
             * @description Open accounts that are due in full each month.
             */
            readonly openOther: number | null;
            /**
             * Format: int64
             * @description Balances of all accounts but mortgages.
             */
            readonly nonMortgageDebtCents: number | null;
            /**
             * Format: int64
             * @description Payments due each month on open accounts.
             */
            readonly monthlyPaymentCents: number | null;
            /** Format: int64 */
            readonly inquiries3m: number | null;
            /** Format: int64 */
            readonly inquiries12m: number | null;
            /** Format: int64 */
            readonly derogatories12m: number | null;
            /**
             * Format: int64
             * @description Months of the last twelve in which an account was 30 days late or more.
             */
            readonly latePayments12m: number | null;
            /** Format: int64 */
            readonly latePayments24m: number | null;
            /**
             * Format: int64
             * @description Full months from the opening of the newest account to the pull.
             */
            readonly newestAccountMonths: number | null;
            /**
             * Format: int64
             * @description Average age of the accounts in full months.
             */
            readonly averageAccountMonths: number | null;
            /**
             * Format: int64
             * @description Accounts of others that the person may use.
             */
            readonly authorizedUserAccounts: number | null;
            /** Format: int64 */
            readonly collections: number | null;
            /** Format: int64 */
            readonly publicRecords: number | null;
            /** @description The same figures by the accounts and inquiries of each bureau; empty unless the report names several. */
            readonly bureaus: readonly components["schemas"]["ApplicantCreditReportFiguresBureausItem"][];
        };
        readonly ApplicantCreditReportFiguresBureausItem: {
            /** @enum {string} */
            readonly bureau: "equifax" | "experian" | "transunion";
            readonly utilizationPct: number | null;
            /** Format: int64 */
            readonly openTradelines: number | null;
            /** Format: int64 */
            readonly inquiries6m: number | null;
            /** Format: int64 */
            readonly derogatories24m: number | null;
            /** Format: int64 */
            readonly oldestAccountMonths: number | null;
            /** Format: int64 */
            readonly totalDebtCents: number | null;
        };
        readonly ApplicantCreditReportScoresItem: {
            readonly bureau: string | null;
            readonly model: string | null;
            /**
             * Format: int64
             * @description Null where the bureau gave none.
             */
            readonly score: number | null;
        };
        readonly ApplicantFunding: {
            /** Format: int64 */
            readonly plans: number;
            /** Format: int64 */
            readonly requestedAmountCents: number;
            /** Format: int64 */
            readonly approvedAmountCents: number;
            /** Format: int64 */
            readonly fundedAmountCents: number;
        };
        readonly ApplicantFundingPlansItem: {
            readonly planId: string;
            readonly planType: string | null;
            readonly status: string | null;
            readonly outcome: string | null;
            /** Format: date-time */
            readonly createdAt: string | null;
            /** Format: date-time */
            readonly updatedAt: string | null;
            /**
             * Format: int64
             * @description How many the plan has.
             */
            readonly recommendations: number;
            /** Format: int64 */
            readonly requestedAmountCents: number;
            /** Format: int64 */
            readonly approvedAmountCents: number;
            /** Format: int64 */
            readonly fundedAmountCents: number;
        };
        readonly ApplicantIncluded: {
            readonly creditSummary?: components["schemas"]["CreditSummary"];
            readonly underwritingResults?: components["schemas"]["ApplicantIncludedUnderwritingResults"];
            readonly fundingPlans?: components["schemas"]["ApplicantIncludedFundingPlans"];
            readonly nextSteps?: components["schemas"]["ApplicantIncludedNextSteps"];
        };
        readonly ApplicantIncludedFundingPlans: {
            readonly contactId: string;
            /** @description Newest first, plans without a date last. */
            readonly fundingPlans: readonly components["schemas"]["FundingPlan"][];
        };
        readonly ApplicantIncludedNextSteps: {
            readonly contactId: string;
            /** @description Open and done, as the funding platform orders them. */
            readonly nextSteps: readonly components["schemas"]["NextStep"][];
        };
        readonly ApplicantIncludedUnderwritingResults: {
            readonly contactId: string;
            /** @description Newest first. */
            readonly results: readonly components["schemas"]["UnderwritingResult"][];
        };
        readonly ApplicantNextSteps: {
            /** Format: int64 */
            readonly open: number;
            /**
             * Format: int64
             * @description Open steps that hold the application up.
             */
            readonly blocking: number;
            /** Format: int64 */
            readonly completed: number;
            /** @description The open step that is due first. */
            readonly next: components["schemas"]["ApplicantNextStepsNext"] | null;
        };
        readonly ApplicantNextStepsNext: {
            readonly stepId: string;
            readonly title: string | null;
            readonly kind: string | null;
            readonly owner: string | null;
            /** Format: date-time */
            readonly dueAt: string | null;
            readonly blocking: boolean;
        };
        readonly ApplicantUnderwriting: {
            readonly resultId: string;
            /** @description The report that was evaluated. */
            readonly requestId: string | null;
            /** Format: date-time */
            readonly evaluatedAt: string | null;
            readonly decision: string | null;
            readonly primaryPaths: readonly string[];
            readonly cardStatus: string | null;
            readonly termLoanStatus: string | null;
            readonly declineStatus: string | null;
            readonly declineReason: string | null;
            readonly parkedReason: string | null;
            readonly score: number | null;
            readonly tier: string | null;
            /** Format: int64 */
            readonly fundingRangeMinCents: number | null;
            /** Format: int64 */
            readonly fundingRangeMaxCents: number | null;
        };
        /** @description A contact with its application, and where it stands. */
        readonly Application: {
            readonly contactId: string;
            readonly firstName: string | null;
            readonly lastName: string | null;
            readonly name: string | null;
            readonly companyName: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly tags: readonly string[];
            readonly assignedTo: string | null;
            readonly stage: string | null;
            /** @enum {string|null} */
            readonly outcome: "open" | "approved" | "funded" | "declined" | "withdrawn" | "parked" | null;
            /** @description Why the application ended as it did, or waits. */
            readonly reason: string | null;
            /** Format: int64 */
            readonly requestedAmountCents: number | null;
            /** Format: date-time */
            readonly submittedAt: string | null;
            /** Format: date-time */
            readonly stageChangedAt: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
            readonly processor: string | null;
            readonly waitingOn: string | null;
            /** @description The latest stored report, in figures. */
            readonly creditReport: components["schemas"]["ApplicationCreditReport"] | null;
            /** @description The latest underwriting result. */
            readonly underwriting: components["schemas"]["ApplicationUnderwriting"] | null;
            /** @description Sums over all plans. */
            readonly funding: components["schemas"]["ApplicationFunding"];
            /** @description The newest plans. */
            readonly fundingPlans: readonly components["schemas"]["ApplicationFundingPlansItem"][];
            readonly nextSteps: components["schemas"]["ApplicationNextSteps"] | null;
        };
        readonly ApplicationCreditReport: {
            readonly requestId: string;
            /** Format: date-time */
            readonly pulledAt: string | null;
            readonly bureaus: readonly string[];
            readonly scores: readonly components["schemas"]["ApplicationCreditReportScoresItem"][];
            readonly utilizationPct: number | null;
            /** Format: int64 */
            readonly openTradelines: number | null;
            /**
             * Format: int64
             * @description Inquiries of the last six months.
             */
            readonly inquiries6m: number | null;
            /**
             * Format: int64
             * @description Derogatory marks of the last 24 months.
             */
            readonly derogatories24m: number | null;
            /** Format: int64 */
            readonly oldestAccountMonths: number | null;
            /** Format: int64 */
            readonly totalDebtCents: number | null;
            /** @description More figures, derived from the report. Null where the report cannot tell. */
            readonly figures?: components["schemas"]["ApplicationCreditReportFigures"];
        };
        readonly ApplicationCreditReportFigures: {
            /** @description The figures beside this object that the funding platform stated. All others are derived from the report. */
            readonly stated: readonly ("utilizationPct" | "openTradelines" | "inquiries6m" | "derogatories24m" | "oldestAccountMonths" | "totalDebtCents")[];
            /**
             * Format: int64
             * @description Balances of the open revolving accounts.
             */
            readonly revolvingBalanceCents: number | null;
            /**
             * Format: int64
             * @description Limits of the open revolving accounts.
             */
            readonly revolvingLimitCents: number | null;
            /** @description Of the open revolving account that uses most of its limit, in percent. */
            readonly highestCardUtilizationPct: number | null;
            /**
             * Format: int64
             * @description Open cards, charge accounts and lines of credit.
             */
            readonly openRevolving: number | null;
            /** Format: int64 */
            readonly openInstallment: number | null;
            /**
             * Format: int64
             * @description Open mortgages and home equity lines.
             */
            readonly openMortgages: number | null;
            /**
             * Format: int64
             * @description Open accounts that are due in full each month.
             */
            readonly openOther: number | null;
            /**
             * Format: int64
             * @description Balances of all accounts but mortgages.
             */
            readonly nonMortgageDebtCents: number | null;
            /**
             * Format: int64
             * @description Payments due each month on open accounts.
             */
            readonly monthlyPaymentCents: number | null;
            /** Format: int64 */
            readonly inquiries3m: number | null;
            /** Format: int64 */
            readonly inquiries12m: number | null;
            /** Format: int64 */
            readonly derogatories12m: number | null;
            /**
             * Format: int64
             * @description Months of the last twelve in which an account was 30 days late or more.
             */
            readonly latePayments12m: number | null;
            /** Format: int64 */
            readonly latePayments24m: number | null;
            /**
             * Format: int64
             * @description Full months from the opening of the newest account to the pull.
             */
            readonly newestAccountMonths: number | null;
            /**
             * Format: int64
             * @description Average age of the accounts in full months.
             */
            readonly averageAccountMonths: number | null;
            /**
             * Format: int64
             * @description Accounts of others that the person may use.
             */
            readonly authorizedUserAccounts: number | null;
            /** Format: int64 */
            readonly collections: number | null;
            /** Format: int64 */
            readonly publicRecords: number | null;
            /** @description The same figures by the accounts and inquiries of each bureau; empty unless the report names several. */
            readonly bureaus: readonly components["schemas"]["ApplicationCreditReportFiguresBureausItem"][];
        };
        readonly ApplicationCreditReportFiguresBureausItem: {
            /** @enum {string} */
            readonly bureau: "equifax" | "experian" | "transunion";
            readonly utilizationPct: number | null;
            /** Format: int64 */
            readonly openTradelines: number | null;
            /** Format: int64 */
            readonly inquiries6m: number | null;
            /** Format: int64 */
            readonly derogatories24m: number | null;
            /** Format: int64 */
            readonly oldestAccountMonths: number | null;
            /** Format: int64 */
            readonly totalDebtCents: number | null;
        };
        readonly ApplicationCreditReportScoresItem: {
            readonly bureau: string | null;
            readonly model: string | null;
            /**
             * Format: int64
             * @description Null where the bureau gave none.
             */
            readonly score: number | null;
        };
        readonly ApplicationFunding: {
            /** Format: int64 */
            readonly plans: number;
            /** Format: int64 */
            readonly requestedAmountCents: number;
            /** Format: int64 */
            readonly approvedAmountCents: number;
            /** Format: int64 */
            readonly fundedAmountCents: number;
        };
        readonly ApplicationFundingPlansItem: {
            readonly planId: string;
            readonly planType: string | null;
            readonly status: string | null;
            readonly outcome: string | null;
            /** Format: date-time */
            readonly createdAt: string | null;
            /** Format: date-time */
            readonly updatedAt: string | null;
            /**
             * Format: int64
             * @description How many the plan has.
             */
            readonly recommendations: number;
            /** Format: int64 */
            readonly requestedAmountCents: number;
            /** Format: int64 */
            readonly approvedAmountCents: number;
            /** Format: int64 */
            readonly fundedAmountCents: number;
        };
        readonly ApplicationNextSteps: {
            /** Format: int64 */
            readonly open: number;
            /**
             * Format: int64
             * @description Open steps that hold the application up.
             */
            readonly blocking: number;
            /** Format: int64 */
            readonly completed: number;
            /** @description The open step that is due first. */
            readonly next: components["schemas"]["ApplicationNextStepsNext"] | null;
        };
        readonly ApplicationNextStepsNext: {
            readonly stepId: string;
            readonly title: string | null;
            readonly kind: string | null;
            readonly owner: string | null;
            /** Format: date-time */
            readonly dueAt: string | null;
            readonly blocking: boolean;
        };
        readonly ApplicationUnderwriting: {
            readonly resultId: string;
            /** @description The report that was evaluated. */
            readonly requestId: string | null;
            /** Format: date-time */
            readonly evaluatedAt: string | null;
            readonly decision: string | null;
            readonly primaryPaths: readonly string[];
            readonly cardStatus: string | null;
            readonly termLoanStatus: string | null;
            readonly declineStatus: string | null;
            readonly declineReason: string | null;
            readonly parkedReason: string | null;
            readonly score: number | null;
            readonly tier: string | null;
            /** Format: int64 */
            readonly fundingRangeMinCents: number | null;
            /** Format: int64 */
            readonly fundingRangeMaxCents: number | null;
        };
        /** @description A CRM contact. Birth dates and Social Security numbers are never kept. */
        readonly Contact: {
            readonly contactId: string;
            readonly firstName: string | null;
            readonly lastName: string | null;
            /** @description First and last name. */
            readonly name: string | null;
            readonly companyName: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly address: components["schemas"]["ContactAddress"];
            /** @description Where the contact came from, as the CRM names it. */
            readonly source: string | null;
            readonly tags: readonly string[];
            /** @description The user of the CRM who looks after the contact. */
            readonly assignedTo: string | null;
            /** @description Do not disturb. */
            readonly dnd: boolean;
            readonly customFields: readonly components["schemas"]["ContactCustomFieldsItem"][];
            /** Format: date-time */
            readonly createdAt: string | null;
            /** Format: date-time */
            readonly updatedAt: string | null;
            /** @description What `include` asks for, as the routes below `/contacts/{contactId}` show it. Absent without `include`. */
            readonly included?: components["schemas"]["ContactIncluded"];
        };
        readonly ContactAddress: {
            readonly line1: string | null;
            readonly city: string | null;
            readonly state: string | null;
            readonly postalCode: string | null;
            readonly country: string | null;
        };
        readonly ContactCustomFieldsItem: {
            /** @description A `fieldId` of `/custom-fields`. */
            readonly id: string;
            /** @description Any JSON value, as the CRM stored it. */
            readonly value: unknown;
        };
        readonly ContactIncluded: {
            readonly creditSummary?: components["schemas"]["CreditSummary"];
            readonly underwritingResults?: components["schemas"]["ContactIncludedUnderwritingResults"];
            readonly fundingPlans?: components["schemas"]["ContactIncludedFundingPlans"];
            readonly nextSteps?: components["schemas"]["ContactIncludedNextSteps"];
            /** @description Null while the pipeline has none of the contact. */
            readonly application?: components["schemas"]["Application"] | null;
        };
        readonly ContactIncludedFundingPlans: {
            readonly contactId: string;
            /** @description Newest first, plans without a date last. */
            readonly fundingPlans: readonly components["schemas"]["FundingPlan"][];
        };
        readonly ContactIncludedNextSteps: {
            readonly contactId: string;
            /** @description Open and done, as the funding platform orders them. */
            readonly nextSteps: readonly components["schemas"]["NextStep"][];
        };
        readonly ContactIncludedUnderwritingResults: {
            readonly contactId: string;
            /** @description Newest first. */
            readonly results: readonly components["schemas"]["UnderwritingResult"][];
        };
        readonly ContactsApplicationResponse: {
            readonly data: components["schemas"]["Application"];
            readonly requestId: string;
        };
        readonly ContactsCreditSummaryResponse: {
            readonly data: components["schemas"]["CreditSummary"];
            readonly requestId: string;
        };
        readonly ContactsFindResponse: {
            readonly data: components["schemas"]["Contact"];
            readonly requestId: string;
        };
        readonly ContactsFundingPlansData: {
            readonly contactId: string;
            /** @description Newest first, plans without a date last. */
            readonly fundingPlans: readonly components["schemas"]["FundingPlan"][];
        };
        readonly ContactsFundingPlansResponse: {
            readonly data: components["schemas"]["ContactsFundingPlansData"];
            readonly requestId: string;
        };
        readonly ContactsListData: {
            /**
             * Format: int64
             * @description Number of entries in this page.
             */
            readonly returned: number;
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            readonly nextCursor: string | null;
            readonly contacts: readonly components["schemas"]["Contact"][];
        };
        readonly ContactsListResponse: {
            readonly data: components["schemas"]["ContactsListData"];
            readonly requestId: string;
        };
        readonly ContactsNextStepsData: {
            readonly contactId: string;
            /** @description Open and done, as the funding platform orders them. */
            readonly nextSteps: readonly components["schemas"]["NextStep"][];
        };
        readonly ContactsNextStepsResponse: {
            readonly data: components["schemas"]["ContactsNextStepsData"];
            readonly requestId: string;
        };
        readonly ContactsUnderwritingResultsData: {
            readonly contactId: string;
            /** @description Newest first. */
            readonly results: readonly components["schemas"]["UnderwritingResult"][];
        };
        readonly ContactsUnderwritingResultsResponse: {
            readonly data: components["schemas"]["ContactsUnderwritingResultsData"];
            readonly requestId: string;
        };
        /** @description What the credential of this request may do, and what is left of its limits. */
        readonly Credential: {
            readonly credentialId: string;
            /** @description The last characters of the token. */
            readonly hint: string | null;
            /** @enum {string} */
            readonly reach: "location" | "agency";
            /** @description The company that the credential was made for. */
            readonly companyId: string | null;
            readonly locations: components["schemas"]["CredentialLocationsPinned"] | components["schemas"]["CredentialLocationsInstalled"];
            /** @description `read` for everything, `credit_reports` beside it for stored reports. */
            readonly permissions: readonly string[];
            /**
             * Format: date-time
             * @description When the credential ends by itself; null: never.
             */
            readonly expiresAt: string | null;
            readonly limits: readonly components["schemas"]["CredentialLimitsItem"][];
        };
        readonly CredentialLimitsItem: {
            /**
             * @description `window`: requests of this credential in a short window. `day`: requests of all credentials of the company in a UTC day. `credential-day`: requests of this credential in a UTC day, where it has a cap of its own.
             * @enum {string}
             */
            readonly name: "window" | "day" | "credential-day";
            /**
             * Format: int64
             * @description Requests that are allowed.
             */
            readonly limit: number;
            /**
             * Format: int64
             * @description What is left of them after this request.
             */
            readonly remaining: number;
            /** Format: int64 */
            readonly periodSeconds: number;
            /**
             * Format: date-time
             * @description When all of them are allowed again.
             */
            readonly resetsAt: string;
        };
        readonly CredentialLocationsInstalled: {
            /**
             * @description The locations that the company has installed now; `/locations` lists them, `locationId` names one.
             * @constant
             */
            readonly rule: "installed";
            readonly locationId: null;
        };
        readonly CredentialLocationsPinned: {
            /**
             * @description Always this location; `locationId` is ignored.
             * @constant
             */
            readonly rule: "pinned";
            readonly locationId: string;
        };
        readonly CredentialShowResponse: {
            readonly data: components["schemas"]["Credential"];
            readonly requestId: string;
        };
        /** @description A stored credit report. */
        readonly CreditReport: {
            /** @description Id of the stored report; not that of this request. */
            readonly requestId: string;
            readonly contactId: string;
            /** Format: date-time */
            readonly pulledAt: string;
            readonly bureaus: readonly string[];
            /** @description Whether there is a PDF of it: see `/credit-reports/pdf-url`. */
            readonly renderable: boolean;
            /** @description The JSON text as it was stored, byte for byte, but for Social Security numbers: `***-**-****`. */
            readonly report: unknown;
        };
        /** @description A short-lived signed link to the PDF of a stored credit report. */
        readonly CreditReportPdfUrl: {
            /**
             * Format: uri
             * @description Follow it with GET and without credential. It gives access to the report: do not log it.
             */
            readonly url: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             */
            readonly expiresAt: string;
            /** @description Id of the stored report; not that of this request. */
            readonly requestId: string;
        };
        readonly CreditReportsFindResponse: {
            readonly data: components["schemas"]["CreditReport"];
            readonly requestId: string;
        };
        readonly CreditReportsPdfUrlResponse: {
            readonly data: components["schemas"]["CreditReportPdfUrl"];
            readonly requestId: string;
        };
        /** @description What the stored reports of a contact come to. */
        readonly CreditSummary: {
            readonly contactId: string;
            /** @description The latest stored report; null without any. */
            readonly requestId: string | null;
            /**
             * Format: date-time
             * @description When the latest report was pulled.
             */
            readonly pulledAt: string | null;
            /** @description Of each bureau the scores of the newest report that states any, with the pull they come from. */
            readonly scores: readonly components["schemas"]["CreditSummaryScoresItem"][];
            /** @description Newest pull first. */
            readonly reports: readonly components["schemas"]["CreditSummaryReportsItem"][];
        };
        readonly CreditSummaryReportsItem: {
            /** @description Id of the stored report; not that of this request. */
            readonly requestId: string;
            /** Format: date-time */
            readonly pulledAt: string | null;
            readonly bureaus: readonly string[];
            /** @description In the order of the report. */
            readonly scores: readonly components["schemas"]["CreditSummaryReportsItemScoresItem"][];
            readonly utilizationPct: number | null;
            /** Format: int64 */
            readonly openTradelines: number | null;
            /**
             * Format: int64
             * @description Inquiries of the last six months.
             */
            readonly inquiries6m: number | null;
            /**
             * Format: int64
             * @description Derogatory marks of the last 24 months.
             */
            readonly derogatories24m: number | null;
            /** Format: int64 */
            readonly oldestAccountMonths: number | null;
            /** Format: int64 */
            readonly totalDebtCents: number | null;
            /** @description More figures, derived from the report. Null where the report cannot tell. */
            readonly figures?: components["schemas"]["CreditSummaryReportsItemFigures"];
        };
        readonly CreditSummaryReportsItemFigures: {
            /** @description The figures beside this object that the funding platform stated. All others are derived from the report. */
            readonly stated: readonly ("utilizationPct" | "openTradelines" | "inquiries6m" | "derogatories24m" | "oldestAccountMonths" | "totalDebtCents")[];
            /**
             * Format: int64
             * @description Balances of the open revolving accounts.
             */
            readonly revolvingBalanceCents: number | null;
            /**
             * Format: int64
             * @description Limits of the open revolving accounts.
             */
            readonly revolvingLimitCents: number | null;
            /** @description Of the open revolving account that uses most of its limit, in percent. */
            readonly highestCardUtilizationPct: number | null;
            /**
             * Format: int64
             * @description Open cards, charge accounts and lines of credit.
             */
            readonly openRevolving: number | null;
            /** Format: int64 */
            readonly openInstallment: number | null;
            /**
             * Format: int64
             * @description Open mortgages and home equity lines.
             */
            readonly openMortgages: number | null;
            /**
             * Format: int64
             * @description Open accounts that are due in full each month.
             */
            readonly openOther: number | null;
            /**
             * Format: int64
             * @description Balances of all accounts but mortgages.
             */
            readonly nonMortgageDebtCents: number | null;
            /**
             * Format: int64
             * @description Payments due each month on open accounts.
             */
            readonly monthlyPaymentCents: number | null;
            /** Format: int64 */
            readonly inquiries3m: number | null;
            /** Format: int64 */
            readonly inquiries12m: number | null;
            /** Format: int64 */
            readonly derogatories12m: number | null;
            /**
             * Format: int64
             * @description Months of the last twelve in which an account was 30 days late or more.
             */
            readonly latePayments12m: number | null;
            /** Format: int64 */
            readonly latePayments24m: number | null;
            /**
             * Format: int64
             * @description Full months from the opening of the newest account to the pull.
             */
            readonly newestAccountMonths: number | null;
            /**
             * Format: int64
             * @description Average age of the accounts in full months.
             */
            readonly averageAccountMonths: number | null;
            /**
             * Format: int64
             * @description Accounts of others that the person may use.
             */
            readonly authorizedUserAccounts: number | null;
            /** Format: int64 */
            readonly collections: number | null;
            /** Format: int64 */
            readonly publicRecords: number | null;
            /** @description The same figures by the accounts and inquiries of each bureau; empty unless the report names several. */
            readonly bureaus: readonly components["schemas"]["CreditSummaryReportsItemFiguresBureausItem"][];
        };
        readonly CreditSummaryReportsItemFiguresBureausItem: {
            /** @enum {string} */
            readonly bureau: "equifax" | "experian" | "transunion";
            readonly utilizationPct: number | null;
            /** Format: int64 */
            readonly openTradelines: number | null;
            /** Format: int64 */
            readonly inquiries6m: number | null;
            /** Format: int64 */
            readonly derogatories24m: number | null;
            /** Format: int64 */
            readonly oldestAccountMonths: number | null;
            /** Format: int64 */
            readonly totalDebtCents: number | null;
        };
        readonly CreditSummaryReportsItemScoresItem: {
            /** @description `equifax`, `experian`, `transunion`, or another name as the report has it. */
            readonly bureau: string | null;
            /** @description The scoring model as the report names it. */
            readonly model: string | null;
            /**
             * Format: int64
             * @description Null where the bureau gave none; `reason` and `code` say why.
             */
            readonly score: number | null;
            /**
             * @description `excluded`: the model does not score this file, `code` says why. `not_scored`: zero, a negative number or words stand in the place of a score. `unreadable`: something else does. Null beside a score.
             * @enum {string|null}
             */
            readonly reason: "excluded" | "not_scored" | "unreadable" | null;
            /** @description What the report has instead of a score, e.g. `9002`; its meaning is the bureau’s. Null beside a score. */
            readonly code: string | null;
        };
        readonly CreditSummaryScoresItem: {
            /** @description `equifax`, `experian`, `transunion`, or another name as the report has it. */
            readonly bureau: string | null;
            /** @description The scoring model as the report names it. */
            readonly model: string | null;
            /**
             * Format: int64
             * @description Null where the bureau gave none; `reason` and `code` say why.
             */
            readonly score: number | null;
            /**
             * @description `excluded`: the model does not score this file, `code` says why. `not_scored`: zero, a negative number or words stand in the place of a score. `unreadable`: something else does. Null beside a score.
             * @enum {string|null}
             */
            readonly reason: "excluded" | "not_scored" | "unreadable" | null;
            /** @description What the report has instead of a score, e.g. `9002`; its meaning is the bureau’s. Null beside a score. */
            readonly code: string | null;
            /** @description Id of the stored report; not that of this request. */
            readonly requestId: string;
            /** Format: date-time */
            readonly pulledAt: string | null;
        };
        /** @description A custom field that the location defines for its contacts. */
        readonly CustomField: {
            /** @description The `id` of `customFields` in a contact. */
            readonly fieldId: string;
            /** @description As people read it. */
            readonly name: string | null;
            /** @description As templates and imports write it, e.g. `contact.monthly_revenue`. */
            readonly key: string | null;
            /** @description As the CRM calls it. */
            readonly dataType: string | null;
        };
        readonly CustomFieldsListData: {
            /** @description All of them, in the order of ids. */
            readonly customFields: readonly components["schemas"]["CustomField"][];
        };
        readonly CustomFieldsListResponse: {
            readonly data: components["schemas"]["CustomFieldsListData"];
            readonly requestId: string;
        };
        readonly DashboardStatsData: {
            readonly window: components["schemas"]["DashboardStatsDataWindow"];
            readonly credit: components["schemas"]["DashboardStatsDataCredit"];
            readonly underwriting: components["schemas"]["DashboardStatsDataUnderwriting"];
            readonly funding: components["schemas"]["DashboardStatsDataFunding"];
            readonly deals: components["schemas"]["DashboardStatsDataDeals"];
        };
        readonly DashboardStatsDataCredit: {
            /**
             * Format: int64
             * @description Happened in the window (pulledAt): stored credit reports.
             */
            readonly reportsPulled: number;
            /** @description Happened in the window (pulledAt): reports by bureau; a report of three bureaus counts in each. */
            readonly reportsByBureau: components["schemas"]["DashboardStatsDataCreditReportsByBureau"];
            /**
             * Format: int64
             * @description Happened in the window (pulledAt): contacts whose latest report was pulled in the window.
             */
            readonly contactsWithReport: number;
            /** @description Mean of the scores of these latest reports, to one decimal; null when none has a score. */
            readonly averageScore: number | null;
            /**
             * Format: int64
             * @description Of these latest reports, those with a score.
             */
            readonly scored: number;
            /**
             * Format: int64
             * @description Of these latest reports, those without a score.
             */
            readonly unscored: number;
            /** @description Of these latest reports, the scores by band. */
            readonly scoreBands: components["schemas"]["DashboardStatsDataCreditScoreBands"];
        };
        readonly DashboardStatsDataCreditReportsByBureau: {
            /**
             * Format: int64
             * @description Reports that include equifax.
             */
            readonly equifax: number;
            /**
             * Format: int64
             * @description Reports that include experian.
             */
            readonly experian: number;
            /**
             * Format: int64
             * @description Reports that include transunion.
             */
            readonly transunion: number;
            /**
             * Format: int64
             * @description Reports that include another bureau.
             */
            readonly other: number;
        };
        readonly DashboardStatsDataCreditScoreBands: {
            /**
             * Format: int64
             * @description Scores of 800 and more.
             */
            readonly exceptional: number;
            /**
             * Format: int64
             * @description Scores of 740 to 799.
             */
            readonly veryGood: number;
            /**
             * Format: int64
             * @description Scores of 670 to 739.
             */
            readonly good: number;
            /**
             * Format: int64
             * @description Scores of 580 to 669.
             */
            readonly fair: number;
            /**
             * Format: int64
             * @description Scores of 0 to 579.
             */
            readonly poor: number;
        };
        readonly DashboardStatsDataDeals: {
            /**
             * Format: int64
             * @description Happened in the window (createdAt): deals.
             */
            readonly created: number;
            /**
             * Format: int64
             * @description Happened in the window (createdAt): their amounts now, in integer cents.
             */
            readonly createdAmountCents: number;
            /**
             * Format: int64
             * @description Happened in the window (statusChangedAt): deals that are won.
             */
            readonly won: number;
            /**
             * Format: int64
             * @description Happened in the window (statusChangedAt): the amounts of won deals, in integer cents.
             */
            readonly wonAmountCents: number;
            /**
             * Format: int64
             * @description Happened in the window (statusChangedAt): deals that are lost; abandoned ones are not.
             */
            readonly lost: number;
            /**
             * Format: int64
             * @description Happened in the window (statusChangedAt): the amounts of lost deals, in integer cents.
             */
            readonly lostAmountCents: number;
            /**
             * Format: int64
             * @description State now, whatever the window: open deals.
             */
            readonly open: number;
            /**
             * Format: int64
             * @description State now, whatever the window: the amounts of open deals, in integer cents.
             */
            readonly openAmountCents: number;
        };
        readonly DashboardStatsDataFunding: {
            /**
             * Format: int64
             * @description Happened in the window (submittedAt): funding applications.
             */
            readonly applicationsSubmitted: number;
            /**
             * Format: int64
             * @description Happened in the window (createdAt): funding plans.
             */
            readonly plansCreated: number;
            /** @description Outcome now of the plans created in the window, the most frequent first, at most 20 outcomes. */
            readonly plansByOutcome: readonly components["schemas"]["DashboardStatsDataFundingPlansByOutcomeItem"][];
            /**
             * Format: int64
             * @description Plans created in the window whose outcomes are not listed.
             */
            readonly plansOfOtherOutcomes: number;
            /**
             * Format: int64
             * @description Happened in the window (submittedAt): recommendations submitted to a lender.
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description Happened in the window (submittedAt): the amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Happened in the window (decidedAt): recommendations that a lender decided.
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Happened in the window (decidedAt): of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description Happened in the window (decidedAt): the amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /** @description Approved of decided, to four decimals; null when nothing was decided in the window. */
            readonly approvalRate: number | null;
            /**
             * Format: int64
             * @description Happened in the window (fundedAt): recommendations paid out.
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description Happened in the window (fundedAt): the amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataFundingPlansByOutcomeItem: {
            /** @description Lower case; null: none stated yet. */
            readonly outcome: string | null;
            /**
             * Format: int64
             * @description Plans with this outcome.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataUnderwriting: {
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): underwriting results.
             */
            readonly evaluated: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results that qualify for cards or a term loan.
             */
            readonly qualified: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results that decline.
             */
            readonly declined: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results that park the file.
             */
            readonly parked: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results that say none of the three.
             */
            readonly undecided: number;
            /** @description Declined results by reason, the most frequent first, at most 50 reasons. */
            readonly declinedByReason: readonly components["schemas"]["DashboardStatsDataUnderwritingDeclinedByReasonItem"][];
            /**
             * Format: int64
             * @description Declined results whose reasons are not listed.
             */
            readonly declinedForOtherReasons: number;
            /** @description Parked results by reason, the most frequent first, at most 50 reasons. */
            readonly parkedByReason: readonly components["schemas"]["DashboardStatsDataUnderwritingParkedByReasonItem"][];
            /**
             * Format: int64
             * @description Parked results whose reasons are not listed.
             */
            readonly parkedForOtherReasons: number;
        };
        readonly DashboardStatsDataUnderwritingDeclinedByReasonItem: {
            /** @description Lower case, blanks folded, at most 80 characters; null: none stated. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description Results with this reason.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataUnderwritingParkedByReasonItem: {
            /** @description Lower case, blanks folded, at most 80 characters; null: none stated. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description Results with this reason.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataWindow: {
            /** @description Calendar days in the window, today included. */
            readonly days: number;
            /**
             * Format: date
             * @description The first day.
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last day: today in the time zone below.
             */
            readonly to: string;
            /** @description The location's time zone (IANA), whose days these are; UTC while none, or none that exists, is known. */
            readonly timeZone: string;
        };
        readonly DashboardStatsResponse: {
            readonly data: components["schemas"]["DashboardStatsData"];
            readonly requestId: string;
        };
        /** @description A CRM deal (opportunity) with a contact. */
        readonly Deal: {
            readonly dealId: string;
            /** @description The contact that the deal is with. */
            readonly contactId: string;
            /** @description A pipeline of `/deal-pipelines`. */
            readonly pipelineId: string | null;
            /** @description A stage of that pipeline. */
            readonly stageId: string | null;
            readonly name: string | null;
            /** @enum {string|null} */
            readonly status: "open" | "won" | "lost" | "abandoned" | null;
            /** Format: int64 */
            readonly amountCents: number | null;
            /** @description Where the deal came from, as the CRM names it. */
            readonly source: string | null;
            /** @description The user of the CRM who looks after the deal. */
            readonly assignedTo: string | null;
            /** Format: date-time */
            readonly createdAt: string | null;
            /** Format: date-time */
            readonly updatedAt: string | null;
            /** Format: date-time */
            readonly stageChangedAt: string | null;
            /** Format: date-time */
            readonly statusChangedAt: string | null;
        };
        /** @description A pipeline of CRM deals and its stages. */
        readonly DealPipeline: {
            readonly pipelineId: string;
            readonly name: string | null;
            /** @description By position, those without one last. */
            readonly stages: readonly components["schemas"]["DealPipelineStagesItem"][];
        };
        readonly DealPipelineStagesItem: {
            readonly stageId: string;
            readonly name: string | null;
            /**
             * Format: int64
             * @description Place on the board, as the CRM counts.
             */
            readonly position: number | null;
        };
        readonly DealPipelinesListData: {
            /**
             * Format: int64
             * @description Number of entries in this page.
             */
            readonly returned: number;
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            readonly nextCursor: string | null;
            readonly pipelines: readonly components["schemas"]["DealPipeline"][];
        };
        readonly DealPipelinesListResponse: {
            readonly data: components["schemas"]["DealPipelinesListData"];
            readonly requestId: string;
        };
        readonly DealsFindResponse: {
            readonly data: components["schemas"]["Deal"];
            readonly requestId: string;
        };
        readonly DealsListData: {
            /**
             * Format: int64
             * @description Number of entries in this page.
             */
            readonly returned: number;
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            readonly nextCursor: string | null;
            readonly deals: readonly components["schemas"]["Deal"][];
        };
        readonly DealsListResponse: {
            readonly data: components["schemas"]["DealsListData"];
            readonly requestId: string;
        };
        /** @description A funding plan with its recommendations. */
        readonly FundingPlan: {
            readonly planId: string;
            readonly planType: string | null;
            readonly status: string | null;
            readonly outcome: string | null;
            /** Format: date-time */
            readonly createdAt: string | null;
            /** Format: date-time */
            readonly updatedAt: string | null;
            /**
             * Format: int64
             * @description Sum over the recommendations; missing amounts count as nothing.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description The same of what lenders granted.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description The same of what was paid out.
             */
            readonly fundedAmountCents: number;
            /** @description As the funding platform orders them. */
            readonly recommendations: readonly components["schemas"]["FundingPlanRecommendationsItem"][];
        };
        readonly FundingPlanRecommendationsItem: {
            /** @description Unique in its plan. */
            readonly id: string | null;
            readonly product: string | null;
            readonly lender: string | null;
            /** Format: int64 */
            readonly requestedAmountCents: number | null;
            /** Format: int64 */
            readonly approvedAmountCents: number | null;
            /** Format: int64 */
            readonly fundedAmountCents: number | null;
            /** @description Annual percentage rate, in percent: 24.99 is 24.99 % a year. */
            readonly aprPct: number | null;
            /** @description What is paid back for each dollar advanced: 1.25 is $1.25. */
            readonly factorRate: number | null;
            /** Format: int64 */
            readonly termMonths: number | null;
            /**
             * Format: int64
             * @description One payment.
             */
            readonly paymentCents: number | null;
            /** @description How often a payment is due: daily, weekly, biweekly, monthly …. */
            readonly paymentFrequency: string | null;
            /**
             * Format: int64
             * @description All fees together.
             */
            readonly feesCents: number | null;
            /** @description The bureau that the lender asks. */
            readonly bureauPulled: string | null;
            /** @description Whether a person has to guarantee the debt. */
            readonly personalGuarantee: boolean | null;
            /** @description What the lender wants before it pays out. */
            readonly stipulations: readonly string[];
            readonly status: string | null;
            readonly outcome: string | null;
            readonly declineReason: string | null;
            /** Format: date-time */
            readonly submittedAt: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
            /**
             * Format: date-time
             * @description When the offer ends.
             */
            readonly expiresAt: string | null;
            /** Format: date-time */
            readonly fundedAt: string | null;
            readonly notes: string | null;
        };
        /** @description A CRM account. */
        readonly Location: {
            /** @description Pass it as `locationId` elsewhere. */
            readonly locationId: string;
            readonly name: string | null;
            /** @description The company that has the location installed. */
            readonly companyId: string;
            /** @description IANA name, e.g. `America/Chicago`; days of the dashboard are days there. */
            readonly timezone: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly address: string | null;
        };
        readonly LocationsListData: {
            /**
             * Format: int64
             * @description Number of entries in this page.
             */
            readonly returned: number;
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            readonly nextCursor: string | null;
            readonly locations: readonly components["schemas"]["Location"][];
        };
        readonly LocationsListResponse: {
            readonly data: components["schemas"]["LocationsListData"];
            readonly requestId: string;
        };
        /** @description Something that has to happen next. */
        readonly NextStep: {
            readonly stepId: string;
            readonly title: string | null;
            readonly kind: string | null;
            /** @description The person or role that has to do it. */
            readonly owner: string | null;
            /** Format: date-time */
            readonly dueAt: string | null;
            /**
             * Format: date-time
             * @description Null while the step is open.
             */
            readonly completedAt: string | null;
            /** @description Whether the application waits for it. */
            readonly blocking: boolean;
        };
        readonly PipelineListData: {
            /** @constant */
            readonly pipelineType: "applicant";
            /**
             * Format: int64
             * @description Number of entries in this page.
             */
            readonly returned: number;
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            readonly nextCursor: string | null;
            readonly contacts: readonly components["schemas"]["Applicant"][];
        };
        readonly PipelineListResponse: {
            readonly data: components["schemas"]["PipelineListData"];
            readonly requestId: string;
        };
        /** @description What underwriting said about a stored report. */
        readonly UnderwritingResult: {
            readonly resultId: string;
            /** @description The stored report that was evaluated. */
            readonly requestId: string | null;
            /** Format: date-time */
            readonly evaluatedAt: string | null;
            /** @description In words. Never an approval: that is for lenders. */
            readonly decision: string | null;
            readonly primaryPaths: readonly string[];
            readonly overlays: readonly string[];
            readonly cardStatus: string | null;
            readonly termLoanStatus: string | null;
            readonly declineStatus: string | null;
            readonly declineReason: string | null;
            readonly parkedReason: string | null;
            /** @description Of the underwriting, not of a bureau. */
            readonly score: number | null;
            readonly tier: string | null;
            /** Format: int64 */
            readonly fundingRangeMinCents: number | null;
            /** Format: int64 */
            readonly fundingRangeMaxCents: number | null;
            readonly strengths: readonly string[];
            readonly risks: readonly string[];
            /** @description What would improve the result. */
            readonly actions: readonly string[];
        };
        readonly ErrorEnvelope: {
            readonly error: components["schemas"]["ErrorDetails"];
        };
        readonly ErrorDetails: {
            /**
             * @description What failed; each response says which code it has.
             * @enum {string}
             */
            readonly code: "forbidden" | "internal_error" | "invalid_request" | "not_found" | "rate_limited" | "unauthorized";
            /** @description For people. Never shows a value that came with the request. */
            readonly message: string;
            readonly requestId: string;
            /**
             * @description Tells apart failures of one code: why a 404 has no application, report or PDF, which limit refused a 429, a position beyond the end of its log. Absent where the code says all; more may be added.
             * @enum {string}
             */
            readonly reason?: "position_not_reached" | "application_not_found" | "report_not_found" | "report_not_renderable" | "pdf_failed" | "pdf_pending" | "rate_window" | "company_quota" | "credential_cap";
            /**
             * @description The same request may succeed after `Retry-After`. Absent otherwise.
             * @constant
             */
            readonly retryable?: true;
            /** @description With 400, every parameter that breaks a rule, as far as it can be told. Absent otherwise. */
            readonly details?: readonly components["schemas"]["ErrorDetail"][];
        };
        readonly ErrorDetail: {
            /** @description Its name, or that of the header. Null: the query as a whole, or an unknown name that is not shown. */
            readonly parameter: string | null;
            /**
             * @description The rule that it breaks. `either`: one of the parameters with this rule is required. More may be added.
             * @enum {string}
             */
            readonly rule: "required" | "either" | "unknown" | "repeated" | "encoding" | "length" | "range" | "format" | "one_of" | "cursor" | "size" | "unknown_partition" | "position_not_reached";
            /** @description With `one_of`, the values that the parameter takes. */
            readonly allowed?: readonly string[];
        };
    };
    responses: {
        /** @description The data is still that of the entity tag in `If-None-Match`. There is no body; the request counts. */
        readonly NotModified: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description Requests allowed per window; on a 429, by the limit that refused. */
                readonly "X-RateLimit-Limit": number;
                /** @description Requests remaining in this window. */
                readonly "X-RateLimit-Remaining": number;
                /** @description Unix timestamp in seconds at which the window resets. */
                readonly "X-RateLimit-Reset": number;
                /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                readonly RateLimit: string;
                /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                readonly "RateLimit-Policy": string;
                /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                readonly "X-Data-As-Of"?: string;
                /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                readonly "X-Position-Status"?: string;
                /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                readonly ETag: string;
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `invalid_request`: A parameter is missing, unknown, repeated or outside its rule. `details` names all parameters and rules, the message the first. */
        readonly InvalidRequest: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description Requests allowed per window; on a 429, by the limit that refused. */
                readonly "X-RateLimit-Limit"?: number;
                /** @description Requests remaining in this window. */
                readonly "X-RateLimit-Remaining"?: number;
                /** @description Unix timestamp in seconds at which the window resets. */
                readonly "X-RateLimit-Reset"?: number;
                /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                readonly RateLimit?: string;
                /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                readonly "RateLimit-Policy"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "limit must be a whole number from 1 to 500.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a",
                 *         "details": [
                 *           {
                 *             "parameter": "limit",
                 *             "rule": "range"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `unauthorized`: The bearer credential is missing, malformed, unknown, expired or revoked. */
        readonly Unauthorized: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description The scheme to authenticate with. */
                readonly "WWW-Authenticate": string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unauthorized",
                 *         "message": "A valid API key or access token is required: Authorization: Bearer <token>.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `forbidden`: The credential lacks a permission, or cannot access the requested location. */
        readonly Forbidden: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description Requests allowed per window; on a 429, by the limit that refused. */
                readonly "X-RateLimit-Limit": number;
                /** @description Requests remaining in this window. */
                readonly "X-RateLimit-Remaining": number;
                /** @description Unix timestamp in seconds at which the window resets. */
                readonly "X-RateLimit-Reset": number;
                /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                readonly RateLimit: string;
                /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                readonly "RateLimit-Policy": string;
                /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                readonly "X-Data-As-Of"?: string;
                /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                readonly "X-Position-Status"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "The credential cannot access the requested location.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `not_found`: There is no such thing in the location. */
        readonly NotFound: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description Requests allowed per window; on a 429, by the limit that refused. */
                readonly "X-RateLimit-Limit"?: number;
                /** @description Requests remaining in this window. */
                readonly "X-RateLimit-Remaining"?: number;
                /** @description Unix timestamp in seconds at which the window resets. */
                readonly "X-RateLimit-Reset"?: number;
                /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                readonly RateLimit?: string;
                /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                readonly "RateLimit-Policy"?: string;
                /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                readonly "X-Data-As-Of"?: string;
                /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                readonly "X-Position-Status"?: string;
                /** @description Seconds until a retry makes sense. */
                readonly "Retry-After"?: number;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "The location has no such contact.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `invalid_request`: The request target is longer than any operation needs. */
        readonly TargetTooLong: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "The request target is longer than 8192 bytes.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `rate_limited`: A limit is used up: `reason` says whether the window of the credential, the daily quota of its company or its own daily cap. Nothing was counted. */
        readonly RateLimited: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description Requests allowed per window; on a 429, by the limit that refused. */
                readonly "X-RateLimit-Limit": number;
                /** @description Requests remaining in this window. */
                readonly "X-RateLimit-Remaining": number;
                /** @description Unix timestamp in seconds at which the window resets. */
                readonly "X-RateLimit-Reset": number;
                /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                readonly RateLimit: string;
                /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                readonly "RateLimit-Policy": string;
                /** @description Seconds until a retry makes sense. */
                readonly "Retry-After": number;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "The rate limit of the credential is exceeded.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a",
                 *         "reason": "rate_window",
                 *         "retryable": true
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `invalid_request`: The headers are larger than any client needs. */
        readonly HeadersTooLarge: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "The headers have more than 200 lines or 16384 bytes.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description `internal_error`: Something failed here. With `Retry-After`, the same request may succeed then. */
        readonly InternalError: {
            headers: {
                /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                readonly "X-Request-ID": string;
                /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                readonly "Cache-Control": string;
                /** @description Requests allowed per window; on a 429, by the limit that refused. */
                readonly "X-RateLimit-Limit"?: number;
                /** @description Requests remaining in this window. */
                readonly "X-RateLimit-Remaining"?: number;
                /** @description Unix timestamp in seconds at which the window resets. */
                readonly "X-RateLimit-Reset"?: number;
                /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                readonly RateLimit?: string;
                /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                readonly "RateLimit-Policy"?: string;
                /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                readonly "X-Data-As-Of"?: string;
                /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                readonly "X-Position-Status"?: string;
                /** @description Seconds until a retry makes sense. */
                readonly "Retry-After"?: number;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal_error",
                 *         "message": "The service cannot answer at the moment. Try again later.",
                 *         "requestId": "req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a",
                 *         "retryable": true
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly "locations.list": {
        readonly parameters: {
            readonly query?: {
                /** @description Has no effect here; accepted so that it may be sent everywhere. */
                readonly locationId?: string;
                /** @description Entries per page. A page may have fewer although another follows. */
                readonly limit?: number;
                /** @description The exact `nextCursor` of the page before, for the same location and filters. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "returned": 1,
                     *         "nextCursor": null,
                     *         "locations": [
                     *           {
                     *             "locationId": "harborview-austin",
                     *             "name": "Harborview Austin",
                     *             "companyId": "harborview",
                     *             "timezone": "America/Chicago",
                     *             "email": "harborview-austin@example.com",
                     *             "phone": "+15125550100",
                     *             "address": "410 Congress Ave, Austin, TX 78701"
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LocationsListResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.list": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description At most 8 words, all of which must begin a word of the first, last or company name or of what stands before the @ of the e-mail address, in any order. Case, accents and punctuation do not matter: `obr` and `o'brien` find O’Brien. The first ten characters of a word count; words of one character are passed over, except in Chinese, Japanese and Korean, where any part of a name is found. A complete e-mail address, or a phone number of 10 to 15 digits in any writing, is looked up as such. */
                readonly query?: string;
                /** @description E-mail address, in any letter case. */
                readonly email?: string;
                /** @description Phone number in any writing, with or without country code. */
                readonly phone?: string;
                /** @description A tag, exactly as it is written. */
                readonly tag?: string;
                /** @description What to put into `included` of each entry, separated by commas, instead of a request per contact. */
                readonly include?: readonly ("creditSummary" | "underwritingResults" | "fundingPlans" | "nextSteps" | "application")[];
                /** @description Entries per page. A page may have fewer although another follows. */
                readonly limit?: number;
                /** @description The exact `nextCursor` of the page before, for the same location and filters. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "returned": 1,
                     *         "nextCursor": null,
                     *         "contacts": [
                     *           {
                     *             "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *             "firstName": "Rashawn",
                     *             "lastName": "Feest",
                     *             "name": "Rashawn Feest",
                     *             "companyName": null,
                     *             "email": "rashawn.feest.7@example.com",
                     *             "phone": "+15125550112",
                     *             "address": {
                     *               "line1": "7468 Tudor Close",
                     *               "city": "Austin",
                     *               "state": "TX",
                     *               "postalCode": "78701-3055",
                     *               "country": "US"
                     *             },
                     *             "source": "Facebook lead",
                     *             "tags": [
                     *               "returning",
                     *               "term-loan"
                     *             ],
                     *             "assignedTo": null,
                     *             "dnd": false,
                     *             "customFields": [
                     *               {
                     *                 "id": "cf-monthly-revenue",
                     *                 "value": 63253.2
                     *               },
                     *               {
                     *                 "id": "cf-time-in-business",
                     *                 "value": "1 years"
                     *               },
                     *               {
                     *                 "id": "cf-industries",
                     *                 "value": [
                     *                   "HVAC"
                     *                 ]
                     *               },
                     *               {
                     *                 "id": "cf-employer-id",
                     *                 "value": "44-3445934"
                     *               }
                     *             ],
                     *             "createdAt": "2025-09-09T06:05:22.993Z",
                     *             "updatedAt": "2025-09-09T06:05:22.994Z"
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsListResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.find": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description What to put into `included` of each entry, separated by commas, instead of a request per contact. */
                readonly include?: readonly ("creditSummary" | "underwritingResults" | "fundingPlans" | "nextSteps" | "application")[];
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM contact. */
                readonly contactId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "firstName": "Rashawn",
                     *         "lastName": "Feest",
                     *         "name": "Rashawn Feest",
                     *         "companyName": null,
                     *         "email": "rashawn.feest.7@example.com",
                     *         "phone": "+15125550112",
                     *         "address": {
                     *           "line1": "7468 Tudor Close",
                     *           "city": "Austin",
                     *           "state": "TX",
                     *           "postalCode": "78701-3055",
                     *           "country": "US"
                     *         },
                     *         "source": "Facebook lead",
                     *         "tags": [
                     *           "returning",
                     *           "term-loan"
                     *         ],
                     *         "assignedTo": null,
                     *         "dnd": false,
                     *         "customFields": [
                     *           {
                     *             "id": "cf-monthly-revenue",
                     *             "value": 63253.2
                     *           },
                     *           {
                     *             "id": "cf-time-in-business",
                     *             "value": "1 years"
                     *           },
                     *           {
                     *             "id": "cf-industries",
                     *             "value": [
                     *               "HVAC"
                     *             ]
                     *           },
                     *           {
                     *             "id": "cf-employer-id",
                     *             "value": "44-3445934"
                     *           }
                     *         ],
                     *         "createdAt": "2025-09-09T06:05:22.993Z",
                     *         "updatedAt": "2025-09-09T06:05:22.994Z"
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsFindResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such contact. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "custom-fields.list": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "customFields": [
                     *           {
                     *             "fieldId": "cf-account-reference",
                     *             "name": "Account reference",
                     *             "key": "contact.account_reference",
                     *             "dataType": "TEXT"
                     *           },
                     *           {
                     *             "fieldId": "cf-employer-id",
                     *             "name": "Employer ID (EIN)",
                     *             "key": "contact.employer_id",
                     *             "dataType": "TEXT"
                     *           },
                     *           {
                     *             "fieldId": "cf-industries",
                     *             "name": "Industries",
                     *             "key": "contact.industries",
                     *             "dataType": "MULTIPLE_OPTIONS"
                     *           },
                     *           {
                     *             "fieldId": "cf-intake-notes",
                     *             "name": "Intake notes",
                     *             "key": "contact.intake_notes",
                     *             "dataType": "LARGE_TEXT"
                     *           },
                     *           {
                     *             "fieldId": "cf-legacy-id",
                     *             "name": "Legacy ID",
                     *             "key": "contact.legacy_id",
                     *             "dataType": "TEXT"
                     *           },
                     *           {
                     *             "fieldId": "cf-monthly-revenue",
                     *             "name": "Monthly revenue",
                     *             "key": "contact.monthly_revenue",
                     *             "dataType": "MONETARY"
                     *           },
                     *           {
                     *             "fieldId": "cf-time-in-business",
                     *             "name": "Time in business",
                     *             "key": "contact.time_in_business",
                     *             "dataType": "TEXT"
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CustomFieldsListResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.credit-summary": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM contact. */
                readonly contactId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *         "pulledAt": "2025-10-14T17:13:30.750Z",
                     *         "scores": [
                     *           {
                     *             "bureau": "experian",
                     *             "model": "FICO Score 2",
                     *             "score": 610,
                     *             "reason": null,
                     *             "code": null,
                     *             "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *             "pulledAt": "2025-10-14T17:13:30.750Z"
                     *           }
                     *         ],
                     *         "reports": [
                     *           {
                     *             "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *             "pulledAt": "2025-10-14T17:13:30.750Z",
                     *             "bureaus": [
                     *               "experian"
                     *             ],
                     *             "scores": [
                     *               {
                     *                 "bureau": "experian",
                     *                 "model": "FICO Score 2",
                     *                 "score": 610,
                     *                 "reason": null,
                     *                 "code": null
                     *               }
                     *             ],
                     *             "utilizationPct": 47.4,
                     *             "openTradelines": 4,
                     *             "inquiries6m": 0,
                     *             "derogatories24m": 4,
                     *             "oldestAccountMonths": 222,
                     *             "totalDebtCents": 4409100,
                     *             "figures": {
                     *               "stated": [
                     *                 "utilizationPct",
                     *                 "openTradelines",
                     *                 "inquiries6m",
                     *                 "derogatories24m",
                     *                 "oldestAccountMonths",
                     *                 "totalDebtCents"
                     *               ],
                     *               "revolvingBalanceCents": 3222400,
                     *               "revolvingLimitCents": 6800000,
                     *               "highestCardUtilizationPct": 64.1,
                     *               "openRevolving": 3,
                     *               "openInstallment": 1,
                     *               "openMortgages": 0,
                     *               "openOther": 0,
                     *               "nonMortgageDebtCents": 4409100,
                     *               "monthlyPaymentCents": null,
                     *               "newestAccountMonths": 29,
                     *               "averageAccountMonths": 100,
                     *               "latePayments12m": 4,
                     *               "latePayments24m": 6,
                     *               "authorizedUserAccounts": null,
                     *               "inquiries3m": 0,
                     *               "inquiries12m": 0,
                     *               "derogatories12m": 2,
                     *               "collections": null,
                     *               "publicRecords": 0,
                     *               "bureaus": []
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsCreditSummaryResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such contact. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.underwriting-results": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM contact. */
                readonly contactId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "results": [
                     *           {
                     *             "resultId": "RhIESHHEbp66BuadKS3Z",
                     *             "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *             "evaluatedAt": "2025-11-18T10:25:08.062Z",
                     *             "decision": "Proceed",
                     *             "primaryPaths": [
                     *               "MCA"
                     *             ],
                     *             "overlays": [],
                     *             "cardStatus": "eligible",
                     *             "termLoanStatus": "ineligible",
                     *             "declineStatus": null,
                     *             "declineReason": null,
                     *             "parkedReason": null,
                     *             "score": 82.8,
                     *             "tier": "3",
                     *             "fundingRangeMinCents": 4600000,
                     *             "fundingRangeMaxCents": 15100000,
                     *             "strengths": [],
                     *             "risks": [
                     *               "Three inquiries in six months"
                     *             ],
                     *             "actions": [
                     *               "Pay revolving balances below 30 percent"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsUnderwritingResultsResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such contact. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.funding-plans": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM contact. */
                readonly contactId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "fundingPlans": [
                     *           {
                     *             "planId": "Cxpbz4vdtCDgN5nY0pIH",
                     *             "planType": "Card Stacking",
                     *             "status": "draft",
                     *             "outcome": null,
                     *             "createdAt": "2025-11-18T11:25:08.062Z",
                     *             "updatedAt": "2026-01-26T20:48:22.687Z",
                     *             "requestedAmountCents": 5900000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "recommendations": [
                     *               {
                     *                 "id": "Cxpbz4vdtCDgN5nY0pIH-1",
                     *                 "product": "Business card",
                     *                 "lender": "Granite State Bank",
                     *                 "requestedAmountCents": 900000,
                     *                 "approvedAmountCents": null,
                     *                 "fundedAmountCents": null,
                     *                 "aprPct": null,
                     *                 "factorRate": null,
                     *                 "termMonths": null,
                     *                 "paymentCents": null,
                     *                 "paymentFrequency": null,
                     *                 "feesCents": null,
                     *                 "bureauPulled": "equifax",
                     *                 "personalGuarantee": true,
                     *                 "stipulations": [],
                     *                 "status": "recommended",
                     *                 "outcome": null,
                     *                 "declineReason": null,
                     *                 "submittedAt": null,
                     *                 "decidedAt": null,
                     *                 "expiresAt": null,
                     *                 "fundedAt": null,
                     *                 "notes": null
                     *               },
                     *               {
                     *                 "id": "Cxpbz4vdtCDgN5nY0pIH-2",
                     *                 "product": "Merchant advance",
                     *                 "lender": "Evergreen Term Lending",
                     *                 "requestedAmountCents": 2000000,
                     *                 "approvedAmountCents": null,
                     *                 "fundedAmountCents": null,
                     *                 "aprPct": null,
                     *                 "factorRate": null,
                     *                 "termMonths": null,
                     *                 "paymentCents": null,
                     *                 "paymentFrequency": null,
                     *                 "feesCents": null,
                     *                 "bureauPulled": "transunion",
                     *                 "personalGuarantee": false,
                     *                 "stipulations": [],
                     *                 "status": "recommended",
                     *                 "outcome": null,
                     *                 "declineReason": null,
                     *                 "submittedAt": null,
                     *                 "decidedAt": null,
                     *                 "expiresAt": null,
                     *                 "fundedAt": null,
                     *                 "notes": null
                     *               },
                     *               {
                     *                 "id": "Cxpbz4vdtCDgN5nY0pIH-3",
                     *                 "product": "Term loan",
                     *                 "lender": "Juniper Merchant Advance",
                     *                 "requestedAmountCents": 3000000,
                     *                 "approvedAmountCents": null,
                     *                 "fundedAmountCents": null,
                     *                 "aprPct": null,
                     *                 "factorRate": null,
                     *                 "termMonths": null,
                     *                 "paymentCents": null,
                     *                 "paymentFrequency": null,
                     *                 "feesCents": null,
                     *                 "bureauPulled": "experian",
                     *                 "personalGuarantee": true,
                     *                 "stipulations": [],
                     *                 "status": "recommended",
                     *                 "outcome": null,
                     *                 "declineReason": null,
                     *                 "submittedAt": null,
                     *                 "decidedAt": null,
                     *                 "expiresAt": null,
                     *                 "fundedAt": null,
                     *                 "notes": null
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsFundingPlansResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such contact. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.next-steps": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM contact. */
                readonly contactId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "nextSteps": [
                     *           {
                     *             "stepId": "step-1",
                     *             "title": "Upload three months of bank statements",
                     *             "kind": "document",
                     *             "owner": "client",
                     *             "dueAt": "2026-01-28T20:48:22.687Z",
                     *             "completedAt": "2026-01-26T20:48:22.687Z",
                     *             "blocking": false
                     *           },
                     *           {
                     *             "stepId": "step-2",
                     *             "title": "Sign the credit authorization",
                     *             "kind": "signature",
                     *             "owner": "Marcus Bell",
                     *             "dueAt": "2026-01-29T20:48:22.687Z",
                     *             "completedAt": null,
                     *             "blocking": true
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsNextStepsResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such contact. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "contacts.application": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM contact. */
                readonly contactId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "firstName": "Rashawn",
                     *         "lastName": "Feest",
                     *         "name": "Rashawn Feest",
                     *         "companyName": null,
                     *         "email": "rashawn.feest.7@example.com",
                     *         "phone": "+15125550112",
                     *         "tags": [
                     *           "returning",
                     *           "term-loan"
                     *         ],
                     *         "assignedTo": null,
                     *         "stage": "strategy_ready",
                     *         "outcome": "open",
                     *         "reason": null,
                     *         "requestedAmountCents": 36100000,
                     *         "submittedAt": "2025-09-10T00:01:53.437Z",
                     *         "stageChangedAt": "2026-01-26T20:48:22.687Z",
                     *         "decidedAt": null,
                     *         "processor": "Marcus Bell",
                     *         "waitingOn": null,
                     *         "creditReport": {
                     *           "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *           "pulledAt": "2025-10-14T17:13:30.750Z",
                     *           "bureaus": [
                     *             "experian"
                     *           ],
                     *           "scores": [
                     *             {
                     *               "bureau": "experian",
                     *               "model": "FICO Score 2",
                     *               "score": 610
                     *             }
                     *           ],
                     *           "utilizationPct": 47.4,
                     *           "openTradelines": 4,
                     *           "inquiries6m": 0,
                     *           "derogatories24m": 4,
                     *           "oldestAccountMonths": 222,
                     *           "totalDebtCents": 4409100,
                     *           "figures": {
                     *             "stated": [
                     *               "utilizationPct",
                     *               "openTradelines",
                     *               "inquiries6m",
                     *               "derogatories24m",
                     *               "oldestAccountMonths",
                     *               "totalDebtCents"
                     *             ],
                     *             "revolvingBalanceCents": 3222400,
                     *             "revolvingLimitCents": 6800000,
                     *             "highestCardUtilizationPct": 64.1,
                     *             "openRevolving": 3,
                     *             "openInstallment": 1,
                     *             "openMortgages": 0,
                     *             "openOther": 0,
                     *             "nonMortgageDebtCents": 4409100,
                     *             "monthlyPaymentCents": null,
                     *             "newestAccountMonths": 29,
                     *             "averageAccountMonths": 100,
                     *             "latePayments12m": 4,
                     *             "latePayments24m": 6,
                     *             "authorizedUserAccounts": null,
                     *             "inquiries3m": 0,
                     *             "inquiries12m": 0,
                     *             "derogatories12m": 2,
                     *             "collections": null,
                     *             "publicRecords": 0,
                     *             "bureaus": []
                     *           }
                     *         },
                     *         "underwriting": {
                     *           "resultId": "RhIESHHEbp66BuadKS3Z",
                     *           "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *           "evaluatedAt": "2025-11-18T10:25:08.062Z",
                     *           "decision": "Proceed",
                     *           "primaryPaths": [
                     *             "MCA"
                     *           ],
                     *           "cardStatus": "eligible",
                     *           "termLoanStatus": "ineligible",
                     *           "declineStatus": null,
                     *           "declineReason": null,
                     *           "parkedReason": null,
                     *           "score": 82.8,
                     *           "tier": "3",
                     *           "fundingRangeMinCents": 4600000,
                     *           "fundingRangeMaxCents": 15100000
                     *         },
                     *         "funding": {
                     *           "plans": 1,
                     *           "requestedAmountCents": 5900000,
                     *           "approvedAmountCents": 0,
                     *           "fundedAmountCents": 0
                     *         },
                     *         "fundingPlans": [
                     *           {
                     *             "planId": "Cxpbz4vdtCDgN5nY0pIH",
                     *             "planType": "Card Stacking",
                     *             "status": "draft",
                     *             "outcome": null,
                     *             "createdAt": "2025-11-18T11:25:08.062Z",
                     *             "updatedAt": "2026-01-26T20:48:22.687Z",
                     *             "recommendations": 3,
                     *             "requestedAmountCents": 5900000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0
                     *           }
                     *         ],
                     *         "nextSteps": {
                     *           "open": 1,
                     *           "blocking": 1,
                     *           "completed": 1,
                     *           "next": {
                     *             "stepId": "step-2",
                     *             "title": "Sign the credit authorization",
                     *             "kind": "signature",
                     *             "owner": "Marcus Bell",
                     *             "dueAt": "2026-01-29T20:48:22.687Z",
                     *             "blocking": true
                     *           }
                     *         }
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContactsApplicationResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such contact. Or `application_not_found`: The contact has no application. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "pipeline.list": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description The type of pipeline. */
                readonly pipelineType?: "applicant";
                /** @description Only applications at this stage. */
                readonly stage?: string;
                /** @description Only the application of this contact. */
                readonly contactId?: string;
                /** @description Only applications with this outcome. */
                readonly outcome?: "open" | "approved" | "funded" | "declined" | "withdrawn" | "parked";
                /** @description Only applications of this processor, exactly as entries name them. */
                readonly processor?: string;
                /** @description Only applications that wait on this, exactly as entries say it. */
                readonly waitingOn?: string;
                /** @description Only applications of contacts with a funding plan of this status, shown in the entry or not. */
                readonly planStatus?: string;
                /** @description What to put into `included` of each entry, separated by commas, instead of a request per contact. `application` adds nothing here: each entry is one. */
                readonly include?: readonly ("creditSummary" | "underwritingResults" | "fundingPlans" | "nextSteps" | "application")[];
                /** @description Entries per page. A page may have fewer although another follows. */
                readonly limit?: number;
                /** @description The exact `nextCursor` of the page before, for the same location and filters. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "pipelineType": "applicant",
                     *         "returned": 1,
                     *         "nextCursor": null,
                     *         "contacts": [
                     *           {
                     *             "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *             "firstName": "Rashawn",
                     *             "lastName": "Feest",
                     *             "name": "Rashawn Feest",
                     *             "companyName": null,
                     *             "email": "rashawn.feest.7@example.com",
                     *             "phone": "+15125550112",
                     *             "tags": [
                     *               "returning",
                     *               "term-loan"
                     *             ],
                     *             "assignedTo": null,
                     *             "stage": "strategy_ready",
                     *             "outcome": "open",
                     *             "reason": null,
                     *             "requestedAmountCents": 36100000,
                     *             "submittedAt": "2025-09-10T00:01:53.437Z",
                     *             "stageChangedAt": "2026-01-26T20:48:22.687Z",
                     *             "decidedAt": null,
                     *             "processor": "Marcus Bell",
                     *             "waitingOn": null,
                     *             "creditReport": {
                     *               "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *               "pulledAt": "2025-10-14T17:13:30.750Z",
                     *               "bureaus": [
                     *                 "experian"
                     *               ],
                     *               "scores": [
                     *                 {
                     *                   "bureau": "experian",
                     *                   "model": "FICO Score 2",
                     *                   "score": 610
                     *                 }
                     *               ],
                     *               "utilizationPct": 47.4,
                     *               "openTradelines": 4,
                     *               "inquiries6m": 0,
                     *               "derogatories24m": 4,
                     *               "oldestAccountMonths": 222,
                     *               "totalDebtCents": 4409100,
                     *               "figures": {
                     *                 "stated": [
                     *                   "utilizationPct",
                     *                   "openTradelines",
                     *                   "inquiries6m",
                     *                   "derogatories24m",
                     *                   "oldestAccountMonths",
                     *                   "totalDebtCents"
                     *                 ],
                     *                 "revolvingBalanceCents": 3222400,
                     *                 "revolvingLimitCents": 6800000,
                     *                 "highestCardUtilizationPct": 64.1,
                     *                 "openRevolving": 3,
                     *                 "openInstallment": 1,
                     *                 "openMortgages": 0,
                     *                 "openOther": 0,
                     *                 "nonMortgageDebtCents": 4409100,
                     *                 "monthlyPaymentCents": null,
                     *                 "newestAccountMonths": 29,
                     *                 "averageAccountMonths": 100,
                     *                 "latePayments12m": 4,
                     *                 "latePayments24m": 6,
                     *                 "authorizedUserAccounts": null,
                     *                 "inquiries3m": 0,
                     *                 "inquiries12m": 0,
                     *                 "derogatories12m": 2,
                     *                 "collections": null,
                     *                 "publicRecords": 0,
                     *                 "bureaus": []
                     *               }
                     *             },
                     *             "underwriting": {
                     *               "resultId": "RhIESHHEbp66BuadKS3Z",
                     *               "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *               "evaluatedAt": "2025-11-18T10:25:08.062Z",
                     *               "decision": "Proceed",
                     *               "primaryPaths": [
                     *                 "MCA"
                     *               ],
                     *               "cardStatus": "eligible",
                     *               "termLoanStatus": "ineligible",
                     *               "declineStatus": null,
                     *               "declineReason": null,
                     *               "parkedReason": null,
                     *               "score": 82.8,
                     *               "tier": "3",
                     *               "fundingRangeMinCents": 4600000,
                     *               "fundingRangeMaxCents": 15100000
                     *             },
                     *             "funding": {
                     *               "plans": 1,
                     *               "requestedAmountCents": 5900000,
                     *               "approvedAmountCents": 0,
                     *               "fundedAmountCents": 0
                     *             },
                     *             "fundingPlans": [
                     *               {
                     *                 "planId": "Cxpbz4vdtCDgN5nY0pIH",
                     *                 "planType": "Card Stacking",
                     *                 "status": "draft",
                     *                 "outcome": null,
                     *                 "createdAt": "2025-11-18T11:25:08.062Z",
                     *                 "updatedAt": "2026-01-26T20:48:22.687Z",
                     *                 "recommendations": 3,
                     *                 "requestedAmountCents": 5900000,
                     *                 "approvedAmountCents": 0,
                     *                 "fundedAmountCents": 0
                     *               }
                     *             ],
                     *             "nextSteps": {
                     *               "open": 1,
                     *               "blocking": 1,
                     *               "completed": 1,
                     *               "next": {
                     *                 "stepId": "step-2",
                     *                 "title": "Sign the credit authorization",
                     *                 "kind": "signature",
                     *                 "owner": "Marcus Bell",
                     *                 "dueAt": "2026-01-29T20:48:22.687Z",
                     *                 "blocking": true
                     *               }
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PipelineListResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "deals.list": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Only deals in this pipeline. */
                readonly pipelineId?: string;
                /** @description Only deals at this stage. */
                readonly stageId?: string;
                /** @description Only deals with this status. */
                readonly status?: "open" | "won" | "lost" | "abandoned";
                /** @description Only deals with this contact. */
                readonly contactId?: string;
                /** @description Entries per page. A page may have fewer although another follows. */
                readonly limit?: number;
                /** @description The exact `nextCursor` of the page before, for the same location and filters. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "returned": 1,
                     *         "nextCursor": null,
                     *         "deals": [
                     *           {
                     *             "dealId": "SlPYTlne2LZo19dpTkiO",
                     *             "contactId": "LTLpZxYi0hoFKr10mU71",
                     *             "pipelineId": "GfRgXUhm4xT5WV60OnRN",
                     *             "stageId": "e7a932e5-22e1-4978-89db-6a83ff4d9f33",
                     *             "name": "Swift Salon funding",
                     *             "status": "open",
                     *             "amountCents": 21100000,
                     *             "source": "Facebook lead",
                     *             "assignedTo": "Theo Lindgren",
                     *             "createdAt": "2025-10-31T02:40:16.575Z",
                     *             "updatedAt": "2026-02-23T00:36:22.381Z",
                     *             "stageChangedAt": "2026-02-23T00:36:22.381Z",
                     *             "statusChangedAt": null
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DealsListResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "deals.find": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description CRM deal. */
                readonly dealId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "dealId": "SlPYTlne2LZo19dpTkiO",
                     *         "contactId": "LTLpZxYi0hoFKr10mU71",
                     *         "pipelineId": "GfRgXUhm4xT5WV60OnRN",
                     *         "stageId": "e7a932e5-22e1-4978-89db-6a83ff4d9f33",
                     *         "name": "Swift Salon funding",
                     *         "status": "open",
                     *         "amountCents": 21100000,
                     *         "source": "Facebook lead",
                     *         "assignedTo": "Theo Lindgren",
                     *         "createdAt": "2025-10-31T02:40:16.575Z",
                     *         "updatedAt": "2026-02-23T00:36:22.381Z",
                     *         "stageChangedAt": "2026-02-23T00:36:22.381Z",
                     *         "statusChangedAt": null
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DealsFindResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such deal. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "deal-pipelines.list": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Entries per page. A page may have fewer although another follows. */
                readonly limit?: number;
                /** @description The exact `nextCursor` of the page before, for the same location and filters. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "returned": 1,
                     *         "nextCursor": null,
                     *         "pipelines": [
                     *           {
                     *             "pipelineId": "GfRgXUhm4xT5WV60OnRN",
                     *             "name": "Funding sales",
                     *             "stages": [
                     *               {
                     *                 "stageId": "231d9ee9-cade-4a95-adbe-c26304b1d309",
                     *                 "name": "New lead",
                     *                 "position": 0
                     *               },
                     *               {
                     *                 "stageId": "e7a932e5-22e1-4978-89db-6a83ff4d9f33",
                     *                 "name": "Contacted",
                     *                 "position": 1
                     *               },
                     *               {
                     *                 "stageId": "1dba241a-391e-44d8-b898-0d74ca6ad842",
                     *                 "name": "Consultation booked",
                     *                 "position": 2
                     *               },
                     *               {
                     *                 "stageId": "9f1b48e3-bcef-4b5d-bd4a-1e293ea791ae",
                     *                 "name": "Proposal sent",
                     *                 "position": 3
                     *               },
                     *               {
                     *                 "stageId": "10d61c2e-b418-4bb8-a2c8-82c55083f090",
                     *                 "name": "Signed",
                     *                 "position": 4
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DealPipelinesListResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "credit-reports.find": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Selects the latest stored report of this contact. */
                readonly contactId?: string;
                /** @description Selects this stored report. */
                readonly requestId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "requestId": "E50DHLqHVXMG6Yptrwqc",
                     *         "contactId": "ab89SqBkGWZJ5ikTK7pe",
                     *         "pulledAt": "2025-10-14T17:13:30.750Z",
                     *         "bureaus": [
                     *           "experian"
                     *         ],
                     *         "renderable": true,
                     *         "report": {
                     *           "creditProfile": [
                     *             {
                     *               "headerRecord": [
                     *                 {
                     *                   "reportDate": "10142025",
                     *                   "reportTime": "101502",
                     *                   "preamble": "TCA1"
                     *                 }
                     *               ],
                     *               "consumerIdentity": {
                     *                 "dob": {
                     *                   "day": "07",
                     *                   "month": "11",
                     *                   "year": "1998"
                     *                 },
                     *                 "name": [
                     *                   {
                     *                     "firstName": "Rashawn",
                     *                     "surname": "Feest",
                     *                     "type": "N"
                     *                   }
                     *                 ],
                     *                 "phone": [
                     *                   {
                     *                     "number": "5125550112",
                     *                     "type": "R",
                     *                     "source": "1"
                     *                   }
                     *                 ]
                     *               },
                     *               "addressInformation": [
                     *                 {
                     *                   "streetPrefix": "7468",
                     *                   "streetName": "Tudor Close",
                     *                   "city": "Austin",
                     *                   "state": "TX",
                     *                   "zipCode": "787013055"
                     *                 }
                     *               ],
                     *               "employmentInformation": [
                     *                 {
                     *                   "name": "Feest Auto Repair",
                     *                   "source": "Inquiry"
                     *                 }
                     *               ],
                     *               "ssn": [
                     *                 {
                     *                   "number": "***-**-****",
                     *                   "ssnIndicators": "YYYYYYYYY",
                     *                   "variationIndicator": ""
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CreditReportsFindResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such stored report. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "credit-reports.pdf-url": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Selects the latest stored report of this contact. */
                readonly contactId?: string;
                /** @description Selects this stored report. */
                readonly requestId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://api.example.com/downloads/credit-report.pdf?link=AbdvoxaAh9HazpZ8CYqsywmdMsbYOnf8yMJYEl8VKZw_9vs1H1siaGFyYm9ydmlldy1hdXN0aW4iLCJoYXJib3J2aWV3Iiwia2V5LWF1c3RpbiIsIkU1MERITHFIVlhNRzZZcHRyd3FjIiwiZXhhbXBsZSIsMTc3MjQ2MzkwMDAwMF0",
                     *         "expiresAt": "2026-03-02T15:05:00.000Z",
                     *         "requestId": "E50DHLqHVXMG6Yptrwqc"
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CreditReportsPdfUrlResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description `not_found`: The location has no such stored report, or it cannot be rendered. */
            readonly 404: components["responses"]["NotFound"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "credential.show": {
        readonly parameters: {
            readonly query?: {
                /** @description Has no effect here; accepted so that it may be sent everywhere. */
                readonly locationId?: string;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "credentialId": "key-austin",
                     *         "hint": "x7Qa",
                     *         "reach": "location",
                     *         "companyId": "harborview",
                     *         "locations": {
                     *           "rule": "pinned",
                     *           "locationId": "harborview-austin"
                     *         },
                     *         "permissions": [
                     *           "credit_reports",
                     *           "read"
                     *         ],
                     *         "expiresAt": null,
                     *         "limits": [
                     *           {
                     *             "name": "window",
                     *             "limit": 600,
                     *             "remaining": 599,
                     *             "periodSeconds": 60,
                     *             "resetsAt": "2026-03-02T15:01:00.000Z"
                     *           },
                     *           {
                     *             "name": "day",
                     *             "limit": 250000,
                     *             "remaining": 249999,
                     *             "periodSeconds": 86400,
                     *             "resetsAt": "2026-03-03T00:00:00.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CredentialShowResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly "dashboard.stats": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Length of the window in calendar days, which ends today. */
                readonly days?: number;
            };
            readonly header?: {
                /** @description Positions of published events that the response must contain, as `<topic>/<partition>/<offset>`, at most 64 of them separated by commas. 500 with `Retry-After` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log. */
                readonly "X-Wait-For-Position"?: string;
                /** @description Entity tags of responses that the client has: 304 where the response would be one of them. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    /** @description Names this request; the same as in the envelope. Quote it when you ask about a response. */
                    readonly "X-Request-ID": string;
                    /** @description `private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it. */
                    readonly "Cache-Control": string;
                    /** @description Requests allowed per window; on a 429, by the limit that refused. */
                    readonly "X-RateLimit-Limit": number;
                    /** @description Requests remaining in this window. */
                    readonly "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp in seconds at which the window resets. */
                    readonly "X-RateLimit-Reset": number;
                    /** @description What is left of every limit, and in how many seconds it resets (IETF draft). */
                    readonly RateLimit: string;
                    /** @description Every limit that counts this request: quota `q` per `w` seconds (IETF draft). */
                    readonly "RateLimit-Policy": string;
                    /** @description The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown. */
                    readonly "X-Data-As-Of"?: string;
                    /** @description What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response. */
                    readonly "X-Position-Status"?: string;
                    /** @description Names what `data` is; equal data has an equal one. Send it as `If-None-Match`. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "window": {
                     *           "days": 30,
                     *           "from": "2026-02-01",
                     *           "to": "2026-03-02",
                     *           "timeZone": "America/Chicago"
                     *         },
                     *         "credit": {
                     *           "reportsPulled": 3,
                     *           "reportsByBureau": {
                     *             "equifax": 2,
                     *             "experian": 1,
                     *             "transunion": 2,
                     *             "other": 0
                     *           },
                     *           "contactsWithReport": 3,
                     *           "averageScore": 763.7,
                     *           "scored": 3,
                     *           "unscored": 0,
                     *           "scoreBands": {
                     *             "exceptional": 1,
                     *             "veryGood": 1,
                     *             "good": 1,
                     *             "fair": 0,
                     *             "poor": 0
                     *           }
                     *         },
                     *         "underwriting": {
                     *           "evaluated": 2,
                     *           "qualified": 2,
                     *           "declined": 0,
                     *           "parked": 0,
                     *           "undecided": 0,
                     *           "declinedByReason": [],
                     *           "declinedForOtherReasons": 0,
                     *           "parkedByReason": [],
                     *           "parkedForOtherReasons": 0
                     *         },
                     *         "funding": {
                     *           "applicationsSubmitted": 3,
                     *           "plansCreated": 2,
                     *           "plansByOutcome": [
                     *             {
                     *               "outcome": null,
                     *               "count": 2
                     *             }
                     *           ],
                     *           "plansOfOtherOutcomes": 0,
                     *           "requested": 3,
                     *           "requestedAmountCents": 15500000,
                     *           "decided": 0,
                     *           "approved": 0,
                     *           "approvedAmountCents": 0,
                     *           "approvalRate": null,
                     *           "funded": 0,
                     *           "fundedAmountCents": 0
                     *         },
                     *         "deals": {
                     *           "created": 3,
                     *           "createdAmountCents": 63600000,
                     *           "won": 0,
                     *           "wonAmountCents": 0,
                     *           "lost": 2,
                     *           "lostAmountCents": 35800000,
                     *           "open": 5,
                     *           "openAmountCents": 106200000
                     *         }
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DashboardStatsResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 414: components["responses"]["TargetTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
