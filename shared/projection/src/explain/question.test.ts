import { failureCode } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { keyText } from './entity-pattern.ts';
import { readQuestion } from './question.ts';

function asked(text: string, locationId?: string) {
  const question = readQuestion(text, locationId);
  return question.kind === 'event' ? question.eventId : question.patterns.map(keyText);
}

it.each([
  ['contact:loc-1:c-1', ['contact:loc-1:c-1']],
  [' credit-report:loc-1:c-1:r-1 ', ['credit-report:loc-1:c-1:r-1']],
  ['3F2B8C1E-4a5d-4e6f-8a7b-c123456789de', '3F2B8C1E-4a5d-4e6f-8a7b-c123456789de'],
  ['/api/v1/contacts/c-1?locationId=loc-1', ['contact:loc-1:c-1']],
  ['/api/v1/locations/loc-1/contacts/c-1', ['contact:loc-1:c-1']],
  ['/contacts/c-1/funding-plans?locationId=loc-1', ['funding-plan:loc-1:c-1:*']],
  [
    '/contacts/c-1?locationId=loc-1&include=nextSteps,underwritingResults',
    ['contact:loc-1:c-1', 'next-steps:loc-1:c-1', 'underwriting-result:loc-1:c-1:*'],
  ],
  ['/credit-reports?locationId=loc-1&requestId=r-1', ['credit-report:loc-1:*:r-1']],
  ['/credit-reports/pdf-url?locationId=loc-1&contactId=c-1', ['credit-report:loc-1:c-1:*']],
  ['/deals/d-1?locationId=loc-1', ['deal:loc-1:*:d-1']],
  ['/custom-fields?locationId=loc-1', ['custom-field:loc-1:*']],
  ['/locations?locationId=loc-1', ['location:loc-1:loc-1', 'installation:loc-1:*']],
])('%s is a question for %j', (text, expected) => expect(asked(text)).toEqual(expected));

it('takes the location from the option where the path names none', () => {
  expect(asked('/contacts/c-1/application', 'loc-2')).toContain('applicant:loc-2:c-1');
});

it.each([
  '',
  'contact',
  'contact:loc-1',
  'contact:loc-1:a:b:c',
  'person:loc-1:c-1',
  'contact:loc-1:517-46-9283',
  '/contacts/c-1',
  '/contacts?locationId=loc-1',
  '/contacts/%E0%A4%A?locationId=loc-1',
  '/contacts/517-46-9283?locationId=loc-1',
  '/dashboard/stats?locationId=loc-1',
  '/credit-reports?locationId=loc-1',
  '/contacts/c-1/nothing?locationId=loc-1',
  `contact:loc-1:${'x'.repeat(2_000)}`,
])('refuses %j, and does not repeat it', (text) => {
  try {
    readQuestion(text);
    expect.unreachable();
  } catch (error) {
    expect(failureCode(error)).toBe('question');
    if (text.length > 8) expect(String(error)).not.toContain(text);
  }
});
