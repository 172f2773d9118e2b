import { expect, it } from 'vitest';
import { ACCIDENTS_IN_TEXT, BENIGN_TWINS_IN_TEXT } from '../../corpus/accident-cases.ts';
import { BENIGN_TEXTS } from '../../corpus/benign-cases.ts';
import { NOT_PARTS, PARTED_IN_TEXT, DIGIT_BY_DIGIT } from '../../corpus/part-cases.ts';
import { NAMED_IN_TEXT } from '../../corpus/planted-cases.ts';
import { normalized } from '../forms.ts';
import { readProse } from './prose.ts';

function redact(text: string): string {
  let out = '';
  let at = 0;
  for (const { start, end } of readProse(normalized(text), null)) {
    out += `${text.slice(at, start)}***-**-****`;
    at = end;
  }
  return out + text.slice(at);
}
const LEFT = /(?<!\d)(?:412(?!\d{3}\.)|66|663971|531847296)(?!\d)|412663971|3971|(?:5[0-7],){3}|66645392[01]|2853947|1285394|3920|3 9 2 0/;
const N324 = ['123-45-6789','078-05-1120','000-12-3456','123 45 6789','123\u00a045\u00a06789','123.45.6789','123/45/6789','123_45_6789','123\u201345\u20136789','123\u221245\u22126789','123 - 45 - 6789','123- 45 -6789','123--45--6789','123 45-6789','123:45:6789','123·45·6789','123•45•6789','123|45|6789','123~45~6789','123,45,6789','123\\45\\6789','123\t45\t6789','123-45-\n6789','１２３－４５－６７８９','١٢٣-٤٥-٦٧٨٩','𝟏𝟐𝟑-𝟒𝟓-𝟔𝟕𝟖𝟗','1\u200b23-4\u00ad5-67\u200d89','123\u200b45\u200b6789','①②③-④⑤-⑥⑦⑧⑨','XXX-XX-6789','***-**-6789','123-45-XXXX','xxx xx 6789'];
it('rows', () => {
  const bad: string[] = [];
  for (const t of [...ACCIDENTS_IN_TEXT, ...NAMED_IN_TEXT]) if (LEFT.test(redact(t))) bad.push(`LEAK  ${JSON.stringify(t)} → ${JSON.stringify(redact(t))}`);
  for (const t of N324.flatMap((n) => [n, `His number is ${n}, he says.`, `ID:${n}`])) if (/\d/.test(normalized(redact(t)))) bad.push(`LEAK324 ${JSON.stringify(t)} → ${JSON.stringify(redact(t))}`);
  for (const t of [...PARTED_IN_TEXT, ...DIGIT_BY_DIGIT]) if ((redact(t).match(/\d{2,}/g) ?? []).some((d) => '666453920'.includes(d))) bad.push(`PART  ${JSON.stringify(t)} → ${JSON.stringify(redact(t))}`);
  for (const t of [...BENIGN_TEXTS, ...BENIGN_TWINS_IN_TEXT, ...NOT_PARTS]) if (redact(t) !== t) bad.push(`BENIGN ${JSON.stringify(t)} → ${JSON.stringify(redact(t))}`);
  console.log(`${bad.length} bad\n${bad.join('\n')}`);
  expect(1).toBe(1);
});
