import { namedRows, rows } from './rows.ts';

/** Tables of which nothing but a column's header, or the label of an id, tells: one row per miss, never removed. */
export const NAMED_COLUMNS = namedRows`
  a column whose name tells about the number {"columns":["acct","verifiedSSN"],"rows":[["A","666453920"]]}
  columns as objects {"columns":[{"name":"Name"},{"name":"SSN"}],"rows":[["A","666453920"]]}
  columns for either of two {"columns":["DOB / Social","EIN or SS #"],"rows":[["666453920","666453921"]]}
  a column that is required {"columns":["Name","SSN (required)"],"rows":[["A","666453920"]]}
  a column in Russian {"columns":["Имя","Номер социального страхования"],"rows":[["A","666453920"]]}
  a column with a date in its name {"columns":["Balance 03/04/2021","SSN"],"rows":[["1","666453920"]]}
  rows before their columns {"rows":[["A","666453920"],["B",666453921]],"columns":[{"name":"Name"},{"name":"SSN"}]}
  cells as objects with nothing that names people [[{"text":"ID"},{"text":"SSN"}],[{"text":"7"},{"text":"666453920"}]]
  a shorter row {"html":"<table><tr><th>SSN</th><th>Loan</th></tr><tr><td>666453920</td></tr></table>"}
  one column {"columns":[{"name":"SSN"}],"rows":[["666453920"]]}
  columns far above (Socrata) {"meta":{"view":{"columns":[{"id":1,"fieldName":"name"},{"id":2,"fieldName":"ssn"}]}},"data":[["A","666453920"]]}
  rows of cells (BigQuery) {"schema":{"fields":[{"name":"name","type":"STRING"},{"name":"ssn","type":"STRING"}]},"rows":[{"f":[{"v":"A"},{"v":"666453920"}]}]}
  rows of cells (Google charts) {"table":{"cols":[{"id":"A","label":"Name"},{"id":"B","label":"SSN"}],"rows":[{"c":[{"v":"A"},{"v":"666453920"}]}]}}
  a schema and a result apart (Databricks) {"manifest":{"schema":{"columns":[{"name":"n","position":0},{"name":"ssn","position":1}]}},"result":{"data_array":[["A","666453920"]]}}
  records before their columns (RDS) {"records":[[{"stringValue":"A"},{"stringValue":"666453920"}]],"columnMetadata":[{"name":"n","label":"n"},{"name":"ssn","label":"ssn"}]}
  a first row of cells (Athena) {"ResultSet":{"Rows":[{"Data":[{"VarCharValue":"Name"},{"VarCharValue":"SSN"}]},{"Data":[{"VarCharValue":"A"},{"VarCharValue":"666453920"}]}]}}
  cells within cells (a spreadsheet) {"rowData":[{"values":[{"userEnteredValue":{"stringValue":"Name"}},{"userEnteredValue":{"stringValue":"SSN"}}]},{"values":[{"formattedValue":"A"},{"formattedValue":"666453920"}]}]}
  a column that begins with its name {"majorDimension":"COLUMNS","values":[["Name","A","B"],["SSN","666453920","666453921"]]}
  headers and rows in containers of their own {"data":{"columns":["Name","SSN"]},"result":{"rows":[["A","666453920"]]}}
  a map of columns {"columns":{"c2":"SSN"},"rows":[{"c2":"666453920"}]}
  letters of columns [{"A":"Name","B":"SSN"},{"A":"A","B":"666453920"}]
  names of nameless columns [{"Report":"Name","__EMPTY":"SSN"},{"Report":"A","__EMPTY":666453920}]
  a question with an id {"definitions":[{"id":"q7","title":"Social Security Number"}],"answers":[{"questionId":"q7","answer":"666453920"}]}
  a question with a number {"definitions":[{"id":7,"title":"Social Security Number"}],"answers":[{"questionId":7,"answer":666453920}]}
  a map of questions {"form":{"q7":"Social Security Number"},"answers":{"q7":"666453920"}}
  a question under its id {"questions":{"q7":{"title":"SSN"}},"answers":{"q7":{"value":"666453920"}}}
  a question in an answer (Typeform) {"definition":{"fields":[{"id":"JwWggjAKtOkA","title":"Social Security Number"}]},"answers":[{"type":"text","text":"666453920","field":{"id":"JwWggjAKtOkA"}}]}
  a name and a label (HTML forms) {"fields":[{"name":"field_12","label":"Social Security Number"}],"values":{"field_12":"666453920"}}
  a link id (FHIR) {"item":[{"linkId":"q7","text":"Social Security Number"}],"response":[{"linkId":"q7","answer":[{"valueString":"666453920"}]}]}
  flat pairs ["SSN","666453920","DL","C1234"] ¦ flat pairs after others ["DL","C1234","X-SSN","666453920","x"]
  a label, a word and a number ["SSN","primary","666453920"]
  a row of id, type and value [["id","type","value"],[1,"SSN","666453920"],[2,"DL","C123"]]
  pairs of a type and a value [["type","SSN"],["value","666453920"]]
  a header of two columns [["Report","2021"],["Borrower Name","SSN"],["Ann","666453920"]]`;

