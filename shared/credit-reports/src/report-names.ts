import { type NodeShape, nodeShape } from './node-values.ts';

/**
 * What the members of reports are called, of all shapes together: the names differ enough that a value of one shape is not
 * taken for another's. Names are as `plainName` and `nodeShape` have them; the first one with a value counts.
 */
const list = (names: string): readonly string[] => names.trim().split(/\s+/);

const sections = new Map<string, NodeShape>();
/** What kind of node stands under a member. */
export const sectionOf = (member: string) => sections.get(member);

/** What a report says of one kind. @param members that hold it, and no other kind. @param paths as of `nodeShape` */
function section<Name extends string>(members: string, paths: { readonly [Value in Name]?: string }): NodeShape<Name> {
  const shape = nodeShape(paths);
  for (const member of list(members)) sections.set(member, shape);
  return shape;
}

const CREDITOR = `subscriber.name customername subscribername creditorname creditor.name creditor collectionagencyname
  agencyname furnishername companyname originalcreditor originalcreditorname name`;

/** The bureau that a row comes from, where a merged report states it. */
const BUREAU = `creditrepositorysourcetype creditrepository[].sourcetype creditrepository.creditrepositorysourcetype
  creditrepositories.creditrepository[].creditrepositorysourcetype source.bureau bureau`;

/** Of what a row lists: bureaus that it was made of, or what Equifax says of an account. */
export const LISTED = nodeShape({ bureau: 'sourcetype creditrepositorysourcetype', narrative: 'description' });

/** TrueLink keeps the rows of one account together, one per bureau, and states the type of the account beside them. */
export const PARTITION = section('tradelinepartition', {
  kind: 'accounttypedescription accounttypesymbol accounttypeabbreviation',
  row: 'tradeline[]',
});

const RATING = `rate.description paystatus accountrating currentrating.type currentrating.currentratingtype
  accountcondition`;
const CONDITION = 'openorclosed openclosed accountstatustype';
const ACCOUNT = 'accountnumber accountidentifier account.number';
const OPENED = 'dateopened opendate accountopeneddate openeddate opened';
const REPORTED = 'datereported reporteddate accountreporteddate balancedate dateeffective';
const BALANCE = 'balance currentbalance balanceamount unpaidbalanceamount';

export type TradelineValue = keyof (typeof TRADELINE)['values'];

export const TRADELINE = section('trades trade tradeline tradelines creditliability tradeaccounts', {
  bureau: BUREAU,
  creditor: CREDITOR,
  condition: CONDITION,
  rating: RATING,
  account: ACCOUNT,
  kind: `accounttypedescription accounttype.description creditloantype loantype portfoliotypecode portfoliotype
    accounttype type accounttypecode account.type`,
  opened: OPENED,
  closed: 'dateclosed closeddate closedate accountcloseddate',
  reported: REPORTED,
  balance: BALANCE,
  limit: 'creditlimit creditlimitamount limit',
  highCredit: 'highcredit highcreditamount highbalance highbalanceamount amount1',
  payment: 'scheduledpaymentamount monthlypaymentamount monthlypayment terms.scheduledmonthlypayment paymentamount',
  pastDue: 'pastdueamount pastdue amountpastdue',
  /** TransUnion and Equifax number the manner of payment from 1. */
  numberedHistory: 'paymenthistory.paymentpattern.text paymenthistory.text paymenthistory1to24',
  history: 'paymenthistory paymentpattern.data paymentpattern paystatushistory.status paymentpatterndatatext',
  /** The month of the first sign of the history, which is the newest. */
  historyStart: `paymenthistory.paymentpattern.startdate paymentpattern.startdate paystatushistory.startdate
    paymentpatternstartdate`,
  /** Individual, joint, authorized user (Regulation B, the Equal Credit Opportunity Act). */
  designator: 'ecoadesignator ecoa ecoacode accountdesignator accountownershiptype',
  remark: 'remark.customremark customremark remark.remarkcode remark remarks creditcomment narrativecodes[] comment',
  standing: `accountrating rate.code rate ${RATING} accountstatus`,
  /** Soft-pull feeds write into the status whether an account is open, Experian writes that of Metro 2. */
  activity: 'status activitydesignator activitydesignatorcode',
  /** Experian states limit and highest balance in two amounts, which their qualifiers tell apart. */
  secondAmount: 'amount2',
  secondQualifier: 'amount2qualifier',
  isCollection: 'iscollectionindicator',
});

export type RecordValue = 'bureau' | 'name' | 'account' | 'court' | 'reference' | 'date' | 'status' | 'amount';

/** Lists of what takes a row. Collections stand among accounts too. */
export const RECORDS = {
  inquiries: section<RecordValue>('inquiries inquiry creditinquiry inquirypartition', {
    bureau: BUREAU,
    name: `inquirername ${CREDITOR}`,
    date: 'inquirydate date inquireddate',
  }),
  collections: section<RecordValue>('collections collection', {
    bureau: BUREAU,
    name: `clientnameornumber agencyclient ${CREDITOR}`,
    account: `accountnumberorothercode ${ACCOUNT}`,
    date: `assigneddate dateassigned ${OPENED} ${REPORTED} date`,
    status: `statuscode ${RATING} status accountstatus ${CONDITION}`,
    amount: `${BALANCE} amount originalamount originalbalance`,
  }),
  // TrueLink's schema spells one of them so.
  publicRecords: section<RecordValue>(
    `publicrecord publicrecords bankruptcies bankruptcy creditpublicrecord taxliens judgments
      publicpartition publicrecordpartition pulblicrecordpartition`,
    {
      bureau: BUREAU,
      name: 'type.description classification publicrecordtype recordtype type',
      court: 'court.name courtname court source.name',
      reference: 'casenumber referencenumber docketidentifier docketnumber caseidorreference',
      date: 'filingdate fileddate datefiled filed date',
      status: 'status.description dispositiontype disposition status',
      amount: 'liabilityamount legalobligationamount liabilities amount',
    },
  ),
};

