import type { EventOf } from '@fundlens/contracts/event-types';

/**
 * The forms in which the demo stores reports: every format of the contract, each in the variations that its suppliers
 * and importers are known for.
 */
export const reportVariants = [
  'equifax-flat',
  'experian-profile',
  'transunion-json',
  'mismo2-list-and-stack',
  'mismo3-parties',
  'truelink-object',
  'truelink-string',
  'isoftpull-feed',
  'equifax-native',
  'experian-request',
  'transunion-native',
  'mismo2-attributes',
  'truelink-unparsed',
] as const;

export type ReportVariant = (typeof reportVariants)[number];
export type ReportFormat = NonNullable<EventOf<'CreditReportStored'>['format']>;

/** A pull as the funding platform knows it; its text is written from the person, the credit file and this alone. */
export type DemoReport = {
  readonly requestId: string;
  readonly pulledAt: number;
  readonly format: ReportFormat;
  readonly variant: ReportVariant;
  readonly hasSummary: boolean;
};

export function formatOf(variant: ReportVariant): ReportFormat {
  const [supplier] = variant.split('-');
  return supplier === 'isoftpull' ? 'other' : (supplier as ReportFormat);
}
