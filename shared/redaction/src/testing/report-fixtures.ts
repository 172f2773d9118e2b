/**
 * Synthetic reports in the shapes in which bureaus and resellers deliver them (domain notes §3). Each builder puts the
 * numbers given to it where such reports have them, beside values that must survive. The persons in them are invented.
 */
export type FixtureSsns = {
  /** Nine digits. */
  readonly subject: string;
  /** Another number on the same file: a co-borrower's, a variation. */
  readonly other: string;
};

/** Values that look like an SSN to a careless rule and must come out as they went in. */
export const BENIGN = {
  zipPlusFour: '787011234',
  zipDashed: '78701-1234',
  employerId: '741234567',
  employerIdDashed: '74-1234567',
  account: '4417123412341113',
  shortAccount: '700812345',
  routing: '021000021',
  phone: '512-555-0143',
  phoneDigits: '5125550143',
  date: '01/15/2020',
  dateDigits: '01152020',
  paymentPattern: '000000111222333444CCC',
  amount: '1234567.89',
} as const;

const trade = {
  accountNumber: BENIGN.account,
  accountIdentifier: BENIGN.shortAccount,
  dateOpened: BENIGN.dateDigits,
  balance: 12345.6,
  creditLimit: '000015000',
  paymentHistory: BENIGN.paymentPattern,
  customerName: 'DEPARTMENT STORE',
  phone: BENIGN.phoneDigits,
};

export type ReportShape = (ssns: FixtureSsns) => unknown;

const equifaxData = ({ subject, other }: FixtureSsns): Record<string, unknown> => ({
  subjectName: { firstName: 'TESTA', lastName: 'SAMPLE' },
  subjectSocialNum: subject,
  birthDate: '00001980',
  addresses: [{ cityName: 'AUSTIN', stateAbbreviation: 'TX', zipCode: BENIGN.zipPlusFour }],
  identification: { subjectSocialNum: subject, inquirySocialNum: other, socialMatchFlags: 'YYYYNYYYY' },
  fraudSocialNumAlertCode: { code: 'A' },
  otherIdentification: [
    { typeCode: 'SSN', identificationNumber: other },
    { typeCode: 'DL', identificationNumber: BENIGN.shortAccount },
  ],
  trades: [trade],
  models: [{ type: 'FICO', score: 715, reasons: [{ code: '00038' }] }],
  consumerStatements: [{ statement: `THE NUMBER ${dashed(subject)} IS MINE` }],
  employments: [{ employer: 'SAMPLE CO', identifier: BENIGN.employerIdDashed }],
});