/** Tables that must come out as they went in. */
export const BENIGN_TABLES = rows`
  {"errors":[[{"field":"SSN"}],["700812345"]]}
  {"columns":[{"name":"Name"},{"name":"Zip"}],"rows":[["A","787011234"]]}
  {"columns":[{"name":"Name"},{"name":"SSN"},{"name":"Zip"}],"rows":[["A",null,"787011234"],["B","",787011235]]}
  {"borrowers":[{"identifiers":[{"type":"DL"},{"type":"SSN"}],"accounts":["700812345","787011234"]}]}
  {"tables":[{"columns":[{"name":"Name"},{"name":"SSN"}],"rows":[]},{"columns":[{"name":"Name"},{"name":"Account"}],"rows":[["A","700812345"]]}]}
  {"schema":{"fields":[{"name":"n"},{"name":"ssn"}]},"data":{"rows":[["A","x"],["700812345","y"]]}}
  {"columns":{"c2":"SSN","c3":"Zip"},"rows":[{"c3":"787011234"}]}
  {"definitions":[{"id":"q7","title":"SSN"},{"id":"q8","title":"Zip"}],"answers":[{"questionId":"q8","answer":"787011234"},{"questionId":"q7","answer":"none"}]}
  {"definitions":[{"id":7,"title":"SSN"}],"accounts":[{"id":7,"value":"787011234"}]}
  {"definitions":[{"id":"","title":"SSN"}],"accounts":[{"id":"","number":"700812345"}]}
  ["SSN","none","Account","700812345"] ¦ ["SSN","Zip","787011234"]
  "<div><table><tr><th>SSN</th></tr><tr><td>Match</td></tr></table><table><tr><th>Loan</th></tr><tr><td>700812345</td></tr></table></div>"`;

/** Tables in text and HTML: rows far from their header, columns of spaces, words that tags break. */
export const TABLES_IN_TEXT = rows`
  Name,SSN\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nB,\nANN,666453920
  Name;SSN;City\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nB;;LA\nA;12853947;LA
  Name\tSSN\tPhone\nA\t666453920\t555-123-4567\nB\t1285394\t1
  "Name","SSN"\n"Doe, Ann","666453920"\n"Doe, ""Bob""","666453921"
  \u0020name | ssn \n------+-----\n A    | 666453920
  +------+-----------+\n| name | ssn       |\n+------+-----------+\n| A    | 666453920 |\n+------+-----------+
  Borrower Name      Social Security Number      Home Phone\nAnn Doe            666453920                   555-123-4567
  Social Security Number Home Phone (incl. area code) DOB (mm/dd/yyyy)\n666453920 555-123-4567 01/01/1970 12
  Social Security Number Home Phone (incl. area code) DOB (mm/dd/yyyy)\n666 45 3920 555-123-4567 01/01/1970 12
  Home Phone (incl. area code) DOB Social Security Number\n555-123-4567 x 01/01/1970 666453920
  Employee's SSN\nEmployer EIN\n666453920\n12-3456789 ¦ SSN\\cell 666453920\\cell\\row
  <table><tr><td>Name</td><td>SSN</td></tr><tr><td>A</td><td x:num="666453920">***-**-****</td></tr></table>
  <td>Social<br>Security<br>Number</td><td>666453920</td>
  <tr><th>Name</th><th>Social<br/>Security<br/>No.</th></tr><tr><td>A</td><td>666453920</td></tr>
  <table><tr><th>Name</th><th>Social<br/>Security<br/>No.</th></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>B</td><td></td></tr><tr><td>A</td><td>666453920</td></tr></table>
  S<b>S</b>N 666453920
  <dl><dt>Social<wbr> Security</dt><dd>666453920</dd></dl>
  <p>Name, SSN<br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>B, <br>A, 666453920</p>
  Type,Tax ID\nSSN,666453920 ¦ Account  SSN\n700812345  666453920 ¦ <td>SSN</td><td>3920</td>
  <tr><td>Last 4 SSN</td><td>3920</td></tr> ¦ <tr><th>SSN (last 4)</th></tr><tr><td>(3920)</td></tr>
  <tr><td>SSN</td><td>*3920</td></tr> ¦ <dl><dt>SSN last four</dt><dd>x3920</dd></dl>
  <table><tr><th>Name</th><th>SSN</th></tr><tr><td>Ann</td><td>XXXXX3920</td></tr></table> ¦ Name,SSN\nAnn,3920
  Name,Social Security #\nAnn,*3920 ¦ Name  SSN last 4\nAnn   x3920 ¦ <td>Owner Social</td><td>666453920</td>
  <dl><dt>Spouse Social</dt><dd>666453920</dd></dl> ¦ <tr><td>contact.social</td><td>666453920</td></tr>
  SSN verified,Name\n666453920,Ann ¦ Client Ann, SSN verified\n666453920, LA
  <table>\n<tr>\n<th>Name</th>\n<th>SSN</th>\n</tr>\n<tr>\n<th>Ann</th>\n<td>666453920</td>\n</tr>\n</table>
  <table><tr><th>Type</th><td>SSN</td></tr><tr><th>SSN</th><td>3920</td></tr></table>`;