export type ScoreValue = 'score' | 'exclusion' | 'model' | 'bureau';

/** One report flattens TransUnion's add-on to `{scoreModel: {score: {results}}}`, another to `{scoreModel: {score}}`. */
const ADD_ON = nodeShape<ScoreValue>({
  score: 'scoremodel.score.results scoremodel.score scoremodel.results results',
  exclusion: 'scoremodel.score.noscorereason scoremodel.noscorereason noscorereason',
  model: 'scoremodel.name scoremodel.code code',
});
const EQUIFAX_MODEL = nodeShape<ScoreValue>({
  score: 'score',
  exclusion: 'rejects.code rejects reject.code',
  model: 'modelnumber modelidentifier modelindicator type name',
});
/** MISMO, TrueLink, and soft-pull feeds, which state one score as a plain value. */
const MERGED_SCORE = nodeShape<ScoreValue>({
  score: 'riskscore value score .',
  exclusion: 'exclusionreasontype noscorereason',
  model: 'modelnametype modelnametypeotherdescription scorename model.abbreviation model.symbol model',
  bureau: 'creditrepositorysourcetype source.bureau bureau',
});

/** Where bureaus keep scores: by the member whose value, or whose items, are score nodes. `bureau`: of a node that names none. */
export const SCORES = new Map([
  ['models', { bureau: 'equifax', shape: EQUIFAX_MODEL }],
  ['riskmodel', { bureau: 'experian', shape: nodeShape<ScoreValue>({ score: 'score', model: 'modelindicator' }) }],
  ['addonproducts', { bureau: 'transunion', shape: ADD_ON }],
  ['addonproduct', { bureau: 'transunion', shape: ADD_ON }],
  ['creditscore', { bureau: null, shape: MERGED_SCORE }],
  ['creditscoredetail', { bureau: null, shape: MERGED_SCORE }],
  ['creditscoretype', { bureau: null, shape: MERGED_SCORE }],
]);

/** Summaries put the score among their figures; the level of risk beside it tells that it is of a person's credit. */
export const SUMMARY_SCORE_MARK = 'risklevel';
export const SUMMARY_SCORE = nodeShape<ScoreValue>({ score: 'score', model: 'model', bureau: 'bureau' });

export const FACTOR = section('factor factors scorefactors reasons creditscorefactor creditscorefactors', {
  code: 'code factorcode reasoncode bureaucode symbol factor.symbol .',
  text: 'text description factortext factor.description code.description',
});

export const STATEMENT = section('consumerstatements consumerstatement statements statement', {
  text: '. statement statementtext text content description',
  date: 'reporteddate datereported date',
});

/** Messages of the bureau, by what they are called on paper. */
export const MESSAGES: Readonly<Record<string, string>> = {
  fraudshield: 'Fraud check',
  fraudalerts: 'Fraud alert',
  informationalmessage: 'Message',
  alertcontacts: 'Alert',
  ofacalerts: 'OFAC',
  regulatoryproduct: 'OFAC',
  creditcomment: 'Comment',
  message: 'Message',
  idmismatchalerts: 'Identity check',
  riskflags: 'Risk',
};

export const MESSAGE = section(Object.keys(MESSAGES).join(' '), {
  text: '. text messagetext additionalinformation code.description description customremark',
  result: 'transactiontype resultstatustype',
  type: 'type',
  condition: 'condition',
});

const FROZEN = { label: 'Security freeze', text: 'The consumer has frozen the file.' };
/** Members that say yes or no of the whole file. */
export const FLAGS: Readonly<Record<string, { readonly label: string; readonly text: string }>> = {
  fraudindicator: { label: 'Fraud alert', text: 'The file is marked with a fraud indicator.' },
  deceasedindicator: { label: 'Fraud alert', text: 'The number or person is reported as deceased.' },
  freeze: FROZEN,
  frozenstatusindicator: FROZEN,
};

export const FLAG = section(Object.keys(FLAGS).join(' '), { value: 'indicator .' });

export const TOTAL = section('dataset attributes', { name: 'name id', value: 'value' });

const ofPerson = (names: string) =>
  list(names)
    .flatMap((name) => [name, `person.${name}`, `name.${name}`, `name.person.${name}`, `borrowername.name.${name}`])
    .join(' ');

const NAME_PATHS = {
  first: ofPerson('firstname first'),
  middle: ofPerson('middlename middle'),
  last: ofPerson('lastname surname last'),
  suffix: ofPerson('suffix namesuffix'),
};
export const NAME = section(
  'subjectname names name borrower coborrower consumeridentity personalinformation individual person',
  NAME_PATHS,
);
/** Only in requests. */
export const APPLICANT = section('primaryapplicant', NAME_PATHS);

export const BIRTH = section('birthdate dateofbirth dateofbirths birth dob', { date: 'year date . dob' });

export const ADDRESS = section(
  'addresses addressinformation residence addresshistory creditaddress address currentaddress',
  {
    street: 'streetaddress unparsedstreet addresslinetext addressline1 address1 line1 street address',
    /** Where it is not stated as one. */
    streetParts: 'housenumber streetprefix street.number streetname street.name streetsuffix unitid',
    city: 'city cityname location.city',
    state: 'state stateabbreviation statecode location.state',
    zip: 'zipcode zip postalcode location.zipcode',
    kind: 'addresstype borrowerresidencytype status',
  },
);

export const EMPLOYMENT = section('employments employment employmentinformation employmenthistory employer', {
  employer: 'employer.name employer employername name .',
  occupation: 'occupation position title',
});
