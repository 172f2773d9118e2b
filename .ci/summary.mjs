// Prints `N passed, N failed, N skipped` from the test runner's JSON report, and fails when that report does not show
// a successful run of at least one test.
import { readFileSync } from 'node:fs';

const file = process.argv[2];
let report;
try {
  report = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  console.error(`No test report was written to ${file}: the run ended before the tests did.`);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}
// A file that cannot be loaded fails without having a test to count.
const brokenFiles = report.testResults.filter(
  (result) => result.status === 'failed' && result.assertionResults.length === 0,
);
const failed = report.numFailedTests + brokenFiles.length;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
process.exit(report.success && failed === 0 && report.numPassedTests > 0 ? 0 : 1);
