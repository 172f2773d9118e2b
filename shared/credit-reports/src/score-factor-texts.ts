/**
 * FICO's reason codes, in short words: those on which the lists of the three bureaus agree
 * (creditinfocenter.com/risk-factor-reason-codes-what-they-mean-on-your-credit-report, crecreditservices.com).
 */
const COMMON_TEXTS = [
  ['1', 'Amount owed on accounts is too high'],
  ['2', 'Level of delinquency on accounts'],
  ['5', 'Too many accounts with balances'],
  ['6', 'Too many consumer finance accounts'],
  ['7', 'Payment history is too new to rate'],
  ['8', 'Too many inquiries in the last 12 months'],
  ['9', 'Too many accounts opened recently'],
  ['10', 'Balances are too high for the limits of revolving accounts'],
  ['11', 'Amount owed on revolving accounts is too high'],
  ['12', 'Age of revolving accounts'],
  ['13', 'Time since delinquency is too short or unknown'],
  ['14', 'Age of accounts'],
  ['15', 'No recent bank revolving information'],
  ['16', 'No recent revolving account information'],
  ['17', 'No recent non-mortgage balance information'],
  ['18', 'Number of accounts with delinquency'],
  ['20', 'Time since public record or collection is too short'],
  ['21', 'Amount past due on accounts'],
  ['22', 'Serious delinquency, public record or collection'],
  ['24', 'No recent revolving balances'],
  ['26', 'Number of revolving accounts'],
  ['28', 'Number of established accounts'],
  ['30', 'Time since the latest account was opened is too short'],
  ['38', 'Serious delinquency, and public record or collection'],
  ['39', 'Serious delinquency'],
  ['40', 'Derogatory public record or collection'],
] as const;

export const FICO_TEXTS: ReadonlyMap<string, string> = new Map([
  ...COMMON_TEXTS,
  ['3', 'Too few bank revolving accounts'],
  ['4', 'Too many bank or national revolving accounts'],
  ['19', 'Too few accounts are paid as agreed'],
  ['23', 'Number of bank or national revolving accounts with balances'],
  ['32', 'No recent installment loan information'],
  ['33', 'Loan balances are too high for the loan amounts'],
]);
export const TRANSUNION_FICO_TEXTS: ReadonlyMap<string, string> = new Map([
  ...COMMON_TEXTS,
  ['3', 'Loan balances are too high for the loan amounts'],
  ['4', 'No recent installment loan information'],
  ['19', 'Latest inquiry is too recent'],
  ['27', 'Too few accounts are paid as agreed'],
  ['29', 'No recent bankcard balances'],
]);
