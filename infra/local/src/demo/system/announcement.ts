import type { DemoPerson } from '../people.ts';
import { type DemoTokens, demoCredentials } from '../tokens.ts';

export type AnnouncementFacts = {
  readonly baseUrl: string;
  readonly tokens: DemoTokens;
  /** Of retries on the status page. */
  readonly adminToken: string;
  /** Health and metrics. */
  readonly adminUrls: Readonly<Record<'projector' | 'query', string>>;
  /** The contact that the commands are about. */
  readonly person: Pick<DemoPerson, 'contactId' | 'firstName' | 'lastName'>;
  readonly secondsToStart: number;
  readonly changesPerSecond: number;
  /** Of data, logs and the files below. */
  readonly dataDirectory: string;
  /** In front of a command that has to find another than the default directory. */
  readonly commandPrefix: string;
};

/** The commands that a newcomer pastes; every one of them works at once. */
export function demoCommands({ baseUrl, tokens, person }: Pick<AnnouncementFacts, 'baseUrl' | 'tokens' | 'person'>) {
  const curl = (token: string) => (path: string) => `curl -sS -H 'Authorization: Bearer ${token}' '${baseUrl}${path}'`;
  const { contactId, lastName } = person;
  const contact = `/contacts/${contactId}`;
  const [read, readReports] = [curl(tokens.locationRead), curl(tokens.locationReports)];
  return {
    toTry: [
      read('/contacts?limit=3'),
      read('/pipeline?pipelineType=applicant&limit=3'),
      readReports(`/credit-reports?contactId=${contactId}`),
      readReports(`/credit-reports/pdf-url?contactId=${contactId}`),
      curl(tokens.agency)('/locations'),
      read('/deals?status=open&limit=3'),
      read('/deal-pipelines'),
      read(`/contacts?query=${encodeURIComponent(lastName.slice(0, 3))}&limit=3`),
      read('/credential'),
      read('/dashboard/stats?days=90'),
    ],
    ofContact: ['application', 'credit-summary', 'underwriting-results', 'funding-plans', 'next-steps'].map((view) =>
      read(`${contact}/${view}`),
    ),
    contact: read(contact),
  };
}

/** What a newcomer needs: the address, commands to read and to publish a change, how to stop. */
export function announcement(facts: AnnouncementFacts): string {
  const { adminUrls, changesPerSecond, dataDirectory, commandPrefix } = facts;
  const commands = demoCommands(facts);
  const name = `${facts.person.firstName} ${facts.person.lastName}`;
  const pace = changesPerSecond === 0 ? 'no live changes' : `about ${changesPerSecond} live changes a second`;
  return `
Fundlens is running: ready after ${facts.secondsToStart.toFixed(1)} s, ${pace}.

  API          ${facts.baseUrl}
  Reference    ${new URL('/docs', facts.baseUrl).href}  (every operation, with examples; takes a credential and asks from the page)
  Events       ${new URL('/docs/events', facts.baseUrl).href}  (what to publish: fields, rules, examples, Avro schemas, AsyncAPI)

Credentials of the demo (also in ${dataDirectory}/demo.json)
${demoCredentials.map((each) => `  ${facts.tokens[each.name]}\n      ${each.description}`).join('\n')}

To try: contacts, a page of the pipeline, a credit report, a link to its PDF, the locations of an agency, open deals and their pipelines,
contacts by the beginning of a name, what a credential may do, the figures of the last 90 days
  ${commands.toTry.join('\n  ')}

What belongs to ${name}: application, credit summary, underwriting results, funding plans, next steps
  ${commands.ofContact.join('\n  ')}

Publish a change and read it (${name} gets another first name; raise "version" to publish again)
  ${commandPrefix}npm run publish -- ${dataDirectory}/example.ndjson
  ${commands.contact}

Publish from Python, Go or Java (shared/contracts/samples): what the samples read from their environment, for your shell
  . ${dataDirectory}/samples.env

  Operate      ${commandPrefix}npm run -s fundlens -- status
  Status page  ${adminUrls.projector}/status  (retries at this port ask for the token ${facts.adminToken})
  Health       ${adminUrls.projector}/readyz (projector), ${adminUrls.query}/readyz (query service); /metrics beside it
  Logs         ${dataDirectory}/logs  (projector.log and query.log are JSON lines)
  Stop         Ctrl-C; the data stays, twice does not wait
  Start over   npm run reset
`;
}
