import { isoDate, slashDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { letteredHistory } from './history-signs.ts';

/** A soft-pull service's full feed, with a link to the printed report that is signed and long expired. */
export function isoftpullFeed(subject: ReportSubject): unknown {
  const { person, pulledAt } = subject;
  const [score] = subject.scores;
  return {
    status: 'success',
    full_feed: {
      credit_score: score === undefined ? null : String(score.score),
      personal_information: {
        first_name: person.firstName,
        last_name: person.lastName,
        date_of_birth: slashDate(person.birthDate),
        ssn: person.ssn,
        ssn_last4: person.ssn.slice(5),
        phone: person.phone,
        email: person.email,
      },
      address_history: [{ address: person.address1, city: person.city, state: person.state, zip: person.postalCode }],
      employment_history: [{ employer: subject.employer, position: 'Owner' }],
      identity_risk: { social_security: { status: 'valid', deceased: false }, risk_flags: [] },
      income_analysis: {
        estimated_monthly_income: (person.business.monthlyRevenueCents / 400).toFixed(2),
        deposit_routing_number: '123456780',
      },
      trade_accounts: subject.rows.map((row) => ({
        creditor: row.creditor,
        account_number: row.accountNumber,
        type: row.kind,
        opened: slashDate(row.openedAt),
        ...(row.closedAt !== null && { date_closed: slashDate(row.closedAt) }),
        date_reported: slashDate(row.reportedAt),
        balance: `${row.balance}.00`,
        limit: row.limit,
        monthly_payment: `${row.payment}.00`,
        payment_pattern: letteredHistory(row),
        status: row.isOpen ? 'open' : 'closed',
      })),
      inquiries: subject.inquiries.map(({ creditor, at }) => ({ name: creditor, date: slashDate(at) })),
      statements: [
        {
          date: isoDate(pulledAt),
          text: subject.spellsNumber
            ? `Applicant confirmed social security number ${ssnWritings.dashes(person.ssn)}.`
            : 'Applicant confirmed the address by phone.',
        },
      ],
      collections: subject.collections.map((collection) => ({
        agency_name: collection.agency,
        original_creditor: collection.client,
        account_number: collection.accountNumber,
        date_assigned: slashDate(collection.assignedAt),
        balance: `${collection.balance}.00`,
      })),
      public_record: subject.publicRecords.map((record) => ({
        type: record.kind,
        court: record.court,
        case_number: record.caseNumber,
        filed: slashDate(record.filedAt),
        status: 'discharged',
      })),
    },
    full_feed_link: `https://reports.example.com/full/${subject.requestId}.pdf?expires=900&signature=not-a-real-one`,
  };
}
