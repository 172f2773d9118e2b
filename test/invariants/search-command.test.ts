import { describe, expect, it } from 'vitest';
import { OPLOG, type Searched } from './live-search.ts';
import { EXIT_FOUND, EXIT_NOT_SEARCHED, searchArguments, searchLines, searchVerdict } from './search-command.ts';

const clean: Searched = { place: 'Redis (server)', items: 1, leaks: [] };
const leaking: Searched = { ...clean, leaks: [{ where: 'Redis', planted: 'demo contact-1', as: 'digits' }] };
const absent: Searched = { place: OPLOG, items: 0, leaks: [], notSearched: 'local.oplog.rs does not exist' };
const unread: Searched = { ...absent, place: 'files' };

describe('the verdict of a search', () => {
  it.each([
    ['all was searched', [clean], false, 0],
    ['the oplog was not searched', [clean, absent], false, EXIT_NOT_SEARCHED],
    ['the oplog was not searched, and there is none by the word of the operator', [clean, absent], true, 0],
    ['something else was not searched, whatever is said of the oplog', [absent, unread], true, EXIT_NOT_SEARCHED],
    ['a number was found', [leaking], false, EXIT_FOUND],
    ['a number was found, and the oplog was not searched', [leaking, absent], false, EXIT_FOUND],
  ])('when %s', (_, all, noOplog, status) => {
    expect(searchVerdict(all, { noOplog }).status).toBe(status);
  });

  it('names what was not searched, and never calls it clean', () => {
    for (const noOplog of [false, true]) expect(searchVerdict([clean, absent], { noOplog }).line).toContain(OPLOG);
    expect(searchVerdict([clean, absent], { noOplog: false }).line).toContain('--no-oplog');
    expect(searchVerdict([clean], { noOplog: false }).line).toBe('none of the numbers was found');
    expect(searchLines(absent)).toEqual([`NOT SEARCHED  ${OPLOG}: local.oplog.rs does not exist`]);
    expect(searchLines(clean)).toEqual(['clean  Redis (server): 1']);
    expect(searchLines(leaking)).toEqual(['FOUND  Redis (server): 1', '         Redis: demo contact-1 (digits)']);
  });
});

it.each([
  [[], { directory: null, also: [], noOplog: false }],
  [['--no-oplog'], { directory: null, also: [], noOplog: true }],
  [['here', '--also', '123-45-6789'], { directory: 'here', also: ['123456789'], noOplog: false }],
  [
    ['--also', '123456789', '--no-oplog', 'here', '--also', '987654321'],
    { directory: 'here', also: ['123456789', '987654321'], noOplog: true },
  ],
  [['--also', '1234'], null],
  [['--also'], null],
  [['--no-oplogs'], null],
  [['here', 'there'], null],
])('of the arguments %j it reads %j', (args, expected) => expect(searchArguments(args)).toEqual(expected));
