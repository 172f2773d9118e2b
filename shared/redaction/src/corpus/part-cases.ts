import { rows } from './rows.ts';

/** Texts that tell `CORPUS_SSN` in parts: one row per miss, never removed. */
export const PARTED_IN_TEXT = rows`
  itin1=666&itin2=45&itin3=3920 ¦ ssn1=666&ssn2=45&ssn3=3920 ¦ ssn_area=666&ssn_group=45&ssn_serial=3920
  https://x.test/a?id=12345&applicantSsnPart1=666&applicantSsnPart2=45&applicantSsnPart3=3920&page=2
  ssn%5B0%5D=666&ssn%5B1%5D=45&ssn%5B2%5D=3920
  ssn[area]=666&ssn[group]=45&ssn[serial]=3920 ¦ ssn[]=666&ssn[]=45&ssn[]=3920 ¦ ssn=666&ssn=45&ssn=3920
  ssn_first5=66645&ssn_last4=3920 ¦ social1=666&social2=45&social3=3920 ¦ ss1=666&ss2=45&ss3=3920
  ssn1: 666\nssn2: 45\nssn3: 3920 ¦ ssn1 = 666; ssn2 = 45; ssn3 = 3920 ¦ {'ssn1': '666', 'ssn2': '45', 'ssn3': '3920'}
  {"ssn1":"666","ssn2":"45","ssn3":"3920" ¦ --ssn1 666 --ssn2 45 --ssn3 3920
  ssn:\n  area: 666\n  group: 45\n  serial: 3920 ¦ [ssn]\narea=666\ngroup=45\nserial=3920
  [ssn] => Array\n(\n [0] => 666\n [1] => 45\n [2] => 3920\n) ¦ {'ssn': ('666', '45', '3920')}
  Ssn{area=666, group=45, serial=3920} ¦ SSN parts: 666, 45, 3920
  SSN (first 3): 666 SSN (middle 2): 45 SSN (last 4): 3920
  Social Security Number part 1: 666, part 2: 45, part 3: 3920 ¦ SSN: 666 (area) 45 (group) 3920 (serial)
  First five of SSN: 66645; last four: 3920
  The first five digits of the SSN are 66645 and the last four are 3920
  First 3 of SSN 666; next two 45; last four 3920 ¦ His SSN begins with 666, then 45 and ends in 3920
  <input name="ssn1" value="666"><input name="ssn2" value="45"><input name="ssn3" value="3920">
  <input name="ssn1" type="text" maxlength=3 value=666><input name="ssn2" value=45><input name="ssn3" value=3920>
  <input value='666' name='ssn1'><br><input value='45' name='ssn2'><input value='3920' name='ssn3'>
  <label>SSN</label><input maxlength=3 value="666"><input maxlength=2 value="45"><input maxlength=4 value="3920">
  <SSN p1="666" p2="45" p3="3920"/>
  | SSN1 | SSN2 | SSN3 |\n|---|---|---|\n| 666 | 45 | 3920 |
  <tr><th>Name</th><th>SSN1</th><th>SSN2</th><th>SSN3</th></tr><tr><td>A</td><td>666</td><td>45</td><td>3920</td></tr>`;

/** And these digit by digit. */
export const DIGIT_BY_DIGIT: readonly string[] = [
  [...'666453920'].map((digit, i) => `ssn${String.fromCharCode(97 + i)}=${digit}`).join('&'),
  [...'666453920'].map((digit) => `<input name="ssn[]" value="${digit}">`).join(''),
  `SSN: ${[...'666453920'].join(' | ')}`,
  `SSN: ${[...'666453920'].join(', ')}`,
];

/** Groups of such lengths, near an SSN's name or called like its parts, that are none. */
export const NOT_PARTS = rows`
  SSN: 3 records found, 12 checked, 1984 ¦ ssnYear1=531&ssnYear2=84&count=7296 ¦ ssn_checks=531&ssn_hits=84&rows=7296
  ssn: present\nscores: 712, 45, 1200 ¦ SSN check: 712 ok 45 failed 1200 skipped
  ssn_match=1&ssn_valid=1&a=531&b=84&c=7296 ¦ ssn=&a=531&b=84&c=7296 ¦ SSN: none\nA: 531\nB: 84\nC: 7296
  SSN on file. 712, 45, 1200 ¦ SSN field at 123, 45, size 6789 ¦ SSN required; page 123, row 45, width 6789
  ssn_flags: 1,0,1,1,0,1,1,1,1 ¦ SSN 1, 2, 3, 4, 5, 6, 7, 8, 9
  SSN has 3 parts: area 3, group 2, serial 4 digits; see 531, 84, 7296
  Area: 531 sq ft; group 84; serial no 7296
  <label>SSN</label><input name="score" value="531"><input name="n" value="84"><input name="m" value="7296">
  ssn,page,row,col\nN/A,531,84,7296 ¦ name,ssn_match,hits,rows,open\nann,none,531,84,7296`;

/** JSON with names like those of parts, which are none. */
export const NOT_PARTS_IN_JSON = rows`
  {"address1":"531","address2":"84","address3":"7296"} ¦ {"ss1":"531","ss2":"8","ss3":"72"}
  {"social1":1800,"social2":24000} ¦ {"columns":["SSN","DL","count"],"rows":[[123,84,"x"]]}
  [{"name":"class1","value":"531"},{"name":"class2","value":"84"},{"name":"class3","value":"7296"}]`;

/** JSON that tells `CORPUS_SSN` in parts by names, columns and pairs. */
export const PARTED_IN_JSON = rows`
  {"ss1":"666","ss2":"45","ss3":"3920"} ¦ {"social1":"666","social2":"45","social3":"3920"}
  {"soc_1":666,"soc_2":45,"soc_3":3920} ¦ {"SocSec1":"666","SocSec2":"45","SocSec3":"3920"}
  {"ss_first5":"66645","ss_last4":"3920"}
  [{"name":"ssn1","value":"666"},{"name":"ssn2","value":"45"},{"name":"ssn3","value":"3920"}]
  [["ssn1","666"],["ssn2","45"],["ssn3","3920"]]`;
