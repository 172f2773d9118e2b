import { namedRows, rows } from './rows.ts';

/**
 * Writings that once got through, or nearly: one row per miss, never removed. The number stands for the event's subject
 * unless a row says otherwise.
 */
export const CORPUS_SSN = '666453920';

/** Texts (JSON strings and keys) beside `"ssn": "666453920"`. */
export const SUBJECT_WRITINGS: readonly (readonly [name: string, text: string])[] = [
  ['wide gaps', '666          45          3920'],
  ['words between groups', '666and45and3920'],
  ['a letter between groups', '666x45x3920'],
  ['entities with many zeros', '&#0000000000054;&#0000000000054;&#0000000000054;453920'],
  ['entities of direction marks', '666&lrm;45&rlm;3920'],
  ['entities of hair spaces', '666&hairsp;45&ZeroWidthSpace;3920'],
  ['parts told in a sentence', 'begins with 666, then 45 and ends in 3920'],
  ['last four in a tag', 'ssn-last4-3920'],
  ['last four in prose', 'last four are 3920 as verified'],
  ['last four behind "ends"', 'it ends in 3920'],
  ['last four beside SSN', 'SSN verified 3920 by phone'],
  ['last four in the name of a file', 'Doe_masked_3920.pdf'],
];

/** JSON in which nothing but its own names and labels tell. */
export const NAMED_PLACES = namedRows`
  a number that a note writes with dashes {"note":"Ann 666-45-3920","file":"666453920.pdf","n":666453920}
  a number that a note names {"note":"Please enter your SSN\\nAnn: 666453920","n":"no. 666453920"}
  an element's text {"taxId":{"_":"666453920"}} ¦ a long name in small letters {"custsocialsecuritynumber":"id 3920"}
  whose it is behind a colon {"SSN: Borrower":"666453920"} ¦ one part {"ssn":{"group":"45"}} ¦ a tail {"social":"____3920"}
  SSAN {"SSAN":"666453920"} ¦ an agency number {"ssa_number":"666453920"} ¦ SNN {"SNN":"666453920"}
  a tax id in a namespace {"bank:taxId":"666453920"}
  texts of elements {"TaxpayerIdentifierType":{"$t":"SocialSecurityNumber"},"TaxpayerIdentifierValue":{"$t":"666453920"}}
  a name in escapes {"s\\u0073n":"id 666453920"} ¦ a prefixed ITIN {"borrowerItin":"666453920"}
  a prefixed TIN {"applicant_tin":"666453920"}
  a name with a percent escape {"s%73n":"666453920"}
  a name with an entity {"&#115;sn":"666453920"} ¦ last four below socialSecurity {"socialSecurity":{"last4":"3920"}}
  last four of an ITIN {"itinLast4":"3920"} ¦ last four of a tax id {"tax_id_last_4":3920}
  a display form {"ssnDisplay":"XXXXX3920"}
  last four under a counted name {"borrower_social_4":"3920","contact_social_4":3920}
  last four of a social number {"socialLast4":"3920","social4":"3920","socialSecurityNumber4":"id 3920"}
  a labelled taxpayer id {"id":"c1","text":"SSN","TAXPAYER_IDENTIFIER":{"TaxpayerIdentifierValue":"666453920"}}
  a question about last four {"question":"Last four digits of your Social Security Number?","answer":"3920"}
  an audit entry {"field":"ssn","old":"666453920","new":"666453921"}
  a named old value {"fieldName":"ssn","oldValue":"666453920"}
  a card {"documentType":"Social Security Card","number":"666453920"}
  an attribute {"attribute":"SSN","value":"666453920"} ¦ one-letter names {"k":"ssn","v":"666453920"}
  a pair [["SSN","666453920"],["Zip","787011234"]]
  headers and rows {"headers":["Name","SSN"],"rows":[["A","666453920"],["B",666453921]]}
  rows with nothing before it {"headers":["Name","Born","SSN"],"rows":[["A",null,"666453920"],[true,null,666453921]]}
  a first row of names [["Name","SSN"],["A","666453920"],["B","666453921"]]
  an HTML table {"v":"<table><tr><th>Name</th><th>SSN</th></tr><tr><td>A</td><td>666453920</td></tr></table>"}
  an HTML table with head and body {"v":"<table><thead><tr><th>Name</th><th>SSN</th></tr></thead><tbody><tr><td>A</td><td>666453920</td></tr></tbody></table>"}
  a system {"system":"http://hl7.org/fhir/sid/us-ssn","value":"666453920"}
  values that a converter from XML wrapped in lists {"TaxpayerIdentifierType":["SocialSecurityNumber"],"TaxpayerIdentifierValue":["666453920"]}
  values that a converter from XML wrapped in objects {"TaxpayerIdentifierType":{"#text":"SocialSecurityNumber"},"TaxpayerIdentifierValue":{"#text":"666453920"}}
  an object below a label {"type":"SSN","value":{"number":"666453920"}}
  a list below a label {"type":"SSN","values":["666453920"]}
  a list of numbers below a label {"key":"ssn","value":[666453920]}
  a person's numbers by role {"socials":{"primary":"666453920","secondary":"666453921"}}
  a number by whose it is {"socialSecurity":{"borrower":"666453920"}}
  tax ids by whose they are {"taxIds":{"primary":"666453920","coapplicant":"666453921"}}
  a list of TINs {"tins":["666453920"]} ¦ a number without its zeros under social {"social":2853947}
  a number without its zero under Social Security # {"Social Security #":12853947}
  a number without its zero under a name that tells about it {"verifiedSSN":12853947}
  a number without its zeros under tin {"tin":2853947}
  a number without its zeros under TaxpayerIdentifierValue {"TaxpayerIdentifierValue":2853947}
  a text without its zero under taxpayerId {"taxpayerId":"12853947"} ¦ SS of a person {"applicant_ss":"666453920"}
  SS and Num {"BorrSSNum":"666453920"} ¦ abbreviations of ISO 20022 {"SclSctyNb":"666453920"}
  SocSecurity {"SocSecurity":"666453920"} ¦ a tax number {"person":{"tax_no":"666453920"}}
  a taxpayer {"taxpayer":"666453920"} ¦ a national id {"nationalIdentifier":"666453920"}
  a labelled national id {"label":"National ID","value":"666453920"}
  PSSN, SSA, NSS and SIN {"PSSN":"666453920","ssa":"666453920","NSS":"666453921","SIN":"666453921"}
  Spanish {"seguroSocial":12853947} ¦ French {"numéro de sécurité sociale":"666453920"}
  German {"Sozialversicherungsnummer":"666453920"} ¦ Chinese {"社会安全号码":"666453920"} ¦ Korean {"사회보장번호":"666453920"}
  Vietnamese {"Số an sinh xã hội":"666453920"} ¦ Russian {"Номер социального страхования":"666453920"}
  a description {"description":"SSN","value":"666453920"} ¦ a header and a cell {"header":"SSN","cell":"666453920"}
  a placeholder {"placeholder":"Social Security Number","value":"666453920"}
  a name of a scheme {"schemeName":"SSN","identification":"666453920"} ¦ a slug {"slug":"ssn","answer":"666453920"}
  a role {"role":"ssn","value":"666453920"} ¦ a parameter and its argument {"parameter":"ssn","argument":"666453920"}
  an object identifier of HL7 {"system":"urn:oid:2.16.840.1.113883.4.1","value":"666453920"}
  a coding in a type {"type":{"coding":[{"code":"SS","display":"Social Security number"}]},"value":"666453920"}
  a value two levels below its label {"type":"SSN","payload":{"content":{"raw":"666453920"}}}
  a tree of elements {"name":"SSN","elements":[{"type":"text","text":"666453920"}]}
  a tree of nodes {"nodeName":"SSN","childNodes":[{"nodeName":"#text","nodeValue":"666453920"}]}
  a changed field {"fieldChanged":"SSN","oldValue":"666453920","newValue":"666453921"}
  the place of an error {"loc":["body","ssn"],"msg":"invalid","input":"666453920"}
  the path of an error {"instancePath":"/applicant/ssn","data":"666453920"}
  attributes of a resource {"type":"ssns","attributes":{"number":"666453920"}}
  a number as a name {"ids":{"666453920":"SSN","666453921":{"type":"SSN"}}}
  a number in wide digits in a name {"report_６６６－４５－３９２０.pdf":["x"]}
  a number in entities in a name {"&#xdec;&#xdec;&#xdec;-&#xdea;&#xdeb;-&#xde9;&#xdef;&#xde8;&#xde6;":["x"]}
  a label that may be an income {"type":"Social Security","value":"XXXXX3920","number":"666453920"}
  a type of a tax id {"taxIdType":"SSN","taxId":"666453920"}
  a candidate's {"candidateSsn":"666453920"}
  the last four of a manager's {"managerSsn":"3920"}
  an account holder's {"accountHolderSsnLast4":"3920"}
  a user's {"user_social_security":"666453920"}
  an owner's of a business {"businessOwnerTaxId":"666453920"}
  a taxpayer's {"owner_tin_number":"666453920"}
  names in small letters {"borrowerssnlast4":"3920"}
  a name in another language in small letters {"numerosegurosocial":"666453920"}
  an older name of somebody's number {"borrowerSsan":"666453920"}
  an agency's number of somebody {"clientSsaNumber":"666453920"}
  parts of any name in an object {"ssn":{"a":"666","b":"45","c":"3920"},"v":"666453920"}
  parts beside something short {"ssn":{"one":"666-","two":"45-","three":"3920","v":1},"v":"666453920"}
  digits of any name in an object {"ssn":{"d0":6,"d1":6,"d2":6,"d3":4,"d4":5,"d5":3,"d6":9,"d7":2,"d8":0},"v":"666453920"}
  digits in objects with their positions {"ssn":[{"i":0,"d":6},{"i":1,"d":6},{"i":2,"d":6},{"i":3,"d":4},{"i":4,"d":5},{"i":5,"d":3},{"i":6,"d":9},{"i":7,"d":2},{"i":8,"d":0}],"v":"666453920"}
  parts in lists {"ssn":[["666"],["45"],["3920"]],"v":"666453920"}
  bytes by position {"ssn":{"0":54,"1":54,"2":54,"3":52,"4":53,"5":51,"6":57,"7":50,"8":48},"v":"666453920"}
  parts below socialSecurity {"socialSecurity":{"area":"666","group":"45","serial":"3920"},"v":"666453920"}
  a long integer in halves {"ssn":{"low":666453920,"high":0,"unsigned":false}}
  a long integer that lost a zero {"ssn":{"low":12853920,"high":0,"unsigned":false}}
  a big integer {"ssn":{"$bigint":"666453920n"}}
  columns as objects {"columns":[{"name":"Name"},{"name":"SSN"}],"rows":[["ANN","666453920"],["BOB",666453921]]}
  columns far from their rows {"meta":{"view":{"columns":[{"fieldName":"name"},{"fieldName":"ssn"}]}},"data":[["A","666453920"]]}
  cells as objects {"schema":{"fields":[{"name":"Name"},{"name":"SSN"}]},"rows":[{"f":[{"v":"A"},{"v":"666453920"}]}]}
  rows in a body {"header":["Name","SSN"],"body":{"rows":[["A","666453920"]]}}
  columns as lists {"values":[["Name","A","B"],["SSN","666453920","666453921"]]}
  a flat list of pairs ["SSN","666453920","DL","C1234"] ¦ a flat list that says whose ["SSN","primary","666453920"]
  raw headers {"rawHeaders":["Host","x","X-SSN","666453920"]}
  a map of columns {"columns":{"c2":"SSN"},"rows":[{"c2":"666453920"}]}
  definitions of columns {"columnDefs":[{"headerName":"SSN","field":"c2"}],"rowData":[{"c2":666453920}]}
  definitions and answers {"definitions":[{"id":"q7","title":"Social Security Number"}],"answers":[{"questionId":"q7","answer":"666453920"}]}
  answers before the form {"answers":{"q7":"666453920"},"form":{"q7":"Social Security Number"}}
  fields by number {"fields":[{"id":12,"label":"SSN"}],"answers":[{"fieldId":12,"value":"666453920"}]}
  fields by name {"fields":{"q1":{"label":"SSN"}},"values":{"q1":"666453920"}}
  values before the definition of their field {"customFields":[{"id":"aB3","value":"666453920"}],"defs":[{"id":"aB3","name":"SSN"}]}
  CSV, and a number beside it {"csv":"Name,SSN,Zip\\nA,666453920,78701","x":666453920}
  business and ownerTaxId {"business":{"ownerTaxId":"666453920"}}
  socialSecurity and transunion and EXP {"socialSecurity":{"transunion":"666453920","EXP":"666453921"}}
  ssnMatch and input and reported {"ssnMatch":{"input":"666453920","reported":666453921}}
  taxIds and borrower {"taxIds":[{"borrower":"666453920"}]}
  ssn and message {"ssn":{"message":"Input 666453920 belongs to"}} ¦ social {"social":"666453920 (since 2019)"}
  social {"social":"none / 666453920"} ¦ ssnAlert and message {"ssnAlert":{"message":"Input 666453920 belongs to"}}
  _ALERT_MESSAGE and @_CategoryType and _Text {"_ALERT_MESSAGE":[{"@_CategoryType":"SSNVerification","_Text":"666453920 ISSUED 1988"}]}
  _VARIATION and @_Type and CREDIT_COMMENT {"_VARIATION":[{"@_Type":"DifferentSSN","CREDIT_COMMENT":{"_Text":"666453920"}}]}
  Owner SS # {"Owner SS #":"666453920"} ¦ Soc # and soc {"Soc #":"666453920","soc":"666453921"}
  socialsec {"socialsec":"666453920"} ¦ Soc Security {"Soc Security":"666453920"}
  applicantssnvalue {"applicantssnvalue":"666453920"} ¦ borrowerssnnumber {"borrowerssnnumber":"666453920"}
  name and value {"name":"Business Owner Social Security","value":"666453920"}
  name and value {"name":"Federal Tax ID / SSN","value":"666453920"} ¦ two names {"label":"EIN / Social Security","value":"666453920"}
  SoicalSecurity and Socail Security Number {"SoicalSecurity":"666453920","Socail Security Number":"666453921"}
  Sosial Security {"Sosial Security":"666453920"} ¦ SocialSecurtyNumber {"SocialSecurtyNumber":"666453920"}
  cs1Label and cs1 {"cs1Label":"SSN","cs1":"666453920"}
  f9 and f9_label {"f9":"666453920","f9_label":"SSN"}
  customLabel3 and customValue3 {"customLabel3":"Social Security Number","customValue3":"666453920"}
  field_name_4 and field_value_4 {"field_name_4":"SSN","field_value_4":"666453920"}
  IDTypeCd and IDNum {"IDTypeCd":"SSN","IDNum":"666453920"}
  GovIssuedIdentType and IdentSerialNum {"GovIssuedIdentType":"SSN","IdentSerialNum":"666453920"}
  GovtID and GovtIDTC and @tc {"GovtID":"666453920","GovtIDTC":{"@tc":"1","#text":"Social Security Number US"}}
  ssn and id {"ssn":{"id":"666453920"}}
  a federal tax id beside a person by name {"p":{"name":"ANN DOE","federalTaxId":"666453920"}}
  a federal tax id beside a date of birth {"dob":"1980-01-01","fed_tax_id":666453920}
  a federal tax id below a person {"guarantor":{"fedTaxId":"666453920"}}
  a person's id without a type (Stripe) {"individual":{"first_name":"A","id_number":"666453920"}}
  a counted question and its answer {"q1":"SSN","a1":"666453920","q2":"Order","a2":"x"}
  the last four in a column {"columns":["Name","Last 4 SSN"],"rows":[["A","3920"]]}
  the last four under a masked number in a column {"columns":["Name","SSN"],"rows":[["A","*3920"]]}
  a card and its number {"documentType":"SocialSecurityCard","documentNumber":"666453920"}
  a list of pairs with a person's type [{"name":"TaxpayerIdentifierType","value":"SocialSecurityNumber"},{"name":"TaxpayerIdentifierValue","value":"666453920"}]
  an object identifier as root (HL7) {"id":{"root":"2.16.840.1.113883.4.1","extension":"666453920"}}
  the place of an error and what was received (zod) [{"path":["applicant","ssn"],"received":666453920}]
  a field of a page (FDF) {"T":"form.SSN","V":"666453920"}
  a column of a person {"columns":["Name","ownerTaxId"],"rows":[["A","666453920"]]}
  an element with a comment in it {"xml":"<ssn>666<!-- x > y -->453920</ssn>","n":"666453920"}
  an element with an instruction in it {"xml":"<ssn>666<?php echo \\"a>b\\"; ?>45<!---->3920</ssn>"}
  a field with its label elsewhere {"html":"<div><label for=\\"f1\\">SSN</label></div><div><p><input id=\\"f1\\" value=\\"666453920\\"></p></div>","n":"666453920"}
  a field with the label as attribute {"html":"<input aria-label=\\"SSN\\" value=\\"666453920\\">","n":"666453920"}
  a field with the id of its label {"html":"<b id=l1>SSN</b><p>x</p><input aria-labelledby=l1 value=666453920>"}
  a column with its accessor {"columns":[{"accessor":"c2","Header":"SSN"}],"data":[{"c2":"666453920"}]}
  a question's text and its answer {"answers":{"7":{"text":"Social Security Number","type":"control_textbox","answer":"666453920"}}}
  a question with its id far within {"items":[{"title":"SSN","questionItem":{"question":{"questionId":"q1"}}}],"responses":[{"answers":{"q1":{"textAnswers":{"answers":[{"value":"666453920"}]}}}}]}
  lines read from a page {"Blocks":[{"BlockType":"LINE","Text":"SSN"},{"BlockType":"LINE","Text":"666453920"}]}
  words read from a page {"words":[{"text":"SSN:"},{"text":"666-"},{"text":"45-"},{"text":"3920"}]}
  a label and a value that were read {"LabelDetection":{"Text":"SSN"},"ValueDetection":{"Text":"666453920"}}
  a label and a value within anchors {"fieldName":{"textAnchor":{"content":"SSN\\n"}},"fieldValue":{"textAnchor":{"content":"666453920\\n"}}}
  the last four of a labelled id {"idType":"SSN","idNumberLast4":"3920"}
  a column with an abbreviated name {"columns":["Name","SocSec","applicant_ss","SSN_Encrypted__c"],"rows":[["A","666453920",666453920,"666453921"]]}
  a request as label [{"name":"Please provide your social","value":"666453920"}]
  what a value is {"what":"Social Security Number","value":"666453920"}`;

