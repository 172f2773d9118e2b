import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** After the test, or after the file where no test has begun; what was begun later ends earlier. */
export function atEnd(end: () => unknown): void {
  const register = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  register(async () => void (await end()));
}
