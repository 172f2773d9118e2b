import { expect, test } from 'vitest';
import { emailTerm, phoneTerm, phoneTerms, queryTerms, searchFields, tagTerm } from './search-terms.ts';

test.each([
  ['Maria@Lopez.Example', 'maria@lopez.example'],
  ['  maria@lopez.example ', 'maria@lopez.example'],
  ['ｍaria@lopez.example', 'maria@lopez.example'],
])('an e-mail address is found however it is written: %j', (stored, asked) => {
  expect(emailTerm(stored)).toBe(emailTerm(asked));
});

test.each(['', '   '])('an e-mail address of blanks is no term: %j', (email) => {
  expect(emailTerm(email)).toBeNull();
});

test.each([
  ['+1 312 555 0142', '3125550142'],
  ['(312) 555-0142', '+1-312-555-0142'],
  ['312.555.0142', '13125550142'],
  ['+44 20 7946 0958', '442079460958'],
  ['555 0142', '5550142'],
])('a phone number stored as %j is found by %j', (stored, asked) => {
  expect(phoneTerms(stored)).toContain(phoneTerm(asked));
});

test.each(['', 'none', '12', '1234567890123456'])(
  'what cannot be a phone number is neither stored nor found: %j',
  (text) => {
    expect(phoneTerms(text)).toEqual([]);
    expect(phoneTerm(text)).toBeNull();
  },
);

test.each([
  ['maria lopez', ['w:maria', 'w:lopez']],
  [' Maria@Lopez.Example ', ['e:maria@lopez.example']],
  ['(312) 555-0142', ['p:3125550142']],
  ['+1 312 555 0142', ['p:3125550142']],
  ['+44 20 7946 0958', ['p:442079460958']],
  ['1234567 Ontario', ['w:1234567', 'w:ontario']],
  ['1234567', ['w:1234567']],
  ['1234567890123456', []],
  ['@lopez', ['w:lopez']],
  ['m', []],
])('the search text %j asks for %j', (query, terms) => {
  expect(queryTerms(query).toSorted()).toEqual(terms.toSorted());
});

const bare = { firstName: null, lastName: null, companyName: null, email: null, phone: null, tags: [] };

test('a contact is found by each of its tags once, exactly as it is written', () => {
  expect(searchFields({ ...bare, tags: ['VIP ', 'vip', 'VIP ', ''] }).terms).toEqual(['t:VIP ', 't:vip', 't:']);
  expect(tagTerm('VIP ')).toBe('t:VIP ');
});

test('last and first name are one word where they are written so', () => {
  const found = (lastName: string, firstName: string) => searchFields({ ...bare, lastName, firstName }).words;
  expect(found('李', '小龙')).toContain('李小龙');
  expect(found('Lopez', 'Maria')).toEqual(['lopez', 'maria']);
});

test('a tag is never taken for a word, an e-mail address or a phone number', () => {
  const tags = ['w:maria', 'e:maria@lopez.example', 'p:3125550142'];
  const { terms } = searchFields({ ...bare, tags });
  for (const query of ['maria', 'maria@lopez.example', '3125550142']) {
    for (const term of queryTerms(query)) expect(terms).not.toContain(term);
  }
});