/** Tables in text and HTML that must come out as they went in. */
export const BENIGN_TABLES_IN_TEXT = rows`
  Account,SSN\n700812345,none ¦ Member,SSN\n700812345,\n700812346,N/A
  Name,SSN,Member\nA,,700812345\nB,XXX-XX-XXXX,700812346 ¦ | Name | Ref | SSN |\n|---|---|---|\n| A | 700812345 | |
  NAME                SSN        CITY       REF\nANN DOE                        LA         700812345
  Name,SSN\nA,\n\nOrders\n700812345,12
  <table><tr><td>Name</td><td>SSN</td><td>Ref</td></tr><tr><td>A</td><td></td><td>700812345</td></tr></table>
  <td>Social<br>Media</td><td>700812345</td> ¦ <td>Social<br>Security<br>Income</td><td>700812345</td>
  Type,Tax ID\nEIN,483920571 ¦ Account  SSN\n483920571  n/a ¦ Report\nSSN\nAccount\n483920571
  SSN\nAccount\n\n483920571 ¦ need SSN\nacct #=669456597 ¦ verified last 4 of SSN\ncell: 742250295
  It was noted: SSN linked to fraud\nWrite to Auto Finance Co, 8341 Elm St, Sampletown, TX 06832. The annual rate is 28.97%. Account 483920571 was opened
  Account,SSN verified\n483920571,Y ¦ acct,ssn match\n483920571,Y\n987654321,N
  Account      SSN verified\n483920571    yes ¦ | Account | SSN match |\n|---|---|\n| 483920571 | Y |
  <table><tr><th>Account</th><th>SSN verified</th></tr><tr><td>483920571</td><td>Y</td></tr></table>
  id,qty,price\n483,92,5710\n12,5,100 ¦ id;qty;price\n12;5;100\n483;92;5710 ¦ Score\tUtil\tBalance\n712\t45\t6789
  Score  Util  Balance\n-----  ----  -------\n712    45    6789
  <path fill="none" d="M 483 92 5710 Z"/> ¦ <svg viewBox="100 20 3000"><polyline points="483 92 5710"/></svg>
  <ParcelIdentifier>483-92-5710</ParcelIdentifier> ¦ Parcel number: 483-92-5710
  <a paymentPattern="111 11 1111"/> ¦ payment history: 003 01 0000
  <table>\n<tr>\n<th>Type</th>\n<td>SSN</td>\n</tr>\n<tr>\n<th>High Credit</th>\n<td>1234567</td>\n</tr>\n<tr>\n<th>File</th>\n<td>483920571</td>\n</tr>\n</table>
  <table><tr><th>SSN</th><td>XXXXXXXXX</td></tr><tr><th>Limit</th><td>1234</td></tr></table>
  <table><tr><td>type</td><td>ssn</td></tr><tr><td>start</td><td>1984</td></tr></table>`;
