import { rows } from './rows.ts';

/** Texts that a rule once took, or nearly: each must come out as it went in. */
export const BENIGN_TEXTS = rows`
  a,123,45,6789,b ¦ Social Security benefits 123456789 cents
  Social Security income 1234567 ¦ assoc. sec. 666453920 ¦ First Natl Assn 021000021 ¦ +351 123 45 6789
  0 30 60 90 120 45 1234 1 ¦ 123          45          6789 ¦ SSN verified, card ending in 1113 ¦ SSN issued 1985
  SSN valid; account ending 1113 ¦ SSN on file; zip 787011234 ¦ 36.36.36.34.35.33.39.32.31 ¦ ISSN 12345678
  C:\\2020\\123\\45 ¦ offset: 123456789, account: 123456789, zip: 787011234, total=123456789 ¦ Tax ID: 12-3456789
  ACME LLC, tax id: 123456789 ¦ Federal TIN 123456789 ¦ sales tax: 123456789 ¦ SSN verified account: 123456789
  SSN: 2020-01-15 ¦ ssnScore: 1234 ¦ social media id: 123456789 ¦ business name,tin\nAcme,123456789
  id,tin,name\n1,12-3456789,A ¦ Name,Zip,SSN\nA,787011234,\nB,78701-1234,N/A
  Name,Zip,SSN\u2028A,787011234,\u2028B,78701-1234,N/A
  Assn,Address,Account\nFirst,Main St,700812345
  deadLetter code=id_reads_as_ssn topic=crm.changes.v1 partition=3 offset=483920571
  ssn redactor processed 123456789 bytes ¦ GET /v1/contacts/Y9yN2zqsIJQ2SsnACBee?limit=23 200 736614848b 709ms
  ssn not found for applicant id 483920571 ¦ SSN issued in 1985, SSN 1999 ¦ SSN verified 2015-2019 for 1234 files
  SSN or EIN: 48-3920571 ¦ SSN/EIN: EIN 12-3456789 ¦ tax id: 483920571 (EIN) ¦ ssn_verified=true offset=483920571
  ?ssn=&file=483920571 ¦ { ssn: null, id: 483920571 } ¦ UPDATE t SET ssn = NULL WHERE id = 483920571
  <ssn/><account>483920571</account> ¦ <accountNumber>483920571</accountNumber><note>SSN ok</note>
  <tr><th>SSN match</th><td>Yes</td></tr><tr><th>Report</th><td>483920571</td></tr>
  <dt>SSN</dt><dd>on file</dd><dt>Basis</dt><dd>483920571</dd> ¦ SSN mismatch: see case 100200300
  last 4 SSN rcvd 2021-03-04 ¦ 404-555-0182, last 4 SSN ok ¦ SSN/EIN: 48-3920571, 404-555-0182 ¦ SSN: 100%, 98%, 1200
  SSN ok, loanNumber 483920571 ¦ SS $21600 / $1800 ¦ <f label=SSN/><account>483920571</account>
  ssn check done by agent 100200300 ¦ SSN matched on 1980-08-20, order 917318185
  SSN WAS STOLEN. CALL 512-555-0123 BEFORE OPENING. FTC REPORT 123456789 ¦ SSN on file. Call +34 105 705 264
  SSN Trace\nOrder 483920571\nResult: clear ¦ contact 483920571: ssn missing ¦ 3 SSNs in 483920571 rows
  SSN verified: lead 864093672 ¦ no SSN, but savings 483920571 and 483920571 USD ¦ 2001:db8::123:45:6789
  06:ef0:429:df:336:87:6019:d89
  123-45-6789-0123-45 ¦ ISBN 978-316-14-8410 ¦ 1708-967-56-6533 ¦ 09:26:57,851 - 12/1988
  2008-372 - 01/1956 ¦ +49 531 84-7296 ¦ AMT*34*531847296~
  SSN verified (2019) ok ¦ dated this ___ __ 2019 ¦ ___/__/2019 ¦ W123-45.6789 ¦ AB531-84.7296
  SS Enterprise ends 2019 tour ¦ social workers 1234 ¦ SSN last verified 2019 ¦ ssn last4 matched 2021
  last 4 SSN verified 2021 ¦ SSN last verified as of 2021-03-04 ¦ SSN 04-12-1985 ¦ SSN 512-555-0123 ¦ code 53X-84-7296
  dims 100 xx 2000 ¦ XXXX-XXXX-XXXX-7296 ¦ xxx-xx-xxxx 1234 ¦ Nunn-nn-1234 ¦ 123-45.6789N, 12-34.5678W ¦ $531.84-7296
  1.531.84-7296 ¦ 531-84.7296.10 ¦ opened 03/04/1999 531  84  7296
  555-123-4567 531 84 7296 12 13 ¦ 712 45 1200 680 30 5000 ¦ ?a=20531-84-7296x ¦ ?a=53&b=53&c=4E&d=531847296
  <T><score>712</score><util>45</util><balance>6789</balance></T>
  <tr><td>712</td><td>45</td><td>6789</td></tr> ¦ <b>712</b> / <b>45</b> / <b>6789</b>
  <option value="712">712</option><option value="45">45</option><option value="6789">6789</option>
  <text>SSN USED BY ANOTHER. CALL 512 555 0123</text><code>00V31</code> ¦ SSN Office 300 Main St, 78701-1234
  Taxpayer Identifier Type: EmployerIdentificationNumber\nTaxpayer Identifier Value: 483920571
  <dt>Taxpayer Identifier Type</dt><dd>EmployerIdentificationNumber</dd><dt>Taxpayer Identifier Value</dt><dd>483920571</dd>
  <T><TaxpayerIdentifierType>EmployerIdentificationNumber</TaxpayerIdentifierType><TaxpayerIdentifierValue>483920571</TaxpayerIdentifierValue></T>
  <LEGAL_ENTITY><FullName>ACME LLC</FullName><T><TaxpayerIdentifierValue>483920571</TaxpayerIdentifierValue></T></LEGAL_ENTITY>
  <C Name="ACME" TaxpayerIdentifierValue="483920571" TaxpayerIdentifierType="EmployerIdentificationNumber"/>`;