/** JSON values beside `"ssn": "666453920"` over which that number, or `012053947`, is split; names have no digits. */
export const SPLIT_NUMBERS = namedRows`
  objects of a list [{"d":"666"},{"d":45},{"d":"3920"}] ¦ lists of a list [["666"],["45"],["3920"]]
  lists with letters [["a","666"],["b","45"],["c","3920"]]
  signs between ["6","6","6","-","4","5","-","3","9","2","0"]
  digits with their positions [{"i":"a1","d":6},{"i":"a2","d":6},{"i":"a3","d":6},{"i":"a4","d":4},{"i":"a5","d":5},{"i":"a6","d":3},{"i":"a7","d":9},{"i":"a8","d":2},{"i":"a9","d":0}]
  bytes [54,54,54,52,53,51,57,50,48] ¦ bytes with dashes {"type":"Buffer","data":[54,54,54,45,52,53,45,51,57,50,48]}
  bytes by their positions {"a1":54,"a2":54,"a3":54,"a4":52,"a5":53,"a6":51,"a7":57,"a8":50,"a9":48}
  boxes of a form "<input value=\\"666\\"><input value=\\"45\\"><input value=\\"3920\\">"
  parts without their zeros [12,5,3947] ¦ fields without their zeros {"a":12,"b":5,"c":3947}
  digits without the zero [1,2,0,5,3,9,4,7] ¦ hundredths [120539.47,1205394700]`;

