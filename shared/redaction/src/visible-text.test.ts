import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './edits.ts';
import { visibleText } from './visible-text.ts';

describe('what a person sees of HTML', () => {
  it.each([
    ['<td>Social<br>Security<br/>Number</td>', '\tSocial Security Number'],
    ['S<b>S</b>N', 'SSN'],
    ['<tr><td>A</td><td>B\n C</td></tr><tr><td>D</td></tr>', '\n\tA\tB  C\n\n\tD\n'],
    ['<div class="row"><div class="cell">A</div><div class="table-cell">B</div></div>', '\n\tA \tB  '],
    ['<p>A<br>B</p>', '\nA\nB\n'],
    ['a < b <i>c</i>', 'a < b c'],
  ])('of %s', (html, text) => {
    expect(visibleText(html)?.text).toBe(text);
  });

  it('leaves the tags within a number', () => {
    const html = 'S<b>SN</b> 12345<i>6789</i>';
    const edit = { start: 4, end: 13, replacement: '***', rule: 'context' } as const;
    expect(applyEdits(html, visibleText(html)?.toOuter(edit) ?? [])).toBe('S<b>SN</b> ***<i></i>');
  });

  it('is nothing without HTML', () => {
    expect(visibleText('<SSN>1</SSN> a<b')).toBeNull();
  });

  it('leads back to the same characters', () => {
    const pieces = fc.constantFrom('<b>', '</b>', '<td class="cell">', '<br/>', '<', '>', 'A', '7', ' ', '\n', '<tr>');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (list) => {
        const html = `<b>${list.join('')}`;
        const visible = visibleText(html);
        if (visible === null) throw new Error('this is HTML');
        for (const { index } of visible.text.matchAll(/[A7]/g)) {
          const edit = { start: index, end: index + 1, replacement: '', rule: 'context' } as const;
          const found = visible.toOuter(edit).map(({ start, end }) => html.slice(start, end));
          expect(found).toEqual([visible.text.charAt(index)]);
        }
      }),
    );
  });
});
