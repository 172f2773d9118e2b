import { isoDate, slashDate } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { ReportSubject } from './report-subject.ts';

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
      income_analysis: { estimated_monthly_income: '8450.00', deposit_routing_number: '123456780' },
      trade_accounts: subject.accounts.map((account) => ({
        creditor: account.creditor,
        account_number: account.accountNumber,
        type: account.kind,
        opened: slashDate(account.openedAt),
        balance: `${account.balance}.00`,
        limit: account.limit,
        payment_pattern: account.paymentPattern,
        status: account.isOpen ? 'open' : 'closed',
      })),
      inquiries: subject.inquiries.map(({ creditor, at }) => ({ name: creditor, date: slashDate(at) })),
      statements: [
        {
          date: isoDate(pulledAt),
          text: `Applicant confirmed social security number ${ssnWritings.dashes(person.ssn)}.`,
        },
      ],
      collections: [],
      public_record: [],
    },
    full_feed_link: `https://reports.example.com/full/${subject.requestId}.pdf?expires=900&signature=not-a-real-one`,
  };
}
