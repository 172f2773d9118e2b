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
         * @description Newest first, those without a date last; with `updatedSince` oldest change first. All given filters have to match.
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
         * @description The latest scores of each bureau with the pull they come from, and the figures of the contact's 500 newest stored reports. Lists are empty while the contact, or a report of it, is there. Also of a contact that is deleted, until the record itself is; the dashboard does not count it then.
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
         * @description The 500 newest; one report may have several. Never runs underwriting. Also of a contact that is deleted, until the record itself is; the dashboard does not count it then.
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
         * @description The 500 newest, with recommendations and statuses. Never changes a plan. Also of a contact that is deleted, until the record itself is; the dashboard does not count it then.
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
         * @description All of them, done ones too. Also of a contact that is deleted, until the record itself is; the dashboard does not count it then.
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
         * @description Latest submission first; with `updatedSince` oldest change first. Lists contacts that are not deleted and have an application. All given filters have to match.
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
    readonly "/pipeline/stages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the stages of the applicant pipeline
         * @description The stages of the desk's board in its order, and every other stage at which an application is now, with counts by outcome and sums of amounts, of the applications that /pipeline lists.
         *
         *     Needs `read`.
         */
        readonly get: operations["pipeline.stages"];
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
         * @description Newest first, those without a date last; with `updatedSince` oldest change first. Filters combine freely; all of them have to match.
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
         * @description Selects a report as `/credit-reports` does. The link is short-lived and signed; it works without a credential and is refused once the credential it was made with is revoked or loses `credit_reports`, the location changes hands, or the report is deleted or replaced. Using it is audited and counts against the limits of that credential. The PDF is rendered when the link is used: beyond what is rendered at once, the answer is 503 with `Retry-After`. `error.reason` says why there is no link: `report_not_found` or `report_not_renderable`. Never starts a credit pull.
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
    readonly "/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow what changes
         * @description Ids of what changed or was deleted, oldest change first. Without a cursor it begins with everything that there ever was. A client that keeps `nextCursor` is told of every change at least once, and exactly once while the read models are not rebuilt; several changes of one entity between two polls are told as one. A change is told when all changes before it are known, some seconds after the event. A replayed event counts as a change of its replay, up to a minute later. An application changes with its contact, and goes away with it.
         *
         *     Needs `read`.
         */
        readonly get: operations["changes.list"];
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
         * @description Credit, underwriting, funding and deal figures over the last `days` days of the location's calendar, today included. Counts what `/contacts` with `include`, `/pipeline` and `/deals` list: nothing of a contact that is deleted, or has not arrived yet. A location in which nothing has happened has zeros. With `scope=company` averages and rates are those of all contacts, results and recommendations together, and a label that a location counts among others is there too. A company with more than 200 locations gets 400 (`too_many_locations`), never a part of the sum; `X-Wait-For-Position` needs one location.
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
        /** @description A postal address; parts that are not known are null. */
        readonly Address: {
            readonly line1: string | null;
            readonly city: string | null;
            readonly state: string | null;
            readonly postalCode: string | null;
            readonly country: string | null;
        };
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
            /** @description As `/contacts/{contactId}/credit-summary` names it. */
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
            /** @description As `/contacts/{contactId}/credit-summary` names it. */
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
        /** @description An entity that changed or went away. The entity itself is read by its id. */
        readonly Change: {
            /** @enum {string} */
            readonly type: "contact" | "application" | "nextSteps" | "creditReport" | "underwritingResult" | "fundingPlan" | "deal";
            /** @description Of a `contact`, its `application` and `nextSteps` the contactId; else its own, e.g. the planId. */
            readonly id: string;
            readonly contactId: string;
            /**
             * @description Whether it is there, as of this response, or went away.
             * @enum {string}
             */
            readonly change: "upsert" | "delete";
            /**
             * Format: date-time
             * @description When the event log took the change.
             */
            readonly at: string;
        };
        readonly ChangesListData: {
            /**
             * Format: int64
             * @description Number of entries in this page.
             */
            readonly returned: number;
            /** @description Pass it as `cursor` to go on. Never null: keep it until the next poll. */
            readonly nextCursor: string;
            /** @description Whether to go on at once. False: everything until `upTo` is told. */
            readonly hasMore: boolean;
            /**
             * Format: date-time
             * @description Changes after this instant are told later.
             */
            readonly upTo: string;
            /**
             * Format: date-time
             * @description `upTo` while that is more than a minute ago: changes since then may be missing. Null: none is late.
             */
            readonly delayedSince: string | null;
            /** @description The read models were rebuilt by other rules, so that anything may have changed: all is told once more. */
            readonly resync: boolean;
            readonly changes: readonly components["schemas"]["Change"][];
        };
        readonly ChangesListResponse: {
            readonly data: components["schemas"]["ChangesListData"];
            readonly requestId: string;
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
            readonly address: components["schemas"]["Address"];
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
            /** @description The scoring model, e.g. `FICO Score 8`, `VantageScore 4.0`; one that is not known as it is stated. */
            readonly model: string | null;
            /** @description The scoring model as the report or its summary writes it, e.g. `00Q88`. */
            readonly statedModel: string | null;
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
            /** @description The scoring model, e.g. `FICO Score 8`, `VantageScore 4.0`; one that is not known as it is stated. */
            readonly model: string | null;
            /** @description The scoring model as the report or its summary writes it, e.g. `00Q88`. */
            readonly statedModel: string | null;
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
        /** @description With `series=daily`: each figure as an array with one value for each of `dates`. Counts and amounts of the days add up to those of the window; averages and rates are of the day alone, null as in a window. Lists by label and figures of the state now are not told apart by days. */
        readonly DashboardSeries: {
            /** @description Every day from `window.from` to `window.to`, ascending. */
            readonly dates: readonly string[];
            readonly credit: components["schemas"]["DashboardSeriesCredit"];
            readonly underwriting: components["schemas"]["DashboardSeriesUnderwriting"];
            readonly funding: components["schemas"]["DashboardSeriesFunding"];
            readonly deals: components["schemas"]["DashboardSeriesDeals"];
        };
        readonly DashboardSeriesCredit: {
            readonly reportsPulled: readonly number[];
            readonly reportsByBureau: components["schemas"]["DashboardSeriesCreditReportsByBureau"];
            readonly contactsWithReport: readonly number[];
            readonly averageScore: readonly (number | null)[];
            readonly scored: readonly number[];
            readonly unscored: readonly number[];
            readonly scoreBands: components["schemas"]["DashboardSeriesCreditScoreBands"];
        };
        readonly DashboardSeriesCreditReportsByBureau: {
            readonly equifax: readonly number[];
            readonly experian: readonly number[];
            readonly transunion: readonly number[];
            readonly other: readonly number[];
        };
        readonly DashboardSeriesCreditScoreBands: {
            readonly exceptional: readonly number[];
            readonly veryGood: readonly number[];
            readonly good: readonly number[];
            readonly fair: readonly number[];
            readonly poor: readonly number[];
        };
        readonly DashboardSeriesDeals: {
            readonly created: readonly number[];
            readonly createdAmountCents: readonly number[];
            readonly won: readonly number[];
            readonly wonAmountCents: readonly number[];
            readonly lost: readonly number[];
            readonly lostAmountCents: readonly number[];
        };
        readonly DashboardSeriesFunding: {
            readonly applicationsSubmitted: readonly number[];
            readonly plansCreated: readonly number[];
            readonly plansOfOtherOutcomes: readonly number[];
            readonly requested: readonly number[];
            readonly requestedAmountCents: readonly number[];
            readonly decided: readonly number[];
            readonly approved: readonly number[];
            readonly approvedAmountCents: readonly number[];
            readonly approvalRate: readonly (number | null)[];
            readonly funded: readonly number[];
            readonly fundedAmountCents: readonly number[];
            readonly conversion: components["schemas"]["DashboardSeriesFundingConversion"];
            readonly applicationDaysToDecision: components["schemas"]["DashboardSeriesFundingApplicationDaysToDecision"];
            readonly daysToDecision: components["schemas"]["DashboardSeriesFundingDaysToDecision"];
            readonly daysToFunding: components["schemas"]["DashboardSeriesFundingDaysToFunding"];
        };
        readonly DashboardSeriesFundingApplicationDaysToDecision: {
            readonly count: readonly number[];
            readonly median: readonly (number | null)[];
            readonly fromDays: readonly (number | null)[];
            readonly toDays: readonly (number | null)[];
        };
        readonly DashboardSeriesFundingConversion: {
            readonly submitted: readonly number[];
            readonly decided: readonly number[];
            readonly approved: readonly number[];
            readonly funded: readonly number[];
            readonly declined: readonly number[];
            readonly withdrawn: readonly number[];
            readonly decidedShare: readonly (number | null)[];
            readonly approvedShare: readonly (number | null)[];
            readonly fundedShare: readonly (number | null)[];
            readonly declinedShare: readonly (number | null)[];
            readonly withdrawnShare: readonly (number | null)[];
        };
        readonly DashboardSeriesFundingDaysToDecision: {
            readonly count: readonly number[];
            readonly median: readonly (number | null)[];
            readonly fromDays: readonly (number | null)[];
            readonly toDays: readonly (number | null)[];
        };
        readonly DashboardSeriesFundingDaysToFunding: {
            readonly count: readonly number[];
            readonly median: readonly (number | null)[];
            readonly fromDays: readonly (number | null)[];
            readonly toDays: readonly (number | null)[];
        };
        readonly DashboardSeriesUnderwriting: {
            readonly evaluated: readonly number[];
            readonly qualified: readonly number[];
            readonly declined: readonly number[];
            readonly parked: readonly number[];
            readonly undecided: readonly number[];
            readonly declinedForOtherReasons: readonly number[];
            readonly parkedForOtherReasons: readonly number[];
        };
        readonly DashboardStatsData: {
            readonly window: components["schemas"]["DashboardStatsDataWindow"];
            readonly credit: components["schemas"]["DashboardStatsDataCredit"];
            readonly underwriting: components["schemas"]["DashboardStatsDataUnderwriting"];
            readonly funding: components["schemas"]["DashboardStatsDataFunding"];
            readonly deals: components["schemas"]["DashboardStatsDataDeals"];
            readonly series?: components["schemas"]["DashboardSeries"];
            /** @description With `compare=previous`: the window before. Figures of the state now have no earlier value and are left out. */
            readonly previous?: components["schemas"]["DashboardStatsDataPrevious"];
            /** @description With `scope=company`. */
            readonly company?: components["schemas"]["DashboardStatsDataCompany"];
        };
        readonly DashboardStatsDataCompany: {
            /** @description How many locations the figures add up: those that the company has installed now. */
            readonly locations: number;
            /** @description The time zones of these locations, each once, in the order of names. */
            readonly timeZones: readonly string[];
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
             * @description Happened in the window (decidedAt): of these, those with an approved amount above zero; without an amount those whose outcome, else status, is approved, accepted or funded.
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
            /**
             * Format: int64
             * @description State now, whatever the window: recommendations submitted to a lender that has not answered (no decision, payment or amount; outcome none, pending, open or submitted), of applications neither declined nor withdrawn.
             */
            readonly projected: number;
            /**
             * Format: int64
             * @description State now, whatever the window: the amounts asked for with these; approved and funded ones are not in it, in integer cents.
             */
            readonly projectedAmountCents: number;
            /** @description Recommendations by product, the largest amount asked for first, at most 20 products. */
            readonly byProduct: readonly components["schemas"]["DashboardStatsDataFundingByProductItem"][];
            /** @description Recommendations of products that are not listed. */
            readonly otherProducts: components["schemas"]["DashboardStatsDataFundingOtherProducts"];
            /** @description Recommendations by lender, the largest amount asked for first, at most 30 lenders. */
            readonly byLender: readonly components["schemas"]["DashboardStatsDataFundingByLenderItem"][];
            /** @description Recommendations of lenders that are not listed. */
            readonly otherLenders: components["schemas"]["DashboardStatsDataFundingOtherLenders"];
            /** @description What has become, by now, of the applications submitted in the window (submittedAt). Shares to four decimals; null when none was submitted. */
            readonly conversion: components["schemas"]["DashboardStatsDataFundingConversion"];
            /** @description Happened in the window (decidedAt): from submission to decision of applications, in full days of 24 hours. */
            readonly applicationDaysToDecision: components["schemas"]["DashboardStatsDataFundingApplicationDaysToDecision"];
            /** @description Happened in the window (decidedAt): from submission to decision of recommendations, in full days of 24 hours. */
            readonly daysToDecision: components["schemas"]["DashboardStatsDataFundingDaysToDecision"];
            /** @description Happened in the window (fundedAt): from decision to payment of recommendations, in full days of 24 hours. */
            readonly daysToFunding: components["schemas"]["DashboardStatsDataFundingDaysToFunding"];
            /**
             * Format: int64
             * @description State now, whatever the window: applications whose outcome is open or approved and that wait for something (waitingOn); parked ones do not count.
             */
            readonly waiting: number;
            /**
             * Format: int64
             * @description State now, whatever the window: of these, those whose text begins with client, applicant, borrower or customer.
             */
            readonly waitingOnClient: number;
            /** @description State now, whatever the window: open and approved applications that wait, by party, the most frequent first, at most 20 parties. */
            readonly waitingByParty: readonly components["schemas"]["DashboardStatsDataFundingWaitingByPartyItem"][];
            /**
             * Format: int64
             * @description State now, whatever the window: waiting applications whose parties are not listed.
             */
            readonly waitingOnOtherParties: number;
        };
        readonly DashboardStatsDataFundingApplicationDaysToDecision: {
            /**
             * Format: int64
             * @description How many durations. An end before its start is none.
             */
            readonly count: number;
            /** @description Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration. */
            readonly median: number | null;
            /**
             * Format: int64
             * @description The median is not below it.
             */
            readonly fromDays: number | null;
            /**
             * Format: int64
             * @description The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.
             */
            readonly toDays: number | null;
        };
        readonly DashboardStatsDataFundingByLenderItem: {
            /** @description The lender as recommendations spell it, blanks folded, at most 80 characters; spellings that differ in case count as that with the largest amount asked for. Null: none stated. */
            readonly lender: string | null;
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataFundingByProductItem: {
            /** @description The product as recommendations spell it, blanks folded, at most 80 characters; spellings that differ in case count as that with the largest amount asked for. Null: none stated. */
            readonly product: string | null;
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataFundingConversion: {
            /**
             * Format: int64
             * @description The applications submitted in the window: what all counts and shares here are of.
             */
            readonly submitted: number;
            /**
             * Format: int64
             * @description Of these, decided by now: `decidedAt` is stated, or the outcome is approved, funded or declined.
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, approved by now: the outcome is approved or funded.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description Of these, funded by now.
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description Of these, declined by now.
             */
            readonly declined: number;
            /**
             * Format: int64
             * @description Of these, withdrawn by now.
             */
            readonly withdrawn: number;
            /** @description Decided of submitted. */
            readonly decidedShare: number | null;
            /** @description Approved of submitted. */
            readonly approvedShare: number | null;
            /** @description Funded of submitted. */
            readonly fundedShare: number | null;
            /** @description Declined of submitted. */
            readonly declinedShare: number | null;
            /** @description Withdrawn of submitted. */
            readonly withdrawnShare: number | null;
        };
        readonly DashboardStatsDataFundingDaysToDecision: {
            /**
             * Format: int64
             * @description How many durations. An end before its start is none.
             */
            readonly count: number;
            /** @description Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration. */
            readonly median: number | null;
            /**
             * Format: int64
             * @description The median is not below it.
             */
            readonly fromDays: number | null;
            /**
             * Format: int64
             * @description The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.
             */
            readonly toDays: number | null;
        };
        readonly DashboardStatsDataFundingDaysToFunding: {
            /**
             * Format: int64
             * @description How many durations. An end before its start is none.
             */
            readonly count: number;
            /** @description Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration. */
            readonly median: number | null;
            /**
             * Format: int64
             * @description The median is not below it.
             */
            readonly fromDays: number | null;
            /**
             * Format: int64
             * @description The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.
             */
            readonly toDays: number | null;
        };
        readonly DashboardStatsDataFundingOtherLenders: {
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataFundingOtherProducts: {
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
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
        readonly DashboardStatsDataFundingWaitingByPartyItem: {
            /** @description What stands before the colon of `waitingOn`, or all of it: lower case, blanks folded, at most 80 characters; null: none stated. */
            readonly party: string | null;
            /**
             * Format: int64
             * @description Applications that wait for this party.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataPrevious: {
            /** @description As many days, up to the day before `window.from` of each location. */
            readonly window: components["schemas"]["DashboardStatsDataPreviousWindow"];
            readonly credit: components["schemas"]["DashboardStatsDataPreviousCredit"];
            readonly underwriting: components["schemas"]["DashboardStatsDataPreviousUnderwriting"];
            readonly funding: components["schemas"]["DashboardStatsDataPreviousFunding"];
            readonly deals: components["schemas"]["DashboardStatsDataPreviousDeals"];
            readonly series?: components["schemas"]["DashboardSeries"];
        };
        readonly DashboardStatsDataPreviousCredit: {
            /**
             * Format: int64
             * @description Happened in the window (pulledAt): stored credit reports.
             */
            readonly reportsPulled: number;
            /** @description Happened in the window (pulledAt): reports by bureau; a report of three bureaus counts in each. */
            readonly reportsByBureau: components["schemas"]["DashboardStatsDataPreviousCreditReportsByBureau"];
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
            readonly scoreBands: components["schemas"]["DashboardStatsDataPreviousCreditScoreBands"];
        };
        readonly DashboardStatsDataPreviousCreditReportsByBureau: {
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
        readonly DashboardStatsDataPreviousCreditScoreBands: {
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
        readonly DashboardStatsDataPreviousDeals: {
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
        };
        readonly DashboardStatsDataPreviousFunding: {
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
            readonly plansByOutcome: readonly components["schemas"]["DashboardStatsDataPreviousFundingPlansByOutcomeItem"][];
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
             * @description Happened in the window (decidedAt): of these, those with an approved amount above zero; without an amount those whose outcome, else status, is approved, accepted or funded.
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
            /** @description Recommendations by product, the largest amount asked for first, at most 20 products. */
            readonly byProduct: readonly components["schemas"]["DashboardStatsDataPreviousFundingByProductItem"][];
            /** @description Recommendations of products that are not listed. */
            readonly otherProducts: components["schemas"]["DashboardStatsDataPreviousFundingOtherProducts"];
            /** @description Recommendations by lender, the largest amount asked for first, at most 30 lenders. */
            readonly byLender: readonly components["schemas"]["DashboardStatsDataPreviousFundingByLenderItem"][];
            /** @description Recommendations of lenders that are not listed. */
            readonly otherLenders: components["schemas"]["DashboardStatsDataPreviousFundingOtherLenders"];
            /** @description What has become, by now, of the applications submitted in the window (submittedAt). Shares to four decimals; null when none was submitted. */
            readonly conversion: components["schemas"]["DashboardStatsDataPreviousFundingConversion"];
            /** @description Happened in the window (decidedAt): from submission to decision of applications, in full days of 24 hours. */
            readonly applicationDaysToDecision: components["schemas"]["DashboardStatsDataPreviousFundingApplicationDaysToDecision"];
            /** @description Happened in the window (decidedAt): from submission to decision of recommendations, in full days of 24 hours. */
            readonly daysToDecision: components["schemas"]["DashboardStatsDataPreviousFundingDaysToDecision"];
            /** @description Happened in the window (fundedAt): from decision to payment of recommendations, in full days of 24 hours. */
            readonly daysToFunding: components["schemas"]["DashboardStatsDataPreviousFundingDaysToFunding"];
        };
        readonly DashboardStatsDataPreviousFundingApplicationDaysToDecision: {
            /**
             * Format: int64
             * @description How many durations. An end before its start is none.
             */
            readonly count: number;
            /** @description Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration. */
            readonly median: number | null;
            /**
             * Format: int64
             * @description The median is not below it.
             */
            readonly fromDays: number | null;
            /**
             * Format: int64
             * @description The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.
             */
            readonly toDays: number | null;
        };
        readonly DashboardStatsDataPreviousFundingByLenderItem: {
            /** @description The lender as recommendations spell it, blanks folded, at most 80 characters; spellings that differ in case count as that with the largest amount asked for. Null: none stated. */
            readonly lender: string | null;
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataPreviousFundingByProductItem: {
            /** @description The product as recommendations spell it, blanks folded, at most 80 characters; spellings that differ in case count as that with the largest amount asked for. Null: none stated. */
            readonly product: string | null;
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataPreviousFundingConversion: {
            /**
             * Format: int64
             * @description The applications submitted in the window: what all counts and shares here are of.
             */
            readonly submitted: number;
            /**
             * Format: int64
             * @description Of these, decided by now: `decidedAt` is stated, or the outcome is approved, funded or declined.
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, approved by now: the outcome is approved or funded.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description Of these, funded by now.
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description Of these, declined by now.
             */
            readonly declined: number;
            /**
             * Format: int64
             * @description Of these, withdrawn by now.
             */
            readonly withdrawn: number;
            /** @description Decided of submitted. */
            readonly decidedShare: number | null;
            /** @description Approved of submitted. */
            readonly approvedShare: number | null;
            /** @description Funded of submitted. */
            readonly fundedShare: number | null;
            /** @description Declined of submitted. */
            readonly declinedShare: number | null;
            /** @description Withdrawn of submitted. */
            readonly withdrawnShare: number | null;
        };
        readonly DashboardStatsDataPreviousFundingDaysToDecision: {
            /**
             * Format: int64
             * @description How many durations. An end before its start is none.
             */
            readonly count: number;
            /** @description Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration. */
            readonly median: number | null;
            /**
             * Format: int64
             * @description The median is not below it.
             */
            readonly fromDays: number | null;
            /**
             * Format: int64
             * @description The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.
             */
            readonly toDays: number | null;
        };
        readonly DashboardStatsDataPreviousFundingDaysToFunding: {
            /**
             * Format: int64
             * @description How many durations. An end before its start is none.
             */
            readonly count: number;
            /** @description Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration. */
            readonly median: number | null;
            /**
             * Format: int64
             * @description The median is not below it.
             */
            readonly fromDays: number | null;
            /**
             * Format: int64
             * @description The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.
             */
            readonly toDays: number | null;
        };
        readonly DashboardStatsDataPreviousFundingOtherLenders: {
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataPreviousFundingOtherProducts: {
            /**
             * Format: int64
             * @description Submitted in the window (submittedAt).
             */
            readonly requested: number;
            /**
             * Format: int64
             * @description The amounts asked for, in integer cents.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description Decided in the window (decidedAt).
             */
            readonly decided: number;
            /**
             * Format: int64
             * @description Of these, the approved.
             */
            readonly approved: number;
            /**
             * Format: int64
             * @description The amounts approved, paid out or not, in integer cents.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description Paid out in the window (fundedAt).
             */
            readonly funded: number;
            /**
             * Format: int64
             * @description The amounts paid out, in integer cents.
             */
            readonly fundedAmountCents: number;
        };
        readonly DashboardStatsDataPreviousFundingPlansByOutcomeItem: {
            /** @description Lower case; null: none stated yet. */
            readonly outcome: string | null;
            /**
             * Format: int64
             * @description Plans with this outcome.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataPreviousUnderwriting: {
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): underwriting results.
             */
            readonly evaluated: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): of the others, results whose card or term loan status is qualified, pre-qualified, eligible or approved, or whose decision begins with one of these words. Texts are compared without case and punctuation.
             */
            readonly qualified: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results with a decline reason, with a decline status (other than none, no, n/a, false, not declined, clear, cleared, open, pending, review, under review), or whose decision begins with "declin".
             */
            readonly declined: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): of the others, results with a reason to park, or whose decision begins with "park".
             */
            readonly parked: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results that say none of the three.
             */
            readonly undecided: number;
            /** @description Declined results by reason, the most frequent first, at most 50 reasons. */
            readonly declinedByReason: readonly components["schemas"]["DashboardStatsDataPreviousUnderwritingDeclinedByReasonItem"][];
            /**
             * Format: int64
             * @description Declined results whose reasons are not listed.
             */
            readonly declinedForOtherReasons: number;
            /** @description Parked results by reason, the most frequent first, at most 50 reasons. */
            readonly parkedByReason: readonly components["schemas"]["DashboardStatsDataPreviousUnderwritingParkedByReasonItem"][];
            /**
             * Format: int64
             * @description Parked results whose reasons are not listed.
             */
            readonly parkedForOtherReasons: number;
        };
        readonly DashboardStatsDataPreviousUnderwritingDeclinedByReasonItem: {
            /** @description Lower case, blanks folded, at most 80 characters; null: none stated. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description Results with this reason.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataPreviousUnderwritingParkedByReasonItem: {
            /** @description Lower case, blanks folded, at most 80 characters; null: none stated. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description Results with this reason.
             */
            readonly count: number;
        };
        readonly DashboardStatsDataPreviousWindow: {
            /** @description Calendar days in the window of each location, today included. */
            readonly days: number;
            /**
             * Format: date
             * @description The first day; with `scope=company` the earliest of its locations.
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last day: today in the time zone below; with `scope=company` the latest of its locations.
             */
            readonly to: string;
            /** @description The location's time zone (IANA), whose days these are; UTC while none, or none that exists, is known. With `scope=company` the zone of most locations; each has a window of its own zone. */
            readonly timeZone: string;
        };
        readonly DashboardStatsDataUnderwriting: {
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): underwriting results.
             */
            readonly evaluated: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): of the others, results whose card or term loan status is qualified, pre-qualified, eligible or approved, or whose decision begins with one of these words. Texts are compared without case and punctuation.
             */
            readonly qualified: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): results with a decline reason, with a decline status (other than none, no, n/a, false, not declined, clear, cleared, open, pending, review, under review), or whose decision begins with "declin".
             */
            readonly declined: number;
            /**
             * Format: int64
             * @description Happened in the window (evaluatedAt): of the others, results with a reason to park, or whose decision begins with "park".
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
            /** @description Calendar days in the window of each location, today included. */
            readonly days: number;
            /**
             * Format: date
             * @description The first day; with `scope=company` the earliest of its locations.
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last day: today in the time zone below; with `scope=company` the latest of its locations.
             */
            readonly to: string;
            /** @description The location's time zone (IANA), whose days these are; UTC while none, or none that exists, is known. With `scope=company` the zone of most locations; each has a window of its own zone. */
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
            readonly timeZone: string | null;
            /**
             * @deprecated
             * @description Use `timeZone`.
             */
            readonly timezone: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            /** @description All of it in `line1` where the CRM has the address as one text only. Null without any. */
            readonly postalAddress: components["schemas"]["Address"] | null;
            /**
             * @deprecated
             * @description One line of text. Use `postalAddress`, which has the members of any address.
             */
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
        /** @description A stage of the applicant pipeline and what stands at it. */
        readonly PipelineStage: {
            /** @description As applications spell it: the value of the filter `stage` of /pipeline. */
            readonly stage: string | null;
            /**
             * Format: int64
             * @description Applications at the stage that /pipeline lists.
             */
            readonly applications: number;
            readonly byOutcome: components["schemas"]["PipelineStageByOutcome"];
            /**
             * Format: int64
             * @description What these applications ask for.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description What lenders approved of all plans of their contacts, paid out or not.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description What they paid out of these plans.
             */
            readonly fundedAmountCents: number;
            /**
             * Format: date-time
             * @description The earliest `stageChangedAt`, else `submittedAt`, of the applications at the stage.
             */
            readonly firstUsedAt: string | null;
        };
        readonly PipelineStageByOutcome: {
            /** Format: int64 */
            readonly open: number;
            /** Format: int64 */
            readonly approved: number;
            /** Format: int64 */
            readonly funded: number;
            /** Format: int64 */
            readonly declined: number;
            /** Format: int64 */
            readonly withdrawn: number;
            /** Format: int64 */
            readonly parked: number;
        };
        readonly PipelineStagesData: {
            /** @description First the stages of the desk's board, as the operator of the service lists them, in its order and empty ones too; then every other stage at which an application is, by name, applications without a stage last. At most 50 stages are told apart, those with the shortest names; one of the board that may be counted among the others is not listed. */
            readonly stages: readonly components["schemas"]["PipelineStage"][];
            /** @description The applications at stages that are not listed. */
            readonly otherStages: components["schemas"]["PipelineStagesDataOtherStages"];
        };
        readonly PipelineStagesDataOtherStages: {
            /**
             * Format: int64
             * @description Applications at the stage that /pipeline lists.
             */
            readonly applications: number;
            readonly byOutcome: components["schemas"]["PipelineStagesDataOtherStagesByOutcome"];
            /**
             * Format: int64
             * @description What these applications ask for.
             */
            readonly requestedAmountCents: number;
            /**
             * Format: int64
             * @description What lenders approved of all plans of their contacts, paid out or not.
             */
            readonly approvedAmountCents: number;
            /**
             * Format: int64
             * @description What they paid out of these plans.
             */
            readonly fundedAmountCents: number;
        };
        readonly PipelineStagesDataOtherStagesByOutcome: {
            /** Format: int64 */
            readonly open: number;
            /** Format: int64 */
            readonly approved: number;
            /** Format: int64 */
            readonly funded: number;
            /** Format: int64 */
            readonly declined: number;
            /** Format: int64 */
            readonly withdrawn: number;
            /** Format: int64 */
            readonly parked: number;
        };
        readonly PipelineStagesResponse: {
            readonly data: components["schemas"]["PipelineStagesData"];
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
            readonly reason?: "position_not_reached" | "application_not_found" | "report_not_found" | "report_not_renderable" | "pdf_failed" | "rate_window" | "company_quota" | "credential_cap" | "company_share";
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
            readonly rule: "required" | "either" | "excluded" | "agency_only" | "unknown" | "repeated" | "encoding" | "length" | "range" | "format" | "one_of" | "cursor" | "size" | "too_many_locations" | "unknown_partition" | "position_not_reached";
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
        /** @description `rate_limited`: A limit is used up: `reason` says whether the window of the credential, the daily quota of its company or its own daily cap; nothing was counted. With `company_share` the company has too many heavy requests (pages of many entries or with `include`, dashboards with `scope=company`, PDFs, waits for positions) or unread bytes under way at once: `X-RateLimit-Limit` is how many it may have, and the request was counted. */
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
                     *             "timeZone": "America/Chicago",
                     *             "timezone": "America/Chicago",
                     *             "email": "harborview-austin@example.com",
                     *             "phone": "+15125550100",
                     *             "postalAddress": {
                     *               "line1": "410 Congress Ave",
                     *               "city": "Austin",
                     *               "state": "TX",
                     *               "postalCode": "78701",
                     *               "country": "US"
                     *             },
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
                /** @description Only entries whose contact changed at this instant or later, in the order of `/changes`, each as it is now. Entries of the five seconds before it come too, so that it may be the `X-Data-As-Of` of the first page of an earlier walk. What went away is told by `/changes` only. */
                readonly updatedSince?: string;
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
                     *             "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *             "firstName": "Marisol",
                     *             "lastName": "Whitcombe",
                     *             "name": "Marisol Whitcombe",
                     *             "companyName": "Whitcombe Coffee Roasters",
                     *             "email": "marisol.whitcombe@example.com",
                     *             "phone": "+15125550173",
                     *             "address": {
                     *               "line1": "1674 Privada Julio César Camacho Domínquez",
                     *               "city": "Austin",
                     *               "state": "TX",
                     *               "postalCode": "78701",
                     *               "country": "US"
                     *             },
                     *             "source": "Referral",
                     *             "tags": [
                     *               "card-stacking",
                     *               "referral"
                     *             ],
                     *             "assignedTo": "Dana Whitlock",
                     *             "dnd": false,
                     *             "customFields": [
                     *               {
                     *                 "id": "cf-monthly-revenue",
                     *                 "value": 46820.5
                     *               },
                     *               {
                     *                 "id": "cf-time-in-business",
                     *                 "value": "7 years"
                     *               },
                     *               {
                     *                 "id": "cf-industries",
                     *                 "value": [
                     *                   "Auto Repair",
                     *                   "Coffee Roasters"
                     *                 ]
                     *               }
                     *             ],
                     *             "createdAt": "2026-02-18T15:00:00.000Z",
                     *             "updatedAt": "2026-02-20T15:00:00.000Z"
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
                /**
                 * @description CRM contact.
                 * @example DbtJrZWEOsw6eLIvSvBO
                 */
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
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "firstName": "Marisol",
                     *         "lastName": "Whitcombe",
                     *         "name": "Marisol Whitcombe",
                     *         "companyName": "Whitcombe Coffee Roasters",
                     *         "email": "marisol.whitcombe@example.com",
                     *         "phone": "+15125550173",
                     *         "address": {
                     *           "line1": "1674 Privada Julio César Camacho Domínquez",
                     *           "city": "Austin",
                     *           "state": "TX",
                     *           "postalCode": "78701",
                     *           "country": "US"
                     *         },
                     *         "source": "Referral",
                     *         "tags": [
                     *           "card-stacking",
                     *           "referral"
                     *         ],
                     *         "assignedTo": "Dana Whitlock",
                     *         "dnd": false,
                     *         "customFields": [
                     *           {
                     *             "id": "cf-monthly-revenue",
                     *             "value": 46820.5
                     *           },
                     *           {
                     *             "id": "cf-time-in-business",
                     *             "value": "7 years"
                     *           },
                     *           {
                     *             "id": "cf-industries",
                     *             "value": [
                     *               "Auto Repair",
                     *               "Coffee Roasters"
                     *             ]
                     *           }
                     *         ],
                     *         "createdAt": "2026-02-18T15:00:00.000Z",
                     *         "updatedAt": "2026-02-20T15:00:00.000Z"
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
                /**
                 * @description CRM contact.
                 * @example DbtJrZWEOsw6eLIvSvBO
                 */
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
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *         "pulledAt": "2026-02-19T01:00:00.000Z",
                     *         "scores": [
                     *           {
                     *             "bureau": "equifax",
                     *             "model": "FICO Score 5",
                     *             "statedModel": "FICO Score 5",
                     *             "score": 708,
                     *             "reason": null,
                     *             "code": null,
                     *             "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *             "pulledAt": "2026-02-19T01:00:00.000Z"
                     *           },
                     *           {
                     *             "bureau": "experian",
                     *             "model": "FICO Score 2",
                     *             "statedModel": "FICO Score 2",
                     *             "score": 716,
                     *             "reason": null,
                     *             "code": null,
                     *             "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *             "pulledAt": "2026-02-19T01:00:00.000Z"
                     *           },
                     *           {
                     *             "bureau": "transunion",
                     *             "model": "FICO Score 4",
                     *             "statedModel": "FICO Score 4",
                     *             "score": 735,
                     *             "reason": null,
                     *             "code": null,
                     *             "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *             "pulledAt": "2026-02-19T01:00:00.000Z"
                     *           }
                     *         ],
                     *         "reports": [
                     *           {
                     *             "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *             "pulledAt": "2026-02-19T01:00:00.000Z",
                     *             "bureaus": [
                     *               "equifax",
                     *               "experian",
                     *               "transunion"
                     *             ],
                     *             "scores": [
                     *               {
                     *                 "bureau": "equifax",
                     *                 "model": "FICO Score 5",
                     *                 "statedModel": "FICO Score 5",
                     *                 "score": 708,
                     *                 "reason": null,
                     *                 "code": null
                     *               },
                     *               {
                     *                 "bureau": "experian",
                     *                 "model": "FICO Score 2",
                     *                 "statedModel": "FICO Score 2",
                     *                 "score": 716,
                     *                 "reason": null,
                     *                 "code": null
                     *               },
                     *               {
                     *                 "bureau": "transunion",
                     *                 "model": "FICO Score 4",
                     *                 "statedModel": "FICO Score 4",
                     *                 "score": 735,
                     *                 "reason": null,
                     *                 "code": null
                     *               }
                     *             ],
                     *             "utilizationPct": 22.7,
                     *             "openTradelines": 6,
                     *             "inquiries6m": 3,
                     *             "derogatories24m": 0,
                     *             "oldestAccountMonths": 132,
                     *             "totalDebtCents": 2251200,
                     *             "figures": {
                     *               "stated": [
                     *                 "utilizationPct",
                     *                 "openTradelines",
                     *                 "inquiries6m",
                     *                 "derogatories24m",
                     *                 "oldestAccountMonths",
                     *                 "totalDebtCents"
                     *               ],
                     *               "revolvingBalanceCents": 1000800,
                     *               "revolvingLimitCents": 4400000,
                     *               "highestCardUtilizationPct": 28.1,
                     *               "openRevolving": 4,
                     *               "openInstallment": 2,
                     *               "openMortgages": 0,
                     *               "openOther": 0,
                     *               "nonMortgageDebtCents": 2251200,
                     *               "monthlyPaymentCents": 96700,
                     *               "newestAccountMonths": 24,
                     *               "averageAccountMonths": 68,
                     *               "latePayments12m": 0,
                     *               "latePayments24m": 0,
                     *               "authorizedUserAccounts": 1,
                     *               "inquiries3m": 2,
                     *               "inquiries12m": 3,
                     *               "derogatories12m": 0,
                     *               "collections": 0,
                     *               "publicRecords": 0,
                     *               "bureaus": [
                     *                 {
                     *                   "bureau": "equifax",
                     *                   "utilizationPct": 22.7,
                     *                   "openTradelines": 6,
                     *                   "inquiries6m": 3,
                     *                   "derogatories24m": 0,
                     *                   "oldestAccountMonths": 132,
                     *                   "totalDebtCents": 2251200
                     *                 },
                     *                 {
                     *                   "bureau": "experian",
                     *                   "utilizationPct": 22.7,
                     *                   "openTradelines": 6,
                     *                   "inquiries6m": 3,
                     *                   "derogatories24m": 0,
                     *                   "oldestAccountMonths": 132,
                     *                   "totalDebtCents": 2251200
                     *                 },
                     *                 {
                     *                   "bureau": "transunion",
                     *                   "utilizationPct": 22.7,
                     *                   "openTradelines": 6,
                     *                   "inquiries6m": 3,
                     *                   "derogatories24m": 0,
                     *                   "oldestAccountMonths": 132,
                     *                   "totalDebtCents": 2251200
                     *                 }
                     *               ]
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
                /**
                 * @description CRM contact.
                 * @example DbtJrZWEOsw6eLIvSvBO
                 */
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
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "results": [
                     *           {
                     *             "resultId": "result-DbtJrZWEOsw6eLIvSvBO",
                     *             "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *             "evaluatedAt": "2026-02-21T02:51:36.000Z",
                     *             "decision": "Qualified",
                     *             "primaryPaths": [
                     *               "Card Stacking",
                     *               "Term Loan",
                     *               "MCA"
                     *             ],
                     *             "overlays": [],
                     *             "cardStatus": "eligible",
                     *             "termLoanStatus": "eligible",
                     *             "declineStatus": null,
                     *             "declineReason": null,
                     *             "parkedReason": null,
                     *             "score": 79,
                     *             "tier": "1",
                     *             "fundingRangeMinCents": 2750000,
                     *             "fundingRangeMaxCents": 6750000,
                     *             "strengths": [
                     *               "Utilization of 22.7 percent"
                     *             ],
                     *             "risks": [
                     *               "3 inquiries in six months"
                     *             ],
                     *             "actions": [
                     *               "Apply for no other credit before the lenders have answered"
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
                /**
                 * @description CRM contact.
                 * @example DbtJrZWEOsw6eLIvSvBO
                 */
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
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "fundingPlans": [
                     *           {
                     *             "planId": "plan-DbtJrZWEOsw6eLIvSvBO",
                     *             "planType": "Card Stacking",
                     *             "status": "in_progress",
                     *             "outcome": "approved",
                     *             "createdAt": "2026-02-23T04:43:12.000Z",
                     *             "updatedAt": "2026-03-01T10:18:00.000Z",
                     *             "requestedAmountCents": 6600000,
                     *             "approvedAmountCents": 3300000,
                     *             "fundedAmountCents": 0,
                     *             "recommendations": [
                     *               {
                     *                 "id": "plan-DbtJrZWEOsw6eLIvSvBO-1",
                     *                 "product": "Business card",
                     *                 "lender": "Tallowmere Business Card",
                     *                 "requestedAmountCents": 1650000,
                     *                 "approvedAmountCents": 1650000,
                     *                 "fundedAmountCents": null,
                     *                 "aprPct": 17.99,
                     *                 "factorRate": null,
                     *                 "termMonths": null,
                     *                 "paymentCents": null,
                     *                 "paymentFrequency": null,
                     *                 "feesCents": null,
                     *                 "bureauPulled": "experian",
                     *                 "personalGuarantee": true,
                     *                 "stipulations": [
                     *                   "Copy of the driver license"
                     *                 ],
                     *                 "status": "ACCEPTED",
                     *                 "outcome": "approved",
                     *                 "declineReason": null,
                     *                 "submittedAt": "2026-02-25T06:34:48.000Z",
                     *                 "decidedAt": "2026-02-25T19:02:42.000Z",
                     *                 "expiresAt": "2026-03-27T19:02:42.000Z",
                     *                 "fundedAt": null,
                     *                 "notes": null
                     *               },
                     *               {
                     *                 "id": "plan-DbtJrZWEOsw6eLIvSvBO-2",
                     *                 "product": "Business card",
                     *                 "lender": "Brackenford Card Services",
                     *                 "requestedAmountCents": 1650000,
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
                     *                 "status": "DECLINED",
                     *                 "outcome": "declined",
                     *                 "declineReason": "Score below 760",
                     *                 "submittedAt": "2026-02-25T06:34:48.000Z",
                     *                 "decidedAt": "2026-02-26T07:30:36.000Z",
                     *                 "expiresAt": null,
                     *                 "fundedAt": null,
                     *                 "notes": null
                     *               },
                     *               {
                     *                 "id": "plan-DbtJrZWEOsw6eLIvSvBO-3",
                     *                 "product": "Business card",
                     *                 "lender": "Quillmark Rewards for Business",
                     *                 "requestedAmountCents": 1650000,
                     *                 "approvedAmountCents": 1650000,
                     *                 "fundedAmountCents": null,
                     *                 "aprPct": 17.99,
                     *                 "factorRate": null,
                     *                 "termMonths": null,
                     *                 "paymentCents": null,
                     *                 "paymentFrequency": null,
                     *                 "feesCents": null,
                     *                 "bureauPulled": "transunion",
                     *                 "personalGuarantee": true,
                     *                 "stipulations": [
                     *                   "Copy of the driver license"
                     *                 ],
                     *                 "status": "ACCEPTED",
                     *                 "outcome": "approved",
                     *                 "declineReason": null,
                     *                 "submittedAt": "2026-02-25T06:34:48.000Z",
                     *                 "decidedAt": "2026-02-26T19:58:30.000Z",
                     *                 "expiresAt": "2026-03-28T19:58:30.000Z",
                     *                 "fundedAt": null,
                     *                 "notes": null
                     *               },
                     *               {
                     *                 "id": "plan-DbtJrZWEOsw6eLIvSvBO-4",
                     *                 "product": "Business card",
                     *                 "lender": "Ostrand Business Card",
                     *                 "requestedAmountCents": 1650000,
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
                     *                 "stipulations": [
                     *                   "Copy of the driver license"
                     *                 ],
                     *                 "status": "ADDITIONAL_DETAILS_REQUESTED",
                     *                 "outcome": null,
                     *                 "declineReason": null,
                     *                 "submittedAt": "2026-02-25T06:34:48.000Z",
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
                /**
                 * @description CRM contact.
                 * @example DbtJrZWEOsw6eLIvSvBO
                 */
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
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "nextSteps": [
                     *           {
                     *             "stepId": "step-1",
                     *             "title": "Signed credit authorization",
                     *             "kind": "signature",
                     *             "owner": "client",
                     *             "dueAt": null,
                     *             "completedAt": "2026-02-18T22:00:00.000Z",
                     *             "blocking": false
                     *           },
                     *           {
                     *             "stepId": "step-2",
                     *             "title": "Underwriting of the credit report",
                     *             "kind": "task",
                     *             "owner": "Dana Whitlock",
                     *             "dueAt": null,
                     *             "completedAt": "2026-02-21T02:51:36.000Z",
                     *             "blocking": false
                     *           },
                     *           {
                     *             "stepId": "step-3",
                     *             "title": "Submission to the lenders",
                     *             "kind": "task",
                     *             "owner": "Dana Whitlock",
                     *             "dueAt": null,
                     *             "completedAt": "2026-02-25T06:34:48.000Z",
                     *             "blocking": false
                     *           },
                     *           {
                     *             "stepId": "step-4",
                     *             "title": "Signed agreements",
                     *             "kind": "signature",
                     *             "owner": "client",
                     *             "dueAt": "2026-03-06T10:18:00.000Z",
                     *             "completedAt": null,
                     *             "blocking": true
                     *           },
                     *           {
                     *             "stepId": "step-5",
                     *             "title": "Copy of the driver license for Ostrand Business Card",
                     *             "kind": "document",
                     *             "owner": "client",
                     *             "dueAt": "2026-03-06T10:18:00.000Z",
                     *             "completedAt": null,
                     *             "blocking": false
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
                /**
                 * @description CRM contact.
                 * @example DbtJrZWEOsw6eLIvSvBO
                 */
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
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "firstName": "Marisol",
                     *         "lastName": "Whitcombe",
                     *         "name": "Marisol Whitcombe",
                     *         "companyName": "Whitcombe Coffee Roasters",
                     *         "email": "marisol.whitcombe@example.com",
                     *         "phone": "+15125550173",
                     *         "tags": [
                     *           "card-stacking",
                     *           "referral"
                     *         ],
                     *         "assignedTo": "Dana Whitlock",
                     *         "stage": "approved",
                     *         "outcome": "approved",
                     *         "reason": null,
                     *         "requestedAmountCents": 7500000,
                     *         "submittedAt": "2026-02-18T21:00:00.000Z",
                     *         "stageChangedAt": "2026-03-01T10:18:00.000Z",
                     *         "decidedAt": "2026-03-01T10:18:00.000Z",
                     *         "processor": "Dana Whitlock",
                     *         "waitingOn": "Client: signed agreements",
                     *         "creditReport": {
                     *           "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *           "pulledAt": "2026-02-19T01:00:00.000Z",
                     *           "bureaus": [
                     *             "equifax",
                     *             "experian",
                     *             "transunion"
                     *           ],
                     *           "scores": [
                     *             {
                     *               "bureau": "equifax",
                     *               "model": "FICO Score 5",
                     *               "score": 708
                     *             },
                     *             {
                     *               "bureau": "experian",
                     *               "model": "FICO Score 2",
                     *               "score": 716
                     *             },
                     *             {
                     *               "bureau": "transunion",
                     *               "model": "FICO Score 4",
                     *               "score": 735
                     *             }
                     *           ],
                     *           "utilizationPct": 22.7,
                     *           "openTradelines": 6,
                     *           "inquiries6m": 3,
                     *           "derogatories24m": 0,
                     *           "oldestAccountMonths": 132,
                     *           "totalDebtCents": 2251200,
                     *           "figures": {
                     *             "stated": [
                     *               "utilizationPct",
                     *               "openTradelines",
                     *               "inquiries6m",
                     *               "derogatories24m",
                     *               "oldestAccountMonths",
                     *               "totalDebtCents"
                     *             ],
                     *             "revolvingBalanceCents": 1000800,
                     *             "revolvingLimitCents": 4400000,
                     *             "highestCardUtilizationPct": 28.1,
                     *             "openRevolving": 4,
                     *             "openInstallment": 2,
                     *             "openMortgages": 0,
                     *             "openOther": 0,
                     *             "nonMortgageDebtCents": 2251200,
                     *             "monthlyPaymentCents": 96700,
                     *             "newestAccountMonths": 24,
                     *             "averageAccountMonths": 68,
                     *             "latePayments12m": 0,
                     *             "latePayments24m": 0,
                     *             "authorizedUserAccounts": 1,
                     *             "inquiries3m": 2,
                     *             "inquiries12m": 3,
                     *             "derogatories12m": 0,
                     *             "collections": 0,
                     *             "publicRecords": 0,
                     *             "bureaus": [
                     *               {
                     *                 "bureau": "equifax",
                     *                 "utilizationPct": 22.7,
                     *                 "openTradelines": 6,
                     *                 "inquiries6m": 3,
                     *                 "derogatories24m": 0,
                     *                 "oldestAccountMonths": 132,
                     *                 "totalDebtCents": 2251200
                     *               },
                     *               {
                     *                 "bureau": "experian",
                     *                 "utilizationPct": 22.7,
                     *                 "openTradelines": 6,
                     *                 "inquiries6m": 3,
                     *                 "derogatories24m": 0,
                     *                 "oldestAccountMonths": 132,
                     *                 "totalDebtCents": 2251200
                     *               },
                     *               {
                     *                 "bureau": "transunion",
                     *                 "utilizationPct": 22.7,
                     *                 "openTradelines": 6,
                     *                 "inquiries6m": 3,
                     *                 "derogatories24m": 0,
                     *                 "oldestAccountMonths": 132,
                     *                 "totalDebtCents": 2251200
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         "underwriting": {
                     *           "resultId": "result-DbtJrZWEOsw6eLIvSvBO",
                     *           "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *           "evaluatedAt": "2026-02-21T02:51:36.000Z",
                     *           "decision": "Qualified",
                     *           "primaryPaths": [
                     *             "Card Stacking",
                     *             "Term Loan",
                     *             "MCA"
                     *           ],
                     *           "cardStatus": "eligible",
                     *           "termLoanStatus": "eligible",
                     *           "declineStatus": null,
                     *           "declineReason": null,
                     *           "parkedReason": null,
                     *           "score": 79,
                     *           "tier": "1",
                     *           "fundingRangeMinCents": 2750000,
                     *           "fundingRangeMaxCents": 6750000
                     *         },
                     *         "funding": {
                     *           "plans": 1,
                     *           "requestedAmountCents": 6600000,
                     *           "approvedAmountCents": 3300000,
                     *           "fundedAmountCents": 0
                     *         },
                     *         "fundingPlans": [
                     *           {
                     *             "planId": "plan-DbtJrZWEOsw6eLIvSvBO",
                     *             "planType": "Card Stacking",
                     *             "status": "in_progress",
                     *             "outcome": "approved",
                     *             "createdAt": "2026-02-23T04:43:12.000Z",
                     *             "updatedAt": "2026-03-01T10:18:00.000Z",
                     *             "recommendations": 4,
                     *             "requestedAmountCents": 6600000,
                     *             "approvedAmountCents": 3300000,
                     *             "fundedAmountCents": 0
                     *           }
                     *         ],
                     *         "nextSteps": {
                     *           "open": 2,
                     *           "blocking": 1,
                     *           "completed": 3,
                     *           "next": {
                     *             "stepId": "step-4",
                     *             "title": "Signed agreements",
                     *             "kind": "signature",
                     *             "owner": "client",
                     *             "dueAt": "2026-03-06T10:18:00.000Z",
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
                /** @description Only entries whose application or contact changed at this instant or later, in the order of `/changes`, each as it is now. Entries of the five seconds before it come too, so that it may be the `X-Data-As-Of` of the first page of an earlier walk. What went away is told by `/changes` only. */
                readonly updatedSince?: string;
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
                     *             "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *             "firstName": "Marisol",
                     *             "lastName": "Whitcombe",
                     *             "name": "Marisol Whitcombe",
                     *             "companyName": "Whitcombe Coffee Roasters",
                     *             "email": "marisol.whitcombe@example.com",
                     *             "phone": "+15125550173",
                     *             "tags": [
                     *               "card-stacking",
                     *               "referral"
                     *             ],
                     *             "assignedTo": "Dana Whitlock",
                     *             "stage": "approved",
                     *             "outcome": "approved",
                     *             "reason": null,
                     *             "requestedAmountCents": 7500000,
                     *             "submittedAt": "2026-02-18T21:00:00.000Z",
                     *             "stageChangedAt": "2026-03-01T10:18:00.000Z",
                     *             "decidedAt": "2026-03-01T10:18:00.000Z",
                     *             "processor": "Dana Whitlock",
                     *             "waitingOn": "Client: signed agreements",
                     *             "creditReport": {
                     *               "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *               "pulledAt": "2026-02-19T01:00:00.000Z",
                     *               "bureaus": [
                     *                 "equifax",
                     *                 "experian",
                     *                 "transunion"
                     *               ],
                     *               "scores": [
                     *                 {
                     *                   "bureau": "equifax",
                     *                   "model": "FICO Score 5",
                     *                   "score": 708
                     *                 },
                     *                 {
                     *                   "bureau": "experian",
                     *                   "model": "FICO Score 2",
                     *                   "score": 716
                     *                 },
                     *                 {
                     *                   "bureau": "transunion",
                     *                   "model": "FICO Score 4",
                     *                   "score": 735
                     *                 }
                     *               ],
                     *               "utilizationPct": 22.7,
                     *               "openTradelines": 6,
                     *               "inquiries6m": 3,
                     *               "derogatories24m": 0,
                     *               "oldestAccountMonths": 132,
                     *               "totalDebtCents": 2251200,
                     *               "figures": {
                     *                 "stated": [
                     *                   "utilizationPct",
                     *                   "openTradelines",
                     *                   "inquiries6m",
                     *                   "derogatories24m",
                     *                   "oldestAccountMonths",
                     *                   "totalDebtCents"
                     *                 ],
                     *                 "revolvingBalanceCents": 1000800,
                     *                 "revolvingLimitCents": 4400000,
                     *                 "highestCardUtilizationPct": 28.1,
                     *                 "openRevolving": 4,
                     *                 "openInstallment": 2,
                     *                 "openMortgages": 0,
                     *                 "openOther": 0,
                     *                 "nonMortgageDebtCents": 2251200,
                     *                 "monthlyPaymentCents": 96700,
                     *                 "newestAccountMonths": 24,
                     *                 "averageAccountMonths": 68,
                     *                 "latePayments12m": 0,
                     *                 "latePayments24m": 0,
                     *                 "authorizedUserAccounts": 1,
                     *                 "inquiries3m": 2,
                     *                 "inquiries12m": 3,
                     *                 "derogatories12m": 0,
                     *                 "collections": 0,
                     *                 "publicRecords": 0,
                     *                 "bureaus": [
                     *                   {
                     *                     "bureau": "equifax",
                     *                     "utilizationPct": 22.7,
                     *                     "openTradelines": 6,
                     *                     "inquiries6m": 3,
                     *                     "derogatories24m": 0,
                     *                     "oldestAccountMonths": 132,
                     *                     "totalDebtCents": 2251200
                     *                   },
                     *                   {
                     *                     "bureau": "experian",
                     *                     "utilizationPct": 22.7,
                     *                     "openTradelines": 6,
                     *                     "inquiries6m": 3,
                     *                     "derogatories24m": 0,
                     *                     "oldestAccountMonths": 132,
                     *                     "totalDebtCents": 2251200
                     *                   },
                     *                   {
                     *                     "bureau": "transunion",
                     *                     "utilizationPct": 22.7,
                     *                     "openTradelines": 6,
                     *                     "inquiries6m": 3,
                     *                     "derogatories24m": 0,
                     *                     "oldestAccountMonths": 132,
                     *                     "totalDebtCents": 2251200
                     *                   }
                     *                 ]
                     *               }
                     *             },
                     *             "underwriting": {
                     *               "resultId": "result-DbtJrZWEOsw6eLIvSvBO",
                     *               "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *               "evaluatedAt": "2026-02-21T02:51:36.000Z",
                     *               "decision": "Qualified",
                     *               "primaryPaths": [
                     *                 "Card Stacking",
                     *                 "Term Loan",
                     *                 "MCA"
                     *               ],
                     *               "cardStatus": "eligible",
                     *               "termLoanStatus": "eligible",
                     *               "declineStatus": null,
                     *               "declineReason": null,
                     *               "parkedReason": null,
                     *               "score": 79,
                     *               "tier": "1",
                     *               "fundingRangeMinCents": 2750000,
                     *               "fundingRangeMaxCents": 6750000
                     *             },
                     *             "funding": {
                     *               "plans": 1,
                     *               "requestedAmountCents": 6600000,
                     *               "approvedAmountCents": 3300000,
                     *               "fundedAmountCents": 0
                     *             },
                     *             "fundingPlans": [
                     *               {
                     *                 "planId": "plan-DbtJrZWEOsw6eLIvSvBO",
                     *                 "planType": "Card Stacking",
                     *                 "status": "in_progress",
                     *                 "outcome": "approved",
                     *                 "createdAt": "2026-02-23T04:43:12.000Z",
                     *                 "updatedAt": "2026-03-01T10:18:00.000Z",
                     *                 "recommendations": 4,
                     *                 "requestedAmountCents": 6600000,
                     *                 "approvedAmountCents": 3300000,
                     *                 "fundedAmountCents": 0
                     *               }
                     *             ],
                     *             "nextSteps": {
                     *               "open": 2,
                     *               "blocking": 1,
                     *               "completed": 3,
                     *               "next": {
                     *                 "stepId": "step-4",
                     *                 "title": "Signed agreements",
                     *                 "kind": "signature",
                     *                 "owner": "client",
                     *                 "dueAt": "2026-03-06T10:18:00.000Z",
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
    readonly "pipeline.stages": {
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
                     *         "stages": [
                     *           {
                     *             "stage": "received",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 1,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 17000000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-02-17T12:50:42.729Z"
                     *           },
                     *           {
                     *             "stage": "completeness_review",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 1,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 12000000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-02-27T17:13:46.188Z"
                     *           },
                     *           {
                     *             "stage": "underwriting_review",
                     *             "applications": 0,
                     *             "byOutcome": {
                     *               "open": 0,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 0,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": null
                     *           },
                     *           {
                     *             "stage": "approved",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 0,
                     *               "approved": 1,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 7500000,
                     *             "approvedAmountCents": 3300000,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-03-01T10:18:00.000Z"
                     *           },
                     *           {
                     *             "stage": "declined",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 0,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 1,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 15500000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-03-01T00:23:33.800Z"
                     *           },
                     *           {
                     *             "stage": "documents_needed",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 1,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 20500000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-02-24T19:20:14.967Z"
                     *           },
                     *           {
                     *             "stage": "strategy_ready",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 1,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 8500000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-02-19T05:53:15.064Z"
                     *           },
                     *           {
                     *             "stage": "submission_ready",
                     *             "applications": 1,
                     *             "byOutcome": {
                     *               "open": 1,
                     *               "approved": 0,
                     *               "funded": 0,
                     *               "declined": 0,
                     *               "withdrawn": 0,
                     *               "parked": 0
                     *             },
                     *             "requestedAmountCents": 9000000,
                     *             "approvedAmountCents": 0,
                     *             "fundedAmountCents": 0,
                     *             "firstUsedAt": "2026-02-26T04:46:43.428Z"
                     *           }
                     *         ],
                     *         "otherStages": {
                     *           "applications": 0,
                     *           "byOutcome": {
                     *             "open": 0,
                     *             "approved": 0,
                     *             "funded": 0,
                     *             "declined": 0,
                     *             "withdrawn": 0,
                     *             "parked": 0
                     *           },
                     *           "requestedAmountCents": 0,
                     *           "approvedAmountCents": 0,
                     *           "fundedAmountCents": 0
                     *         }
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PipelineStagesResponse"];
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
                /** @description Only entries whose deal changed at this instant or later, in the order of `/changes`, each as it is now. Entries of the five seconds before it come too, so that it may be the `X-Data-As-Of` of the first page of an earlier walk. What went away is told by `/changes` only. */
                readonly updatedSince?: string;
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
                     *             "dealId": "8S8bpRz8kGuUa8OfG64u",
                     *             "contactId": "qlsrXD4fGXF3FxJpowjA",
                     *             "pipelineId": "N1pIVWZa41zUScfvEsLH",
                     *             "stageId": "8260a4bd-7058-4272-9086-23bc645b3bb1",
                     *             "name": "Karem Calvillo Fitness funding",
                     *             "status": "open",
                     *             "amountCents": 17000000,
                     *             "source": "Referral",
                     *             "assignedTo": "Dana Whitlock",
                     *             "createdAt": "2025-09-23T11:24:34.667Z",
                     *             "updatedAt": "2025-12-29T07:10:23.417Z",
                     *             "stageChangedAt": "2025-12-29T07:10:23.417Z",
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
                /**
                 * @description CRM deal.
                 * @example 8S8bpRz8kGuUa8OfG64u
                 */
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
                     *         "dealId": "8S8bpRz8kGuUa8OfG64u",
                     *         "contactId": "qlsrXD4fGXF3FxJpowjA",
                     *         "pipelineId": "N1pIVWZa41zUScfvEsLH",
                     *         "stageId": "8260a4bd-7058-4272-9086-23bc645b3bb1",
                     *         "name": "Karem Calvillo Fitness funding",
                     *         "status": "open",
                     *         "amountCents": 17000000,
                     *         "source": "Referral",
                     *         "assignedTo": "Dana Whitlock",
                     *         "createdAt": "2025-09-23T11:24:34.667Z",
                     *         "updatedAt": "2025-12-29T07:10:23.417Z",
                     *         "stageChangedAt": "2025-12-29T07:10:23.417Z",
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
                     *             "pipelineId": "N1pIVWZa41zUScfvEsLH",
                     *             "name": "Funding sales",
                     *             "stages": [
                     *               {
                     *                 "stageId": "25f3b130-cf10-489d-9963-ebb38b0357c7",
                     *                 "name": "New lead",
                     *                 "position": 0
                     *               },
                     *               {
                     *                 "stageId": "84e5898b-d658-495a-b645-82820873588e",
                     *                 "name": "Contacted",
                     *                 "position": 1
                     *               },
                     *               {
                     *                 "stageId": "75614a8e-76a0-4dee-8baa-6427fbfb0b0d",
                     *                 "name": "Consultation booked",
                     *                 "position": 2
                     *               },
                     *               {
                     *                 "stageId": "c7b8840a-8fdc-49ae-b277-90827e863393",
                     *                 "name": "Proposal sent",
                     *                 "position": 3
                     *               },
                     *               {
                     *                 "stageId": "8260a4bd-7058-4272-9086-23bc645b3bb1",
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
                     *         "requestId": "FKsm8ucNvnGvr6b0qxX7",
                     *         "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *         "pulledAt": "2026-02-19T01:00:00.000Z",
                     *         "bureaus": [
                     *           "equifax",
                     *           "experian",
                     *           "transunion"
                     *         ],
                     *         "renderable": true,
                     *         "report": {
                     *           "CREDIT_RESPONSE": {
                     *             "@MISMOVersionID": "2.4",
                     *             "@CreditReportMergeTypeIndicator": "ListAndStack",
                     *             "@CreditResponseID": "FKsm8ucNvnGvr6b0qxX7",
                     *             "BORROWER": {
                     *               "@BorrowerID": "Borrower01",
                     *               "@_FirstName": "Marisol",
                     *               "@_LastName": "Whitcombe",
                     *               "@_SSN": "***-**-****",
                     *               "@_BirthDate": "1978-12-28"
                     *             },
                     *             "CREDIT_LIABILITY": [
                     *               {
                     *                 "@CreditLiabilityID": "TRADE-7280006256",
                     *                 "@_AccountIdentifier": "7280006256",
                     *                 "@_AccountOpenedDate": "2015-02-07",
                     *                 "@_AccountReportedDate": "2026-02-09",
                     *                 "@_AccountType": "Installment"
                     *               }
                     *             ]
                     *           }
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
                     *         "url": "https://api.example.com/downloads/credit-report.pdf?link=AbdvoxbhH0jqTsw22xzxFX0GgHzhbIptpNwoui6BANbD31d5RVsiaGFyYm9ydmlldy1hdXN0aW4iLCJoYXJib3J2aWV3Iiwia2V5LWF1c3RpbiIsIkZLc204dWNOdm5HdnI2YjBxeFg3IiwiZXhhbXBsZSIsMTc3MjQ2MzkwMDAwMF0",
                     *         "expiresAt": "2026-03-02T15:05:00.000Z",
                     *         "requestId": "FKsm8ucNvnGvr6b0qxX7"
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
    readonly "changes.list": {
        readonly parameters: {
            readonly query?: {
                /** @description The location to read. Required for agency keys; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Only changes of these types, separated by commas. By default all of them. */
                readonly types?: readonly ("contact" | "application" | "nextSteps" | "creditReport" | "underwritingResult" | "fundingPlan" | "deal")[];
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
                     *         "returned": 2,
                     *         "nextCursor": "Ac-ahoKyPqbFWI2UNHKZcYf8-cj2DqLMgnjLlzQ2J7ItWyJleGFtcGxlIiwxNzcyNDYzNTk1MDAwLDUwMDAsbnVsbF0",
                     *         "hasMore": false,
                     *         "upTo": "2026-03-02T14:59:55.000Z",
                     *         "delayedSince": null,
                     *         "resync": false,
                     *         "changes": [
                     *           {
                     *             "type": "application",
                     *             "id": "DbtJrZWEOsw6eLIvSvBO",
                     *             "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *             "change": "upsert",
                     *             "at": "2026-03-02T14:59:53.000Z"
                     *           },
                     *           {
                     *             "type": "creditReport",
                     *             "id": "FKsm8ucNvnGvr6b0qxX7",
                     *             "contactId": "DbtJrZWEOsw6eLIvSvBO",
                     *             "change": "upsert",
                     *             "at": "2026-03-02T14:59:53.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangesListResponse"];
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
                /** @description The location to read. Required for agency keys, unless `scope=company`, with which it must not be given; location keys read their own, whatever it says. */
                readonly locationId?: string;
                /** @description Length of the window in calendar days, which ends today. */
                readonly days?: number;
                /** @description `daily`: each figure of each day of the window too, as `series`. */
                readonly series?: "daily";
                /** @description `previous`: the figures of as many days before the window too, as `previous`. */
                readonly compare?: "previous";
                /** @description `company`, for agency keys alone and without `locationId`: the figures of all locations that the company has installed, at most 200, each in the window of its own time zone. */
                readonly scope?: "company";
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
                     *           "reportsPulled": 6,
                     *           "reportsByBureau": {
                     *             "equifax": 5,
                     *             "experian": 5,
                     *             "transunion": 6,
                     *             "other": 0
                     *           },
                     *           "contactsWithReport": 5,
                     *           "averageScore": 685.4,
                     *           "scored": 5,
                     *           "unscored": 0,
                     *           "scoreBands": {
                     *             "exceptional": 0,
                     *             "veryGood": 0,
                     *             "good": 4,
                     *             "fair": 0,
                     *             "poor": 1
                     *           }
                     *         },
                     *         "underwriting": {
                     *           "evaluated": 5,
                     *           "qualified": 4,
                     *           "declined": 1,
                     *           "parked": 0,
                     *           "undecided": 0,
                     *           "declinedByReason": [
                     *             {
                     *               "reason": "more than 2 derogatory accounts in 24 months",
                     *               "count": 1
                     *             }
                     *           ],
                     *           "declinedForOtherReasons": 0,
                     *           "parkedByReason": [],
                     *           "parkedForOtherReasons": 0
                     *         },
                     *         "funding": {
                     *           "applicationsSubmitted": 7,
                     *           "plansCreated": 4,
                     *           "plansByOutcome": [
                     *             {
                     *               "outcome": null,
                     *               "count": 3
                     *             },
                     *             {
                     *               "outcome": "approved",
                     *               "count": 1
                     *             }
                     *           ],
                     *           "plansOfOtherOutcomes": 0,
                     *           "requested": 4,
                     *           "requestedAmountCents": 6600000,
                     *           "decided": 3,
                     *           "approved": 2,
                     *           "approvedAmountCents": 3300000,
                     *           "approvalRate": 0.6667,
                     *           "funded": 0,
                     *           "fundedAmountCents": 0,
                     *           "projected": 1,
                     *           "projectedAmountCents": 1650000,
                     *           "byProduct": [
                     *             {
                     *               "product": "Business card",
                     *               "requested": 4,
                     *               "requestedAmountCents": 6600000,
                     *               "decided": 3,
                     *               "approved": 2,
                     *               "approvedAmountCents": 3300000,
                     *               "funded": 0,
                     *               "fundedAmountCents": 0
                     *             }
                     *           ],
                     *           "otherProducts": {
                     *             "requested": 0,
                     *             "requestedAmountCents": 0,
                     *             "decided": 0,
                     *             "approved": 0,
                     *             "approvedAmountCents": 0,
                     *             "funded": 0,
                     *             "fundedAmountCents": 0
                     *           },
                     *           "byLender": [
                     *             {
                     *               "lender": "Brackenford Card Services",
                     *               "requested": 1,
                     *               "requestedAmountCents": 1650000,
                     *               "decided": 1,
                     *               "approved": 0,
                     *               "approvedAmountCents": 0,
                     *               "funded": 0,
                     *               "fundedAmountCents": 0
                     *             },
                     *             {
                     *               "lender": "Ostrand Business Card",
                     *               "requested": 1,
                     *               "requestedAmountCents": 1650000,
                     *               "decided": 0,
                     *               "approved": 0,
                     *               "approvedAmountCents": 0,
                     *               "funded": 0,
                     *               "fundedAmountCents": 0
                     *             },
                     *             {
                     *               "lender": "Quillmark Rewards for Business",
                     *               "requested": 1,
                     *               "requestedAmountCents": 1650000,
                     *               "decided": 1,
                     *               "approved": 1,
                     *               "approvedAmountCents": 1650000,
                     *               "funded": 0,
                     *               "fundedAmountCents": 0
                     *             },
                     *             {
                     *               "lender": "Tallowmere Business Card",
                     *               "requested": 1,
                     *               "requestedAmountCents": 1650000,
                     *               "decided": 1,
                     *               "approved": 1,
                     *               "approvedAmountCents": 1650000,
                     *               "funded": 0,
                     *               "fundedAmountCents": 0
                     *             }
                     *           ],
                     *           "otherLenders": {
                     *             "requested": 0,
                     *             "requestedAmountCents": 0,
                     *             "decided": 0,
                     *             "approved": 0,
                     *             "approvedAmountCents": 0,
                     *             "funded": 0,
                     *             "fundedAmountCents": 0
                     *           },
                     *           "conversion": {
                     *             "submitted": 7,
                     *             "decided": 2,
                     *             "approved": 1,
                     *             "funded": 0,
                     *             "declined": 1,
                     *             "withdrawn": 0,
                     *             "decidedShare": 0.2857,
                     *             "approvedShare": 0.1429,
                     *             "fundedShare": 0,
                     *             "declinedShare": 0.1429,
                     *             "withdrawnShare": 0
                     *           },
                     *           "applicationDaysToDecision": {
                     *             "count": 2,
                     *             "median": 2,
                     *             "fromDays": 2,
                     *             "toDays": 2
                     *           },
                     *           "daysToDecision": {
                     *             "count": 3,
                     *             "median": 1,
                     *             "fromDays": 1,
                     *             "toDays": 1
                     *           },
                     *           "daysToFunding": {
                     *             "count": 0,
                     *             "median": null,
                     *             "fromDays": null,
                     *             "toDays": null
                     *           },
                     *           "waiting": 6,
                     *           "waitingOnClient": 5,
                     *           "waitingByParty": [
                     *             {
                     *               "party": "client",
                     *               "count": 5
                     *             },
                     *             {
                     *               "party": "processor",
                     *               "count": 1
                     *             }
                     *           ],
                     *           "waitingOnOtherParties": 0
                     *         },
                     *         "deals": {
                     *           "created": 2,
                     *           "createdAmountCents": 11400000,
                     *           "won": 1,
                     *           "wonAmountCents": 3700000,
                     *           "lost": 1,
                     *           "lostAmountCents": 7700000,
                     *           "open": 5,
                     *           "openAmountCents": 74400000
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