export const reportShapes: Readonly<Record<string, ReportShape>> = {
  equifaxFlat: (ssns) => ({ pdfReportId: 'PDF-1', data: equifaxData(ssns) }),
  equifaxNative: (ssns) => ({
    consumers: {
      equifaxUSConsumerCreditReport: [
        { ...equifaxData(ssns), subjectSocialNum: Number(ssns.subject), hitCode: { code: '1' } },
      ],
    },
  }),
  experian: ({ subject, other }) => ({
    creditProfile: [
      {
        headerRecord: [{ reportDate: '011520', reportTime: '101500' }],
        addressInformation: [{ zipCode: BENIGN.zipPlusFour, unitId: '12' }],
        consumerIdentity: { dob: { year: '1980' }, phone: [{ number: BENIGN.phoneDigits }] },
        ssn: [
          { number: subject, ssnIndicators: 'YYYYYYYYY', variationIndicator: 'F' },
          { number: other, ssnIndicators: 'YYYYNYYYY' },
        ],
        fraudShield: [{ indicator: '01', text: `INPUT SSN ${subject} RECORDED AS DECEASED` }],
        informationalMessage: [{ messageNumber: '57', messageText: `0057 SSN: ${spaced(other)}` }],
        employmentInformation: [{ name: 'SAMPLE CO' }],
        tradeline: [trade],
        riskModel: [{ modelIndicator: 'V4', score: '0715' }],
        uniqueConsumerIdentifier: '0000123456',
      },
    ],
    business: { businessName: 'SAMPLE CO', taxId: BENIGN.employerId },
    request: { primaryApplicant: { ssn: { ssn: subject } } },
  }),
  transunion: ({ subject, other }) => ({
    fileNumber: '01',
    fileSummary: { ssnMatchIndicator: 'exact', creditDataStatus: { freeze: { indicator: 'false' } } },
    indicative: {
      names: [{ person: { first: 'TESTA', last: 'SAMPLE' } }],
      socialSecurities: [
        { source: 'file', number: subject },
        { source: 'input', number: other },
      ],
      socialSecurity: { number: subject },
      addresses: [{ location: { zipCode: BENIGN.zipPlusFour } }],
    },
    originalInputs: [{ socialSecurity: { number: subject } }],
    custom: { credit: { trades: [{ ...trade, paymentHistory: { text: '111111111X11111111' } }] } },
    addOnProducts: [{ code: '07051', scoreModel: { score: { results: '+715' } } }],
  }),
  mismo2: ({ subject, other }) => ({
    CREDIT_RESPONSE: {
      '@MISMOVersionID': '2.3.1',
      BORROWER: { '@_SSN': subject, '@_BirthDate': '1980-01-15', _RESIDENCE: [{ '@_PostalCode': BENIGN.zipPlusFour }] },
      COBORROWER: { _SSN: dashed(other) },
      CREDIT_LIABILITY: [
        { '@_AccountIdentifier': BENIGN.account, '@_UnpaidBalanceAmount': '1500', _CREDITOR: { '@_Name': 'BANK' } },
      ],
      CREDIT_SCORE: [{ '@_Value': '+715', '@_Date': '2020-01-15' }],
      CREDIT_FILE: [
        {
          _BORROWER: { '@SSN': subject },
          _VARIATION: [{ '@_Type': 'SSN', '@_Value': other }],
          CREDIT_COMMENT: { '@_Type': 'SSNMessage', _Text: `SSN Possible ITIN ${other}` },
        },
      ],
      _TAXPAYER_IDENTIFIER: { '@_IdentifierType': 'SSN', '@_IdentifierValue': subject },
    },
  }),
  mismo3: ({ subject, other }) => ({
    PARTIES: {
      PARTY: [
        {
          TAXPAYER_IDENTIFIERS: {
            TAXPAYER_IDENTIFIER: { TaxpayerIdentifierType: 'SocialSecurityNumber', TaxpayerIdentifierValue: subject },
          },
        },
        {
          TAXPAYER_IDENTIFIERS: {
            TAXPAYER_IDENTIFIER: [
              { TaxpayerIdentifierValue: other, TaxpayerIdentifierType: 'IndividualTaxpayerIdentificationNumber' },
              { TaxpayerIdentifierType: 'EmployerIdentificationNumber', TaxpayerIdentifierValue: BENIGN.employerId },
            ],
          },
        },
      ],
    },
  }),
  truelinkObject: ({ subject, other }) => ({
    BundleComponents: {
      BundleComponent: [
        {
          Type: { $: 'MergeCreditReports' },
          TrueLinkCreditReportType: {
            Borrower: {
              BorrowerName: { Name: { first: 'TESTA' } },
              SocialPartition: { Social: [{ SocialSecurityNumber: subject }, { SocialSecurityNumber: other }] },
              CreditScore: [{ riskScore: '715' }],
            },
            TradeLinePartition: [{ Tradeline: { accountNumber: '700812345****', dateOpened: '2015-01-15' } }],
            Message: { customRemark: `ssn ${subject} verified` },
          },
        },
      ],
    },
  }),
  truelinkSingle: ({ subject, other }) => ({
    TrueLinkCreditReportType: { Borrower: { SocialPartition: { Social: subject }, socialSecurityNumber: other } },
  }),
  truelinkString: ({ subject, other }) => ({
    status: 'ok',
    report: JSON.stringify({
      TrueLinkCreditReportType: {
        Borrower: { SocialPartition: { Social: { SocialSecurityNumber: subject } }, note: dashed(other) },
        TradeLinePartition: [{ Tradeline: { accountNumber: BENIGN.shortAccount } }],
      },
    }),
  }),
  truelinkUnparsed: ({ subject, other }) => ({
    type: 'unparsed',
    '#text': `<BORROWER _SSN="${subject}" _PostalCode="${BENIGN.zipPlusFour}"><SSN>${dashed(other)}</SSN></BORROWER>`,
  }),
  isoftpull: ({ subject, other }) => ({
    full_feed: {
      credit_score: 715,
      personal_information: { ssn: subject, ssn_last4: subject.slice(5), social: other, zip: BENIGN.zipPlusFour },
      trade_accounts: [trade],
      statements: [`social security number ${spaced(other)}`],
    },
    full_feed_link: `https://files.example.test/report-${subject}.pdf?expires=1579082400`,
  }),
  htmlReport: ({ subject, other }) => ({
    html: `<table><tr><td>SSN</td><td>${subject}</td></tr><tr><td>Co-SSN:</td><td><b>${dashed(other)}</b></td></tr><tr><td>Zip</td><td>${BENIGN.zipPlusFour}</td></tr></table>`,
  }),
};

function dashed(ssn: string): string {
  return `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`;
}

function spaced(ssn: string): string {
  return dashed(ssn).replaceAll('-', ' ');
}
