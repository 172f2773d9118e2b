import type { ReportVariant } from '../world/report.ts';
import type { ReportSubject } from '../world/report-subject.ts';
import { equifaxFlat, equifaxNative } from './equifax.ts';
import { experianProfile, experianRequest } from './experian.ts';
import { isoftpullFeed } from './isoftpull.ts';
import { mismo2Attributes, mismo2ListAndStack } from './mismo2.ts';
import { mismo3Parties } from './mismo3.ts';
import { transunionJson, transunionNative } from './transunion.ts';
import { truelinkBundle, truelinkUnparsed } from './truelink.ts';

type Writer = (subject: ReportSubject) => string;

const compact =
  (shape: (subject: ReportSubject) => unknown): Writer =>
  (subject) =>
    JSON.stringify(shape(subject));
/** As a person or a debugging tool stores it. */
const indented =
  (shape: (subject: ReportSubject) => unknown): Writer =>
  (subject) =>
    JSON.stringify(shape(subject), null, 2);

const writers: Record<ReportVariant, Writer> = {
  'equifax-flat': compact(equifaxFlat),
  'equifax-native': indented(equifaxNative),
  'experian-profile': compact(experianProfile),
  'experian-request': indented(experianRequest),
  'transunion-json': compact(transunionJson),
  'transunion-native': compact(transunionNative),
  'mismo2-list-and-stack': compact(mismo2ListAndStack),
  'mismo2-attributes': compact(mismo2Attributes),
  'mismo3-parties': compact(mismo3Parties),
  'truelink-object': compact(truelinkBundle),
  // Stored as a JSON string that holds JSON: a reader parses it twice.
  'truelink-string': (subject) => JSON.stringify(JSON.stringify(truelinkBundle(subject))),
  'truelink-unparsed': compact(truelinkUnparsed),
  'isoftpull-feed': compact(isoftpullFeed),
};

/** The report as the funding platform stored it: JSON text. */
export function reportText(subject: ReportSubject, variant: ReportVariant): string {
  return writers[variant](subject);
}
