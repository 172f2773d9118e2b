/** Invented creditors of consumers, by what they lend. No two begin with the same four letters. */
export const creditors = {
  card: [
    'ALDERBROOK CARD',
    'BELLHAVEN BANKCARD',
    'CORVANE CARD SERVICES',
    'DRESSWELL STORE CARD',
    'ELMRIDGE REWARDS',
    'FOXGLEN CREDIT CARD',
    'GAVERNE CASH BACK CARD',
    'HOLLOWAY TRAVEL CARD',
    'IRONWICK BANKCARD',
    'KESTREL POINT CARD',
  ],
  installment: [
    'LOWFIELD AUTO FINANCE',
    'MAPLEHURST AUTO LOANS',
    'NEWBARROW STUDENT LOANS',
    'ORCHARDGATE PERSONAL LOANS',
  ],
  mortgage: ['PEMBRICK HOME MORTGAGE', 'RAVENSHIRE MORTGAGE SERVICING'],
  collection: ['SALTMARSH RECOVERY', 'THORNBURY COLLECTIONS'],
  /** Where the debt of a collection began. */
  original: ['UPTON WIRELESS', 'VELLACOTT MEDICAL GROUP', 'WESTMERE UTILITIES'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** Who asks a bureau when a person applies for credit. */
export const inquirers = [...creditors.card, ...creditors.installment, ...creditors.mortgage] as const;