/** Texts that stay beside `"ssn": "666453920"`: they have some of its digits by chance. */
export const BENIGN_BESIDE_NUMBER = rows`
  card ending in 3920 ¦ one of three, five or six four ¦ call six six six, four five three, nine two one
  codes 54 54 54 52 53 51 57 50 49 ¦ d1=6 d2=6 d3=6 d4=4 d5=5 d6=3 d7=9 d8=2 d9=1 ¦ at 27b947a1 ¦ Ob6-4S-392O
  Visa last 4 3920 ¦ last four of the loan are 3920 ¦ amount 3920 ¦ paid $3920 on ssn ¦ SSN check done. Balance 3920
  SSN ok, phone 555-123-3920 ¦ SSN trace 2 took 3920 ms
  <label for="f1">SSN</label><input id="f1" value=""><label for="f2">Account</label><input id="f2" value="483920571">
  <a><!-- ssn --><id>483920571</id></a> ¦ <a><id>483<!-- x -->920571</id></a>`;

/** JSON that must come out as it went in. */
export const BENIGN_JSON = rows`
  {"KEY":{"@_Name":"SSN"},"CREDIT_RESPONSE":{"@CreditReportIdentifier":"300575265"}}
  {"ssn":"one of two","SSN":"none on file at six"}
  {"issn":"123456789","fedTaxId":"123456789","salesTaxNumber":"123456789","propertyTaxId":"123456789"}
  {"facebookSocialId":"123456789","socialAccountId":"123456789","socialSecurityTips":"123456789"}
  {"headers":["Name","Zip","SSN verified"],"rows":[["A","787011234","123456780"]]}
  {"headers":["Name","SSN","Zip"],"rows":[["A",null,"787011234"],["B","N/A",787011235]]}
  [["SSN","none"],["Account","700812345"]] ¦ {"term":"60","number":"666453920"} ¦ {"column":"Zip","value":"787011234"}
  {"question":"SSN on file?","answer":"2019"} ¦ {"incomes":[{"type":"SocialSecurity","amount":1234567}]}
  {"cardLast4":"1113","account_last_4":"1113","last4":"1113","employerTaxIdLast4":"1113"}
  {"TaxpayerIdentifierType":{"#text":"EmployerIdentificationNumber"},"TaxpayerIdentifierValue":{"#text":"123456789"}}
  {"TaxpayerIdentifierType":["EmployerIdentificationNumber"],"TaxpayerIdentifierValue":["123456789"]}
  {"type":"account","value":{"number":"123456789"}} ¦ {"type":"Driver License","identificationNumber":["123456789"]}
  {"company":{"identifiers":[{"type":"taxId","value":"123456789"}]}}
  {"companies":[{"taxId":"123456789"}],"vendor":{"tin":"123456789"},"legalEntity":{"taxId":"123456789"}}
  {"payerTin":"123456789","issuerTin":"123456789","bankTaxId":"123456789","lender_tax_id":"123456789"}
  {"taxIdType":"EIN number","taxId":"123456789"} ¦ {"documentType":"passport","governmentId":"123456789"}
  {"taxIdType":"EIN","taxId":"123456789"} ¦ {"tin_type":"EIN","tin":"123456789"}
  {"entity":{"type":"LLC","taxId":"123456789"}} ¦ {"name":"Acme Inc.","taxId":"123456789"}
  {"type":"SocialSecurity","value":1800}
  {"income":[{"name":"Social Security","value":"1,800.00"},{"label":"Social Security","value":"$1,800/mo"}]}
  {"incomes":{"socialSecurity":1234567},"social":1234567.89}
  {"ssnConfidence":0.98,"ssnVariations":2,"ssnToken":"tok_1234567890abcdef","ssnFieldId":"aB3dE5fG7hI9jK1lM3nO"}
  {"ssnKeyId":"arn:aws:kms:us-east-1:123456789012:key/1","ssnCardUrl":"https://files.example.com/1234567890/c.png"}
  {"ssnPattern":"^\\\\d{3}-\\\\d{2}-\\\\d{4}$","ssnFingerprint":"1234567890123456","ssnEncrypted":"AQIDBAUGBwgJCgsMDQ4PEA=="}
  {"ssn":1,"consumer":{"ssn":"0"}}
  {"otherIdentification":[{"typeCode":"P","identificationNumber":"123456789"}]}
  {"type":"ssn_card","fileId":"123456789","size":12345678} ¦ {"ssnIndicators":"012221110"}
  {"social":[{"network":"facebook","id":"123456789"}],"socialUserId":"123456789"}
  {"eissn":"123456789","missn":"123456789","sessn":"123456789"}
  {"ssnIssueDate":19850101,"ssnVerifiedDate":20240115,"ssnRequestTime":20240115}
  {"a":531,"b":84,"c":7296,"scores":[712,45,1200],"counts":[5,3,1,8,4,7,2,9,6]}
  {"ssn":{"from":2019,"to":2021},"SSN":{"issued":"19850112"}} ¦ {"ssn":{"mm":"01","dd":"15","yyyy":"1985"}}
  {"ssn":{"m1":1,"m2":0,"m3":1,"m4":1,"m5":1,"m6":1,"m7":1,"m8":0,"m9":1}} ¦ {"ssn":{"score":712,"rank":4}}
  {"person":{"a":712,"b":45,"c":1200}}
  {"fields":[{"id":1,"label":"SSN"}],"accounts":[{"id":1,"number":"700812345"}]}
  {"label":"SSN on file","code":"number","accounts":[{"number":"700812345"}]}
  {"columns":[{"name":"SSN"},{"name":"Zip"}],"rows":[["N/A","787011234"]]} ¦ ["SSN","none","Account","700812345"]
  {"required":["ssn","dob"],"accounts":["700812345"]} ¦ {"missing":"ssn","ref":"700812345"}
  {"ids":[{"typeCode":"SSN","number":"none"}],"accounts":[{"routingNumber":"123456789","zipCode":"78701-1234"}]}
  {"ssn":[{"number":"XXXXXXXXX","ssnIndicators":"000000000"}]}
  {"x":[{"ssn":"N/A","reportDate":"03/04/2021"}],"e":"03042021"}
  {"SocialPartition":{"Social":[{"SocialSecurityNumber":"","Source":{"Reference":"483920571","InquiryDate":"2021-03-04"}}]}}
  {"ssn":{"reference":"483920571"}} ¦ {"ssn":[{"id":"483920571","number":"N/A"}]}
  ["MY SSN WAS MISUSED 02/01/2021","02012021"] ¦ {"SSN verified":"02/01/2021","b":"02/01/2021"}
  [["comment","SSN ok"],["acct","483920571"]] ¦ [["comment","no SSN"],["acct","483920571"],["dob","03041985"]]
  {"type":"ssn","id":"483920571","value":""}
  {"org":{"tin":"483920571"},"agency":{"taxId":"483920571"},"entity":{"tin":"483920571"},"guarantorBusiness":{"taxId":"483920571"},"hospital":{"taxId":"483920571"}}
  {"businessN":"483920571","address_n":"483920571","LOSS_N":"483920571"}
  {"social_likes":"483920571","socialViews":483920571,"socialFeedId":"483920571","antisocialId":"483920571","print_issn":"483920571","journalIssn":"483920571"}
  {"socialSecurity":{"claimNumber":"483920571","monthly":1800,"office":"483920571"}}
  {"social":{"facebook":"483920571","userId":"483920571"}}
  {"ssnVerification":{"requestId":"483920571","score":"12345678"}}
  {"ssnNotes":"called 5125550123, acct 123456789","ssnVerifiedBy":"agent 123456789"}
  [["a","483920571"],["b","SSN"],["c","787011234"]] ¦ [["a","x"],["note","SSN"],["c","787011234"]]
  [["type","ssn"],["id","483920571"]] ¦ [["type","SSN"],["result","Y"],["order","483920571"]]
  {"metric":"ssn_redactions_total","value":483920571} ¦ {"metric":"ssn_checks","value":483920571}
  {"series":[{"name":"SSN checks","data":[1234,483920571]}]}
  {"ssn":{"issuedFrom":"1984","issuedTo":"1986","state":"TX","score":9}}
  {"ssn":{"firstYear":"1984","lastYear":"1986","matches":"3"}}
  {"ssnSummary":{"count":2,"first":"2019","last":"2021"}} ¦ {"itin":{"issued":2019,"expires":2024,"renewals":1}}
  {"ssn":{"verified":"03/04/2021","by":"7"}} ¦ {"ssn":{"updated":{"y":2021,"m":3,"d":4,"h":12}}}
  {"ssnStats":{"valid":123,"invalid":45,"total":6789}} ¦ {"ssn":{"errors":123,"warnings":45,"total":6789}}
  {"ssn":{"matchScore":100,"confidence":98,"attempts":1234}} ¦ {"ssnField":{"x":123,"y":45,"width":678,"height":9}}
  {"ssn":{"bbox":[123,45,67,89]}} ¦ {"ssnBoundingBox":[123,45,67,89]}
  {"ssn":{"label":"SSN","order":12,"width":345,"height":6789}} ¦ {"ssn":{"flags":[1,1,1,0,0,1,1,1,1]}}
  {"ssn":{"matchFlags":"111111111"}} ¦ {"ssn":{"value":null,"validation":{"min":0,"max":999999999}}}
  {"name":"Joe's Pizza","federalTaxId":"483920571"}
  {"company":{"name":"Ann Doe","federalTaxId":"483920571"},"federalTaxId":"483920571"}
  {"borrower":{"federalTaxId":"48-3920571"}}
  {"individual":{"first_name":"A","id_type":"passport","id_number":"483920571"}}
  {"order":{"id_number":"483920571","name":"x"}}
  {"field_name_1":"SSN","field_value_1":"none","field_name_2":"Order","field_value_2":"483920571"}
  {"q1":"SSN","a1":"on file","q2":"Order","a2":"483920571"}
  {"ParcelIdentifier":"483-92-5710","apn":"483-92-5710"}
  {"paymentPattern":"111 11 1111","payment_history":"000/00/0000","_PAYMENT_PATTERN":{"@_Data":"003-01-0000"}}
  {"query":"query($id:ID!){p(id:$id){ssn}}","variables":{"id":"483920571"}}
  [{"path":["account"],"received":"483920571"}] ¦ {"531":{"84":{"7296":1}},"1":{"2":null}}
  {"words":[{"text":"SSN"},{"text":"Account"},{"text":"483920571"}]}
  {"Blocks":[{"Text":"SSN"},{"Text":"Score"},{"Text":"712"},{"Text":"45"},{"Text":"6789"}]}
  {"ssn":{"position":{"x":123,"y":45,"w":6789}},"ssnBox":{"left":123,"top":45,"right":6789}}
  {"ssn":{"box":[123,45,67,89],"hits":[1,2,3,4,5,6,7,8,9]}}
  {"columns":["acct","ssnMatch"],"rows":[["483920571","Y"]]}
  [{"label":"type","text":"ssn"},{"label":"start","text":"1984"},{"label":"member Code","text":"483920571"}]
  {"rows":[["current","input","ssn","1984","TX"]]}
  {"socialLink4":"https://example.com/ann.1987","socialHandle4":"@ann_2019","contact_social_4":"ann.doe.1987"}
  {"ssnRedactionVersion":4,"ssn_redaction_version":"4.2.1"}
  {"id":"c1","text":"SSN on file","TAXPAYER_IDENTIFIER":{"TaxpayerIdentifierType":"EmployerIdentificationNumber","TaxpayerIdentifierValue":"483920571"}}
  {"id":"taxpayer","value":"note 1234","text":"a","taxpayerIdentifiers":[{"type":"EIN","value":"483920571"}]}`;
