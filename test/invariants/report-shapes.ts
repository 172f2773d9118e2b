/**
 * Credit reports in the shapes in which they are stored upstream, each with Social Security numbers in the places where
 * such reports have them. Synthetic throughout.
 */

/** Gives a number that is planted nowhere else, as nine digits; `place` names where. */
export type Plant = (place: string) => string;

export type ReportShape = {
  readonly name: string;
  readonly format: string;
  /** The report's JSON text. */
  readonly build: (plant: Plant) => string;
};

const dashes = (number: string) => number.replace(/^(...)(..)(....)$/, '$1-$2-$3');
const spaces = (number: string) => number.replace(/^(...)(..)(....)$/, '$1 $2 $3');

export const reportShapes: readonly ReportShape[] = [
  {
    name: 'equifax',
    format: 'equifax',
    build(plant) {
      const subject = plant('subjectSocialNum');
      return JSON.stringify({
        pdfReportId: `report-of-${plant('file name')}.pdf`.replace(/(\d{3})(\d{2})(\d{4})/, '$1-$2-$3'),
        data: {
          subjectName: 'MARIA LOPEZ',
          subjectSocialNum: subject,
          identification: { subjectSocialNum: plant('identification'), inquirySocialNum: plant('inquirySocialNum') },
          otherIdentification: [{ typeCode: 'SSN', identificationNumber: plant('otherIdentification') }],
          consumerStatements: [
            { statement: `My number ${dashes(plant('statement'))} was stolen, and so was ${subject}` },
          ],
          alertContacts: [{ additionalInformation: `call about ${spaces(plant('alert'))}` }],
          trades: [{ accountNumber: subject, [`key ${subject}`]: 'a key' }],
          models: [{ modelNumber: '02778', score: 715 }],
        },
      });
    },
  },
  {
    name: 'equifax native with a number that lost its leading zero',
    format: 'equifax',
    build: (plant) =>
      `{"consumers":{"equifaxUSConsumerCreditReport":[{"subjectSocialNum":${plant('number token')},` +
      `"identification":{"inquirySocialNum":${plant('0 eight digits')}},"models":[{"score":"+640"}]}]}}`,
  },
  {
    name: 'experian',
    format: 'experian',
    build: (plant) =>
      JSON.stringify({
        creditProfile: [
          {
            consumerIdentity: { dob: { day: '05' }, name: [{ firstName: 'MARIA' }] },
            ssn: [{ number: plant('ssn[0].number') }, { number: plant('ssn[1].number'), variationIndicator: 'V' }],
            informationalMessage: [{ messageText: `SSN ${dashes(plant('messageText'))} is not confirmed` }],
            fraudShield: [{ text: `INQUIRY SSN ${plant('fraudShield')} NOT ISSUED` }],
            statement: [{ statementText: `social security number: ${spaces(plant('statementText'))}` }],
            riskModel: [{ modelIndicator: 'V4', score: '0702' }],
          },
        ],
        request: { primaryApplicant: { ssn: { ssn: plant('primaryApplicant') } } },
      }),
  },
  {
    name: 'transunion',
    format: 'transunion',
    build: (plant) =>
      JSON.stringify({
        fileSummary: { ssnMatchIndicator: 'exact' },
        indicative: {
          socialSecurities: [{ number: plant('socialSecurities') }],
          socialSecurity: { number: plant('socialSecurity') },
        },
        originalInputs: [{ socialSecurity: { number: dashes(plant('originalInputs')) } }],
        consumerStatement: { text: `#HK#NUMBER ${dashes(plant('consumerStatement'))} IS MINE` },
        addOnProducts: [{ scoreModel: { score: { results: '+702' } } }],
      }),
  },
  {
    name: 'mismo 2',
    format: 'mismo2',
    build: (plant) =>
      JSON.stringify({
        CREDIT_RESPONSE: {
          BORROWER: { '@_SSN': plant('@_SSN'), '@_BirthDate': '1970-01-01' },
          CREDIT_FILE: [
            { _BORROWER: { _SSN: plant('_SSN') }, CREDIT_COMMENT: { _Text: `SSN Matches ${dashes(plant('_Text'))}` } },
            { _BORROWER: { '@SSN': dashes(plant('@SSN')) }, _VARIATION: { '@_SSN': spaces(plant('_VARIATION')) } },
          ],
          CREDIT_SCORE: [{ '@_Value': '+711' }],
        },
      }),
  },
  {
    name: 'mismo 3',
    format: 'mismo3',
    build: (plant) =>
      JSON.stringify({
        PARTIES: {
          PARTY: [
            {
              TAXPAYER_IDENTIFIERS: {
                TAXPAYER_IDENTIFIER: {
                  TaxpayerIdentifierType: 'SocialSecurityNumber',
                  TaxpayerIdentifierValue: plant('TaxpayerIdentifierValue'),
                },
              },
            },
            {
              TAXPAYER_IDENTIFIERS: {
                TAXPAYER_IDENTIFIER: [
                  {
                    TaxpayerIdentifierValue: dashes(plant('TaxpayerIdentifierValue before its type')),
                    TaxpayerIdentifierType: 'SocialSecurityNumber',
                  },
                ],
              },
            },
          ],
        },
      }),
  },
  {
    name: 'truelink',
    format: 'truelink',
    build: (plant) => JSON.stringify(trueLink(plant)),
  },
  {
    name: 'truelink stored as a JSON string',
    format: 'truelink',
    build: (plant) => JSON.stringify({ type: 'bundle', '#text': JSON.stringify(JSON.stringify(trueLink(plant))) }),
  },
  {
    name: 'isoftpull',
    format: 'other',
    build: (plant) =>
      JSON.stringify({
        full_feed: {
          credit_score: '702',
          personal_information: { ssn: plant('ssn'), social_security_number: dashes(plant('social_security_number')) },
          identity_risk: { socialSecurityNumber: plant('socialSecurityNumber'), SSN: spaces(plant('SSN')) },
        },
        full_feed_link: `https://reports.example/pdf?name=${dashes(plant('link'))}&expires=900`,
      }),
  },
  {
    name: 'unparsed XML and HTML',
    format: 'other',
    build: (plant) =>
      JSON.stringify({
        xml: `<BORROWER _SSN="${plant('XML attribute')}"><SSN>${plant('XML element')}</SSN></BORROWER>`,
        html: `<table><tr><td>SSN:</td><td>${dashes(plant('HTML cell'))}</td></tr></table>`,
      }),
  },
];

function trueLink(plant: Plant): object {
  const number = plant('SocialSecurityNumber');
  return {
    BundleComponents: {
      BundleComponent: [
        {
          TrueLinkCreditReportType: {
            Borrower: {
              SocialPartition: {
                Social: [{ SocialSecurityNumber: number }, { SocialSecurityNumber: plant('second') }],
              },
              CreditScore: [{ riskScore: '715' }],
            },
            TradeLinePartition: [
              { Tradeline: { customRemark: `holder ${number}; also ${dashes(plant('customRemark'))}` } },
            ],
          },
        },
      ],
    },
  };
}