/** JSON in which a text that is encoded names the number; it is overwritten in the encoding. */
export const NAMED_IN_ENCODED = namedRows`
  base64 in which a sign parts short runs {"v":"TmVlZCBTU04/NjY2NDUzOTIw"}
  base64 of Latin-1 {"v":"UGXxYSBTU04gNjY2NDUzOTIw"} ¦ base64 above a line of words {"v":"QW5uOiBTU04gNjY2NDUzOTIw\\nBest, Bob"}
  JSON in base64 in lines {"v":"eyJ0YXhwYXllcklkIjoi\\r\\nNjY2NDUzOTIwIn0="}`;

/** Free texts in which nothing but words tell. */
export const NAMED_IN_TEXT = rows`
  $5 noted: 666453920 (SSN) ¦ costs $5 and 666453920 is his SSN ¦ a $20 fee; 666453920 is his SSN
  call 262-8756. It was noted: 666453920 is his SSN ¦ phone 512-555-0199, 666453920 (SSN)
  account 4000 closed. 666453920 (SSN) ¦ zip 78701. 666453920 is his SSN ¦ Text me. 666453920 is his SSN
  <REMARK _Text="666453920 is his SSN"/> ¦ durationMs":5,"msg":"666453920 (SSN)" ¦ 3. 666.45.3920 ¦ 666-<B>45</B>-3920
  <I>666</I>-45-3920 ¦ 666-<b-x>45</b-x>-3920 ¦ 213-539-3413.\n\n666.45.3920 ¦ on 01/15/2020.\n666.45.3920
  666.45.3920. 3 items ¦ SSN no. 66645-3920 ¦ Social Security No. 66645-3920 ¦ Social Security Nbr. 66645-3920
  ssn card 666453920.jpg ¦ ssn ending 3920, full 666453920
  <SSN><d>6</d><d>6</d><d>6</d><d>4</d><d>5</d><d>3</d><d>9</d><d>2</d><d>0</d></SSN> ¦ S.S. # 666453920
  soc: 666453920 ¦ <label for="f1">SSN</label><input id="f1" value="666453920"> ¦ [b]SSN[/b] [i]666453920[/i]
  ID 666453920 SOCIAL ¦ SSN *3920 ¦ SSN: [redacted]3920 ¦ SSN suffix 3920 ¦ SSN 3920
  3920 are the last four digits of her SSN ¦ Confirmed last 4 (3920) of SSN ¦ final four of SSN 3920
  Agent: last four of your social?\nCustomer: 3920 ¦ I.T.I.N. 666453920 ¦ socail security 666453920
  social secuirty 666453920 ¦ Agent: can I have your social?\nCustomer: 666453920
  I need the social for this client. Here it is: 666453920 ¦ he gave 666453920, SSN ¦ she says 666453920 is my social
  SSN 66645392 ¦ SSN is 66645392 ¦ s-s-n: 666453920 ¦ S S N 666453920 ¦ SS: 666453920 ¦ her SS is 666453920
  Soc No 666453920 ¦ soc# 666453920 ¦ SSAN 666453920 ¦ tax payer id 666453920 ¦ SocialSecurityNumber: 666453920
  ＳＳＮ 666453920 ¦ 666453920 (borrower SSN) ¦ 666453920 (social) ¦ "666453920" is not a valid SSN
  Value '666453920' at path 'ssn' is invalid ¦ SSN/EIN 666453920 ¦ 666453920 (número de seguro social)
  SSN six sixty-six, forty-five, thirty-nine twenty ¦ ssn: seis seis seis cuatro cinco tres nueve dos cero
  XXXXX3920 ssn ¦ last 4 of SSN: 3920 ¦ last four SSN 3920
  last four digits of social security number: 3920 ¦ SSN (last 4): 3920 ¦ SSN ...3920 ¦ social ending in 3920
  Name: Ann Doe, APPSSN: 666453920, State: CA ¦ x.test/?ss_no=666453920&y=1 ¦ itinNumber: 666453920
  seguroSocial = "666453920" ¦ 'spouse_social' => '666453920' ¦ borrower:\n  subjectSocial: 666453920\n
  INSERT … CSSN = N'666453920' ¦ SSNID 666453920 ¦ TIN: 666453920 ¦ Tax ID 666453920
  EIN 12-3456789; applicant tax id: 666453920 ¦ atins: [666453921, 666453920] ¦ ssn: 66645392e1
  Name: Ann, ssn4: 3920 ¦ L4_SSN=3920 ¦ last4social: 3920. ¦ "itinLast4":"3920
  Name,Co-Borrower Social Security,Zip\nA,666453920,78701 ¦ Name,Spouse's Social\nA,666453920
  Name,Owner's SS #,Zip\nA,666453920,78701 ¦ Name,SSN (required)\nA,666453920 ¦ Name,Candidate SSN\nA,666453920
  SSN/DL: 666453920 ¦ SSN / Driver's License: 666453920 ¦ SSN for credit check: 666453920
  Name,SSN,Zip\nA,666453920,78701\nB,666453920,78702 ¦ Name|SSN|Zip\nA|666453920|78701
  Name\tSSN\tZip\nA\t666453920\t78701 ¦ "Name";"SSN"\r\n"Smith; John";"666453920"\r\n
  Name,SSN,Zip\nSmith, John,666453920,78701 ¦ Name,SSN\nA,\nB,\nC,\nD,\nE,\nF,\nANN,666453920
  id,taxpayer_id\n1,666453920 ¦ SSN Last 4,Name\n3920,A ¦ name,ssn\nAnn,12853947
  NAME                SSN        CITY\n------------------  ---------  ----\nANN DOE             666453920  LA
  Name SSN Zip\nAda 666453920 78701 ¦ | Name | SSN |\n|---|---|\n| A | 666453920 | ¦ Social Security Number\n666453920
  the SSN given by customer on the phone was 666453920
  The SSN he gave us over the phone yesterday afternoon is 666453920 ¦ SSN John Smith 666453920 ¦ 666453920 = SSN
  666453920 was given as the SSN ¦ 2021-03-04-666-45-3920.pdf ¦ 666-45-3920-01 ¦ scan 666-45-3920-2021
  <p><b>666</b>-<b>45</b>-<b>3920</b></p> ¦ <td>SSN</td><td>666</td><td>45</td><td>3920</td>
  +1 666-45-3920 ¦ social👉666453920
  SSN verified (3920 ¦ the last four of her social are 3920 ¦ social x3920 ¦ last 4 SSN verified: 3920
  SSN last four verified as 3920 ¦ verified SSN last 4 - 3920 ¦ SS last 4 3920 ¦ SSN tail 3920 ¦ ___-__-3920
  NNN-NN-3920 ¦ (XXX-XX)-3920 ¦ XXX-XX3920 ¦ ×××-××-3920 ¦ ■■■-■■-3920 ¦ 666-XX-3920 ¦ XXX-45-3920 ¦ SSN 66X-45-3920
  SSN 666-45-392X ¦ SSN 666-45-39201 ¦ SSN 666-45-XXXX and last four 3920 ¦ <td>Last 4 SSN</td><td>3920</td>
  <td>SSN</td><td>*3920</td> ¦ l4 soc: 3920 ¦ Últimos 4 del seguro social: 3920 ¦ SSN 28-53-3947
  SSN 666453920; later the last 4 3920 came ¦ DOB 01/01/1980 666 45 3920 M ¦ born 01/02/2001 666 45 3920
  666 45 3920 01/02/1980 ¦ 555-123-4567 666 45 3920 ¦ 666 45 3920 (555) 123-4567
  SSN shows 666453920 ¦ SSN keyed 666453920 ¦ SSN on application 666453920 ¦ SSN on app: 666453920
  SSN on credit report is 666453920 ¦ SSN of husband 666453920 ¦ SSN per card 666453920 ¦ SSN (9 digits) 666453920
  SSN (optional) 666453920 ¦ SSN without dashes 666453920 ¦ SSN val 666453920 ¦ SSN: n/a → 666453920
  SSN: 666453921 (old), 666453920 (new) ¦ his ssn 666453921, hers 666453920 ¦ El SSN del cliente es 666453920
  Mi número de seguro social es 666453920 ¦ ITIN holder, 666453920 ¦ can you confirm your SSN?\nyes 666453920
  SSN id 666453920 ¦ SS card shows 666453920 ¦ she gave 666453920 when asked for her social
  field APPSSN value 666453920 ¦ Duplicate entry '666453920' for key 'users.ssn_unique'
  where APPSSN in ('666453920') ¦ <C TaxpayerIdentifierType="SocialSecurityNumber" TaxpayerIdentifierValue="666453920"
  Client gave me\n666 45 3920 ¦ My two clients\n666 45 3920\n666 45 3921 ¦ Parcel delivered. 666-45-3920
  <label>SSN<textarea>666453920</textarea></label> ¦ Name,S_S_N,City\nAnn,666453920,LA
  Name,itinNumber,City\nAnn,666453920,LA ¦ my social is six six six four five three nine two oh ¦ s.s. 666453920
  ss-n 666453920 ¦ S/S: 666453920 ¦ ss no 666453920 ¦ ssa num 666453920 ¦ soc sec 666453920 ¦ social no 666453920
  social is 666453920 ¦ i. t. i. n. 666453920 ¦ taxpayer-id 666453920 ¦ individual taxpayer id 666453920
  s\u00a0s\u00a0n 666453920 ¦ Its\u00a0SSN 666453920 ¦ S<b>SN</b> 66645<i>3920</i>`;
