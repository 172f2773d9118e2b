/**
 * What the members of reports are called, of all shapes together: the names differ enough that a value of one shape is not
 * taken for another's. One reader goes by this table, for figures and for the pages of a PDF. Paths are plain names (`plainName`); the
 * first that leads to a value counts.
 */

const CREDITOR = [
  'subscriber.name.unparsed',
  'subscriber.name',
  'customername',
  'subscribername',
  'creditorname',
  'creditor.name',
  'creditor',
  'creditliabilitycreditor.name.fullname',
  'collectionagencyname',
  'agencyname',
  'furnishername',
  'companyname',
  'originalcreditor',
  'originalcreditorname',
  'name.fullname',
  'name.unparsed',
  'name',
];

/** The bureau that a row comes from, where a merged report states it. */
export const BUREAU = [
  'creditrepositorysourcetype',
  'creditrepository.sourcetype',
  'creditrepository.creditrepositorysourcetype',
  'creditrepositories.creditrepository.creditrepositorysourcetype',
  'source.bureau.description',
  'source.bureau.abbreviation',
  'source.bureau.symbol',
  'bureau.description',
  'bureau.abbreviation',
  'bureau.symbol',
  'bureau',
];

export const TRADELINE_MEMBERS = ['trades', 'trade', 'tradeline', 'tradelines', 'creditliability', 'tradeaccounts'];

/** TrueLink keeps the rows of one account together, one per bureau, and states the type of the account beside them. */
export const PARTITION_MEMBER = 'tradelinepartition';
export const PARTITION_ROWS = 'tradeline';
export const PARTITION_KIND = ['accounttypedescription', 'accounttypesymbol', 'accounttypeabbreviation'];

const ofDetail = (name: string) => `creditliabilitydetail.creditliability${name}`;

/** Where the values of a tradeline stand. */
export const TRADELINE = {
  creditor: CREDITOR,
  condition: [
    'openorclosed',
    'openclosed.description',
    'openclosed.abbreviation',
    'openclosed.symbol',
    'accountstatustype',
    ofDetail('accountstatustype'),
  ],
  rating: [
    'rate.description',
    'paystatus.description',
    'accountrating',
    'currentrating.type',
    'creditliabilitycurrentrating.creditliabilitycurrentratingtype',
    'status.description',
    'status',
    'accountcondition.description',
  ],
  account: ['accountnumber', 'accountidentifier', ofDetail('accountidentifier'), 'account.number'],
  kind: [
    'accounttypedescription',
    'accounttype.description',
    'grantedtrade.accounttype.description',
    'creditloantype',
    ofDetail('loantype'),
    'portfoliotypecode.description',
    'portfoliotypecode.code',
    'portfoliotype',
    'accounttype',
    ofDetail('accounttype'),
    'type',
  ],
  opened: ['dateopened', 'opendate', 'accountopeneddate', 'openeddate', 'opened', ofDetail('accountopeneddate')],
  closed: ['dateclosed', 'closeddate', 'closedate', 'accountcloseddate', ofDetail('accountcloseddate')],
  reported: [
    'datereported',
    'reporteddate',
    'accountreporteddate',
    'balancedate',
    'dateeffective',
    ofDetail('accountreporteddate'),
  ],
  balance: ['balance', 'currentbalance', 'balanceamount', 'unpaidbalanceamount', ofDetail('unpaidbalanceamount')],
  limit: ['creditlimit', 'creditlimitamount', 'limit', 'grantedtrade.creditlimit', ofDetail('creditlimitamount')],
  highCredit: ['highcredit', 'highcreditamount', ofDetail('highcreditamount'), 'highbalance', 'amount1'],
  payment: [
    'scheduledpaymentamount',
    'monthlypaymentamount',
    'monthlypayment',
    'terms.scheduledmonthlypayment',
    'grantedtrade.monthlypayment',
    ofDetail('monthlypaymentamount'),
    'paymentamount',
  ],
  pastDue: ['pastdueamount', 'pastdue', 'amountpastdue', 'grantedtrade.amountpastdue', ofDetail('pastdueamount')],
  history: [
    'paymenthistory.paymentpattern.text',
    'paymenthistory.text',
    'paymenthistory1to24',
    'paymenthistory',
    'paymentpattern.data',
    'paymentpattern',
    'grantedtrade.paystatushistory.status',
    ofDetail('paymentpatterndatatext'),
  ],
  /** The month of the first sign of the history, which is the newest. */
  historyStart: [
    'paymenthistory.paymentpattern.startdate',
    'paymentpattern.startdate',
    'grantedtrade.paystatushistory.startdate',
    ofDetail('paymentpatternstartdate'),
  ],
  /** Individual, joint, authorized user (Regulation B, the Equal Credit Opportunity Act). */
  designator: [
    'ecoadesignator',
    'ecoa',
    'ecoa.code',
    'ecoacode',
    'accountdesignator.code',
    'accountdesignator.symbol',
    'accountdesignator.description',
    'accountdesignator',
    'accountownershiptype',
    ofDetail('accountownershiptype'),
  ],
  remark: [
    'remark.customremark',
    'customremark',
    'remark.remarkcode.description',
    'remark.description',
    'remarks.description',
    'creditcomment.text',
    'narrativecodes.description',
    'comment',
  ],
} as const;

export const COLLECTION_MEMBERS = ['collections', 'collection'];

export const COLLECTION = {
  creditor: ['clientnameornumber', 'agencyclient', ...CREDITOR],
  account: ['accountnumber', 'accountnumberorothercode', 'accountidentifier'],
  date: ['assigneddate', 'dateassigned', 'dateopened', 'reporteddate', 'datereported', 'date'],
  status: ['statuscode.description', 'status.description', 'status', 'accountstatus'],
  amount: ['balance', 'currentbalance', 'balanceamount', 'amount', 'originalamount', 'originalbalance'],
} as const;

export const PUBLIC_RECORD_MEMBERS = [
  'publicrecord',
  'publicrecords',
  'bankruptcies',
  'bankruptcy',
  'creditpublicrecord',
  'taxliens',
  'judgments',
];

export const PUBLIC_RECORD = {
  kind: [
    'type.description',
    'classification.description',
    'creditpublicrecorddetail.creditpublicrecordtype',
    'publicrecordtype',
    'recordtype',
    'type',
  ],
  court: ['court.name', 'courtname.description', 'courtname', 'court', 'source.name'],
  reference: ['casenumber', 'referencenumber', 'docketidentifier', 'docketnumber', 'caseidorreference'],
  date: ['filingdate', 'fileddate', 'datefiled', 'filed', 'date'],
  status: ['status.description', 'dispositiontype', 'disposition.description', 'disposition', 'status'],
  amount: ['liabilityamount', 'legalobligationamount', 'liabilities', 'amount'],
} as const;

export const INQUIRY_MEMBERS = ['inquiries', 'inquiry', 'creditinquiry'];

export const INQUIRY = {
  inquirer: ['inquirername', ...CREDITOR],
  date: ['inquirydate', 'date', 'creditinquirydetail.creditinquirydate', 'inquireddate'],
} as const;
