import type { Showcase } from '../showcase.ts';
import { type DemoTokens, demoCredentials } from '../tokens.ts';

export type AnnouncementFacts = {
  readonly baseUrl: string;
  readonly tokens: DemoTokens;
  /** The operator's page, and the token of its actions. */
  readonly statusUrl: string;
  readonly adminToken: string;
  /** Health and metrics. */
  readonly adminUrls: Readonly<Record<'projector' | 'query', string>>;
  readonly showcase: Showcase;
  readonly secondsToStart: number;
  readonly changesPerSecond: number;
  readonly logsDirectory: string;
  readonly stateFile: string;
  /** A file with one change, ready to be published, and the command that publishes it. */
  readonly exampleFile: string;
  readonly publishCommand: string;
  /** What the samples in other languages need, for a shell. */
  readonly sampleFile: string;
  /** The operator's first command. */
  readonly statusCommand: string;
};

/** The commands that a newcomer pastes; every one of them works at once. */
export function demoCommands({
  baseUrl,
  tokens,
  showcase,
}: Pick<AnnouncementFacts, 'baseUrl' | 'tokens' | 'showcase'>) {
  const curl = (token: string, path: string) => `curl -sS -H 'Authorization: Bearer ${token}' '${baseUrl}${path}'`;
  const { contactId, lastName } = showcase.person;
  return {
    contacts: curl(tokens.locationRead, '/contacts?limit=3'),
    pipeline: curl(tokens.locationRead, '/pipeline?pipelineType=applicant&limit=3'),
    creditReport: curl(tokens.locationReports, `/credit-reports?contactId=${contactId}`),
    pdfUrl: curl(tokens.locationReports, `/credit-reports/pdf-url?contactId=${contactId}`),
    locations: curl(tokens.agency, '/locations'),
    deals: curl(tokens.locationRead, '/deals?status=open&limit=3'),
    dealPipelines: curl(tokens.locationRead, '/deal-pipelines'),
    search: curl(tokens.locationRead, `/contacts?query=${encodeURIComponent(lastName.slice(0, 3))}&limit=3`),
    credential: curl(tokens.locationRead, '/credential'),
    dashboard: curl(tokens.locationRead, '/dashboard/stats?days=90'),
    contact: curl(tokens.locationRead, `/contacts/${contactId}`),
    application: curl(tokens.locationRead, `/contacts/${contactId}/application`),
    creditSummary: curl(tokens.locationRead, `/contacts/${contactId}/credit-summary`),
    underwritingResults: curl(tokens.locationRead, `/contacts/${contactId}/underwriting-results`),
    fundingPlans: curl(tokens.locationRead, `/contacts/${contactId}/funding-plans`),
    nextSteps: curl(tokens.locationRead, `/contacts/${contactId}/next-steps`),
  };
}

/** What a newcomer needs: the address, commands to read and to publish a change, how to stop. */
export function announcement(facts: AnnouncementFacts): string {
  const commands = demoCommands(facts);
  const { firstName, lastName } = facts.showcase.person;
  const paceLine =
    facts.changesPerSecond === 0 ? 'no live changes' : `about ${facts.changesPerSecond} live changes a second`;
  return `
Fundlens is running: ready after ${facts.secondsToStart.toFixed(1)} s, ${paceLine}.

  API          ${facts.baseUrl}
  Reference    ${new URL('/docs', facts.baseUrl).href}  (every operation, with examples; takes a credential and asks from the page)
  Events       ${new URL('/docs/events', facts.baseUrl).href}  (what to publish: fields, rules, examples, Avro schemas, AsyncAPI)

Credentials of the demo (also in ${facts.stateFile})
${demoCredentials.map(({ name, description }) => `  ${facts.tokens[name]}\n      ${description}`).join('\n')}

To try: contacts, a page of the pipeline, a credit report, a link to its PDF, the locations of an agency, open deals and their pipelines,
contacts by the beginning of a name, what a credential may do, the figures of the last 90 days
  ${commands.contacts}
  ${commands.pipeline}
  ${commands.creditReport}
  ${commands.pdfUrl}
  ${commands.locations}
  ${commands.deals}
  ${commands.dealPipelines}
  ${commands.search}
  ${commands.credential}
  ${commands.dashboard}

What belongs to ${firstName} ${lastName}: application, credit summary, underwriting results, funding plans, next steps
  ${commands.application}
  ${commands.creditSummary}
  ${commands.underwritingResults}
  ${commands.fundingPlans}
  ${commands.nextSteps}

Publish a change and read it (${firstName} ${lastName} gets another first name; raise "version" to publish again)
  ${facts.publishCommand}
  ${commands.contact}

Publish from Python, Go or Java (shared/contracts/samples): what the samples read from their environment, for your shell
  . ${facts.sampleFile}

  Operate      ${facts.statusCommand}
  Status page  ${facts.statusUrl}  (retries at this port ask for the token ${facts.adminToken})
  Health       ${facts.adminUrls.projector}/readyz (projector), ${facts.adminUrls.query}/readyz (query service); /metrics beside it
  Logs         ${facts.logsDirectory}  (projector.log and query.log are JSON lines)
  Stop         Ctrl-C; the data stays, twice does not wait
  Start over   npm run reset
`;
}
